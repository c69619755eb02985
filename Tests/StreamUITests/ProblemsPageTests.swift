import CellGrid
import StreamModel
import Testing

@testable import StreamUI

/// The page of problems, and law 9: looking changes no count.
struct ProblemsPageTests {
  /// A hundred posts; the 62nd has no id and no text, the 80th a line that ends too early.
  private static let feed =
    (1...100).map { number in
      switch number {
      case 62: #"{"author":"@x"}"#
      case 80: #"{"id":"p80","body_text":"cut"#
      case 90: #"{"id":"p90","body_text":"post 90","published":"tomorrow"}"#
      default: #"{"id":"p\#(number)","body_text":"post \#(number)"}"#
      }
    }.joined(separator: "\n") + "\n"

  @Test func theCountHoldsEachMalformedRecordThatWasSeen() throws {
    #expect(try Stage().play("g", Self.feed).statusLine.contains("1 problem"))
    for (keys, count) in [
      // No row is read while the screen moves.
      ("60Jg", "1 problem"), ("G<wait 400>g", "1 problem"), (":80<CR><wait 900>g", "1 problem"),
      (":62<CR><wait 900>", "2 problems"), (":62<CR><wait 900>g<wait 900>", "2 problems"),
      // The list has read all; it also holds the field that is no time.
      ("!<wait 50>qg", "2 problems"), (":62<CR><wait 900>!<wait 50>qg", "2 problems"),
    ] {
      let outcome = try Stage().play(keys, Self.feed)
      #expect(outcome.statusLine.contains("of 100 · \(count)"), "\(keys) \(outcome.statusLine)")
    }
    try Stage().play(":62<CR><wait 900>!<wait 50>", Self.feed).shows(status: "problem 1 of 3")
  }

  @Test func drawingRecordsNothing() throws {
    let outcome = try Stage().play(":62<CR>", Self.feed)
    let problems = outcome.app.feed.problems
    let first = outcome.app.draw()
    #expect(outcome.app.draw() == first)
    #expect(outcome.app.feed.problems == problems)
  }

  @Test func everyProblemIsListedWithItsPlace() throws {
    let outcome = try Stage().play("!<wait 50>", Self.feed)
    #expect(outcome.text.contains("Problems"))
    for place in ["test.json:62:", "test.json:80:", "test.json:90:"] {
      #expect(outcome.text.contains(place), "\(place)")
    }
    outcome.shows("Problems · 2 from reading the feeds · 1 within posts", status: "problem 1 of 3")
    #expect(!outcome.statusLine.contains("searching"))
    let lines = outcome.lines.filter { $0.contains("test.json:") }
    #expect(lines.map { $0.contains(":62:") } == [true, false, false])
  }

  @Test(arguments: [(62, 1), (80, 2), (90, 3), (91, 1)])
  func theListBeginsAtTheProblemOfTheSelectedPost(_ post: Int, _ problem: Int) throws {
    let outcome = try Stage().play(":\(post)<CR><wait 900>!<wait 50>", Self.feed)
    #expect(outcome.statusLine.contains("problem \(problem) of 3"), "\(outcome.statusLine)")
  }

  @Test func aFailedFetchIsListed() throws {
    var viewer = try Viewer(Timeline(Feeds.feed(Self.feed)))
    viewer.app.view.options.stream.refreshes = true
    let effects = viewer.press("!")
    #expect(effects.contains { if case .listFeeds = $0 { true } else { false } })
    let failure: SafeText = "a.example does not have this document (404). Check the address."
    viewer.handle(
      .feeds([FeedEntry(key: "https://a.example/feed", name: "Lakes", failure: failure)])
    )
    viewer.work()
    #expect(viewer.page.contains { $0.contains("Lakes: a.example does not have this document") })
    #expect(viewer.status.contains("of 4"), "\(viewer.status)")
  }

  /// Somebody who works through the list comes back to the next line of it.
  @Test func enterOpensTheRecordAndLeavingItComesBack() throws {
    #expect(try Stage().play("!<wait 50>JJJ<CR>", Self.feed).text.contains("post 90"))
    #expect(try Stage().play("!<wait 50>JJJ<CR>q", Self.feed).statusLine.contains("problem 3 of 3"))
    #expect(try Stage().play("!<wait 50>JJJ<CR>qq", Self.feed).statusLine.contains("post 1 of 100"))
  }

  @Test func aFeedWithoutProblemsSaysSo() throws {
    let outcome = try Stage().play("!<wait 50>", Feeds.linked(3))
    #expect(outcome.statusLine.contains("no problems"))
    #expect(!outcome.statusLine.contains("searching"))
    #expect(try Stage().play("!q", Feeds.linked(3)).app.view.pages.count == 1)
  }
}
