/// The arithmetic of scrolling: rows of variable height seen through so many lines.
///
/// Heights are asked for rows near the viewport only; nothing here knows how tall the page is.
struct Viewport {
  struct Top: Equatable {
    var row: Int
    var line: Int
  }

  /// A row, or a part of one, as it stands in the viewport.
  struct Visible: Equatable {
    let row: Int
    let firstLine: Int
    /// Where that line stands, from 0 at the top of the viewport.
    let top: Int
    let lines: Int
    let height: Int

    var isWhole: Bool { lines == height }
  }

  let lines: Int
  let count: Int
  /// A row that may stand at the top though less than a viewport follows it.
  var resting = 0
  let height: (Int) -> Int

  func visible(from place: Top) -> [Visible] {
    var result: [Visible] = []
    var top = 0
    var row = max(0, place.row)
    var skipped = max(0, place.line)
    while top < lines, row < count {
      let height = height(row)
      let seen = min(lines - top, height - min(skipped, height))
      if seen > 0 {
        result.append(Visible(row: row, firstLine: skipped, top: top, lines: seen, height: height))
      }
      top += max(0, seen)
      skipped = 0
      row += 1
    }
    return result
  }

  /// The place that shows the end of the last row on the last line.
  var end: Top {
    var row = count
    var left = lines
    while row > 0, left > 0 {
      row -= 1
      left -= height(row)
    }
    return Top(row: row, line: max(0, -left))
  }

  func moved(_ place: Top, by distance: Int) -> Top {
    var place = clampedLine(place)
    var left = distance
    while left > 0, place.row < count {
      let rest = height(place.row) - place.line
      if left < rest {
        place.line += left
        return settled(place)
      }
      left -= rest
      place = Top(row: place.row + 1, line: 0)
    }
    while left < 0 {
      if place.line > 0 {
        let step = min(place.line, -left)
        place.line -= step
        left += step
      } else if place.row > 0 {
        place = Top(row: place.row - 1, line: height(place.row - 1))
      } else {
        break
      }
    }
    return settled(place)
  }

  /// `place`, or the end when less than a viewport of rows would follow; but a place up to the top of
  /// the resting row stays.
  func settled(_ place: Top) -> Top {
    let place = clampedLine(place)
    var left = lines + place.line
    var row = place.row
    // Each row has a line at least.
    guard count - row < left else { return place }
    while left > 0, row < count {
      left -= height(row)
      row += 1
    }
    guard left > 0 else { return place }
    let end = end
    guard resting > 0, end.row < resting else { return end }
    return place.row < resting ? place : Top(row: resting, line: 0)
  }

  func showing(_ row: Int, from place: Top) -> Top {
    if row < place.row || (row == place.row && place.line > 0) {
      return settled(Top(row: row, line: 0))
    }
    if let seen = visible(from: place).first(where: { $0.row == row }),
      seen.isWhole || seen.top == 0
    {
      return place
    }
    // The row's last line on the viewport's last line, walking back from it.
    var top = row
    var left = lines - height(row)
    guard left > 0 else { return settled(Top(row: row, line: 0)) }
    while left > 0, top > 0 {
      top -= 1
      left -= height(top)
    }
    return Top(row: top, line: max(0, -left))
  }

  private func clampedLine(_ place: Top) -> Top {
    guard count > 0 else { return Top(row: 0, line: 0) }
    guard place.row < count else { return end }
    let row = max(0, place.row)
    return Top(row: row, line: max(0, min(place.line, height(row) - 1)))
  }
}
