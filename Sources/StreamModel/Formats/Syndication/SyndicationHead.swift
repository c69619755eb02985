import Addresses

struct SyndicationHead {
  private(set) var scope = MarkupScope()
  private(set) var title = Body.missing
  /// The facts about the feed, but for its language, which is that of ``scope``.
  private(set) var facts = FeedFacts()
  private var own: String?

  static let limit = 1 << 20
  private static let depth = 3

  mutating func read(_ bytes: Bytes) {
    var reader = MarkupReader(bytes, in: 0..<bytes.count)
    var depth = 0
    while depth < Self.depth, let event = reader.next() {
      guard case .start(let tag) = event else { continue }
      let inner = scope.inside(tag, of: reader)
      let (namespace, name) = inner.resolve(tag.name, of: reader)
      if name == "rss" || name == "rdf" || name == "feed" || name == "channel" {
        if tag.isEmpty { continue }
        depth += 1
        scope = inner
        scope.setStandard(name == "feed" ? .atom : nil)
        if let base = reader.attribute("base", of: tag) { scope.base = base }
      } else {
        reader.move(to: tag.range.lowerBound)
        guard let element = reader.nextElement(in: scope) else { return }
        take(element, namespace, name, MarkupContent(element, reader))
      }
    }
  }

  var base: String? { scope.base.map { Address.resolve($0, against: page) } ?? page }

  /// The page of the feed, else the address under which it says that it is found.
  var page: String? { facts.homePage ?? own }

  var plainTitle: String? {
    switch title {
    case .missing: nil
    case .text(let text): text
    case .html(let html): MarkupText.words(of: html)
    }
  }

  private mutating func take(
    _ element: MarkupElement,
    _ namespace: MarkupNamespace,
    _ name: String,
    _ content: MarkupContent
  ) {
    switch (namespace, name) {
    case (.rss, "title"), (.atom, "title"):
      if title == .missing { title = content.construct(namespace == .atom ? .stated : .guessed) }
    case (.rss, "link"), (.atom, "link"):
      let href = content.attribute("href") ?? content.plain
      guard !href.isEmpty else { return }
      let address = Address.resolve(href, against: element.scope.base)
      switch content.attribute("rel") ?? "alternate" {
      case "alternate": facts.homePage = facts.homePage ?? address
      case "self": own = own ?? address
      default: break
      }
    case (.rss, "language"), (.dublinCore, "language"):
      if scope.language == nil { scope.language = content.filledPlain }
    // The author of records that name none (RFC 4287, section 4.2.1).
    case (.atom, "author"): if facts.author == nil { facts.author = content.person }
    case (.rss, "ttl"):
      let minutes = Int(content.plain).flatMap { $0 > 0 ? $0 : nil }
      facts.minutesToLive = facts.minutesToLive ?? minutes
    case (.itunes, "new-feed-url"):
      let address = content.plain
      if Address.isWeb(address) { facts.newAddress = facts.newAddress ?? address }
    default: break
    }
  }
}
