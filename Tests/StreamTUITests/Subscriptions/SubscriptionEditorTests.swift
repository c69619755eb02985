import Foundation
import Testing

@testable import StreamHost
@testable import StreamTUI

/// Changes of single subscriptions, against the file.
struct SubscriptionEditorTests {
  private let list = """
    # mine
    https://a.example/feed  name="Ash" tags=trees  # the first
    https://b.example/feed
    https://c.example/feed  name="Cedar" tags=trees,"World, Asia" every=2h full-text=yes

    """

  @OwnFolder private var folder: String
  private let editor: SubscriptionEditor
  private var path: String { folder + "/subscriptions" }

  init() throws {
    let own = OwnFolder()
    _folder = own
    chmod(own.wrappedValue, 0o700)
    try Program.write(list, to: own.wrappedValue + "/subscriptions")
    editor = SubscriptionEditor(file: SubscriptionFile(folder: StateFolder(path: own.wrappedValue)))
  }

  private func source(_ name: String) throws -> Subscription.Source {
    try #require(SubscriptionWord.sources(of: "https://\(name).example/feed").first)
  }

  private func text() throws -> String { try String(contentsOfFile: path, encoding: .utf8) }

  /// The reason why a change is refused, after which the file is as it was.
  private func refusal(_ body: () throws -> SubscriptionEditor.Change) throws -> String? {
    let before = try text()
    do {
      _ = try body()
      return nil
    } catch let refusal as SubscriptionEditor.Refusal {
      #expect(try text() == before)
      return refusal.text
    }
  }

