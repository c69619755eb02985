/// Finds the records of a JSON document: the elements of its list, or consecutive values.
struct DocumentScanner {
  enum State {
    case start, key, colon, value, afterValue, element, afterElement
    case skim(Purpose)
    case tail
    /// Searching for the next record; `from` is the start of the malformed one if it is a row.
    case lost(from: Int?, fault: JSONError)
    case finished
  }

  enum Purpose {
    case key, value, element
    case single
  }

  let layout: RecordLayout
  /// The positions of the lists if the document is an object; otherwise nil.
  let shape: DocumentShape?
  var state = State.start
  var offset: Int
  var skim = JSONSkim()
  var valueStart = 0
  var leadStart = 0
  var open: [String] = []
  var key = ""
  var meaning = DocumentShape.Meaning.other
  var ordinal = 0
  var isFirst = true
  var root = "$"
  var documents = 0
  var listPath = "$"
  var recovery = Recovery()
  var hasList: Bool

  init(_ layout: RecordLayout, origin: Int) {
    self.layout = layout
    if case .document(let shape) = layout { self.shape = shape } else { shape = nil }
    offset = origin
    hasList = layout == .values
  }

  var missingList: String? { hasList ? nil : shape?.neededList }

  mutating func advance(
    _ slice: ScanSlice,
    into findings: inout Findings
  ) throws(FeedError) -> ScanProgress {
    let limit = slice.end(from: offset)
    while offset < limit {
      if case .finished = state { return .done }
      let bytes = try slice.window.bytes(at: offset)
      guard !bytes.isEmpty else {
        guard slice.isComplete else { return .waiting }
        finish(&findings)
        return .done
      }
      switch state {
      case .skim(let purpose):
        // Stay within the budget, so that a key need not wait for the whole window.
        let piece = UnsafeBufferPointer(rebasing: bytes.prefix(limit - offset))
        try read(piece, purpose, slice.window, &findings)
      case .lost(let start, let fault):
        guard try search(start, fault, slice, &findings) else { return .waiting }
      default: step(bytes, &findings)
      }
    }
    if case .finished = state { return .done }
    return .more
  }

  // MARK: Values

  private mutating func read(
    _ bytes: Bytes,
    _ purpose: Purpose,
    _ window: ByteWindow,
    _ findings: inout Findings
  ) throws(FeedError) {
    switch skim.read(bytes) {
    case .more:
      offset += bytes.count
      if purpose == .element || purpose == .single, offset - valueStart > Limits.record {
        lose(at: offset, "record too long (expected at most \(Limits.record) bytes)", &findings)
      }
    case .ended(let end):
      offset += end
      try close(purpose, window, &findings)
    case .broken(let at): lose(at: offset + at, "unexpected byte (expected JSON)", &findings)
    }
  }

