#if canImport(Glibc)
  import Glibc
#else
  import Musl
#endif

/// Tells the format of a feed from its first bytes, whatever its name.
///
/// The answer to a part of a feed is the answer to the whole of it: where more bytes could change
/// it, more are asked for, up to `reach`.
struct Sniffer {
  enum Answer: Equatable {
    case format(FeedFormat)
    case unknown(JSONFault)
    case more
    case empty
  }

  /// How far it looks first, in bytes.
  static let glance = 64 << 10
  /// How far it looks at most, in bytes.
  static let reach = 1 << 20
  static let expectation =
    "expected the native format, a Mastodon API answer, or one JSON record a line"

  let bytes: UnsafeBufferPointer<UInt8>
  /// No more bytes will come, or `reach` is reached.
  let isWhole: Bool
  let hint: FormatHint?

  func answer() -> Answer {
    if bytes.count < 4, !isWhole { return .more }
    if let encoding = otherEncoding() {
      return unknown(0, "text in \(encoding) (expected UTF-8)")
    }
    var json = JSONReader(bytes, from: Self.origin(bytes))
    json.skipSpace()
    guard json.offset < bytes.count else {
      if !isWhole { return .more }
      return bytes.count >= Self.reach
        ? unknown(json.offset, "nothing but white space (\(Self.expectation))") : .empty
    }
    let first = bytes[json.offset]
    if hint == .ndjson { return laid(.lines) }
    switch first {
    case 0x5B: return list(from: json.offset)
    case 0x7B: return object(from: json.offset)
    case 0x3C: return markup(from: json.offset)
    default:
      return unknown(json.offset, json.fault("'{' or '['").message + "; " + Self.expectation)
    }
  }

  /// Behind a byte order mark.
  static func origin(_ bytes: UnsafeBufferPointer<UInt8>) -> Int {
    bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? 3 : 0
  }
}

extension Sniffer {
  private func laid(_ layout: RecordLayout) -> Answer {
    let isMastodon = hint == .mastodon
    return .format(FeedFormat(vocabulary: isMastodon ? .mastodon : .native, layout: layout))
  }

  func unknown(_ offset: Int, _ message: String) -> Answer {
    .unknown(JSONFault(offset: offset, message: message))
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

  /// A list is a feed when it is empty or its first element looks like a record.
  private func list(from start: Int) -> Answer {
    if hint == .mastodon || hint == .native { return laid(.list) }
    var json = JSONReader(bytes, from: start)
    do throws(JSONFault) {
      try json.open()
      json.skipSpace()
      if json.offset < bytes.count, bytes[json.offset] == 0x5D { return laid(.list) }
      guard try json.nextElement(), try json.peek() == .object else {
        return verdict(
          JSONFault(offset: json.offset, message: "not an object"),
          start,
          .list,
          notStatuses
        )
      }
      try json.open()
      while let key = try json.nextKey() {
        if Self.isRecordKey(key, json) { return laid(.list) }
        try json.skipValue()
      }
      return unknown(start, notStatuses)
    } catch {
      return verdict(error, start, .list, notStatuses)
    }
  }

  private var notStatuses: String { "a list of something else (expected a list of statuses)" }

  /// An object is a native document, or the first of several records.
  private func object(from start: Int) -> Answer {
    if hint == .native { return laid(.native) }
    var json = JSONReader(bytes, from: start)
    var isRecord = hint == .mastodon
    var isForeign = false
    var hasID = false
    var hasType = false
    var hasPost = false
    do throws(JSONFault) {
      try json.open()
      while let key = try json.nextKey() {
        let kind = try json.peek()
        if json.matches(key, "posts"), kind == .array { return laid(.native) }
        if json.matches(key, "version"), kind == .number { return laid(.native) }
        if Self.isRecordKey(key, json) {
          isRecord = true
          break
        }
        if json.matches(key, "id") {
          hasID = true
        } else if json.matches(key, "type") {
          hasType = true
        } else if json.matches(key, "post") {
          hasPost = true
        } else {
          isForeign = isForeign || !Self.isSharedKey(key, json)
        }
        try json.skipValue()
      }
      if isRecord || (hasType && hasPost) || (hasID && !isForeign && !hasType) {
        return extent(from: start)
      }
      return unknown(start, "an object of something else (\(Self.expectation))")
    } catch {
      return verdict(error, start, nil, Self.expectation)
    }
  }

  /// What a fault while looking means: too few bytes, a broken first record, or no feed.
  private func verdict(
    _ fault: JSONFault,
    _ start: Int,
    _ format: RecordLayout?,
    _ expectation: String
  ) -> Answer {
    if fault.offset >= bytes.count, !isWhole { return .more }
    if looksLikeStatuses {
      if let format { return laid(format) }
      return extent(from: start)
    }
    // What makes a broken first record a record may still come.
    if !isWhole { return .more }
    return .unknown(JSONFault(offset: fault.offset, message: fault.message + "; " + expectation))
  }

  /// One record a line, or records that span lines: told by the first line break.
  private func extent(from start: Int) -> Answer {
    guard let base = bytes.baseAddress else { return .more }
    guard let found = memchr(base + start, 0x0A, bytes.count - start) else {
      return isWhole ? laid(.lines) : .more
    }
    let end = UnsafePointer(found.assumingMemoryBound(to: UInt8.self)) - base
    var skim = JSONSkim()
    switch skim.read(UnsafeBufferPointer(rebasing: bytes[start..<end])) {
    case .ended, .broken: return laid(.lines)
    case .more: break
    }
    // A line break inside a string is no JSON: the first line is torn.
    if skim.isInside { return laid(.lines) }
    var json = JSONReader(bytes, from: end)
    json.skipSpace()
    guard json.offset < bytes.count else { return isWhole ? laid(.lines) : .more }
    return laid(bytes[json.offset] == 0x7B ? .lines : .values)
  }

  /// Whether the bytes name what only a record has, wherever it stands.
  private var looksLikeStatuses: Bool {
    func has(_ word: StaticString) -> Bool { ByteNeedle(word).first(in: bytes) != nil }
    return has("\"body_html\"") || has("\"body_text\"")
      || (has("\"content\"") && has("\"account\"") && has("\"created_at\""))
  }

  private static func isRecordKey(_ key: JSONReader.Text, _ json: JSONReader) -> Bool {
    json.matches(key, "body_html") || json.matches(key, "body_text")
      || json.matches(key, "likes_count") || json.matches(key, "comments_count")
      || json.matches(key, "reshares_count") || json.matches(key, "reshared_by")
      || json.matches(key, "content") || json.matches(key, "reblog")
      || json.matches(key, "favourites_count") || json.matches(key, "spoiler_text")
  }

  /// Keys of a native post that other formats use, too.
  private static func isSharedKey(_ key: JSONReader.Text, _ json: JSONReader) -> Bool {
    json.matches(key, "author") || json.matches(key, "published") || json.matches(key, "edited")
      || json.matches(key, "url") || json.matches(key, "title") || json.matches(key, "language")
      || json.matches(key, "content_warning") || json.matches(key, "likes")
      || json.matches(key, "reshares") || json.matches(key, "comments")
      || json.matches(key, "attachments") || json.matches(key, "tags")
  }
}
