import Addresses
import CellGrid
import StreamModel

/// Follows, copies and saves links: inside the viewer, else by ``OutsideFollower``.
enum LinkFollower {
  /// Enter: a link by its number, else the link in focus, else what the row leads to.
  static func enter(
    link number: Int?,
    on desk: inout Desk,
    at moment: Moment
  ) -> [Effect] {
    guard let number else { return enter(.focus, on: &desk, at: moment) }
    guard let chosen = linkNumbered(number, on: &desk) else { return [] }
    if case .link = desk.view.subject { _ = desk.view.pop() }
    let origin = desk.choice.origin(.number, of: chosen.link.target)
    return follow(chosen.link, isShown: chosen.isShown, origin, on: &desk, at: moment)
  }

  /// Follows the link in focus, else does what the page does on the row.
  static func enter(
    _ manner: LinkManner,
    on desk: inout Desk,
    at moment: Moment
  ) -> [Effect] {
    let isShown = desk.choice.isShown
    if let link = desk.view.focusedLink {
      let origin = desk.choice.origin(manner, of: link.target)
      return follow(link, isShown: isShown, origin, on: &desk, at: moment)
    }
    let reply = desk.view.ask { $0.enter($1, in: $2) }
    if case .nothing = reply {
      desk.say("Nothing to follow here (\(desk.keymap.name(of: .nextLink)) focuses the next link)")
    }
    let page = desk.view.page.number
    let effects = desk.carryOut(reply, isShown: isShown, manner, at: moment)
    // A page above others has a higher number than those before it.
    return desk.view.page.number > page ? effects + ArticleFollower.beginWanted(on: &desk) : effects
  }

  /// `o`: opens a link by its number, the chosen link, or the address of the row's subject.
  static func openSelected(link number: Int?, on desk: inout Desk) -> [Effect] {
    if let number {
      guard let chosen = linkNumbered(number, on: &desk) else { return [] }
      return open(chosen, .number, on: &desk)
    }
    if let chosen = desk.choice.chosen {
      return open(chosen, .focus, on: &desk)
    }
    guard let address = desk.view.subject.address else {
      desk.say("Not opened: there is no address for this row")
      return []
    }
    let isShown = desk.seen.written.contains(address)
    let origin = desk.choice.origin(.focus, of: address)
    return OutsideFollower.open(address, isShown: isShown, origin, on: &desk)
  }

  private static func open(
    _ chosen: LinkChoice.Choice,
    _ manner: LinkManner,
    on desk: inout Desk
  ) -> [Effect] {
    let origin = desk.choice.origin(manner, of: chosen.link.target)
    return OutsideFollower.open(chosen.link, isShown: chosen.isShown, origin, on: &desk)
  }

  /// `y`: copies the same.
  static func copySelected(link number: Int?, on desk: inout Desk) -> [Effect] {
    if let number {
      guard let chosen = linkNumbered(number, on: &desk) else { return [] }
      return copy(chosen.link.target, on: &desk)
    }
    guard let text = desk.view.focusedLink?.target ?? desk.view.subject.address else {
      desk.say("Not copied: there is no address for this row")
      return []
    }
    return copy(text, on: &desk)
  }

  /// The link of a number; where there is none, the status line says so.
  private static func linkNumbered(_ number: Int, on desk: inout Desk) -> LinkChoice.Choice? {
    if let chosen = desk.choice.numbered(number) { return chosen }
    let count = desk.choice.all.count
    let there = count == 0 ? "no links" : count == 1 ? "1 link" : "\(count) links"
    desk.say("There is no link \(number) (\(there) here)")
    return nil
  }

  /// Puts `text` on the clipboard.
  static func copy(_ text: String, on desk: inout Desk) -> [Effect] {
    guard !desk.view.options.isSecure else {
      desk.warn("Not copied: secure mode is on (STREAMTUI_SECURE)")
      return []
    }
    // The clipboard gets what the screen could show: no control character.
    return [.copy(SafeText(sanitizing: text).string)]
  }

  /// Follows a link that a label was typed for.
  static func follow(
    _ hint: Hint,
    wasSeen: Bool,
    on desk: inout Desk,
    at moment: Moment
  ) -> [Effect] {
    desk.view.withList { list, _ in list.standpoint.select(hint.row) }
    switch hint.subject {
    case .link(let link):
      let origin = desk.choice.origin(.hint, of: [hint])
      let isShown = wasSeen && hint.showsTarget
      return follow(link, isShown: isShown, origin, on: &desk, at: moment)
    case .entry:
      let reply = desk.view.ask { $0.enter($1, in: $2) }
      return desk.carryOut(reply, isShown: wasSeen, .hint, at: moment)
    }
  }

  /// Follows `link`: inside the viewer where it leads inside, else outside.
  ///
  /// - Parameters:
  ///   - isShown: whether a frame has shown where it leads.
  ///   - origin: how the reader follows it, and the post with it.
  ///   - asks: whether a question comes where it leads outside and was not shown.
  static func follow(
    _ link: RowLink,
    isShown: Bool,
    _ origin: LinkOrigin,
    asks: Bool = true,
    on desk: inout Desk,
    at moment: Moment
  ) -> [Effect] {
    switch link.kind {
    case .mention:
      let key = desk.choice.account(mentionedBy: link)
      desk.push(AccountPage(key, in: desk.view.feed))
      return []
    case .hashtag:
      let tag = link.label.lowercased().trimmingPrefix("#")
      desk.push(TagPage(String(tag)))
      return []
    case .attachment where FileReference.judge(link.target) != .address:
      // No post has such an address.
      guard isShown || asks else { return [] }
      return OutsideFollower.open(link, isShown: isShown, origin, on: &desk)
    case .link, .attachment:
      let otherwise: LinkLookup.Otherwise = isShown || asks ? .open(isShown: isShown) : .nothing
      let lookup = LinkLookup(link, origin, otherwise: otherwise)
      return Jobs.begin(.link(lookup), on: &desk, at: moment)
    }
  }

  /// Opens the post that a link leads to, or else the link.
  ///
  /// - Parameter budget: the rest of the slice, for the page of the post.
  static func finish(
    _ lookup: LinkLookup,
    _ outcome: Job.Outcome,
    within budget: SliceBudget,
    on desk: inout Desk
  ) -> [Effect] {
    if case .record(let record) = outcome {
      let effects = OutsideFollower.visit(lookup.link.target, lookup.origin, on: &desk)
      desk.push(DetailPage(of: record, in: desk.view.feed, within: budget))
      return effects
    }
    guard case .open(let isShown) = lookup.otherwise else { return [] }
    return OutsideFollower.open(lookup.link, isShown: isShown, lookup.origin, on: &desk)
  }

  /// Saves the links that are listed to a new file.
  static func save(to path: String, on desk: inout Desk) -> [Effect] {
    guard let page = desk.view.page.content as? LinksPage, !desk.view.options.isSecure else {
      return []
    }
    guard !path.isEmpty else {
      desk.say("Not saved: no file was named")
      return []
    }
    return [.save(path: path, text: page.listing)]
  }
}
