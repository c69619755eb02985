import CellGrid
import StreamModel

struct SidePanel {
  /// People who did something, as far as the feed names them.
  struct People {
    var count: Int?
    var accounts: [Account] = []
    var term = ReshareTerm.reshare
  }

  private static let fewestColumns = 24
  private static let mostColumns = 48
  /// From this width on the panel lies beside the text, which ends a blank before ``textEdge``.
  private static let roomyColumns = 140
  private static let textEdge = RowLayout.gutter + RowLayout.widestText + 1
  private static let bioLines = 6
  private static let mostLinks = 50
  private static let mostNames = 12
  /// The longest target in scalars; the status line shows the rest of the target in focus.
  private static let targetLength = 160

  let account: Account?
  /// The readers that the post was written for; nil if unknown.
  var visibility: Visibility?
  var links: [RowLink] = []
  var likes = People()
  var reshares = People()

  /// Returns the columns of the panel on a screen of `width` columns: those beside the text where
  /// there is room, else two fifths, or all of a narrow one.
  ///
  /// - Parameter wanted: the number of columns that the reader wants; nil for the rule above.
  static func columns(of width: Int, _ wanted: Int?) -> Range<Int> {
    if let wanted { return max(0, width - max(0, wanted))..<max(0, width) }
    if width >= roomyColumns { return textEdge..<width }
    let share = min(width * 2 / 5, mostColumns)
    return share < fewestColumns ? 0..<max(0, width) : (width - share)..<width
  }

  var row: Row {
    var before = [MetaLine(AccountName.runs(account), overflow: .wrap(hang: 2))]
    if let url = account?.url {
      before.append(MetaLine([.init(Self.text(of: url), .faint)], overflow: .wrap(hang: 2)))
    }
    if let label = PostLabels.visibility(visibility) { before.append(MetaLine([label])) }
    return Row(
      before: before,
      body: account?.bioHTML.map { Body.html($0) } ?? .missing,
      bodyLimit: Self.bioLines,
      after: linkLines + lines(likes, "like", "likes")
        + lines(reshares, reshares.term.rawValue, "\(reshares.term.rawValue)s"),
      endsWithGap: false
    )
  }

  private var linkLines: [MetaLine] {
    guard !links.isEmpty else { return [] }
    var lines = Self.heading(links.count == 1 ? "1 link" : "\(links.count.grouped) links")
    for (index, link) in links.prefix(Self.mostLinks).enumerated() {
      let label = SafeText(sanitizing: link.label.replacing("\n", with: " "))
      let number = SafeText(sanitizing: "[\(index + 1)] ")
      guard link.label != link.target else {
        let target = Self.text(of: link.target)
        lines.append(
          MetaLine([.init(number, .faint), .init(target, .link)], overflow: .wrap(hang: 4))
        )
        continue
      }
      lines.append(MetaLine([.init(number, .faint), .init(label, .link)]))
      lines.append(
        MetaLine(
          [.init("    ", .faint), .init(Self.text(of: link.target), .faint)],
          overflow: .wrap(hang: 4)
        )
      )
    }
    if links.count > Self.mostLinks {
      let more = "+\((links.count - Self.mostLinks).grouped) links (l lists all)"
      lines.append(MetaLine([.init(SafeText(sanitizing: more), .more)]))
    }
    return lines
  }

  private func lines(_ people: People, _ one: String, _ many: String) -> [MetaLine] {
    let stated = people.count ?? 0
    // Votes may be negative; then the number of named accounts is irrelevant.
    let count = stated < 0 ? stated : max(stated, people.accounts.count)
    guard let text = PostRow.count(count, one, many) else { return [] }
    var lines = Self.heading(text)
    guard !people.accounts.isEmpty else { return lines }
    let names = AccountRow.names(people.accounts, of: count, most: Self.mostNames)
    lines.append(MetaLine([.init(SafeText(sanitizing: names), .text)], overflow: .wrap(hang: 0)))
    return lines
  }

  private static func heading(_ text: String) -> [MetaLine] {
    [MetaLine([.init("", .text)]), MetaLine([.init(SafeText(sanitizing: text), .heading, .bold)])]
  }

  private static func text(of target: String) -> SafeText {
    let start = String(target.unicodeScalars.prefix(targetLength))
    return SafeText(sanitizing: start.utf8.count < target.utf8.count ? start + "…" : start)
  }
}

enum RowSubject {
  case post(Post)
  case comment(Comment)
  case account(Account)
  case link(RowLink)
  case heading(Account?)
  case nothing

  /// The address to open or copy; nil without one.
  var address: String? {
    switch self {
    case .post(let post): post.url
    case .comment(let comment): comment.url
    case .account(let account): account.url
    case .link(let link): link.target
    case .heading, .nothing: nil
    }
  }

  /// The account whose page the row can open; nil without one.
  var author: Account? {
    switch self {
    case .post(let post): post.author
    case .comment(let comment): comment.author
    case .account(let account): account
    case .link, .heading, .nothing: nil
    }
  }

  /// The readers that the subject was written for; nil if unknown.
  var visibility: Visibility? {
    switch self {
    case .post(let post): post.visibility
    case .comment(let comment): comment.visibility
    case .account, .link, .heading, .nothing: nil
    }
  }

  var post: Post? { if case .post(let post) = self { post } else { nil } }

  /// The people who liked the subject: the feed's own count, and the accounts it names.
  ///
  /// Nil if the subject cannot be liked.
  var likes: SidePanel.People? {
    switch self {
    case .post(let post): .init(count: post.knownLikesCount, accounts: post.likes)
    case .comment(let comment):
      .init(count: comment.knownLikesCount, accounts: comment.likes)
    case .account, .link, .heading, .nothing: nil
    }
  }

  var reshares: SidePanel.People? {
    switch self {
    case .post(let post):
      .init(count: post.knownResharesCount, accounts: post.reshares, term: post.reshareTerm)
    case .comment: .init()
    case .account, .link, .heading, .nothing: nil
    }
  }

  func panel(links: () -> [RowLink]) -> SidePanel {
    switch self {
    case .post, .comment:
      SidePanel(
        account: author,
        visibility: visibility,
        links: links(),
        likes: likes ?? .init(),
        reshares: reshares ?? .init()
      )
    case .account(let account): SidePanel(account: account)
    case .heading(let account): SidePanel(account: account)
    case .link, .nothing: SidePanel(account: nil)
    }
  }
}
