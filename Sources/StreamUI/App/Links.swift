import Addresses
import CellGrid
import StreamModel

/// The links of the visible page: which one a key means, and what following it does.
///
/// A link leaves the program only through ``Opening``: past the gate, after a question where one is due.
struct Links {
  private var visited = VisitedLinks()
  private(set) var shown = ShownLinks()
  var trust = Trust()
  /// The visit and the trust that the last opening of each address brought, by the address as its feed writes it.
  private var openings: [String: (isFirst: Bool, isKept: Bool, host: String?)] = [:]

  // MARK: Followed links

  mutating func recall(_ hashes: [UInt64]) { for hash in hashes { visited.insert(hash) } }

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

  mutating func note(_ frame: FrameAck) { shown.note(frame) }

  var fetches: Fetches { Fetches(shown: shown, trust: trust) }

  // MARK: Lists

  func list(in view: PageView) -> Reply {
    let links = view.selectedRow.map(view.rows.links) ?? []
    return links.isEmpty
      ? .say("No links here")
      : .show(LinksPage(links, bare: view.subject.post == nil ? "account" : "post"))
  }

  func listVisited(in view: PageView) -> [Reply] {
    let isRemembered = view.options.stream.remembersPosts
    guard isRemembered || !trust.hosts.isEmpty else {
      return [.say("Not listed: the sample, pipes and state = false remember nothing")]
    }
    let page = VisitedPage(isRemembered ? nil : [], trusting: trust.hosts)
    guard !view.shows(page) else { return [.show(page)] }
    return [.push(page)] + (isRemembered ? [.request(.visits(limit: VisitedPage.limit))] : [])
  }

  // MARK: Visits

  /// A visit of a link of the selected row, or of the row whose links are listed; `isShown` is nil for where Enter leads.
  func visit(
    _ manner: LinkManner,
    of address: String,
    isShown: Bool? = nil,
    asks: Bool = true,
    in view: PageView
  ) -> LinkVisit {
    var visit = LinkVisit(manner, isShown: isShown ?? shown.showsChosen(in: view), asks: asks)
    if let page = view.pages.linked { note(address, page.list.selection, on: page, &visit) }
    return visit
  }

  /// A visit of a link that was chosen by its label, in any row.
  func visit(of hint: Hint, isShown: Bool, in view: PageView) -> LinkVisit {
    var visit = LinkVisit(.hint, isShown: isShown)
    guard let page = view.pages.linked else { return visit }
    let isList = page.number != view.page.number
    note(hint.link.target, isList ? page.list.selection : hint.row, on: page, &visit)
    return visit
  }

  private func note(_ address: String, _ row: RowID, on page: Page, _ visit: inout LinkVisit) {
    let isDirect = page.content.subject(of: row, in: page.feed).visibility == .direct
    visit.note(address, in: page.content.post(of: row, in: page.feed), isDirect: isDirect)
  }

  // MARK: Following

  mutating func enter(link number: Int, in view: PageView) -> [Reply] {
    do throws(Refusal) {
      let choice = try shown.numbered(number, in: view)
      let visit = visit(.number, of: choice.link.target, isShown: choice.isShown, in: view)
      if case .link = view.subject { return [.follow(choice.link, visit)] }
      return follow(choice.link, visit, in: view)
    } catch {
      return [error.reply]
    }
  }

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

  private func account(mentionedBy link: RowLink, in view: PageView) -> AccountKey {
    if let mention = view.subject.post?.mentions.first(where: { $0.url == link.target }) {
      return AccountKey(handle: mention.handle, url: mention.url)
    }
    return AccountKey(mention: link.target)
  }

