import CellGrid
import StreamModel

/// The people of a post: who liked it, who reshared it, who takes part in its conversation.
struct PeoplePage: MenuPage {
  struct Section {
    let title: SafeText
    /// The word for one thing that its accounts gave, such as "like"; nil where that is not counted.
    var noun: String?
    fileprivate(set) var accounts: [Account]
    /// The number by the feed's own count; may exceed those listed.
    var statedCount: Int?
    /// A note after each name; empty where there is none.
    var notes: [String] = []
    /// The place that names more of them; nil where nobody does.
    var place: DiscussionPlace?
    fileprivate var asking = Asking.not
  }

  fileprivate enum Asking {
    case not, asked, answered
    case failed(SafeText)
  }

  private enum Line {
    case heading(Section)
    case account(Account, note: String, place: Int, of: Section)
    case place(DiscussionPlace, of: Section)
  }

  private var sections: [Section]
  private var lines: [Line] = []
  private(set) var menu = Menu(count: 0)
  /// Grows when rows mean other lines.
  private var revision = 0

  init(_ sections: [Section]) {
    self.sections = sections
    list()
  }

  private mutating func list() {
    lines = sections.flatMap { section in
      [.heading(section)]
        + section.accounts.enumerated().map { place, account in
          Line.account(
            account,
            note: section.notes.indices.contains(place) ? section.notes[place] : "",
            place: place + 1,
            of: section
          )
        } + (section.offered.map { [.place($0, of: section)] } ?? [])
    }
    menu = Menu(count: lines.count)
    revision &+= 1
  }

  let keyPage = KeyPage.people

  /// The first heading says what the selected account did.
  let topRow: RowID? = .entry(0)

  var firstRow: RowID {
    .entry(lines.firstIndex { if case .heading = $0 { false } else { true } } ?? 0)
  }

  func state(of row: RowID, in feed: Timeline) -> RowState { RowState(revision: revision) }

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
          "\(stated.grouped) \(stated == 1 ? "\(noun)" : "\(noun)s"), none named \(section.namer)"
        return Row(before: [MetaLine(sanitizing: text, .title, .bold)])
      }
      var heading = [MetaLine([.init(section.title, .title, .bold)])]
      if stated > named {
        let text = "\(named.grouped) of \(stated.grouped) are named \(section.namer)"
        heading.append(MetaLine(sanitizing: text, .faint))
      }
      return Row(before: heading)
    case .place(let place, let section):
      let enter = context.keymap.name(of: .enter)
      let offer = MetaLine.Run(sanitizing: section.offer(of: place, enter), .more)
      var notes = [MetaLine([offer], overflow: .wrap(hang: 2))]
      if case .failed(let reason) = section.asking {
        notes.append(
          MetaLine([.init("  ", .text), .init(reason, .problem)], overflow: .wrap(hang: 2))
        )
      }
      return Row(before: notes)
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
    if case .place(let place, let section)? = menu.entry(of: row).map({ lines[$0] }) {
      if case .asked = section.asking { return .say("The names are being fetched") }
      return .fetchDiscussion(place)
    }
    guard case .account(let account) = subject(of: row, in: feed) else { return .nothing }
    return .push(AccountPage(AccountKey(account), account: account, in: feed))
  }

  func status(of row: RowID, in feed: Timeline, _ keymap: PageKeymap) -> String {
    switch menu.entry(of: row).map({ lines[$0] }) {
    case .account(_, _, let place, let section):
      return "\(section.title.string): \(place.grouped) of \(section.accounts.count.grouped)"
    case .heading(let section): return "\(section.title.string): \(section.accounts.count.grouped)"
    case .place(_, let section): return section.title.string
    case nil: return ""
    }
  }

  mutating func take(_ answer: Answer, at now: Timestamp) -> [RowID: RowID]? {
    switch answer {
    case .asked(.discussion(let place, _)): take(.asked, from: place)
    case .discussion(let place, let answer): take(answer, from: place)
    default: nil
    }
  }

  private mutating func take(
    _ answer: DiscussionAnswer,
    from place: DiscussionPlace
  ) -> [RowID: RowID]? {
    guard let index = sections.firstIndex(where: { $0.place == place }) else { return nil }
    let old = lines.count
    let end = sections[...index].reduce(0) { $0 + $1.lineCount }
    switch answer {
    case .asked: sections[index].asking = .asked
    case .failure(let reason): sections[index].asking = .failed(reason)
    case .copy(let discussion, _): sections[index].add(discussion.accounts)
    case .discussion(let discussion):
      sections[index].add(discussion.accounts)
      sections[index].asking = .answered
    case .unchanged: sections[index].asking = .answered
    }
    list()
    // Later sections move, and the row of the place becomes the first name that it gave.
    return (end - 1..<old).reduce(into: [:]) { rows, line in
      rows[.entry(line)] = .entry(
        line < end ? min(line, lines.count - 1) : line + lines.count - old
      )
    }
  }
}

extension PeoplePage.Section {
  fileprivate var offered: DiscussionPlace? { if case .answered = asking { nil } else { place } }
  fileprivate var lineCount: Int { 1 + accounts.count + (offered == nil ? 0 : 1) }

  fileprivate var namer: String {
    if case .answered = asking, let place { "by \(place.host)" } else { "in the feed" }
  }

  fileprivate func offer(of place: DiscussionPlace, _ key: String) -> String {
    switch asking {
    case .not: "· \(place.host) may name them · \(key) fetches the names"
    case .asked, .answered: "· fetching the names from \(place.host) …"
    case .failed: "· not named by \(place.host) · \(key) asks again"
    }
  }

  fileprivate mutating func add(_ people: [Account]) {
    var known = Set(accounts.flatMap { [$0.handle, $0.url].compactMap(\.self) })
    for account in people {
      let names = [account.handle, account.url].compactMap(\.self)
      guard known.isDisjoint(with: names) else { continue }
      known.formUnion(names)
      accounts.append(account)
    }
  }

  /// - Parameter own: the place on the server that the post came from, through an account.
  static func likers(_ subject: RowSubject, at own: DiscussionPlace?) -> PeoplePage.Section? {
    section("Liked by", "like", subject.likes, .like, of: subject.post, at: own)
  }

  static func resharers(_ subject: RowSubject, at own: DiscussionPlace?) -> PeoplePage.Section? {
    let people = subject.reshares
    let term = people?.term ?? .reshare
    let title = SafeText(sanitizing: term.by)
    return section(title, term.rawValue, people, .reshare, of: subject.post, at: own)
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
    _ people: RowSubject.People?,
    _ deed: DiscussionPlace.Deed,
    of post: Post?,
    at own: DiscussionPlace?
  ) -> PeoplePage.Section? {
    guard let people, !people.accounts.isEmpty || people.count ?? 0 > 0 else { return nil }
    let isShort = people.count ?? 0 > people.accounts.count
    return PeoplePage.Section(
      title: title,
      noun: noun,
      accounts: people.accounts,
      statedCount: people.count,
      place: isShort ? post.flatMap { DiscussionPlace.people(deed, of: $0, at: own) } : nil
    )
  }
}
