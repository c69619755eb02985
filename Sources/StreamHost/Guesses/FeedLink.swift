import StreamModel

/// A feed that a page offers: in a link, or in an anchor where it has no links.
package struct FeedLink: Equatable, Sendable {
  /// The form of a feed, as the page states it.
  package enum Kind: Equatable, Sendable {
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
  /// The title in the page's words; nil if it has none.
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
