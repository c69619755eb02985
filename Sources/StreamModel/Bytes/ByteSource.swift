/// A source of a feed's bytes: a file, a spooled pipe, memory.
///
/// Available bytes never change; more may follow while `isComplete` is false.
public protocol ByteSource: AnyObject {
  /// The name for messages, as the user gave it.
  var name: String { get }
  /// The number of bytes available now.
  var count: Int { get }
  /// Whether no more bytes will come.
  var isComplete: Bool { get }
  /// Copies bytes from `offset` on into `buffer`; returns their number, 0 only at the end.
  ///
  /// - Throws: ``FeedError`` if the bytes cannot be read.
  func read(at offset: Int, into buffer: UnsafeMutableRawBufferPointer) throws(FeedError) -> Int
  /// Produces more bytes, about a slice of 256 KiB; returns false if there is nothing to do now.
  ///
  /// Sources that unpack or convert do their work here, so nothing is done before it is needed.
  ///
  /// - Throws: ``FeedError`` if no bytes can be read at all; further calls throw it again.
  func pull() throws(FeedError) -> Bool
  /// The problems of the bytes' wrapping so far, one sentence each; the list only grows.
  var faults: [String] { get }
}

extension ByteSource {
  /// Does nothing: the bytes are available, or arrive by themselves.
  public func pull() throws(FeedError) -> Bool { false }

  /// Empty: there is no wrapping.
  public var faults: [String] { [] }
}
