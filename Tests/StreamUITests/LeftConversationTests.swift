import CellGrid
import StreamModel
import TestSupport
import Testing

@testable import StreamUI

/// A conversation that was left and is opened again: its place, its folds, and what is new in it.
struct LeftConversationTests {
  private static let usual = App.Options()

  /// A viewer on the post with the comments, which is selected.
  private func viewer(_ thread: LongThread, _ options: App.Options = usual) throws -> Viewer {
    var viewer = try Viewer(Timeline(Feeds.feed(thread.json)), options: options)
    viewer.press("J")
    return viewer
  }

  /// The conversations that are to be kept as they were seen.
  private static func seen(_ effects: [Effect]) -> [SeenConversation] {
    effects.flatMap { effect -> [SeenConversation] in
      if case .rememberComments(let seen) = effect { seen } else { [] }
    }
  }

  @Test(arguments: ["JJJJJ", "]]]]]]]]]]JJ", "J]]]zJ", "Z]]]]]", "c]]]J", "]]]jjjjjj"])
  func thePageStandsWhereItWasLeft(_ keys: String) throws {
    var viewer = try viewer(LongThread(count: 300))
    viewer.press(Key(.enter))
    viewer.type(keys)
    viewer.rest()
    let (page, status) = (viewer.page, viewer.status)
    for _ in 0..<2 {
      viewer.rest(after: "q")
      #expect(viewer.app.view.pages.count == 1)
      viewer.rest(after: Key(.enter))
      #expect(viewer.page == page)
      #expect(viewer.status == status)
    }
  }

