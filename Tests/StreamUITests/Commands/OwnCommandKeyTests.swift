import CellGrid
import StreamModel
import Testing

@testable import StreamUI

struct OwnCommandKeyTests {
  private static let feed = Feeds.posts([
    #"<p>one <a href="https://a.example/1">first</a></p>"#, "<p>two</p>",
  ])

  private static let commands: [OwnCommand] = [
    OwnCommand(
      name: "fetch",
      program: .words([CommandWord(literal: "get"), CommandWord(literal: "--")]),
      help: "fetch the post"
    ),
    OwnCommand(
      name: "show",
      program: .words([CommandWord(literal: "cat")]),
      input: .markdown,
      destination: .page
    ),
  ]

  private var stage: Stage {
    var stage = Stage()
    let change = KeyChanges(
      page: nil,
      assignments: [.init(KeyCommand(.own("fetch")), [KeySequence(.character("X"))])]
    )
    stage.keymap = Keymap.standard.applying([change]).defining(Self.commands)
    return stage
  }

  private func calls(_ outcome: Stage.Outcome) -> [CommandCall] {
    outcome.effects.compactMap { effect -> CommandCall? in
      switch effect {
      case .run(let call): return call
      case .ask(let request):
        return if case .output(let call) = request.wish { call } else { nil }
      default: return nil
      }
    }
  }

  @Test func aNameAndAKeyRunTheCommand() throws {
    for keys in [":fetch<CR>", ":fet<CR>", ":fet<Tab><CR>", "X"] {
      let outcome = try stage.play(keys, Self.feed)
      #expect(calls(outcome).map(\.name) == ["fetch"], "\(keys)")
      #expect(calls(outcome).first?.arguments == [[.text("get")], [.text("--")]])
    }
    let unknown = try stage.play(":fetsh<CR>", Self.feed)
    #expect(unknown.statusLine.contains("Did you mean :fetch?"))
    #expect(calls(unknown).isEmpty)
  }

  @Test func helpAndTheLineListTheCommands() throws {
    let help = try stage.play("??G", Self.feed)
    #expect(help.text.contains("Your commands"))
    #expect(help.lines.contains { $0.contains(" X ") && $0.contains("fetch the post") })
    #expect(help.lines.contains { $0.contains(":show") && $0.contains("run cat") })
    #expect(try stage.play(":fetch", Self.feed).statusLine.contains("fetch the post"))
  }

  @Test func aCommandRunsOnTheRowThatIsSelected() throws {
    var stage = stage
    let word = try CommandWord("%{selection}")
    let command = OwnCommand(
      name: "sel",
      program: .words([CommandWord(literal: "p"), word]),
      destination: .background
    )
    stage.keymap = Keymap.standard.defining([command])
    let cases = [
      (":sel<CR>y", "https://social.example/@olga/1"),
      ("J:sel<CR>y", "https://social.example/@olga/2"),
      ("<Tab><wait 400>:sel<CR>", "https://a.example/1"), ("l:sel<CR>", "https://a.example/1"),
    ]
    for (keys, address) in cases {
      let outcome = try stage.play(keys, Self.feed)
      #expect(calls(outcome).first?.arguments.last == [.text(address)], "\(keys)")
    }
  }

