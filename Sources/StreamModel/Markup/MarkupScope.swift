import Addresses

/// The context inside an element: prefixes, base address and language.
///
/// Sources: Namespaces in XML 1.0, XML Base, XML 1.0 section 2.12.
struct MarkupScope: Equatable {
  private static let limit = 256

  var base: String?
  /// The language as a BCP 47 tag.
  var language: String?
  /// The vocabulary of names without a prefix or with an unknown one.
  private(set) var standard = MarkupNamespace.rss
  private var prefixes: [String: MarkupNamespace] = [:]

  func inside(_ tag: MarkupReader.Tag, of reader: MarkupReader) -> MarkupScope {
    guard !tag.attributes.isEmpty else { return self }
    var scope = self
    let bytes = reader.bytes
    for attribute in MarkupAttributes(bytes, in: tag.attributes) {
      let name = String(decoding: bytes[attribute.name], as: UTF8.self).lowercased()
      switch name {
      case "xmlns":
        if let known = MarkupNamespace(address: reader.value(attribute)) { scope.standard = known }
      case "xml:base": scope.base = Address.resolve(reader.value(attribute), against: scope.base)
      case "xml:lang": scope.language = reader.value(attribute)
      case _ where name.hasPrefix("xmlns:"):
        guard scope.prefixes.count < Self.limit else { continue }
        let known = MarkupNamespace(address: reader.value(attribute))
        scope.prefixes[String(name.dropFirst(6))] = known ?? .other
      default: break
      }
    }
    return scope
  }

  /// Sets the vocabulary of names without a prefix, unless the document has declared it.
  mutating func setStandard(_ namespace: MarkupNamespace?) {
    if let namespace, standard == .rss { standard = namespace }
  }

  /// Returns the vocabulary and the local name, in lower case, of an element.
  func resolve(_ name: Range<Int>, of reader: MarkupReader) -> (MarkupNamespace, String) {
    let text = String(decoding: reader.bytes[name], as: UTF8.self).lowercased()
    guard let colon = text.utf8.firstIndex(of: UInt8(ascii: ":")) else { return (standard, text) }
    let prefix = String(text[..<colon])
    let known = prefixes[prefix] ?? MarkupNamespace(customaryPrefix: prefix)
    return (known, String(text[text.index(after: colon)...]))
  }
}

enum MarkupNamespace: Equatable {
  /// RSS in all versions, and elements without a declared namespace.
  case rss
  case atom
  /// RSS 1.0 content module, for `encoded`.
  case content
  case dublinCore, media
  /// Apple's and Google's modules for podcasts.
  case itunes
  case podcast, chapters
  /// RSS 1.0 slash module, for comment counts.
  case slash
  case wellFormedWeb
  /// Atom threading extensions (RFC 4685).
  case threading
  case xhtml, rdf, xml, other

  init?(address: String) {
    var address = address.lowercased()
    for scheme in ["https://", "http://"] where address.hasPrefix(scheme) {
      address.removeFirst(scheme.count)
    }
    while address.last == "/" || address.last == "#" { address.removeLast() }
    guard let known = Self.byAddress[address] else { return nil }
    self = known
  }

  /// The addresses in lower case, without scheme and the signs at their end.
  private static let byAddress: [String: MarkupNamespace] = [
    "": .rss, "my.netscape.com/rdf/simple/0.9": .rss, "channel.netscape.com/rdf/simple/0.9": .rss,
    "purl.org/rss/1.0": .rss, "purl.org/net/rss1.1": .rss, "backend.userland.com/rss": .rss,
    "my.netscape.com/publish/formats/rss-0.91.dtd": .rss, "backend.userland.com/rss2": .rss,
    "blogs.law.harvard.edu/tech/rss": .rss, "backend.userland.com/rss091": .rss,
    "cyber.law.harvard.edu/rss": .rss, "backend.userland.com/rss20": .rss,
    "www.w3.org/2005/atom": .atom, "purl.org/atom/ns": .atom, "purl.org/atom": .atom,
    "purl.org/echo": .atom, "example.com/newformat": .atom, "example.com/necho": .atom,
    "uri/of/echo/namespace": .atom, "purl.org/pie": .atom,
    "purl.org/rss/1.0/modules/content": .content, "purl.org/dc/elements/1.1": .dublinCore,
    "purl.org/dc/elements/1.0": .dublinCore, "purl.org/dc/terms": .dublinCore,
    "search.yahoo.com/mrss": .media, "www.itunes.com/dtds/podcast-1.0.dtd": .itunes,
    "example.com/dtds/podcast-1.0.dtd": .itunes,
    "www.google.com/schemas/play-podcasts/1.0": .itunes,
    "podcastindex.org/namespace/1.0": .podcast,
    "github.com/podcastindex-org/podcast-namespace/blob/main/docs/1.0.md": .podcast,
    "podlove.org/simple-chapters": .chapters, "purl.org/rss/1.0/modules/slash": .slash,
    "wellformedweb.org/commentapi": .wellFormedWeb, "purl.org/syndication/thread/1.0": .threading,
    "www.w3.org/1999/xhtml": .xhtml, "www.w3.org/1999/02/22-rdf-syntax-ns": .rdf,
    "www.w3.org/xml/1998/namespace": .xml,
  ]

  init(customaryPrefix prefix: String) { self = Self.byPrefix[prefix] ?? .other }

  private static let byPrefix: [String: MarkupNamespace] = [
    "": .rss, "rss": .rss, "atom": .atom, "a10": .atom, "content": .content, "dc": .dublinCore,
    "dcterms": .dublinCore, "media": .media, "itunes": .itunes, "googleplay": .itunes,
    "podcast": .podcast, "psc": .chapters, "slash": .slash, "wfw": .wellFormedWeb,
    "thr": .threading, "xhtml": .xhtml, "rdf": .rdf, "xml": .xml,
  ]
}
