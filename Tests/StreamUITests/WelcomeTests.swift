import CellGrid
import StreamModel
import Testing

@testable import StreamUI

/// The first start of the program, and the sample without a source.
struct WelcomeTests {
  private func stage(columns: Int = 80, lines: Int = 24) -> Stage {
    Stage(size: Size(columns: columns, lines: lines), welcomesFirst: true)
  }

  private func play(_ keys: String, columns: Int = 80, lines: Int = 24) throws -> Stage.Outcome {
    try stage(columns: columns, lines: lines).play(keys, try Feeds.sample())
  }

  @Test func theFirstStartSaysWhatTheProgramCanDo() throws {
    try expectGolden(play("<wait 400>"), "welcome")
    try expectGolden(play("<wait 400>", columns: 40, lines: 10), "welcome-narrow")
  }

  @Test func smallWindowsShowAsMuchAsTheyHaveRoomFor() throws {
    for (columns, lines) in [(1, 1), (2, 2), (10, 3), (20, 5), (79, 8), (200, 60)] {
      let screen = try play("<wait 400>", columns: columns, lines: lines).screen
      #expect(screen.size == Size(columns: columns, lines: lines))
      let text = screen.textPlane().split(separator: "\n", omittingEmptySubsequences: false)
      #expect(lines < 3 || text[..<(lines - 1)].contains { $0.contains("Welcome") || columns < 10 })
      #expect(text.count < lines || !text[lines - 1].contains("Welcome"))
    }
  }

  @Test(arguments: ["j", "k", "<Tab>", "<CR>", ":", "?", "B", "&", "x", "<Esc>", "<wheel-down>"])
  func oneKeyAndItIsGone(_ key: String) throws {
    let outcome = try play("<wait 400>\(key)<wait 400>")
    let without = try Stage().play("<wait 400>\(key)<wait 400>", try Feeds.sample())
    #expect(outcome.text == without.text && outcome.style == without.style)
    #expect(outcome.effects == without.effects)
  }

  /// A page further would pass over the lines that it covers.
  @Test(arguments: ["<Space>", "d"]) func aKeyForAPageOnlyClosesIt(_ key: String) throws {
    let outcome = try play("<wait 400>\(key)<wait 400>")
    let without = try Stage().play("<wait 400>", try Feeds.sample())
    #expect(outcome.text == without.text && outcome.style == without.style)
    let next = try play("<wait 400>\(key)\(key)<wait 400>")
    #expect(next.text == (try Stage().play("<wait 400>\(key)<wait 400>", try Feeds.sample())).text)
  }

  @Test func itStaysWhileTheWindowChangesItsSize() throws {
    let outcome = try play("<wait 400><resize 40x10><wait 400>")
    let narrow = try play("<wait 400>", columns: 40, lines: 10)
    #expect(outcome.text == narrow.text)
  }

  @Test func theKeyThatQuitsQuits() throws {
    #expect(try play("<wait 400>q").app.isFinished)
  }

  /// Links under the lines are invisible: no frame has shown where they lead.
  @Test func coveredLinksAreNotShown() throws {
    let app = try play("<wait 400>").app
    #expect(app.frameAck.written.isEmpty)
    #expect(app.frameAck.named == nil)
  }

  @Test func laterTheStatusLineSaysTheWayOnAfterThePlace() throws {
    let stage = Stage(welcomesFirst: false)
    let first = try stage.play("<wait 400>", try Feeds.sample())
    let words = "The built-in sample · post 1 of 59 · :add adds a feed"
    #expect(first.statusLine.contains(words))
    #expect(!first.text.contains("Welcome"))
    let next = try stage.play("<wait 400>J<wait 400>", try Feeds.sample())
    #expect(next.statusLine.contains("post 2 of 59") && !next.statusLine.contains("adds a feed"))
  }
}

struct SourceCommandTests {
  private func play(_ keys: String, _ stage: Stage = Stage()) throws -> Stage.Outcome {
    try stage.play(keys, Feeds.linked(3))
  }

  private static let subscribed = Effect.changeFeeds(.add("https://a.example/feed", agreedTo: nil))

  @Test(arguments: ["add", "ADD", " add", "subscribe"])
  func aSourceIsSubscribedToFromAnyPage(_ name: String) throws {
    #expect(try play(":\(name) https://a.example/feed <CR>").wishes == [Self.subscribed])
    #expect(try play("<CR>:\(name) https://a.example/feed<CR>").wishes == [Self.subscribed])
  }

