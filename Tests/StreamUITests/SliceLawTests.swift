import CellGrid
import StreamModel
import TestSupport
import Testing

@testable import StreamUI

/// Law 13: no key waits for more than one slice, counted in rows and bytes.
struct SliceLawTests {
  /// Bytes that a key or a slice may read: the slice, the rows on the screen, and what a window over
  /// the bytes reads beyond both.
  private static let mostBytes = 3 << 20

  /// Five thousand posts without a link: one `Tab` lays out no row beyond screen and overscan, and
  /// looks at all the others in slices of a few rows.
  @Test func tabBeyondTheScreenLooksInSlices() throws {
    let feed = Feeds.feed(Feeds.posts((1...5000).map { "<p>nothing but text \($0)</p>" }))
    var viewer = try Viewer(Timeline(feed))
    while viewer.app.hasRowToPrepare { viewer.app.prepareRow() }
    let measured = viewer.app.view.memo.measuredCount
    var decoded = feed.decodeCount
    viewer.press(Key(.tab))
    var slices = 0
    var most = feed.decodeCount - decoded
    while viewer.app.isJobWanted {
      decoded = feed.decodeCount
      _ = viewer.app.advanceMode(at: viewer.now)
      most = max(most, feed.decodeCount - decoded)
      slices += 1
    }
    #expect(slices >= 5000 / 16 - 2)
    #expect((1...17).contains(most))
    #expect(viewer.app.view.memo.measuredCount - measured <= 24)
    #expect(viewer.status.contains("No more links below"))
  }

  @Test func anyKeyStopsTheLookForLinks() throws {
    let feed = Feeds.feed(Feeds.posts((1...2000).map { "<p>nothing but text \($0)</p>" }))
    for key in [Key(.escape), .character("j"), .character("/")] {
      var viewer = try Viewer(Timeline(feed))
      viewer.press(Key(.tab))
      _ = viewer.app.advanceMode(at: viewer.now)
      #expect(viewer.app.isJobWanted)
      viewer.press(key)
      #expect(!viewer.app.isJobWanted)
      #expect(viewer.app.view.pages.count == 1)
      #expect(!viewer.app.isFinished)
    }
  }

  @Test func aLongLookIsAnnounced() throws {
    let feed = Feeds.feed(Feeds.posts((1...2000).map { "<p>nothing but text \($0)</p>" }))
    var viewer = try Viewer(Timeline(feed))
    viewer.press(Key(.tab))
    let early = viewer.app.advanceMode(at: viewer.now.advanced(byMilliseconds: 99))
    #expect(!early.isSeen)
    #expect(!viewer.status.contains("searching"))
    let late = viewer.app.advanceMode(at: viewer.now.advanced(byMilliseconds: 100))
    #expect(late.isSeen)
    #expect(viewer.status.contains("Searching for the next link"))
  }

  /// A link whose address occurs all over a large feed: neither Enter nor a slice reads more than its
  /// share, and a key stops the lookup.
  @Test func aLinkIsLookedUpInSlices() throws {
    let address = "https://post.example/wanted"
    let filler = String(repeating: "lorem ipsum ", count: 400)
    var bodies = ["<p><a href='\(address)'>the post</a></p>"]
    bodies += (0..<6000).map { "<p>\(filler)\($0 % 1000 == 7 ? address : "")</p>" }
    let source = ScriptedBytes(Feeds.posts(bodies))
    #expect(source.count > 25 << 20)
    for cancels in [false, true] {
      var viewer = try Viewer(Timeline(Feed(source: source)))
      viewer.rest(after: Key(.tab))
      viewer.app.frameShown(viewer.app.frameAck)
      var read = source.readCount
      var effects = viewer.press(Key(.enter))
      #expect(source.readCount - read <= Self.mostBytes)
      #expect(effects.isEmpty && viewer.app.isJobWanted)
      if cancels {
        viewer.press("j")
        #expect(!viewer.app.isJobWanted)
        continue
      }
      var slices = 0
      while viewer.app.isJobWanted {
        read = source.readCount
        effects += viewer.app.advanceMode(at: viewer.now).effects
        #expect(source.readCount - read <= Self.mostBytes)
        slices += 1
      }
      #expect(slices >= 20)
      #expect(effects.count == 1)
    }
  }

  /// A key does one slice of the job that it begins, and no other key does any; the rest is done between keys.
  @Test(arguments: [
    "t", "A", "p", "<Tab><Tab>", "/absent<Enter>", "/absent<Enter>n", ":2001-01<Enter>",
  ])
  func aKeyDoesOneSlice(_ script: String) throws {
    let text = String(repeating: "lorem ipsum ", count: 40)
    let posts = (1...4_000).map {
      #"{"id":"p\#($0)","in_reply_to":"none","body_html":"<p>\#(text)\#($0)</p>"}"#
    }
    let first = posts[0].replacing(
      "lorem",
      with: "<a href='https://a.example/1'>lorem</a>",
      maxReplacements: 1
    )
    let feed = Feeds.feed(([first] + posts.dropFirst()).joined(separator: "\n"))
    var stage = try ReadingStage(Timeline(feed))
    if script == "t" {
      stage.handle(.recalled(try (0..<4_000).map { try stage.state($0, .read) }))
      feed.clearCaches()
    }
    for step in try KeyScript(script).steps {
      guard case .input(let input) = step else { continue }
      let slices = stage.viewer.app.sliceCount
      let decoded = feed.decodeCount
      stage.handle(.input(input))
      #expect(stage.viewer.app.sliceCount - slices <= 1)
      #expect(feed.decodeCount - decoded <= 64 + 48)
      stage.viewer.rest()
    }
    #expect(stage.viewer.app.isJobWanted)
    #expect(stage.viewer.app.sliceCount > 0)
    stage.press(Key(.escape))
    #expect(!stage.viewer.app.isJobWanted)
  }

  @Test func aJobAndThePageThatItOpensShareASlice() throws {
    let posts =
      [#"{"id":"first","in_reply_to":"root","body_text":"x"}"#, #"{"id":"root","body_text":"x"}"#]
      + (100..<688).map { #"{"id":"q\#($0)","in_reply_to":"root","body_text":"x"}"# }
    let feed = Feeds.feed(posts.joined(separator: "\n"))
    var viewer = try Viewer(Timeline(feed))
    feed.clearCaches()
    var decoded = feed.decodeCount
    viewer.press("p")
    #expect(feed.decodeCount - decoded <= 64)
    while viewer.app.isJobWanted {
      decoded = feed.decodeCount
      _ = viewer.app.advanceMode(at: viewer.now)
      #expect(feed.decodeCount - decoded <= 64 + 4)
    }
    #expect(viewer.app.view.pages.count == 2)
  }

  @Test func noKeyMeasuresMoreThanTheScreenAndItsSurroundings() throws {
    let feed = Feeds.feed(Feeds.linked(3000))
    var viewer = try Viewer(Timeline(feed))
    let keys = Keymap.standard.on(.timeline).bindings
      .filter { $0.command != KeyCommand(.quit) }.map(\.keys.first)
    for key in keys + keys.reversed() {
      let measured = viewer.app.view.memo.measuredCount
      let decoded = feed.decodeCount
      viewer.press(key)
      #expect(viewer.app.view.memo.measuredCount - measured <= 2 * 24, "\(key)")
      #expect(feed.decodeCount - decoded <= 3 * 24, "\(key)")
      viewer.press(Key(.escape))
      if viewer.app.isFinished { viewer = try Viewer(Timeline(feed)) }
    }
  }
}
