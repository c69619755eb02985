import Addresses
import CellGrid
import StreamModel

/// The links of the visible page: which one a key means, and what following it does.
///
/// A link leaves the program only through ``Opening``: past the gate, after a question where one is due.
struct Links {
  /// The links that were followed, in this run and in earlier ones.
  private var visited = VisitedLinks()
  private(set) var shown = ShownLinks()
  /// The trust that the reader has put into hosts and targets.
  var trust = Trust()

  // MARK: Followed links

  /// Takes in the hashes of addresses that were followed in earlier runs.
  mutating func recall(_ hashes: [UInt64]) {
    for hash in hashes { visited.insert(hash) }
  }

  /// Whether any link was followed.
  var hasVisits: Bool { !visited.isEmpty }

  /// Whether `link` was followed; mentions and tags are pages, not places.
  func hasVisited(_ link: RowLink) -> Bool {
    (link.kind == .link || link.kind == .attachment) && visited.contains(link.target)
  }

  /// Remembers that a link was followed; the effect that keeps it for later runs.
  private mutating func note(_ address: String, _ visit: LinkVisit, in view: PageView) -> [Reply] {
    visited.insert(address)
    guard view.options.stream.remembersPosts, !view.options.isSecure else { return [] }
    return visit.followed(address).map { [.effect(.visit($0))] } ?? []
  }

  // MARK: Frames

  /// A frame has reached the reader.
  mutating func note(_ frame: FrameAck) { shown.note(frame) }

  /// The link that Enter follows, as a frame names it.
  func named(in view: PageView) -> ShownLinks.NamedLink? {
    if let focus = view.list.focus, let link = view.focusedLink {
      return ShownLinks.NamedLink(page: view.page.number, focus: focus, target: link.target)
    }
    let row = view.list.selection
    guard let link = view.page.content.link(of: row) else { return nil }
    let rows = view.rows
    guard let position = rows.position(of: row),
      view.list.visible(in: rows).contains(where: { $0.row == position && $0.isWhole })
    else { return nil }
    let focus = LinkFocus(row: row, link: 0)
    return ShownLinks.NamedLink(page: view.page.number, focus: focus, target: link.target)
  }

  /// The targets that the page and the one beside it show whole now, as lines of visible rows.
  func written(in view: PageView) -> Set<String> {
    let beside = view.hidesBeside ? nil : view.beside
    let own = written(on: view.list, view.rows)
    return beside.map { own.union(written(on: $0.list, view.rows(of: $0))) } ?? own
  }

  private func written(on list: List, _ rows: PageRows) -> Set<String> {
    list.visible(in: rows).reduce(into: []) { targets, visible in
      let shown = visible.firstLine..<(visible.firstLine + visible.lines)
      let laid = rows.laid(at: visible.row)
      for line in laid.metaLinks + laid.listedLinks
      where line.label.hasSuffix(line.target) && line.lines.clamped(to: shown) == line.lines {
        targets.insert(line.target)
      }
    }
  }

  // MARK: Choosing

  /// A link, and whether a frame has shown where it leads.
  private struct Choice {
    let link: RowLink
    let isShown: Bool
  }

  /// Whether a frame has shown where Enter leads: keys may come faster than frames.
  func showsChosen(in view: PageView) -> Bool { named(in: view).map { $0 == shown.link } ?? false }

  /// The link in focus, else the row as a link.
  private func chosen(in view: PageView) -> Choice? {
    (view.focusedLink ?? view.page.content.link(of: view.list.selection)).map {
      Choice(link: $0, isShown: showsChosen(in: view))
    }
  }

