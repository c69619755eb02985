import Addresses

/// Decodes lines of programs: plain text, or objects of any keys.
extension RecordDecoder {
  func textLine() -> Post {
    var post = Post.draft
    post.body = .text(String(decoding: json.bytes, as: UTF8.self))
    post.published = Self.leadingTime(of: json.bytes)
    return post
  }

  /// Returns the object as a post: what its usual keys say, and all others as lines of "key: value".
  mutating func objectLine() throws(JSONError) -> Post {
    var post = Post.draft
    var members: [LogMember] = []
    try json.open()
    while let key = try json.nextKey() {
      let name = json.decode(key, limit: Limits.text).string
      let word = name.lowercased()
      switch try json.peek() {
      case .null: break
      case .string where post.published == nil && LogMember.times.contains(word):
        let text = try filledText() ?? ""
        post.published = Timestamp(feedDate: text)
        if post.published == nil { members.append(LogMember(name: name, text: text)) }
      case .string:
        // Any of them may become a name, so none may come out empty.
        let text = try text(limit: Limits.body) ?? ""
        members.append(LogMember(name: name, text: text, isText: true))
      default:
        let start = json.offset
        try json.skipValue()
        let raw = UnsafeBufferPointer(rebasing: json.bytes[start..<json.offset])
        if raw.count > Limits.body {
          note(at: start, "text cut (expected at most \(Limits.body) bytes)")
        }
        let text = String(decoding: raw.prefix(Limits.body), as: UTF8.self)
        if post.published == nil, LogMember.times.contains(word), let number = Double(text) {
          post.published = Timestamp(unixTime: number)
          if post.published != nil { continue }
        }
        members.append(LogMember(name: name, text: text))
      }
      guard members.count < Limits.entries else {
        throw JSONError(offset: json.offset, message: "more than \(Limits.entries) members")
      }
    }
    take(members, into: &post)
    return post
  }

  private func take(_ members: [LogMember], into post: inout Post) {
    var rest = members
    func taken(_ names: [String], isAddress: Bool = false) -> String? {
      for name in names {
        let found = rest.firstIndex {
          $0.isText && $0.name.lowercased() == name && !$0.text.isEmpty
            && (!isAddress || Address.isWeb($0.text))
        }
        if let found { return rest.remove(at: found).text }
      }
      return nil
    }
    let text = taken(LogMember.texts)
    post.title = taken(LogMember.titles).map { .text($0) } ?? .missing
    post.url = taken(["url", "link", "href", "permalink"], isAddress: true)
    post.author = taken(LogMember.authors).map { Account(name: $0, handle: nil) }
    let lines = rest.filter { !$0.text.isEmpty }.map { "\($0.name): \($0.text)" }
    let all = (text.map { [$0] } ?? []) + lines
    if !all.isEmpty { post.body = .text(all.joined(separator: "\n")) }
  }

  /// The time at the start of a line: RFC 3339, or a date and a time with a blank between, perhaps in brackets.
  private static func leadingTime(of bytes: Bytes) -> Timestamp? {
    let line = bytes.prefix(48).drop { $0 == UInt8(ascii: "[") || $0 == UInt8(ascii: "<") }
    guard let first = line.first, (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(first) else {
      return nil
    }
    let words = line.split(maxSplits: 2, whereSeparator: { $0 == 0x20 || $0 == UInt8(ascii: "]") })
    let date = words.first.map { String(decoding: $0, as: UTF8.self) } ?? ""
    if date.utf8.count > 10 { return Timestamp(rfc3339: date) ?? Timestamp(feedDate: date) }
    guard date.utf8.count == 10, words.count > 1 else { return nil }
    let time = words[1].prefix { $0 != UInt8(ascii: ",") && $0 != UInt8(ascii: ".") }
    let isTime = time.count >= 5 && time.dropFirst(2).first == UInt8(ascii: ":")
    return isTime ? Timestamp(feedDate: "\(date) \(String(decoding: time, as: UTF8.self))") : nil
  }
}

private struct LogMember {
  /// The keys of times, authors, texts and titles, those that say most first.
  static let times: Set<String> = [
    "time", "timestamp", "@timestamp", "ts", "date", "datetime", "created_at", "created",
    "published", "published_at", "asctime",
  ]
  static let authors = [
    "author", "user", "username", "from", "sender", "nick", "logger", "service", "hostname",
  ]
  static let texts = [
    "text", "message", "msg", "body", "content", "log", "description", "comment", "note", "line",
  ]
  static let titles = ["title", "subject", "headline"]

  let name: String
  let text: String
  var isText = false
}
