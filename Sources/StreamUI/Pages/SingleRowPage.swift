import StreamModel

/// A page of one row, such as an article.
protocol SingleRowPage: PageContent {}

extension SingleRowPage {
  var firstRow: RowID { .post }
  var traits: PageTraits { [] }

  func rowCount(in feed: Timeline) -> Int { 1 }

  func row(at position: Int, in feed: Timeline) -> RowID? { position == 0 ? .post : nil }

  func position(of row: RowID, in feed: Timeline) -> Int? { row == .post ? 0 : nil }
}
