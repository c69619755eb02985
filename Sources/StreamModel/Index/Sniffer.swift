/// Detects the format of a feed from its first bytes, regardless of its name.
///
/// The answer for a part of a feed is also the answer for all of it: if more bytes could change it,
/// more are requested, up to `reach`.
struct Sniffer {
  enum Answer: Equatable {
    case format(FeedFormat)
    case unknown(JSONError)
    case more, empty
  }

  /// The number of bytes that are examined first.
  static let glance = 64 << 10
  static let reach = 1 << 20
  static let expectation = """
    expected a feed, a timeline, an archive, a web page, or one post or text per line
    """
  private static let listExpectation = "a list whose records are unknown (\(expectation))"

  let bytes: Bytes
  /// Whether no more bytes will come, or `reach` is reached.
  let isWhole: Bool
  let hint: FormatHint?
  /// The offset of the first byte that counts; nil for the first after a byte order mark.
  var start: Int?

  func answer() -> Answer {
    if bytes.count < 4, !isWhole { return .more }
    if let encoding = otherEncoding() { return unknown(0, "text in \(encoding) (expected UTF-8)") }
    var json = JSONReader(bytes, from: start ?? Self.origin(bytes))
    json.skipSpace()
    guard json.offset < bytes.count else {
      if !isWhole { return .more }
      return bytes.count >= Self.reach
        ? unknown(json.offset, "nothing but white space (\(Self.expectation))") : .empty
    }
    if hint == .lines { return laid(.lines, .lines) }
    if let vocabulary = hint?.pageVocabulary { return laid(.page, vocabulary) }
    let first = bytes[json.offset]
    switch first {
    case _ where hint == .ndjson: return lines(from: json.offset)
    case 0x5B: return list(from: json.offset)
    case 0x7B: return object(from: json.offset)
    case 0x3C: return markup(from: json.offset)
    default:
      return unknown(json.offset, json.fault("'{' or '['").message + "; " + Self.expectation)
    }
  }

  static func origin(_ bytes: Bytes) -> Int { bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? 3 : 0 }

  private func laid(_ layout: RecordLayout, _ vocabulary: Vocabulary = .native) -> Answer {
    if case .document = layout {
      return .format(FeedFormat(vocabulary: vocabulary, layout: layout))
    }
    return .format(FeedFormat(vocabulary: hint?.recordVocabulary ?? vocabulary, layout: layout))
  }

  func unknown(_ offset: Int, _ message: String) -> Answer {
    .unknown(JSONError(offset: offset, message: message))
  }

  private func otherEncoding() -> String? {
    guard bytes.count >= 2 else { return nil }
    switch (bytes[0], bytes[1]) {
    case (0xFF, 0xFE), (0xFE, 0xFF): return "UTF-16 or UTF-32"
    case (0, 0): return "UTF-32 or no text at all"
    case (0, 0x20...0x7E), (0x20...0x7E, 0): return "UTF-16"
    default: return nil
    }
  }

  /// Examines a list, which is a feed if it is empty or its first element looks like a record.
  private func list(from start: Int) -> Answer {
    if hint == .mastodon || hint == .native { return laid(.list) }
    var json = JSONReader(bytes, from: start)
    var evidence = KeyEvidence()
    do throws(JSONError) {
      try json.open()
      json.skipSpace()
      if json.offset < bytes.count, bytes[json.offset] == 0x5D { return laid(.list) }
      guard try json.nextElement(), try json.peek() == .object else {
        let fault = JSONError(offset: json.offset, message: "not an object")
        return verdict(fault, start, .list, evidence, Self.listExpectation)
      }
      switch try KeyEvidence.look(at: &json, &evidence) {
      case .record(let vocabulary)?: return laid(.list, vocabulary)
      // A Reddit thread: the listing of a post and the listing of its comments.
      case .document(.reddit, .listing)?:
        let isThread = try !KeyEvidence.endsWithPosts(JSONReader(bytes, from: start))
        return laid(isThread ? .values : .document(.listings), .reddit)
      case .document, nil:
        return hint?.recordVocabulary == nil ? unknown(start, Self.listExpectation) : laid(.list)
      }
    } catch {
      return verdict(error, start, .list, evidence, Self.listExpectation)
    }
  }

