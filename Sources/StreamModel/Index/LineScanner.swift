/// Finds the records of a feed with one record per line, and tells activities from posts.
struct LineScanner {
  private let typeKey = ByteNeedle("\"type\"")
  private let postKey = ByteNeedle("\"post\"")

  /// Whether lines may add to posts on other lines, as in the native format.
  private let hasActivities: Bool
  /// Whether a line that does not end as an object does may have been cut short.
  private let areObjects: Bool
  private var offset: Int
  private(set) var lineStart: Int
  private var ordinal = 0
  /// The end of the bytes searched for `typeKey`, and the first match there at or after the line.
  private var searchedTo = 0
  private var typeHit: Int?
  private var isFinished = false

  /// - Parameter isFinished: whether the lines end at `origin` so far.
  init(
    origin: Int,
    hasActivities: Bool = true,
    areObjects: Bool = true,
    isFinished: Bool = false
  ) {
    self.hasActivities = hasActivities
    self.areObjects = areObjects
    self.isFinished = isFinished
    offset = origin
    lineStart = origin
  }

  mutating func advance(
    _ slice: ScanSlice,
    into findings: inout Findings
  ) throws(FeedError) -> ScanProgress {
    let limit = slice.end(from: offset)
    let lines = slice.lines
    while !isFinished, offset < limit {
      let bytes = try slice.window.bytes(at: offset)
      guard !bytes.isEmpty else {
        guard slice.isComplete else { return .waiting }
        try finishLine(at: offset, bytes: nil, from: 0, lines: lines, into: &findings)
        isFinished = true
        break
      }
      let start = offset
      var at = 0
      while let end = bytes.index(of: 0x0A, in: at..<bytes.count) {
        let isHere = lineStart >= start
        try finishLine(
          at: start + end,
          bytes: isHere ? bytes : nil,
          from: start,
          lines: lines,
          into: &findings
        )
        at = end + 1
        lineStart = start + at
        if at >= bytes.count || lineStart >= limit { break }
      }
      offset = at > 0 && lineStart >= limit ? lineStart : start + bytes.count
    }
    return isFinished ? .done : .more
  }

  /// Continues after the former end if a complete line ended there.
  mutating func resume() -> Bool {
    guard isFinished, lineStart == offset else { return false }
    isFinished = false
    return true
  }

  /// Records the line that ends at `end`; `bytes`, if given, begin at `from` and contain all of it.
  private mutating func finishLine(
    at end: Int,
    bytes: Bytes?,
    from: Int,
    lines: ByteWindow,
    into findings: inout Findings
  ) throws(FeedError) {
    let length = end - lineStart
    guard length > 0 else { return }
    let held: Bytes
    let start: Int
    if let bytes {
      (held, start) = (bytes, from)
    } else {
      guard length <= Limits.record else { return addTooLong(lineStart..<end, &findings) }
      (held, start) = (try lines.slice(at: lineStart, length: length), lineStart)
    }
    let line = UnsafeBufferPointer(rebasing: held[(lineStart - start)...].prefix(length))
    let range = trimmed(line, lineStart..<end)
    guard !range.isEmpty else { return }
    guard range.count <= Limits.record else { return addTooLong(range, &findings) }
    defer { ordinal += 1 }
    let blanks = range.lowerBound - lineStart
    let record = UnsafeBufferPointer(rebasing: line[blanks..<blanks + range.count])
    if hasActivities, findType(in: held, from: start, line: range),
      addActivity(range, record, &findings)
    {
      return
    }
    if areObjects, record.last != Self.objectEnd { findings.suspect(findings.index.entries.count) }
    findings.index.append(range, ordinal: ordinal)
  }

  /// The last byte of a complete record: a line that was cut short seldom ends so.
  private static let objectEnd = UInt8(ascii: "}")

  private mutating func addTooLong(_ range: Range<Int>, _ findings: inout Findings) {
    let fault = JSONError(
      offset: range.lowerBound,
      message: "record of \(range.count) bytes (expected at most \(Limits.record))"
    )
    findings.index.append(broken: range, ordinal: ordinal, fault: fault)
    ordinal += 1
  }

  private func addActivity(_ range: Range<Int>, _ line: Bytes, _ findings: inout Findings) -> Bool {
    // Attachments also have a type: a complete line that names no post is not an activity.
    guard line.last != 0x7D || postKey.first(in: line) != nil else { return false }
    switch RecordDecoder.activityLine(line) {
    case .record: return false
    case .broken(let fault, let path):
      findings.report(at: range.lowerBound + fault.offset, path: "$" + path, fault.message)
    case .activity(.other, _):
      findings.report(
        at: range.lowerBound,
        path: "$.type",
        "unknown activity (expected \"post\", \"like\", \"comment\", \"reshare\", \"update\" or \"delete\")"
      )
    case .activity(let kind, let post): findings.activities.append(range, kind: kind, post: post)
    }
    return true
  }

  /// Whether the line contains the key "type"; one search serves all lines up to the next match.
  private mutating func findType(in bytes: Bytes, from: Int, line: Range<Int>) -> Bool {
    let end = from + bytes.count
    let isStale = typeHit.map { $0 < line.lowerBound } ?? false
    if searchedTo < line.upperBound || isStale {
      typeHit = nil
      searchedTo = end
      typeHit = typeKey.first(in: bytes, from: line.lowerBound - from).map { from + $0 }
    }
    return typeHit.map { $0 < line.upperBound } ?? false
  }

  private func trimmed(_ line: Bytes, _ range: Range<Int>) -> Range<Int> {
    var low = 0
    var high = min(line.count, range.count)
    while low < high, isBlank(line[low]) { low += 1 }
    while high > low, isBlank(line[high - 1]) { high -= 1 }
    return range.lowerBound + low..<range.lowerBound + high
  }

  /// Whether `byte` is white space or the record separator of RFC 7464.
  private func isBlank(_ byte: UInt8) -> Bool {
    byte == 0x20 || byte == 0x0D || byte == 0x09 || byte == 0x1E
  }
}
