import Addresses
import StreamModel

/// Finds the page of older posts to which a document leads.
package enum OlderPage {
  /// The facts about a document that tell where its older posts are.
  package struct Document: Equatable, Sendable {
    package let address: FeedAddress
    /// The links of its head (RFC 8288).
    package let links: [LinkField]
    /// Its bytes, unwrapped, in UTF-8.
    package let bytes: [UInt8]
    package let postCount: Int
  }

  /// The most bytes of a document that are looked at.
  package static let reach = 16 << 20

  /// The characters of an address that is refused, which are only shown.
  private static let shownLength = 200

  /// A line of the table: a way by which documents lead to older pages.
  private struct Way: Sendable {
    /// Whether the address is made by rule and not stated.
    var isGuess = false
    /// The address as the document states it, which may be relative; nil if it has no such way.
    let reference: @Sendable (Facts) -> String?
  }

  /// All ways, those that a document states itself first.
  private static let ways = [
    // An archive stays as it is, and "next" of a subscription document may not (RFC 5005, sections 3 and 4).
    Way { $0.feedLinks["prev-archive"] },
    Way { $0.feedLinks["next"] },
    Way { $0.isJSONFeed ? $0.top["next_url"] : nil },
    Way { $0.isActivity ? $0.top["next"] : nil },
    Way { facts in facts.isBluesky ? facts.top["cursor"].map { facts.setting(["cursor": $0]) } : nil
    },
    Way { $0.field("prev-archive") },
    Way { $0.field("next") },
    Way(isGuess: true) { facts in
      guard facts.isMastodon, let oldest = facts.oldestStatus else { return nil }
      return facts.setting(["max_id": oldest, "since_id": nil, "min_id": nil])
    },
    Way(isGuess: true) { facts in
      guard facts.isWordPress, facts.document.postCount > 0 else { return nil }
      let page = facts.document.address.queryValue("paged").flatMap { Int($0) } ?? 1
      guard (1..<1_000_000).contains(page) else { return nil }
      return facts.setting(["paged": "\(page + 1)"])
    },
  ]

  package static func after(_ document: Document) -> OlderTrail.Place {
    let facts = Facts(of: document)
    guard !facts.isWebPage else { return .first }
    for way in ways {
      guard let reference = way.reference(facts), !reference.isEmpty else { continue }
      return judge(reference, from: document.address, isGuess: way.isGuess)
    }
    return .first
  }

  private static func judge(
    _ reference: String,
    from address: FeedAddress,
    isGuess: Bool
  ) -> OlderTrail.Place {
    let verdict = address.judge(reference)
    guard let named = verdict.address else {
      return .refused(String(reference.prefix(shownLength)))
    }
    // Servers that do not know that they are asked by https name their own pages by http.
    let next = address.scheme == "https" ? named.secured : named
    guard let next else { return .refused(String(named.text.prefix(shownLength))) }
    if address.isServer(of: next) { return .page(next.asUser(of: address), isGuess: isGuess) }
    // No server can make the reader ask machines of the user's own network.
    guard case .fetch = verdict else { return .refused(String(next.text.prefix(shownLength))) }
    return .elsewhere(next)
  }

  private struct Facts {
    let document: Document
    /// The links of the feed itself, not those of its posts, by their relation.
    let feedLinks: [String: String]
    /// The strings at the top of a JSON document, by their key; a link that is an object counts by its id.
    let top: [String: String]
    /// The strings of JSON by their paths, of two parts at most.
    private let strings: [JSONStrings.Leaf]
    let isWebPage: Bool

    init(of document: Document) {
      self.document = document
      let first = document.bytes.first { $0 > 0x20 && $0 < 0x7F }
      let isJSON = first == 0x7B || first == 0x5B
      strings = isJSON ? JSONStrings.read(document.bytes, depth: 2) ?? [] : []
      var top: [String: String] = [:]
      for leaf in strings where leaf.path.count == 1 || leaf.path.dropFirst() == ["id"] {
        let key = leaf.path[0]
        top[key] = top[key] ?? leaf.text
      }
      self.top = top
      (feedLinks, isWebPage) = isJSON ? ([:], false) : Self.links(of: document.bytes)
    }

    var isJSONFeed: Bool { top["version"]?.contains("jsonfeed.org") ?? false }

    var isActivity: Bool {
      ["Collection", "CollectionPage", "OrderedCollection", "OrderedCollectionPage"]
        .contains(top["type"] ?? "")
    }

    var isBluesky: Bool { document.address.path.hasPrefix("/xrpc/") }

    /// Whether the document is a list of statuses of an API that Mastodon, Pleroma, GoToSocial and others have.
    var isMastodon: Bool {
      let path = document.address.path
      return path.hasPrefix("/api/v1/timelines/")
        || path.hasPrefix("/api/v1/accounts/") && path.hasSuffix("/statuses")
    }

    var isWordPress: Bool {
      MarkupTags.text(of: "generator", in: document.bytes)?.lowercased().contains("wordpress")
        ?? false
    }

    /// The smallest id of a list of statuses: ids are numbers, or texts of one length that grow with time.
    var oldestStatus: String? {
      strings.lazy.filter { $0.path.count == 2 && $0.path[1] == "id" && Int($0.path[0]) != nil }
        .map(\.text).min { ($0.utf8.count, $0) < ($1.utf8.count, $1) }
    }

    func field(_ relation: String) -> String? {
      document.links.first { $0.relations.contains(relation) }?.target
    }

    /// The address of the document with these values in its query; nil removes one.
    func setting(_ values: [String: String?]) -> String { document.address.setting(values) }

    /// Reads the links of a feed in XML, and whether the document is a web page instead.
    private static func links(of bytes: [UInt8]) -> (links: [String: String], isPage: Bool) {
      var links: [String: String] = [:]
      var isPage = false
      var post: String?
      MarkupTags.read(bytes) { tag in
        if let open = post {
          if tag.kind == .end, tag.name == open { post = nil }
          return true
        }
        switch (local(tag.name), tag.kind) {
        case ("html", .start):
          isPage = true
          return false
        case ("item", .start), ("entry", .start): post = tag.name
        case ("link", .start), ("link", .empty):
          guard let relation = tag.attribute("rel")?.lowercased(),
            let target = tag.attribute("href")
          else { break }
          links[relation] = links[relation] ?? target
        default: break
        }
        return true
      }
      return (links, isPage)
    }

    /// The name of an element without its prefix.
    private static func local(_ name: String) -> Substring {
      name.lastIndex(of: ":").map { name[name.index(after: $0)...] } ?? name[...]
    }
  }
}

