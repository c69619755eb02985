/// Finds the records of an XML feed, its `item` or `entry` elements, even if the rest is malformed.
///
/// Only tags that open or close a record are examined. Comments, CDATA sections and processing
/// instructions are skipped as a whole (XML 1.0, sections 2.5 to 2.7).
struct MarkupScanner {
  private enum State {
    case content
    /// Inside a comment, whose end may begin in the last bytes of a piece.
    case comment
    case cdata, instruction, endTag, finished
    case startTag(Quoted)
  }

  private struct Quoted {
    let start: Int
    var quote: UInt8 = 0
    var last: UInt8 = 0
  }

  private struct Open {
    let start: Int
    let name: [UInt8]
  }

  /// More bytes than any name of interest has, with its introduction.
  private static let lookahead = 64
  /// The longest start tag in bytes; a tag whose quotes never close ends there.
  private static let longestTag = 1 << 20
  private static let commentEnd = ByteNeedle("-->")
  private static let cdataEnd = ByteNeedle("]]>")
  private static let instructionEnd = ByteNeedle("?>")
  private let root: [UInt8]
  private var state = State.content
  private var offset: Int
  private var record: Open?
  private var ordinal = 0
  private(set) var headEnd: Int?
  private(set) var tailStart: Int?
  private var isRootClosed = false

  /// Scans from the root element on; it begins at `offset` and is called `root`, as written.
  init(root: [UInt8], offset: Int) {
    self.root = root
    self.offset = offset
  }

  mutating func advance(
    _ slice: ScanSlice,
    into findings: inout Findings
  ) throws(FeedError) -> ScanProgress {
    let limit = slice.end(from: offset)
    while offset < limit {
      if case .finished = state { return .done }
      var bytes = try slice.window.bytes(at: offset)
      if bytes.count < Self.lookahead {
        bytes = try slice.window.bytes(at: offset, needed: Self.lookahead)
        guard bytes.count >= Self.lookahead || slice.isComplete else { return .waiting }
      }
      guard !bytes.isEmpty else {
        finish(&findings)
        return .done
      }
      let isLast = slice.isComplete && bytes.count < Self.lookahead
      // Stay within the budget, so that a key need not wait for the whole window.
      let piece = bytes.prefix(max(limit - offset, Self.lookahead))
      step(UnsafeBufferPointer(rebasing: piece), isLast: isLast, &findings)
      if let record, offset - record.start > Limits.record { abandon(record, &findings) }
    }
    if case .finished = state { return .done }
    return .more
  }

  // MARK: Between tags

  private mutating func step(_ bytes: Bytes, isLast: Bool, _ findings: inout Findings) {
    switch state {
    case .content: content(bytes, isLast: isLast, &findings)
    case .comment: cross(bytes, Self.commentEnd)
    case .cdata: cross(bytes, Self.cdataEnd)
    case .instruction: cross(bytes, Self.instructionEnd)
    case .startTag(let tag): startTag(bytes, tag, &findings)
    case .endTag: endTag(bytes, &findings)
    case .finished: break
    }
  }

  /// Jumps from "<" to "<" until the state changes or the piece ends.
  private mutating func content(_ bytes: Bytes, isLast: Bool, _ findings: inout Findings) {
    guard let base = bytes.baseAddress else { return }
    let start = offset
    let initial = record?.name.first
    var at = 0
    while let found = bytes.index(of: 0x3C, in: at..<bytes.count) {
      at = found
      // A tag that is cut off by the end of the piece is read again with more bytes.
      guard isLast || bytes.count - at >= Self.lookahead || at == 0 else {
        offset = start + at
        return
      }
      if let initial, bytes.count - at > 2, Self.isField(base + at, of: initial) {
        at += 1
        continue
      }
      let rest = UnsafeBufferPointer(rebasing: bytes[at...])
      if take(rest, at: start + at, &findings) { return }
      at += 1
    }
    offset = start + bytes.count
  }

  /// Whether "<" introduces a tag that is irrelevant in a record whose name begins with `initial`.
  ///
  /// The first letter distinguishes most tags from the record's own.
  @inline(__always)
  private static func isField(_ tag: UnsafePointer<UInt8>, of initial: UInt8) -> Bool {
    switch tag[1] {
    case 0x2F: tag[2] != initial
    case 0x21, 0x3F: false
    case let byte: byte != initial
    }
  }