  @Test func otherLinesStayByteForByte() throws {
    // A name may change its capitals.
    #expect(try editor.rename(source("a"), to: "ASH").text == "Renamed Ash to ASH")
    #expect(try editor.rename(source("a"), to: " Old  Ash ").text == "Renamed ASH to Old Ash")
    #expect(
      try editor.tag(source("b"), with: "news, ice fishing ,\"World, Asia\",news,").text
        == "b.example/feed: news,\"ice fishing\",\"World, Asia\""
    )
    let expected = """
      # mine
      https://a.example/feed  name="Old Ash" tags=trees  # the first
      https://b.example/feed  tags=news,"ice fishing","World, Asia"
      https://c.example/feed  name="Cedar" tags=trees,"World, Asia" every=2h full-text=yes

      """
    #expect(try text() == expected)
    #expect(try editor.remove(source("b")).text.hasPrefix("Removed b.example/feed"))
    let line = "https://b.example/feed  tags=news,\"ice fishing\",\"World, Asia\"\n"
    #expect(try text() == expected.replacing(line, with: ""))
  }

  @Test func aChangeKeepsTheRestOfTheEntry() throws {
    _ = try editor.rename(source("c"), to: "")
    let rest = " every=2h full-text=yes\n"
    #expect(try text().contains("https://c.example/feed  tags=trees,\"World, Asia\"" + rest))
    _ = try editor.rename(source("c"), to: "Cedar")
    let untagged = try editor.tag(source("c"), with: " ")
    #expect(untagged.text == "Cedar has no tags now" && untagged.canBeUndone)
    #expect(try text().contains("https://c.example/feed  name=\"Cedar\"" + rest))
  }

  @Test func whatChangesNothingWritesNothing() throws {
    for change in [
      try editor.rename(source("a"), to: "Ash"),
      try editor.rename(source("b"), to: "https://b.example/feed"),
      try editor.rename(source("b"), to: "b.example/feed"),
      try editor.rename(source("b"), to: "  "), try editor.tag(source("a"), with: "trees,trees"),
      try editor.tag(source("b"), with: ""),
    ] {
      #expect(change.text.hasPrefix("Nothing changed") && !change.canBeUndone)
    }
    #expect(try text() == list)
  }

  @Test(arguments: ["Cedar", "cEDAR", " Cedar\t", "https://b.example/feed"])
  func twoSubscriptionsHaveNoName(name: String) throws {
    let reason = try refusal { try editor.rename(source("a"), to: name) }
    #expect(reason?.contains("already") == true)
  }

  @Test func oddTextBecomesOneLine() throws {
    _ = try editor.rename(source("a"), to: "\u{1B}[31mAsh\u{7} \"\\\n👩‍🚀")
    _ = try editor.tag(source("b"), with: "\u{1B}]x\u{7}, 👩‍🚀 , \u{9B}a b\u{85}c,\u{0}")
    let written = try text()
    #expect(written.unicodeScalars.allSatisfy { $0 == "\n" || $0.value >= 0x20 })
    #expect(!written.unicodeScalars.contains { (0x7F...0x9F).contains($0.value) })
    let read = try editor.file.read().list
    #expect(read.problems.isEmpty && read.subscriptions.count == 3)
    #expect(read.subscriptions.first?.name?.contains("👩‍🚀") == true)
    #expect(read.subscriptions[1].tags == ["]x", "👩‍🚀", "a b c"])
  }

  @Test func wrongTagsAreRefused() throws {
    for line in ["\"open", "a,\"b", "\"a\" b", "\"a\"b,c"] {
      let reason = try refusal { try editor.tag(source("a"), with: line) }
      #expect(reason?.contains("a quote does not end") == true, "\(line)")
    }
    let many = (0...Subscription.tagLimit).map { "t\($0)" }.joined(separator: ",")
    let reason = try refusal { try editor.tag(source("a"), with: many) }
    #expect(reason == "Not tagged: at most 32 tags are kept")
  }

  @Test func linesOfTagsAreReadBack() throws {
    let odd = ["a", "World, Asia", "#x", "\"q\"", "\\", "x y", "=", "👩‍🚀", "a#b"]
    let source = try source("a")
    let line = SubscriptionTextWriter.tags(of: Subscription(source, tags: odd))
    #expect(SubscriptionTextReader.tags(line) == odd)
    #expect(SubscriptionTextReader.tags("") == [""])
  }

  @Test(arguments: [
    ("https://a.example/", "https://a.example/", []),
    ("a.example #wood #far", "a.example", ["wood", "far"]),
    ("a.example --tag wood #far", "a.example", ["wood", "far"]),
    ("#tea@a.example #wood", "#tea@a.example", ["wood"]),
    // Blanks in a query or a path are parts of it.
    ("https://a.example/?q=a b", "https://a.example/?q=a b", []),
    ("/my feeds/a  b.xml", "/my feeds/a  b.xml", []), ("a.example #", "a.example #", []),
    ("#tea", "#tea", []), ("--tag x", "--tag x", []),
  ])
  func tagsStandBehindAnAddress(_ typed: String, _ word: String, _ tags: [String]) {
    let parted = ListChanges.parted(typed)
    #expect(parted.word == word && parted.tags == tags)
  }

  @Test(arguments: [
    (
      0, "Added https://a.example/: Ash, 3 posts.\n", "No scheme given: https:// is assumed.\n",
      "Added https://a.example/: Ash, 3 posts."
    ),
    (
      1, "",
      "No scheme given.\nNot added: no feed. Repeat the command with --yes to add it all the same.\n",
      "Not added: no feed. streamtui add --yes to add it all the same."
    ),
    (1, "", "streamtui: \u{1B}[2Jno disk\n", "streamtui: ␛[2Jno disk"), (1, "", "", nil),
  ])
  func theOutputOfAddBecomesOneLine(
    status: Int32,
    output: String,
    errors: String,
    line: String?
  ) {
    let outcome = ChildOutcome(
      end: .exited(status),
      isOverdue: false,
      output: .init(bytes: Array(output.utf8)),
      errors: .init(bytes: Array(errors.utf8))
    )
    #expect(ListChanges.text(of: outcome) == line)
  }
}
