import CellGrid
import StreamModel
import Testing

@testable import StreamUI

/// Keys that come faster than rows become rich mean what they mean one at a time.
struct HurriedKeysTests {
  /// Hands over all events together; then time goes from deadline to deadline.
  private static func play(_ events: [TerminalEvent]) throws -> String {
    var events = events
    let terminal = WaitTerminal { terminal, deadline in
      defer { events = [] }
      guard events.isEmpty else { return events }
      guard let deadline else { return [.scriptEnded] }
      terminal.time.advance(to: deadline)
      return []
    }
    try terminal.play(Timeline(Feeds.feed(Feeds.linked(60))))
    return terminal.text
  }

  private static func status(_ events: [TerminalEvent]) throws -> Substring {
    try play(events).split(separator: "\n").last ?? ""
  }

  @Test func aJumpForgetsTheLinkThatWasWanted() throws {
    for keys in ["jjjj\tGg", "jjjj\tJKg", "jjjj\t\tG"] {
      let events = keys.unicodeScalars.map { sign -> TerminalEvent in
        .input(.key(sign == "\t" ? Key(.tab) : .character(sign)))
      }
      let status = try Self.status(events)
      #expect(status.contains("post "), "\(keys): \(status)")
    }
  }

  @Test func everyTabCounts() throws {
    for (keys, page) in [("\t", 1), ("\t\t", 2), ("\t\t\t\u{7F}", 2), ("j\t\t\t\t", 4)] {
      let events = keys.unicodeScalars.map { sign -> TerminalEvent in
        switch sign {
        case "\t": .input(.key(Key(.tab)))
        case "\u{7F}": .input(.key(Key(.backTab)))
        default: .input(.key(.character(sign)))
        }
      }
      let status = try Self.status(events)
      #expect(
        status.contains("https://host.example/\(page) "),
        "\(keys.debugDescription): \(status)"
      )
    }
  }

  @Test func aTabBeforeAResizeIsStillTaken() throws {
    let text = try Self.play([
      .input(.key("j")), .input(.key(Key(.tab))), .resized(Size(columns: 70, lines: 20)),
    ])
    #expect(text.contains("https://host.example/"))
  }
}
