/// The sources of a run: each has a number that names its records in every stream, and a slot by which flags
/// are remembered.
///
/// A source is held as long as a stream shows it. Its number is never used again, so that no old name ever means
/// a new record; its slot goes on to the source that a reload reads in its place, or that shows the same again.
public final class Library {
  /// The most sources of a run; reloads count.
  static let mostSources = Int(UInt16.max)

  private var shared: [SharedChanges] = []
  /// The number of streams that show each source.
  private var users: [Int] = []
  private var nextSlot = 0

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
    shared.append(SharedChanges(source, number: number, slot: taken))
    users.append(0)
    return number
  }

  /// The number of sources so far.
  var count: Int { shared.count }

  /// The source of this number; nil where there is none.
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
        slot: source.slot
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
  func record(number: Int) -> Feed.Record {
    let message = "was replaced when the feed was reloaded"
    return .problem(FeedProblem(source: name, line: nil, column: nil, path: "", message: message))
  }
  func revision(ofNumber number: Int) -> Int { 0 }
  func byteCount(ofNumber number: Int) -> Int { 0 }
  func advance(bytes: Int) throws(FeedError) -> Feed.Progress { .done }
  func takeChanges() -> [SourceChange] { [] }
  func resume() -> Bool { false }
  func clearCaches() {}
}
