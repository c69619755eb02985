/// The scan of a feed from its first byte: tells the format, then finds the records.
final class FeedScan {
  private enum State {
    case unknown
    case document(DocumentScanner)
    case lines(LineScanner)
    case markup(MarkupScanner)
    case page(from: Int)
    case failed(FeedError)
  }

  private(set) var format: FeedFormat?
  private let source: any ByteSource
  private let hint: FormatHint?
  /// Whether lines of no format are posts.
  private let takesLines: Bool
  private lazy var window = ByteWindow(source)
  private lazy var lines = ByteWindow(source, capacity: 16 << 10)
  private var state = State.unknown
  private var sniffed = 0
  private var isHeadRead = false

  init(_ source: any ByteSource, hint: FormatHint?, takesLines: Bool) {
    self.source = source
    self.hint = hint
    self.takesLines = takesLines
  }

  /// Begins behind the lines of a log that are known.
  ///
  /// - Parameter isWhole: whether the log ends there.
  func begin(at end: Int, isWhole: Bool) {
    format = FeedFormat(vocabulary: .native, layout: .lines)
    state = .lines(LineScanner(origin: end, isFinished: isWhole))
  }

  func advance(
    bytes budget: Int,
    isComplete: Bool,
    into findings: inout Findings
  ) throws(FeedError) -> ScanProgress {
    if case .unknown = state, try !sniff(isComplete, &findings) { return .waiting }
    let current = state
    let slice = ScanSlice(budget: budget, window: window, lines: lines, isComplete: isComplete)
    do throws(FeedError) {
      switch current {
      case .unknown: return .waiting
      case .failed(let error): throw error
      case .document(var scanner):
        let step = try scanner.advance(slice, into: &findings)
        state = .document(scanner)
        return step
      case .lines(var scanner):
        let step = try scanner.advance(slice, into: &findings)
        state = .lines(scanner)
        return step
      case .markup(var scanner):
        let step = try scanner.advance(slice, into: &findings)
        state = .markup(scanner)
        try readHead(scanner, isDone: step == .done, &findings)
        return step
      case .page(let start):
        guard isComplete else { return .waiting }
        if findings.index.entries.isEmpty {
          findings.index.append(start..<min(source.count, start + Limits.record), ordinal: 0)
          if source.count - start > Limits.record {
            findings.report(
              at: start + Limits.record,
              "cut (expected at most \(Limits.record) bytes)"
            )
          }
        }
        return .done
      }
    } catch {
      throw fail(error)
    }
  }

  /// Reads what stands before the records once the first is found, and what stands behind the last.
  private func readHead(
    _ scanner: MarkupScanner,
    isDone: Bool,
    _ findings: inout Findings
  ) throws(FeedError) {
    guard case .markup(_, let start) = format?.layout else { return }
    var head = findings.head
    if !isHeadRead, scanner.headEnd != nil || isDone {
      isHeadRead = true
      let length = (scanner.headEnd ?? source.count) - start
      head.read(try lines.slice(at: start, length: min(length, SyndicationHead.limit)))
    }
    if isDone, let tail = scanner.tailStart {
      head.read(try lines.slice(at: tail, length: min(source.count - tail, SyndicationHead.limit)))
    }
    findings.head = head
    findings.title = head.plainTitle
    findings.facts = head.facts
    findings.facts.language = head.scope.language
  }

  /// The bytes that the scan still holds, without reading; valid until it goes on.
  var held: HeldBytes { window.heldBytes }

  /// Frees the buffers of a scan that is done; one that goes on fills them again.
  func releaseBuffers() {
    window.release()
    lines.release()
  }

  /// Goes on behind what was the end; false where that is not the end of a line.
  func resume() -> Bool {
    guard case .lines(var scanner) = state, scanner.resume() else { return false }
    state = .lines(scanner)
    return true
  }

  func checkList() throws(FeedError) {
    guard case .document(let scanner) = state, let key = scanner.missingList else { return }
    let fault = JSONError(offset: 0, message: "no \"\(key)\" (\(Sniffer.expectation))")
    throw fail(unknown(fault))
  }

  private func sniff(_ isComplete: Bool, _ findings: inout Findings) throws(FeedError) -> Bool {
    guard source.count > sniffed || isComplete else { return false }
    sniffed = source.count
    var answer = Sniffer.Answer.more
    var origin = 0
    do throws(FeedError) {
      // A glance is nearly always enough, and what it tells holds for the whole.
      for reach in [Sniffer.glance, Sniffer.reach] where answer == .more {
        let bytes = try window.slice(at: 0, length: min(sniffed, reach))
        let isWhole = (isComplete && bytes.count == sniffed) || bytes.count == Sniffer.reach
        (answer, origin) = look(at: bytes, isWhole: isWhole, &findings)
      }
    } catch {
      throw fail(error)
    }
    // A log without a line is one that nobody has written to yet.
    if answer == .empty, hint == .ndjson {
      answer = .format(FeedFormat(vocabulary: .native, layout: .lines))
    }
    switch answer {
    case .more: return false
    case .empty: throw fail(.empty(name: source.name))
    case .unknown(let fault): throw fail(unknown(fault))
    case .format(let found):
      format = found
      switch found.layout {
      case .markup(let root, let offset): state = .markup(MarkupScanner(root: root, offset: offset))
      case .page: state = .page(from: origin)
      case .lines:
        let hasActivities = found.vocabulary == .native || found.vocabulary == .mastodon
        state = .lines(
          LineScanner(
            origin: origin,
            hasActivities: hasActivities,
            areObjects: found.vocabulary != .lines
          )
        )
      case .document, .list, .values:
        state = .document(DocumentScanner(found.layout, origin: origin))
      }
    }
    return true
  }

  /// Returns what the first bytes are and where the feed begins; lines before it are reported.
  private func look(
    at bytes: Bytes,
    isWhole: Bool,
    _ findings: inout Findings
  ) -> (answer: Sniffer.Answer, origin: Int) {
    let answer = Sniffer(bytes: bytes, isWhole: isWhole, hint: hint).answer()
    let origin = Sniffer.origin(bytes)
    func anyLines(_ answer: Sniffer.Answer) -> Sniffer.Answer {
      guard takesLines, hint == nil, case .unknown = answer else { return answer }
      return LineSniffer(bytes: bytes, isWhole: isWhole).answer() ?? answer
    }
    let noise = LeadingNoise(bytes: bytes, isWhole: isWhole, hint: hint)
    guard noise.isLikely, hint != .ndjson, hint?.pageVocabulary == nil else {
      return (anyLines(answer), origin)
    }
    switch noise.outcome() {
    case .more: return (.more, origin)
    case .nothing: return (anyLines(answer), origin)
    case .feed(let format, let start, let lines):
      for line in lines {
        let text = String(decoding: bytes[line].prefix(80), as: UTF8.self).trimmed
        findings.report(
          at: line.lowerBound,
          "skipped a line before the feed: \(text) (expected a record)"
        )
      }
      return (.format(format), start)
    }
  }

  private func unknown(_ fault: JSONError) -> FeedError {
    let place = PlaceFinder(source).place(of: fault.offset)
    return .unknownFormat(
      FeedProblem(
        source: source.name,
        line: place.line,
        column: place.column,
        path: "",
        message: fault.message
      )
    )
  }

  private func fail(_ error: FeedError) -> FeedError {
    state = .failed(error)
    return error
  }
}
