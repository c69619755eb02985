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

  /// Returns the scope inside a tag with these attributes.
  func inside(_ tag: MarkupReader.Tag, of reader: MarkupReader) -> MarkupScope {
    guard !tag.attributes.isEmpty else { return self }
    var scope = self
    let bytes = reader.bytes
    for attribute in MarkupAttributes(bytes, in: tag.attributes) {
      let name = String(decoding: bytes[attribute.name], as: UTF8.self).lowercased()
      switch name {
      case "xmlns":
        if let known = MarkupNamespace(address: reader.value(attribute)) { scope.standard = known }
      case "xml:base":
        scope.base = Address.resolve(reader.value(attribute), against: scope.base)
      case "xml:lang":
        scope.language = reader.value(attribute)
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

/// The vocabularies of the elements in feeds.
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

  /// Looks up a namespace address; nil if it is unknown.
  init?(address: String) {
    var address = address.lowercased()
    for scheme in ["https://", "http://"] where address.hasPrefix(scheme) {
      address.removeFirst(scheme.count)
    }
    while address.last == "/" || address.last == "#" { address.removeLast() }
    switch address {
    case "", "my.netscape.com/rdf/simple/0.9", "channel.netscape.com/rdf/simple/0.9",
      "purl.org/rss/1.0", "purl.org/net/rss1.1", "my.netscape.com/publish/formats/rss-0.91.dtd",
      "backend.userland.com/rss", "backend.userland.com/rss2", "blogs.law.harvard.edu/tech/rss",
      "backend.userland.com/rss091", "cyber.law.harvard.edu/rss", "backend.userland.com/rss20":
      self = .rss
    case "www.w3.org/2005/atom", "purl.org/atom/ns", "purl.org/atom", "purl.org/echo",
      "example.com/newformat", "example.com/necho", "uri/of/echo/namespace", "purl.org/pie":
      self = .atom
    case "purl.org/rss/1.0/modules/content": self = .content
    case "purl.org/dc/elements/1.1", "purl.org/dc/elements/1.0", "purl.org/dc/terms":
      self = .dublinCore
    case "search.yahoo.com/mrss": self = .media
    case "www.itunes.com/dtds/podcast-1.0.dtd", "example.com/dtds/podcast-1.0.dtd",
      "www.google.com/schemas/play-podcasts/1.0":
      self = .itunes
    case "podcastindex.org/namespace/1.0",
      "github.com/podcastindex-org/podcast-namespace/blob/main/docs/1.0.md":
      self = .podcast
    case "podlove.org/simple-chapters": self = .chapters
    case "purl.org/rss/1.0/modules/slash": self = .slash
    case "wellformedweb.org/commentapi": self = .wellFormedWeb
    case "purl.org/syndication/thread/1.0": self = .threading
    case "www.w3.org/1999/xhtml": self = .xhtml
    case "www.w3.org/1999/02/22-rdf-syntax-ns": self = .rdf
    case "www.w3.org/xml/1998/namespace": self = .xml
    default: return nil
    }
  }

  /// Looks up the customary meaning of a prefix that the document does not declare.
  init(customaryPrefix prefix: String) {
    switch prefix {
    case "": self = .rss
    case "atom", "a10": self = .atom
    case "content": self = .content
    case "dc", "dcterms": self = .dublinCore
    case "media": self = .media
    case "itunes", "googleplay": self = .itunes
    case "podcast": self = .podcast
    case "psc": self = .chapters
    case "slash": self = .slash
    case "wfw": self = .wellFormedWeb
    case "thr": self = .threading
    case "xhtml": self = .xhtml
    case "rdf": self = .rdf
    case "xml": self = .xml
    case "rss": self = .rss
    default: self = .other
    }
  }
}
