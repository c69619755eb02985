import ArgumentParser
import Testing

@testable import StreamTUI

/// The command line that is read without the parser means what the parser says it means.
@Suite struct ViewingTests {
  @Test(arguments: [
    [], ["feed.json"], ["-"], ["a", "b c", "-"], ["\u{FFFD}.xml"], ["a=b"], ["dumped", "views"],
  ])
  func sourcesAloneMeanTheSameToBoth(_ arguments: [String]) throws {
    let parsed = try #require(StreamTUICommand.parseAsRoot(arguments) as? ViewCommand)
    #expect(
      Viewing(plain: arguments, commands: StreamTUICommand.commandWords) == parsed.viewing
    )
  }

  @Test(arguments: [
    ["--hud"], ["--hyperlinks", "never"], ["a", "--hud"], ["-h"], ["--"], ["", "a"], ["help"],
    ["dump", "a"], ["a", "check"],
    ["view"], ["bench"], ["demo"], ["snapshot"], ["--version"],
  ])
  func theRestIsLeftToTheParser(_ arguments: [String]) {
    #expect(Viewing(plain: arguments, commands: StreamTUICommand.commandWords) == nil)
  }
}
