/// One full-screen state of the page stack: what is shown, and where the reader is in it.
package struct Page {
  /// Tells pages apart in the memo; never used twice in a run.
  package let number: Int
  var content: any PageContent
  /// Where the reader is on the page, and what of it is rich.
  package var list: List
  /// The current match of a search; nil where none was found on the page.
  var matches: MatchCursor?

  init(number: Int, content: any PageContent) {
    self.number = number
    self.content = content
    list = List(first: content.firstRow)
  }
}
