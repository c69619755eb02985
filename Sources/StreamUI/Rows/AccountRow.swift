import CellGrid
import StreamModel

/// Rows that show accounts: one of a list, or the head of an account's page.
enum AccountRow {
  /// One line of a list of accounts.
  static func row(_ account: Account, note: String = "") -> Row {
    let notes: [MetaLine.Run] =
      note.isEmpty ? [] : [.init(" · ", .faint), .init(SafeText(sanitizing: note), .faint)]
    return Row(before: [MetaLine(PostRow.name(account) + notes)], endsWithGap: false)
  }

  /// Name, address and bio.
  static func head(_ account: Account) -> Row {
    var after: [MetaLine] = []
    if let url = account.url {
      after.append(MetaLine([.init(SafeText(sanitizing: url), .faint)], target: url))
    }
    return Row(
      before: [MetaLine(PostRow.name(account))],
      body: account.bioHTML.map { Body.html($0) } ?? .missing,
      after: after
    )
  }

  /// What is shown where accounts are counted but not listed.
  static func unlisted(_ sentence: String) -> Row {
    Row(before: [MetaLine([.init(SafeText(sanitizing: sentence), .faint)])], endsWithGap: false)
  }
}
