import Foundation
import StreamModel
import Testing

@testable import StreamHost

/// The posts that the reader keeps, as a timeline of their own.
struct KeptCommandTests {
  private let stage = StateStage()

  @Test func keptPostsOutliveTheirFeedAndComeLastFirst() throws {
    let feed = try stage.feed("a.ndjson", ["first text", "second text", "third text"])
    try stage.read([feed], keys: ["*", "J", "J", "*"])
    try FileManager.default.removeItem(atPath: feed)
    let text = try stage.shell("$program kept")
    #expect(text.status == 0 && text.errors.isEmpty)
    let third = try #require(text.output.range(of: "third text"))
    let first = try #require(text.output.range(of: "first text"))
    #expect(third.lowerBound < first.lowerBound)
    #expect(!text.output.contains("second text"))
    #expect(try stage.shell("$program dump kept").output == text.output)
    let json = try stage.shell("$program dump --format ndjson kept")
    #expect(json.output.split(separator: "\n").count == 2)
    #expect(json.output.contains(#""source":"kept posts:1:1""#))
  }

  /// One feed is named in each row as several are: the list is of none of them.
  @Test func aKeptPostNamesItsFeedWhereAllAreOfOne() throws {
    let author = #","author":{"name":"Ann"}"#
    let feed = try stage.feed("pond.ndjson", ["first text", "second text"], more: author)
    try stage.read([feed], keys: ["*"])
    let kept = try stage.open(["kept"])
    #expect(kept.waits(for: "pond.ndjson"))
    kept.quit()
  }

