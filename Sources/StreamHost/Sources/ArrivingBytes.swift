import StreamModel

/// The bytes of a document on the web, or of the output of a program, kept so that any part can be read again.
package final class ArrivingBytes: ByteSource {
  let name: String
  private(set) var isComplete = false
  private(set) var faults: [String] = []
  private let limit: Int
  private let spool: Spool
  /// The file of the document, which is read in place of the spool.
  private var file: FileBytes?
  private var failure: FeedError?

  var count: Int { file?.count ?? spool.count }

  /// - Parameter limit: the most bytes of a program.
  package init(name: String, limit: Int = .max) {
    self.name = name
    self.limit = limit
    spool = Spool(name: name)
  }

  /// Opens the file at `path`; the bytes stay when it is removed or renamed.
  package func begin(_ path: String) {
    if file == nil, !isComplete { file = try? FileBytes(at: path, name: name) }
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

  /// Says that no more bytes will come.
  ///
  /// - Parameter fault: why they are not whole; nil if they are.
  package func finish(fault: String?) {
    if let fault, count == 0 {
      // Not complete: the reader of these bytes asks for more, and gets the error then.
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
    if let file { return try file.read(at: offset, into: buffer) }
    return try spool.read(at: offset, into: buffer)
  }
}
