import CellGrid
import StreamModel
import Testing

@testable import StreamUI

/// A pipe that is merged with files and has nothing to say costs nothing.
struct SlowPipeTests {
  @Test(arguments: [true, false])
  func theLoopSleepsUntilMoreComes(_ isFirst: Bool) throws {
    let line =
      "{\"id\":\"p\",\"published\":\"2099-01-01T00:00:00Z\",\"body_text\":\"from the pipe\"}\n"
    let pipe = MemoryBytes(name: "pipe", bytes: [], isComplete: false)
    let feeds = [Feed(source: pipe), try Feeds.sample()]
    var (polls, pollsBeforeSleep) = (0, 0)
    var textBeforeSleep: String?
    // Once a wait has no deadline, the pipe's only line comes.
    let terminal = WaitTerminal { terminal, deadline in
      polls += 1
      if let deadline, polls <= 1_000 {
        terminal.time.advance(to: deadline)
        return []
      }
      guard textBeforeSleep == nil else { return [.scriptEnded] }
      (textBeforeSleep, pollsBeforeSleep) = (terminal.text, polls)
      pipe.append(Array(line.utf8))
      pipe.finish()
      return [.bytesArrived]
    }
    try terminal.play(Timeline(isFirst ? feeds : feeds.reversed(), order: .newest))
    // The sample is scanned and shown meanwhile, and its rows become rich, each in a turn.
    #expect(pollsBeforeSleep <= 100)
    #expect(textBeforeSleep?.contains("post 1 of") == true)
    // It is dated later than all others: it comes in above, and moves nothing.
    #expect(terminal.text.contains("1 new above"))
  }
}