  @Test(arguments: [
    ("https://a.example/1", "%{url}", false), ("https://user@a.example/1", "%{url}", true),
    ("https://a.example/1", "%{id}", false), ("http://127.0.0.1/1", "%{selection}", true),
  ])
  func whatOpenAsksAboutACommandAsksAbout(url: String, word: String, asks: Bool) throws {
    let line = #"{"id":"1","url":"\#(url)","body_text":"text"}"#
    let outcome = { (keys: String) in
      let bytes = MemoryBytes(name: "feed.ndjson", bytes: Array(line.utf8))
      var stage = Stage()
      let words = [CommandWord(literal: "p"), try CommandWord(word)]
      let command = OwnCommand(name: "own", program: .words(words))
      stage.keymap = Keymap.standard.defining([command])
      return try stage.play(keys, Feed(source: bytes, hint: .ndjson))
    }
    let asked = try outcome(":own<CR>")
    #expect(calls(asked).isEmpty == asks)
    let reason = asked.text.split(separator: "(").last.map(String.init) ?? ""
    #expect(asked.text.contains("y runs own with \(url) (") == asks)
    if asks { #expect(try outcome("o").text.contains(reason.prefix(12))) }
    #expect(calls(try outcome(":own<CR>n")).isEmpty == asks)
    let answered = calls(try outcome(":own<CR>y"))
    #expect(answered.count == 1 && answered.first?.number == 1)
    // A host is trusted after a yes, unless it is in doubt itself.
    let again = calls(try outcome(":own<CR>y<wait 9>:own<CR>"))
    #expect(again.count == (asks && url.contains("@") ? 1 : 2))
    #expect(Set(again.map(\.number)).count == again.count)
  }

  /// Two addresses are one question, and input is judged, too; text is not.
  @Test func aCommandAsksOnce() throws {
    let body = #"<p>a <a href=\"https://b.example/2\">bank.example</a></p>"#
    let line = #"{"id":"1","url":"https://user@a.example/1","body_html":"\#(body)"}"#
    let bytes = MemoryBytes(name: "feed.ndjson", bytes: Array(line.utf8))
    func play(_ keys: String, _ word: String, _ input: OwnCommand.InputForm) throws -> Stage.Outcome
    {
      var stage = Stage()
      let words = try ["p", word].map { try CommandWord($0) }
      let command = OwnCommand(name: "own", program: .words(words), input: input)
      stage.keymap = Keymap.standard.defining([command])
      return try stage.play(keys, Feed(source: bytes, hint: .ndjson))
    }
    let keys = "<Tab><wait 400>:own<CR>"
    let asked = try play(keys, "%{link}", .url)
    #expect(asked.text.contains("y runs own with (the text says bank.example"))
    asked.shows("https://b.example/2", "https://user@a.example/1")
    #expect(calls(try play(keys + "y", "%{link}", .url)).count == 1)
    #expect(calls(try play(keys, "x", .url)).isEmpty)
    #expect(calls(try play(keys, "%{text}", .json)).count == 1)
  }

  @Test func secureModeRunsNothing() throws {
    var stage = stage
    stage.isSecure = true
    for keys in [":fetch<CR>", "X", "|", "|cat<CR>", "s", "sx.txt<CR>", "e", "Y"] {
      #expect(try stage.play(keys, Self.feed).effects.isEmpty, "\(keys)")
    }
    #expect(try stage.play("X", Self.feed).statusLine.contains("secure mode is on"))
  }

  @Test func thePipeSplitsWordsAsTheyAreTyped() throws {
    let outcome = try stage.play("|grep -c 'a b' \"$(id)\" x%{url}<CR>", Self.feed)
    let call = try #require(calls(outcome).first)
    #expect(
      call.arguments
        == ["grep", "-c", "a b", "$(id)", "x%{url}"].map { [CommandCall.Part.text($0)] }
    )
    #expect(call.destination == .page && call.timeout == 30)
    let input = String(decoding: call.input ?? [], as: UTF8.self)
    #expect(input.contains("Olga Hansen") && input.contains("one first"))
    try stage.play("|grep 'a<CR>", Self.feed).shows(status: "a quotation mark has no second one")
    #expect(try stage.play("|  <CR>", Self.feed).effects.isEmpty)
  }

  @Test(arguments: [40, 80, 160]) func thePromptOfAPipeNamesEnter(_ columns: Int) throws {
    let stage = Stage(size: Size(columns: columns, lines: 24))
    for keys in ["|", "|less"] {
      let line = try stage.play(keys, Self.feed).statusLine
      #expect(line.ranges(of: "Enter runs").count == 1 || (columns == 40 && keys != "|"), "\(line)")
    }
  }

  @Test func theTitleProposesAFileName() throws {
    let feed =
      #"{"version":1,"posts":[{"id":"1","title":"On Rivers & Lakes: part 2/3","body_text":"x"}]}"#
    #expect(try stage.play("s", feed).statusLine.contains("Enter: on-rivers-lakes-part-2-3.md"))
    let saved = try stage.play("s<CR>", feed).effects.savedPosts.first
    #expect(saved?.path == "on-rivers-lakes-part-2-3.md")
  }

  @Test func theNameOfTheFileDecidesTheFormat() throws {
    let beginnings = [
      "a.txt": "Olga Hansen", "a.md": "Olga Hansen · ", "a.html": "<!DOCTYPE html>",
      "a.JSON": "{\"id\":\"p1\"",
    ]
    for (name, beginning) in beginnings {
      let saved = try stage.play("s\(name)<CR>", Self.feed).effects.savedPosts.first
      #expect(saved?.path == name && saved?.text.hasPrefix(beginning) == true, "\(name)")
    }
    for name in ["a", "a.doc", ".txt", "a.txt/b"] {
      #expect(try stage.play("s\(name)<CR>", Self.feed).effects.isEmpty, "\(name)")
    }
    // On the list of links the key saves the links.
    #expect(try stage.play("lsx<CR>", Self.feed).effects.savedLinks.count == 1)
  }

  @Test func theTextIsCopiedAndRead() throws {
    #expect(try stage.play("Y", Self.feed).effects == [.copy("one first")])
    guard case .read(let text)? = try stage.play("e", Self.feed).effects.first else {
      Issue.record("the post was not opened")
      return
    }
    #expect(text.contains("one first"))
  }