  /// Examines the markup after "<"; returns true if the state or the position has changed.
  private mutating func take(_ rest: Bytes, at place: Int, _ findings: inout Findings) -> Bool {
    guard rest.count > 1 else { return false }
    switch rest[1] {
    case 0x21:
      if rest.has("<!--") {
        enter(.comment, at: place + 4)
      } else if rest.has("<![CDATA[") {
        enter(.cdata, at: place + 9)
      } else {
        return false
      }
      return true
    case 0x3F:
      enter(.instruction, at: place + 2)
      return true
    case 0x2F:
      let name = MarkupName.prefix(of: UnsafeBufferPointer(rebasing: rest[2...]))
      if let record, name.elementsEqual(record.name) {
        enter(.endTag, at: place)
        return true
      }
      if record == nil, name.elementsEqual(root) { isRootClosed = true }
      return false
    default:
      let name = MarkupName.prefix(of: UnsafeBufferPointer(rebasing: rest[1...]))
      guard !name.isEmpty else {
        if record == nil {
          findings.report(at: place + 1, "unexpected byte after '<' (expected an element's name)")
        }
        return false
      }
      guard opensRecord(name) else { return false }
      if let record {
        findings.report(
          at: place,
          path: path,
          "<\(Self.text(record.name))> inside another (expected </\(Self.text(record.name))> first)"
        )
        close(at: place, record, &findings)
      }
      if headEnd == nil { headEnd = place }
      record = Open(start: place, name: Array(name))
      enter(.startTag(Quoted(start: place)), at: place + 1)
      return true
    }
  }

  private func opensRecord(_ name: Slice<Bytes>) -> Bool {
    if let record { return name.elementsEqual(record.name) }
    return MarkupName.isRecord(MarkupName.local(name))
  }

  private mutating func enter(_ next: State, at place: Int) {
    state = next
    offset = place
  }

  private static func text(_ name: [UInt8]) -> String { String(decoding: name, as: UTF8.self) }
  private var path: String { "//\(Self.text(record?.name ?? []))[\(ordinal + 1)]" }

  // MARK: Comments, CDATA sections and processing instructions

  /// Skips to the end of `ending`, which the end of the piece may cut off.
  private mutating func cross(_ bytes: Bytes, _ ending: ByteNeedle) {
    if let found = ending.first(in: bytes) {
      enter(.content, at: offset + found + ending.bytes.count)
    } else {
      offset += max(1, bytes.count - ending.bytes.count + 1)
    }
  }

  private mutating func startTag(_ bytes: Bytes, _ tag: Quoted, _ findings: inout Findings) {
    var tag = tag
    for (index, byte) in bytes.enumerated() {
      let isTooLong = offset + index - tag.start > Self.longestTag
      if tag.quote != 0, !isTooLong {
        if byte == tag.quote { tag.quote = 0 }
      } else if byte == 0x3E || isTooLong {
        let end = offset + index + 1
        enter(.content, at: end)
        if tag.last == 0x2F, let record { close(at: end, record, &findings) }
        return
      } else if (byte == 0x22 || byte == 0x27) && tag.last == 0x3D {
        tag.quote = byte
      }
      if byte > 0x20 { tag.last = byte }
    }
    offset += bytes.count
    state = .startTag(tag)
  }

  private mutating func endTag(_ bytes: Bytes, _ findings: inout Findings) {
    guard let found = bytes.index(of: 0x3E, in: 0..<bytes.count) else {
      offset += bytes.count
      return
    }
    let end = offset + found + 1
    enter(.content, at: end)
    if let record { close(at: end, record, &findings) }
  }

  // MARK: Records

  private mutating func close(at end: Int, _ open: Open, _ findings: inout Findings) {
    findings.index.append(open.start..<end, ordinal: ordinal)
    ordinal += 1
    tailStart = end
    record = nil
  }

  /// Gives up a record without an end in sight and continues with the next.
  private mutating func abandon(_ open: Open, _ findings: inout Findings) {
    let fault = JSONError(
      offset: open.start,
      message: "record too long (expected at most \(Limits.record) bytes)"
    )
    findings.index.append(broken: open.start..<offset, ordinal: ordinal, fault: fault)
    ordinal += 1
    tailStart = offset
    record = nil
    state = .content
  }

  /// Handles the end of the source: an open record is shown as far as it goes.
  private mutating func finish(_ findings: inout Findings) {
    if let record {
      let name = Self.text(record.name)
      findings.reportEarlyEnd(at: offset, path: path, expected: "</\(name)>")
      close(at: offset, record, &findings)
    } else if !isRootClosed {
      findings.reportEarlyEnd(at: offset, expected: "</\(Self.text(root))>")
    }
    state = .finished
  }
}
