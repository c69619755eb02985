import Foundation
import StreamUI
import TestSupport
import Testing

@testable import StreamTUI

/// The facts: what a terminal answered, which programs open links, and what lies in the folders.
struct DoctorFactTests {
  // MARK: Answers

  private static let answers =
    "\u{1B}P>|kitty(0.26.5)\u{1B}\\\u{1B}]11;rgb:1e1e/1e1e/1e1e\u{07}"
    + "\u{1B}[?1004;2$y\u{1B}[?2026;2$y\u{1B}[3;3R\u{1B}[3;2R\u{1B}[?62;52c"

  private func read(_ text: String) -> TerminalAnswers {
    var answers = TerminalAnswers()
    answers.read(text.utf8)
    return answers
  }

  private func expectAll(_ answers: TerminalAnswers) {
    #expect(answers.version == "kitty(0.26.5)")
    #expect(answers.background == .background(red: 0x1E1E, green: 0x1E1E, blue: 0x1E1E))
    #expect(answers.modes == [1004: 2, 2026: 2])
    #expect(answers.columns == [3, 2])
    #expect(answers.attributes == [62, 52])
  }

  @Test func answersAreReadHoweverTheyAreSplit() {
    let bytes = Array(Self.answers.utf8)
    for cut in 0...bytes.count {
      var answers = TerminalAnswers()
      answers.read(bytes[..<cut])
      answers.read(bytes[cut...])
      expectAll(answers)
    }
  }

  @Test func keysAndOtherBytesBetweenAnswersAreSkipped() {
    let noise = ["q", "\u{1B}[A", "\u{1B}OP", "é", "\u{1B}[1;2P", "\r\n", "\u{1B}]0;title\u{07}"]
    for text in noise {
      let pieces = Self.answers.split(separator: "\u{1B}[", omittingEmptySubsequences: false)
      expectAll(read(text + pieces.joined(separator: text + "\u{1B}[") + text))
    }
  }

  @Test func anAnswerThatNeverEndsCostsOnlyItself() {
    expectAll(read("\u{1B}]11;rgb:ff" + Self.answers))
    expectAll(read("\u{1B}P>|half" + Self.answers))
  }

  @Test(arguments: [
    "\u{1B}[1;-9223372036854775808R", "\u{1B}[1;99999999999999999999R", "\u{1B}[;R", "\u{1B}[R",
    "\u{1B}[1;2;3R", "\u{1B}[?1004$y", "\u{1B}[?$y", "\u{1B}[?1;2;3$y",
  ]) func numbersThatNoTerminalSendsAreNone(_ text: String) {
    let answers = read(text)
    #expect(answers.columns.isEmpty)
    #expect(answers.modes.isEmpty)
  }

  @Test func anyBytesAreRead() {
    var random = SplitMix(seed: 1)
    for _ in 0..<200 {
      let bytes = (0..<400).map { _ in
        Bool.random(using: &random)
          ? UInt8.random(in: 0...255, using: &random)
          : Array("\u{1B}[]P;?$y0123456789cR\\".utf8).randomElement(using: &random) ?? 0
      }
      var answers = TerminalAnswers()
      answers.read(bytes)
      #expect(answers.columns.count <= 100)
      #expect(answers.columns.allSatisfy { (0...1_000_000).contains($0) })
    }
  }

  // MARK: Questions

  @Test func theFenceIsTheLastQuestion() {
    let bytes = TerminalQuestions(probes: WidthProbe.all).bytes
    #expect(bytes.hasSuffix("\r\u{1B}[K\u{1B}[c"))
    #expect(bytes.components(separatedBy: "\u{1B}[6n").count == WidthProbe.all.count + 1)
  }

  @Test(arguments: [
    (["TERM": "xterm-256color"], true), (["TERM": "dumb"], false), (["TERM": "linux"], false),
    (["TERM": "screen.xterm-256color"], false), (["TERM": "xterm", "STY": "1.host"], false),
    (["TERM": "screen-256color", "TMUX": "x"], true), ([:], false),
  ]) func theConsolesAndScreenAreNotAsked(_ variables: [String: String], _ isAsked: Bool) {
    #expect((TerminalQuestions.refusal { variables[$0] } == nil) == isAsked)
  }

  // MARK: Openers

  private func openers(
    _ rules: String,
    browser: String = "",
    found: Set<String>
  ) -> [String] {
    let facts = OpenerFacts(
      rules: OpenerRules(Array(rules.utf8)),
      browsers: OpenerCommand.browsers(browser),
      file: "openers",
      hasFile: true,
      problemCount: 0
    ) { found.contains($0) }
    return facts.lines(isSecure: false).dropLast().map(\.text)
  }