  /// Examines a feed that the user declares to have one record per line; only the vocabulary is unknown.
  private func lines(from start: Int) -> Answer {
    var json = JSONReader(bytes, from: start)
    do throws(JSONError) {
      guard try json.peek() == .object else { return laid(.lines) }
      return laid(.lines, try KeyEvidence.look(at: &json)?.vocabulary ?? .native)
    } catch {
      return error.offset >= bytes.count && !isWhole ? .more : laid(.lines)
    }
  }

  /// Examines an object, which contains lists of records or is the first of several records.
  private func object(from start: Int) -> Answer {
    if hint == .native { return laid(.document(.native)) }
    var json = JSONReader(bytes, from: start)
    var evidence = KeyEvidence()
    do throws(JSONError) {
      switch try KeyEvidence.look(at: &json, &evidence) {
      case .document(let vocabulary, let shape)?: return laid(.document(shape), vocabulary)
      case .record(let vocabulary)?: return extent(from: start, vocabulary)
      case nil where hint?.recordVocabulary != nil: return extent(from: start, .native)
      case nil: return unknown(start, "an object of something else (\(Self.expectation))")
      }
    } catch {
      return verdict(error, start, nil, evidence, Self.expectation)
    }
  }

  /// Interprets a fault: too few bytes, a malformed first record, or no feed.
  private func verdict(
    _ fault: JSONError,
    _ start: Int,
    _ layout: RecordLayout?,
    _ evidence: KeyEvidence,
    _ expectation: String
  ) -> Answer {
    if fault.offset >= bytes.count {
      guard isWhole else { return .more }
      switch evidence.sum {
      case .document(let vocabulary, let shape)?: return laid(.document(shape), vocabulary)
      case .record(let vocabulary)? where bytes.count >= Self.reach:
        if let layout { return laid(layout, vocabulary) }
        return extent(from: start, vocabulary)
      default: break
      }
    }
    if looksLikeStatuses {
      if let layout { return laid(layout) }
      return extent(from: start, .native)
    }
    // The evidence that a malformed first record is a record may still follow.
    if !isWhole { return .more }
    return .unknown(JSONError(offset: fault.offset, message: fault.message + "; " + expectation))
  }

  /// Decides at the first line break between one record per line and records that span lines.
  private func extent(from start: Int, _ vocabulary: Vocabulary) -> Answer {
    guard let end = bytes.index(of: 0x0A, in: start..<bytes.count) else {
      return isWhole ? laid(.lines, vocabulary) : .more
    }
    var skim = JSONSkim()
    switch skim.read(UnsafeBufferPointer(rebasing: bytes[start..<end])) {
    case .ended, .broken: return laid(.lines, vocabulary)
    case .more: break
    }
    // A line break inside a string is not valid JSON: the first line is truncated.
    if skim.isInside { return laid(.lines, vocabulary) }
    // A list does not end where another object may follow, either.
    if skim.isInList { return laid(.values, vocabulary) }
    var json = JSONReader(bytes, from: end)
    json.skipSpace()
    guard json.offset < bytes.count else { return isWhole ? laid(.lines, vocabulary) : .more }
    return laid(bytes[json.offset] == 0x7B ? .lines : .values, vocabulary)
  }

  /// Whether the bytes contain keys that only a record has, in any position.
  private var looksLikeStatuses: Bool {
    func has(_ word: StaticString) -> Bool { ByteNeedle(word).first(in: bytes) != nil }
    return has("\"body_html\"") || has("\"body_text\"")
      || (has("\"content\"") && has("\"account\"") && has("\"created_at\""))
  }

  private static let markupExpectation =
    "expected <rss>, <rdf:RDF>, <feed>, <entry>, <channel>, <opml> or an HTML page"

  /// The elements that a page may begin with, considering the tags that HTML allows to omit.
  private static let pageElements: Set<String> = [
    "html", "head", "body", "title", "meta", "link", "style", "script", "div", "p", "h1", "h2",
    "article", "main", "section", "header", "table", "ul", "ol", "center", "font", "a", "b",
  ]

