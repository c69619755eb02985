import Addresses

/// The links that frames have shown, and which one of the visible page a key means: keys act on no others without a question.
struct ShownLinks {
  /// A link as a frame names it: in the status line, or in the selected row of a page of links.
  struct NamedLink: Equatable, Sendable {
    let page: Int
    let focus: LinkFocus
    let target: String
  }

  /// The targets that the last accepted frame shows whole, as lines of the page.
  private(set) var written: Set<String> = []
  /// The targets that frames have shown so since their page was opened, by the numbers of open posts on the page stack.
  private var writtenEarlier: [Int: Set<String>] = [:]
  /// The most recent link whose target the user has seen: set once the terminal has accepted the frame that names it.
  private(set) var link: NamedLink?

  mutating func note(_ frame: FrameAck) {
    if let named = frame.named { link = named }
    written = frame.written
    // Numbers rise with each page that is opened, so the higher ones are of pages that were left.
    if writtenEarlier.keys.contains(where: { $0 > frame.page }) {
      writtenEarlier = writtenEarlier.filter { $0.key <= frame.page }
    }
    if frame.isOpenPost { writtenEarlier[frame.page, default: []].formUnion(frame.written) }
  }

  /// Whether a frame has shown the target as a line of the page: the last frame, or any since a post was opened there.
  func hasWritten(_ target: String, on page: Int) -> Bool {
    written.contains(target) || writtenEarlier[page]?.contains(target) == true
  }

  func named(in view: PageView) -> NamedLink? {
    if let focus = view.list.focus, let link = view.focusedLink {
      return NamedLink(page: view.page.number, focus: focus, target: link.target)
    }
    let row = view.list.selection
    guard let link = view.page.content.link(of: row) else { return nil }
    let rows = view.rows
    guard let position = rows.position(of: row),
      view.list.visible(in: rows).contains(where: { $0.row == position && $0.isWhole })
    else { return nil }
    let focus = LinkFocus(row: row, link: 0)
    return NamedLink(page: view.page.number, focus: focus, target: link.target)
  }

  /// The targets that the page and the one beside it show whole now, as lines of visible rows.
  func written(in view: PageView) -> Set<String> {
    let beside = view.hidesBeside ? nil : view.beside
    let own = written(on: view.list, view.rows)
    return beside.map { own.union(written(on: $0.list, view.layout.rows(of: $0))) } ?? own
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

  typealias Choice = (link: RowLink, isShown: Bool)

  /// Whether a frame has shown where Enter leads: keys may come faster than frames.
  func showsChosen(in view: PageView) -> Bool { named(in: view).map { $0 == link } ?? false }

  func chosen(in view: PageView) -> Choice? {
    (view.focusedLink ?? view.page.content.link(of: view.list.selection)).map {
      (link: $0, isShown: showsChosen(in: view))
    }
  }

  /// The link of a number from 1, as the post's own page and the page of links count.
  ///
  /// Only the link in focus has been shown, one whose text names the host, one whose target the page shows, and one whose
  /// target the open post has shown further up or down.
  func numbered(_ number: Int, in view: PageView) throws(Refusal) -> Choice {
    let links = view.page.listedLinks ?? view.selectedRow.map(view.rows.links) ?? []
    guard links.indices.contains(number - 1) else {
      let count = links.count
      let there = count == 0 ? "no links" : count == 1 ? "1 link" : "\(count) links"
      throw Refusal("There is no link \(number) (\(there) here)")
    }
    let link = links[number - 1]
    let isFocused = link == view.focusedLink && showsChosen(in: view)
    let isWritten = hasWritten(link.target, on: view.page.number)
    let isNamed = link.kind == .link && LinkGate.isHostNamed(of: link.target, in: link.label)
    return (link, isFocused || isWritten || isNamed)
  }
}

/// The content of a frame that keys and clicks rely on; it comes back once the terminal has accepted the frame.
package struct FrameAck: Equatable, Sendable {
  let named: ShownLinks.NamedLink?
  let page: Int
  /// Whether the page is an open post, whose links are numbered from its first line to its last.
  let isOpenPost: Bool
  /// The targets that the page shows whole; none while rows move or something covers the page.
  let written: Set<String>
  /// The number of changes of the mode, which tells a frame that shows the mode as it is from older ones.
  let modeCount: Int
}
