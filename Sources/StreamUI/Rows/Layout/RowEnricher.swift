package import CellGrid
import RichText

package enum RowEnricher {
  package static func enrich(_ laid: LaidRow) -> RichRow {
    var painter = SpanPainter(laid)
    if !laid.slots.isEmpty { painter.paint(laid.body) }
    painter.paintMetaLinks()
    return RichRow(lines: painter.lines, links: painter.links, spanCount: painter.spanCount)
  }
}

/// Restyles the cells of one row span by span; never changes a character.
private struct SpanPainter {
  private(set) var lines: [CellLine]
  private(set) var links: [RowLink] = []
  private(set) var spanCount = 0
  private let laid: LaidRow
  /// The slots in ascending order of their bytes; tables store them in another order.
  private let slots: [TextSlot]
  private let end: Int

  init(_ laid: LaidRow) {
    self.laid = laid
    lines = laid.flat
    slots = laid.slots.sorted { $0.range.lowerBound < $1.range.lowerBound }
    end = laid.slots.reduce(0) { max($0, $1.range.upperBound) }
  }

  mutating func paint(_ body: BodyText) {
    let bodyLinks = body.links
    links.reserveCapacity(bodyLinks.count + laid.metaLinks.count)
    // Spans ascend, so none after the first hidden one is visible.
    for span in body.spans {
      guard span.range.lowerBound < end else { break }
      let (role, emphasis) = Self.style(of: span.kind)
      let spots = spots(of: span.range, in: body.text)
      if !spots.isEmpty { spanCount += 1 }
      for spot in spots {
        lines[spot.line].restyle(columns: spot.columns, role: role, adding: emphasis)
      }
    }
    // Apply links last: a link must look like a link whatever its other styles are.
    for link in bodyLinks {
      let spots = spots(of: link.range, in: body.text)
      for spot in spots {
        lines[spot.line].restyle(columns: spot.columns, role: Self.role(of: link.kind), adding: [])
      }
      links.append(
        RowLink(
          target: link.target,
          label: body.text.string(in: link.range),
          kind: RowLink.Kind(rawValue: link.kind.rawValue) ?? .link,
          spots: spots
        )
      )
    }
  }

  mutating func paintMetaLinks() {
    for link in laid.metaLinks {
      var spots: [RowLink.Spot] = []
      for line in link.lines where lines.indices.contains(line) {
        let cells = lines[line].cells
        let used = cells.indices.filter { link.columns.contains($0) && cells[$0] != .blank }
        guard let first = used.first, let last = used.last else { continue }
        lines[line].restyle(columns: first..<(last + 1), role: .link, adding: [])
        spots.append(RowLink.Spot(line: line, columns: first..<(last + 1)))
      }
      links.append(RowLink(target: link.target, label: link.label, kind: .attachment, spots: spots))
    }
  }

  private func spots(of range: Range<Int>, in text: SafeText) -> [RowLink.Spot] {
    var low = 0
    var high = slots.count
    while low < high {
      let middle = (low + high) / 2
      if slots[middle].range.upperBound <= range.lowerBound {
        low = middle + 1
      } else {
        high = middle
      }
    }
    var result: [RowLink.Spot] = []
    for slot in slots[low...] {
      guard slot.range.lowerBound < range.upperBound else { break }
      let lower = max(range.lowerBound, slot.range.lowerBound)
      let upper = min(range.upperBound, slot.range.upperBound)
      guard lower < upper else { continue }
      let start =
        slot.column + ColumnWidth.columns(of: text, in: slot.range.lowerBound..<lower)
      let end = start + ColumnWidth.columns(of: text, in: lower..<upper)
      if start < end { result.append(RowLink.Spot(line: slot.line, columns: start..<end)) }
    }
    return result
  }

  private static func role(of kind: Link.Kind) -> Role {
    switch kind {
    case .link, .attachment: .link
    case .mention: .mention
    case .hashtag: .hashtag
    }
  }

  private static func style(of kind: Span.Kind) -> (Role?, Emphasis) {
    switch kind {
    case .bold: (nil, .bold)
    case .italic, .quote: (nil, .italic)
    case .underline: (nil, .underline)
    case .strike: (nil, .strike)
    case .small: (nil, .small)
    case .mark: (.mark, [])
    case .code: (.code, [])
    case .heading: (.heading, .bold)
    case .customEmoji: (.customEmoji, [])
    }
  }
}

/// A row with its spans and links drawn; it replaces the flat row when the screen is at rest.
package struct RichRow: Sendable, Equatable {
  /// The lines, with as many cells and the same characters as the flat ones.
  package let lines: [CellLine]
  package let links: [RowLink]
  /// The spans of which a cell is visible; a span over several lines counts once.
  let spanCount: Int

  var placedLinkCount: Int { links.count { !$0.spots.isEmpty } }

  /// The approximate memory in bytes.
  var cost: Int {
    links.reduce(Self.cost(of: lines)) { sum, link in
      sum + MemoryLayout<RowLink>.stride + link.target.utf8.count + link.label.utf8.count
        + link.spots.count * MemoryLayout<RowLink.Spot>.stride
    }
  }

  /// Returns the memory in bytes of lines that share no storage.
  static func cost(of lines: [CellLine]) -> Int {
    lines.count * (lines.first?.cells.count ?? 0) * MemoryLayout<Cell>.stride
  }
}

package struct RowLink: Sendable, Equatable {
  /// The cells of a link on one line.
  package struct Spot: Sendable, Equatable {
    package let line: Int
    package let columns: Range<Int>
  }

  package let target: String
  package let label: String
  package let kind: Kind
  /// The cells in reading order; empty if the link's text is cut off.
  package let spots: [Spot]

  package enum Kind: String, Sendable, Equatable {
    case link, mention, hashtag, attachment
  }
}
