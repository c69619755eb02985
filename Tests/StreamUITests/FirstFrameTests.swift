import CellGrid
import StreamModel
import Testing

@testable import StreamUI

struct FirstFrameTests {
  @Test(arguments: Strategy.allCases)
  func nothingIsWaitedForBeforeIt(_ strategy: Strategy) throws {
    var first: String?
    let terminal = WaitTerminal { terminal, _ in
      first = terminal.text
      return [.scriptEnded]
    }
    let options = App.Options { $0.strategy = strategy }
    let app = try terminal.play(Timeline(Feeds.sample()), options: options)
    #expect(first?.contains("post 1 of") == true)
    // Rows at rest are rich from the start: nobody sees them change.
    if strategy == .idle { #expect(app.visibleRowsAreRich) }
  }
}
