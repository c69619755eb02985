import CellGrid
import StreamModel

enum AccountRow {
  static func row(_ account: Account, note: String = "", endsWithGap: Bool = false) -> Row {
    let notes: [MetaLine.Run] =
      note.isEmpty ? [] : PostRow.separated([.init(sanitizing: note, .faint)])
    let line = MetaLine(AccountName.runs(account) + notes, overflow: .fit)
    return Row(before: [line], endsWithGap: endsWithGap)
  }

  static func head(_ account: Account, counts: String, bodyLimit: Int?) -> Row {
    var after: [MetaLine] = []
    if let url = account.url {
      after.append(MetaLine(sanitizing: url, .faint, target: url))
    }
    after.append(MetaLine(sanitizing: counts, .counts, overflow: .wrap(hang: 0)))
    return Row(
      before: [MetaLine(AccountName.runs(account), overflow: .wrap(hang: 2))],
      body: account.bioHTML.map { Body.html($0) } ?? .missing,
      bodyLimit: bodyLimit,
      after: after
    )
  }

  /// Builds a line such as "♥ Liked by Ann, Ben and 3 more · w lists them"; the feed may name a few only of `count`.
  static func summary(
    _ sign: StaticString,
    _ verb: String,
    _ accounts: [Account],
    of count: Int?,
    key: String
  ) -> Row {
    let names = names(accounts, of: count ?? accounts.count, most: 2)
    let text = SafeText(sanitizing: "\(verb) \(names)")
    let way = SafeText(sanitizing: key.isEmpty ? "" : " · \(key) lists them")
    let runs: [MetaLine.Run] = [
      .init(SafeText(sign), .counts, rank: .sign), .init(text, .counts, rank: .time),
      .init(way, .faint, rank: .handle),
    ]
    return Row(before: [MetaLine(runs, overflow: .fit)])
  }

  static func names(_ accounts: [Account], of count: Int, most: Int) -> String {
    let shown = accounts.prefix(most).map { $0.name ?? $0.handle ?? "(no name)" }
    let others = count - shown.count
    return shown.joined(separator: ", ") + (others > 0 ? " and \(others.grouped) more" : "")
  }
}

enum AccountName {
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

  static func runs(ofFeed name: String) -> [MetaLine.Run] {
    [.init(sanitizing: name, .accountName, .bold, rank: .name)]
  }

  private static func placeholder(_ text: String?) -> MetaLine.Run {
    .init(sanitizing: text ?? "(no author)", .faint, rank: .name)
  }

  /// Whether nobody would see a name there.
  private static func isBlank(_ text: SafeText) -> Bool {
    if let first = text.utf8.first, first > UInt8(ascii: " "), first < 0x80 { return false }
    return !text.utf8.contains { $0 != UInt8(ascii: " ") } || ColumnWidth.columns(of: text) == 0
  }
}
