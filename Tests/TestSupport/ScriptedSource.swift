package import StreamModel

/// A source of records for tests: shows those of a feed in any order, and has them come, go and
/// change as the test says.
///
/// Each step takes effect at the next `advance(bytes:)`, as bytes do that a real source receives:
///
///     let source = try ScriptedSource(feed, records: 20)
///     let timeline = Timeline(sources: [source], order: .document)
///     _ = try timeline.advance(bytes: 1)
///     source.prepend(12)
///     source.remove(at: 14)
///     _ = try timeline.advance(bytes: 1)
///     timeline.takeChanges()
///
/// The next record is the one of the feed that was not shown yet; after the last comes the first.
package final class ScriptedSource: RecordSource {
  private enum Step {
    case insert(at: Int)
    case append
    case remove(at: Int)
    case update(at: Int)
    case end
  }

  /// The name for messages, as given.
  package let name: String
  /// What the source calls itself; the test may set it.
  package var title: String?
  /// The records that the script shows, all found.
  package let feed: Feed
  private let isLive: Bool
  private var steps: [Step] = []
  private var changes: [SourceChange] = []
  /// The numbers by position.
  private var shown: [Int] = []
  /// By number: the position, if it is shown; the record of the feed; how often it was updated.
  private var positions: [Int?] = []
  private var records: [Int] = []
  private var revisions: [Int] = []
  private var next = 0
  private var hasEnded = false

  /// - Parameters:
  ///   - feed: where the records come from; it is scanned to its end now.
  ///   - count: how many of them are appended before the first step of the test.
  ///   - name: the name for messages and for rows of several sources.
  ///   - isLive: whether the source waits for bytes between its steps, as a pipe does. Else it has
  ///     always more to scan until it ends.
  package init(
    _ feed: Feed,
    records count: Int = 0,
    name: String = "script",
    isLive: Bool = true
  ) throws {
    self.feed = feed
    self.name = name
    self.isLive = isLive
    while try feed.advance(bytes: 1 << 20) == .more {}
    append(count)
  }

  /// Shows the next records of the feed after those that are shown.
  package func append(_ count: Int = 1) {
    for _ in 0..<count { steps.append(.append) }
  }

  /// Shows the next records of the feed before those that are shown; the last of them comes first.
  package func prepend(_ count: Int = 1) {
    for _ in 0..<count { insert(at: 0) }
  }

  /// Shows the next record of the feed at a position, or at the end if there are fewer.
  package func insert(at position: Int) {
    steps.append(.insert(at: position))
  }

  /// Takes the record at a position away; nothing happens where there is none.
  package func remove(at position: Int) {
    steps.append(.remove(at: position))
  }

  /// Makes the record at a position say what the next record of the feed says; nothing happens where
  /// there is none.
  package func update(at position: Int) {
    steps.append(.update(at: position))
  }

  /// Says that no more comes; a step after it goes on.
  package func end() {
    steps.append(.end)
  }

  /// How many records are shown.
  package var recordCount: Int { shown.count }
  /// How many records were ever shown.
  package var numberLimit: Int { records.count }
  /// Whether the script has ended and all its steps were taken.
  package var isIndexed: Bool { hasEnded && steps.isEmpty }
  /// How many records are shown: a script cannot be guessed.
  package var estimatedCount: Int { shown.count }
  /// None.
  package var problems: [FeedProblem] { [] }
  /// How many records of the feed were decoded.
  package var decodeCount: Int { feed.decodeCount }

  /// The number of the record at a position; nil where there is none.
  package func number(at position: Int) -> Int? {
    shown.indices.contains(position) ? shown[position] : nil
  }

  /// The position of a record; nil if it was removed or never shown.
  package func position(ofNumber number: Int) -> Int? {
    positions.indices.contains(number) ? positions[number] : nil
  }

  /// The record, or a problem where there is none.
  package func former(ofNumber number: Int) -> Post? {
    records.indices.contains(number) ? feed.former(ofNumber: records[number]) : nil
  }

  package func record(number: Int) -> Feed.Record {
    guard position(ofNumber: number) != nil else {
      let message = "no record \(number)"
      return .problem(FeedProblem(source: name, line: nil, column: nil, path: "", message: message))
    }
    return feed.record(at: records[number])
  }

  /// How often the record was updated.
  package func revision(ofNumber number: Int) -> Int {
    revisions.indices.contains(number) ? revisions[number] : 0
  }

  /// How many bytes the record takes in the feed; 0 where there is none.
  package func byteCount(ofNumber number: Int) -> Int {
    position(ofNumber: number) == nil ? 0 : feed.byteCount(ofNumber: records[number])
  }

  /// Whether the bytes of the record may show the word of `needle`.
  package func mayShow(_ needle: TextNeedle, number: Int) -> Bool {
    position(ofNumber: number) != nil && feed.mayShow(needle, number: records[number])
  }

  /// The first record from a number on that may show the word, within a budget in bytes.
  package func search(_ needle: TextNeedle, fromNumber: Int, bytes: Int) -> Feed.Search {
    var left = bytes
    var number = max(0, fromNumber)
    while number < numberLimit {
      if mayShow(needle, number: number) { return .found(number) }
      left -= byteCount(ofNumber: number) + 1
      number += 1
      if left <= 0, number < numberLimit { return .paused(next: number) }
    }
    return isIndexed ? .exhausted : .paused(next: number)
  }

  /// Takes the steps so far; then waits, has more to scan, or is done.
  package func advance(bytes: Int) throws(FeedError) -> Feed.Progress {
    for step in steps { take(step) }
    steps = []
    if hasEnded { return .done }
    return isLive ? .waiting : .more
  }

  /// The changes since the last call, in order.
  package func takeChanges() -> [SourceChange] {
    defer { changes = [] }
    return changes
  }

  /// Never: a step goes on by itself.
  package func resume() -> Bool { false }

  /// Drops the decoded records of the feed.
  package func clearCaches() {
    feed.clearCaches()
  }

  private func take(_ step: Step) {
    hasEnded = false
    switch step {
    case .append: show(at: shown.count)
    case .insert(let position): show(at: min(max(0, position), shown.count))
    case .remove(let position): hide(at: position)
    case .update(let position):
      guard let number = number(at: position), let record = nextRecord() else { return }
      records[number] = record
      revisions[number] += 1
      changes.append(.updated(number: number))
    case .end: hasEnded = true
    }
  }

  private func show(at position: Int) {
    guard let record = nextRecord() else { return }
    shown.insert(numberLimit, at: position)
    records.append(record)
    revisions.append(0)
    positions.append(position)
    findPositions(from: position)
    if case .inserted(let last) = changes.last, last.upperBound == position {
      changes[changes.count - 1] = .inserted(positions: last.lowerBound..<position + 1)
    } else {
      changes.append(.inserted(positions: position..<position + 1))
    }
  }

  private func hide(at position: Int) {
    guard let number = number(at: position) else { return }
    shown.remove(at: position)
    positions[number] = nil
    findPositions(from: position)
    changes.append(.removed(number: number, position: position))
  }

  private func findPositions(from first: Int) {
    for position in first..<max(first, shown.count) { positions[shown[position]] = position }
  }

  private func nextRecord() -> Int? {
    guard feed.recordCount > 0 else { return nil }
    defer { next += 1 }
    return next % feed.recordCount
  }
}

extension TextNeedle {
  /// A needle for a word as it stands, with its capitals and accents.
  package init(exactly word: String) {
    let scalars = word.unicodeScalars.map(\.value)
    let variants = scalars.filter { $0 >= 0x80 }.map { ($0, [$0]) }
    self.init(
      scalars,
      ignoringCase: false,
      variants: Dictionary(variants, uniquingKeysWith: { one, _ in one })
    )
  }
}
