import StreamModel

/// The output of a program as it arrives, kept so that any part can be read again.
final class ProgramBytes: ByteSource {
  let name: String
  private(set) var isComplete = false
  private(set) var faults: [String] = []
  private let spool: Spool
  private let limit: Int
  private var failure: FeedError?

  var count: Int { spool.count }

  /// - Parameters:
  ///   - name: the command, for messages.
  ///   - limit: the most bytes that are taken.
  init(name: String, limit: Int) {
    self.name = name
    self.limit = limit
    spool = Spool(name: name)
  }

  /// Adds bytes; returns the reason why these and all further ones are refused, if they are.
  func append(_ bytes: UnsafeRawBufferPointer) -> String? {
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
  func finish(fault: String?) {
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
