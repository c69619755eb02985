import CellGrid
import StreamModel
import TestSupport
import Testing

@testable import StreamUI

/// Which posts the viewer takes for read without a key for it.
struct ReadingTests {
  private static let space = Key.character(" ")

  @Test func rowsThatStoodAndWereScrolledPastAreRead() throws {
    var stage = try ReadingStage(posts: 60)
    let first = stage.whole
    stage.wait(1_000)
    stage.press(Self.space)
    let top = try #require(stage.viewer.topPosition)
    #expect(top > 2)
    #expect(stage.read == Array(0..<top))
    #expect(first.contains(top - 1))
    // What stands there now is unread, and says so.
    #expect(stage.signed("●") == stage.signed("●").filter { $0 >= top })
    #expect(!stage.signed("●").isEmpty)
    stage.press("b")
    #expect(stage.signed("●").allSatisfy { $0 >= top })
  }

  /// A line shows the beginning of a post; who scrolls through titles has read none of them.
  @Test func linesAreNotReadByScrollingPastThem() throws {
    var stage = try ReadingStage(posts: 60) { $0.density = .compact }
    stage.wait(2_000)
    stage.press(Self.space)
    #expect(stage.read.isEmpty)
    stage.press(Key(.enter))
    #expect(stage.read.count == 1)
  }

  @Test func aCutPostIsReadByTheLinesThatAreShown() throws {
    let long = "<p>" + Array(repeating: "line", count: 40).joined(separator: "<br>") + "</p>"
    let bodies = [long] + (2...60).map { "<p>\($0)</p>" }
    var stage = try ReadingStage(Timeline(Feeds.feed(Feeds.posts(bodies))))
    #expect(stage.viewer.page.joined().contains("lines"))
    stage.wait(1_500)
    stage.press(Self.space)
    #expect(stage.read.contains(0))
    stage.type("gR")
    #expect(stage.signed("●").contains(0))
  }

  @Test func aPostThatStoodBesideItsListIsRead() throws {
    let long = "<p>" + Array(repeating: "line", count: 40).joined(separator: "<br>") + "</p>"
    let bodies = ["<p>one</p>", "<p>two</p>", long] + (4...60).map { "<p>\($0)</p>" }
    let size = Size(columns: 120, lines: 24)
    let timeline = Timeline(Feeds.feed(Feeds.posts(bodies)))
    var stage = try ReadingStage(timeline, size: size) { $0.layout = .split }
    stage.wait(1_500)
    stage.press("J")
    stage.wait(400)
    // The second one passed by, and of the third one only a part was seen.
    stage.press("J")
    stage.wait(3_000)
    stage.press("J")
    stage.wait(400)
    #expect(stage.read == [0])
  }

  /// Who jumps away has left the posts on the screen for later; scrolling on from there reads none of them either.
  @Test(arguments: ["G", ":40<CR>", "/text 40<CR>"]) func aJumpReadsNothing(_ keys: String) throws {
    var stage = try ReadingStage(posts: 60)
    stage.wait(2_000)
    for step in try KeyScript(keys).steps {
      guard case .input(.key(let key)) = step else { continue }
      stage.press(key)
      while stage.viewer.app.isJobWanted { _ = stage.viewer.app.advanceMode(at: stage.viewer.now) }
    }
    #expect(stage.viewer.topPosition ?? 0 > 20)
    stage.wait(400)
    stage.press("j")
    #expect(stage.read.isEmpty)
  }

  @Test func undoSaysWhatWasReadByScrolling() throws {
    var stage = try ReadingStage(posts: 60)
    stage.press("u")
    #expect(stage.viewer.status.contains("Nothing to undo"))
    #expect(!stage.viewer.status.contains("R marks"))
    stage.wait(2_000)
    stage.press(Self.space)
    #expect(!stage.read.isEmpty)
    stage.press("u")
    #expect(stage.viewer.status.contains("scrolling past them; R marks one unread"))
  }

  @Test func undoSaysThatThePostWasReadByOpeningItOnlyThere() throws {
    var stage = try ReadingStage(posts: 60)
    let byOpening = "the post was read by opening it; R marks it unread"
    stage.type("\ru")
    #expect(stage.viewer.status.contains(byOpening))
    stage.type("qu")
    #expect(stage.viewer.status.contains(byOpening))
    stage.type("Ju")
    #expect(stage.viewer.status.hasPrefix(" Nothing to undo "), "\(stage.viewer.status)")
    stage.type("Bu")
    #expect(stage.viewer.status.hasPrefix(" Nothing to undo "), "\(stage.viewer.status)")
    stage.type("qKu")
    #expect(stage.viewer.status.contains(byOpening))
    // Marked unread and read by keys, it is no longer read by opening it.
    stage.type("RuRuu")
    #expect(stage.viewer.status.contains(byOpening))
  }

