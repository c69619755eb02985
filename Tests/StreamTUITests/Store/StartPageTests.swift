import Foundation
import Testing

/// The program without an argument, once sources were opened.
@Suite(.serialized) struct StartPageTests {
  @Test func theStartPageOpensASourceAndComesBackAfterIt() throws {
    try StateStage.run { stage in
      let one = try stage.feed("one.ndjson", ["first of one", "second of one", "third of one"])
      let two = try stage.feed("two.ndjson", ["first of two"])
      try stage.read([two], keys: [])
      try stage.read([one], keys: ["J"])
      let pty = try stage.open([])
      #expect(pty.waits(for: one) && pty.waits(for: "post 2 of 3") && pty.waits(for: two))
      #expect(pty.waits(for: "The built-in sample"))
      pty.settle()
      var mark = pty.output.count
      pty.send("\r")
      #expect(pty.waits(for: "second of one", since: mark))
      pty.settle()
      mark = pty.output.count
      pty.send("q")
      #expect(pty.waits(for: "The built-in sample", since: mark))
      pty.settle()
      mark = pty.output.count
      pty.send("G\r")
      #expect(pty.waits(for: "Olga Hansen", since: mark))
      pty.settle()
      pty.send("Q")
      #expect(pty.end() == 0)
      #expect(pty.modes == pty.modesBefore)
    }
  }

  /// A mark of another run leads from the start page to its source, and one that was never set is said to be none.
  @Test func aCapitalMarkLeadsFromTheStartPage() throws {
    try StateStage.run { stage in
      let one = try stage.feed("one.ndjson", ["first of one", "second of one", "third of one"])
      try stage.read([one], keys: ["J", "mA", "g"])
      let pty = try stage.open([])
      #expect(pty.waits(for: "The built-in sample"))
      pty.settle()
      pty.send("'B")
      #expect(pty.waits(for: "Mark B is not set"))
      pty.settle()
      let mark = pty.output.count
      pty.send("'A")
      #expect(pty.waits(for: "post 2 of 3", since: mark))
      pty.settle()
      pty.send("Q")
      #expect(pty.end() == 0)
    }
  }

  @Test func forgettingOnTheStartPageLeavesNoByte() throws {
    try StateStage.run { stage in
      let secret = try stage.feed("SECRET.ndjson", ["SECRET one", "SECRET two"])
      let open = try stage.feed("open.ndjson", ["open one"])
      try stage.read([open], keys: [])
      try stage.read([secret], keys: ["*", "J"])
      let pty = try stage.open([])
      #expect(pty.waits(for: secret))
      pty.settle()
      pty.send("d")
      #expect(pty.waits(for: "y forgets"))
      pty.settle()
      pty.send("y")
      #expect(pty.waits(for: "Forgotten:"))
      #expect(try stage.files(with: "SECRET") == [])
      pty.settle()
      let mark = pty.output.count
      pty.send("\r")
      #expect(pty.waits(for: "open one", since: mark))
      pty.send("Q")
      #expect(pty.end() == 0)
      #expect(try stage.files(with: "SECRET") == [])
    }
  }

  @Test func aFileThatIsGoneIsSaidAndThePageStays() throws {
    try StateStage.run { stage in
      let feed = try stage.feed("gone.ndjson", ["text"])
      try stage.read([feed], keys: [])
      try FileManager.default.removeItem(atPath: feed)
      let pty = try stage.open([])
      #expect(pty.waits(for: feed))
      pty.settle()
      pty.send("\r")
      #expect(pty.waits(for: "Not opened:"))
      pty.send("q")
      #expect(pty.end() == 0)
    }
  }

  @Test(arguments: [["--no-state"], []])
  func withoutStateTheSampleIsShown(_ arguments: [String]) throws {
    try StateStage.run { stage in
      if !arguments.isEmpty {
        let feed = try stage.feed("a.ndjson", ["text"])
        try stage.read([feed], keys: [])
      }
      let pty = try stage.open(arguments)
      #expect(pty.waits(for: "Olga Hansen"))
      #expect(pty.waits(for: "The built-in sample. B a adds a feed; ? lists the keys"))
      pty.send("q")
      #expect(pty.end() == 0)
    }
  }
}