  @Test func theFirstProgramThatIsFoundOpens() {
    #expect(
      openers("", browser: "/opt/olga/firefox:lynx", found: ["lynx", "xdg-open"]) == [
        "ok    open http: lynx (BROWSER)", "ok    open https: lynx (BROWSER)",
        "ok    open mailto: lynx (BROWSER)",
        "warn  open file: no program; the line \"file:\" = \"mpv\" in [openers] of the "
          + "configuration names one",
      ]
    )
  }

  @Test func aRuleIsTheOnlyProgramOfItsScheme() {
    #expect(
      openers("mailto: mutt\nexample.com lynx\nhttps: w3m\nfile: mpv", found: ["xdg-open", "w3m"])
        == [
          "ok    open http: xdg-open (PATH)", "ok    open https: w3m (openers file, line 3)",
          "fail  open mailto: mutt was not found (openers file, line 1)",
          "fail  open file: mpv was not found (openers file, line 4)",
        ]
    )
  }

  @Test func withoutAnyProgramTheNamesAreListed() {
    #expect(
      openers("", browser: "/home/olga/bin/firefox", found: []).first
        == "fail  open http: none of firefox, xdg-open, open was found; set BROWSER"
    )
  }

  // MARK: Paths

  @Test(arguments: [
    ("/home/olga/.config", "~/.config"), ("/home/olga", "~"), ("/home/olga2/x", "/home/olga2/x"),
    ("/srv/olga/state", "/srv/USER/state"), ("/tmp", "/tmp"),
  ]) func pathsNameNeitherHomeNorUser(_ path: String, _ shown: String) {
    let variables = ["HOME": "/home/olga", "USER": "olga"]
    #expect(ShownPath { variables[$0] }.text(path) == shown)
  }

  // MARK: State

  private func state(_ folder: String) -> StateFacts {
    StateFacts.collected { ["XDG_STATE_HOME": folder, "XDG_CONFIG_HOME": folder][$0] }
  }

  @Test func aFolderThatIsNotThereIsNotMade() throws {
    try Program.inFolder { folder in
      let facts = state(folder)
      #expect(facts.folder == .missing(canBeMade: true))
      #expect(facts.integrity == .none)
      #expect(facts.configuration == .missing)
      let names = try FileManager.default.contentsOfDirectory(atPath: folder)
      #expect(names.isEmpty)
    }
  }

  @Test func theProblemsOfTheConfigurationAreCounted() throws {
    try Program.inFolder { folder in
      try FileManager.default.createDirectory(
        atPath: folder + "/streamtui",
        withIntermediateDirectories: false
      )
      let path = folder + "/streamtui/config.toml"
      try Data("measure = 70\n".utf8).write(to: URL(filePath: path))
      #expect(state(folder).configuration == .readable(problemCount: 0))
      try Data("measure = true\n[keys]\nlin-down = \"x\"\ndensty = 1\n".utf8)
        .write(to: URL(filePath: path))
      #expect(state(folder).configuration == .readable(problemCount: 3))
      #expect(chmod(path, 0o666) == 0)
      #expect(
        state(folder).configuration
          == .unreadable(because: "others can write to it (chmod go-w \(path))")
      )
    }
  }

  @Test func aSoundDatabaseIsOkAndADamagedOneStaysWhereItIs() throws {
    try Program.inFolder { folder in
      let path = folder + "/streamtui"
      let store = StateStore(in: StateFolder(path: path))
      #expect(store.source(key: "file:/a", name: "a") != nil)
      store.close()
      #expect(state(folder).integrity == .ok)
      guard case .present(let bytes) = state(folder).folder else {
        Issue.record("no folder")
        return
      }
      #expect(bytes > 4096)

      let file = path + "/state.db"
      let garbage = Data(repeating: 0x55, count: 8192)
      try garbage.write(to: URL(fileURLWithPath: file))
      #expect(state(folder).integrity == .damaged)
      let kept = try Data(contentsOf: URL(fileURLWithPath: file))
      #expect(kept == garbage)
    }
  }

  @Test func aLinkInPlaceOfTheFolderIsNotUsed() throws {
    try Program.inFolder { folder in
      try FileManager.default.createSymbolicLink(
        atPath: folder + "/streamtui",
        withDestinationPath: "/tmp"
      )
      #expect(state(folder).folder == .unusable(because: "it is a symbolic link"))
    }
  }
}
