/// A feed that a server reads for the user's account there: `account:NAME:ADDRESS`.
///
/// Two accounts may have one feed, so the name of the account is a part of it.
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
  package var web: FeedAddress? { FeedAddress.judge(address).address }

  /// Whether a text can name an account: letters, digits, dots and hyphens.
  package static func isName(_ text: some StringProtocol) -> Bool {
    (1...longestName).contains(text.utf8.count)
      && text.utf8.allSatisfy { $0.isAlphanumeric(or: "-.") }
  }

  /// The word by which commands mean all feeds of an account.
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
}
