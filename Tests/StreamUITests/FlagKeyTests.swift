import CellGrid
import StreamModel
import TestSupport
import Testing

@testable import StreamUI

/// The keys that mark posts read or unread, keep them, undo that, and go to the unread ones.
struct FlagKeyTests {
  @Test func aKeyMarksThePostReadAndUnread() throws {
    #expect(try ReadingStage(after: "JR").read == [1])
    #expect(try ReadingStage(after: "JR").viewer.status.contains("Marked read"))
    #expect(try ReadingStage(after: "JRR").read.isEmpty)
    #expect(try ReadingStage(after: "JRR").viewer.status.contains("Marked unread"))
    #expect(try ReadingStage(after: "JR").signed("●").contains(0))
    #expect(try !ReadingStage(after: "JR").signed("●").contains(1))
  }

  /// As on a full disk.
  @Test func whereTheStateIsOffNothingIsCalledKept() throws {
    var stage = try ReadingStage(posts: 40)
    stage.handle(.stateIsOff)
    try stage.play("*")
    #expect(stage.viewer.status.contains("Not kept: the state is off"))
    #expect(!stage.effects.contains { if case .keep = $0 { true } else { false } })
    try stage.play("R")
    #expect(stage.viewer.status.contains("Marked read, for this run only: the state is off"))
    try stage.play("A")
    #expect(stage.viewer.status.contains("for this run only: the state is off"))
  }

  @Test func aKeyMarksAllAbove() throws {
    let stage = try ReadingStage(after: ":20<CR>M")
    #expect(stage.read == Array(0..<20))
    #expect(stage.viewer.status.contains("Marked 20 posts read"))
  }

  @Test func aKeyMarksAll() throws {
    let stage = try ReadingStage(posts: 600, after: "JJA")
    #expect(stage.read == Array(0..<600))
    #expect(stage.viewer.status.contains("Marked 600 posts read (u undoes until you quit)"))
    // The last one is no number to look at.
    #expect(!stage.viewer.app.view.status.contains("unread"))
    #expect(try ReadingStage(after: "AA").viewer.status.contains("All were read before"))
    // Several slices change nothing before the first that does.
    #expect(try ReadingStage(posts: 600, after: ":400<CR>MAu").read == Array(0..<400))
    #expect(try ReadingStage(posts: 600, after: ":400<CR>MAuu").read.isEmpty)
  }

  @Test func undoGoesBackStepByStep() throws {
    var stage = try ReadingStage(after: "JR:5<CR>M:20<CR>*A")
    #expect(stage.read == Array(0..<40))
    #expect(stage.positions(of: .kept) == [19])
    try stage.play("u")
    #expect(stage.read == Array(0..<5))
    #expect(stage.viewer.status.contains("Undone: 35 posts are unread again"))
    try stage.play("u")
    #expect(stage.positions(of: .kept).isEmpty)
    #expect(stage.viewer.status.contains("Undone: the post is no longer kept"))
    try stage.play("u")
    #expect(stage.read == [1])
    try stage.play("u")
    #expect(stage.read.isEmpty)
    try stage.play("u")
    #expect(stage.viewer.status.contains("Nothing to undo"))
    #expect(stage.signed("●") == stage.signed("●").filter { $0 < 40 })
    #expect(stage.signed("●").count > 3)
  }

  @Test func aChangeOfManyPostsSaysWhenItsUndoEnds() throws {
    #expect(try ReadingStage(after: "A").viewer.status.contains("Marked 40 posts read (u undoes)"))
    let many = try ReadingStage(posts: 201, after: "A")
    #expect(many.viewer.status.contains("Marked 201 posts read (u undoes until you quit)"))
  }

  @Test func undoLeavesWhatWasScrolledPast() throws {
    var stage = try ReadingStage(posts: 60)
    stage.wait(1_000)
    stage.press(" ")
    let read = stage.read
    #expect(!read.isEmpty)
    try stage.play("Auu")
    #expect(stage.read == read)
  }

  @Test func markedUnreadStaysSo() throws {
    var stage = try ReadingStage(posts: 60)
    try stage.play("RR")
    stage.wait(2_000)
    stage.press(" ")
    #expect(!stage.read.contains(0) && stage.read.contains(1))
    // Opening it reads it.
    try stage.play("g<CR>")
    #expect(stage.read.contains(0))
  }

  @Test func aKeyKeepsThePostWithItsRecord() throws {
    var stage = try ReadingStage(after: "J*")
    let id = try #require(stage.feed.id(at: 1))
    let post = try #require(stage.feed.record(id).post)
    let kept = KeptPost(keys: stage.feed.keys(of: id), post: post)
    #expect(stage.effects.contains(.keep(kept)))
    #expect(stage.positions(of: .kept) == [1])
    #expect(stage.signed("★") == [1])
    try stage.play("*")
    #expect(stage.effects.last == .unkeep(kept))
    #expect(stage.signed("★").isEmpty)
    try stage.play("u")
    #expect(stage.effects.last == .keep(kept))
    #expect(stage.viewer.status.contains("Undone: the post is kept again"))
    #expect(stage.signed("★") == [1])
  }

