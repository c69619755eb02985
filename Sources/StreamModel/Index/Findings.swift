struct Findings {
  struct Finding {
    let offset: Int
    let path: String
    let message: String
  }

  var index = RecordIndex()
  var title: String?
  var head = SyndicationHead()
  var facts = FeedFacts()
  var activities = ActivityTable()
  private(set) var pending: [Finding] = []
  /// The rows since they were last taken that look malformed and must be decoded to find out.
  private var suspects: [Int] = []
  /// Counts every problem; the first ``Limits/problems`` are kept.
  private var kept = 0
  var endsEarly = false

  mutating func report(at offset: Int, path: String = "", _ message: String) {
    kept += 1
    if kept <= Limits.problems {
      pending.append(Finding(offset: offset, path: path, message: message))
    } else if kept == Limits.problems + 1 {
      pending.append(
        Finding(offset: offset, path: "", message: "further problems of the document not listed")
      )
    }
  }

  mutating func reportEarlyEnd(at offset: Int, path: String = "", expected: String) {
    endsEarly = true
    report(at: offset, path: path, "input ended early (expected \(expected))")
  }

  mutating func suspect(_ row: Int) { suspects.append(row) }

  mutating func takeSuspects() -> [Int] {
    defer { suspects.removeAll() }
    return suspects
  }

  mutating func takePending() -> [Finding] {
    defer { pending = [] }
    return pending
  }
}

struct ScanSlice {
  let budget: Int
  let window: ByteWindow
  /// The window for lines that the other one does not contain as a whole.
  let lines: ByteWindow
  let isComplete: Bool

  func end(from start: Int) -> Int {
    let (sum, isTooFar) = start.addingReportingOverflow(budget)
    return isTooFar ? .max : sum
  }
}

/// The work that a scan has left.
public enum ScanProgress: Sendable {
  case more
  /// All bytes so far are scanned; more may come.
  case waiting
  case done
}

extension Findings {
  /// Records the fact about the feed in the value at the position of `decoder`.
  mutating func take(
    _ fact: FeedFact,
    from decoder: inout RecordDecoder,
    at offset: Int,
    path: String
  ) throws(JSONError) {
    switch fact {
    case .version:
      let version = try decoder.count()
      if version != 1, decoder.notes.isEmpty {
        report(at: offset, path: path, "unknown version (expected 1)")
      }
    case .title: title = try decoder.filledText() ?? title
    // The number is not shown; a malformed one is a problem.
    case .total: _ = try decoder.count()
    case .icon: facts.icon = try decoder.address() ?? facts.icon
    case .names: title = try decoder.localizedText()?.text ?? title
    case .summary: facts.summary = try decoder.localizedText()?.text ?? facts.summary
    // Relative addresses in records refer to it.
    case .homePage: facts.homePage = try decoder.address() ?? facts.homePage
    case .language: facts.language = try decoder.filledText() ?? facts.language
    case .context: facts.language = try decoder.contextLanguage() ?? facts.language
    case .author:
      // The newer list of authors takes precedence in any position.
      let author = try decoder.jsonFeedAuthor()
      if !facts.authorIsListed { facts.author = author ?? facts.author }
    case .authors:
      if let author = Account(together: try decoder.jsonFeedAuthors()) {
        facts.author = author
        facts.authorIsListed = true
      }
    case .namedAccounts:
      facts.namedAccounts.merge(try decoder.mastodonAccounts()) { old, _ in old }
    case .namedStatuses: facts.namedPosts.merge(try decoder.mastodonStatuses()) { old, _ in old }
    }
    switch fact {
    case .version, .title, .names, .summary, .total, .icon: break
    // Records are read with the others.
    default: if !index.entries.isEmpty { facts.revision += 1 }
    }
  }
}

/// The position of each row's record in the source, in document order.
struct RecordIndex {
  struct Entry {
    let start: Int
    private let bits: UInt32
    /// The record's number in its list, for its path; lost records leave gaps.
    let ordinal: UInt32

    init(_ kept: KeptIndex.Record) {
      self.init(kept.start..<kept.start + kept.length, isBroken: false, ordinal: 0)
    }

    init(_ range: Range<Int>, isBroken: Bool, ordinal: Int) {
      start = range.lowerBound
      let length = UInt32(clamping: range.count)
      bits = min(length, UInt32.max >> 1) << 1 | (isBroken ? 1 : 0)
      self.ordinal = UInt32(clamping: ordinal)
    }

    var length: Int { Int(bits >> 1) }
    var isBroken: Bool { bits & 1 == 1 }
    var range: Range<Int> { start..<start + length }
  }

  private struct List {
    let firstRow: Int
    let path: String
    let isSingle: Bool
  }

