/// Finds the records of a JSON document: the elements of its list, or values one after another.
struct DocumentScanner {
  private enum State {
    case start
    case key
    case colon
    case value
    case afterValue
    case element
    case afterElement
    case skim(Purpose)
    case tail
    /// Looking for the next record; `from` is where the broken one began, if it is a row.
    case lost(from: Int?, fault: JSONFault)
    case finished
  }

  private enum Purpose {
    case key
    case topValue
    case element
  }

  private let format: RecordLayout
  private let origin: Int
  private var state = State.start
  private var offset: Int
  private var skim = JSONSkim()
  private var valueStart = 0
  /// Where white space before the element began.
  private var leadStart = 0
  private var key = TopKey.other
  private var ordinal = 0
  private var isFirst = true
  private var recovery = Recovery()
  /// Whether a list of records was there at all.
  private(set) var hasList: Bool

  private enum TopKey {
    case version
    case title
    case total
    case posts
    case other
  }

  init(_ format: RecordLayout, origin: Int) {
    self.format = format
    self.origin = origin
    offset = origin
    hasList = format == .values
  }

  /// Reads about `budget` bytes further.
  mutating func advance(
    bytes budget: Int,
    window: ByteWindow,
    isComplete: Bool,
    into findings: inout Findings
  ) throws(FeedError) -> ScanStep {
    let (sum, isTooFar) = offset.addingReportingOverflow(budget)
    let limit = isTooFar ? Int.max : sum
    while offset < limit {
      if case .finished = state { return .done }
      let bytes = try window.bytes(at: offset)
      guard !bytes.isEmpty else {
        guard isComplete else { return .waiting }
        finish(&findings)
        return .done
      }
      switch state {
      case .skim(let purpose):
        try read(bytes, purpose, window, &findings)
      case .lost(let start, let fault):
        let isStuck = try !search(start, fault, window, isComplete, &findings)
        if isStuck { return .waiting }
      default:
        step(bytes, &findings)
      }
    }
    if case .finished = state { return .done }
    return .more
  }
}

// MARK: Values

extension DocumentScanner {
  /// Reads on in the value that is open.
  private mutating func read(
    _ bytes: UnsafeBufferPointer<UInt8>,
    _ purpose: Purpose,
    _ window: ByteWindow,
    _ findings: inout Findings
  ) throws(FeedError) {
    switch skim.read(bytes) {
    case .more:
      offset += bytes.count
      if purpose == .element, offset - valueStart > Limits.record {
        lose(at: offset, "record too long (expected at most \(Limits.record) bytes)", &findings)
      }
    case .ended(let end):
      offset += end
      try close(purpose, window, &findings)
    case .broken(let at):
      lose(at: offset + at, "unexpected byte (expected JSON)", &findings)
    }
  }

  private mutating func open(_ purpose: Purpose) {
    skim = JSONSkim()
    valueStart = offset
    state = .skim(purpose)
  }

  private mutating func close(
    _ purpose: Purpose,
    _ window: ByteWindow,
    _ findings: inout Findings
  ) throws(FeedError) {
    switch purpose {
    case .element:
      findings.index.append(valueStart..<offset, ordinal: ordinal)
      if recovery.wantsMore { try learn(to: offset, window) }
      ordinal += 1
      isFirst = false
      state = format == .values ? .element : .afterElement
      leadStart = offset
    case .key:
      key = topKey(try window.slice(at: valueStart, length: min(offset - valueStart, 64)))
      state = .colon
    case .topValue:
      if key != .other, offset - valueStart <= Limits.text {
        note(try window.slice(at: valueStart, length: offset - valueStart), &findings)
      }
      state = .afterValue
    }
  }

  private mutating func learn(to end: Int, _ window: ByteWindow) throws(FeedError) {
    let length = min(end - leadStart, Recovery.reach)
    let bytes = try window.slice(at: leadStart, length: length)
    recovery.learn(bytes, leadLength: valueStart - leadStart, isWhole: leadStart + length == end)
  }

  private func topKey(_ bytes: UnsafeBufferPointer<UInt8>) -> TopKey {
    var json = JSONReader(bytes)
    guard let text = try? json.text() else { return .other }
    if json.matches(text, "posts") { return .posts }
    if json.matches(text, "version") { return .version }
    if json.matches(text, "title") { return .title }
    return json.matches(text, "total") ? .total : .other
  }

  /// Takes what a value of the top object says about the feed.
  private mutating func note(
    _ bytes: UnsafeBufferPointer<UInt8>,
    _ findings: inout Findings
  ) {
    var decoder = RecordDecoder(bytes)
    do throws(JSONFault) {
      switch key {
      case .title:
        findings.title = try decoder.filledText()
      case .total:
        findings.statedTotal = try decoder.count()
      case .version:
        let version = try decoder.count()
        if version != 1, decoder.notes.isEmpty {
          findings.report(at: valueStart, path: "$.version", "unknown version (expected 1)")
        }
      case .posts:
        _ = try decoder.enter(.array)
      case .other:
        break
      }
    } catch {
      findings.report(at: valueStart + error.offset, path: path, error.message)
    }
    for note in decoder.notes {
      findings.report(at: valueStart + note.offset, path: path, note.message)
    }
  }

  private var path: String {
    switch key {
    case .version: "$.version"
    case .title: "$.title"
    case .total: "$.total"
    case .posts: "$.posts"
    case .other: "$"
    }
  }
}

// MARK: Structure