  @Test func otherPagesHaveOnePostOrNone() throws {
    #expect(try ReadingStage(after: "J<CR>R").read.isEmpty)
    #expect(try ReadingStage(after: "J<CR>RR").read == [1])
    #expect(try ReadingStage(after: "J<CR>*").positions(of: .kept) == [1])
    #expect(try ReadingStage(after: "J<CR>A").viewer.status.contains("lists of posts only"))
    #expect(try ReadingStage(after: "J<CR>t").viewer.status.contains("No new comments"))
    #expect(try ReadingStage(after: "?R").viewer.status.contains("no post here"))
    #expect(try ReadingStage(after: "aJR").read == [0])
  }

  @Test func aKeyGoesToTheNextUnreadPost() throws {
    var stage = try ReadingStage(after: ":30<CR>Mg")
    try stage.play("t")
    #expect(stage.viewer.app.view.rows.position(of: stage.viewer.app.view.list.selection) == 30)
    try stage.play("t")
    #expect(stage.viewer.app.view.rows.position(of: stage.viewer.app.view.list.selection) == 31)
    try stage.play("T")
    #expect(stage.viewer.app.view.rows.position(of: stage.viewer.app.view.list.selection) == 30)
    try stage.play("T")
    #expect(stage.viewer.status.contains("No unread posts above"))
    try stage.play("At")
    #expect(stage.viewer.status.contains("No unread posts below"))
  }

  @Test func longWorkIsDoneInSlices() throws {
    for key in ["A", "t"] {
      let feed = Feeds.feed(Feeds.posts((1...3_000).map { "<p>text \($0)</p>" }))
      var stage = try ReadingStage(Timeline(feed))
      let key = Key.character(key.unicodeScalars.first ?? "A")
      if key == .character("t") {
        stage.handle(.recalled(try (0..<3_000).map { try stage.state($0, .read) }))
        feed.clearCaches()
      }
      let decoded = feed.decodeCount
      stage.press(key)
      #expect(feed.decodeCount - decoded <= 300)
      var most = 0
      var slices = 0
      while stage.viewer.app.isJobWanted, slices < 5 {
        let decoded = feed.decodeCount
        _ = stage.viewer.app.advanceMode(at: stage.viewer.now.advanced(byMilliseconds: 200))
        most = max(most, feed.decodeCount - decoded)
        slices += 1
      }
      #expect(slices == 5 && (1...130).contains(most))
      let words = key == .character("A") ? "Marking posts read: " : "Searching for an unread post"
      #expect(stage.viewer.status.contains(words))
      #expect(stage.viewer.status.contains("Esc stops"))
      stage.press(Key(.escape))
      #expect(!stage.viewer.app.isJobWanted)
    }
  }

  @Test func stoppedWorkIsOneStep() throws {
    var stage = try ReadingStage(posts: 4_000)
    stage.press("A")
    for _ in 0..<20 { _ = stage.viewer.app.advanceMode(at: stage.viewer.now) }
    stage.press(Key(.escape))
    let report = #/Stopped: \d,\d{3} posts are marked read, the others are not \(u undoes\)/#
    #expect(stage.viewer.status.contains(report))
    stage.work()
    #expect(stage.viewer.app.view.status.contains("unread"))
    #expect(!stage.viewer.app.view.status.contains(" · 4,000 unread"))
    try stage.play("u")
    #expect(stage.viewer.app.view.status.contains(" · 4,000 unread"))
    for case .remember(let states) in stage.effects { #expect(states.count <= 1_000) }
  }

  @Test func aKeyThatStopsWorkSaysSo() throws {
    var stage = try ReadingStage(posts: 4_000)
    stage.press("A")
    _ = stage.viewer.app.advanceMode(at: stage.viewer.now)
    stage.press("J")
    #expect(stage.viewer.app.view.rows.position(of: stage.viewer.app.view.list.selection) == 1)
    #expect(stage.viewer.status.contains("posts are marked read, the others are not (u undoes)"))
    stage.type("uj")
    #expect(stage.viewer.status.contains("posts are unread again, the others are not (u goes on)"))
    try stage.play("u")
    stage.work()
    #expect(stage.viewer.app.view.status.contains(" · 4,000 unread"))
  }

  @Test func withoutTrackingTheKeysSayWhy() throws {
    let feed = Feeds.posts((1...40).map { "<p>text \($0)</p>" })
    for key in ["R", "M", "A", "t", "T"] {
      let outcome = try Stage().play(key, feed)
      #expect(outcome.statusLine.contains("Not marked: "))
      #expect(outcome.effects.isEmpty)
    }
    #expect(try Stage().play("*", feed).statusLine.contains("Not kept: "))
    #expect(try Stage().play("u", feed).statusLine.contains("Nothing to undo"))
  }
}