  @Test(arguments: ["add", "add "]) func addAloneAsksForTheSource(_ text: String) throws {
    #expect(try play(":\(text)<CR>").statusLine.contains("subscribe to: ▏  a web address"))
    #expect(try play(":\(text)<CR>https://a.example/feed<CR>").wishes == [Self.subscribed])
    // The text that was typed before comes back.
    #expect(try play(":add x<CR>:\(text)<CR><Up>").statusLine.contains("subscribe to: x▏"))
  }

  @Test func aSourceIsOpenedAsItWasTyped() throws {
    for typed in ["~/my feeds/a.xml", "\"~/my feeds/a.xml\"", "'~/my feeds/a.xml'"] {
      let choice = StreamChoice.sources(["~/my feeds/a.xml"])
      #expect(try play(":open \(typed)<CR>").wishes == [.openStream(choice)])
    }
    let choice = StreamChoice.sources(["https://A.example/x"])
    #expect(try play(":open https://A.example/x<CR>").wishes == [.openStream(choice)])
  }

  @Test func tabCompletesTheSource() throws {
    var stage = try ReadingStage(posts: 3)
    stage.handle(.feeds([FeedEntry(key: "k", name: "letters of Ben", tags: ["lakes"], unread: 1)]))
    stage.type(":open le")
    #expect(stage.viewer.press(Key(.tab)) == [.listPaths("le")])
    // A text that is typed meanwhile stays.
    stage.handle(.paths(of: "l", ["lost.xml"]))
    #expect(stage.viewer.status.contains(":open le▏"))
    // The first Tab shows them, and the reader may type on.
    stage.handle(.paths(of: "le", ["leaves/", "less.xml"]))
    #expect(stage.viewer.status.contains(":open le▏  leaves/  less.xml  letters of Ben"))
    stage.press(Key(.tab))
    #expect(stage.viewer.status.contains(":open leaves/▏  leaves/  less.xml  letters of Ben"))
    stage.press(Key(.tab), Key(.tab))
    #expect(stage.viewer.status.contains(":open letters of Ben▏"))
    #expect(stage.viewer.press(Key(.enter)) == [.openStream(.sources(["letters of Ben"]))])
    stage.type(":open tag:")
    stage.press(Key(.tab))
    stage.handle(.paths(of: "tag:", []))
    #expect(stage.viewer.status.contains(":open tag:lakes▏"))
    #expect(stage.viewer.press(Key(.tab)) == [.listPaths("tag:lakes")])
  }

  @Test func tabCompletesNoFurtherThanAllFilesAgree() throws {
    var stage = try ReadingStage(posts: 3)
    stage.type(":open feeds/")
    stage.press(Key(.tab))
    stage.handle(.paths(of: "feeds/", ["feeds/3960.json", "feeds/rust-a.xml", "feeds/rust-b.xml"]))
    #expect(stage.viewer.status.contains(":open feeds/▏  3960.json"), "\(stage.viewer.status)")
    stage.type("ru")
    stage.press(Key(.tab))
    stage.handle(.paths(of: "feeds/ru", ["feeds/rust-a.xml", "feeds/rust-b.xml"]))
    #expect(stage.viewer.status.contains(":open feeds/rust-▏"))
    stage.press(Key(.backTab))
    #expect(stage.viewer.status.contains(":open feeds/rust-b.xml▏"))
  }

  @Test func openAloneOpensThePost() throws {
    let byKey = try play("<wait 400>o")
    let byName = try play("<wait 400>:open<CR>")
    #expect(byName.wishes == byKey.wishes && byName.text == byKey.text)
    // A blank after it lists what was opened before.
    let listed = try play(":open <CR>").wishes
    #expect(listed.contains { if case .openStream(.recent) = $0 { true } else { false } })
  }

  @Test func theLineSaysWhatIsExpected() throws {
    try play(":add ").shows(status: "subscribes to a web address, @user@host or a file")
    #expect(try play(":open ").statusLine.contains("shows a file, a folder, an archive or an addr"))
    #expect(try play(":ad<Tab>").statusLine.contains(":add▏"))
    #expect(try play(":open").statusLine.contains(":open▏  open NAME shows a file, a folder"))
  }

  @Test func secureModeRefusesToSubscribe() throws {
    let stage = Stage(isSecure: true)
    for line in [":add x<CR>", ":add<CR>"] {
      let outcome = try play(line, stage)
      #expect(outcome.wishes.isEmpty && outcome.statusLine.contains("secure mode is on"))
    }
  }

  @Test func anOwnCommandOfTheNameComesFirst() {
    let own = OwnCommand(name: "add", program: .script("true"))
    #expect(Command("add", zone: .utc, AddedNames(commands: [own])) == .own("add"))
    #expect(Command("add x", zone: .utc, AddedNames(commands: [own])) == .source(.add, "x"))
  }
}
