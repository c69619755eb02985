import CellGrid
import StreamModel

/// A piece of a row's text on one of its lines.
struct TextSlot: Sendable {
  let section: RowText.Section
  /// The line of the row, from 0.
  let line: Int
  /// The column of the first cell.
  let column: Int
  /// Bytes of the section's sanitized text.
  let range: Range<Int>
}

extension LaidRow {
  /// Whether a match of `pattern` at `passage` is on a line of the row as it is laid out: a row of one line has another text.
  func shows(_ passage: RowText.Passage, of pattern: TextPattern) -> Bool {
    guard slots(of: passage.section).contains(where: { $0.range.overlaps(passage.range) }) else {
      return false
    }
    var isThere = false
    let joins = passage.section == .body
    pattern.forEachMatch(in: text[passage.section], passage.range, joiningLines: joins) { match in
      isThere = match.lowerBound == passage.range.lowerBound
      return false
    }
    return isThere
  }

  func line(of passage: RowText.Passage) -> Int {
    let slots = slots(of: passage.section)
    if let shown = slots.first(where: { $0.range.overlaps(passage.range) }) { return shown.line }
    return slots.last { $0.range.lowerBound <= passage.range.lowerBound }?.line ?? 0
  }

  func place(fromLine line: Int) -> RowText.Place? {
    for section in RowText.Section.allCases {
      if let slot = slots(of: section).first(where: { $0.line >= line }) {
        return RowText.Place(section: section, offset: slot.range.lowerBound)
      }
    }
    return nil
  }

  /// The matches of `pattern` that are seen on `lines`, with the cells of each.
  func matches(
    of pattern: TextPattern,
    on lines: Range<Int>
  ) -> [(passage: RowText.Passage, spots: [RowLink.Spot])] {
    var found: [(passage: RowText.Passage, spots: [RowLink.Spot])] = []
    for section in RowText.Section.allCases {
      let slots = slots(of: section).filter { lines.contains($0.line) }
      guard let low = slots.map(\.range.lowerBound).min(),
        let high = slots.map(\.range.upperBound).max()
      else { continue }
      // A match may begin above the lines that are seen, and end below them.
      let margin = pattern.margin
      let text = text[section]
      let range = text.boundary(before: low - margin)..<text.boundary(before: high + margin)
      pattern.forEachMatch(in: text, range, joiningLines: section == .body) { match in
        let spots = slots.compactMap { $0.spot(of: match, in: text) }
        if !spots.isEmpty { found.append((RowText.Passage(section: section, range: match), spots)) }
        return true
      }
    }
    return found
  }

  private func slots(of section: RowText.Section) -> [TextSlot] {
    section == .body ? slots : lineSlots.filter { $0.section == section }
  }
}

extension TextSlot {
  /// The cells that show the bytes of `match`; nil where none does.
  fileprivate func spot(of match: Range<Int>, in text: SafeText) -> RowLink.Spot? {
    let shown = match.clamped(to: range)
    guard !shown.isEmpty else { return nil }
    let start = column + ColumnWidth.columns(of: text, in: range.lowerBound..<shown.lowerBound)
    let end = start + ColumnWidth.columns(of: text, in: shown)
    return start < end ? RowLink.Spot(line: line, columns: start..<end) : nil
  }
}

/// The pattern of a search in the texts of rows: folded words, or a regular expression.
enum TextPattern: Sendable {
  case words(FoldedPattern)
  case expression(RegularExpression)

  /// The bytes around a part of a text that a match in it may need: none where the whole text is searched.
  var margin: Int {
    switch self {
    case .words(let pattern): 8 * pattern.scalars.count + 64
    case .expression: 0
    }
  }

  func matches(_ candidate: String) -> Bool {
    switch self {
    case .words(let pattern): return pattern.matches(candidate)
    case .expression(let expression):
      if case .match = expression.firstMatch(in: candidate) { return true }
      return false
    }
  }

  /// Calls `body` with each match that overlaps a part of a text, in order, until it returns false.
  ///
  /// With `joiningLines` words may be parted by a line break, as in a body; expressions see the breaks.
  func forEachMatch(
    in text: SafeText,
    _ range: Range<Int>? = nil,
    joiningLines: Bool,
    _ body: (Range<Int>) -> Bool
  ) {
    switch self {
    case .words(let pattern):
      pattern.forEachMatch(in: text, range, joiningLines: joiningLines, body)
    case .expression(let expression):
      // Bounds of words and lines need the text around the part.
      let string = text.string
      var start = 0
      while start <= text.count,
        case .match(let match) = expression.firstMatch(in: string, from: start)
      {
        start = match.isEmpty ? Self.scalar(after: match.upperBound, in: text) : match.upperBound
        // An empty match is nothing that could be shown.
        guard !match.isEmpty, range?.overlaps(match) ?? true else { continue }
        guard body(match) else { return }
      }
    }
  }

  private static func scalar(after offset: Int, in text: SafeText) -> Int {
    var next = offset + 1
    while next < text.count, text.boundary(before: next) != next { next += 1 }
    return next
  }
}
