import Foundation
import Testing

/// A week with subscriptions: on the command line, and in the posts that were fetched.
struct EverydayCommandTests {
  private let stage = StateStage()

  private func write(_ text: String, to name: String, _ stage: StateStage) throws {
    try Program.write(text, to: stage.folder + "/" + name)
  }

  @Test func aNewSubscriptionCanBeginWithNothingUnread() throws {
    _ = try stage.feed("a.ndjson", ["one", "two", "three"])
    let added = try stage.shell("STREAMTUI_CURL=/bin/true $program add --yes --read ./a.ndjson")
    #expect(added.output.hasSuffix("Its 3 posts count as read.\n"), "\(added.output)")
    #expect(try stage.shell("$program list").output.contains("\n     0  "))
    #expect(try stage.shell("$program dump --filter is:unread tag:none").output.isEmpty)
    _ = try stage.feed("a.ndjson", ["one", "two", "three", "four"])
    _ = try stage.shell("$program refresh --all")
    #expect(try stage.shell("$program list").output.contains("\n     1  "))
    // Without the option all of them are unread.
    _ = try stage.feed("b.ndjson", ["one", "two"])
    _ = try stage.shell("STREAMTUI_CURL=/bin/true $program add --yes ./b.ndjson")
    #expect(try stage.shell("$program list").output.contains("\n     2  "))
  }

  @Test func aRemovedSubscriptionLeavesTheHistoryToo() throws {
    _ = try stage.feed("a.ndjson", ["one"])
    _ = try stage.feed("b.ndjson", ["two"])
    for name in ["a", "b"] {
      _ = try stage.shell("STREAMTUI_CURL=/bin/true $program add --yes ./\(name).ndjson")
      try stage.read([stage.folder + "/\(name).ndjson"], keys: [])
    }
    try stage.shell("$program history").says(output: "a.ndjson", "b.ndjson")
    _ = try stage.shell("$program remove ./a.ndjson")
    let after = try stage.shell("$program history").output
    #expect(!after.contains("a.ndjson") && after.contains("b.ndjson"), "\(after)")
    // Opened again, it is there again.
    try stage.read([stage.folder + "/a.ndjson"], keys: [])
    #expect(try stage.shell("$program history").output.contains("a.ndjson"))
  }

  /// The reader has confirmed these addresses already.
  @Test func anImportDoesNotRefuseWhatIsInTheList() throws {
    try write("http://192.168.0.1/feed\nhttps://a.example/feed\n", to: "list.txt", stage)
    try stage.shell("$program import list.txt").says(output: "1 new, 0 merged, 1 refused")
    _ = try stage.shell("$program add --no-network --yes http://192.168.0.1/feed")
    _ = try stage.shell("$program export >own.opml")
    try stage.shell("$program import own.opml").says(output: "0 new, 2 merged, 0 refused")
  }

  @Test func anImportNamesTheFeedsThatNewsboatHides() throws {
    let feeds = ["a \"!hidden\"", "b news", "c !"].map { "https://h.example/\($0)\n" }
    try write(feeds.joined(), to: "urls", stage)
    let outcome = try stage.shell("$program import urls")
    #expect(outcome.output.contains("3 new, 0 merged, 0 refused"), "\(outcome.output)")
    #expect(
      outcome.errors == "urls: https://h.example/a and 1 more are hidden in newsboat (\"!\"): "
        + "imported with the tag hidden, and shown here (-in:hidden leaves them out).\n"
    )
  }

  @Test func aDocumentThatIsNoFeedIsToldInFewWords() throws {
    _ = try stage.feed("a.txt", ["one"])
    _ = try stage.shell("STREAMTUI_CURL=/bin/true $program add --yes ./a.txt")
    try write("how to get there\n", to: "a.txt", stage)
    let failed = try stage.shell("$program refresh --all")
    #expect(
      failed.errors.contains("has no feed there: plain text or data of another kind, not a feed\n"),
      "\(failed.errors)"
    )
    #expect(!failed.errors.contains("expected"))
  }

  /// A document that names an account or a post in one place is not fetched with bare addresses in another.
  @Test func whatADocumentSaysInOneRecordIsKnownInAll() throws {
    let actor = "https://git.example/kurt/users/c1"
    let items = [
      #"{"type":"Announce","id":"https://git.example/a/1","actor":"\#(actor)","#
        + #""published":"2026-01-30T08:15:00Z","object":"https://git.example/n/588"}"#,
      #"{"type":"Create","id":"https://git.example/a/2","actor":{"id":"\#(actor)","type":"Person","#
        + #""name":"Kurt McKee","preferredUsername":"kurt"},"published":"2026-01-29T08:15:00Z","#
        + #""object":{"type":"Note","id":"https://git.example/n/2","attributedTo":"\#(actor)","#
        + #""published":"2026-01-29T08:15:00Z","content":"<p>Own note</p>"}}"#,
      #"{"type":"Create","id":"https://git.example/a/3","actor":"https://git.example/ann","#
        + #""published":"2026-01-28T08:15:00Z","object":{"type":"Note","#
        + #""id":"https://git.example/n/588","attributedTo":"https://git.example/ann","#
        + #""published":"2026-01-28T08:15:00Z","content":"<p>Remove attributes</p>"}}"#,
    ]
    try write(
      #"{"@context":"https://www.w3.org/ns/activitystreams","type":"OrderedCollection","#
        + #""orderedItems":[\#(items.joined(separator: ","))]}"#,
      to: "outbox.json",
      stage
    )
    _ = try stage.shell("STREAMTUI_CURL=/bin/true $program add --yes --name Kurt ./outbox.json")
    let text = try stage.shell("$program dump Kurt").output
    #expect(text.contains("↻ Kurt McKee boosted"), "\(text)")
    #expect(text.ranges(of: "Remove attributes").count == 2, "\(text)")
    #expect(!text.contains("git.example/kurt/users"), "\(text)")
    let before = try stage.files(with: "Remove attributes")
    // The same document once more changes nothing.
    let again = try stage.shell("$program refresh --all --format tsv").output
    #expect(again.hasSuffix("\t0\t0\n"), "\(again)")
    #expect(try stage.shell("$program dump Kurt").output == text)
    #expect(before.count == 1)
  }

  /// An error before a table does not hide those in it.
  @Test func aWrongLineHidesNoOther() throws {
    try write(
      "themes = \"mine\"\n[themes.mine]\nbase = \"drak\"\ntext = \"orangee\"\n[keys.details]\nx = \"quit\"\n",
      to: "c.toml",
      stage
    )
    let outcome = try stage.shell("chmod 600 c.toml; $program config --check --config c.toml")
    let errors = outcome.output + outcome.errors
    #expect(errors.split(separator: "\n").count == 5, "\(errors)")
    #expect(
      errors.contains(
        "c.toml:1:10: themes is a text (expected a table [themes]; did you mean \"theme\"?)"
      )
    )
    #expect(errors.contains("c.toml:3:8: Unknown theme \"drak\""))
    #expect(errors.contains("c.toml:4:9: The style of \"text\""))
    #expect(errors.contains("c.toml:5:7: Unknown page \"details\". Did you mean detail? Pages are"))
  }
}
