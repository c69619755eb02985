import CellGrid
import StreamModel
import TestSupport
import Testing

@testable import StreamUI

struct OrderKeyTests {
  /// Posts with times and likes that follow no order.
  static let feed: String = {
    let posts = (0..<40).map { number -> String in
      let day = 1 + number * 17 % 28
      return #"{"id":"p\#(number)","author":{"name":"Olga"},"body_text":"post \#(number)","#
        + #""likes_count":\#(number * 7 % 40),"comments_count":\#(number * 11 % 40),"#
        + #""published":"\#(Timestamp.january(day, hour: 12))"}"#
    }
    return #"{"version":1,"posts":[\#(posts.joined(separator: ",\n"))]}"#
  }()

  @Test func everyOrderKeepsTheTopLine() throws {
    var viewer = try Viewer(Timeline(Feeds.feed(Self.feed)))
    viewer.rest(after: "1", "5", "J", "j")
    // In the midst of every order.
    let selection = viewer.app.view.list.selection
    var names: [String] = []
    for _ in 0..<Timeline.Order.allCases.count {
      let (anchor, top) = (viewer.app.view.list.anchor, viewer.page[0])
      let line = viewer.app.view.selectionLine
      viewer.work(after: "c")
      let position = try #require(viewer.topPosition)
      // At the end the page is filled up.
      if position < 34 {
        // Where the selected row would leave the screen, it keeps its line in place of the top.
        let topStays = viewer.page[0] == top && viewer.app.view.list.anchor == anchor
        #expect(viewer.app.view.selectionLine != nil)
        #expect(topStays || viewer.app.view.selectionLine == line)
      }
      #expect(viewer.app.view.list.selection == selection)
      names.append(viewer.app.feed.order.rawValue)
    }
    #expect(names == ["likes", "comments", "feed", "newest", "oldest", "document"])
  }

  @Test func withABlankLineAtTheTopTheSelectedPostStays() throws {
    var viewer = try Viewer(Timeline(Feeds.feed(Self.feed)))
    viewer.type("15J")
    var isBlank = false
    for _ in 0..<8 where !isBlank {
      viewer.press("j")
      isBlank = !viewer.page[0].contains { !$0.isWhitespace }
    }
    #expect(isBlank)
    viewer.rest()
    let line = viewer.app.view.selectionLine
    let selection = viewer.app.view.list.selection
    viewer.work(after: "c")
    #expect(viewer.app.view.list.selection == selection)
    #expect(viewer.app.view.selectionLine == line && line != nil)
  }

  @Test func theStatusLineNamesAnOrderThatIsNotTheUsual() throws {
    var viewer = try Viewer(Timeline(Feeds.feed(Self.feed)))
    #expect(!viewer.status.contains("first"))
    viewer.press("c")
    #expect(viewer.status.contains("sorting 50 %"))
    viewer.work()
    #expect(viewer.status.contains("Order: most liked first"))
    viewer.press(.control("l"), "k")
    #expect(viewer.status.contains("of 40 · most liked first"))
  }

  /// The status line named the link in focus, and not that the key had done anything.
  @Test func theOrderIsSaidOverTheLinkInFocus() throws {
    let posts = (0..<3).map {
      #"{"id":"\#($0)","body_html":"<a href='https://host.example/'>there</a>","likes_count":\#($0)}"#
    }
    var viewer = try Viewer(Timeline(Feeds.feed("[\(posts.joined(separator: ","))]")))
    viewer.rest()
    viewer.press(Key(.tab))
    #expect(viewer.status.contains("https://host.example/"))
    viewer.work(after: "c")
    #expect(viewer.status.contains("Order: most liked first"))
  }

  @Test func onOtherPagesTheOrderStays() throws {
    var viewer = try Viewer(Timeline(Feeds.feed(Self.feed)))
    viewer.type("\rc")
    #expect(viewer.app.feed.wantedOrder == nil)
    #expect(viewer.status.contains("No comments to sort"))
    viewer.type("?c")
    #expect(viewer.app.feed.wantedOrder == nil)
    #expect(viewer.status.contains("Only the timeline has an order (q goes back)"))
    viewer.type("qq&post\rc")
    #expect(
      viewer.status.contains("A filter says its own order, such as sort:likes (& changes it)")
    )
  }

  @Test func anOrderThatIsMadeBelowAPageKeepsThePlaceThere() throws {
    var viewer = try Viewer(Timeline(Feeds.feed(Self.feed)))
    viewer.type("12J")
    let selection = viewer.app.view.list.selection
    viewer.work(after: "c", Key(.enter))
    viewer.work(after: "q")
    #expect(viewer.app.feed.order == .likes)
    #expect(viewer.app.view.list.selection == selection)
  }

  @Test(arguments: [(80, 24), (40, 10)])
  func ordersLookLikeTheirPictures(columns: Int, lines: Int) throws {
    let stage = Stage(size: Size(columns: columns, lines: lines))
    try expectGolden(try stage.play("10Jc<wait 400>", Self.feed), "order-likes-\(columns)")
    try expectGolden(
      try stage.play("10Jccccc<wait 400>g<wait 400>", Self.feed),
      "order-oldest-\(columns)"
    )
  }

  @Test func datesAreDestinationsInEveryOrder() throws {
    let date = try #require(DateText("2026-01-18", zone: .utc))
    var viewer = try Viewer(Timeline(Feeds.feed(Self.feed)))
    for _ in Timeline.Order.allCases {
      let rows = viewer.app.view.rows
      let first = (0..<rows.count).first { position in
        rows.row(at: position).flatMap { row -> Bool? in
          guard case .record(let id) = row else { return nil }
          return viewer.app.feed.time(of: id).map { date.period.contains($0) }
        } ?? false
      }
      let outcome = viewer.outcome(of: .date(date))
      #expect(outcome == .row(try #require(first), isExact: true))
      viewer.work(after: "c")
    }
  }

  /// The bar was nowhere on the screen, and Enter opened a post that was not seen.
  @Test func theSelectedPostStaysOnTheScreen() throws {
    var lost: [String] = []
    for up in 0...26 {
      for times in 1...3 {
        let keys = "G" + String(repeating: "k", count: up) + String(repeating: "c", count: times)
        let outcome = try Stage().play(keys + "<wait 400>", try Feeds.sample())
        if !outcome.lines.contains(where: { $0.hasPrefix("▌") }) { lost.append(keys) }
      }
    }
    #expect(lost.isEmpty, "\(lost)")
  }
}