  /// Opens the post that a link leads to, its page within the rest of the slice, or else the link.
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
      let numbered = try number.map { number throws(Refusal) in
        try shown.numbered(number, in: view)
      }
      if let choice = numbered ?? shown.chosen(in: view) {
        let manner: LinkManner = number == nil ? .focus : .number
        let visit = visit(manner, of: choice.link.target, isShown: choice.isShown, in: view)
        return open(choice.link, visit, in: view)
      }
    } catch {
      return [error.reply]
    }
    guard let address = view.subject.address else {
      return [.say("Not opened: there is no address for this row")]
    }
    let visit = visit(.focus, of: address, isShown: true, in: view)
    return carryOut(
      Opening(address, label: "", visit, trust: trust.level(of: address, in: view), on: view.size),
      visit,
      in: view
    )
  }

  /// The question that opening one of the addresses would ask, for the command that receives them; nil if all would open
  /// at once.
  ///
  /// Addresses that the gate refuses are refused where the call is made.
  func question(about addresses: [String], for call: CommandCall, in view: PageView) -> Question? {
    let chosen = shown.chosen(in: view)
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
    let targets = doubtful + unseen
    var question = Question(
      "y runs \(call.name) with",
      targets.count == 1 ? .target(targets[0]) : .targets(targets),
      because: Question.because(reason),
      refused: "Not run",
      yes: .start(call)
    )
    question.trusted = unseen.map { ($0, false) }
    return question
  }

  private mutating func open(_ link: RowLink, _ visit: LinkVisit, in view: PageView) -> [Reply] {
    let source = view.linkedRecord.flatMap { view.feed.sourceName(of: $0) }
    let level = trust.level(of: link.target, in: view)
    return carryOut(Opening(link, of: source, visit, trust: level, on: view.size), visit, in: view)
  }

  private mutating func carryOut(
    _ opening: Opening,
    _ visit: LinkVisit,
    in view: PageView
  ) -> [Reply] {
    guard !view.options.isSecure else { return [.warn(Effect.secure("Not opened"))] }
    switch opening {
    case .open(let target):
      let trusted = visit.isShown ? trust.add(target, visit, in: view) : []
      return trusted.map(Reply.effect) + open(target, visit, in: view)
    case .openFile(let file): return open(file, visit, in: view)
    case .refuse(let reason): return [.warn(reason)]
    case .ask(let question): return [.ask(question)]
    }
  }

  /// Opens a target past the gate; the visit comes before the effect that opens, which may fail at once and take it back.
  mutating func open(_ target: LinkTarget, _ visit: LinkVisit, in view: PageView) -> [Reply] {
    noteOpening(target.written, trust.takeNewcomer(of: target), visit, in: view)
      + [.effect(.open(target))]
  }

  mutating func open(_ file: FileTarget, _ visit: LinkVisit, in view: PageView) -> [Reply] {
    noteOpening(file.reference.written, nil, visit, in: view) + [.effect(.openFile(file))]
  }

  /// - Parameter host: the host that becomes trusted with it.
  private mutating func noteOpening(
    _ address: String,
    _ host: String?,
    _ visit: LinkVisit,
    in view: PageView
  ) -> [Reply] {
    let isFirst = !visited.contains(address)
    let visits = note(address, visit, in: view)
    openings[address] = (isFirst, !visits.isEmpty, host)
    return visits
  }

  /// Takes back what the last opening of `address` brought, because it failed: the visit and the trust in its host.
  mutating func takeBack(_ address: String) -> [Effect] {
    guard let gain = openings.removeValue(forKey: address) else { return [] }
    if gain.isFirst { visited.remove(address) }
    return (gain.isKept ? [.unvisit(address)] : []) + (gain.host.map { [trust.remove($0)] } ?? [])
  }

  // MARK: Copying and saving

  /// `y`: copies a link by its number, the link in focus, or the address of the row's subject.
  func copySelected(link number: Int?, in view: PageView) -> Reply {
    do throws(Refusal) {
      if let number { return Self.copy(try shown.numbered(number, in: view).link.target) }
    } catch {
      return error.reply
    }
    guard let text = view.focusedLink?.target ?? view.subject.address else {
      return .say("Not copied: there is no address for this row")
    }
    return Self.copy(text)
  }

  /// Puts `text` on the clipboard, which gets what the screen could show: no control character.
  static func copy(_ text: String) -> Reply { .effect(.copy(SafeText(sanitizing: text).string)) }
}

/// The links that the reader followed, in this run and in earlier ones, by the hashes of their addresses as feeds write
/// them.
///
/// Two addresses in 2^64 have the same hash; the later one would be drawn as visited.
struct VisitedLinks {
  /// By the last bits of the hash: one set of a million would grow in a single step of many
  /// milliseconds, while a key may be waiting.
  private var parts: [Set<UInt64>] = []
  private static let partCount: UInt64 = 256

  var isEmpty: Bool { parts.isEmpty }

  func contains(_ address: String) -> Bool {
    guard !parts.isEmpty else { return false }
    let hash = stableHash(of: address)
    return parts[Int(hash % Self.partCount)].contains(hash)
  }

  mutating func insert(_ address: String) { insert(stableHash(of: address)) }

  mutating func remove(_ address: String) {
    guard !parts.isEmpty else { return }
    let hash = stableHash(of: address)
    parts[Int(hash % Self.partCount)].remove(hash)
  }

  mutating func insert(_ hash: UInt64) {
    if parts.isEmpty { parts = Array(repeating: [], count: Int(Self.partCount)) }
    parts[Int(hash % Self.partCount)].insert(hash)
  }
}
