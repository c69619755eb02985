/// The sources of a run: each has a number that names its records in every stream, and a slot by which flags
/// are remembered.
///
/// A source is held as long as a stream shows it. Its number is never used again, so that no old name ever means
/// a new record; its slot goes on to the source that a reload reads in its place, or that shows the same again.
public final class Library {
  /// The most sources of a run; reloads count.
  static let mostSources = Int(UInt16.max)

  private var shared: [SharedChanges] = []
  private var users: [Int] = []
  private var nextSlot = 0
  /// The counter of the sources that have grown after their end.
  let resumptions = Resumptions()

  /// A library without sources.
  public init() {}

  /// The slot of the nth source of which nothing is remembered under its own name, counted from 0.
  ///
  /// It is negative, so that no store takes it for a source that it knows.
  public static func slot(ofUnnamed number: Int) -> Int { -1 - number }

  /// Takes in a source.
  ///
  /// - Parameter slot: the slot of a source that shows the same; nil for a new one.
  /// - Returns: its number; nil if there were 65,535 sources already.
  package func add(_ source: any RecordSource, slot: Int? = nil) -> Int? {
    guard shared.count < Self.mostSources else { return nil }
    let number = shared.count
    let taken = slot ?? nextSlot
    nextSlot = max(nextSlot, taken &+ 1)
    shared.append(SharedChanges(source, number: number, slot: taken, resumptions))
    users.append(0)
    return number
  }

  var count: Int { shared.count }

  func noteResumption() { resumptions.count &+= 1 }

  func source(_ number: Int) -> (any RecordSource)? {
    shared.indices.contains(number) ? shared[number].source : nil
  }

  /// Whether a stream shows the source of this number now.
  public func isShown(_ number: Int) -> Bool { users.indices.contains(number) && users[number] > 0 }

  /// The slot of a source; nil where there is none.
  public func slot(of number: Int) -> Int? {
    shared.indices.contains(number) ? shared[number].slot : nil
  }

  /// Counts a stream that begins to show sources; returns them in the order of their numbers, each once.
  ///
  /// Numbers that were not given out are left out.
  func borrow(_ numbers: [Int]) -> [SharedChanges] {
    let known = Set(numbers).filter(shared.indices.contains).sorted()
    for number in known { users[number] += 1 }
    return known.map { shared[$0] }
  }

  /// Counts a stream that shows sources no longer; a source that no stream shows is let go.
  func release(_ sources: [SharedChanges]) {
    for source in sources {
      users[source.number] -= 1
      guard users[source.number] <= 0 else { continue }
      shared[source.number] = SharedChanges(
        RetiredSource(source.source),
        number: source.number,
        slot: source.slot,
        resumptions
      )
    }
  }
}

/// Stands for a source whose records were replaced by a reload: it holds nothing, but its number is
/// taken, so that no old name ever means a new record.
private final class RetiredSource: RecordSource {
  let name: String
  let title: String? = nil
  let recordCount = 0
  let numberLimit = 0
  let isIndexed = true
  let estimatedCount = 0
  let problems: [FeedProblem] = []
  let decodeCount: Int

  init(_ source: any RecordSource) {
    name = source.name
    decodeCount = source.decodeCount
  }

  func number(at position: Int) -> Int? { nil }
  func position(ofNumber number: Int) -> Int? { nil }
  func record(number: Int) -> FeedRecord {
    let message = "was replaced when the feed was reloaded"
    return .problem(FeedProblem(source: name, message: message))
  }
  func revision(ofNumber number: Int) -> Int { 0 }
  func byteCount(ofNumber number: Int) -> Int { 0 }
  func advance(bytes: Int) throws(FeedError) -> ScanProgress { .done }
  func takeChanges() -> [SourceChange] { [] }
  func resume() -> Bool { false }
  func clearCaches() {}
}

/// Counts how often a source of a library has grown after its end, as a log does.
final class Resumptions {
  fileprivate(set) var count = 0
}

/// Passes the changes of a source on to each of its followers: the rows that are shown, and those
/// that are being put in another order.
final class SharedChanges {
  let source: any RecordSource
  let number: Int
  let slot: Int
  private var waiting: [Int: [SourceChange]] = [:]
  private var followerCount = 0
  let resumptions: Resumptions

