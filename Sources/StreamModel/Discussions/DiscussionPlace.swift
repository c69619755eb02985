import Addresses

/// A site on which people discuss a post: the page that they read, and the address of the comments as data.
package struct DiscussionPlace: Hashable, Sendable {
  package let site: DiscussionSite
  package let page: String
  /// The host of that page as people know it: without "www.".
  package let host: String
  package private(set) var request: String
  /// The id of the post on the site; nil where the address of the page has none.
  package private(set) var id: String?
  /// Whether only this kind of site has such addresses: others only look alike.
  package let isCertain: Bool
  /// The post among the conversation that is asked for; nil where only comments on it are.
  package private(set) var part: Part?
  /// The deed whose people are asked for; nil where comments are.
  package private(set) var deed: Deed?
  /// The reader's account whose server is asked with its login; nil where none is needed.
  package private(set) var account: String?

  package enum Deed: Sendable {
    case like, reshare
  }

  /// A post as a part of a conversation of the fediverse.
  package struct Part: Hashable, Sendable {
    let names: [String]
    let isReply: Bool
    package let replies: String?
  }

  /// The most places of one post.
  private static let most = 4
}

extension DiscussionPlace {
  /// The place that an address leads to; nil for an address of another kind.
  ///
  /// - Parameter own: the reader's own lines, which come before those of the table.
  package init?(of address: String, also own: [DiscussionLine] = []) {
    // A long address is no page of a discussion, and needs no look.
    guard address.utf8.count <= 2_000, let parsed = DiscussionAddress(address) else { return nil }
    for line in own + DiscussionTable.lines {
      guard let values = parsed.values(of: line) else { continue }
      self.init(
        site: line.site,
        page: parsed.text,
        host: Self.shown(parsed.host),
        request: line.request(values),
        id: values["id"],
        isCertain: line.host != nil
          // Numbers of Mastodon are long, and no other site has such a path.
          || line.site == .mastodon && (values["id"]?.utf8.count ?? 0) >= 15
      )
      return
    }
    return nil
  }

  /// The conversation of a post on the server of an account that the post came through.
  package init?(of post: Post, through account: StreamAccount) {
    guard let id = post.statusID, id.utf8.allSatisfy(DiscussionAddress.isWord) else { return nil }
    self.init(
      site: .mastodon,
      page: post.url ?? account.base,
      host: account.name,
      request: "\(account.base)/api/v1/statuses/\(id)/context",
      id: id,
      isCertain: true
    )
    self.account = account.name
  }

  /// The place where a site names the people who liked or reshared a post, up to 80 of them, without a login unless the post
  /// came through an account; nil for other sites (Mastodon API, "favourited_by" and "reblogged_by").
  package static func people(
    _ deed: Deed,
    of post: Post,
    at own: DiscussionPlace? = nil
  ) -> DiscussionPlace? {
    let comments = "/context"
    guard let place = own ?? places(of: post).first(where: { $0.site == .mastodon }),
      place.request.hasSuffix(comments)
    else { return nil }
    let list = deed == .like ? "favourited_by" : "reblogged_by"
    var people = place
    people.request = "\(place.request.dropLast(comments.count))/\(list)?limit=80"
    people.id = nil
    people.part = nil
    people.deed = deed
    return people
  }

  package var things: String { deed == nil ? "comments" : "names" }

  /// The part of a discussion at the page of a comment, which a stub of it leads to; nil where the site has none.
  package init?(part page: String, of whole: DiscussionPlace) {
    guard whole.site == .reddit, let parsed = DiscussionAddress(page),
      let values = parsed.values(of: DiscussionTable.redditPart), values["id"] == whole.id
    else { return nil }
    self.init(
      site: whole.site,
      page: page,
      host: whole.host,
      request: DiscussionTable.redditPart.request(values),
      id: whole.id,
      isCertain: true
    )
  }

  /// A collection of replies, or of a whole conversation, which a post of the fediverse names.
  private init?(collection: String, of post: Post, part: Part? = nil) {
    guard let address = WebAddress(collection), address.scheme != "mailto", !address.hasUserInfo
    else { return nil }
    self.init(
      site: .activityStreams,
      page: post.url ?? collection,
      host: Self.shown(address.host),
      request: address.text,
      isCertain: true,
      part: part
    )
  }

