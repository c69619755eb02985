import StreamModel
import StreamUI

/// A program whose standard output is a source.
final class ProgramSource {
  /// The most bytes of one run.
  static let mostBytes = 1 << 30

  /// The command as the user wrote it.
  let name: String
  /// The program and its arguments.
  let arguments: [String]
  /// The output of the first run that has any.
  let bytes: ProgramBytes
  /// The outputs that are shown, in a viewer.
  var editions: Editions?
  private let limit: Int

  /// Splits a command at blanks, which quotes keep; no shell reads it.
  ///
  /// - Parameter limit: the most bytes of one run.
  /// - Throws: ``FeedError`` if no program can be started by it.
  init(_ command: String, limit: Int = mostBytes) throws(FeedError) {
    guard !Environment.isSecure else {
      throw .unreadable(name: command, reason: "is not run: secure mode is on (STREAMTUI_SECURE)")
    }
    guard let words = TypedWords.split(command) else {
      throw .unreadable(name: command, reason: "is not run: a quote is not closed")
    }
    guard let program = words.first, !program.isEmpty else {
      throw .unreadable(name: "--exec", reason: "names no program (expected 'PROGRAM ARGUMENTS')")
    }
    guard ChildProcess.exists(program) else {
      throw .unreadable(name: command, reason: "is not run: \(program) was not found")
    }
    name = command
    arguments = words
    self.limit = limit
    bytes = ProgramBytes(name: command, limit: limit)
  }

  /// The program without its folder, for messages.
  var label: String {
    arguments.first?.split(separator: "/").last.map { String($0) } ?? name
  }

  /// Room for the output of another run.
  func newBytes() -> ProgramBytes { ProgramBytes(name: name, limit: limit) }
}
