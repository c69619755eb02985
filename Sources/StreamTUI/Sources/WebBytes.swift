import Glibc
import StreamModel

/// The bytes of a document on the web as they arrive in a file.
///
/// It is empty until ``begin(_:)`` names the file; ``look()`` takes in the bytes that were added to it.
final class WebBytes: ByteSource {
  let name: String
  private(set) var count = 0
  private(set) var isComplete = false
  private(set) var faults: [String] = []
  private var descriptor: Int32 = -1
  private var failure: String?

  /// - Parameter name: the address, for messages.
  init(name: String) {
    self.name = name
  }

  deinit {
    if descriptor >= 0 { close(descriptor) }
  }

  /// Whether no more bytes will come, be it that none came at all.
  var isOver: Bool { isComplete || failure != nil }

  /// Whether the file is known.
  var hasBegun: Bool { descriptor >= 0 }

  /// Opens the file at `path`; the bytes stay when it is removed or renamed.
  func begin(_ path: String) {
    guard !hasBegun, !isComplete else { return }
    descriptor = open(path, O_RDONLY | O_NOFOLLOW | O_CLOEXEC | O_NOCTTY)
    look()
  }

  /// Takes in the bytes that were added; returns whether there are any.
  @discardableResult
  func look() -> Bool {
    var status = stat()
    guard hasBegun, !isComplete, fstat(descriptor, &status) == 0, Int(status.st_size) > count else {
      return false
    }
    count = Int(status.st_size)
    return true
  }

  /// Takes in the last bytes; no more will come.
  ///
  /// - Parameter fault: why the document is not whole; nil if it is.
  func finish(fault: String?) {
    look()
    if let fault, count == 0 {
      // Not complete: whoever waits for bytes asks for more, and is told.
      failure = fault
      return
    }
    isComplete = true
    if let fault { faults.append(fault) }
  }

  /// Whether both have the same bytes, as far as they have arrived.
  func isSame(as other: WebBytes) -> Bool {
    guard count == other.count else { return false }
    let size = 64 << 10
    let buffers = UnsafeMutableRawBufferPointer.allocate(byteCount: 2 * size, alignment: 1)
    defer { buffers.deallocate() }
    let own = UnsafeMutableRawBufferPointer(rebasing: buffers[..<size])
    let others = UnsafeMutableRawBufferPointer(rebasing: buffers[size...])
    var offset = 0
    while offset < count {
      guard let got = try? read(at: offset, into: own), got > 0,
        let same = try? other.read(at: offset, into: others), same == got,
        own[..<got].elementsEqual(others[..<got])
      else { return false }
      offset += got
    }
    return true
  }

  func pull() throws(FeedError) -> Bool {
    if let failure { throw .unreadable(name: name, reason: failure) }
    return false
  }

  func read(at offset: Int, into buffer: UnsafeMutableRawBufferPointer) throws(FeedError) -> Int {
    if let failure { throw .unreadable(name: name, reason: failure) }
    let wanted = min(buffer.count, max(0, count - offset))
    guard wanted > 0 else { return 0 }
    while true {
      let got = pread(descriptor, buffer.baseAddress, wanted, off_t(offset))
      if got >= 0 { return got }
      guard errno == EINTR else { throw .unreadable(name: name, reason: SystemError.text(errno)) }
    }
  }
}