  @Test func undoSaysWhatWasScrolledPastOnlyInThatList() throws {
    var stage = try ReadingStage(posts: 60)
    stage.wait(2_000)
    stage.press(Self.space, ":")
    stage.type("unread")
    stage.work(after: Key(.enter))
    stage.press("u")
    #expect(stage.viewer.status.hasPrefix(" Nothing to undo "), "\(stage.viewer.status)")
    stage.type("qu")
    #expect(stage.viewer.status.contains("scrolling past them"))
  }

  @Test func aCountGoesToAFurtherUnreadPost() throws {
    var stage = try ReadingStage(posts: 60)
    stage.work(after: "5", "t")
    #expect(stage.viewer.status.contains("post 6 of 60"))
    stage.work(after: "3", "T")
    #expect(stage.viewer.status.contains("post 3 of 60"))
    stage.work(after: "9", "9", "t")
    #expect(stage.viewer.status.contains("No unread posts below · T leads to those above"))
    // Where none is above, none is promised.
    stage.work(after: "A", "t")
    #expect(stage.viewer.status.contains("No unread posts below"))
    #expect(!stage.viewer.status.contains("above"))
  }

  @Test func aGlanceReadsNothing() throws {
    var stage = try ReadingStage(posts: 60)
    stage.wait(999)
    stage.press(Self.space)
    for _ in 0..<40 {
      stage.wait(100)
      stage.press("j")
    }
    #expect(stage.read.isEmpty)
  }

  @Test func pausesAddUp() throws {
    var stage = try ReadingStage(posts: 60)
    for _ in 0..<20 {
      stage.wait(400)
      stage.press("j")
    }
    let top = try #require(stage.viewer.topPosition)
    #expect(top > 2)
    // The first was cut off with the first key, and its end stood on.
    #expect(stage.read == Array(0..<top))
  }

  @Test func theTimeIsAnOption() throws {
    var stage = try ReadingStage(posts: 60) { $0.readingMilliseconds = 5_000 }
    stage.wait(4_999)
    stage.press(Self.space)
    #expect(stage.read.isEmpty)
    stage.wait(5_000)
    let seen = stage.whole
    stage.press(Self.space)
    #expect(!stage.read.isEmpty && stage.read.allSatisfy(seen.contains))
  }

  @Test func noTimeCountsWhileNobodyLooks() throws {
    for (away, back) in [(Event.focus(false), Event.focus(true)), (.resumed, .resumed)] {
      var stage = try ReadingStage(posts: 60)
      stage.wait(600)
      stage.handle(away)
      stage.wait(10_000)
      stage.handle(back)
      stage.wait(300)
      stage.press(Self.space)
      #expect(stage.read.isEmpty)
    }
    var stage = try ReadingStage(posts: 60)
    stage.wait(600)
    stage.press(.control("z"))
    stage.wait(10_000)
    stage.handle(.resized(Size(columns: 70, lines: 20)))
    stage.handle(.resumed)
    stage.press(Self.space)
    #expect(stage.read.isEmpty)
  }

  /// The time before and after adds up.
  @Test func theFocusMayGoAndComeBack() throws {
    var stage = try ReadingStage(posts: 60)
    stage.wait(600)
    stage.handle(.focus(false))
    stage.wait(10_000)
    stage.handle(.focus(true))
    stage.wait(400)
    stage.press(Self.space)
    #expect(!stage.read.isEmpty)
  }

  @Test func movementUpwardsReadsNothing() throws {
    var stage = try ReadingStage(posts: 60)
    stage.press("G")
    for _ in 0..<10 {
      stage.wait(2_000)
      stage.press("b")
    }
    #expect(stage.read.isEmpty)
    // The way back passes what had stood.
    for _ in 0..<10 { stage.press(Self.space) }
    #expect(stage.read.count > 20)
  }

  /// Rows that only show where a search may lead are not where the reader is.
  @Test func aSearchThatIsLeftReadsNothing() throws {
    var stage = try ReadingStage(posts: 60)
    stage.wait(2_000)
    stage.type("/text 40")
    stage.work()
    #expect(stage.viewer.topPosition ?? 0 > 20)
    stage.wait(2_000)
    stage.press(Key(.escape))
    #expect(stage.viewer.topPosition == 0)
    #expect(stage.read.isEmpty)
  }

  @Test func pressingOnAtTheEndReadsTheLastRows() throws {
    var stage = try ReadingStage(posts: 30)
    stage.press("G")
    stage.wait(999)
    stage.press("j")
    #expect(stage.viewer.status.contains("At the end"))
    #expect(stage.read.isEmpty)
    stage.wait(1_000)
    stage.press("j")
    #expect(stage.read == stage.whole)
    #expect(stage.signed("●").isEmpty)
    #expect(stage.viewer.page.contains { $0.contains("text 30") })
  }

