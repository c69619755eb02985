import CellGrid
import RichText

/// The numbers of a body's links, each behind its link: "this page[1]".
///
/// The numbers take room when lines are broken, but they are marks and no part of the text: searches, links and copies
/// do not see them.
struct LinkNumbers {
  private struct Insert {
    /// The place in the text that it follows.
    let offset: Int
    /// Its bytes in the numbered text.
    let range: Range<Int>
  }

  let body: BodyText
  private var inserts: [Insert] = []

  init(_ plain: BodyText) {
    var utf8: [UInt8] = []
    var copied = 0
    let links = plain.links.enumerated().filter { !$0.element.range.isEmpty }
    for (index, link) in links.sorted(by: {
      $0.element.range.upperBound < $1.element.range.upperBound
    }) {
      let offset = link.range.upperBound
      utf8 += plain.text.utf8[copied..<offset]
      copied = offset
      let start = utf8.count
      utf8 += Array("[\(index + 1)]".utf8)
      inserts.append(Insert(offset: offset, range: start..<utf8.count))
    }
    utf8 += plain.text.utf8[copied...]
    let safe = Sanitizer.sanitize(utf8, keepingNewlines: true)
    guard !inserts.isEmpty, safe.keepsOffsets else {
      body = plain
      inserts = []
      return
    }
    let found = inserts
    // A number belongs to what stands before it.
    func moved(_ offset: Int) -> Int {
      let last = found.last { $0.offset <= offset }
      return last.map { $0.range.upperBound + offset - $0.offset } ?? offset
    }
    body = plain.relaid(safe.text) { moved($0.lowerBound)..<moved($0.upperBound) }
  }

  /// Returns a line of ``body`` as one of the text alone, with the numbers as marks.
  func restored(_ line: BodyLine) -> BodyLine {
    var pieces: [(column: Int, piece: BodyLine.Piece)] = []
    for (column, piece) in line.pieces {
      guard case .text(let range) = piece else {
        pieces.append((column, piece))
        continue
      }
      var (at, next) = (range.lowerBound, column)
      let before = inserts.prefix { $0.range.upperBound <= at }
      var removed = before.reduce(0) { $0 + $1.range.count }
      func add(_ piece: BodyLine.Piece, to end: Int) {
        pieces.append((next, piece))
        next += ColumnWidth.columns(of: body.text, in: at..<end)
        at = end
      }
      for insert in inserts.dropFirst(before.count) where insert.range.lowerBound < range.upperBound
      {
        if at < insert.range.lowerBound {
          add(.text(at - removed..<insert.range.lowerBound - removed), to: insert.range.lowerBound)
        }
        let end = min(insert.range.upperBound, range.upperBound)
        add(.mark(body.text[at..<end], .faint), to: end)
        removed += insert.range.count
      }
      if at < range.upperBound {
        add(.text(at - removed..<range.upperBound - removed), to: range.upperBound)
      }
    }
    return BodyLine(pieces: pieces)
  }
}
