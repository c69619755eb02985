import CellGrid
import StreamModel

/// The people of a post: who liked it, who reshared it, who takes part in its conversation.
struct PeoplePage: MenuPage {
  /// The accounts that did one thing.
  struct Section {
    let title: SafeText
    /// The word for one thing that its accounts gave, such as "like"; nil where that is not counted.
    var noun: String?
    let accounts: [Account]
    /// The number by the feed's own count; may exceed those listed.
    var statedCount: Int?
    /// A note after each name; empty where there is none.
    var notes: [String] = []
  }

  private enum Line {
    case heading(Section)
    case account(Account, note: String, place: Int, of: Section)
  }

  private let lines: [Line]
  let menu: Menu

  init(_ sections: [Section]) {
    lines = sections.flatMap { section in
      [.heading(section)]
        + section.accounts.enumerated().map { place, account in
          Line.account(
            account,
            note: section.notes.indices.contains(place) ? section.notes[place] : "",
            place: place + 1,
            of: section
          )
        }
    }
    menu = Menu(count: lines.count)
  }

  let keyPage = KeyPage.people
  let hasPanel = true

  /// The first heading says what the selected account did.
  let topRow: RowID? = .entry(0)

  var firstRow: RowID {
    .entry(lines.firstIndex { if case .account = $0 { true } else { false } } ?? 0)
  }

  func text(of row: RowID, _ folds: PostRow.Folds, in context: RowContext) -> Row {
    switch menu.entry(of: row).map({ lines[$0] }) {
    case .account(let account, let note, let place, let section):
      // The gap before the next heading.
      let isLast =
        place == section.accounts.count && row != menu.listed.last.map { RowID.entry($0) }
      return AccountRow.row(account, note: note, endsWithGap: isLast)
    case .heading(let section):
      let (stated, named) = (section.statedCount ?? 0, section.accounts.count)
      if named == 0, let noun = section.noun {
        let text =
          "\(stated.grouped) \(stated == 1 ? "\(noun)" : "\(noun)s"), none named in the feed"
        return Row(before: [MetaLine([.init(SafeText(sanitizing: text), .title, .bold)])])
      }
      var heading = [MetaLine([.init(section.title, .title, .bold)])]
      if stated > named {
        let text = "\(named.grouped) of \(stated.grouped) are named in the feed"
        heading.append(MetaLine([.init(SafeText(sanitizing: text), .faint)]))
      }
      return Row(before: heading)
    case nil: return Row(before: [])
    }
  }

  func subject(of row: RowID, in feed: Timeline) -> RowSubject {
    guard case .account(let account, _, _, _)? = menu.entry(of: row).map({ lines[$0] }) else {
      return .nothing
    }
    return .account(account)
  }

  func enter(_ row: RowID, in feed: Timeline) -> Reply {
    guard case .account(let account) = subject(of: row, in: feed) else { return .nothing }
    return .push(AccountPage(AccountKey(account), account: account, in: feed))
  }

  func status(of row: RowID, in feed: Timeline, _ keymap: PageKeymap) -> String {
    switch menu.entry(of: row).map({ lines[$0] }) {
    case .account(_, _, let place, let section):
      return "\(section.title.string): \(place.grouped) of \(section.accounts.count.grouped)"
    case .heading(let section):
      return "\(section.title.string): \(section.accounts.count.grouped)"
    case nil: return ""
    }
  }
}

extension PeoplePage.Section {
  /// Those who like a post or comment; nil where the feed knows of none.
  static func likers(_ people: SidePanel.People?) -> PeoplePage.Section? {
    section("Liked by", "like", people)
  }

  /// Those who reshared a post; nil where the feed knows of none.
  static func resharers(_ people: SidePanel.People?) -> PeoplePage.Section? {
    people.flatMap { section(SafeText(sanitizing: $0.term.by), $0.term.rawValue, $0) }
  }

  /// Those who wrote in a conversation, most comments first; nil where the feed names nobody.
  static func participants(of conversation: OpenedConversation) -> PeoplePage.Section? {
    let voices = conversation.thread.participants(author: conversation.post?.author)
    guard !voices.isEmpty else { return nil }
    return PeoplePage.Section(
      title: "In this conversation",
      accounts: voices.map(\.account),
      notes: voices.map(\.note)
    )
  }

  private static func section(
    _ title: SafeText,
    _ noun: String,
    _ people: SidePanel.People?
  ) -> PeoplePage.Section? {
    guard let people, !people.accounts.isEmpty || people.count ?? 0 > 0 else { return nil }
    return PeoplePage.Section(
      title: title,
      noun: noun,
      accounts: people.accounts,
      statedCount: people.count
    )
  }
}
