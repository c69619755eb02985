import Addresses
import StreamModel

/// The fetches that the reader asks for by a key, or by a subscription with full texts: comments of a post, older posts,
/// and web pages that are read in the viewer.
///
/// An address is asked only past the gate, after a question where one is due.
struct Fetches {
  let shown: ShownLinks
  let trust: Trust

  func comments(of place: DiscussionPlace, in view: PageView) -> [Reply] {
    guard !view.options.isSecure else { return [.warn(Effect.secure("Not fetched"))] }
    // The row names the host, and the rest of the address is the program's own.
    switch LinkGate.judge(place.request, label: "") {
    case .refuse(let reason): return [.warn("Not fetched: \(reason)")]
    case .open(let target): return [.request(.discussion(place, target))]
    // The reader has named the server of an account.
    case .ask(let target, _) where place.account != nil:
      return [.request(.discussion(place, target))]
    case .ask(let target, let doubt):
      if doubt.isOwnNetwork, trust.level(of: place.request, in: view) != .none {
        return [.request(.discussion(place, target))]
      }
      let question = Question(
        "y fetches",
        target,
        because: doubt.reason,
        isDoubtful: !doubt.isOwnNetwork,
        yes: .request(.discussion(place, target))
      )
      return [.ask(question)]
    }
  }

  /// Fetches the next page of older posts; from another host only after a question.
  func older(_ posts: OlderPosts, in view: PageView) -> [Reply] {
    switch posts.state {
    case .fetching: return [.say("The older posts are being fetched")]
    case .first: return [.say("The first post is here")]
    // The subscription's own host was agreed to with the subscription.
    case .more, .missed, .failed: return [.effect(.fetchOlder(nil))]
    case .elsewhere(let address, _):
      guard !view.options.isSecure else { return [.warn(Effect.secure("Not fetched"))] }
      switch LinkGate.judge(address, label: "") {
      case .refuse(let reason): return [.warn("Not fetched: \(reason)")]
      case .open(let target):
        if trust.level(of: address, in: view) != .none { return [.effect(.fetchOlder(target))] }
        return [Self.askForOlder(target, because: "the feed names this host for its older posts")]
      case .ask(let target, let doubt): return [Self.askForOlder(target, because: doubt.reason)]
      }
    }
  }

  private static func askForOlder(_ target: LinkTarget, because reason: String) -> Reply {
    let yes = Reply.effect(.fetchOlder(target))
    return .ask(Question("y fetches", target, because: reason, isDoubtful: true, yes: yes))
  }

  /// Fetches the web page of a post to be read in the viewer: of the link in focus, else of the selected post's own
  /// address, else of its first link.
  func page(in view: PageView) -> [Reply] {
    guard !view.options.isSecure else { return [.warn(Effect.secure("Not fetched"))] }
    if let chosen = shown.chosen(in: view) {
      return judge(chosen.link.target, label: chosen.link.label, isShown: chosen.isShown, in: view)
    }
    guard view.subject.written != nil else { return [.say("Select a post first")] }
    if let address = view.subject.address {
      return judge(address, label: "", isShown: true, in: view)
    }
    let links = view.selectedRow.map(view.rows.links) ?? []
    guard let link = links.first(where: { $0.kind == .link }) else {
      return [.say("Not fetched: this post has no address and no link")]
    }
    let isShown = shown.written.contains(link.target)
    return judge(link.target, label: link.label, isShown: isShown, in: view)
  }

  /// Fetches the page of the post that was opened, if the reader has subscribed to its source with full texts; an address that
  /// needs a question is left to the key, and a line says so.
  func wantedPage(in view: PageView) -> [Reply] {
    guard let opened = view.page.content.opened, let slot = view.feed.slot(of: opened.source),
      view.options.stream.fullTextSlots.contains(slot), !view.options.isSecure,
      let address = view.subject.address
    else { return [] }
    let level = trust.level(of: address, in: view)
    switch Opening.judge(address, label: "", isShown: true, trust: level, on: view.size) {
    case .open(let target): return page(target, in: view)
    case .ask(let target, _, _) where target.scheme == "mailto":
      return [.say("Full text not fetched: the post's address is a mail address")]
    case .ask(_, let reason, _):
      return [.sayKeys("Full text not fetched: \(reason) ({full-text} asks)")]
    case .refuse(let reason): return [.say("Full text not fetched: \(reason)")]
    }
  }

  func page(_ target: LinkTarget, in view: PageView) -> [Reply] {
    let own = view.subject.post
    let page = ArticlePage(
      of: target,
      post: view.page.content.post(of: view.list.selection, in: view.feed),
      visibility: view.subject.visibility,
      own: own?.url == target.written ? own : nil
    )
    return [.push(page), .request(.article(target))]
  }

  private func judge(
    _ address: String,
    label: String,
    isShown: Bool,
    in view: PageView
  ) -> [Reply] {
    let trust = trust.level(of: address, in: view)
    switch Opening.judge(address, label: label, isShown: isShown, trust: trust, on: view.size)
    {
    case .refuse(let reason): return [.warn("Not fetched: \(reason)")]
    case .ask(let target, _, _) where target.scheme == "mailto":
      return [.warn("Not fetched: \(target.text) is a mail address")]
    case .ask(let target, let reason, let isDoubtful):
      let yes = Reply.fetchPage(target)
      return [
        .ask(Question("y fetches", target, because: reason, isDoubtful: isDoubtful, yes: yes))
      ]
    case .open(let target): return page(target, in: view)
    }
  }
}

/// Looks for the comments of an open post that earlier visits have kept, while nothing else is to be done.
struct KeptComments {
  /// The page that was looked after last: while it is on top, once is enough.
  private var page: Int?

  mutating func places(in view: PageView) -> [DiscussionPlace] {
    guard view.page.number != page, let conversation = view.page.content.conversation else {
      return []
    }
    page = view.page.number
    return conversation.unaskedPlaces
  }
}
