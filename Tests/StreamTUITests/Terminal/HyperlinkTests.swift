import CellGrid
import Foundation
import Glibc
import StreamModel
import StreamUI
import Testing

@testable import StreamHost
@testable import StreamTUI

/// Links of rows at rest are hyperlinks of the terminal: in the real program, on a terminal in
/// memory that shows what it was sent.
@Suite(.serialized) struct HyperlinkTests {
  @OwnFolder private var folder: String

  /// Keys as the terminal sends them and as a key script writes them.
  private static let keys: [(sent: String, script: String)] = [
    ("j", "j"), ("jjj", "jjj"), ("\t", "<Tab>"), ("\t", "<Tab>"), (" ", "<Space>"), ("k", "k"),
    ("J", "J"), ("\r", "<CR>"), ("jj", "jj"), ("q", "q"), ("?", "?"), ("q", "q"), ("G", "G"),
    ("kkkk", "kkkk"), ("b", "b"), ("/the\r", "/the<CR>"), ("n", "n"), ("g", "g"), ("f", "f"),
    ("\u{1B}", "<Esc>"),
    ("\u{0C}", ""), ("\t\t\t", "<Tab><Tab><Tab>"),
  ]

  @Test(arguments: [Strategy.idle, .strict])
  func everyFrameAtRestIsOnTheTerminalWithItsLinks(_ strategy: Strategy) throws {
    var stage = try EmulatedViewer(Program.sample, strategy: strategy, idleDelay: 50)
    var script = ""
    var most = 0
    try stage.expectShown(script + "<wait 5000>", after: "the start")
    for key in Self.keys {
      script += key.script + "<wait 5000>"
      try stage.send(key.sent)
      try stage.expectShown(script, after: script)
      most = max(most, stage.emulator.linkedCount)
    }
    #expect(most > 40)
    try stage.resize(columns: 57, lines: 19)
    script += "<resize 57x19><wait 5000>"
    try stage.expectShown(script, after: script)
    try stage.quit()
    #expect(stage.emulator.linkedCount == 0)
  }

  @Test(arguments: [Strategy.idle, .strict, .sync, .eager])
  func aFrameThatMovesHasNone(_ strategy: Strategy) throws {
    var stage = try EmulatedViewer(Program.sample, strategy: strategy, idleDelay: 60_000)
    try stage.expectShown("<wait 5000>", after: "the start")
    #expect(stage.emulator.linkedCount > 10)
    var script = "<wait 5000>"
    for key in ["j", "jj", "k", " ", "kkk"] {
      script += (key == " " ? "<Space>" : key) + "<wait 100>"
      try stage.send(key)
      #expect(stage.emulator.linkedCount == 0)
      // With the others it depends on the machine which rows were rich when the key came.
      if strategy == .strict || strategy == .eager { try stage.expectShown(script, after: script) }
    }
    try stage.quit()
  }

  @Test func generatedFeedsAreOnTheTerminalWithTheirLinks() throws {
    let path = folder + "/feed.json"
    try Data(Self.generated(60).utf8).write(to: URL(fileURLWithPath: path))
    var stage = try EmulatedViewer(path, strategy: .idle, idleDelay: 50)
    var script = ""
    for key in ["j", "jjjj", " ", " ", "k", "\t", "J", "kk", "G", "g"] {
      script += ["\t": "<Tab>", " ": "<Space>"][key] ?? key
      script += "<wait 5000>"
      try stage.send(key)
      try stage.expectShown(script, after: script)
    }
    try stage.quit()
  }

  @Test func aStopAndATerminalThatReadsNothingLeaveNoLinkAstray() throws {
    var stage = try EmulatedViewer(Program.sample, strategy: .idle, idleDelay: 50)
    try stage.send("\u{1A}")
    stage.resume()
    try stage.expectShown("<wait 5000>", after: "a stop")
    stage.choke()
    try stage.send("jj")
    try stage.expectShown("<wait 5000>jj<wait 5000>", after: "frames that were dropped")
    #expect(stage.emulator.linkedCount > 10)
    try stage.quit()
  }

  /// The last terminal is known to have them.
  @Test(
    arguments: [
      ("always", ["STREAMTUI_SECURE": "1"], false), ("never", [:], false), ("auto", [:], false),
      ("auto", ["VTE_VERSION": "7600"], true),
    ] as [(String, [String: String], Bool)]
  )
  func theyStandWhereTheyAreWanted(
    _ choice: String,
    _ environment: [String: String],
    _ areWanted: Bool
  ) throws {
    var stage = try EmulatedViewer(
      Program.sample,
      strategy: .idle,
      idleDelay: 50,
      hyperlinks: choice,
      environment: environment
    )
    try stage.send("j")
    #expect((stage.emulator.linkedCount > 10) == areWanted)
    try stage.send("\t")
    try stage.quit()
    #expect(stage.sent.contains("\u{1B}]8;") == areWanted)
  }

