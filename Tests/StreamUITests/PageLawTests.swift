import CellGrid
import StreamModel
import TestSupport
import Testing

@testable import StreamUI

/// Laws 3 and 8, through every page.
struct PageLawTests {
  private static let openers = ["<CR>", "a", "l", "w", "?", "!", "V", "B"]
  private static func stage(_ layout: ScreenLayout) -> Stage {
    var stage = Stage(layout: layout)
    if layout == .split { stage.size = Size(columns: 110, lines: 24) }
    stage.remembersPosts = true
    stage.visits = VisitedPageTests.links
    stage.feeds = FeedsPageTests.entries
    stage.older = OlderPosts(.more)
    return stage
  }

  /// Law 8: back restores anchor, selection and link exactly, from every page, to any depth.
  @Test(arguments: [ScreenLayout.list, .split])
  func backRestoresEveryPageAtAnyDepth(_ layout: ScreenLayout) throws {
    let stage = Self.stage(layout)
    var names: Set<String> = []
    let places = ["jjjjjj<wait 400><Tab>", "JJJ<wait 200>", "<Space><wait 400>"]
    for (place, there) in places.enumerated() {
      let before = try stage.play(there + "<wait 400>", try Feeds.sample())
      for (one, first) in Self.openers.enumerated() {
        for (other, second) in ([""] + Self.openers).enumerated()
        where isLongRun || (one + other) % places.count == place {
          let trip = there + first + "<wait 400>" + second + "<wait 400>"
          let opened = try stage.play(trip, try Feeds.sample())
          let depth = opened.app.view.pages.count - before.app.view.pages.count
          names.formUnion(opened.app.view.pages.pages.map(\.content.name))
          // A question or a prompt takes the keys that would go back.
          guard depth > 0, opened.effects.opened.isEmpty, opened.app.mode.question == nil,
            opened.app.mode.prompt == nil
          else { continue }
          let back = trip + String(repeating: "q", count: depth) + "<wait 400>"
          let after = try stage.play(back, try Feeds.sample())
          #expect(after.app.view.list.anchor == before.app.view.list.anchor, "\(trip)")
          #expect(after.app.view.list.selection == before.app.view.list.selection, "\(trip)")
          #expect(after.app.view.list.focus == before.app.view.list.focus, "\(trip)")
          #expect(after.text == before.text, "\(trip)")
        }
      }
    }
    let pages: [KeyPage] = [
      .timeline, .detail, .account, .people, .links, .help, .problems, .visited, .feeds,
    ]
    #expect(names.isSuperset(of: pages.map(\.rawValue)))
  }

  /// Law 3: clearing every cache changes no frame.
  @Test(arguments: [ScreenLayout.list, .split])
  func clearingEveryCacheChangesNoFrame(_ layout: ScreenLayout) throws {
    let stage = Self.stage(layout)
    for there in ["", "jjj<wait 400>", "<Space>", "-", "++<wait 400>", "G<wait 400>"] {
      for opener in [""] + Self.openers {
        let outcome = try stage.play(there + opener + "<wait 400>", try Feeds.sample())
        #expect(outcome.app.drawsTheSameWithoutCaches, "\(there)\(opener)")
      }
    }
  }

  @Test func aReplySearchThatBeginsAnewFindsTheSame() throws {
    let lines = (1...40).map { number in
      number < 2
        ? #"{"id":"p1000","body_text":"root"}"#
        : #"{"id":"p\#(1000 + number - 1)","in_reply_to":"p\#(1000 + number / 2 - 1)","body_text":"\#(number)"}"#
    }
    let feed = lines.joined(separator: "\n") + "\n"
    let once = try Stage().play("<CR><wait 400>", feed)
    let again = try Stage().play("<CR><wait 400>q<CR><wait 400>", feed)
    #expect(once.text == again.text)
    #expect(once.statusLine.contains("comments"))
  }

  @Test func aPageIsOneType() throws {
    struct Countdown: PageContent {
      let keyPage = KeyPage.help
      let firstRow = RowID.entry(0)
      func rowCount(in feed: Timeline) -> Int { 3 }
      func row(at position: Int, in feed: Timeline) -> RowID? {
        (0..<3).contains(position) ? .entry(position) : nil
      }
      func position(of row: RowID, in feed: Timeline) -> Int? {
        if case .entry(let entry) = row, entry < 3 { entry } else { nil }
      }
      func text(of row: RowID, _ folds: PostRow.Folds, in context: RowContext) -> Row {
        guard case .entry(let entry) = row else { return Row(before: []) }
        return Row(before: [MetaLine([.init(SafeText(sanitizing: "in \(3 - entry)"), .text)])])
      }
      func state(of row: RowID, in feed: Timeline) -> RowState { RowState() }
      func subject(of row: RowID, in feed: Timeline) -> RowSubject { .nothing }
      func status(of row: RowID, in feed: Timeline, _ keymap: PageKeymap) -> String { "counting" }
    }
    var view = try Viewer(Timeline(Feeds.feed(Feeds.linked(3)))).app.view
    view.push(Countdown())
    #expect(view.rows.count == 3)
    view.move(.rows(2), at: Moment(nanoseconds: 0))
    #expect(view.list.selection == .entry(2))
    #expect(view.rows.laid(.entry(2)).flat.first?.cells.contains { $0.text == "1" } == true)
    let isPopped = view.pop()
    #expect(isPopped)
  }
}
