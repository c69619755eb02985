/// A number before a key: the n-th link of the selected post.
extension App {
  /// `3<Enter>`: follows the third link; one that leads outside asks, where it was not in focus.
  mutating func enter(link number: Int) -> [Effect] {
    guard let link = numbered(number) else { return [] }
    let isShown = link == focusedLink && chosenLinkIsShown
    if case .links = page.content { _ = pop() }
    return follow(link, isShown: isShown)
  }

  /// `3o`: opens it in the browser.
  mutating func open(link number: Int) -> [Effect] {
    guard let link = numbered(number) else { return [] }
    return openOutside(
      link.target,
      label: link.label,
      isShown: link == focusedLink && chosenLinkIsShown
    )
  }

  /// `3y`: copies its target.
  mutating func copy(link number: Int) -> [Effect] {
    numbered(number).map { copy($0.target) } ?? []
  }

  /// The link of that number, counted from 1 as the post's own page and the sheet count.
  private mutating func numbered(_ number: Int) -> RowLink? {
    let links: [RowLink]
    if case .links(let sheet) = page.content {
      links = sheet.links
    } else {
      links = rows.index(of: page.list.selection).map(rows.links) ?? []
    }
    guard links.indices.contains(number - 1) else {
      let there = links.isEmpty ? "no links" : links.count == 1 ? "1 link" : "\(links.count) links"
      say("there is no link \(number) (\(there) here)")
      return nil
    }
    return links[number - 1]
  }
}
