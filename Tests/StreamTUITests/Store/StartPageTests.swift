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

  /// From any page, also where subscriptions are what the program begins with: those are listed elsewhere.
  @Test func filesThatWereOpenedAreReachedFromWithin() throws {
    try StateStage.run { stage in
      let one = try stage.feed("one.ndjson", ["first of one", "second of one"])
      let feed = try stage.feed("feed.ndjson", ["first of feed"])
      try stage.read([one], keys: [])
      try stage.read([feed], keys: [])
      _ = try stage.shell("$program add '\(feed)'; $program refresh")
      let pty = try stage.open([])
      #expect(pty.waits(for: "first of feed"))
      pty.settle()
      var mark = pty.output.count
      pty.send(":open \r")
      #expect(pty.waits(for: one, since: mark))
      pty.settle()
      #expect(!String(decoding: pty.output[mark...], as: UTF8.self).contains(feed))
      mark = pty.output.count
      pty.send("\r")
      #expect(pty.waits(for: "first of one", since: mark))
      pty.settle()
      mark = pty.output.count
      pty.send("qq")
      #expect(pty.waits(for: "first of feed", since: mark))
      pty.send("Q")
      #expect(pty.end() == 0)
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

  @Test func withoutStateTheSampleIsShownWithTheWayOn() throws {
    try StateStage.run { stage in
      let feed = try stage.feed("a.ndjson", ["text"])
      try stage.read([feed], keys: [])
      let pty = try stage.open(["--no-state"])
      #expect(pty.waits(for: "Olga Hansen"))
      #expect(pty.waits(for: ":add adds a feed"))
      #expect(!pty.written.contains("Welcome"))
      pty.send("q")
      #expect(pty.end() == 0)
    }
  }

  @Test func theWaysOnLeadToAFile() throws {
    try StateStage.run { stage in
      let one = try stage.feed("one.ndjson", ["first of one"])
      let two = try stage.feed("two.ndjson", ["first of two"])
      try stage.read([one], keys: [])
      let pty = try stage.open([])
      #expect(pty.waits(for: "Open a file or an address"))
      pty.settle()
      pty.send(":open \(two)x\r")
      #expect(pty.waits(for: "Not opened:"))
      pty.settle()
      var mark = pty.output.count
      pty.send(":open \(two)\r")
      #expect(pty.waits(for: "first of two", since: mark))
      pty.settle()
      mark = pty.output.count
      pty.send("q")
      #expect(pty.waits(for: two, since: mark))
      pty.settle()
      pty.send("Q")
      #expect(pty.end() == 0)
    }
  }
}

/// The program without an argument, before anything is configured or remembered.
@Suite(.serialized) struct FirstStartTests {
  private func start(_ stage: StateStage, _ arguments: [String] = [], keys: String = "q") throws
    -> String
  {
    let pty = try stage.open(arguments)
    #expect(pty.waits(for: "Olga Hansen"))
    #expect(pty.waits(for: "? help"))
    pty.settle()
    pty.send(keys)
    #expect(pty.end() == 0)
    #expect(pty.modes == pty.modesBefore)
    return pty.written
  }

  @Test func theWelcomeComesOnce() throws {
    try StateStage.run { stage in
      let first = try start(stage)
      #expect(first.contains("Welcome to streamtui"))
      #expect(first.contains(":add ADDRESS") && first.contains(":open FILE"))
      // The folder, for the user alone, is all that is kept of it.
      #expect(try FileManager.default.contentsOfDirectory(atPath: stage.state) == [])
      for keys in ["q", "jq"] {
        let later = try start(stage, keys: keys)
        #expect(!later.contains("Welcome") && later.contains(":add adds a feed"))
      }
    }
  }

  /// Where it could come again and again, it does not come at all.
  @Test func whereNothingCanBeKeptItNeverComes() throws {
    try StateStage.run { stage in
      #expect(try !start(stage, ["--no-state"]).contains("Welcome"))
      #expect(!FileManager.default.fileExists(atPath: stage.state))
      try "".write(toFile: stage.folder + "/state", atomically: true, encoding: .utf8)
      #expect(try !start(stage).contains("Welcome"))
    }
  }

  @Test func whoHasAConfigurationKnowsTheProgram() throws {
    try StateStage.run { stage in
      let home = stage.folder + "/config/streamtui"
      try FileManager.default.createDirectory(atPath: home, withIntermediateDirectories: true)
      try "utc = true\n".write(toFile: home + "/config.toml", atomically: true, encoding: .utf8)
      let pty = try Pty(
        [Program.path],
        environment: stage.environment.merging(["XDG_CONFIG_HOME": stage.folder + "/config"]) { $1 }
      )
      #expect(pty.waits(for: ":add adds a feed"))
      #expect(!pty.written.contains("Welcome"))
      pty.send("q")
      #expect(pty.end() == 0)
    }
  }
}

extension Pty {
  /// Everything that was written so far.
  fileprivate var written: String { String(decoding: output, as: UTF8.self) }
}
