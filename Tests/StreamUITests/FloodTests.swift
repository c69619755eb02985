import CellGrid
import StreamModel
import Testing

@testable import StreamUI

/// A pipe that always has more does not keep the reader waiting.
struct FloodTests {
  @Test func rowsBecomeRichWhileAPipeNeverPauses() throws {
    // Bytes arrive at every wait, each a millisecond, and one key comes first.
    var waits = 0
    let terminal = WaitTerminal { terminal, _ in
      guard waits < 400 else { return [.scriptEnded] }
      waits += 1
      terminal.time.advance(to: terminal.time.now.advanced(byMilliseconds: 1))
      return waits == 1 ? [.input(.key("j"))] : [.bytesArrived]
    }
    try terminal.play(Timeline(Feeds.sample()))
    let calm = try Stage().play("j<wait 400>", Feeds.sample())
    #expect(terminal.text == calm.text)
    #expect(terminal.frames.last?.stylePlane() == calm.style)
    #expect(calm.hasLinkRole)
  }
}
