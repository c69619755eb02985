import Addresses

/// A feed that is read through an account on a server: `account:NAME:ADDRESS`.
///
/// It includes the name of the account, because two accounts may have one feed.
package struct ServedFeed: Hashable, Sendable {
  private static let start = "account:"
  package static let longestName = 80

  package let account: String
  /// The address of the feed, as the server states it.
  package let address: String

  package init(of address: String, in account: String) {
    self.account = account
    self.address = address
  }

  /// Reads a text; nil for any other.
  package init?(_ text: String) {
    guard text.hasPrefix(Self.start) else { return nil }
    let rest = text.dropFirst(Self.start.count)
    guard let colon = rest.firstIndex(of: ":"), Self.isName(rest[..<colon]) else { return nil }
    let address = rest[rest.index(after: colon)...]
    guard !address.isEmpty, address.unicodeScalars.allSatisfy({ $0.value > 0x20 }) else {
      return nil
    }
    self.init(of: String(address), in: String(rest[..<colon]))
  }

  package var text: String { "\(Self.start)\(account):\(address)" }

  /// The address that can be fetched without the account; nil where the server states none.
  package var web: FeedAddress? {
    address.contains("://") ? FeedAddress.judge(address).address : nil
  }

  /// Whether it is a stream of a server of the fediverse, which takes answers to its posts.
  package var isStream: Bool {
    ["home", "notifications", "bookmarks", "favourites", "direct"].contains(address)
      || address.hasPrefix("list:")
  }

  package var isOfNotifications: Bool { address == "notifications" }
  package var isHome: Bool { isStream && address == "home" }

  /// Whether a text can name an account: letters, digits, dots and hyphens.
  package static func isName(_ text: some StringProtocol) -> Bool {
    (1...longestName).contains(text.utf8.count)
      && text.utf8.allSatisfy { $0.isAlphanumeric(or: "-.") }
  }

  /// The word for all feeds of an account on a command line.
  package static func word(for account: String) -> String { start + account }

  /// The account that such a word means; nil for any other.
  package static func account(in word: String) -> String? {
    guard word.hasPrefix(start) else { return nil }
    let name = word.dropFirst(start.count)
    return isName(name) ? String(name) : nil
  }
}

extension Subscription.Source {
  /// The name of the account through which the source is read; nil for one that is read without.
  package var account: String? { if case .served(let feed) = self { feed.account } else { nil } }

  /// The address of the feed itself; nil for a file, a program or an account of the fediverse.
  package var feed: FeedAddress? {
    if case .web(let address) = self { return address }
    return if case .served(let feed) = self { feed.web } else { nil }
  }
}

/// Writes the fields of a form (URL Standard, "application/x-www-form-urlencoded").
enum FormText {
  static func write(_ fields: [(String, String)]) -> String {
    fields.map { "\(encoded($0.0))=\(encoded($0.1))" }.joined(separator: "&")
  }

  static func encoded(_ text: String) -> String {
    text.utf8.reduce(into: "") { result, byte in
      result += byte.isAlphanumeric(or: "-._~") ? String(Unicode.Scalar(byte)) : encoded(byte)
    }
  }

  static func encoded(_ byte: UInt8) -> String {
    "%" + (byte < 16 ? "0" : "") + String(byte, radix: 16, uppercase: true)
  }
}
