import Addresses
import CellGrid
import StreamModel

/// The web page of a post, fetched to be read in the viewer.
struct ArticlePage: SingleRowPage {
  private let target: LinkTarget
  private let post: (key: Timeline.SourceKey?, visibility: Visibility?)
  /// The post whose own page it is, which is shown where that cannot be fetched; nil for the page of a link.
  private let own: Post?
  private var text: ArticleText?
  private var isWhole = false

  /// - Parameter own: the post, if the address is its own; `post` is the one with the link.
  init(of target: LinkTarget, post: Timeline.SourceKey?, visibility: Visibility?, own: Post?) {
    self.target = target
    self.post = (post, visibility)
    self.own = own
  }

  let keyPage = KeyPage.article
  let traits = PageTraits.article

  func text(of row: RowID, _ folds: PostRow.Folds, in context: RowContext) -> Row {
    switch text {
    case nil:
      return Row(before: [line("Fetching \(target.host) …", .title, .bold)], after: [addressLine])
    case .failure(let reason):
      if let own {
        let failure = line("Full text not fetched: \(reason.string)", .problem)
        return context.posts.fullRow(own, notice: [failure, MetaLine([])])
      }
      return Row(
        before: [
          line("Not fetched", .title, .bold),
          MetaLine([.init(reason, .problem)], overflow: .wrap(hang: 0)),
        ],
        after: [addressLine]
      )
    case .article(let title, let html, let address, let page):
      let heading = title.isEmpty ? [] : [line(title, .title, .bold)]
      return Row(
        before: heading + [line(host, .faint)],
        body: .html(isWhole ? page?.html ?? html : html),
        baseURL: address,
        numbersLinks: true,
        after: [addressLine]
      )
    }
  }

  func state(of row: RowID, in feed: Timeline) -> RowState {
    RowState(revision: text == nil ? 0 : isWhole ? 2 : 1)
  }

  func subject(of row: RowID, in feed: Timeline) -> RowSubject {
    if case .failure = text, let own { return .post(own) }
    var page = Post(id: Post.ID(address), isStated: false)
    page.url = address
    page.baseURL = address
    page.visibility = post.visibility
    if case .article(let name, let html, _, let whole) = text {
      page.title = .text(name)
      page.body = .html(isWhole ? whole?.html ?? html : html)
    }
    return .post(page)
  }

  func post(of row: RowID, in feed: Timeline) -> Timeline.SourceKey? { post.key }

  mutating func take(_ answer: Answer, at now: Timestamp) -> [RowID: RowID]? {
    guard case .article(let text) = answer else { return nil }
    self.text = text
    return [:]
  }

  func perform(_ action: Action, on row: RowID, in feed: Timeline) -> Reply? {
    guard action == .fullText else { return nil }
    return .fetchFocused(
      orElse: leftOut == nil
        ? .sayKeys("This page is open ({leave} goes back)") : .relist(.wholePage)
    )
  }

  mutating func take(_ delivery: Delivery, selection: RowID) -> [RowID: RowID]? {
    guard case .wholePage = delivery, leftOut != nil else { return nil }
    isWhole.toggle()
    return [:]
  }

  func status(of row: RowID, in feed: Timeline, _ keymap: PageKeymap) -> String {
    let leave = keymap.name(of: .leave)
    switch text {
    case nil: return "fetching \(target.host) … · \(leave) stops it"
    case .failure(let reason):
      let cause = reason.string.hasSuffix(".") ? reason.string.dropLast() : reason.string[...]
      return "Not fetched: \(cause) · \(keymap.name(of: .open)) opens it in the browser"
    case .article:
      let more = leftOut.map { words in
        isWhole
          ? " · \(keymap.name(of: .fullText)) shows the article alone"
          : " · \(words.grouped) words left out, \(keymap.name(of: .fullText)) shows them"
      }
      return "\(host)\(more ?? "") · \(leave) goes back"
    }
  }

  private var leftOut: Int? {
    if case .article(_, _, _, let page?) = text { page.leftOut } else { nil }
  }

  private var address: String {
    if case .article(_, _, let address, _) = text { address } else { target.text }
  }

  private var host: String { WebAddress(address)?.host ?? target.host }

  private var addressLine: MetaLine {
    MetaLine(sanitizing: address, .faint, overflow: .wrap(hang: 2), target: address)
  }
}

protocol SingleRowPage: PageContent {}

extension SingleRowPage {
  var firstRow: RowID { .post }

  func rowCount(in feed: Timeline) -> Int { 1 }
  func row(at position: Int, in feed: Timeline) -> RowID? { position == 0 ? .post : nil }
  func position(of row: RowID, in feed: Timeline) -> Int? { row == .post ? 0 : nil }

  func line(_ text: String, _ role: Role, _ emphasis: Emphasis = []) -> MetaLine {
    MetaLine(sanitizing: text, role, emphasis, overflow: .wrap(hang: 0))
  }
}