extension DocumentScanner {
  /// Skips white space and takes one byte between values.
  private mutating func step(
    _ bytes: UnsafeBufferPointer<UInt8>,
    _ findings: inout Findings
  ) {
    var at = 0
    while at < bytes.count, isSpace(bytes[at]) { at += 1 }
    offset += at
    guard at < bytes.count else { return }
    let byte = bytes[at]
    switch (state, byte) {
    case (.start, _):
      if format == .values {
        leadStart = offset
        state = .element
      } else {
        offset += 1
        state = format == .native ? .key : .element
        hasList = format == .list
        leadStart = offset
      }
    case (.key, 0x22): open(.key)
    case (.key, 0x7D), (.afterValue, 0x7D): pass(to: .tail)
    case (.colon, 0x3A): pass(to: .value)
    case (.value, 0x5B) where key == .posts:
      if hasList { findings.report(at: offset, path: "$.posts", "\"posts\" appears twice") }
      hasList = true
      isFirst = true
      pass(to: .element)
      leadStart = offset
    case (.value, _): open(.topValue)
    case (.afterValue, 0x2C): pass(to: .key)
    case (.element, 0x5D) where format != .values:
      if !isFirst {
        findings.report(at: offset, path: listPath, "unexpected ']' after ',' (expected a record)")
      }
      pass(to: format == .native ? .afterValue : .tail)
    case (.element, 0x2C) where format != .values:
      findings.report(at: offset, path: listPath, "unexpected ',' (expected a record)")
      pass(to: .element)
      leadStart = offset
    case (.element, _): open(.element)
    case (.afterElement, 0x2C):
      pass(to: .element)
      leadStart = offset
    case (.afterElement, 0x5D): pass(to: format == .native ? .afterValue : .tail)
    case (.afterElement, 0x7B):
      findings.report(at: offset, path: listPath, "unexpected '{' (expected ',' or ']')")
      open(.element)
    default:
      lose(at: offset, "unexpected byte (expected \(expectation))", &findings)
    }
  }

  private mutating func pass(to next: State) {
    offset += 1
    state = next
  }

  private var listPath: String { format == .native ? "$.posts" : "$" }

  private var expectation: String {
    switch state {
    case .start, .value, .skim: "a value"
    case .key: "a key or '}'"
    case .colon: "':'"
    case .afterValue: "',' or '}'"
    case .element: "a record"
    case .afterElement: "',' or ']'"
    case .tail, .lost, .finished: "nothing more"
    }
  }

  private func isSpace(_ byte: UInt8) -> Bool {
    byte == 0x20 || byte == 0x0A || byte == 0x0D || byte == 0x09
  }
}

// MARK: Faults

extension DocumentScanner {
  /// The structure is lost at `broken`: look for the next record.
  private mutating func lose(
    at broken: Int,
    _ message: String,
    _ findings: inout Findings
  ) {
    let fault = JSONFault(offset: broken, message: message)
    guard case .skim(.element) = state else {
      findings.report(at: broken, path: hasList ? listPath : "$", message)
      offset = broken + (hasList ? 0 : 1)
      state = .lost(from: nil, fault: fault)
      return
    }
    state = .lost(from: valueStart, fault: fault)
    offset = recovery.mayReturn(from: broken, to: valueStart) ? valueStart + 1 : broken
  }

  /// Looks for the next record; false where more bytes must come first.
  private mutating func search(
    _ start: Int?,
    _ fault: JSONFault,
    _ window: ByteWindow,
    _ isComplete: Bool,
    _ findings: inout Findings
  ) throws(FeedError) -> Bool {
    if hasList, !recovery.isReady, let start {
      let bytes = try window.slice(at: leadStart, length: start - leadStart + 256)
      recovery.learn(bytes, leadLength: start - leadStart, isWhole: false)
    }
    let needle = hasList ? (recovery.isReady ? recovery.needle : []) : Array("\"posts\"".utf8)
    let bytes = try window.bytes(at: offset, needed: max(1, needle.count))
    guard !needle.isEmpty, bytes.count >= needle.count else {
      // Nothing to look for, or too few bytes for it.
      if !needle.isEmpty, !isComplete { return false }
      offset += bytes.count
      return true
    }
    guard let found = ByteNeedle(needle).first(in: bytes) else {
      offset += bytes.count - needle.count + 1
      return true
    }
    let hit = offset + found
    guard hasList else {
      offset = hit
      state = .key
      return true
    }
    let record = hit + recovery.leadLength
    let looks = try window.slice(at: record, length: Recovery.reach)
    switch recovery.judge(looks, at: record, isComplete: isComplete) {
    case .unclear:
      offset = hit
      return false
    case .other:
      offset = hit + 1
    case .record:
      if let start {
        findings.index.append(broken: start..<hit, ordinal: ordinal, fault: fault)
        ordinal += 1
      }
      offset = record
      leadStart = record
      isFirst = false
      open(.element)
    }
    return true
  }

  /// The source has ended: what is open is cut off.
  private mutating func finish(_ findings: inout Findings) {
    switch state {
    case .skim(.element):
      let fault = JSONFault(offset: offset, message: "input ended early (expected '}')")
      findings.index.append(broken: valueStart..<offset, ordinal: ordinal, fault: fault)
    case .lost(let start, let fault):
      if let start {
        findings.index.append(broken: start..<offset, ordinal: ordinal, fault: fault)
      }
    case .element where format == .values, .tail, .finished:
      break
    default:
      findings.report(
        at: offset,
        path: hasList ? listPath : "$",
        "input ended early (expected \(expectation))"
      )
    }
    state = .finished
  }
}
