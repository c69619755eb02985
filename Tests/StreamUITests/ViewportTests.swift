import TestSupport
import Testing

@testable import StreamUI

/// Scrolling against the simplest model there is: all lines in one array.
struct ViewportTests {
  struct Model {
    let heights: [Int]
    let lines: Int
    var viewport: Viewport { Viewport(lines: lines, count: heights.count) { heights[$0] } }
    var total: Int { heights.reduce(0, +) }

    func offset(_ place: Viewport.Top) -> Int { heights[..<place.row].reduce(0, +) + place.line }
    func clamped(_ offset: Int) -> Int { max(0, min(offset, total - lines)) }
  }

  static func models() -> [Model] {
    var random = SplitMix(seed: 3)
    return (0..<300).map { _ in
      let count = 1 + Int(random.next() % 30)
      let tallest = UInt64([1, 3, 12, 60][Int(random.next() % 4)])
      return Model(
        heights: (0..<count).map { _ in 1 + Int(random.next() % tallest) },
        lines: 1 + Int(random.next() % 25)
      )
    }
  }

  @Test func movingIsAddingToAnOffset() {
    var random = SplitMix(seed: 5)
    for model in Self.models() {
      var place = Viewport.Top(row: 0, line: 0)
      for _ in 0..<40 {
        let distance = Int(random.next() % 41) - 20
        let expected = model.clamped(model.offset(place) + distance)
        place = model.viewport.moved(place, by: distance)
        #expect(model.offset(place) == expected)
        #expect(place.line < model.heights[place.row])
      }
    }
  }

  @Test func theEndShowsTheLastLineLast() {
    for model in Self.models() {
      #expect(model.offset(model.viewport.end) == max(0, model.total - model.lines))
    }
  }

  @Test func visibleRowsFillTheViewportWithoutGaps() {
    for model in Self.models() {
      let seen = model.viewport.visible(from: model.viewport.end)
      var top = 0
      for row in seen {
        #expect(row.top == top)
        #expect(row.lines > 0)
        #expect(row.firstLine + row.lines <= row.height)
        top += row.lines
      }
      #expect(top == min(model.lines, model.total))
    }
  }

  @Test func showingARowShowsIt() {
    var random = SplitMix(seed: 9)
    for model in Self.models() {
      let start = model.viewport.moved(
        Viewport.Top(row: 0, line: 0),
        by: Int(random.next() % UInt64(model.total))
      )
      let row = Int(random.next() % UInt64(model.heights.count))
      let place = model.viewport.showing(row, from: start)
      let seen = model.viewport.visible(from: place).first { $0.row == row }
      #expect(seen != nil)
      if model.heights[row] <= model.lines { #expect(seen?.isWhole == true) }
      #expect(model.offset(place) <= max(0, model.total - model.lines))
    }
  }

  @Test func aPlaceBeyondTheEndSettles() {
    for model in Self.models() {
      let place = model.viewport.settled(Viewport.Top(row: model.heights.count + 5, line: 3))
      #expect(place == model.viewport.end)
    }
  }

  @Test func anEmptyPageHasNoRows() {
    let viewport = Viewport(lines: 10, count: 0) { _ in 1 }
    #expect(viewport.visible(from: Viewport.Top(row: 0, line: 0)).isEmpty)
    #expect(viewport.moved(Viewport.Top(row: 0, line: 0), by: 5) == Viewport.Top(row: 0, line: 0))
  }
}