  mutating func open(_ purpose: Purpose) {
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
      state = layout == .values ? .element : .afterElement
      leadStart = offset
    case .single:
      findings.index.append(valueStart..<offset, ordinal: 0)
      state = .afterValue
    case .key:
      take(key: try window.slice(at: valueStart, length: min(offset - valueStart, 256)))
      state = .colon
    case .value:
      let limit = if case .fact(let fact) = meaning { fact.limit } else { Limits.text }
      if meaning != .other, offset - valueStart <= limit {
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

  private mutating func take(key bytes: Bytes) {
    var json = JSONReader(bytes)
    guard let text = try? json.text(), let shape else {
      key = ""
      meaning = .other
      return
    }
    key = json.decode(text).string
    meaning = shape.meaning(of: key, in: open)
  }

  private mutating func note(_ bytes: Bytes, _ findings: inout Findings) {
    var decoder = RecordDecoder(bytes)
    do throws(JSONError) {
      switch meaning {
      case .list: _ = try decoder.enter(.array)
      // A value that may contain a list may instead be its address, which is not loaded.
      case .inner: if try decoder.json.peek() != .string { _ = try decoder.enter(.object) }
      case .fact(let fact): try findings.take(fact, from: &decoder, at: valueStart, path: path)
      case .other: break
      }
    } catch {
      findings.report(at: valueStart + error.offset, path: path, error.message)
    }
    for note in decoder.notes {
      findings.report(at: valueStart + note.offset, path: path, note.message)
    }
  }

  private var path: String { ([root] + open + [key]).joined(separator: ".") }

  // MARK: Structure

  private mutating func step(_ bytes: Bytes, _ findings: inout Findings) {
    var at = 0
    while at < bytes.count, isSpace(bytes[at]) { at += 1 }
    offset += at
    guard at < bytes.count else { return }
    let byte = bytes[at]
    switch (state, byte) {
    case (.start, _):
      if layout == .values {
        leadStart = offset
        state = .element
      } else {
        offset += 1
        state = shape == nil ? .element : shape == .listings ? .tail : .key
        hasList = shape == nil
        leadStart = offset
        if hasList { findings.index.beginList("$") }
      }
    case (.key, 0x22): open(.key)
    case (.key, 0x7D), (.afterValue, 0x7D): pass(to: open.popLast() == nil ? .tail : .afterValue)
    case (.tail, 0x7B) where shape != nil:
      // Consecutive pages are read as one document.
      if shape == .listings { root = "$[\(documents)]" }
      documents += 1
      listPath = root
      pass(to: .key)
    case (.tail, 0x2C) where shape == .listings, (.tail, 0x5D) where shape == .listings:
      pass(to: .tail)
    case (.colon, 0x3A): pass(to: .value)
    case (.value, 0x5B) where meaning == .list:
      if hasList, listPath == path {
        findings.report(at: offset, path: path, "\"\(key)\" appears twice")
      }
      beginList(isSingle: false, &findings)
      pass(to: .element)
      leadStart = offset
    case (.value, 0x7B) where meaning == .inner:
      open.append(key)
      pass(to: .key)
    case (.value, 0x7B), (.value, 0x22):
      if meaning == .list, shape?.allowsSingleRecord == true {
        beginList(isSingle: true, &findings)
        open(.single)
      } else {
        open(.value)
      }
    case (.value, _): open(.value)
    case (.afterValue, 0x2C): pass(to: .key)
    case (.element, 0x5D) where layout != .values:
      if !isFirst {
        findings.report(at: offset, path: listPath, "unexpected ']' after ',' (expected a record)")
      }
      pass(to: shape == nil ? .tail : .afterValue)
    case (.element, 0x2C) where layout != .values:
      findings.report(at: offset, path: listPath, "unexpected ',' (expected a record)")
      pass(to: .element)
      leadStart = offset
    case (.element, _): open(.element)
    case (.afterElement, 0x2C):
      pass(to: .element)
      leadStart = offset
    case (.afterElement, 0x5D): pass(to: shape == nil ? .tail : .afterValue)
    case (.afterElement, 0x7B):
      findings.report(at: offset, path: listPath, "unexpected '{' (expected ',' or ']')")
      open(.element)
    default: lose(at: offset, "unexpected byte (expected \(expectation))", &findings)
    }
  }

  private mutating func pass(to next: State) {
    offset += 1
    state = next
  }

  private mutating func beginList(isSingle: Bool, _ findings: inout Findings) {
    hasList = true
    isFirst = true
    ordinal = 0
    listPath = path
    findings.index.beginList(path, isSingle: isSingle)
  }

  var expectation: String {
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

  /// Reports that the structure is lost at `broken` and starts the search for the next record.
  mutating func lose(at broken: Int, _ message: String, _ findings: inout Findings) {
    let fault = JSONError(offset: broken, message: message)
    guard case .skim(let purpose) = state, purpose == .element || purpose == .single else {
      findings.report(at: broken, path: hasList ? listPath : "$", message)
      offset = broken + (hasList ? 0 : 1)
      state = .lost(from: nil, fault: fault)
      return
    }
    state = .lost(from: valueStart, fault: fault)
    offset = recovery.mayReturn(from: broken, to: valueStart) ? valueStart + 1 : broken
  }

  /// Searches for the next record; returns false if more bytes are needed first.
  mutating func search(
    _ start: Int?,
    _ fault: JSONError,
    _ slice: ScanSlice,
    _ findings: inout Findings
  ) throws(FeedError) -> Bool {
    let window = slice.window
    if hasList, !recovery.isReady, let start {
      let bytes = try window.slice(at: leadStart, length: start - leadStart + 256)
      recovery.learn(bytes, leadLength: start - leadStart, isWhole: false)
    }
    guard hasList else { return try searchList(slice) }
    let needle = recovery.isReady ? recovery.needle : []
    let bytes = try window.bytes(at: offset, needed: max(1, needle.count))
    guard !needle.isEmpty, bytes.count >= needle.count else {
      // There is no needle, or there are too few bytes for it.
      if !needle.isEmpty, !slice.isComplete { return false }
      offset += bytes.count
      return true
    }
    guard let found = ByteNeedle(needle).first(in: bytes) else {
      offset += bytes.count - needle.count + 1
      return true
    }
    let hit = offset + found
    let record = hit + recovery.leadLength
    let looks = try window.slice(at: record, length: Recovery.reach)
    switch recovery.judge(looks, at: record, isComplete: slice.isComplete) {
    case .unclear:
      offset = hit
      return false
    case .other: offset = hit + 1
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

  private mutating func searchList(_ slice: ScanSlice) throws(FeedError) -> Bool {
    let landmarks = shape?.landmarks ?? []
    let longest = landmarks.map(\.bytes.utf8CodeUnitCount).max() ?? 1
    let bytes = try slice.window.bytes(at: offset, needed: longest)
    if bytes.count < longest, !slice.isComplete { return false }
    let found = landmarks.compactMap { landmark in
      ByteNeedle(landmark.bytes).first(in: bytes).map { (at: $0, open: landmark.open) }
    }
    if let first = found.min(by: { $0.at < $1.at }) {
      offset += first.at
      open = first.open
      state = .key
    } else {
      offset += max(1, bytes.count - longest + 1)
    }
    return true
  }

  /// Handles the end of the source: open values are truncated.
  mutating func finish(_ findings: inout Findings) {
    switch state {
    case .skim(.element), .skim(.single):
      let fault = JSONError(offset: offset, message: "input ended early (expected '}')")
      findings.index.append(broken: valueStart..<offset, ordinal: ordinal, fault: fault)
      findings.endsEarly = true
    case .lost(let start, let fault):
      if let start { findings.index.append(broken: start..<offset, ordinal: ordinal, fault: fault) }
    case .element where layout == .values, .tail, .finished: break
    default:
      findings.reportEarlyEnd(at: offset, path: hasList ? listPath : "$", expected: expectation)
    }
    state = .finished
  }
}

/// Finds the next record after a malformed one by the appearance of earlier records.
///
/// A record begins with the same white space, brace and first key as its neighbours. If that white space contains no
/// line break, comments may begin in the same way; then the keys must match as well.
struct Recovery {
  enum Verdict {
    case record, other, unclear
  }

  static let reach = 64 << 10
  private static let longestLead = 64
  private static let longestHead = 128

  private var lead: [UInt8] = []
  private var head: [UInt8] = []
  private var keys: UInt64?
  private var learned = 0
  private var checked = 0
  private var repeated = 0

  var isReady: Bool { !head.isEmpty }
  var wantsMore: Bool { learned < 16 }
  /// The bytes to search for: white space, a brace and a key.
  var needle: [UInt8] { isExact ? lead + head : [0x2C] + lead + head }
  var leadLength: Int { needle.count - head.count }

  private var isExact: Bool { lead.contains(0x0A) }

  /// Learns the appearance of a record at `start`, which white space from `leadStart` on precedes.
  mutating func learn(_ bytes: Bytes, leadLength: Int, isWhole: Bool) {
    guard leadLength >= 0, leadLength < bytes.count else { return }
    learned += 1
    let record = UnsafeBufferPointer(rebasing: bytes[leadLength...])
    guard let opening = Self.opening(of: record) else { return }
    if leadLength <= Self.longestLead, head.isEmpty || learned == 2 {
      head = opening
      lead = Array(bytes[0..<leadLength])
    }
    if isWhole { keys = (keys ?? .max) & Self.keys(of: record).bits }
  }

  mutating func judge(_ bytes: Bytes, at offset: Int, isComplete: Bool) -> Verdict {
    // Beyond this limit the check would cost more than the scan: accept what looks right.
    guard !isExact, let keys, checked <= (16 << 20) + 8 * offset else { return .record }
    let found = Self.keys(of: bytes)
    if found.bits & keys == keys {
      checked += bytes.count
      return .record
    }
    if found.isCut, bytes.count < Self.reach, !isComplete { return .unclear }
    checked += bytes.count
    return .other
  }

  /// Returns whether the bytes between a record and its malformed part may be read once more.
  mutating func mayReturn(from broken: Int, to start: Int) -> Bool {
    repeated += max(0, broken - start)
    return repeated <= (16 << 20) + 8 * broken
  }

  private static func opening(of record: Bytes) -> [UInt8]? {
    var json = JSONReader(UnsafeBufferPointer(rebasing: record.prefix(longestHead)))
    do throws(JSONError) {
      guard try json.peek() == .object else { return nil }
      try json.open()
      json.skipSpace()
      guard try json.peek() == .string else { return nil }
      _ = try json.text()
      return Array(record[0..<json.offset])
    } catch {
      return nil
    }
  }

  private static func keys(of record: Bytes) -> (bits: UInt64, isCut: Bool) {
    var json = JSONReader(record)
    var bits: UInt64 = 0
    do throws(JSONError) {
      guard try json.peek() == .object else { return (0, false) }
      try json.open()
      while let key = try json.nextKey() {
        bits |= 1 << (stableHash(record[key.start..<key.end]) >> 58)
      }
      return (bits, false)
    } catch {
      return (bits, error.offset >= record.count)
    }
  }
}
