import CellGrid
import StreamModel

/// Builds rows of accounts: an entry of a list, or the head of an account's page.
enum AccountRow {
  /// Builds one line of a list of accounts.
  static func row(_ account: Account, note: String = "", endsWithGap: Bool = false) -> Row {
    let notes: [MetaLine.Run] =
      note.isEmpty ? [] : PostRow.separated([.init(SafeText(sanitizing: note), .faint)])
    let line = MetaLine(AccountName.runs(account) + notes, overflow: .fit)
    return Row(before: [line], endsWithGap: endsWithGap)
  }

  /// Builds the head of an account's page: name, biography, address and counts.
  static func head(_ account: Account, counts: String, bodyLimit: Int?) -> Row {
    var after: [MetaLine] = []
    if let url = account.url {
      after.append(MetaLine([.init(SafeText(sanitizing: url), .faint)], target: url))
    }
    after.append(MetaLine([.init(SafeText(sanitizing: counts), .counts)], overflow: .wrap(hang: 0)))
    return Row(
      before: [MetaLine(AccountName.runs(account), overflow: .wrap(hang: 2))],
      body: account.bioHTML.map { Body.html($0) } ?? .missing,
      bodyLimit: bodyLimit,
      after: after
    )
  }

  /// Builds a line such as "♥ Liked by Ann, Ben and 3 more · w lists them".
  ///
  /// - Parameters:
  ///   - count: the number of all, of whom the feed may name a few only; nil where that is not stated.
  ///   - key: the key that lists them.
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

  /// Lists the first `most` names and the rest of `count` as a number: "Ann, Ben and 3 more".
  static func names(_ accounts: [Account], of count: Int, most: Int) -> String {
    let shown = accounts.prefix(most).map { $0.name ?? $0.handle ?? "(no name)" }
    let others = count - shown.count
    return shown.joined(separator: ", ") + (others > 0 ? " and \(others.grouped) more" : "")
  }
}