  @Test func thePlaceComesWithItsRows() throws {
    let replies = (1...2_000).map {
      #"{"id":"r\#($0)","in_reply_to":"p1","body_text":"reply \#($0)."}"#
    }
    let feed = ([#"{"id":"p1","body_text":"question"}"#] + replies).joined(separator: "\n") + "\n"
    var viewer = try Viewer(Timeline(Feeds.feed(feed)))
    viewer.work(after: Key(.enter))
    // Beyond the first thousand, too.
    viewer.work(after: "G", Key(.enter))
    for _ in 0..<30 { viewer.press("J") }
    viewer.rest()
    let page = viewer.page
    #expect(page.joined().contains("reply 1030."), "\(page)")
    viewer.type("q\r")
    #expect(viewer.app.hasBackgroundWork)
    viewer.work()
    #expect(viewer.page == page)
    // A reader who moves meanwhile is not moved.
    viewer.type("q\rJ")
    let moved = viewer.page
    viewer.work()
    #expect(viewer.page == moved)
  }

  @Test(arguments: ["", "Z"])
  func commentsThatCameSinceAreNew(_ folds: String) throws {
    let news = [18, 15, 47]
    let thread = LongThread(count: 60, missing: Set(news))
    let source = MemoryBytes(name: "f", text: thread.lines, isComplete: false)
    var viewer = try Viewer(Timeline(Feed(source: source)))
    viewer.work(after: "J", Key(.enter))
    #expect(!viewer.status.contains("new"))
    viewer.press("t")
    #expect(viewer.status.contains("No new comments"))
    viewer.type(folds)
    viewer.press("q")
    source.append(Array(thread.laterLines.utf8))
    try viewer.grow()
    viewer.work(after: Key(.enter))
    #expect(viewer.status.contains("60 comments · 3 new"), "\(viewer.status)")
    var found: [String] = []
    for _ in news {
      viewer.rest(after: "t")
      found.append(LongThread.selected(viewer))
      let words = "saying \(LongThread.selected(viewer).dropFirst())."
      // The comment that it answers stands above it.
      let line = try #require(viewer.line(with: words), "\(viewer.page)")
      #expect(line > 2 && line <= viewer.page.count - viewer.page.count / 3, "\(viewer.page)")
    }
    #expect(found == news.map { "c\($0)" })
    #expect(viewer.page.contains { $0.contains("· new") })
    viewer.press("t")
    #expect(viewer.status.contains("No new comments below"))
    viewer.type("TT")
    #expect(LongThread.selected(viewer) == "c18")
    viewer.press("T")
    #expect(viewer.status.contains("No new comments above"))
    // Left once more, they are known.
    viewer.work(after: "q", Key(.enter))
    #expect(LongThread.selected(viewer) == "c18")
    #expect(viewer.status.contains("of 60"), "\(viewer.status)")
    #expect(!viewer.status.contains("new"))
  }

  @Test func aLaterRunTellsWhatIsNew() throws {
    let thread = LongThread(count: 60, missing: [18, 47])
    var first = try ReadingStage(Timeline(Feeds.feed(thread.json)))
    first.work(after: "J", Key(.enter))
    first.press("q")
    let kept = Self.seen(first.effects)
    let seen = try #require(kept.first)
    #expect(kept.count == 1 && seen.comments.hashes.count == 58)
    #expect(SeenComments(bytes: seen.comments.bytes) == seen.comments)
    // Nothing has changed since: nothing is to be kept.
    let count = first.effects.count
    first.work(after: Key(.enter))
    first.press("q")
    #expect(first.effects.count == count)

    for isOpen in [false, true] {
      var next = try ReadingStage(Timeline(Feeds.feed(LongThread(count: 60).json)))
      next.press("J")
      if isOpen { next.press(Key(.enter)) }
      next.handle(.recalledComments([seen]))
      if !isOpen { next.press(Key(.enter)) }
      next.work()
      #expect(next.viewer.status.contains("60 comments · 2 new"), "\(next.viewer.status)")
      next.press("t")
      #expect(LongThread.selected(next.viewer) == "c18")
    }
  }

  @Test(arguments: ["JJJJJ", "]]]]]]]]]]JJ", "J]]]zJ", "Z]]]]]", "]]]jjjjjj", "JJg", "J"])
  func aLaterRunStandsWhereItWasLeft(_ keys: String) throws {
    var first = try ReadingStage(Timeline(Feeds.feed(LongThread(count: 300).json)))
    first.work(after: "J", Key(.enter))
    first.type(keys)
    first.work()
    first.viewer.rest()
    let (page, selected) = (first.viewer.page, LongThread.selected(first.viewer))
    first.press("q")
    let timeline = Timeline(Feeds.feed(LongThread(count: 300).json))
    var next = try ReadingStage(timeline, recalled: first.effects.remembered)
    next.handle(.recalledComments(Self.seen(first.effects)))
    next.work(after: "J", Key(.enter))
    next.viewer.rest()
    #expect(next.viewer.page == page)
    #expect(LongThread.selected(next.viewer) == selected)
    // Nothing has changed since: nothing is to be kept.
    let count = Self.seen(next.effects).count
    next.press("q")
    #expect(Self.seen(next.effects).count == count)
  }

  /// A post without comments that has some later, and ids that change with every fetch.
  @Test(arguments: [(0, "a", " · 3 new"), (3, "b", "")])
  func allCommentsAreNewOnlyWhereThereWereNone(_ count: Int, _ id: String, _ words: String) throws {
    func feed(_ count: Int, _ id: String) -> String {
      let comments = (0..<count).map { "{\"id\":\"\(id)\($0)\",\"body_text\":\"x\($0)\"}" }
      return
        "{\"id\":\"p1\",\"body_text\":\"post\",\"comments\":[\(comments.joined(separator: ","))]}\n"
    }
    let source = MemoryBytes(name: "f", text: feed(count, "a"), isComplete: false)
    var viewer = try Viewer(Timeline(Feed(source: source)))
    viewer.work(after: Key(.enter))
    viewer.press("q")
    let update = feed(3, id).replacing(
      "{\"id\":\"p1\"",
      with: "{\"type\":\"update\",\"post\":\"p1\""
    )
    source.append(Array(update.utf8))
    try viewer.grow()
    viewer.work(after: Key(.enter))
    // The text is the same, so nobody has edited it.
    #expect(viewer.status.contains("post · 3 comments\(words)  "), "\(viewer.status)")
  }

  @Test func aThreadOfThreeThousandKeepsItsPlaceAndNews() throws {
    let news = [5, 999, 1_507, 2_226, 2_999]
    let thread = LongThread(count: 3_000, missing: Set(news))
    let source = MemoryBytes(name: "f", text: thread.lines, isComplete: false)
    var viewer = try Viewer(Timeline(Feed(source: source)))
    viewer.type("J\r")
    for _ in 0..<150 { viewer.press("]") }
    viewer.rest(after: "J", "z", "j")
    viewer.work()
    let (page, selected) = (viewer.page, LongThread.selected(viewer))
    viewer.rest(after: "q", Key(.enter))
    #expect(viewer.page == page)
    viewer.press("q")
    source.append(Array(thread.laterLines.utf8))
    try viewer.grow()
    viewer.work(after: Key(.enter))
    #expect(LongThread.selected(viewer) == selected)
    #expect(viewer.status.contains("of 3,000 · 5 new"), "\(viewer.status)")
    viewer.press("g")
    let found = news.map { _ in
      viewer.press("t")
      return LongThread.selected(viewer)
    }
    #expect(found == news.map { "c\($0)" })
  }
}
