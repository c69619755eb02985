import StreamModel

package final class ProgramSource {
  static let mostBytes = 1 << 30

  let name: String
  package let arguments: [String]
  package private(set) var bytes: ArrivingBytes
  /// The output of a further run, which is shown after a reload; nil for none.
  package var newer: ArrivingBytes?
  private let limit: Int

  /// Splits a command at blanks, which quotes keep; no shell reads it.
  ///
  /// - Parameter limit: the most bytes of one run.
  /// - Throws: ``FeedError`` if no program can be started by it.
  init(_ command: String, limit: Int = mostBytes) throws(FeedError) {
    guard !Environment.isSecure else {
      throw .unreadable(name: command, reason: "is not run: secure mode is on (STREAMTUI_SECURE)")
    }
    guard var words = TypedWords.split(command) else {
      throw .unreadable(name: command, reason: "is not run: a quote is not closed")
    }
    if let program = words.first, let path = Environment.expanded(program) { words[0] = path }
    guard let program = words.first, !program.isEmpty else {
      throw .unreadable(name: "--exec", reason: "names no program (expected 'PROGRAM ARGUMENTS')")
    }
    guard ChildProcess.exists(program) else {
      throw .unreadable(name: command, reason: "is not run: \(program) was not found")
    }
    name = command
    arguments = words
    self.limit = limit
    bytes = ArrivingBytes(name: command, limit: limit)
  }

  /// The program without its folder, for messages.
  package var label: String {
    arguments.first?.split(separator: "/").last.map { String($0) } ?? name
  }

  /// Shows the output of a further run, if there is one; returns whether there is.
  func showNewer() -> Bool {
    guard let newer else { return false }
    bytes = newer
    self.newer = nil
    return true
  }

  package func newBytes() -> ArrivingBytes { ArrivingBytes(name: name, limit: limit) }
}
