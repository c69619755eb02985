import RichText

/// The quotes and the mark of a list before a block, taken from its prefix.
struct BlockLead {
  let quotes: Int
  /// The columns before the mark, in nested lists.
  let indent: Int
  /// The mark of the item that the block begins, without blanks; nil for other blocks.
  let mark: String?
  let isInList: Bool

  init(_ block: Block) {
    quotes = block.lead.count { $0 == "│" }
    let rest = block.lead.filter { $0 != "│" }.dropFirst(quotes)
    let text = rest.trimmingPrefix { $0 == " " }
    indent = rest.count - text.count
    mark = text.isEmpty ? nil : String(text.prefix { $0 != " " })
    isInList = !rest.isEmpty
  }

  /// The number of an item of a numbered list; nil for other marks.
  var number: Int? {
    guard let mark, mark.last == "." else { return nil }
    return Int(mark.dropLast())
  }
}
