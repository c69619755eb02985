#if canImport(Glibc)
  import Glibc
#else
  import Musl
#endif

/// Detects the format of a feed from its first bytes, regardless of its name.
///
/// The answer for a part of a feed is also the answer for all of it: if more bytes could change it,
/// more are requested, up to `reach`.
struct Sniffer {
  enum Answer: Equatable {
    case format(FeedFormat)
    case unknown(JSONError)
    case more
    case empty
  }

  /// The number of bytes that are examined first.
  static let glance = 64 << 10
  /// The most bytes that are examined.
  static let reach = 1 << 20
  static let expectation = """
    expected a feed, a timeline, an archive, a web page, or one post or text per line
    """
  private static let listExpectation = "a list whose records are unknown (\(expectation))"

  let bytes: UnsafeBufferPointer<UInt8>
  /// Whether no more bytes will come, or `reach` is reached.
  let isWhole: Bool
  let hint: FormatHint?
  /// The offset of the first byte that counts; nil for the first after a byte order mark.
  var start: Int?

  func answer() -> Answer {
    if bytes.count < 4, !isWhole { return .more }
    if let encoding = otherEncoding() {
      return unknown(0, "text in \(encoding) (expected UTF-8)")
    }
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

  /// Returns the offset after a byte order mark.
  static func origin(_ bytes: UnsafeBufferPointer<UInt8>) -> Int {
    bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? 3 : 0
  }
}

extension Sniffer {
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

  /// Examines a feed that the user declares to have one record per line; only the vocabulary is
  /// unknown.
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
    guard let base = bytes.baseAddress else { return .more }
    guard let found = memchr(base + start, 0x0A, bytes.count - start) else {
      return isWhole ? laid(.lines, vocabulary) : .more
    }
    let end = UnsafePointer(found.assumingMemoryBound(to: UInt8.self)) - base
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
}

/// Distinguishes XML feeds, HTML pages and subscription lists by their root element.
extension Sniffer {
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