  /// The link of a number from 1, as the post's own page and the page of links count.
  ///
  /// Only the link in focus has been shown, one whose text names the host, one whose target the page shows, and one whose
  /// target the open post has shown further up or down.
  ///
  /// - Throws: the message where there is no such link.
  private func numbered(_ number: Int, in view: PageView) throws(Refusal) -> Choice {
    let links = all(in: view)
    guard links.indices.contains(number - 1) else {
      let count = links.count
      let there = count == 0 ? "no links" : count == 1 ? "1 link" : "\(count) links"
      throw Refusal(message: "There is no link \(number) (\(there) here)")
    }
    let link = links[number - 1]
    let isFocused = link == view.focusedLink && showsChosen(in: view)
    let isWritten = shown.hasWritten(link.target, on: view.page.number)
    let isNamed = link.kind == .link && LinkGate.isHostNamed(of: link.target, in: link.label)
    return Choice(link: link, isShown: isFocused || isWritten || isNamed)
  }

  private struct Refusal: Error {
    let message: String
  }

  /// All links of the selected row, or of the page of links.
  private func all(in view: PageView) -> [RowLink] {
    if let page = view.page.content as? LinksPage { return page.links }
    return view.selectedRow.map(view.rows.links) ?? []
  }

  /// The page of links of the selected row.
  func list(in view: PageView) -> Reply {
    let links = view.selectedRow.map(view.rows.links) ?? []
    return links.isEmpty ? .say("No links here") : .show(LinksPage(links))
  }

  /// The page of the links that the reader followed, which are asked for.
  func listVisited(in view: PageView) -> [Reply] {
    let isRemembered = view.options.stream.remembersPosts
    guard isRemembered || !trust.hosts.isEmpty else {
      return [.say("Not listed: the sample, pipes and state = false remember nothing")]
    }
    let page = VisitedPage(isRemembered ? nil : [], trusting: trust.hosts)
    guard view.page.content.keyPage != page.keyPage else { return [.show(page)] }
    return [.push(page)] + (isRemembered ? [.effect(.listVisits(limit: VisitedPage.limit))] : [])
  }

  /// The labels for the links of the screen, the nearest to the selected row first.
  func hints(in view: PageView) -> [Hint] {
    HintCollector(list: view.list, rows: view.rows, columns: view.columns(of: view.page).count) {
      if case .link(let link) = view.page.content.subject(of: $0, in: view.feed) {
        link
      } else {
        nil
      }
    }.hints()
  }

  // MARK: Visits

  /// A visit of links of the selected row, or of the row whose links are listed.
  ///
  /// - Parameter isShown: whether a frame had shown where they lead; nil for where Enter leads.
  func visit(
    _ manner: LinkManner,
    of addresses: [String],
    isShown: Bool? = nil,
    asks: Bool = true,
    in view: PageView
  ) -> LinkVisit {
    var visit = LinkVisit(manner, isShown: isShown ?? showsChosen(in: view), asks: asks)
    guard let page = view.pages.linked else { return visit }
    for address in addresses { note(address, page.list.selection, on: page, &visit) }
    return visit
  }

  /// A visit of links that were chosen by their labels, in one row or several.
  func visit(
    _ manner: LinkManner,
    of hints: [Hint],
    isShown: Bool,
    in view: PageView
  ) -> LinkVisit {
    var visit = LinkVisit(manner, isShown: isShown)
    guard let page = view.pages.linked else { return visit }
    let isList = page.number != view.page.number
    for hint in hints {
      note(hint.link.target, isList ? page.list.selection : hint.row, on: page, &visit)
    }
    return visit
  }

  private func note(_ address: String, _ row: RowID, on page: Page, _ visit: inout LinkVisit) {
    let isDirect = page.content.subject(of: row, in: page.feed).visibility == .direct
    visit.note(address, in: page.content.post(of: row, in: page.feed), isDirect: isDirect)
  }

  // MARK: Following

  /// Enter with a number: follows the link of that number.
  mutating func enter(link number: Int, in view: PageView) -> [Reply] {
    do throws(Refusal) {
      let choice = try numbered(number, in: view)
      let visit = visit(.number, of: [choice.link.target], isShown: choice.isShown, in: view)
      if case .link = view.subject { return [.follow(choice.link, visit)] }
      return follow(choice.link, visit, in: view)
    } catch {
      return [.say(error.message)]
    }
  }