  /// Words with links of all kinds between them: long ones that wrap, some that the gate asks about.
  private static func generated(_ count: Int) -> String {
    let words = ["river", "東京", "駅", "e\u{301}", "tea", "and", "🇫🇮", "👩‍💻", "Straße", "of", "the"]
    let links = [
      "<a href='https://a.example/1'>one</a>",
      "<a href='https://b.example/long?x=1&amp;y=2'>a link of many words that is to be wrapped "
        + "over two lines or more of any screen that people have</a>",
      "<a href='https://c.example/'>https://other.example/page</a>",
      "<a href='mailto:a@b.example'>mail</a>", "<a href='https://d.example/ä b'>東京 駅</a>",
      "<a href='https://e.example/'>two</a><a href='https://f.example/'>three</a>",
      "<a class='mention' href='https://g.example/@h'>@h</a>", "<a href='javascript:x'>no</a>",
    ]
    let posts = (0..<count).map { index -> String in
      var body = ""
      for step in 0..<(3 + index * 7 % 30) {
        let place = index * 31 + step * 17
        body += (place % 5 == 0 ? links[place / 5 % links.count] : words[place % words.count]) + " "
      }
      return #"{"id":"p\#(index)","author":{"name":"Olga"},"body_html":"<p>\#(body)</p>"}"#
    }
    return #"{"version":1,"posts":[\#(posts.joined(separator: ",\n"))]}"#
  }
}

/// The viewer under a pseudo-terminal, with a terminal in memory at the other end.
private struct EmulatedViewer {
  private(set) var emulator: TerminalEmulator
  private let pty: Pty
  private let path: String
  private let options: App.Options
  private let size: Size
  /// Bytes of the output that the emulator has taken.
  private var taken = 0

  /// All that was sent so far.
  var sent: String { pty.text() }

  init(
    _ path: String,
    strategy: Strategy,
    idleDelay: Int,
    hyperlinks: String = "always",
    environment: [String: String] = [:],
    size: Size = Size(columns: 80, lines: 24)
  ) throws {
    let arguments = [
      Program.path, "view", "--strategy", strategy.rawValue, "--idle-delay", "\(idleDelay)",
      "--hyperlinks", hyperlinks, path,
    ]
    pty = try Pty(
      arguments,
      columns: size.columns,
      lines: size.lines,
      environment: ["NO_COLOR": ""].merging(environment) { _, new in new }
    )
    emulator = TerminalEmulator(columns: size.columns, lines: size.lines)
    self.path = path
    self.size = size
    var options = App.Options()
    options.strategy = strategy
    options.idleDelay = idleDelay
    options.hasHyperlinks = hyperlinks == "always"
    self.options = options
    #expect(pty.waits(for: "Olga"))
    takeOutput()
  }

  mutating func send(_ text: String) throws {
    pty.send(text)
    takeOutput()
  }

  mutating func resize(columns: Int, lines: Int) throws {
    emulator.resize(columns: columns, lines: lines)
    pty.resize(columns: columns, lines: lines)
    takeOutput()
  }

  /// Lets the program go on after a stop.
  mutating func resume() {
    pty.signal(SIGCONT)
    takeOutput()
  }

  /// Has frames drawn that nobody reads, until the terminal takes no more.
  func choke() {
    for _ in 0..<1000 where pty.takesOutput {
      pty.send("\u{0C}")
      poll(nil, 0, 5)
    }
    #expect(!pty.takesOutput)
  }

  mutating func quit() throws {
    pty.quit()
    takeOutput()
  }

  /// Expects that the terminal shows what `script` leads to.
  func expectShown(_ script: String, after name: String) throws {
    let screen = try screen(after: script)
    #expect(emulator.differences(from: screen) == [], "after \(name)")
  }

  private mutating func takeOutput() {
    pty.settle()
    emulator.take(pty.output[taken...])
    taken = pty.output.count
  }

  private func screen(after script: String) throws -> Screen {
    let feeds = try SourceOpener().openAll([path]).list
    let wall = SystemTime().wall
    let time = ManualTime(wall: wall)
    let terminal = HeadlessTerminal(size: size, script: try KeyScript(script), time: time)
    let timeline = Timeline(feeds.map(\.feed), order: .document)
    let app = App(timeline: timeline, size: size, wall: wall, options: options)
    var loop = RunLoop(app: app, terminal: terminal, events: terminal, time: time) { _ in [] }
    try loop.run()
    return terminal.screen ?? Screen(size: size)
  }
}
