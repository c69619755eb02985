/// Where the bytes of a feed come from: a file, a spooled pipe, memory.
///
/// The bytes already there never change; more may follow while `isComplete` is false.
public protocol ByteSource: AnyObject {
  /// The name for messages, as the user gave it.
  var name: String { get }
  /// How many bytes are there now.
  var count: Int { get }
  /// Whether no more bytes will come.
  var isComplete: Bool { get }
  /// Copies bytes from `offset` on into `buffer`; returns how many, 0 only at the end.
  ///
  /// - Throws: ``FeedError`` when the bytes cannot be had.
  func read(at offset: Int, into buffer: UnsafeMutableRawBufferPointer) throws(FeedError) -> Int
}
