import StreamModel

package final class ProgramSource {
  static let mostBytes = 1 << 30

  let name: String
  package let arguments: [String]
  package private(set) var bytes: ProgramBytes
  /// The output of a further run, which is shown after a reload; nil for none.
  package var newer: ProgramBytes?
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
    bytes = ProgramBytes(name: command, limit: limit)
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

  package func newBytes() -> ProgramBytes { ProgramBytes(name: name, limit: limit) }
}

/// The output of a program as it arrives, kept so that any part can be read again.
package final class ProgramBytes: ByteSource {
  let name: String
  private(set) var isComplete = false
  private(set) var faults: [String] = []
  private let spool: Spool
  private let limit: Int
  private var failure: FeedError?

  var count: Int { spool.count }

  init(name: String, limit: Int) {
    self.name = name
    self.limit = limit
    spool = Spool(name: name)
  }

  /// Adds bytes; returns the reason why these and all further ones are refused, if they are.
  package func append(_ bytes: UnsafeRawBufferPointer) -> String? {
    guard bytes.count <= limit - count else {
      return "wrote more than \(limit >> 20) MiB and was ended"
    }
    do throws(FeedError) {
      try spool.append(bytes)
      return nil
    } catch {
      return "was ended: its output \(error.reason)"
    }
  }

  /// Says that no more will come.
  ///
  /// - Parameter fault: why the output is not whole; nil if it is.
  package func finish(fault: String?) {
    if let fault, count == 0 {
      // It is not complete, so that readers ask for more and are told.
      failure = .unreadable(name: name, reason: fault)
      return
    }
    isComplete = true
    if let fault { faults.append(fault) }
  }

  func pull() throws(FeedError) -> Bool {
    if let failure { throw failure }
    return false
  }

  func read(at offset: Int, into buffer: UnsafeMutableRawBufferPointer) throws(FeedError) -> Int {
    if let failure { throw failure }
    return try spool.read(at: offset, into: buffer)
  }
}
