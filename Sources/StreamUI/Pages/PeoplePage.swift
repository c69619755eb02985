import CellGrid
import StreamModel

/// A list of accounts: who liked or reshared something, or takes part in a conversation.
struct PeoplePage: MenuPage {
  private let title: SafeText
  private let accounts: [Account]
  /// The number by the feed's own count; may exceed those listed.
  private let statedCount: Int?
  /// A note after each name; empty where there is none.
  private let notes: [String]
  let menu: Menu

  init(title: SafeText, accounts: [Account], statedCount: Int? = nil, notes: [String] = []) {
    self.title = title
    self.accounts = accounts
    self.statedCount = statedCount
    self.notes = notes
    menu = Menu(count: accounts.count, heading: .first)
  }

  let keyPage = KeyPage.people
  let hasPanel = true
  var firstRow: RowID { accounts.isEmpty ? .heading : .entry(0) }

  func text(of row: RowID, _ folds: PostRow.Folds, in context: RowContext) -> Row {
    if let entry = menu.entry(of: row) {
      return AccountRow.row(
        accounts[entry],
        note: notes.indices.contains(entry) ? notes[entry] : ""
      )
    }
    var lines = [MetaLine([.init(title, .title, .bold)])]
    if let statedCount, statedCount > accounts.count {
      let text = "\(accounts.count.grouped) of \(statedCount.grouped) are named in the feed"
      lines.append(MetaLine([.init(SafeText(sanitizing: text), .faint)]))
    }
    return Row(before: lines)
  }

  func subject(of row: RowID, in feed: Timeline) -> RowSubject {
    menu.entry(of: row).map { .account(accounts[$0]) } ?? .nothing
  }

  func enter(_ row: RowID, in feed: Timeline) -> Reply {
    guard case .account(let account) = subject(of: row, in: feed) else { return .nothing }
    return .push(AccountPage(AccountKey(account), account: account, in: feed))
  }

  func status(of row: RowID, in feed: Timeline, _ keymap: PageKeymap) -> String {
    "\(max(1, position(of: row, in: feed) ?? 0).grouped) of \(accounts.count.grouped)"
  }
}

extension PageContent where Self == PeoplePage {
  /// The page of those who like a post.
  static func likers(of post: Post) -> PeoplePage {
    PeoplePage(title: "Liked by", accounts: post.likes, statedCount: post.knownLikesCount)
  }

  /// The page of those who reshared a post.
  static func resharers(of post: Post) -> PeoplePage {
    PeoplePage(title: "Reshared by", accounts: post.reshares, statedCount: post.knownResharesCount)
  }

  /// The page of those who wrote in a conversation.
  static func participants(of thread: CommentThread, author: Account?) -> PeoplePage {
    PeoplePage(
      title: "In this conversation",
      accounts: thread.participants,
      notes: thread.participantNotes(author: author)
    )
  }
}