  @Test func theWheelPressesOnToo() throws {
    var stage = try ReadingStage(posts: 30)
    stage.press("G")
    stage.wait(1_200)
    stage.handle(.input(.mouse(MouseEvent(.wheelDown, column: 5, line: 5))))
    #expect(stage.read.last == 29)
  }

  @Test func openingAPostReadsIt() throws {
    var stage = try ReadingStage(posts: 60)
    stage.type("JJ\r")
    #expect(stage.read == [2])
    stage.press("q")
    #expect(!stage.signed("●").contains(2) && stage.signed("●").contains(1))
  }

  @Test func openingItsAddressReadsIt() throws {
    var stage = try ReadingStage(posts: 60)
    stage.type("Jo")
    #expect(!stage.effects.opened.isEmpty)
    #expect(stage.read == [1])
  }

  /// A link to elsewhere says nothing about the post.
  @Test func followingALinkReadsNothing() throws {
    var stage = try ReadingStage(Timeline(Feeds.feed(Feeds.linked(30))))
    stage.press(Key(.tab))
    stage.wait(100)
    stage.viewer.app.frameShown(stage.viewer.app.frameAck)
    stage.work(after: Key(.enter))
    #expect(!stage.effects.opened.isEmpty)
    #expect(stage.read.isEmpty)
  }

  @Test func aTallRowNeedsItsLastLine() throws {
    let tall = (1...40).map { "<p>line \($0)</p>" }.joined()
    let bodies = [tall] + (1...30).map { "<p>text \($0)</p>" }
    for stops in [false, true] {
      var stage = try ReadingStage(Timeline(Feeds.feed(Feeds.posts(bodies)))) { $0.density = .full }
      stage.wait(3_000)
      var pages = 0
      while stage.viewer.topPosition == 0 {
        stage.press(Self.space)
        if stops { stage.wait(1_000) }
        pages += 1
      }
      stage.press(Self.space)
      #expect(pages > 2)
      #expect(stage.read.contains(0) == stops)
    }
  }

  @Test func onlyTheReaderPassesRows() throws {
    let source = try ScriptedSource(Feeds.feed(Feeds.scattered(80, seed: 4)), records: 40)
    var stage = try ReadingStage(Timeline(sources: [source], order: .document))
    stage.type("JJ")
    stage.wait(5_000)
    source.prepend(12)
    try stage.viewer.grow()
    stage.wait(2_000)
    for size in [Size(columns: 40, lines: 10), Size(columns: 200, lines: 50)] {
      stage.handle(.resized(size))
      stage.wait(2_000)
    }
    stage.press("-")
    stage.wait(2_000)
    stage.type("++")
    stage.wait(2_000)
    stage.work(after: "c")
    stage.wait(2_000)
    #expect(stage.read.isEmpty)
  }

  @Test func aReloadReadsNothing() throws {
    let bodies = (1...60).map { "<p>text \($0)</p>" }
    var stage = try ReadingStage(Timeline(Feeds.feed(Feeds.posts(bodies))))
    stage.wait(2_000)
    stage.press(Self.space)
    let read = stage.read
    stage.wait(2_000)
    stage.press("r")
    stage.feed.reload([Feeds.feed(Feeds.posts(bodies))])
    while try stage.feed.advance(bytes: 1 << 16) == .more {}
    stage.handle(.reloaded(.shown))
    stage.work()
    #expect(stage.viewer.topPosition == read.count)
    #expect(stage.read == read)
    // What was read stays so under the new names of the records.
    stage.work(after: "g")
    #expect(stage.signed("●").allSatisfy { !read.contains($0) })
    #expect(stage.viewer.app.view.status.contains(" · \(60 - read.count) unread"))
  }

  /// A page above another hides it.
  @Test func rowsBelowAnotherPageDoNotStand() throws {
    var stage = try ReadingStage(posts: 60)
    stage.wait(500)
    stage.press("?")
    stage.wait(10_000)
    stage.press("q")
    stage.wait(200)
    stage.press(Self.space)
    #expect(stage.read.isEmpty)
  }

  @Test func aPostIsReadInAllItsSources() throws {
    let bodies = (1...30).map { "<p>text \($0)</p>" }
    let feeds = ["one", "two"].map { Feeds.feed(Feeds.posts(bodies), name: $0) }
    var stage = try ReadingStage(Timeline(feeds, order: .newest))
    #expect(stage.feed.recordCount == 30)
    stage.press(Key(.enter))
    let states = stage.effects.remembered
    #expect(Set(states.map(\.key.source)) == [0, 1])
    #expect(states.allSatisfy { $0.flags == .read })
    #expect(Set(states.map(\.key.identity)).count == 1)
  }
}
