package import StreamModel

/// A feed that a page offers: in a link, or in an anchor where it has no links.
package struct FeedLink: Equatable, Sendable {
  package enum Kind: String, Equatable, Sendable {
    case rss
    case atom
    case jsonFeed
    case activity

    /// Returns the form that a media type names; nil for types that are no feed.
    package init?(mediaType: String) {
      switch ContentType(mediaType)?.type {
      case "application/rss+xml", "application/rdf+xml", "text/xml", "application/xml": self = .rss
      case "application/atom+xml": self = .atom
      case "application/feed+json": self = .jsonFeed
      case "application/activity+json": self = .activity
      default: return nil
      }
    }
  }

  /// The most links of a page that are read.
  package static let limit = 50

  package let address: FeedAddress
  package let title: String?
  package let kind: Kind

  package init(_ address: FeedAddress, title: String?, kind: Kind) {
    self.address = address
    self.title = title
    self.kind = kind
  }

  /// Returns the feeds that a page in UTF-8 offers, each address once, in their order; the feeds that its
  /// anchors name, where it has no link to one.
  ///
  /// Links in scripts and comments are no offers. A `<base>` counts as in browsers.
  ///
  /// - Parameter fields: The links in the head of the answer (RFC 8288).
  package static func read(
    _ page: [UInt8],
    at address: FeedAddress,
    fields: [LinkField] = []
  ) -> [FeedLink] {
    var links: [FeedLink] = []
    func add(_ link: FeedLink?, to links: inout [FeedLink]) {
      guard let link, !links.contains(where: { $0.address == link.address }) else { return }
      links.append(link)
    }
    for field in fields { add(link(field, address, page: address), to: &links) }
    var guesses: [FeedLink] = []
    var base = address
    var hasBase = false
    var raw: String?
    MarkupTags.read(page) { tag in
      if let open = raw {
        if tag.kind == .end, tag.name == open { raw = nil }
        return true
      }
      switch (tag.name, tag.kind) {
      case ("script", .start), ("style", .start), ("noscript", .start), ("template", .start):
        raw = tag.name
      case ("base", .start), ("base", .empty):
        guard !hasBase, let reference = tag.attribute("href") else { break }
        hasBase = true
        base = address.judge(reference).address ?? address
      case ("link", .start), ("link", .empty):
        add(link(LinkField(tag), base, page: address), to: &links)
      case ("a", .start) where links.isEmpty && guesses.count < limit:
        let field = LinkField(tag)
        guard let kind = kind(ofPath: field.target) ?? field.type.flatMap(Kind.init(mediaType:)),
          kind != .activity, let target = target(field.target, base, page: address),
          // Texts name the feeds of others, too.
          target.host == address.host
        else { break }
        add(FeedLink(target, title: field.title, kind: kind), to: &guesses)
      default: break
      }
      return links.count < limit
    }
    return links.isEmpty ? guesses : links
  }

  /// The offer of a link; nil for one to anything but a feed.
  private static func link(_ field: LinkField, _ base: FeedAddress, page: FeedAddress) -> FeedLink?
  {
    // "feed" says it all; the type of an alternate tells feeds from translations.
    let isFeed = field.relations.contains("feed")
    guard isFeed || field.relations.contains("alternate"), !field.relations.contains("stylesheet"),
      !field.target.isEmpty,
      let kind = field.type.flatMap(Kind.init(mediaType:))
        ?? (isFeed ? kind(ofPath: field.target) ?? .rss : nil),
      let address = target(field.target, base, page: page)
    else { return nil }
    return FeedLink(address, title: field.title, kind: kind)
  }

  private static func target(
    _ reference: String,
    _ base: FeedAddress,
    page: FeedAddress
  ) -> FeedAddress? {
    // The page judges, too: a base must not open the user's own network.
    base.judge(reference).address.flatMap { page.follow($0.text, leavesHTTPS: true) }
  }

  /// The form of the feed that an address names by the end of its path; nil for others.
  private static func kind(ofPath reference: String) -> Kind? {
    var path = reference.prefix { $0 != "?" && $0 != "#" }.lowercased()
    if path.hasSuffix("/") { path.removeLast() }
    guard ends.contains(where: path.hasSuffix) else { return nil }
    return path.hasSuffix("json") ? .jsonFeed : path.contains("atom") ? .atom : .rss
  }

  private static let ends = [
    "/feed", "/rss", "/rss2", "/atom", "/feed.xml", "/rss.xml", "/rss2.xml", "/atom.xml",
    "/index.rdf", "/feed.json", ".rss", ".rdf", ".atom",
  ]

  /// The address to which a page sends its readers at once by `<meta http-equiv="refresh">`; nil without one.
  package static func refresh(of page: [UInt8]) -> String? {
    var target: String?
    MarkupTags.read(page) { tag in
      guard tag.name == "meta", tag.attribute("http-equiv")?.lowercased() == "refresh",
        let content = tag.attribute("content")
      else { return tag.name != "body" }
      let parts = content.split(maxSplits: 1) { $0 == ";" || $0 == "," }
      guard parts.count == 2, let wait = Double(parts[0].filter { !$0.isWhitespace }), wait <= 5
      else { return true }
      var place = parts[1].drop(while: \.isWhitespace)
      if place.prefix(3).lowercased() == "url" {
        place = place.dropFirst(3).drop { $0 == "=" || $0.isWhitespace }
      }
      let isQuote = { (sign: Character) in sign == "\"" || sign == "'" }
      target = String(place.drop(while: isQuote).prefix { !isQuote($0) })
      return false
    }
    return target.flatMap { $0.isEmpty ? nil : $0 }
  }
}

