import StreamModel

/// A feed that a page offers in its head.
package struct FeedLink: Equatable, Sendable {
  /// The form of a feed, as the page states it.
  package enum Kind: Equatable, Sendable {
    case rss
    case atom
    case jsonFeed
    /// A post or profile of the fediverse.
    case activity

    /// Returns the form that a media type names; nil for types that are no feed.
    package init?(mediaType: String) {
      switch ContentType(mediaType)?.type {
      case "application/rss+xml", "application/rdf+xml": self = .rss
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

  /// Returns the feeds that a page in UTF-8 offers, each address once, in their order.
  ///
  /// Links in scripts, comments and the body are no offers. A `<base>` counts as in browsers.
  package static func read(_ page: [UInt8], at address: FeedAddress) -> [FeedLink] {
    var links: [FeedLink] = []
    var base = address
    var hasBase = false
    var raw: String?
    MarkupTags.read(page) { tag in
      if let open = raw {
        if tag.kind == .end, tag.name == open { raw = nil }
        return true
      }
      switch (tag.name, tag.kind) {
      case ("body", _): return false
      case ("script", .start), ("style", .start), ("noscript", .start), ("template", .start):
        raw = tag.name
      case ("base", .start), ("base", .empty):
        guard !hasBase, let reference = tag.attribute("href") else { break }
        hasBase = true
        base = address.judge(reference).address ?? address
      case ("link", .start), ("link", .empty):
        guard let link = link(tag, base, page: address),
          !links.contains(where: { $0.address == link.address })
        else { break }
        links.append(link)
      default: break
      }
      return links.count < limit
    }
    return links
  }

  private static func link(
    _ tag: MarkupTags.Tag,
    _ base: FeedAddress,
    page: FeedAddress
  ) -> FeedLink? {
    let relations = (tag.attribute("rel") ?? "").lowercased().split { $0.isWhitespace }
    guard relations.contains("alternate"), !relations.contains("stylesheet"),
      let kind = tag.attribute("type").flatMap(Kind.init(mediaType:)),
      let reference = tag.attribute("href"),
      let named = base.judge(reference).address,
      // The page judges, too: a base must not open the user's own network.
      let address = page.follow(named.text, leavesHTTPS: true)
    else { return nil }
    return FeedLink(address, title: tag.attribute("title"), kind: kind)
  }
}
