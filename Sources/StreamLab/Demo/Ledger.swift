import StreamUI

/// The costs of one half since its strategy was chosen, and of its last second.
///
/// Measured times and simulated waits are kept apart.
struct Ledger {
  /// The cost of one frame.
  struct Frame {
    /// Nanoseconds that the frame took: the key, rows enriched within it, drawing and encoding.
    let measured: Int64
    /// Nanoseconds that were simulated on top.
    let simulated: Int64
    /// Bytes for the terminal.
    let bytes: Int
    /// Whether it answers a key; the others show rows that became rich, or a whole screen.
    let answersKey: Bool
    /// Whether it is the first after a choice: it lays out a whole screen under every strategy, so
    /// its time tells nothing about them.
    let isFirst: Bool
  }

  /// Sums over frames and the work between them.
  struct Costs: Equatable {
    var work = WorkCounts()
    /// Pictures that were sent to their ends.
    var pictures = 0
    /// Bytes of the frames that answered keys.
    var bytesMoving = 0
    /// Bytes of the other frames.
    var bytesResting = 0
    /// The longest frame in nanoseconds.
    var longest: Int64 = 0
    /// Frames that took longer than ``lateNanoseconds``.
    var late = 0

    var bytes: Int { bytesMoving + bytesResting }

    /// Adds an entry: work, pictures that were sent at rest, and the frame that ended it.
    fileprivate mutating func add(_ entry: Entry) {
      work = work + entry.work
      pictures += entry.pictures
      bytesResting += entry.pictureBytes
      guard let frame = entry.frame else { return }
      if frame.answersKey { bytesMoving += frame.bytes } else { bytesResting += frame.bytes }
      guard !frame.isFirst else { return }
      longest = max(longest, frame.measured)
      if frame.measured > Ledger.lateNanoseconds { late += 1 }
    }
  }

  fileprivate struct Entry {
    let moment: Moment
    let work: WorkCounts
    let pictures: Int
    /// Bytes of pictures that came with no frame.
    let pictureBytes: Int
    let frame: Frame?
  }

  /// A frame that takes longer than this misses one of sixty frames a second.
  static let lateNanoseconds: Int64 = 16_000_000
  /// Frames of which the costs are kept for the sparkline.
  static let keptFrames = 256
  private static let window: Int64 = 1_000_000_000

  /// The costs since the start.
  private(set) var all = Costs()
  /// The longest frame with its simulated waits, in nanoseconds.
  private(set) var longestSimulated: Int64 = 0
  /// Frames that were late with their simulated waits.
  private(set) var lateSimulated = 0
  /// Nanoseconds of the last frames, oldest first.
  private(set) var measured: [Int64] = []
  /// The same with simulated waits.
  private(set) var simulated: [Int64] = []
  private var base: WorkCounts
  private var entries: [Entry] = []

  /// Creates a ledger that counts from the work done so far.
  init(from work: WorkCounts) {
    base = work
  }

  /// Notes a frame, or work between frames; `work` is all work so far.
  ///
  /// - Parameters:
  ///   - pictures: The pictures whose last bytes were sent.
  ///   - pictureBytes: The bytes of pictures that came with no frame.
  mutating func note(
    _ frame: Frame?,
    _ work: WorkCounts,
    pictures: Int = 0,
    _ pictureBytes: Int = 0,
    at moment: Moment
  ) {
    let more = work - base - all.work
    guard frame != nil || more != WorkCounts() || pictures > 0 || pictureBytes > 0 else { return }
    prune(at: moment)
    let entry = Entry(
      moment: moment,
      work: more,
      pictures: pictures,
      pictureBytes: pictureBytes,
      frame: frame
    )
    entries.append(entry)
    all.add(entry)
    guard let frame, !frame.isFirst else { return }
    let total = frame.measured + frame.simulated
    longestSimulated = max(longestSimulated, total)
    if total > Self.lateNanoseconds { lateSimulated += 1 }
    Self.keep(frame.measured, in: &measured)
    Self.keep(total, in: &simulated)
  }

  /// The costs of the second before `moment`.
  func lastSecond(at moment: Moment) -> Costs {
    var sum = Costs()
    for entry in entries where moment.nanoseconds(since: entry.moment) < Self.window {
      sum.add(entry)
    }
    return sum
  }

  /// Forgets entries older than a second; whether any is left.
  mutating func prune(at moment: Moment) {
    let old = entries.prefix { moment.nanoseconds(since: $0.moment) >= Self.window }
    entries.removeFirst(old.count)
  }

  /// Whether the costs of the last second may still change by themselves.
  var isRecent: Bool { !entries.isEmpty }

  private static func keep(_ cost: Int64, in costs: inout [Int64]) {
    if costs.count == keptFrames { costs.removeFirst() }
    costs.append(cost)
  }
}
