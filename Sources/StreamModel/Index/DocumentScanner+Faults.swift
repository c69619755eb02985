/// Recovers when the structure is lost, and finishes at the end of the source.
extension DocumentScanner {
  /// Reports that the structure is lost at `broken` and starts the search for the next record.
  mutating func lose(
    at broken: Int,
    _ message: String,
    _ findings: inout Findings
  ) {
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

  /// Searches for the key of a list; returns false if more bytes are needed first.
  private mutating func searchList(_ slice: ScanSlice) throws(FeedError) -> Bool {
    let landmarks = shape?.landmarks ?? []
    let longest = landmarks.map(\.bytes.utf8CodeUnitCount).max() ?? 1
    let bytes = try slice.window.bytes(at: offset, needed: longest)
    if bytes.count < longest, !slice.isComplete { return false }
    var first: (at: Int, open: [String])?
    for landmark in landmarks {
      guard let found = ByteNeedle(landmark.bytes).first(in: bytes), found < first?.at ?? .max
      else {
        continue
      }
      first = (found, landmark.open)
    }
    if let first {
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
      if let start {
        findings.index.append(broken: start..<offset, ordinal: ordinal, fault: fault)
      }
    case .element where layout == .values, .tail, .finished:
      break
    default:
      findings.reportEarlyEnd(
        at: offset,
        path: hasList ? listPath : "$",
        expected: expectation
      )
    }
    state = .finished
  }
}