  @Test func aMessageNamesWhatWasCopied() {
    let words = { CopiedText($0).words }
    #expect(words("one\n\nfirst") == "one first")
    let long = String(repeating: "Rain on the lake.\n\n", count: 60)
    #expect(words(long) == "Rain on the lake. Rain on the lake.… (1,140 characters)")
    let address = "https://a.example/" + String(repeating: "a-long-way/", count: 12)
    #expect(words(address) == address)
    #expect(
      words(String(repeating: "雨", count: 50)) == String(repeating: "雨", count: 20)
        + "… (50 characters)"
    )
    // A text that goes on behind the last blank is not cut within a word.
    #expect(words("\u{1B}[31mred") == "red" || !words("\u{1B}[31mred").contains("\u{1B}"))
  }

  // MARK: The page of an output

  private func viewer() throws -> Viewer {
    var viewer = try Viewer(Timeline(Feeds.feed(Self.feed)), size: Size(columns: 60, lines: 12))
    viewer.handle(.configured(App.Options(), stage.keymap))
    viewer.type(":show\r")
    return viewer
  }

  @Test func theOutputIsAPage() throws {
    var viewer = try viewer()
    #expect(viewer.status.contains("show: running (q stops it)"))
    let text =
      "plain\n\n  indented\tx  https://a.example/b (see)\r\n\u{1B}[31mred\u{1B}[0m \u{1B}]0;t\u{7}end\n"
      + "\u{7}bell \u{202E}rtl <b>&amp;</b>\nno newline"
    viewer.handle(output(text, isOver: true))
    viewer.rest()
    try expectGolden(viewer.outcome, "output")
    // A search finds lines, and q goes back without a word to a program that has ended.
    viewer.type("/red")
    viewer.work(after: Key(.enter))
    #expect(viewer.status.contains("line 4 of 6"))
    #expect(viewer.press("q") == [])
    #expect(viewer.app.view.pages.count == 1)
  }

  private func output(_ text: String, isOver: Bool = false) -> Event {
    let outcome = isOver ? "done" : nil
    return .answer(.output(CommandOutput(bytes: Array(text.utf8), outcome: outcome)), to: 2)
  }

  @Test func theOutputShowsWhileTheProgramRuns() throws {
    var viewer = try viewer()
    viewer.handle(output("first\nseco"))
    viewer.rest()
    #expect(viewer.page.contains { $0.contains("seco") })
    #expect(viewer.status.contains("show: running, 2 lines so far (q stops it)"))
    viewer.handle(output("first\nsecond\nthird\n"))
    #expect(viewer.page.contains { $0.contains("second") })
    #expect(viewer.status.contains("running, 3 lines so far"))
    viewer.handle(output("first\nsecond\nthird\n", isOver: true))
    #expect(viewer.status.contains("show · 3 lines · q goes back"))
    #expect(viewer.press("q") == [])
  }

  @Test func leavingAPageThatGrowsStopsTheProgram() throws {
    var viewer = try viewer()
    viewer.handle(output("first\n"))
    #expect(viewer.press("q") == [.cancel(2)])
    viewer.handle(output("first\nsecond\n"))
    #expect(viewer.app.view.pages.count == 1)
  }

  @Test func outputThatComesMovesNothing() throws {
    func lines(_ count: Int) -> String { (1...count).map { "line \($0)\n" }.joined() }
    var viewer = try viewer()
    viewer.handle(output(lines(40)))
    viewer.type(" jj")
    let (page, selection) = (viewer.page, viewer.app.view.list.selection)
    viewer.handle(output(lines(90)))
    #expect(viewer.page == page && viewer.app.view.list.selection == selection)
    // Who goes to the end follows it, until he moves.
    viewer.press("G")
    #expect(viewer.page.contains { $0.contains("line 90") })
    viewer.handle(output(lines(130)))
    #expect(viewer.page.contains { $0.contains("line 130") })
    viewer.press("k")
    let above = viewer.page
    viewer.handle(output(lines(180), isOver: true))
    #expect(viewer.page == above)
  }

  @Test func aSearchCountsTheLinesThatCome() throws {
    var viewer = try viewer()
    viewer.handle(output("a red\nb\n"))
    viewer.type("/red")
    viewer.work(after: Key(.enter))
    #expect(viewer.status.contains("1 of 1"))
    viewer.handle(output("a red\nb\nc red\n", isOver: true))
    viewer.work()
    #expect(viewer.status.contains("1 of 2"))
  }

  @Test func aFailureIsSaidOnThePage() throws {
    var viewer = try viewer()
    let output = CommandOutput(bytes: Array("x\n".utf8), isCut: true, outcome: "ended with 3")
    viewer.handle(.answer(.output(output), to: 2))
    viewer.rest()
    try expectGolden(viewer.outcome, "output-failed")
  }

  @Test func leavingThePageStopsTheProgramOnce() throws {
    var viewer = try viewer()
    #expect(viewer.press("q") == [.cancel(2)])
    #expect(viewer.press("j").isEmpty)
    // What comes late changes nothing.
    viewer.handle(output("a", isOver: true))
    #expect(viewer.app.view.pages.count == 1)
    #expect(!viewer.page.joined().contains("done"))
  }
}
