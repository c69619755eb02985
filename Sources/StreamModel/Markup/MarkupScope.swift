import Addresses

/// The context inside an element: prefixes, base address and language.
///
/// Sources: Namespaces in XML 1.0, XML Base, XML 1.0 section 2.12.
struct MarkupScope: Equatable {
  /// The most prefixes that are remembered.
  private static let limit = 256

  /// The base of relative addresses.
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
    guard let colon = text.firstIndex(of: ":") else { return (standard, text) }
    let prefix = String(text[..<colon])
    let known = prefixes[prefix] ?? MarkupNamespace(customaryPrefix: prefix)
    return (known, String(text[text.index(after: colon)...]))
  }
}
