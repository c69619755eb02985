import CellGrid
import StreamModel
import TestSupport
import Testing

@testable import StreamUI

/// A filter on the screen lists what a plain look through all posts finds, in the order of the timeline, whatever
/// comes in meanwhile; and the reader's row stands.
struct FilterPropertyTests {
  private static let filters = [
    "river", "tea -river", "has:link", "likes>5 or river", "is:unread", "\"of the\"", "author:olga",
    "/r[iv]+er/",
    "nothing-has-this", "river limit:3",
  ]

  /// The rows of the timeline that pass, by the plain way.
  private static func expected(_ view: View, in feed: Timeline) -> [RecordID] {
    let passing = (0..<feed.recordCount).compactMap(feed.id).filter { id in
      guard case .post(let post) = feed.uncounted(id) else { return false }
      return view.condition?.matches(post, FilterFacts(now: Stage.wall)) ?? true
    }
    return Array(passing.prefix(view.limit ?? .max))
  }

  private static func listed(_ viewer: Viewer) -> [RecordID] {
    let rows = viewer.app.view.rows
    return (0..<rows.count).compactMap { position in
      if case .record(let id)? = rows.row(at: position) { id } else { nil }
    }
  }

  private static func type(_ text: String, _ viewer: inout Viewer, _ random: inout SplitMix) {
    for scalar in text.unicodeScalars {
      viewer.press(.character(scalar))
      // A typo, now and then.
      if random.below(5) == 0 { viewer.press("x", Key(.backspace)) }
      if random.below(4) == 0, viewer.app.hasBackgroundWork {
        _ = viewer.app.workInBackground(at: viewer.now)
      }
    }
  }

  @Test(arguments: 0..<(isLongRun ? 200 : 30)) func listsWhatPasses(_ seed: Int) throws {
    var random = SplitMix(seed: UInt64(seed))
    let sources = try (0..<(1 + random.below(2))).map { index in
      let feed = Feeds.feed(Feeds.scattered(160, seed: UInt64(seed * 3 + index)))
      return try ScriptedSource(feed, records: 40 + random.below(60), name: "source \(index)")
    }
    let order: Timeline.Order = sources.count > 1 && random.below(3) > 0 ? .newest : .document
    let filter = Self.filters[random.below(Self.filters.count)]
    let timeline = Timeline(sources: sources, order: order)
    var viewer = try Viewer(timeline) { $0.stream.tracksReading = true }
    viewer.handle(.recalled([]))
    for _ in 0..<random.below(40) { viewer.press("J") }
    let before = (viewer.app.view.list.standpoint.place, viewer.page)
    viewer.press("&")
    Self.type(filter, &viewer, &random)
    viewer.press(Key(.enter))
    let view = try View(filter)
    // Rows that come in now are listed, or wait for the key that lists them.
    var isWhole = true
    switch random.below(4) {
    case 0, 1:
      sources[0].append(1 + random.below(5))
      try viewer.grow()
    case 2:
      isWhole = false
      for _ in 0..<random.below(30) {
        sources[0].remove(at: random.below(max(1, sources[0].recordCount)))
        try viewer.grow()
      }
    default: break
    }
    viewer.work()
    let expected = Self.expected(view, in: viewer.app.feed)
    #expect(Self.listed(viewer) == expected, "\(filter), seed \(seed)")
    guard isWhole else { return }
    viewer.press("q")
    #expect(viewer.app.view.list.standpoint.place == before.0)
    #expect(viewer.page == before.1)
  }

  @Test(arguments: ["tea", "river", "has:link"]) func theSelectedRowStands(_ filter: String) throws
  {
    var viewer = try Viewer(Timeline(Feeds.feed(Feeds.generated(isLongRun ? 3_000 : 600))))
    viewer.type("50%&\(filter)\r")
    var slices = 0
    let selection = viewer.app.view.list.selection
    let page = viewer.page
    while viewer.app.hasBackgroundWork {
      _ = viewer.app.workInBackground(at: viewer.now)
      slices += 1
      #expect(viewer.app.view.list.selection == selection)
      guard viewer.page.prefix(12) == page.prefix(12) else {
        Issue.record("the rows moved in slice \(slices)")
        break
      }
    }
    #expect(slices > 3, "the stream was looked through in one slice")
    #expect(Self.listed(viewer) == Self.expected(try View(filter), in: viewer.app.feed))
  }
}
