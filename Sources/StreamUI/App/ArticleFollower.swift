import Addresses
import StreamModel

/// Fetches the web page of a post to be read in the viewer, after a question where one is due.
enum ArticleFollower {
  private static let secure = "Not fetched: secure mode is on (STREAMTUI_SECURE)"
  private static let tooSmall = "Not fetched: the window is too small to show the link target"

  /// Fetches the link in focus, else the selected post's own address, else its first link.
  static func begin(on desk: inout Desk) -> [Effect] {
    guard !desk.view.options.isSecure else {
      desk.warn(secure)
      return []
    }
    guard desk.view.page.content.article == nil || desk.view.focusedLink != nil else {
      desk.say("This page is open (\(desk.keymap.name(of: .leave)) goes back)")
      return []
    }
    if let chosen = desk.choice.chosen {
      let link = chosen.link
      return judge(link.target, label: link.label, isShown: chosen.isShown, on: &desk)
    }
    switch desk.view.subject {
    case .post, .comment: break
    case .account, .link, .heading, .nothing:
      desk.say("Select a post first")
      return []
    }
    if let address = desk.view.subject.address {
      return judge(address, label: "", isShown: isShown(address, on: desk), on: &desk)
    }
    let links = desk.view.selectedRow.map(desk.view.rows.links) ?? []
    guard let link = links.first(where: { $0.kind == .link }) else {
      desk.say("Not fetched: this post has no address and no link")
      return []
    }
    let isShown = isShown(link.target, on: desk)
    return judge(link.target, label: link.label, isShown: isShown, on: &desk)
  }

  /// Fetches the page of the post that was opened, if the reader has subscribed to its source with full texts.
  ///
  /// An address that needs a question is left to the key.
  static func beginWanted(on desk: inout Desk) -> [Effect] {
    guard let opened = desk.view.page.content.opened,
      let slot = desk.view.feed.slot(of: opened.source),
      desk.view.options.stream.fullTextSlots.contains(slot), !desk.view.options.isSecure,
      let address = desk.view.subject.address,
      case .open(let target) = LinkGate.judge(address, label: "")
    else { return [] }
    return fetch(target, on: &desk)
  }

  /// Does what the answer to the question means.
  static func take(_ question: Question, isYes: Bool, on desk: inout Desk) -> [Effect] {
    guard isYes, let target = question.targets.first else {
      desk.say("Not fetched")
      return []
    }
    // The window may have become smaller since.
    guard question.lines(desk.view.size) != nil else {
      desk.warn(tooSmall)
      return []
    }
    return fetch(target, on: &desk)
  }

  /// Shows the text on its page, if that is still open.
  static func show(_ text: ArticleText, of number: Int, on desk: inout Desk) {
    desk.session.fetches.remove(number)
    desk.view.update { page, _ in page.content.take(text, of: number) }
    desk.view.comeToRest()
  }

  /// Ends the fetches whose pages were left.
  static func stopLeft(on desk: inout Desk) -> [Effect] {
    guard !desk.session.fetches.isEmpty else { return [] }
    let open = Set(desk.view.pages.pages.compactMap(\.content.article))
    let left = desk.session.fetches.subtracting(open).sorted()
    desk.session.fetches.subtract(left)
    return left.map { .stopArticle($0) }
  }

  private static func isShown(_ address: String, on desk: Desk) -> Bool {
    desk.seen.written.contains(address)
  }

  private static func judge(
    _ address: String,
    label: String,
    isShown: Bool,
    on desk: inout Desk
  ) -> [Effect] {
    switch LinkGate.judge(address, label: label) {
    case .refuse(let reason): desk.warn("Not fetched: \(reason)")
    case .ask(let target, _) where target.scheme == "mailto":
      desk.warn("Not fetched: \(target.text) is a mail address")
    case .ask(let target, let reason): ask(target, because: reason, on: &desk)
    case .open(let target):
      if !isShown {
        ask(target, because: "the address was not shown", on: &desk)
      } else if !Opening.hasRoom(toShow: target, on: desk.view.size) {
        ask(target, because: "the address does not fit on one line", on: &desk)
      } else {
        return fetch(target, on: &desk)
      }
    }
    return []
  }

  private static func ask(_ target: LinkTarget, because reason: String, on desk: inout Desk) {
    let question = Question(fetching: target, because: reason)
    guard question.lines(desk.view.size) != nil else { return desk.warn(tooSmall) }
    desk.mode.wait(for: .question(question))
  }

  private static func fetch(_ target: LinkTarget, on desk: inout Desk) -> [Effect] {
    desk.session.fetchCount += 1
    let number = desk.session.fetchCount
    let view = desk.view
    let page = ArticlePage(
      number,
      of: target,
      post: view.page.content.post(of: view.list.selection, in: view.feed),
      visibility: view.subject.visibility
    )
    desk.session.fetches.insert(number)
    desk.push(page)
    return [.fetchArticle(number, target)]
  }
}
