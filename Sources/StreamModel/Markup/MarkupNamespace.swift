/// The vocabularies of the elements in feeds.
enum MarkupNamespace: Equatable {
  /// RSS in all versions, and elements without a declared namespace.
  case rss
  /// Atom 1.0 (RFC 4287) and 0.3.
  case atom
  /// RSS 1.0 content module, for `encoded`.
  case content
  /// Dublin Core elements and terms.
  case dublinCore
  /// Yahoo's Media RSS.
  case media
  case itunes
  /// RSS 1.0 slash module, for comment counts.
  case slash
  /// The Comment API, for comment feeds.
  case wellFormedWeb
  /// Atom threading extensions (RFC 4685).
  case threading
  case xhtml
  case rdf
  /// The attributes that XML itself defines.
  case xml
  case other

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
    case "www.itunes.com/dtds/podcast-1.0.dtd", "example.com/dtds/podcast-1.0.dtd": self = .itunes
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
    case "itunes": self = .itunes
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