  /// The conversation that a post of the fediverse names (FEP-7888), else the replies to it.
  ///
  /// Pleroma, Akkoma and snac name conversations that their servers do not send.
  private static func collection(of post: Post) -> DiscussionPlace? {
    let replies = post.repliesAddress.flatMap { DiscussionPlace(collection: $0, of: post) }
    guard let address = post.conversationAddress, !address.contains("/contexts/"),
      !address.contains("#")
    else { return replies }
    let part = Part(
      names: post.namesInReplies,
      isReply: post.inReplyTo != nil,
      replies: replies?.request
    )
    return DiscussionPlace(collection: address, of: post, part: part) ?? replies
  }

  /// A feed of comments, which a post names.
  package init?(feed: String, of post: Post) {
    guard let address = WebAddress(feed), address.scheme != "mailto" else { return nil }
    self.init(
      site: .feed,
      page: post.commentsAddress ?? post.url ?? feed,
      host: Self.shown(address.host),
      request: address.text,
      isCertain: true
    )
  }

  /// The places where a post is discussed, each once: where the feed says so, then by its own addresses, then by the
  /// page that it links to.
  package static func places(
    of post: Post,
    also lines: [DiscussionLine] = []
  ) -> [DiscussionPlace] {
    let named = [post.commentsAddress, post.url, post.idIsStated ? post.id.rawValue : nil]
    let addresses = named.compactMap(\.self) + post.aliases.prefix(8)
    let own = addresses.compactMap { DiscussionPlace(of: $0, also: lines) }
    let feed = post.commentsFeed.flatMap { DiscussionPlace(feed: $0, of: post) }
    // A server whose API is known sends more by it: the replies with those to them, and all in one answer.
    let collection = collection(of: post)
      .flatMap { place in own.contains { $0.host == place.host } ? nil : place }
    let linked = (post.card?.url).flatMap { DiscussionPlace(of: $0, also: lines) }
    var seen: Set<String> = []
    let places = own + [collection, feed, linked].compactMap(\.self)
    return Array(places.filter { seen.insert($0.request).inserted }.prefix(most))
  }

  private static func shown(_ host: String) -> String {
    host.hasPrefix("www.") ? String(host.dropFirst(4)) : host
  }
}

/// A reader's account on a server of the fediverse, through which posts come.
package struct StreamAccount: Hashable, Sendable {
  package let name: String
  /// The address of the server, without a slash at its end.
  package let base: String
  /// The deeds for which the server has no call.
  package let lacks: Set<PostDeed>

  package init(name: String, base: String, lacks: Set<PostDeed> = []) {
    self.name = name
    self.base = base
    self.lacks = lacks
  }
}

/// The table of the addresses that lead to discussions.
///
/// A pattern is compared with the path part by part. `{name}` stands for a part of letters, digits, "-" and "_",
/// `{name#}` for digits, `{name*}` for anything that a host or an account may have. A query is one parameter. In the
/// address of the request the same names stand for the same parts, and `{origin}` for scheme and host. A "/…" at the
/// end stands for any further parts.
enum DiscussionTable {
  static let lines: [DiscussionLine] = [
    .init(
      .hackerNews,
      "news.ycombinator.com",
      "item?id={id#}",
      to: "https://hn.algolia.com/api/v1/items/{id}"
    ),
    .init(.lobsters, "lobste.rs", "s/{id}/…", to: "https://lobste.rs/s/{id}.json"),
    .init(.reddit, "reddit.com", "r/{sub}/comments/{id}/…", to: reddit),
    .init(.reddit, "reddit.com", "comments/{id}/…", to: reddit),
    .init(.gitHub, "github.com", "{owner*}/{repo*}/issues/{id#}", to: gitHub),
    .init(.gitHub, "github.com", "{owner*}/{repo*}/pull/{id#}/…", to: gitHub),
    // GitHub documents these nowhere, and answers without login.
    .init(
      .gitHub,
      "github.com",
      "orgs/community/discussions/{id#}",
      to: "https://api.github.com/repos/community/community/discussions/{id}/comments?per_page=100"
    ),
    .init(.gitHub, "github.com", "{owner*}/{repo*}/discussions/{id#}", to: gitHubDiscussion),
    .init(
      .bluesky,
      "bsky.app",
      "profile/{who*}/post/{id}",
      to: "https://public.api.bsky.app/xrpc/app.bsky.feed.getPostThread"
        + "?uri=at://{who}/app.bsky.feed.post/{id}&depth=40&parentHeight=0"
    ),
    // Servers of these kinds may have any name.
    .init(.mastodon, nil, "@{user*}/{id#}", to: mastodon),
    .init(.mastodon, nil, "users/{user*}/statuses/{id#}", to: mastodon),
    // Pleroma and Akkoma answer as Mastodon does.
    .init(.mastodon, nil, "notice/{id}", to: mastodon),
    .init(
      .lemmy,
      nil,
      "post/{id#}",
      to: "{origin}/api/v3/comment/list?post_id={id}&type_=All&sort=Old&max_depth=50&limit=500"
    ),
    .init(.discourse, nil, "t/{slug*}/{id#}/…", to: "{origin}/t/{id}.json"),
  ]

