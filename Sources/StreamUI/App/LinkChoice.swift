import StreamModel

/// The link that a key acts on: one by its number, the one in focus, or the row as a whole.
struct LinkChoice {
  let view: PageView
  let seen: Seen

  /// A link, and whether a frame has shown where it leads.
  struct Choice {
    let link: RowLink
    let isShown: Bool
  }

  /// The link that Enter follows, as a frame names it.
  var named: Seen.NamedLink? {
    if let focus = view.list.focus, let link = view.focusedLink {
      return Seen.NamedLink(page: view.page.number, focus: focus, target: link.target)
    }
    let row = view.list.selection
    guard let link = view.page.content.link(of: row) else { return nil }
    let rows = view.rows
    guard let position = rows.position(of: row),
      view.list.visible(in: rows).contains(where: { $0.row == position && $0.isWhole })
    else { return nil }
    let focus = LinkFocus(row: row, link: 0)
    return Seen.NamedLink(page: view.page.number, focus: focus, target: link.target)
  }

  /// Whether a frame has shown where Enter leads: keys may come faster than frames.
  var isShown: Bool { named.map { $0 == seen.link } ?? false }

  /// The targets that the page shows whole now, as lines of visible rows.
  var written: Set<String> {
    let rows = view.rows
    return view.list.visible(in: rows).reduce(into: []) { targets, visible in
      let shown = visible.firstLine..<(visible.firstLine + visible.lines)
      for line in rows.laid(at: visible.row).metaLinks
      where line.label.hasSuffix(line.target) && line.lines.clamped(to: shown) == line.lines {
        targets.insert(line.target)
      }
    }
  }

  /// The link in focus, else the row as a link.
  var chosen: Choice? {
    if let link = view.focusedLink { return Choice(link: link, isShown: isShown) }
    return view.page.content.link(of: view.list.selection).map {
      Choice(link: $0, isShown: isShown)
    }
  }

  /// All links of the selected row, or of the page of links.
  var all: [RowLink] {
    if let page = view.page.content as? LinksPage { return page.links }
    return view.selectedRow.map(view.rows.links) ?? []
  }

  /// The link of a number from 1, as the post's own page and the page of links count; nil where there
  /// is none.
  ///
  /// Only the link in focus, and one whose target the page itself shows, has been shown.
  func numbered(_ number: Int) -> Choice? {
    let links = all
    guard links.indices.contains(number - 1) else { return nil }
    let link = links[number - 1]
    return Choice(
      link: link,
      isShown: (link == view.focusedLink && isShown) || seen.written.contains(link.target)
    )
  }

  /// The origin of links of the selected row, or of the row whose links are listed.
  func origin(_ manner: LinkManner, of addresses: String...) -> LinkOrigin {
    origin(manner, of: addresses)
  }

  /// The origin of links of the selected row, or of the row whose links are listed.
  func origin(_ manner: LinkManner, of addresses: [String]) -> LinkOrigin {
    var origin = LinkOrigin(manner)
    guard let page = view.pages.linked else { return origin }
    for address in addresses { note(address, page.list.selection, on: page, &origin) }
    return origin
  }

  /// The origin of links that were chosen by their labels, in one row or several.
  func origin(_ manner: LinkManner, of hints: [Hint]) -> LinkOrigin {
    var origin = LinkOrigin(manner)
    guard let page = view.pages.linked else { return origin }
    let isList = page.number != view.page.number
    for hint in hints {
      let row = isList ? page.list.selection : hint.row
      note(hint.link.target, row, on: page, &origin)
    }
    return origin
  }

  private func note(_ address: String, _ row: RowID, on page: Page, _ origin: inout LinkOrigin) {
    let isDirect = page.content.subject(of: row, in: view.feed).visibility == .direct
    origin.note(address, in: page.content.post(of: row, in: view.feed), isDirect: isDirect)
  }

  /// The account that a mention names.
  func account(mentionedBy link: RowLink) -> AccountKey {
    if let mention = view.subject.post?.mentions.first(where: { $0.url == link.target }) {
      return AccountKey(handle: mention.handle, url: mention.url)
    }
    return AccountKey(mention: link.target)
  }
}