  /// Follows `link`: inside the viewer where it leads inside, else outside.
  mutating func follow(_ link: RowLink, _ visit: LinkVisit, in view: PageView) -> [Reply] {
    switch link.kind {
    case .mention: return [.push(AccountPage(account(mentionedBy: link, in: view), in: view.feed))]
    case .hashtag: return [.push(.tag(String(link.label.lowercased().trimmingPrefix("#"))))]
    case .attachment:
      if let page = PicturePage(showing: link.target, in: view) {
        return note(link.target, visit, in: view) + [.push(page)]
      }
      guard FileReference.judge(link.target) != .address else {
        return [.job(.link(LinkLookup(link, visit)))]
      }
      // No post has such an address.
      return visit.mayOpen ? open(link, visit, in: view) : []
    case .link: return [.job(.link(LinkLookup(link, visit)))]
    }
  }

  /// The account that a mention names.
  private func account(mentionedBy link: RowLink, in view: PageView) -> AccountKey {
    if let mention = view.subject.post?.mentions.first(where: { $0.url == link.target }) {
      return AccountKey(handle: mention.handle, url: mention.url)
    }
    return AccountKey(mention: link.target)
  }

  /// Opens the post that a link leads to, or else the link.
  ///
  /// - Parameter budget: the rest of the slice, for the page of the post.
  mutating func finish(
    _ lookup: LinkLookup,
    _ outcome: Job.Outcome,
    within budget: SliceBudget,
    in view: PageView
  ) -> [Reply] {
    // The address of the post that is open leads out of the program: its page is here already.
    if case .record(let record) = outcome, record != view.page.content.opened {
      return note(lookup.link.target, lookup.visit, in: view)
        + [.push(DetailPage(of: record, in: view.feed, within: budget))]
    }
    return lookup.visit.mayOpen ? open(lookup.link, lookup.visit, in: view) : []
  }

  // MARK: Opening outside

  /// `o`: opens a link by its number, the chosen link, or the address of the row's subject.
  mutating func openSelected(link number: Int?, in view: PageView) -> [Reply] {
    do throws(Refusal) {
      let numbered = try number.map { number throws(Refusal) in try self.numbered(number, in: view)
      }
      if let choice = numbered ?? chosen(in: view) {
        let manner: LinkManner = number == nil ? .focus : .number
        let visit = visit(manner, of: [choice.link.target], isShown: choice.isShown, in: view)
        return open(choice.link, visit, in: view)
      }
    } catch {
      return [.say(error.message)]
    }
    guard let address = view.subject.address else {
      return [.say("Not opened: there is no address for this row")]
    }
    let visit = visit(.focus, of: [address], isShown: true, in: view)
    return carryOut(
      Opening(address, label: "", visit, trust: trust.level(of: address, in: view), on: view.size),
      visit,
      in: view
    )
  }

  /// The question that opening one of the addresses would ask, for the command that receives them.
  ///
  /// Addresses that the gate refuses are refused where the call is made.
  ///
  /// - Returns: Nil if all would open at once.
  func question(about addresses: [String], for call: CommandCall, in view: PageView) -> Question? {
    let chosen = chosen(in: view)
    var doubtful: [LinkTarget] = []
    var unseen: [LinkTarget] = []
    var reasons: [String] = []
    for address in addresses {
      let link = chosen.flatMap { $0.link.target == address ? $0 : nil }
      let isShown =
        link?.isShown ?? false || shown.written.contains(address) || address == view.subject.address
      let judgement = Opening.judge(
        address,
        label: link?.link.label ?? "",
        isShown: isShown,
        trust: trust.level(of: address, in: view),
        on: view.size
      )
      guard case .ask(let target, let reason, let isDoubtful) = judgement else { continue }
      if isDoubtful { doubtful.append(target) } else { unseen.append(target) }
      reasons.append(reason)
    }
    guard let reason = reasons.first else { return nil }
    return Question(.command(call, doubtful: doubtful, unseen: unseen), because: reason)
  }

