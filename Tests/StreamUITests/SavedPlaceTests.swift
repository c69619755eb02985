import CellGrid
import StreamModel
import TestSupport
import Testing

@testable import StreamUI

/// The reader leaves, the feed changes, and the reader comes back.
struct SavedPlaceTests {
  /// A post of the feeds below.
  private struct Item {
    let name: String
    /// Minutes after the first day.
    let minute: Int
    let lines: Int
  }

  private static let keys: [Key] = [
    "j", "j", "k", " ", "b", "J", "J", "K", "d", "G", "g", "x", "-", "+",
  ]
  private static let sizes = [
    Size(columns: 80, lines: 24), Size(columns: 40, lines: 10), Size(columns: 120, lines: 40),
  ]

  @Test(arguments: [
    ("G", Size(columns: 120, lines: 50), Size(columns: 40, lines: 12), "post 60 of 60"),
    ("gJJJJJJJJJJJJ", Size(columns: 200, lines: 60), Size(columns: 80, lines: 12), " of 60"),
  ])
  func aSmallerWindowShowsTheSelectedPost(
    _ keys: String,
    _ old: Size,
    _ new: Size,
    _ status: String
  ) throws {
    var viewer = try Viewer(timeline([items(0..<60)], .document), size: old)
    viewer.type(keys)
    viewer.rest()
    var next = try Viewer(timeline([items(0..<60)], .document), size: new) {
      $0.stream.place = viewer.app.place
    }
    next.work()
    #expect(next.status.contains(status), "\(next.status)")
    #expect(next.page.contains { $0.hasPrefix("▌") })
  }

  // MARK: The law

  @Test(arguments: 0..<10) func theSameRowIsOnTheSameLine(_ group: Int) throws {
    for script in 0..<(isLongRun ? 50 : 15) {
      try leaveAndComeBack(UInt64(group * 50 + script))
    }
  }

  private func leaveAndComeBack(_ seed: UInt64) throws {
    var random = SplitMix(seed: seed)
    let count = 10 + random.below(60)
    let items = (0..<count).map { number in
      Item(name: "p\(number)", minute: number * 10 + random.below(9), lines: 1 + random.below(5))
    }
    let order = Timeline.Order.allCases[random.below(3)]
    var viewer = try Viewer(timeline([items], order), size: Self.sizes[random.below(3)])
    for _ in 0..<(5 + random.below(20)) {
      viewer.press(Self.keys[random.below(Self.keys.count)])
      if random.below(3) == 0 { viewer.rest() }
    }
    viewer.work()
    let place = try #require(viewer.app.place)
    let (page, wasFull) = (viewer.page, viewer.isFull)
    let left = try #require(name(of: viewer.app.view.list.anchor.row, viewer))
    let selected = name(of: viewer.app.view.list.selection, viewer)

    let changed = change(items, keeping: left, &random)
    let idsChange = random.below(4) == 0
    let isResized = random.below(4) == 0
    var options = App.Options()
    options.stream.place = place
    options.density = place.density
    var next = try Viewer(
      timeline([changed], place.order, idPrefix: idsChange ? "new-" : ""),
      size: isResized ? Self.sizes[random.below(3)] : viewer.app.view.size,
      options: options
    )
    next.work()
    let label: Testing.Comment = "script \(seed)"
    #expect(!next.app.isJobWanted, label)
    let found = try #require(name(of: next.app.view.list.anchor.row, next))
    if changed.contains(where: { $0.name == left }) {
      // At the end there may be too few rows to fill the screen from there on.
      let isShort = atEnd(next)
      // A window that is smaller scrolls to the post that was selected.
      let isSelected = name(of: next.app.view.list.selection, next) == selected
      let isSeen = isResized && isSelected && next.page.contains { $0.hasPrefix("▌") }
      #expect(found == left || isShort || isSeen, label)
      guard !isShort, !isResized, wasFull else { return }
      #expect(next.app.view.list.anchor.line == place.line, label)
      // Without the bar: another row is selected where the selected one is gone.
      #expect(next.page[0].dropFirst() == page[0].dropFirst(), label)
    } else {
      #expect(next.status.contains("where you stopped is gone"), label)
      let time = try #require(items.first { $0.name == left }).minute
      let distance = changed.map { abs($0.minute - time) }.min()
      let stand = try #require(changed.first { $0.name == found })
      #expect(abs(stand.minute - time) == distance || atEnd(next) || isResized, label)
    }
  }

