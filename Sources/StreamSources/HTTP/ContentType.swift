/// The media type that a server states for a body (RFC 9110, section 8.3).
package struct ContentType: Equatable, Sendable {
  /// Type and subtype in lower case, such as "text/html".
  package let type: String
  /// The charset in lower case; nil if none is stated.
  package let charset: String?

  /// Parses the value of "Content-Type"; returns nil if it names no type.
  package init?(_ value: String) {
    var scanner = FieldScanner(value)
    let type = scanner.word().lowercased()
    guard type.contains("/") else { return nil }
    self.type = type
    let charset = scanner.parameters().first { $0.name == "charset" }?.value.lowercased()
    self.charset = charset.flatMap { $0.isEmpty ? nil : $0 }
  }

  /// Whether the body is said to be a page, which a captive portal also answers.
  package var isPage: Bool { type == "text/html" || type == "application/xhtml+xml" }
}
