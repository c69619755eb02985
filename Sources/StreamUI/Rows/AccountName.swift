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
    let address = hasName ? nil : account.url.map(Account.short)
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
}