  init(_ source: any RecordSource, number: Int, slot: Int, _ resumptions: Resumptions) {
    self.source = source
    self.resumptions = resumptions
    self.number = number
    self.slot = slot
  }

  /// Begins to follow the source; whatever it holds now is no change.
  func follow() -> Follower {
    distribute()
    followerCount += 1
    waiting[followerCount] = []
    return Follower(changes: self, number: followerCount)
  }

  fileprivate func take(_ follower: Int) -> [SourceChange] {
    distribute()
    guard let taken = waiting[follower], !taken.isEmpty else { return [] }
    waiting[follower] = []
    return taken
  }

  fileprivate func leave(_ follower: Int) { waiting[follower] = nil }

  private func distribute() {
    let changes = source.takeChanges()
    guard !changes.isEmpty else { return }
    for follower in waiting.keys { waiting[follower]? += changes }
  }

  struct Follower {
    fileprivate let changes: SharedChanges
    fileprivate let number: Int

    func takeChanges() -> [SourceChange] { changes.take(number) }

    func leave() { changes.leave(number) }
  }
}

/// The name of a record in a timeline, valid for one run: its source, and a number within it.
///
/// Stays the same when other records come, go or change places. The order of ids is the order of
/// storage: source by source, number by number. It says nothing about the order of rows.
public struct RecordID: Hashable, Comparable, Sendable {
  private let sourceBits: UInt16
  private let numberBits: UInt32

  /// The number of the source, from 0, in the order in which the sources were named.
  public var source: Int { Int(sourceBits) }
  /// The record's number within its source, from 0; see ``RecordSource``.
  public var number: Int { Int(numberBits) }

  /// Names the record `number` of `source`.
  ///
  /// Sources beyond 65,535 and numbers beyond 4,294,967,295 count as the last one possible.
  public init(source: Int, number: Int) {
    sourceBits = UInt16(clamping: source)
    numberBits = UInt32(clamping: number)
  }

  /// Whether `one` comes before `other` in storage.
  public static func < (one: RecordID, other: RecordID) -> Bool {
    one.sourceBits != other.sourceBits
      ? one.sourceBits < other.sourceBits : one.numberBits < other.numberBits
  }
}

/// One change of the rows of a timeline.
///
/// Positions are those at the time of the change.
public enum RowChange: Equatable, Sendable {
  case inserted(Range<Int>)
  case removed(RecordID, position: Int)
  case updated(RecordID)
  /// Later bytes may have added to any record.
  case updatedAny
  /// All rows have moved, and records that were not rows may be rows now.
  case reordered
}

/// The changes of a timeline that nobody has taken yet, as few as say the same.
struct ChangeLog {
  /// More updated records than this are reported as "any".
  private static let updatedLimit = 1_000

  private var moves: [RowChange] = []
  private var updated: Set<RecordID> = []
  private var updatedAny = false
  /// So many records were updated that they are not told one by one.
  private var isOverfull = false

  mutating func reorder() {
    self = ChangeLog()
    moves = [.reordered]
  }

  /// Rows came in; those next to or within the rows that came just before join them.
  mutating func insert(_ rows: Range<Int>) {
    guard !rows.isEmpty else { return }
    if case .inserted(let last) = moves.last, last.lowerBound <= rows.lowerBound,
      rows.lowerBound <= last.upperBound
    {
      moves[moves.count - 1] = .inserted(last.lowerBound..<last.upperBound + rows.count)
    } else {
      moves.append(.inserted(rows))
    }
  }

  mutating func remove(_ id: RecordID, at row: Int) {
    updated.remove(id)
    moves.append(.removed(id, position: row))
  }

  mutating func update(_ id: RecordID) {
    guard !isOverfull else { return }
    updated.insert(id)
    guard updated.count > Self.updatedLimit else { return }
    isOverfull = true
    updated = []
  }

  mutating func updateAny() { updatedAny = true }

  /// The changes in order; updates, which move no row, come last.
  mutating func take() -> [RowChange] {
    defer {
      moves = []
      updated = []
      updatedAny = false
      isOverfull = false
    }
    let any = updatedAny || isOverfull
    return moves + updated.sorted().map { .updated($0) } + (any ? [.updatedAny] : [])
  }
}
