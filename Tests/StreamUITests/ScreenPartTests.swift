import CellGrid
import StreamModel
import Testing

@testable import StreamUI

struct ScreenPartTests {
  private static let size = Size(columns: 60, lines: 31)

  /// A viewer of posts with 1 to 4 lines of text, after some keys.
  private func viewer(_ count: Int = 60, _ keys: String = "") throws -> Viewer {
    let bodies = (1...count).map { number in
      (0...number % 4).map { "<p>post \(number) line \($0)</p>" }.joined()
    }
    var viewer = try Viewer(Timeline(Feeds.feed(Feeds.posts(bodies))), size: Self.size)
    viewer.type(keys)
    viewer.rest()
    return viewer
  }

  private func perform(_ action: Action, _ count: Int? = nil, on viewer: inout Viewer) {
    for scalar in (count.map { "\($0)" } ?? "").unicodeScalars { viewer.press(.character(scalar)) }
    let key = Key.character("\u{E000}")
    let bound = KeyChanges(page: nil, assignments: [.init(KeyCommand(action), [KeySequence(key)])])
    viewer.handle(.configured(App.Options(), Keymap.standard.applying([bound])))
    viewer.press(key)
  }

  private func selected(_ viewer: Viewer) -> Viewport.Visible? {
    let (list, rows) = (viewer.app.view.list, viewer.app.view.rows)
    return list.visible(in: rows).first { rows.row(at: $0.row) == list.selection }
  }

  @Test func theSelectedPostStandsWhereItIsAskedTo() throws {
    for keys in ["", "J", "JJJ", "30GJ", "30GKK", "G", "GK"] {
      let start = try viewer(60, keys)
      let before = start.app.view.list.selection
      for action in [Action.selectionToTop, .selectionToMiddle, .selectionToBottom] {
        var viewer = start
        perform(action, on: &viewer)
        #expect(viewer.app.view.list.selection == before)
        let row = try #require(selected(viewer))
        #expect(row.isWhole, "\(keys) \(action)")
        // Near an end of the feed the page reaches no further.
        let isNearStart = viewer.topPosition == 0
        let isNearEnd = viewer.app.view.rows.position(of: before).map { $0 > 50 } ?? true
        switch action {
        case .selectionToTop where !isNearEnd: #expect(row.top == 0, "\(keys)")
        case .selectionToMiddle where !isNearStart && !isNearEnd:
          #expect(abs(row.top + row.height / 2 - 15) <= 1, "\(keys)")
        case .selectionToBottom where !isNearStart: #expect(row.top + row.lines == 30, "\(keys)")
        default: break
        }
      }
    }
  }

  @Test func aPostOnTheScreenIsSelectedAndNothingMoves() throws {
    for keys in ["", "30G", "30Gj", "30Gjjj", "G"] {
      let start = try viewer(60, keys)
      let seen = start.app.view.list.visible(in: start.app.view.rows)
      let whole = seen.filter { $0.firstLine == 0 }.map(\.row)
      let cases: [(Action, Int?, Int?)] = [
        (.firstOnScreen, nil, whole.first), (.firstOnScreen, 3, whole[2]),
        (.firstOnScreen, 99, whole.last), (.lastOnScreen, nil, whole.last),
        (.lastOnScreen, 2, whole[whole.count - 2]), (.lastOnScreen, 99, whole.first),
      ]
      for (action, count, row) in cases {
        var viewer = start
        perform(action, count, on: &viewer)
        #expect(viewer.app.view.rows.position(of: viewer.app.view.list.selection) == row)
        #expect(viewer.app.view.list.anchor == start.app.view.list.anchor, "\(keys)")
      }
      var viewer = start
      perform(.middleOnScreen, on: &viewer)
      let middle = try #require(selected(viewer))
      #expect((middle.top...middle.top + middle.lines).contains(15), "\(keys)")
      perform(.middleOnScreen, on: &viewer)
      #expect(viewer.status.contains("Already here"))
    }
  }

  @Test func aPostTallerThanTheScreenIsPlaced() throws {
    let long = "<p>" + (0..<60).map { "line \($0)" }.joined(separator: "<br>") + "</p>"
    let bodies = ["<p>a</p>", long] + (0..<20).map { "<p>b \($0)</p>" }
    for (action, text) in [
      (Action.selectionToTop, "line 0"), (.selectionToMiddle, "line 0"),
      (.selectionToBottom, "line 59"),
    ] {
      var viewer = try Viewer(Timeline(Feeds.feed(Feeds.posts(bodies))), size: Self.size)
      viewer.type("Jx")
      perform(action, on: &viewer)
      #expect(viewer.page.contains { $0.trimmingPrefix(while: { $0 == " " }) == text }, "\(action)")
    }
  }
}