  /// Rows before, after and among the others; some are removed, also the one at the top.
  private func change(_ items: [Item], keeping left: String, _ random: inout SplitMix) -> [Item] {
    var changed = items
    switch random.below(6) {
    case 0: break
    case 1: changed.removeAll { $0.name == left }
    case 2: changed.removeAll { $0.name != left && random.below(3) == 0 }
    case 3: changed.reverse()
    default: changed.removeAll { $0.name != left && random.below(8) == 0 }
    }
    let before = random.below(30)
    let after = random.below(30)
    let old = (0..<before).map { Item(name: "b\($0)", minute: 20_000 + $0 * 7, lines: 2) }
    let new = (0..<after).map { Item(name: "a\($0)", minute: 30_000 + $0 * 7, lines: 3) }
    return old + changed + new
  }

  private func atEnd(_ viewer: Viewer) -> Bool {
    let rows = viewer.app.view.rows
    return viewer.app.view.list.standpoint.top(in: rows) == rows.viewport.end
  }

  private func name(of row: RowID, _ viewer: Viewer) -> String? {
    guard case .record(let id) = row, let post = viewer.app.feed.record(id).post else { return nil }
    return post.url.map { String($0.dropFirst("https://a.example/".count)) }
  }

  private func timeline(
    _ feeds: [[Item]],
    _ order: Timeline.Order,
    idPrefix: String = ""
  ) -> Timeline {
    Timeline(feeds.map { feed($0, idPrefix: idPrefix) }, order: order)
  }

