@testable import RichText

/// A reading as strings that tests compare.
enum RichLines {
  /// Blocks as lines: lead and text, "~" for an empty line before, "|" between cells, ">" for each further
  /// column of a cell.
  static func lines(_ html: String, foldHint: String? = nil) -> [String] {
    let rich = RichTextReader(reading: .rich, foldHint: foldHint).read(html: html)
    return rich.blocks.flatMap { block -> [String] in
      let gap = block.spaceBefore > 0 ? ["~"] : []
      switch block.kind {
      case .rule: return gap + [block.lead + "----"]
      case .table(let table):
        return gap
          + table.rows.enumerated().map { index, row in
            (index < table.headerRows ? "# " : "")
              + row.map { cell in
                String(decoding: rich.utf8[cell.range], as: UTF8.self)
                  + String(repeating: ">", count: cell.columns - 1)
              }.joined(separator: "|")
          }
      default:
        let text = String(decoding: rich.utf8[block.range], as: UTF8.self)
        return gap + [block.lead + text.replacing("\n", with: "\n" + block.hang)]
      }
    }
  }

  /// Spans and links as "kind:text".
  static func spans(_ html: String, emoji: Set<String> = []) -> [String] {
    let rich = RichTextReader(reading: .rich, customEmoji: emoji).read(html: html)
    return rich.spans.map { "\($0.kind):" + String(decoding: rich.utf8[$0.range], as: UTF8.self) }
      + rich.links.map {
        "\($0.kind.rawValue):\(String(decoding: rich.utf8[$0.range], as: UTF8.self))>\($0.target)"
      }
  }
}
