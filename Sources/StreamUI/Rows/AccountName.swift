import Addresses
import CellGrid
import StreamModel

/// The name and handle of an account as pieces of a line.
enum AccountName {
  /// Returns the name and handle of `account` as runs of a line, or a placeholder without an
  /// account.
  static func runs(
    _ account: Account?,
    otherwise: String? = nil,
    role: Role = .accountName
  ) -> [MetaLine.Run] {
    guard let account else { return [placeholder(otherwise)] }
    let name = account.name.map { SafeText(sanitizing: $0) } ?? .empty
    let hasName = !isBlank(name)
    let address = hasName ? nil : account.url.map(Self.short)
    let handle = SafeText(sanitizing: account.handle ?? address ?? "")
    var runs: [MetaLine.Run]
    switch (hasName, !isBlank(handle)) {
    case (true, true):
      runs = [
        .init(name, role, .bold, rank: .name), .init(" ", .faint, rank: .joint),
        .init(handle, .handle, rank: .handle),
      ]
    case (true, false): runs = [.init(name, role, .bold, rank: .name)]
    case (false, true): runs = [.init(handle, role, .bold, rank: .name)]
    case (false, false): runs = [placeholder(otherwise)]
    }
    for companion in account.companions {
      let name = SafeText(sanitizing: companion)
      runs.append(.init(", ", .faint, rank: .joint))
      runs.append(.init(name, .accountName, .bold, rank: .companion))
    }
    return runs
  }

  /// Returns the name of a feed that stands for the author.
  static func runs(ofFeed name: String) -> [MetaLine.Run] {
    [.init(SafeText(sanitizing: name), .accountName, .bold, rank: .name)]
  }

  private static func placeholder(_ text: String?) -> MetaLine.Run {
    .init(SafeText(sanitizing: text ?? "(no author)"), .faint, rank: .name)
  }

  /// Whether nobody would see a name there.
  private static func isBlank(_ text: SafeText) -> Bool {
    if let first = text.utf8.first, first > UInt8(ascii: " "), first < 0x80 { return false }
    return !text.utf8.contains { $0 != UInt8(ascii: " ") } || ColumnWidth.columns(of: text) == 0
  }

  /// Returns an account's address as a handle if it has the form of fediverse servers, otherwise
  /// without its scheme.
  fileprivate static func short(_ address: String) -> String {
    let bytes = Array(address.utf8)
    let split = AddressParts(AddressParts.trimmed(bytes))
    guard split.scheme != nil, let name = split.authority else { return address }
    let host = String(decoding: name, as: UTF8.self)
    let rest = String(decoding: bytes[name.endIndex...], as: UTF8.self)
    // The path begins with a slash; without a path, a query may follow the host.
    let parts = rest.split(separator: "/", omittingEmptySubsequences: false)
    guard parts.first?.isEmpty == true else { return host + rest }
    if parts.count == 3, parts[1] == "users", !parts[2].isEmpty {
      return "@\(parts[2])@\(host)"
    }
    if parts.count == 2, parts[1].hasPrefix("@"), parts[1].count > 1 {
      return "\(parts[1])@\(host)"
    }
    return host + rest
  }
}

extension Account {
  /// The name of the account, else its handle, else its address as people write it; nil where it states none of them.
  package var shownName: String? { name ?? handle ?? url.map(AccountName.short) }
}
