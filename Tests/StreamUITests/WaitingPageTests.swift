import CellGrid
import StreamModel
import TestSupport
import Testing

@testable import StreamUI

/// A page that waits for its first post, or for its next one, keeps neither keys nor signals waiting.
///
/// A search there went round for ever in one slice: it made no progress, and spent nothing.
@Suite(.timeLimit(.minutes(2))) struct WaitingPageTests {
  private static let line = #"{"id":"p","author":{"name":"Ada"},"body_text":"still water"}"# + "\n"
  private static let searches = ["/x", "/water", "/water<CR>", "?water<CR>", "/x<CR>n", "/x<CR>N"]
  private static let ways = [
    "", "i", "&water<CR>", "&zz<CR>", "I", "t", "A", "5G", ":50%<CR>",
  ]

  private struct Outcome {
    var turnsBeforeSleep = 0
    var hasSlept = false
    var textBeforeSleep = ""
    var textAtEnd = ""
  }

  /// Plays keys over a pipe, one by one; once the loop sleeps, its only post comes, and the pipe ends.
  private static func play(_ keys: String, holding begun: String) throws -> Outcome {
    let pipe = MemoryBytes(name: "pipe", text: begun, isComplete: false)
    var (outcome, turns) = (Outcome(), 0)
    var keysOfScript: HeadlessTerminal?
    let terminal = WaitTerminal { terminal, deadline in
      turns += 1
      // Far more turns than any key needs: the loop would go on for ever.
      guard turns < 2_000 else { return [.scriptEnded] }
      if let deadline, deadline <= terminal.time.now { return [] }
      let events = keysOfScript?.wait(until: deadline) ?? []
      guard events.contains(where: { if case .scriptEnded = $0 { true } else { false } }) else {
        return events
      }
      if let deadline {
        terminal.time.advance(to: deadline)
        return []
      }
      outcome.textAtEnd = terminal.text
      guard !outcome.hasSlept else { return [.scriptEnded] }
      outcome.hasSlept = true
      (outcome.turnsBeforeSleep, outcome.textBeforeSleep) = (turns, terminal.text)
      pipe.append(Array(line.utf8))
      pipe.finish()
      return [.bytesArrived]
    }
    keysOfScript = HeadlessTerminal(
      size: terminal.size,
      script: try KeyScript(keys),
      time: terminal.time
    ) { _ in }
    let options = App.Options { $0.stream.tracksReading = true }
    try terminal.play(Timeline(Feed(source: pipe, hint: .ndjson)), options: options)
    return outcome
  }

  @Test(arguments: searches, ways)
  func aSearchComesToRestAndTakesInWhatComes(_ search: String, _ way: String) throws {
    let terminal = try Self.play(way + search, holding: "")
    #expect(terminal.turnsBeforeSleep < 400)
    #expect(terminal.hasSlept)
  }

  @Test(arguments: searches) func halfARecordIsNoPost(_ search: String) throws {
    let terminal = try Self.play(search, holding: #"{"id":"q","body_text":"a"#)
    #expect(terminal.turnsBeforeSleep < 400)
  }

  @Test func aPostThatComesIsFound() throws {
    let found = try Self.play("/water", holding: "")
    #expect(found.textAtEnd.contains("still water"))
    #expect(found.textBeforeSleep.contains("/water"))
  }
}
