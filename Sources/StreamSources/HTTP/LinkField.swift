import Addresses

/// A link to another document in an answer's "Link" field (RFC 8288).
package struct LinkField: Equatable, Sendable {
  /// The most links of an answer that are read.
  package static let limit = 50

  /// The address as written, which may be relative.
  package let target: String
  /// The relations in lower case, such as "next".
  package let relations: [String]
  /// The media type in lower case; nil if none is stated.
  package let type: String?
  /// The title; nil if none is stated.
  package let title: String?

  /// Parses the value of "Link", in which commas separate links.
  static func read(_ value: String) -> [LinkField] {
    var scanner = FieldScanner(value)
    var links: [LinkField] = []
    while !scanner.isAtEnd, links.count < limit {
      if scanner.pass("<"), let target = scanner.text(before: ">") {
        let parameters = scanner.parameters()
        // Only the first parameter of a name counts (section 3).
        let first = { (name: String) in parameters.first { $0.name == name }?.value }
        links.append(
          LinkField(
            target: target,
            relations: (first("rel") ?? "").lowercased().split(separator: " ").map(String.init),
            type: first("type")?.lowercased(),
            title: first("title")
          )
        )
      }
      scanner.passElement()
    }
    return links
  }

  /// Returns the address of the first link with a relation, resolved against the document's address.
  package static func address(
    _ relation: String,
    in links: [LinkField],
    base: String
  ) -> String? {
    links.first { $0.relations.contains(relation) }.map {
      Address.resolve($0.target, against: base)
    }
  }
}