  private(set) var entries = RecordEntries()
  private var lists: [List] = []
  /// The faults of records that are malformed beyond decoding, by row; offsets are in the source.
  private(set) var breaks: [Int: JSONError] = [:]

  mutating func begin(with kept: KeptIndex) { entries = RecordEntries(kept) }

  mutating func beginList(_ path: String, isSingle: Bool = false) {
    if let last = lists.last {
      if last.path == path, last.isSingle == isSingle { return }
      if last.firstRow == entries.count { lists.removeLast() }
    }
    lists.append(List(firstRow: entries.count, path: path, isSingle: isSingle))
  }

  /// Returns the prefix of the row's paths, such as `$.posts[3]`.
  func path(ofRow row: Int) -> String {
    guard entries.indices.contains(row) else { return "$" }
    let next = lists.partitioningIndex { $0.firstRow > row }
    guard next > 0 else { return "$" }
    let list = lists[next - 1]
    return list.isSingle ? list.path : list.path + "[\(entries[row].ordinal)]"
  }

  mutating func append(_ range: Range<Int>, ordinal: Int) {
    entries.append(Entry(range, isBroken: false, ordinal: ordinal))
  }

  /// Appends a record that the scan could not follow; the offset of `fault` is in the source.
  mutating func append(broken range: Range<Int>, ordinal: Int, fault: JSONError) {
    breaks[entries.count] = fault
    entries.append(Entry(range, isBroken: true, ordinal: ordinal))
  }

  func entry(at offset: Int) -> Int? {
    let next = entries.partitioningIndex { $0.start > offset }
    return next > 0 ? next - 1 : nil
  }
}

/// The entries of records that are kept, then those that were found.
struct RecordEntries: RandomAccessCollection {
  let kept: KeptIndex?
  let keptCount: Int
  private var found = ChunkedList<RecordIndex.Entry>()

  init(_ kept: KeptIndex? = nil) {
    self.kept = kept
    keptCount = kept?.count ?? 0
  }

  var startIndex: Int { 0 }
  var endIndex: Int { keptCount + found.count }

  subscript(position: Int) -> RecordIndex.Entry {
    guard position < keptCount, let kept else { return found[position - keptCount] }
    return RecordIndex.Entry(kept[position])
  }

  /// The entry of a record; nil where there is none.
  subscript(number number: Int) -> RecordIndex.Entry? {
    number >= 0 && number < endIndex ? self[number] : nil
  }

  mutating func append(_ entry: RecordIndex.Entry) { found.append(entry) }
}

/// Converts byte offsets to lines and columns, counting from the nearest offset counted before.
final class PlaceFinder {
  private struct Mark {
    let offset: Int
    let line: Int
    let lineStart: Int
  }

  private static let stride = 256 << 10
  private let window: ByteWindow
  private var isStarted = false
  /// One mark per stride in ascending order, without gaps from the start.
  private var marks: [Mark]
  private var cursor: Mark

  init(_ source: any ByteSource) {
    window = ByteWindow(source, capacity: 64 << 10)
    cursor = Mark(offset: 0, line: 1, lineStart: 0)
    marks = [cursor]
  }

  /// Returns the line and the column in bytes, both from 1.
  func place(of offset: Int) -> (line: Int, column: Int) {
    if !isStarted { start() }
    var mark = start(for: offset)
    while mark.offset < offset {
      let next = min(offset, (marks.last?.offset ?? 0) + Self.stride)
      let target = next > mark.offset ? next : offset
      guard let bytes = try? window.slice(at: mark.offset, length: target - mark.offset),
        !bytes.isEmpty
      else { break }
      mark = count(bytes, from: mark)
      if let last = marks.last, mark.offset - last.offset >= Self.stride { marks.append(mark) }
    }
    cursor = mark
    return (mark.line, max(1, offset - mark.lineStart + 1))
  }

  /// Starts at the first byte, so that its columns count from after a byte order mark.
  private func start() {
    isStarted = true
    guard let bytes = try? window.slice(at: 0, length: 3) else { return }
    cursor = Mark(offset: 0, line: 1, lineStart: Sniffer.origin(bytes))
    marks = [cursor]
  }

  private func start(for offset: Int) -> Mark {
    let mark = marks[max(0, marks.partitioningIndex { $0.offset > offset } - 1)]
    return cursor.offset <= offset && cursor.offset > mark.offset ? cursor : mark
  }

  private func count(_ bytes: Bytes, from mark: Mark) -> Mark {
    var line = mark.line
    var lineStart = mark.lineStart
    var at = 0
    while at < bytes.count, let end = bytes.index(of: 0x0A, in: at..<bytes.count) {
      at = end + 1
      line += 1
      lineStart = mark.offset + at
    }
    return Mark(offset: mark.offset + bytes.count, line: line, lineStart: lineStart)
  }
}
