import CellGrid
import StreamModel
import Testing

@testable import StreamUI

/// Keys that come faster than rows become rich mean what they mean one at a time.
struct HurriedKeysTests {
  private static let size = Size(columns: 80, lines: 24)

  /// The last screen after each batch came at once.
  private static func play(_ batches: [[TerminalEvent]]) throws -> Screen? {
    let time = ManualTime(wall: Stage.wall)
    let terminal = HurriedTerminal(size: size, time: time, batches)
    let app = App(
      feed: Feeds.feed(Feeds.linked(60)),
      size: size,
      wall: Stage.wall,
      options: App.Options()
    )
    var loop = RunLoop(app: app, terminal: terminal, events: terminal, time: time) { _ in [] }
    try loop.run()
    return terminal.screen
  }

  @Test func aJumpForgetsTheLinkThatWasWanted() throws {
    for keys in ["jjjj\tGg", "jjjj\tJKg", "jjjj\t\tG"] {
      let events = keys.unicodeScalars.map { sign -> TerminalEvent in
        .input(.key(sign == "\t" ? Key(.tab) : .character(sign)))
      }
      let screen = try Self.play([events])
      let status = screen?.textPlane().split(separator: "\n").last ?? ""
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
      let status = try Self.play([events])?.textPlane().split(separator: "\n").last ?? ""
      #expect(
        status.contains("https://host.example/\(page) "),
        "\(keys.debugDescription): \(status)"
      )
    }
  }

  @Test func aTabBeforeAResizeIsStillTaken() throws {
    let screen = try Self.play([
      [
        .input(.key(.character("j"))), .input(.key(Key(.tab))),
        .resized(Size(columns: 70, lines: 20)),
      ]
    ])
    #expect(screen?.textPlane().contains("https://host.example/") == true)
  }
}

/// A terminal that hands over all events of a batch together; then time goes from deadline to deadline.
private final class HurriedTerminal: Terminal, EventSource {
  private(set) var size: Size
  let isCaughtUp = true
  private(set) var screen: Screen?
  private let time: ManualTime
  private var batches: ArraySlice<[TerminalEvent]>

  init(size: Size, time: ManualTime, _ batches: [[TerminalEvent]]) {
    self.size = size
    self.time = time
    self.batches = batches[...]
  }

  func wait(until deadline: Moment?) -> [TerminalEvent] {
    if let batch = batches.popFirst() { return batch }
    guard let deadline else { return [.scriptEnded] }
    if deadline > time.now { time.advance(to: deadline) }
    return []
  }

  func present(_ screen: Screen) { self.screen = screen }

  func invalidate() {}
}