  /// Opens several links at once.
  mutating func openAll(_ links: [RowLink], _ visit: LinkVisit, in view: PageView) -> [Reply] {
    carryOut(Opening(together: links, visit, on: view.size), visit, in: view)
  }

  private mutating func open(_ link: RowLink, _ visit: LinkVisit, in view: PageView) -> [Reply] {
    let source = view.linkedRecord.flatMap { view.feed.sourceName(of: $0) }
    let level = trust.level(of: link.target, in: view)
    return carryOut(
      Opening(link, of: source, visit, trust: level, on: view.size),
      visit,
      in: view
    )
  }

  private mutating func carryOut(
    _ opening: Opening,
    _ visit: LinkVisit,
    in view: PageView
  ) -> [Reply] {
    guard !view.options.isSecure else { return [.warn(Effect.secure("Not opened"))] }
    switch opening {
    case .open(let targets):
      let trusted = visit.isShown ? targets.flatMap { trust.add($0, visit, in: view) } : []
      return trusted.map(Reply.effect) + open(targets, visit, in: view)
    case .openFile(let file): return open(file, visit, in: view)
    case .refuse(let reason): return [.warn(reason)]
    case .ask(let question): return [.ask(question)]
    }
  }

  /// Opens targets that the gate has let through.
  mutating func open(_ targets: [LinkTarget], _ visit: LinkVisit, in view: PageView) -> [Reply] {
    targets.map { .effect(.open($0)) } + targets.flatMap { note($0.written, visit, in: view) }
  }

  mutating func open(_ file: FileTarget, _ visit: LinkVisit, in view: PageView) -> [Reply] {
    [.effect(.openFile(file))] + note(file.reference.written, visit, in: view)
  }

  // MARK: Copying and saving

  /// `y`: copies a link by its number, the link in focus, or the address of the row's subject.
  func copySelected(link number: Int?, in view: PageView) -> Reply {
    do throws(Refusal) {
      if let number { return Self.copy(try numbered(number, in: view).link.target) }
    } catch {
      return .say(error.message)
    }
    guard let text = view.focusedLink?.target ?? view.subject.address else {
      return .say("Not copied: there is no address for this row")
    }
    return Self.copy(text)
  }

  /// Puts `text` on the clipboard, which gets what the screen could show: no control character.
  static func copy(_ text: String) -> Reply {
    .effect(.copy(SafeText(sanitizing: text).string))
  }

  /// Saves the links that are listed to a new file.
  func save(to path: String, in view: PageView) -> Reply {
    guard let page = view.page.content as? LinksPage else { return .nothing }
    return .effect(.save(path: path, text: page.listing))
  }
}

// MARK: Discussions

extension Links {
  /// Fetches the comments of a place, whose row says which host is asked.
  func fetchComments(of place: DiscussionPlace, in view: PageView) -> [Reply] {
    guard !view.options.isSecure else { return [.warn(Effect.secure("Not fetched"))] }
    // The row names the host, and the rest of the address is the program's own.
    switch LinkGate.judge(place.request, label: "") {
    case .refuse(let reason): return [.warn("Not fetched: \(reason)")]
    case .open(let target): return fetchComments(of: place, from: target, in: view)
    case .ask(let target, let doubt):
      if doubt.isOwnNetwork, trust.level(of: place.request, in: view) != .none {
        return fetchComments(of: place, from: target, in: view)
      }
      let isDoubtful = !doubt.isOwnNetwork
      let subject = Question.Subject.fetchComments(place, target, isDoubtful: isDoubtful)
      return [.ask(Question(subject, because: doubt.reason))]
    }
  }

