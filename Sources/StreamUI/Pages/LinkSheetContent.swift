/// The links of one row, to pick from: all of them, or those that hold what was typed.
package struct LinkSheetContent: Sendable {
  let links: [RowLink]
  /// What a link's text or target must hold; empty for all.
  private(set) var filter = ""
  /// Indices into the links, ascending.
  private(set) var listed: [Int]

  init(links: [RowLink]) {
    self.links = links
    listed = Array(links.indices)
  }

  /// The link of an entry; nil when it is not listed.
  func link(at entry: Int) -> RowLink? {
    guard links.indices.contains(entry), listed.contains(entry) else { return nil }
    return links[entry]
  }

  /// The links that are listed, from top to bottom.
  var listedLinks: [RowLink] { listed.map { links[$0] } }

  /// How many are listed of how many there are: "3 of 17".
  var counts: String { "\(listed.count) of \(links.count)" }

  /// Lists what holds `text`; capitals count where it has any, as in a search.
  mutating func narrow(to text: String) {
    filter = text
    let wanted = SearchText(text)
    listed = links.indices.filter { index in
      text.isEmpty || wanted.isHit(links[index].label) || wanted.isHit(links[index].target)
    }
  }

  /// What the status line says; `index` counts from 0 among those that are listed.
  func placeText(_ index: Int) -> String {
    let keys = "Enter follows, o opens, y copies"
    guard !filter.isEmpty else { return "link \(index + 1) of \(links.count) · \(keys)" }
    guard !listed.isEmpty else { return "\(counts) · no link has \(filter) · Esc shows all" }
    return "link \(index + 1) · \(counts) · \(filter) · Esc shows all"
  }
}