extension FeedAddress {
  fileprivate var path: String { String(decoding: parts.path, as: UTF8.self) }

  /// The same address by https; nil for an http address with a port of its own.
  fileprivate var secured: FeedAddress? {
    guard scheme == "http" else { return self }
    guard parts.port?.isEmpty ?? true else { return nil }
    return Self.judge("https" + text.dropFirst("http".count)).address
  }

  /// Returns the address with the user and password of one with the same scheme, host and port, unless it names its own:
  /// a feed that wants them wants them on each page.
  fileprivate func asUser(of other: FeedAddress) -> FeedAddress {
    let own = parts
    guard own.userInfo == nil, let user = other.parts.userInfo, let authority = own.authority,
      scheme == other.scheme, (own.port ?? []).elementsEqual(other.parts.port ?? [])
    else { return self }
    let whole = own.text(authority: (user + [UInt8(ascii: "@")] + authority)[...])
    return Self.judge(whole).address ?? self
  }

  fileprivate func queryValue(_ name: String) -> String? {
    queryParts.first { $0.name == name }.map { String($0.text.dropFirst(name.utf8.count + 1)) }
  }

  /// Returns the text of the address with these values in its query; nil removes one.
  fileprivate func setting(_ values: [String: String?]) -> String {
    let kept = queryParts.filter { values[$0.name] == nil }.map(\.text)
    let added = values.sorted { $0.key < $1.key }
      .compactMap { key, value in value.map { "\(key)=\(FormText.encoded($0))" } }
    let query = (kept + added).joined(separator: "&")
    return parts.text(authority: parts.authority, query: Array(query.utf8)[...])
  }

  private var queryParts: [(name: String, text: String)] {
    String(decoding: parts.query ?? [], as: UTF8.self).split(separator: "&").map { part in
      (String(part.prefix { $0 != "=" }), String(part))
    }
  }
}