  private func feed(_ items: [Item], idPrefix: String = "") -> Feed {
    let posts = items.map { item in
      let time = Timestamp.january(1, minute: item.minute)
      let text = (0..<item.lines).map { "<p>\(item.name) line \($0)</p>" }.joined()
      return #"{"id":"\#(idPrefix)\#(item.name)","url":"https://a.example/\#(item.name)","#
        + #""published":"\#(time)","body_html":"\#(text)"}"#
    }
    return Feeds.feed(#"{"version":1,"posts":[\#(posts.joined(separator: ",\n"))]}"#)
  }

  // MARK: Single cases

  private func items(_ numbers: some Sequence<Int>) -> [Item] {
    numbers.map { Item(name: "p\($0)", minute: $0 * 10, lines: 3) }
  }

  /// A viewer that begins where `viewer` is.
  private func next(_ viewer: Viewer, _ timeline: Timeline) throws -> Viewer {
    var options = App.Options()
    options.stream.place = viewer.app.place
    options.density = viewer.app.view.options.density
    var next = try Viewer(timeline, size: viewer.app.view.size, options: options)
    next.work()
    return next
  }

  @Test func collapsedCommentsOfAnOpenPostStayCollapsed() throws {
    let json = LongThread(count: 300).json
    var viewer = try Viewer(Timeline(Feeds.feed(json)))
    viewer.work(after: "J", Key(.enter), "]", "z")
    #expect(viewer.page.contains { $0.contains("▸") }, "\(viewer.page)")
    #expect(viewer.app.place?.opened?.collapsed.count == 1)
    #expect(try next(viewer, Timeline(Feeds.feed(json))).page == viewer.page)
  }

  @Test func jumpingBackLeadsToWhereTheSessionBegan() throws {
    var viewer = try Viewer(timeline([items(0..<40)], .document))
    viewer.type("20g")
    var next = try next(viewer, timeline([items(0..<40)], .document))
    let page = next.page
    #expect(page == viewer.page)
    next.type("jj''")
    #expect(next.page == page)
  }

  @Test func onlyTheUnfoldedPostOfAnAddressIsUnfolded() throws {
    let text = (0..<60).map { "<p>line \($0)</p>" }.joined()
    let posts = (0..<3).map {
      #"{"id":"p\#($0)","url":"https://a.example/","body_html":"\#(text)"}"#
    }
    let json = #"{"version":1,"posts":[\#(posts.joined(separator: ","))]}"#
    var viewer = try Viewer(Timeline(Feeds.feed(json)), size: Size(columns: 80, lines: 200))
    viewer.work(after: "J", "x")
    let next = try next(viewer, Timeline(Feeds.feed(json)))
    #expect(next.page == viewer.page)
    #expect(next.page.filter { $0.contains("line 59") }.count == 1)
  }

  @Test func aPlaceAmongOlderPostsIsNamedSo() throws {
    var viewer = try Viewer(timeline([items(0..<60)], .newest))
    viewer.press("G")
    let next = try next(viewer, timeline([items(30..<60)], .newest))
    #expect(next.status.contains("The post where you stopped is older than those loaded"))
    #expect(next.app.view.status.contains("post 30 of 30"))
  }

  /// New ids, and one address for all posts, which tells none of them apart.
  @Test func anAddressOfManyPostsIsNoPlace() throws {
    let feed = { (prefix: String) in
      let posts = (0..<40).map { number in
        #"{"id":"\#(prefix)\#(number)","url":"https://a.example/","body_text":"post \#(number)","#
          + #""published":"2026-01-01T00:\#(number + 10):00Z"}"#
      }
      return Feeds.feed(#"{"version":1,"posts":[\#(posts.joined(separator: ","))]}"#)
    }
    var viewer = try Viewer(Timeline(feed("a")))
    viewer.type("9g")
    let next = try next(viewer, Timeline(feed("b")))
    #expect(next.status.contains("The post where you stopped is gone; nearest"))
    #expect(next.page[0].contains("post 8") || next.page[1].contains("post 8"))
  }

  // MARK: Marks

  @Test func aMarkIsFoundInALaterRun() throws {
    var viewer = try Viewer(timeline([items(0..<60)], .document))
    viewer.type("20gjmag")
    let marked = viewer.app.place?.marks ?? []
    #expect(marked.map(\.letter) == ["a"])
    // Five posts before it are gone, seven have come, and the viewer begins elsewhere.
    let changed = items(100..<107) + items(5..<60)
    var next = try Viewer(timeline([changed], .document)) { $0.stream.marks = marked }
    next.work(after: "'", "a")
    #expect(next.app.view.status.contains("post 22 of 62"))
    #expect(next.app.view.list.anchor.line == 1)
    next.type("''")
    #expect(next.app.view.status.contains("post 1 of 62"))
    // It is kept for the run after the next.
    #expect(next.app.place?.marks == marked)
  }

  @Test func theNearestStandsForAMarkedPostThatIsGone() throws {
    var viewer = try Viewer(timeline([items(0..<60)], .document))
    viewer.type("20gma")
    let changed = timeline([items(0..<15) + items(20..<60)], .document)
    var next = try Viewer(changed) { $0.stream.marks = viewer.app.place?.marks ?? [] }
    next.work(after: "'", "a")
    #expect(next.status.contains("The marked post is gone; this is the nearest in time"))
    #expect(next.app.view.status.contains("post 16 of 55"))
  }

  @Test func aMarkOutlivesAReload() throws {
    var viewer = try Viewer(timeline([items(0..<60)], .document))
    viewer.type("20gmagr")
    try viewer.reload(feed(items(3..<60)))
    viewer.work()
    viewer.work(after: "'", "a")
    #expect(viewer.app.view.status.contains("post 17 of 57"))
  }

  @Test func capitalLettersNamePlacesOfAllSources() throws {
    var viewer = try Viewer(timeline([items(0..<60)], .document)) { $0.stream.keepsPlace = true }
    viewer.type("20gm")
    let place = try #require(viewer.press("A").mark("A"))
    #expect(viewer.app.place?.marks.isEmpty == true)
    viewer.type("\r'")
    #expect(viewer.press("A") == [.findMark("A")])
    viewer.type("qG\r")
    viewer.handle(.mark(place))
    viewer.work()
    #expect(viewer.app.view.pages.count == 1)
    #expect(viewer.app.view.status.contains("post 20 of 60"))
    viewer.type("'x")
    #expect(
      viewer.status.contains("Mark x is not set on this page; capital letters work on all pages")
    )
    // On other pages the post is marked that is selected or open there.
    viewer.type("\rm")
    let post = try #require(viewer.press("B").mark("B"))
    #expect(post.top == post.selection)
    #expect(post.selection.number == viewer.app.view.page.content.opened?.number)
    viewer.type("mx")
    #expect(viewer.status.contains("Mark x is set until you leave this page"))
    viewer.type("?m")
    #expect(viewer.press("C").isEmpty)
    #expect(viewer.status.contains("Capital letters mark posts (q goes back)"))
  }

  @Test func qComesBackToThePageThatAMarkWasCalledFrom() throws {
    let posts = timeline([items(0..<60)], .document)
    var viewer = try ReadingStage(posts) { $0.stream.keepsPlace = true }.viewer
    viewer.type("20gm")
    let place = try #require(viewer.press("A").mark("A"))
    viewer.work(after: "g", "i")
    viewer.work(after: "J", "J", Key(.enter))
    let left = viewer.page
    viewer.type("'A")
    viewer.handle(.mark(place))
    viewer.work()
    #expect(viewer.status.contains("post 20 of 60"))
    // Moves on the timeline meanwhile change nothing.
    viewer.work(after: "J", Key(.enter), "q", "q")
    #expect(viewer.page == left)
    viewer.press("q")
    #expect(viewer.app.view.page.content.keyPage == .unread)
    viewer.press("q")
    #expect(viewer.status.contains("post 21 of 60"))
    #expect(!viewer.app.isFinished)
    // Nothing is left to come back to.
    viewer.press("q")
    #expect(viewer.app.isFinished)
  }

  @Test func withoutStateCapitalLettersArePlain() throws {
    let there = try Viewer(timeline([items(0..<60)], .document)).page
    var viewer = try Viewer(timeline([items(0..<60)], .document))
    #expect(viewer.type("mAG").isEmpty)
    #expect(viewer.type("'A").isEmpty)
    viewer.rest()
    #expect(viewer.page == there)
  }

  @Test func twoFeedsWithTheSameIDsAreToldApart() throws {
    let feeds = [items(0..<30), items(0..<30)]
    var viewer = try Viewer(timeline(feeds, .document))
    viewer.type("40g")
    #expect(try next(viewer, timeline(feeds, .document)).app.view.status.contains("post 40 of 60"))
  }

  @Test func aFeedWithNothingInCommonBeginsAtItsFirstPost() throws {
    var viewer = try Viewer(timeline([items(0..<40)], .document))
    viewer.press("G")
    let other = Feeds.feed(#"{"posts":[{"id":"x","body_text":"other"}]}"#)
    let next = try next(viewer, Timeline(other))
    #expect(next.status.contains("The post where you stopped is gone"))
    #expect(next.page[1].contains("other"))
  }

  @Test func thePageOfTheSelectedPostIsOpenAgain() throws {
    let comments = (0..<30).map { #"{"id":"c\#($0)","body_text":"comment \#($0)"}"# }
    let text =
      #"{"posts":[{"id":"a","body_text":"a"},{"id":"b","body_text":"b","comments":["#
      + comments.joined(separator: ",") + "]}]}"
    var viewer = try Viewer(Timeline(Feeds.feed(text)))
    viewer.type("J\r9J")
    for _ in 0..<12 { viewer.press("J") }
    viewer.work()
    var next = try next(viewer, Timeline(Feeds.feed(text)))
    #expect(next.page == viewer.page)
    #expect(next.status == viewer.status)
    next.press("q")
    #expect(next.page[0].hasPrefix(" "))
    #expect(next.app.view.status.contains("post 2 of 2"))
  }

  @Test func nothingIsSavedBeforeThePlaceIsFound() throws {
    var viewer = try Viewer(timeline([items(0..<40)], .document))
    viewer.type("20g")
    // The same posts behind a thousand others: more than is looked at before the first frame.
    let changed = timeline([items(1_000..<2_000) + items(0..<40)], .document)
    var next = try Viewer(changed) { $0.stream.place = viewer.app.place }
    #expect(next.app.place == nil)
    #expect(next.page.allSatisfy { $0.allSatisfy { $0 == " " } })
    next.work()
    #expect(next.page == viewer.page)
    #expect(next.app.place?.top.name == viewer.app.place?.top.name)
  }

  @Test func aKeyCancelsTheSearch() throws {
    var viewer = try Viewer(timeline([items(0..<40)], .document))
    viewer.type("20g")
    let changed = timeline([items(1_000..<2_000) + items(0..<40)], .document)
    var next = try Viewer(changed) { $0.stream.place = viewer.app.place }
    next.press(Key(.escape))
    #expect(next.page[0].contains("p1000") || next.page[1].contains("p1000"))
    #expect(next.app.place != nil)
  }
}