  static let redditPart = DiscussionLine(
    .reddit,
    "reddit.com",
    "r/{sub}/comments/{id}/{slug*}/{comment}",
    to: "https://www.reddit.com/comments/{id}/_/{comment}.json?limit=500&raw_json=1"
  )

  private static let reddit = "https://www.reddit.com/comments/{id}.json?limit=500&raw_json=1"
  private static let gitHub =
    "https://api.github.com/repos/{owner}/{repo}/issues/{id}/comments?per_page=100"
  private static let gitHubDiscussion =
    "https://api.github.com/repos/{owner}/{repo}/discussions/{id}/comments?per_page=100"
  private static let mastodon = "{origin}/api/v1/statuses/{id}/context"
}

struct DiscussionAddress {
  let text: String
  let host: String
  private let origin: String
  private let path: [String]
  private let query: [Substring]

  init?(_ address: String) {
    guard let web = WebAddress(address), web.scheme != "mailto", !web.hasUserInfo else {
      return nil
    }
    let parts = AddressParts(Array(web.text.utf8)[...])
    guard let authority = parts.authority else { return nil }
    text = web.text
    host = web.host
    origin = "\(web.scheme)://\(String(decoding: authority, as: UTF8.self).lowercased())"
    path = String(decoding: parts.path, as: UTF8.self).split(separator: "/").map(String.init)
    query = String(decoding: parts.query ?? [], as: UTF8.self).split(separator: "&")
  }

  /// The parts of the address that a line names; nil where it is about others.
  func values(of line: DiscussionLine) -> [String: String]? {
    if let wanted = line.host, host != wanted, !host.hasSuffix(".\(wanted)") { return nil }
    let isOpen = line.path.last == "…"
    let wanted = isOpen ? line.path.dropLast() : line.path[...]
    guard isOpen ? path.count >= wanted.count : path.count == wanted.count else { return nil }
    var values = ["origin": origin]
    for (pattern, part) in zip(wanted, path) where !Self.match(part, pattern, &values) {
      return nil
    }
    guard let asked = line.query else { return values }
    let name = "\(asked.name)="
    let pair = query.first { $0.hasPrefix(name) && $0.utf8.count > name.utf8.count }
    guard let value = pair?.dropFirst(name.count),
      Self.match(String(value), asked.pattern, &values)
    else { return nil }
    return values
  }

  /// Whether a part is as the pattern says: a word, or a name in braces with a word before it.
  private static func match(
    _ part: String,
    _ pattern: String,
    _ values: inout [String: String]
  ) -> Bool {
    guard let brace = pattern.firstIndex(of: "{") else { return part == pattern }
    let prefix = pattern[..<brace]
    guard part.hasPrefix(prefix) else { return false }
    let value = part.dropFirst(prefix.count)
    var name = pattern[pattern.index(after: brace)...].dropLast()
    let isPlain: (UInt8) -> Bool
    switch name.last {
    case "#":
      name = name.dropLast()
      isPlain = { (0x30...0x39).contains($0) }
    case "*":
      name = name.dropLast()
      isPlain = { Self.isWord($0) || ".:@~".utf8.contains($0) }
    default: isPlain = Self.isWord
    }
    guard !value.isEmpty, value.utf8.count <= 100, value.utf8.allSatisfy(isPlain) else {
      return false
    }
    // ".." would lead to another folder.
    guard value.contains(where: { $0 != "." }) else { return false }
    values[String(name)] = String(value)
    return true
  }

  fileprivate static func isWord(_ byte: UInt8) -> Bool { byte.isAlphanumeric(or: "-_") }
}

