import StreamUI

/// The costs of one half since its strategy was chosen.
struct Ledger: Equatable {
  /// A frame that comes later than this after its key misses one of sixty frames a second.
  static let lateNanoseconds: Int64 = 16_000_000

  /// Bytes of the frames that answered keys, and of their pictures.
  private(set) var bytesMoving = 0
  /// Bytes of the other frames and pictures.
  private(set) var bytesResting = 0
  private(set) var pictures = 0
  /// The longest time from a key to its frame in nanoseconds, simulated waits included.
  private(set) var longest: Int64 = 0
  /// Keys whose frame came later than ``lateNanoseconds`` after them: each is owed a frame of its own.
  private(set) var late = 0

  var bytes: Int { bytesMoving + bytesResting }

  /// Notes a frame of `bytes` that answers no key: it shows rows that became rich.
  mutating func noteFrame(bytes: Int) {
    bytesResting += bytes
  }

  /// Notes a frame of `bytes` that came as many nanoseconds after each key that it answers.
  mutating func noteFrame(bytes: Int, after waits: [Int64]) {
    bytesMoving += bytes
    longest = max(longest, waits.max() ?? 0)
    late += waits.count { $0 > Self.lateNanoseconds }
  }

  /// Notes pictures whose last bytes were sent, and bytes of pictures that came with no frame.
  mutating func notePictures(_ count: Int, bytes: Int = 0) {
    pictures += count
    bytesResting += bytes
  }
}