extension LinkField {
  fileprivate init(_ tag: MarkupTags.Tag) {
    let relations = (tag.attribute("rel") ?? "").lowercased().split { $0.isWhitespace }
    self.init(
      target: tag.attribute("href") ?? "",
      relations: relations.map(String.init),
      type: tag.attribute("type"),
      title: tag.attribute("title")
    )
  }
}

extension FeedLink {
  /// The sentence for a page of `host` that offers feeds where none can be chosen.
  package static func sentence(for offers: [FeedLink], of host: String) -> String {
    let names = offers.prefix(5).map(\.address.shown).joined(separator: " ")
    let more = offers.count > 5 ? " and \(offers.count - 5) more" : ""
    return offers.count == 1
      ? "\(host) sent a page that offers a feed; name that one: \(names)"
      : "\(host) sent a page that offers \(offers.count) feeds; name one of them: \(names)\(more)"
  }
}

/// The addresses in an ActivityPub document that lead to posts (W3C ActivityPub, sections 4.1, 5).
///
/// An actor names its outbox, an outbox its first page, and a page the next one.
package struct ActivityLinks: Equatable, Sendable {
  /// The actor as the author of posts, by the id that these state; nil for other documents.
  package let account: Account?
  package let outbox: FeedAddress?
  package let first: FeedAddress?
  package let next: FeedAddress?
  /// The page after the items that a collection, or the first page in it, holds; its first page where it holds none.
  package let rest: FeedAddress?
  /// Whether a collection holds posts, or their addresses, itself.
  package let holdsPosts: Bool

  /// Reads the document at `address`; returns nil if it is not JSON.
  package init?(_ document: [UInt8], from address: FeedAddress) {
    guard let strings = JSONStrings.read(document) else { return nil }
    // The links of a page may follow the texts of many posts.
    let top = JSONStrings.read(document, depth: 2) ?? []
    // Each link may be an address or an object with an id.
    let link = { (key: String...) in
      top.first { $0.path == key || $0.path == key + ["id"] }.flatMap { address.follow($0.text) }
    }
    let text = { (key: String) in strings.first { $0.path == [key] && !$0.text.isEmpty }?.text }
    let user = text("preferredUsername")
    account = text("id").flatMap { id in
      (text("name") ?? user).map { name in
        let host = FeedAddress.judge(id).address?.host
        let handle = user.flatMap { user in host.map { "@\(user)@\($0)" } }
        return Account(name: name, handle: handle, url: id)
      }
    }
    holdsPosts = strings.contains { ["orderedItems", "items"].contains($0.path.first) }
    outbox = link("outbox")
    first = link("first")
    next = link("next")
    let isBegun = holdsPosts || strings.contains { $0.path.starts(with: ["first", "items"]) }
    rest = next ?? link("first", "next") ?? (isBegun ? nil : first)
  }
}

/// The answer of a server that was asked for an account (RFC 7033).
package struct WebFingerAnswer: Equatable, Sendable {
  package let actor: FeedAddress?
  package let feeds: [FeedLink]

  /// Reads the answer of `address`; returns nil if it is not JSON.
  package init?(_ document: [UInt8], from address: FeedAddress) {
    guard let strings = JSONStrings.read(document) else { return nil }
    var links: [String: [String: String]] = [:]
    var order: [String] = []
    for string in strings where string.path.count == 3 && string.path[0] == "links" {
      if links[string.path[1]] == nil { order.append(string.path[1]) }
      links[string.path[1], default: [:]][string.path[2]] = string.text
    }
    var actor: FeedAddress?
    var feeds: [FeedLink] = []
    for link in order.compactMap({ links[$0] }) {
      guard let target = link["href"].flatMap({ address.follow($0) }) else { continue }
      let type = link["type"].flatMap { ContentType($0) }?.type ?? ""
      switch link["rel"] {
      case "self" where type == "application/activity+json" || type == "application/ld+json":
        actor = actor ?? target
      default:
        guard let kind = FeedLink.Kind(mediaType: type), kind != .activity,
          feeds.count < FeedLink.limit
        else { continue }
        feeds.append(FeedLink(target, title: nil, kind: kind))
      }
    }
    self.actor = actor
    self.feeds = feeds
  }
}

extension OfferedFeed {
  package init(_ link: FeedLink) {
    let format =
      switch link.kind {
      case .rss: "RSS"
      case .atom: "Atom"
      case .jsonFeed: "JSON Feed"
      case .activity: "ActivityPub"
      }
    self.init(address: link.address.text, title: link.title, format: format)
  }
}
