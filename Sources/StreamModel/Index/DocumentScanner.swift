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
  let origin: Int
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
    self.origin = origin
    if case .document(let shape) = layout { self.shape = shape } else { shape = nil }
    offset = origin
    hasList = layout == .values
  }

  var isFinished: Bool { if case .finished = state { true } else { false } }

  /// The key of the required list if it is missing; otherwise nil.
  var missingList: String? {
    guard let shape, shape.needsList, !hasList else { return nil }
    return shape.listKey
  }

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
  private mutating func read(
    _ bytes: UnsafeBufferPointer<UInt8>,
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
    case .broken(let at):
      lose(at: offset + at, "unexpected byte (expected JSON)", &findings)
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
      if case .other = meaning {
      } else if offset - valueStart <= limit {
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

  private mutating func take(key bytes: UnsafeBufferPointer<UInt8>) {
    var json = JSONReader(bytes)
    guard let text = try? json.text(), let shape else {
      key = ""
      meaning = .other
      return
    }
    key = json.decode(text).string
    meaning = shape.meaning(of: key, in: open)
  }

  /// Records the facts about the feed in a value outside the records.
  private mutating func note(
    _ bytes: UnsafeBufferPointer<UInt8>,
    _ findings: inout Findings
  ) {
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

  /// The path of the value whose key was read last.
  private var path: String { ([root] + open + [key]).joined(separator: ".") }
}

// MARK: Structure

extension DocumentScanner {
  /// Skips white space and processes one byte between values.
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
    case (.key, 0x7D), (.afterValue, 0x7D):
      pass(to: open.popLast() == nil ? .tail : .afterValue)
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
    default:
      lose(at: offset, "unexpected byte (expected \(expectation))", &findings)
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
}
