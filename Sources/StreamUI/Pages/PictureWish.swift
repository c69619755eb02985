package import CellGrid
import StreamModel

/// A picture that a row has cells for, and that the terminal should have.
package struct PictureWish: Equatable, Sendable {
  package let number: PictureNumber
  package let box: RowPicture.Box
  package let target: PictureTarget
  /// The words that the row has in its place; nil for cells that wait for the picture.
  package let fault: SafeText?
}

/// The pictures that are wanted while the stream is at rest.
package struct PictureWishes: Equatable, Sendable {
  /// Those within a screenful of the viewport, the nearest first.
  package var wanted: [PictureWish] = []
  /// The number of these, from the first on, that are on the screen.
  package var visibleCount = 0
  /// Those within two screenfuls, which the terminal keeps if it has them.
  package var kept: Set<PictureNumber> = []
  /// Whether they are made of blocks, since the terminal draws none.
  package var asSymbols = false

  package init() {}
}

/// Collects pictures with their distance from the viewport.
struct PictureCollector {
  private var found: [(distance: Int, wish: PictureWish)] = []

  /// Adds the pictures of a page near its viewport, as far as its rows have been measured.
  mutating func add(_ page: Page, _ rows: PageRows) {
    let visible = page.list.visible(in: rows)
    guard let first = visible.first, let last = visible.last else { return }
    for seen in visible { add(rowAt: seen.row, top: seen.top - seen.firstLine, page, rows) }
    let reach = Self.screens * rows.lines
    var top = last.top - last.firstLine + last.height
    var position = last.row + 1
    while top < rows.lines + reach, let height = add(rowAt: position, top: top, page, rows) {
      top += height
      position += 1
    }
    top = first.top - first.firstLine
    position = first.row - 1
    while top > -reach, let height = rows.known(at: position)?.height {
      top -= height
      add(rowAt: position, top: top, page, rows)
      position -= 1
    }
  }

  func wishes(lines: Int) -> PictureWishes {
    var wishes = PictureWishes()
    let sorted = found.enumerated().sorted { one, other in
      (one.element.distance, one.offset) < (other.element.distance, other.offset)
    }.map(\.element)
    wishes.wanted = sorted.prefix { $0.distance <= lines }.map(\.wish)
    wishes.visibleCount = sorted.prefix { $0.distance == 0 }.count
    wishes.kept = Set(sorted.map(\.wish.number))
    return wishes
  }

  /// The screenfuls on either side of the viewport whose pictures stay.
  private static let screens = 2

  /// Adds the pictures of a row whose first line would stand on line `top`; its height, nil where it is not measured.
  @discardableResult
  private mutating func add(rowAt position: Int, top: Int, _ page: Page, _ rows: PageRows) -> Int? {
    guard let laid = rows.known(at: position) else { return nil }
    guard !laid.pictures.isEmpty, let row = rows.row(at: position),
      let record = page.content.record(of: row), let source = page.feed.sourceName(of: record)
    else { return laid.height }
    for picture in laid.pictures where !picture.waits {
      let start = top + picture.lines.lowerBound
      let end = top + picture.lines.upperBound
      let distance = max(0, start - rows.lines + 1, 1 - end)
      guard distance <= Self.screens * rows.lines else { continue }
      let wish = PictureWish(
        number: picture.number,
        box: picture.box,
        target: PictureTarget(picture.place, in: source),
        fault: picture.fault
      )
      found.append((distance, wish))
    }
    return laid.height
  }
}
