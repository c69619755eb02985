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
  /// Makes more bytes ready by its own work, about a slice of 256 KiB; false when there is none to
  /// do now.
  ///
  /// A source that unpacks or converts works here, so that nothing is done before it is asked for.
  ///
  /// - Throws: ``FeedError`` when nothing can be had at all; and so again.
  func pull() throws(FeedError) -> Bool
  /// What was found wrong with the bytes' wrapping so far, a sentence each; only ever added to.
  var faults: [String] { get }
}

extension ByteSource {
  /// Nothing is to be done: the bytes are there, or come by themselves.
  public func pull() throws(FeedError) -> Bool { false }

  /// There is no wrapping.
  public var faults: [String] { [] }
}