  /// Returns the format of a document that begins with "<" at `start`.
  func markup(from start: Int) -> Answer {
    var reader = MarkupReader(bytes, in: start..<bytes.count)
    var isPage = false
    while true {
      let before = reader.offset
      if MarkupReader.isHTMLDoctype(bytes, at: before) { isPage = true }
      guard let event = reader.next() else { break }
      let isSure = reader.offset < bytes.count && !reader.hasUnclosedQuote
      guard isSure || isWhole else { return .more }
      guard case .start(let tag) = event else { continue }
      let written = Array(bytes[tag.name])
      let name = String(decoding: written, as: UTF8.self).lowercased()
      let local = name.split(separator: ":").last.map { String($0) } ?? name
      let layout = RecordLayout.markup(root: written, offset: tag.range.lowerBound)
      switch local {
      case "rss", "rdf", "channel", "item":
        return .format(FeedFormat(vocabulary: .rss, layout: layout))
      case "feed", "entry": return .format(FeedFormat(vocabulary: .atom, layout: layout))
      case "opml": return .format(FeedFormat(vocabulary: .opml, layout: .page))
      case _ where isPage || Self.pageElements.contains(local):
        return .format(FeedFormat(vocabulary: .html, layout: .page))
      default:
        if let vocabulary = hint?.markupVocabulary {
          return .format(FeedFormat(vocabulary: vocabulary, layout: layout))
        }
        let root = String(decoding: written.prefix(64), as: UTF8.self)
        return unknown(tag.range.lowerBound, "<\(root)> (\(Self.markupExpectation))")
      }
    }
    if !isWhole { return .more }
    if isPage { return .format(FeedFormat(vocabulary: .html, layout: .page)) }
    return unknown(start, "no element (\(Self.markupExpectation))")
  }
}

extension FeedError {
  /// Whether the document has none of the formats that are read, so that the reason lists them.
  package var isOfNoFormat: Bool {
    if case .unknownFormat(let problem) = self {
      problem.message.contains(Sniffer.expectation)
    } else {
      false
    }
  }
}

/// The lines before a JSON feed that are not part of it, such as a warning of the program that fetched it.
///
/// A text must not look like a feed because some line of it is JSON: a few short lines are skipped only, the value
/// after them must tell its format by its keys, and nothing but values may follow it.
struct LeadingNoise {
  enum Outcome: Equatable {
    case more, nothing
    /// A feed that begins at `start`, after these lines.
    case feed(FeedFormat, start: Int, lines: [Range<Int>])
  }

  static let mostLines = 20
  static let mostBytes = 4 << 10

  let bytes: Bytes
  /// Whether no more bytes will come, or none would be looked at.
  let isWhole: Bool
  let hint: FormatHint?

  /// Whether the first line cannot begin a feed, as "Warning:" and "[WARN]" cannot.
  var isLikely: Bool {
    var json = JSONReader(bytes, from: Sniffer.origin(bytes))
    json.skipSpace()
    guard json.offset < bytes.count, ![0x3C, 0x7B].contains(bytes[json.offset]) else {
      return false
    }
    return beginsValue(at: json.offset) == false
  }

  func outcome() -> Outcome {
    let origin = Sniffer.origin(bytes)
    var lines: [Range<Int>] = []
    var start = origin
    for _ in 0..<Self.mostLines {
      guard let end = bytes[start...].firstIndex(of: 0x0A) else {
        return isWhole || bytes.count - origin > Self.mostBytes ? .nothing : .more
      }
      if bytes[start..<end].contains(where: { !Self.isBlank($0) }) { lines.append(start..<end) }
      start = end + 1
      guard start - origin <= Self.mostBytes else { return .nothing }
      let value = bytes[start...].firstIndex { !Self.isBlank($0) } ?? bytes.count
      guard let isCandidate = beginsValue(at: value) else { return .more }
      guard isCandidate else { continue }
      switch Sniffer(bytes: bytes, isWhole: isWhole, hint: hint, start: value).answer() {
      case .more: return .more
      case .empty, .unknown: continue
      case .format(let format):
        guard let isFeed = isFollowedByValues(value) else { return .more }
        return isFeed ? .feed(format, start: value, lines: lines) : .nothing
      }
    }
    return .nothing
  }