  @Test func aDumpTellsWhatWasReadAndKept() throws {
    let feed = try stage.feed("a.ndjson", ["first text", "second text", "third text"])
    try stage.read([feed], keys: ["*", "R", "J", "R"])
    let dumped = try stage.shell("$program dump --format ndjson --with-state '\(feed)'")
    let flags = dumped.output.split(separator: "\n").map { line in
      line.split(separator: ",").suffix(2).joined(separator: ",")
    }
    #expect(
      flags == [
        #""read":true,"kept":true}"#, #""read":true,"kept":false}"#,
        #""read":false,"kept":false}"#,
      ]
    )
    let plain = try stage.shell("$program dump --format ndjson '\(feed)'").output
    #expect(!plain.contains("\"read\""))
    let again =
      "$program dump --format ndjson --with-state '\(feed)' | $program dump --format ndjson -"
    #expect(try stage.shell(again).output == plain)
    let kept = try stage.shell("$program dump kept --format ndjson --with-state").output
    #expect(kept.contains(#""read":true,"kept":true}"#))
    #expect(try stage.shell("$program dump --with-state '\(feed)'").status == 64)
  }

  @Test func aPostThatIsLetGoOnItsTimelineIsGoneAndComesBackWithUndo() throws {
    let feed = try stage.feed("a.ndjson", ["first text", "second text"])
    try stage.read([feed], keys: ["*", "J", "*"])
    try stage.read(["kept"], keys: ["*"])
    let left = try stage.shell("$program dump kept --format ndjson").output
    #expect(left.contains("first text") && !left.contains("second text"))
    // The sign in the feed is gone, too: there it can be kept again.
    try stage.read([feed, "--from-start"], keys: ["J", "*"])
    try stage.read(["kept"], keys: ["*", "J", "*", "u", "u"])
    let both = try stage.shell("$program dump kept --format ndjson").output
    #expect(both.contains("first text") && both.contains("second text"))
  }

  @Test func keptPostsOpenOverTheFeedTheyComeFrom() throws {
    let feed = try stage.feed("a.ndjson", ["first text", "second text", "third text"])
    let pty = try stage.open([feed]).showing("post 1 of 3")
    pty.type("I", "No posts are kept yet", since: 0)
    for key in ["*", "J", "J", "*"] { pty.type(key) }
    pty.send("I")
    // All are of one source, and the page still says that they are kept.
    pty.showing("kept posts · post 1 of 2")
    pty.type("I", "The kept posts are open", since: 0)
    pty.type("*", "No longer kept", since: 0)
    pty.type("q", "post 3 of 3", since: 0)
    // Here it is not kept any more, either.
    pty.type("*", "Kept", since: 0)
    pty.type("u")
    pty.quit("q")
    let left = try stage.shell("$program dump kept --format ndjson").output
    #expect(left.contains("first text") && !left.contains("third text"))
  }

  @Test func undoReachesAPageOfKeptPostsThatWasLeft() throws {
    let feed = try stage.feed("a.ndjson", ["first text", "second text"])
    let before = try { () throws in
      try stage.read([feed], keys: ["*", "J", "*"])
      return try stage.shell("$program dump kept --format ndjson").output
    }()
    let keys = ["I", "*", "q", "I", "q", "u", "I", "q"]
    try stage.read([feed, "--from-start"], keys: keys)
    let after = try stage.shell("$program dump kept --format ndjson").output
    #expect(Set(after.split(separator: "\n")).count == 2)
    for text in ["first text", "second text"] {
      #expect(before.contains(text) && after.contains(text))
    }
  }

  @Test func lettingOnePostGoLeavesAnotherOfTheSameId() throws {
    let stage = StoreStage()
    let store = stage.open()
    for (name, text) in [("a", "one text"), ("b", "other text"), ("c", "third text")] {
      let source = try #require(store.source(key: "file:/\(name)", name: "/\(name)"))
      let record = Array(#"{"id":"same","body_text":"\#(text)"}"#.utf8)
      let key = PostIdentity(id: 7, fallback: UInt64(name.utf8.first ?? 0))
      store.write(.keep(KeptRecord(source: source, identity: key, time: 0, record: record)))
    }
    store.close()
    let environment = ["XDG_STATE_HOME": stage.place + "/state"]
    let pty = try Pty([Program.path, "kept"], environment: environment).showing("post 1 of 3")
    pty.type("J")
    pty.type("*", "No longer kept", since: 0)
    pty.quit("q")
    let next = stage.open()
    let texts = next.kept()?.map { String(decoding: $0.record, as: UTF8.self) }
    #expect(texts?.count == 2 && texts?.contains { $0.contains("other") } == false)
  }

  @Test func aDirectMessageIsStoredOnlyWhereItIsKept() throws {
    let more = #","visibility":"direct""#
    let feed = try stage.feed("a.ndjson", ["whispered text", "secret text"], more: more)
    try stage.read([feed], keys: ["*", "J"])
    #expect(try stage.files(with: "secret text") == [])
    let output = try stage.shell("$program dump kept").output
    #expect(output.contains("whispered text") && !output.contains("secret text"))
    #expect(try stage.shell("$program dump --public-only kept").output.isEmpty)
  }

  @Test func aFileNamedKeptComesFirst() throws {
    _ = try stage.feed("kept", ["text of the file"])
    #expect(try stage.shell("$program dump kept").output.contains("text of the file"))
    #expect(try stage.shell("$program dump --format json ./kept").status == 0)
  }

  @Test func withoutKeptPostsThereIsAnEmptyListAndNoFolderIsMade() throws {
    let json = try stage.shell("$program dump --format json kept")
    #expect(json.status == 0 && json.output == "[]\n" && json.errors.isEmpty)
    #expect(!FileManager.default.fileExists(atPath: stage.folder + "/state"))
    let pty = try stage.open(["kept"])
    #expect(pty.waits(for: "No posts are kept yet. Press * on a post to keep it."))
    #expect(pty.end() == 0)
  }

  @Test func secureModeRefuses() throws {
    for line in ["kept", "dump kept", "history", "forget all"] {
      let outcome = try stage.shell("$program \(line)", secure: true)
      #expect(outcome.status == 1)
      #expect(
        outcome.errors
          == "streamtui: The saved state is off: secure mode is on (STREAMTUI_SECURE)\n"
      )
    }
  }

  @Test func damagedRecordsAreProblemsAndTheOthersAreShown() throws {
    let stage = StoreStage()
    let store = stage.open()
    let source = try #require(store.source(key: "file:/a", name: "/a"))
    let texts = [#"{"id":"1","body_text":"good"}"#, "{\"id\":\n\u{0}", ""]
    for (number, text) in texts.enumerated() {
      let (key, record) = (StoreStage.key(number), Array(text.utf8))
      store.write(.keep(KeptRecord(source: source, identity: key, time: 0, record: record)))
    }
    store.close()
    let environment = ["XDG_STATE_HOME": stage.place + "/state"]
    let outcome = try Program.shell("$program dump --format ndjson kept", environment: environment)
    #expect(outcome.status == 0 && outcome.output.contains("good"))
    #expect(outcome.errors.contains("kept posts:"))
  }
}
