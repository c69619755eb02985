/// The work that one slice may do between two looks for keys.
///
/// Everything that runs in slices has this one budget, counted in bytes of decoded records. Each kind of work has a
/// price, so that a slice takes one or two milliseconds, whatever it does: decoding 64 records of 1.2 KB takes 0.6 ms,
/// reading 16 of them 1.5. The last piece of work may exceed the budget, so each slice makes progress.
public struct SliceBudget: Sendable {
  /// A kind of work on a record.
  public enum Work: Sendable {
    /// Asking the index about a record, which decodes few of them.
    case looking
    /// Asking the index of a log whether a record may pass a filter.
    case passing
    case decoding, reading
    /// Searching the bytes of a record for a word in any spelling.
    case scanning
    /// Searching the bytes of a record for others.
    case matching
  }

  /// Bytes of records that one slice decodes.
  public static let bytes = 64 << 10
  /// The most records whose sizes are added up; more count as what a whole slice scans.
  package static let fewRecords = 512

  private var left: Int

  /// Creates the budget of a slice, or a larger one for work that no key waits for.
  public init(bytes: Int = bytes) { left = max(1, bytes) }

  /// Whether the slice is over; loops ask ``SliceLaps`` instead.
  public var isSpent: Bool { left <= 0 }

  /// Whether nothing was paid for since `earlier`, an earlier state of this budget.
  public func isUnspent(since earlier: SliceBudget) -> Bool { left == earlier.left }

  /// Pays for work on a record, or on a part of the feed, of `bytes` bytes.
  public mutating func spend(on work: Work, bytes: Int) {
    left -= price(of: work, bytes: max(0, bytes))
  }

  /// The number of bytes that `work` may still search.
  public func bytes(for work: Work) -> Int {
    switch work {
    case .looking, .passing, .decoding, .reading: max(0, left)
    case .scanning: max(0, min(left, .max / 4)) * 4
    case .matching: max(0, min(left, .max / 16)) * 16
    }
  }

  private func price(of work: Work, bytes: Int) -> Int {
    switch work {
    case .looking: min(256, max(64, bytes / 16))
    case .passing: 16
    case .decoding: max(1_024, bytes)
    case .reading: max(4_096, bytes)
    case .scanning: max(128, bytes / 4)
    case .matching: bytes / 16
    }
  }
}

/// The laps of a loop that spends a budget.
///
/// The loop ends once the budget is spent, and after a lap that spent nothing, whatever its other conditions say: a loop
/// that makes no progress would keep every key and signal waiting.
public struct SliceLaps: Sendable {
  private var before: SliceBudget?

  /// Creates the laps of a loop that has not begun.
  public init() {}

  /// Whether another lap may begin.
  public mutating func goOn(_ budget: SliceBudget) -> Bool {
    guard !budget.isSpent, before.map({ !budget.isUnspent(since: $0) }) ?? true else {
      return false
    }
    before = budget
    return true
  }
}
