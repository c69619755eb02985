import Addresses

/// A line of ``PublicStreamTable``: pages of one form, and the requests for the posts on each.
struct PublicStreamLine: Equatable, Sendable {
  struct Step: Equatable {
    let request: String
    /// The member of the answer that a later request names; nil where the answer has the posts.
    let key: String?
  }

  /// When the posts are asked for as data.
  enum Order: Equatable {
    case first
    /// After the page, and what it leads to.
    case last
  }

  /// Nil for any site.
  let host: String?
  let path: [String]
  let name: String
  let steps: [Step]
  let order: Order
  /// A sentence on the addresses that may be open where the posts are shown to members only.
  let feed: String?

  init(
    _ host: String?,
    _ path: String,
    as name: String,
    asked order: Order = .first,
    feed: String? = nil,
    _ steps: (String, key: String?)...
  ) {
    self.host = host
    self.path = path.split(separator: "/").map(String.init)
    self.name = name
    self.order = order
    self.feed = feed
    self.steps = steps.map { Step(request: $0.0, key: $0.key) }
  }
}

/// The table of the pages that are streams.
///
/// A name in braces stands for a part of the path, or for the end of one. In a request the same names stand for the same
/// parts, `{origin}` for scheme and host, and the key of an earlier request for that member of its answer.
enum PublicStreamTable {
  static let lines: [PublicStreamLine] = [
    // https://docs.bsky.app, lexicons app.bsky.feed.*: the public service answers without a session.
    .init(
      "bsky.app",
      "profile/{who}",
      as: "@{who}",
      (
        bluesky
          + "app.bsky.feed.getAuthorFeed?actor={who}&filter=posts_and_author_threads&limit=50", nil
      )
    ),
    .init(
      "bsky.app",
      "profile/{who}/feed/{name}",
      as: "@{who}/feed/{name}",
      resolved,
      (
        bluesky + "app.bsky.feed.getFeed?feed=at://{did}/app.bsky.feed.generator/{name}&limit=50",
        nil
      )
    ),
    .init(
      "bsky.app",
      "profile/{who}/lists/{name}",
      as: "@{who}/lists/{name}",
      resolved,
      (
        bluesky + "app.bsky.feed.getListFeed?list=at://{did}/app.bsky.graph.list/{name}&limit=50",
        nil
      )
    ),
    // https://docs.joinmastodon.org/methods/timelines. Servers of these kinds may have any name.
    .init(
      nil,
      "tags/{tag}",
      as: "#{tag}@{host}",
      feed: "Its feed may be open: {origin}/tags/{tag}.rss",
      ("{origin}/api/v1/timelines/tag/{tag}?limit=40", nil)
    ),
    .init(
      nil,
      "public",
      as: "{host}/public",
      feed: others,
      ("{origin}/api/v1/timelines/public?limit=40", nil)
    ),
    .init(
      nil,
      "public/local",
      as: "{host}/public/local",
      feed: others,
      ("{origin}/api/v1/timelines/public?local=true&limit=40", nil)
    ),
    .init(
      nil,
      "@{user}",
      as: "@{user}@{host}",
      asked: .last,
      feed: "A feed may be open: {origin}/@{user}.rss",
      ("{origin}/api/v1/accounts/lookup?acct={user}", "id"),
      ("{origin}/api/v1/accounts/{id}/statuses?limit=40", nil)
    ),
  ]

  private static let bluesky = "https://public.api.bsky.app/xrpc/"
  private static let resolved: (String, key: String?) =
    (bluesky + "com.atproto.identity.resolveHandle?handle={who}", "did")
  private static let others =
    "The feed of a tag or a person may be open: {origin}/tags/NAME.rss, {origin}/@NAME.rss"
}

/// The address of a page, taken apart to be compared with lines of the table.
struct PublicPage {
  private let host: String
  private let shownHost: String
  private let origin: String
  private let path: [String]

  /// Returns nil for an address that no line can be about.
  init?(_ address: FeedAddress) {
    let parts = address.parts
    guard parts.userInfo == nil, parts.query == nil, let authority = parts.authority else {
      return nil
    }
    path = String(decoding: parts.path, as: UTF8.self).split(separator: "/").map(String.init)
    guard (1...4).contains(path.count) else { return nil }
    host = address.host.hasPrefix("www.") ? String(address.host.dropFirst(4)) : address.host
    shownHost = String(decoding: authority, as: UTF8.self)
    origin = address.origin
  }

  /// The parts of the address that a line names; nil where it is about others.
  func values(of line: PublicStreamLine) -> [String: String]? {
    guard line.host == nil || line.host == host, path.count == line.path.count else { return nil }
    var values = ["origin": origin, "host": shownHost]
    for (part, pattern) in zip(path, line.path) {
      guard let brace = pattern.firstIndex(of: "{") else {
        guard part == pattern else { return nil }
        continue
      }
      let name = String(pattern[pattern.index(after: brace)...].dropLast())
      guard part.hasPrefix(pattern[..<brace]),
        let value = Self.value(String(part.dropFirst(pattern[..<brace].count)), of: name)
      else { return nil }
      values[name] = value
      if name == "who", value.hasPrefix("did:") { values["did"] = value }
    }
    return values
  }

  /// The longest part in bytes, as it stands in the address.
  private static let limit = 600

  /// The part as a request names it; nil for one that cannot be such a name.
  private static func value(_ part: String, of name: String) -> String? {
    guard (1...limit).contains(part.utf8.count) else { return nil }
    switch name {
    case "tag":
      // Letters of all scripts are encoded; an encoded slash or dot would lead elsewhere.
      guard part.utf8.allSatisfy({ isWord($0) || $0 == UInt8(ascii: "%") }) else { return nil }
      let tag = decoded(part)
      return tag.unicodeScalars.allSatisfy { $0.value >= 0x80 || isWord(UInt8($0.value)) }
        ? part : nil
    case "who": return BlueskyName(part)?.text
    default:
      let isPlain = part.utf8.allSatisfy { isWord($0) || ".~".utf8.contains($0) }
      return isPlain && part.contains { $0 != "." } ? part : nil
    }
  }

  static func isWord(_ byte: UInt8) -> Bool { byte.isAlphanumeric(or: "-_") }

  static func decoded(_ text: String) -> String {
    String(decoding: WebAddress.decoded(Array(text.utf8)[...]), as: UTF8.self)
  }
}

/// The name of an account of Bluesky: a handle, which is the name of a host, or a DID (atproto.com/specs/handle, /did).
struct BlueskyName: Equatable {
  /// The longest handle, and the longest DID that is taken, in bytes.
  private static let limit = 253

  let text: String

  init?(_ text: String) {
    guard (3...Self.limit).contains(text.utf8.count) else { return nil }
    if text.hasPrefix("did:plc:") || text.hasPrefix("did:web:") {
      guard text.utf8.count > 8,
        text.utf8.allSatisfy({ PublicPage.isWord($0) || ".:".utf8.contains($0) })
      else { return nil }
      self.text = text
      return
    }
    let labels = text.split(separator: ".", omittingEmptySubsequences: false)
    // The last label is that of a domain, so that no number and no version is a handle.
    guard labels.count > 1, let last = labels.last, last.utf8.count > 1,
      last.first?.isLetter == true,
      labels.allSatisfy({ label in
        !label.isEmpty && label.utf8.count <= 63 && label.first != "-" && label.last != "-"
          && label.utf8.allSatisfy { PublicPage.isWord($0) && $0 != UInt8(ascii: "_") }
      })
    else { return nil }
    self.text = text.lowercased()
  }
}
