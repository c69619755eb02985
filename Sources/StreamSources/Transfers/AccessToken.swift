/// A secret that is sent to a server; its text is in no description, log or dump.
package struct AccessToken: Equatable, Sendable, CustomStringConvertible,
  CustomDebugStringConvertible, CustomReflectable
{
  /// The longest token in bytes.
  package static let limit = 4_096

  /// The secret itself; only the configuration of a transfer may name it.
  let secret: String

  /// Returns nil unless the text is printable ASCII without spaces, at most ``limit`` bytes long.
  package init?(_ text: String) {
    guard (1...Self.limit).contains(text.utf8.count),
      text.utf8.allSatisfy({ (0x21...0x7E).contains($0) })
    else { return nil }
    secret = text
  }

  /// The same words for each token.
  package var description: String { "(access token)" }
  /// The same words for each token.
  package var debugDescription: String { description }
  /// A mirror without children, so that no dump shows the secret.
  package var customMirror: Mirror { Mirror(self, children: []) }
}