  /// Fetches them from an address that the gate has let through.
  func fetchComments(
    of place: DiscussionPlace,
    from target: LinkTarget,
    in view: PageView
  ) -> [Reply] {
    [
      .relist(.discussion(place, .asked, at: view.now)),
      .effect(.fetchDiscussion(view.page.number, place, target)),
    ]
  }
}

// MARK: Older posts

extension Links {
  /// Fetches the next page of older posts; from another host only after a question.
  func fetchOlder(_ posts: OlderPosts, in view: PageView) -> [Reply] {
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
        let reason = "the feed names this host for its older posts"
        return [.ask(Question(.fetchOlder(target), because: reason))]
      case .ask(let target, let doubt):
        return [.ask(Question(.fetchOlder(target), because: doubt.reason))]
      }
    }
  }
}

// MARK: Web pages

extension Links {
  /// Fetches the web page of a post to be read in the viewer: of the link in focus, else of the selected post's own
  /// address, else of its first link.
  func fetch(in view: PageView) -> [Reply] {
    guard !view.options.isSecure else { return [.warn(Effect.secure("Not fetched"))] }
    guard view.page.content.keyPage != .article || view.focusedLink != nil else {
      let hasMore = (view.page.content as? ArticlePage)?.leftOut != nil
      return [hasMore ? .relist(.wholePage) : .sayKeys("This page is open ({leave} goes back)")]
    }
    if let chosen = chosen(in: view) {
      return judge(chosen.link.target, label: chosen.link.label, isShown: chosen.isShown, in: view)
    }
    switch view.subject {
    case .post, .comment: break
    case .account, .link, .heading, .nothing: return [.say("Select a post first")]
    }
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

  /// Fetches the page of the post that was opened, if the reader has subscribed to its source with full texts.
  ///
  /// An address that needs a question is left to the key, and a line says so.
  func fetchWanted(in view: PageView) -> [Reply] {
    guard let opened = view.page.content.opened, let slot = view.feed.slot(of: opened.source),
      view.options.stream.fullTextSlots.contains(slot), !view.options.isSecure,
      let address = view.subject.address
    else { return [] }
    let judgement = Opening.judge(
      address,
      label: "",
      isShown: true,
      trust: trust.level(of: address, in: view),
      on: view.size
    )
    switch judgement {
    case .open(let target): return fetch(target, in: view)
    case .ask(let target, _, _) where target.scheme == "mailto":
      return [.say("Full text not fetched: the post's address is a mail address")]
    case .ask(_, let reason, _):
      return [.sayKeys("Full text not fetched: \(reason) ({full-text} asks)")]
    case .refuse(let reason): return [.say("Full text not fetched: \(reason)")]
    }
  }

  /// Opens the page of a fetch, which is addressed by the page's number.
  func fetch(_ target: LinkTarget, in view: PageView) -> [Reply] {
    let own = view.subject.post
    let page = ArticlePage(
      of: target,
      post: view.page.content.post(of: view.list.selection, in: view.feed),
      visibility: view.subject.visibility,
      own: own?.url == target.written ? own : nil
    )
    return [.push(page), .effect(.fetchArticle(view.pages.nextNumber, target))]
  }

  private func judge(
    _ address: String,
    label: String,
    isShown: Bool,
    in view: PageView
  ) -> [Reply] {
    let trust = trust.level(of: address, in: view)
    switch Opening.judge(
      address,
      label: label,
      isShown: isShown,
      trust: trust,
      on: view.size
    )
    {
    case .refuse(let reason): return [.warn("Not fetched: \(reason)")]
    case .ask(let target, _, _) where target.scheme == "mailto":
      return [.warn("Not fetched: \(target.text) is a mail address")]
    case .ask(let target, let reason, let isDoubtful):
      return [.ask(Question(.fetch(target, isDoubtful: isDoubtful), because: reason))]
    case .open(let target): return fetch(target, in: view)
    }
  }
}
