import Foundation
import Testing

/// The program without an argument, once sources were opened.
@Suite(.serialized) struct StartPageTests {
  private let stage = StateStage()

  @Test func theStartPageOpensASourceAndComesBackAfterIt() throws {
    let one = try stage.feed("one.ndjson", ["first of one", "second of one", "third of one"])
    let two = try stage.feed("two.ndjson", ["first of two"])
    try stage.read([two], keys: [])
    try stage.read([one], keys: ["J"])
    let pty = try stage.open()
    #expect(pty.waits(for: one) && pty.waits(for: "post 2 of 3") && pty.waits(for: two))
    pty.showing("The built-in sample")
    pty.type("\r", "second of one")
    pty.type("q", "The built-in sample")
    pty.type("G\r", "Olga Hansen")
    pty.quit()
    #expect(pty.modes == pty.modesBefore)
  }

  @Test func filesThatWereOpenedAreReachedFromWithin() throws {
    let one = try stage.feed("one.ndjson", ["first of one", "second of one"])
    let feed = try stage.feed("feed.ndjson", ["first of feed"])
    try stage.read([one], keys: [])
    try stage.read([feed], keys: [])
    _ = try stage.shell("$program add '\(feed)'; $program refresh")
    let pty = try stage.open().showing("first of feed")
    let mark = pty.output.count
    pty.type(":open \r", one)
    #expect(!pty.text(since: mark).contains(feed))
    pty.type("\r", "first of one")
    pty.type("qq", "first of feed")
    pty.quit()
  }

  @Test func aCapitalMarkLeadsFromTheStartPage() throws {
    let one = try stage.feed("one.ndjson", ["first of one", "second of one", "third of one"])
    try stage.read([one], keys: ["J", "mA", "g"])
    let pty = try stage.open().showing("The built-in sample")
    pty.type("'B", "Mark B is not set", since: 0)
    pty.type("'A", "post 2 of 3")
    pty.quit()
  }

  @Test func forgettingOnTheStartPageLeavesNoByte() throws {
    let secret = try stage.feed("SECRET.ndjson", ["SECRET one", "SECRET two"])
    let open = try stage.feed("open.ndjson", ["open one"])
    try stage.read([open], keys: [])
    try stage.read([secret], keys: ["*", "J"])
    let pty = try stage.open().showing(secret)
    pty.type("d", "y forgets", since: 0)
    pty.type("y", "Forgotten:", since: 0)
    #expect(try stage.files(with: "SECRET") == [])
    pty.settle()
    pty.type("\r", "open one")
    pty.quit()
    #expect(try stage.files(with: "SECRET") == [])
  }

  @Test func aFileThatIsGoneIsSaidAndThePageStays() throws {
    let feed = try stage.feed("gone.ndjson", ["text"])
    try stage.read([feed], keys: [])
    try FileManager.default.removeItem(atPath: feed)
    let pty = try stage.open().showing(feed)
    pty.type("\r", "Not opened:", since: 0)
    pty.quit("q")
  }

  @Test func withoutStateTheSampleIsShownWithTheWayOn() throws {
    let feed = try stage.feed("a.ndjson", ["text"])
    try stage.read([feed], keys: [])
    let pty = try stage.open(["--no-state"])
      .awaiting("Olga Hansen", "built-in sample", ":add adds a feed")
    #expect(!pty.text().contains("Welcome"))
    pty.quit("q")
  }

  @Test func theWaysOnLeadToAFile() throws {
    let one = try stage.feed("one.ndjson", ["first of one"])
    let two = try stage.feed("two.ndjson", ["first of two"])
    try stage.read([one], keys: [])
    let pty = try stage.open().showing("Open a file or an address")
    pty.type(":open \(two)x\r", "Not opened:", since: 0)
    pty.type(":open \(two)\r", "first of two")
    pty.type("q", two)
    pty.quit()
  }
}

/// The program without an argument, before anything is configured or remembered.
@Suite(.serialized) struct FirstStartTests {
  private let stage = StateStage()

  private func start(_ arguments: [String] = [], keys: String = "q") throws -> String {
    let pty = try stage.open(arguments).awaiting("Olga Hansen")
    pty.showing("? help").quit(keys)
    #expect(pty.modes == pty.modesBefore)
    return pty.text()
  }

  @Test func theWelcomeComesOnce() throws {
    let first = try start()
    #expect(first.contains("Welcome to streamtui"))
    #expect(first.contains(":add ADDRESS") && first.contains(":open FILE"))
    // The folder, for the user alone, is all that is kept of it.
    #expect(try FileManager.default.contentsOfDirectory(atPath: stage.state) == [])
    for keys in ["q", "jq"] {
      let later = try start(keys: keys)
      #expect(!later.contains("Welcome") && later.contains(":add adds a feed"))
    }
  }

  /// Where it could come again and again, it does not come at all.
  @Test func whereNothingCanBeKeptItNeverComes() throws {
    #expect(try !start(["--no-state"]).contains("Welcome"))
    #expect(!FileManager.default.fileExists(atPath: stage.state))
    try Program.write("", to: stage.folder + "/state")
    #expect(try !start().contains("Welcome"))
  }

  @Test func whoHasAConfigurationKnowsTheProgram() throws {
    try Program.write("utc = true\n", to: stage.folder + "/config/streamtui/config.toml")
    let pty = try stage.open().awaiting(":add adds a feed")
    #expect(!pty.text().contains("Welcome"))
    pty.quit("q")
  }
}
