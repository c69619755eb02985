import CellGrid
import StreamModel

/// Where the open post stands: its feed, and its number in the list below.
struct OpenPostPlace {
  /// The columns of "? help" at the right end of the status line, with the blanks around it.
  static let helpColumns = 10

  /// The name of its feed; nil where it has none.
  private let title: String?
  /// The number among the posts of the list, such as " · post 3 of 26".
  private let number: String

  /// Nil where no post is open, where another row of its page is selected, and where the list is not known to its end.
  init?(in stack: PageStack) {
    let (feed, row) = (stack.top.feed, stack.top.list.selection)
    guard let opened = stack.top.content.opened, stack.top.content.keyPage == .detail,
      stack.top.content.subject(of: row, in: feed).post != nil,
      stack.top.content.record(of: row) == opened, feed.isIndexed,
      let list = stack.ofStream.dropLast().last, list.content.listsPosts,
      let position = list.content.position(of: .record(opened), in: feed)
    else { return nil }
    let number = list.content.number(ofRowAt: position)
    let count = list.content.postCount(in: feed)
    self.number = " · post \(number.grouped) of \(count.grouped)"
    title = feed.sources(of: opened).first ?? feed.feedTitle
  }

  /// The words for the status line after others, as far as there is room: " · Lakes · post 3 of 26".
  func words(after text: String, columns: Int) -> String {
    let forms = [title.map { " · \($0)\(number)" }, number].compactMap(\.self)
    let room = columns - Self.helpColumns - ColumnWidth.columns(of: SafeText(sanitizing: text))
    return forms.first { ColumnWidth.columns(of: SafeText(sanitizing: $0)) <= room } ?? ""
  }
}
