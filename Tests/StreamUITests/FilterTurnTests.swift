import CellGrid
import StreamModel
import Testing

@testable import StreamUI

/// A filter and the scan of a large feed take turns: the first posts that it finds need not wait for the last byte.
struct FilterTurnTests {
  @Test func theFirstPostsComeBeforeTheFeedIsScanned() throws {
    let filler = String(repeating: " and so on", count: 100)
    let lines = (1...6_000).map { number in
      let word = number % 4_000 == 1_000 ? "zebra" : "horse"
      return "{\"id\":\"p\(number)\",\"body_text\":\"post \(number), a \(word)\(filler)\"}\n"
    }
    let feed = Feed(source: MemoryBytes(name: "feed", bytes: Array(lines.joined().utf8)))
    let time = WorkingTime()
    var text = "&zebra"
    let terminal = WaitTerminal { _, deadline in
      guard text.isEmpty else {
        defer { text = "" }
        return text.unicodeScalars.map { .input(.key(.character($0))) }
      }
      guard let deadline else { return [.scriptEnded] }
      time.advance(to: deadline)
      return []
    }
    var recordsAtFirst: Int?
    try terminal.play(Timeline(feed), time: time) { app in
      guard recordsAtFirst == nil, app.view.rows.count == 1 else { return }
      recordsAtFirst = app.feed.recordCount
    }
    let atFirst = try #require(recordsAtFirst)
    #expect(atFirst < lines.count)
    #expect(terminal.text.contains("post 1000, a zebra"))
    #expect(terminal.text.contains("2 posts"))
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
