/// A search through a page, and how far it has come.
struct TextSearch: Sendable {
  let text: SearchText
  let isBackward: Bool
  /// The page that it looks through.
  let page: Int
  /// The row that is looked at next; backward, the row behind it.
  var next: Int

  init(_ text: SearchText, from next: Int, isBackward: Bool, page: Int) {
    self.text = text
    self.isBackward = isBackward
    self.page = page
    self.next = next
  }
}
