import Addresses

/// The name of an account on a server of the fediverse: "acct:user@host" (RFC 7565).
package struct AccountName: Hashable, Sendable {
  /// The longest user part in bytes.
  package static let limit = 200

  /// The part before the last "@": letters, digits and "-._~", in their case.
  package let user: String
  /// The host in lower case, with its port if it has one.
  package let host: String

  /// Parses "acct:user@host", "@user@host" and "user@host"; returns nil for anything else.
  package init?(_ text: String) {
    var rest = text[...]
    if rest.lowercased().hasPrefix("acct:") { rest = rest.dropFirst(5) }
    if rest.hasPrefix("@") { rest = rest.dropFirst() }
    guard let at = rest.lastIndex(of: "@") else { return nil }
    let user = rest[..<at]
    let host = rest[rest.index(after: at)...]
    guard (1...Self.limit).contains(user.utf8.count), user.utf8.allSatisfy(Self.isPlain),
      !host.utf8.contains(where: { "/?#@".utf8.contains($0) }),
      let address = FeedAddress.judge("https://\(host)/").address
    else { return nil }
    self.user = String(user)
    self.host = String(address.text.dropFirst("https://".count).dropLast())
  }

  /// The name as "acct:user@host".
  package var text: String { "acct:\(user)@\(host)" }

  /// The address that is asked for the account (RFC 7033, section 4).
  package var webFinger: FeedAddress? {
    // A colon and an "@" may stand in a query as they are (RFC 3986, section 3.4).
    FeedAddress.judge("https://\(host)/.well-known/webfinger?resource=\(text)").address
  }

  private static func isPlain(_ byte: UInt8) -> Bool {
    switch byte {
    case 0x30...0x39, 0x41...0x5A, 0x61...0x7A: true
    default: "-._~".utf8.contains(byte)
    }
  }
}