  /// Whether an object, or a list of objects, may begin here; nil if more bytes decide.
  private func beginsValue(at offset: Int) -> Bool? {
    guard offset < bytes.count else { return isWhole ? false : nil }
    let first = bytes[offset]
    guard first == 0x7B || first == 0x5B else { return false }
    var json = JSONReader(bytes, from: offset + 1)
    json.skipSpace()
    guard json.offset < bytes.count else { return isWhole ? false : nil }
    let next = bytes[json.offset]
    return first == 0x7B ? next == 0x22 || next == 0x7D : next == 0x7B || next == 0x5D
  }

  /// Whether another value or the end follows the value, or it goes on to the end of the bytes as no
  /// example in a text does; nil if more bytes decide.
  private func isFollowedByValues(_ offset: Int) -> Bool? {
    var json = JSONReader(bytes, from: offset)
    do throws(JSONError) {
      try json.skipValue()
    } catch {
      guard error.offset >= bytes.count else { return false }
      return isWhole || bytes.count >= Sniffer.glance ? true : nil
    }
    json.skipSpace()
    guard json.offset < bytes.count else { return isWhole ? true : nil }
    return bytes[json.offset] == 0x7B || bytes[json.offset] == 0x5B
  }

  private static func isBlank(_ byte: UInt8) -> Bool {
    byte == 0x20 || byte == 0x09 || byte == 0x0D
  }
}

/// Tells whether a file that is no feed is text, or objects of any keys, one a line: a log of a program.
struct LineSniffer {
  let bytes: Bytes
  /// Whether no more bytes will come, or enough are there.
  let isWhole: Bool

  /// Returns the format of lines; nil where the bytes are something else.
  func answer() -> Sniffer.Answer? {
    guard Self.isText(bytes.prefix(Sniffer.glance)) else { return nil }
    let origin = Sniffer.origin(bytes)
    guard let start = bytes[origin...].firstIndex(where: { $0 > 0x20 }) else { return nil }
    let end = bytes.index(of: 0x0A, in: start..<bytes.count)
    guard end != nil || isWhole else { return .more }
    let line = UnsafeBufferPointer(rebasing: bytes[start..<(end ?? bytes.count)])
    let next = line.count > 1 ? line[1] : 0
    switch line[0] {
    case UInt8(ascii: "{"), UInt8(ascii: "["):
      var skim = JSONSkim()
      switch skim.read(line) {
      case .ended: break
      // "[INFO] began" is a line, and "{" alone the start of a document.
      case .broken where line[0] == UInt8(ascii: "["): break
      case .broken, .more: return nil
      }
    // Syslog states a number in angle brackets; anything else there is markup.
    case UInt8(ascii: "<") where !(UInt8(ascii: "0")...UInt8(ascii: "9")).contains(next): return nil
    default: break
    }
    return .format(FeedFormat(vocabulary: .lines, layout: .lines))
  }

  /// Whether bytes are UTF-8 without control characters other than those of terminals; the last character may be cut.
  private static func isText(_ bytes: Slice<Bytes>) -> Bool {
    let controls: [UInt8] = [0x08, 0x09, 0x0A, 0x0C, 0x0D, 0x1B]
    guard bytes.allSatisfy({ $0 >= 0x20 && $0 != 0x7F || controls.contains($0) }) else {
      return false
    }
    var whole = bytes
    if let lead = bytes.suffix(3).lastIndex(where: { (0xC2...0xF4).contains($0) }) {
      let length = bytes[lead] < 0xE0 ? 2 : bytes[lead] < 0xF0 ? 3 : 4
      if lead + length > bytes.endIndex { whole = bytes[..<lead] }
    }
    return String(validating: whole, as: UTF8.self) != nil
  }
}
