import CellGrid
import StreamModel
import Testing

@testable import StreamUI

/// A filter and the scan of a large feed take turns: the first posts that it finds need not wait for the last byte.
struct FilterTurnTests {
  private static let size = Size(columns: 80, lines: 24)

  @Test func theFirstPostsComeBeforeTheFeedIsScanned() throws {
    let filler = String(repeating: " and so on", count: 100)
    let lines = (1...6_000).map { number in
      let word = number % 4_000 == 1_000 ? "zebra" : "horse"
      return "{\"id\":\"p\(number)\",\"body_text\":\"post \(number), a \(word)\(filler)\"}\n"
    }
    let feed = Feed(source: MemoryBytes(name: "feed", bytes: Array(lines.joined().utf8)))
    let time = WorkingTime()
    let terminal = TypingTerminal(size: Self.size, time: time, text: "&zebra")
    let app = App(feed: feed, size: Self.size, wall: Stage.wall, options: App.Options())
    var recordsAtFirst: Int?
    var loop = RunLoop(
      app: app,
      terminal: terminal,
      events: terminal,
      time: time,
      willPresent: { app in
        guard recordsAtFirst == nil, app.view.rows.count == 1 else { return }
        recordsAtFirst = app.feed.recordCount
      },
      perform: { _ in [] }
    )
    try loop.run()
    let atFirst = try #require(recordsAtFirst)
    #expect(atFirst < lines.count)
    let text = terminal.screen?.textPlane() ?? ""
    #expect(text.contains("post 1000, a zebra"))
    #expect(text.contains("2 posts"))
  }
}

/// A clock that goes on by a millisecond whenever it is read, as if the work between two looks took that long.
private final class WorkingTime: TimeSource {
  private let clock = ManualTime(wall: Stage.wall)

  var now: Moment {
    clock.advance(to: clock.now.advanced(byMilliseconds: 1))
    return clock.now
  }

  var wall: Timestamp { clock.wall }

  func advance(to moment: Moment) { clock.advance(to: moment) }
}

/// A terminal whose reader types before anything else happens.
private final class TypingTerminal: Terminal, EventSource {
  let size: Size
  let isCaughtUp = true
  private(set) var screen: Screen?
  private let time: WorkingTime
  private var text: String
  private var waits = 20_000

  init(size: Size, time: WorkingTime, text: String) {
    self.size = size
    self.time = time
    self.text = text
  }

  func wait(until deadline: Moment?) -> [TerminalEvent] {
    waits -= 1
    guard text.isEmpty else {
      defer { text = "" }
      return text.unicodeScalars.map { .input(.key(.character($0))) }
    }
    guard let deadline, waits > 0 else { return [.scriptEnded] }
    time.advance(to: deadline)
    return []
  }

  func present(_ screen: Screen) { self.screen = screen }

  func invalidate() {}
}
