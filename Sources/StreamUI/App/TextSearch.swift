/// A search through a page, and how far it has come.
struct TextSearch: Sendable {
  let wanted: SearchText
  let isBackward: Bool
  /// The page that it looks through.
  let page: Int
  /// The row that is looked at next; backward, the row behind it.
  var next: Int

  init(_ wanted: SearchText, from next: Int, isBackward: Bool, page: Int) {
    self.wanted = wanted
    self.isBackward = isBackward
    self.page = page
    self.next = next
  }
}