/// A line of ``DiscussionTable``: addresses of one form, and the address of the comments on each.
package struct DiscussionLine: Equatable, Sendable {
  /// The reason why a line that a reader wrote means nothing.
  package enum Fault: Error, Equatable {
    case pattern(String)
    case target(String)
  }

  struct Query: Equatable {
    let name: String
    let pattern: String
  }

  package let site: DiscussionSite
  /// The host, with or without a name before it such as "www."; nil for any.
  let host: String?
  /// The last part may be "…".
  let path: [String]
  let query: Query?
  private let target: String

  init(_ site: DiscussionSite, _ host: String?, _ pattern: String, to target: String) {
    self.site = site
    self.host = host
    let halves = pattern.split(separator: "?", maxSplits: 1)
    path = halves.first?.split(separator: "/").map(String.init) ?? []
    query = halves.dropFirst().first.flatMap { half in
      let sides = half.split(separator: "=", maxSplits: 1).map(String.init)
      return sides.count == 2 ? Query(name: sides[0], pattern: sides[1]) : nil
    }
    self.target = target
  }

  package init(pattern: String, target: String) throws(Fault) {
    let sides = target.split(whereSeparator: \.isWhitespace).map(String.init)
    guard sides.count == 2 else {
      throw .target("No kind of site and address (expected a text such as \(Self.example))")
    }
    guard let site = DiscussionSite(rawValue: sides[0]) else {
      let names = DiscussionSite.allCases.map(\.rawValue).joined(separator: ", ")
      throw .target("\"\(sides[0].prefix(60))\" is no kind of site (expected \(names))")
    }
    let parts = pattern.split(separator: "/", maxSplits: 1).map(String.init)
    guard parts.count == 2, let host = parts.first, Self.isHost(host) else {
      throw .pattern("No host and path (expected a form such as forum.example/topic/{id#})")
    }
    self.init(site, host.lowercased(), parts[1], to: sides[1])
    let forms = path + (query.map { [$0.pattern] } ?? [])
    guard forms.allSatisfy(Self.isWellFormed) else {
      throw .pattern("A part is malformed (expected a word, or one {name} at the end of a part)")
    }
    guard target.contains("?") == false || pattern.contains("?") == false || query != nil else {
      throw .pattern("The query is malformed (expected name={id})")
    }
    guard ["https://", "http://", "{origin}/"].contains(where: { sides[1].hasPrefix($0) }) else {
      throw .target("No address (expected https://… or {origin}/…)")
    }
    let known = ["origin"] + forms.compactMap(Self.name)
    if let unknown = Self.names(in: sides[1]).first(where: { !known.contains($0) }) {
      throw .target(
        "{\(unknown.prefix(60))} is no part of the address (expected {\(known.joined(separator: "}, {"))})"
      )
    }
  }

  /// The address of the request.
  ///
  /// Values are taken from an address, and none has a character with a meaning of its own.
  func request(_ values: [String: String]) -> String {
    values.reduce(target) { $0.replacing("{\($1.key)}", with: $1.value) }
  }

  private static let example = "\"discourse {origin}/t/{id}.json\""

  private static func isHost(_ text: String) -> Bool {
    text.contains(".") && text.utf8.allSatisfy { $0.isAlphanumeric(or: ".-") }
  }

  /// Whether a part has no brace, or one name in braces at its end.
  private static func isWellFormed(_ part: String) -> Bool {
    guard let open = part.firstIndex(of: "{") else { return !part.contains("}") }
    let inner = part[part.index(after: open)...]
    return inner.last == "}" && !inner.dropLast().contains { "{}".contains($0) }
      && name(of: part)?.isEmpty == false
  }

  private static func name(of part: String) -> String? {
    guard let open = part.firstIndex(of: "{") else { return nil }
    return String(part[part.index(after: open)...].dropLast().filter { $0 != "#" && $0 != "*" })
  }

  private static func names(in address: String) -> [String] {
    address.split(separator: "{").dropFirst().compactMap { piece in
      piece.firstIndex(of: "}").map { String(piece[..<$0]) }
    }
  }
}

/// The kind of site, which decides how its answers are read.
package enum DiscussionSite: String, CaseIterable, Sendable {
  case hackerNews = "hacker-news"
  case lobsters, reddit
  case gitHub = "github"
  case bluesky, mastodon, lemmy, discourse
  /// Any server of the fediverse, by the collection of the replies.
  case activityStreams = "activitystreams"
  case feed
}
