import CellGrid
import StreamUI
import Testing

@testable import StreamTUI

/// The judgement of facts: a table of facts, and the lines about them.
struct DoctorReportTests {
  /// Facts without a note or a problem.
  private static var healthy: DoctorFacts {
    DoctorFacts(
      terminal: TerminalFacts(
        type: "xterm-256color",
        description: .colors(256),
        asking: asked(answers),
        isTerminal: true,
        size: Size(columns: 80, lines: 24),
        colorTerm: "truecolor",
        noColor: false,
        hasHyperlinks: true,
        hasClipboard: true,
        seemsLight: false
      ),
      machine: MachineFacts(
        localeVariable: "LANG=C.UTF-8",
        lacksLocale: false,
        isUTF8: true,
        zone: "Europe/Oslo",
        knowsZone: true,
        zoneOffset: 3600,
        hasProc: true,
        temporaryFolder: "/tmp",
        canWriteTemporaryFiles: true,
        curl: "curl",
        hasCurl: true,
        isSecure: false
      ),
      openers: OpenerFacts(
        rules: OpenerRules(Array("file: mpv".utf8)),
        browsers: [],
        file: "~/.config/streamtui/openers",
        hasFile: true,
        problemCount: 0
      ) { _ in true },
      state: StateFacts(
        path: "~/.local/state/streamtui",
        folder: .present(bytes: 3 << 20),
        integrity: .ok,
        configurationPath: "~/.config/streamtui/config.toml",
        configuration: .missing
      ),
      build: BuildFacts("", libraries: ["zlib 1.2.13"])
    )
  }

  /// The answers of a terminal that supports everything and counts as the viewer does.
  private static var answers: String {
    let widths = WidthProbe.all.map { "\u{1B}[7;\($0.columns + 1)R" }.joined()
    return "\u{1B}P>|XTerm(379)\u{1B}\\\u{1B}]11;rgb:ffff/ffff/ffff\u{1B}\\"
      + "\u{1B}[?1004;2$y\u{1B}[?2026;1$y\u{1B}[?2031;2$y\(widths)\u{1B}[?64;52c"
  }

  private static func asked(
    _ bytes: String,
    probes: [WidthProbe] = WidthProbe.all
  ) -> TerminalFacts.Asking {
    var answers = TerminalAnswers()
    answers.read(bytes.utf8)
    return .asked(TerminalQuestions(probes: probes), answers)
  }

  /// The lines that are neither ok nor in the report of healthy facts.
  private func complaints(_ change: (inout DoctorFacts) -> Void) -> [String] {
    var facts = Self.healthy
    change(&facts)
    return DoctorReport(facts).lines.filter { $0.health != .ok }.map(\.text)
  }

  @Test func aHealthyMachineHasNeitherNoteNorProblem() {
    let report = DoctorReport(Self.healthy)
    #expect(!report.hasProblem)
    #expect(
      report.lines.map(\.text) == [
        "ok    version: \(BuildFacts.version)",
        "ok    commit: unknown: not built by script/build",
        "ok    compiler: \(BuildFacts("", libraries: []).list[1].value)",
        "ok    target: \(BuildFacts("", libraries: []).list[2].value)",
        "ok    libraries: zlib 1.2.13",
        "ok    terminal: xterm-256color, XTerm(379)",
        "ok    size: 80x24",
        "ok    colours: 256 (COLORTERM=truecolor)",
        "ok    background: light (#ffffff)",
        "ok    widths: 10 of 10 as counted",
        "ok    hyperlinks: links are clickable (OSC 8)",
        "ok    pictures: descriptions only; kitty from 0.28 on, Ghostty, and Rio from 0.3.9 on draw the "
          + "pictures of a folder",
        "ok    clipboard: OSC 52, as the terminal reports",
        "ok    focus reports: supported (mode 1004)",
        "ok    synchronized output: supported (mode 2026)",
        "ok    theme reports: supported (mode 2031)",
        "ok    locale: UTF-8 (LANG=C.UTF-8)",
        "ok    zone: UTC+01:00 now (TZ=Europe/Oslo)",
        "ok    /proc: mounted",
        "ok    temporary files: /tmp",
        "ok    requests: curl",
        "ok    open http: xdg-open (PATH)",
        "ok    open https: xdg-open (PATH)",
        "ok    open mailto: xdg-open (PATH)",
        "ok    open file: mpv (openers file, line 1)",
        "ok    openers file: ~/.config/streamtui/openers",
        "ok    state: ~/.local/state/streamtui, 3 MiB",
        "ok    database: ok",
        "ok    configuration: ~/.config/streamtui/config.toml, not there",
      ]
    )
  }

  @Test func aTypeThatCannotShowAScreenIsAProblem() {
    #expect(
      complaints { $0.terminal.description = .missing } == [
        "fail  terminal: xterm-256color; no description in terminfo; install one, or set TERM",
        "warn  colours: unknown without a description of the terminal",
      ]
    )
    #expect(
      complaints { $0.terminal.type = "" } == [
        "fail  terminal: TERM is not set; set it to the type of this terminal"
      ]
    )
    #expect(
      complaints { $0.terminal.type = "dumb" } == [
        "warn  terminal: dumb; posts are printed one at a time (--linear)"
      ]
    )
  }

  @Test func theTerminalTellsWhetherItDrawsPictures() {
    func line(_ change: (inout TerminalFacts) -> Void) -> String? {
      var facts = Self.healthy
      change(&facts.terminal)
      return DoctorReport(facts).lines.map(\.text).first { $0.contains(" pictures: ") }
    }
    let kitty = Self.asked("\u{1B}P>|kitty(0.41.1)\u{1B}\\\u{1B}[?6c")
    #expect(line { $0.asking = kitty }?.hasPrefix("warn  pictures: PNG files only") == true)
    let all = line {
      $0.asking = kitty
      $0.decodesPictures = true
    }
    #expect(all?.hasPrefix("ok    pictures: PNG, JPEG, GIF and WebP files of a folder") == true)
    let network = line {
      $0.asking = kitty
      $0.decodesPictures = true
      $0.pictureChoice = .ask
    }
    #expect(network?.contains("and of the network (pictures = \"ask\");") == true)
    let curlless = line {
      $0.asking = kitty
      $0.decodesPictures = true
      $0.pictureChoice = .on
      $0.fetchesPictures = false
    }
    #expect(
      curlless?.hasPrefix("warn  pictures: ") == true && curlless?.hasSuffix("need curl") == true
    )
    #expect(line { $0.pictureChoice = .off } == "ok    pictures: none: pictures = \"off\"")
    #expect(
      line {
        $0.asking = kitty
        $0.noColor = true
      } == "ok    pictures: none: they need 256 colours"
    )
    let tmux = line {
      $0.asking = Self.asked("\u{1B}P>|tmux 3.3a\u{1B}\\\u{1B}[?6c")
      $0.isInTmux = true
      $0.decodesPictures = true
    }
    #expect(tmux?.hasPrefix("ok    pictures: PNG, JPEG, GIF and WebP files of a folder") == true)
    #expect(
      line { $0.pictureRefusal = "tmux does not pass them on" }
        == "ok    pictures: none: tmux does not pass them on"
    )
  }

  @Test func withoutATerminalNothingIsAskedAndNothingIsAProblem() {
    let lines = complaints {
      $0.terminal.isTerminal = false
      $0.terminal.size = nil
      $0.terminal.asking = .notAsked(because: "output is no terminal")
    }
    let asked = [
      "size", "background", "widths", "pictures", "focus reports", "synchronized output",
      "theme reports",
    ]
    #expect(lines.first == "warn  terminal: xterm-256color; not asked: output is no terminal")
    #expect(
      Set(lines.dropFirst())
        == Set(asked.map { "warn  \($0): not asked: output is no terminal" })
    )
  }

  @Test func aSilentTerminalIsNoted() {
    #expect(
      complaints { $0.terminal.asking = Self.asked("") } == [
        "warn  terminal: xterm-256color; no answer within 250 ms",
        "warn  background: no answer within 250 ms; taken as dark; --theme chooses",
        "warn  widths: no answer; lines may be out of step",
        "warn  focus reports: no answer within 250 ms",
      ]
    )
  }

  @Test func aTerminalThatAnswersOnlyTheLastQuestionIsHealthyButForWhatIsMissing() {
    #expect(
      complaints { $0.terminal.asking = Self.asked("\u{1B}[?6c") } == [
        "warn  background: no answer; taken as dark; --theme chooses",
        "warn  widths: no answer; lines may be out of step",
        "warn  focus reports: not known: no answer",
      ]
    )
  }

  @Test func otherWidthsAreNamedWithBothNumbers() {
    let probes = [
      WidthProbe(name: "CJK", cluster: "\u{6C34}"),
      WidthProbe(name: "keycap", cluster: "1\u{FE0F}\u{20E3}"),
    ]
    let counted = probes[1].columns
    let bytes = "\u{1B}[1;3R\u{1B}[1;\(counted + 3)R\u{1B}[?6c"
    let lines = complaints { $0.terminal.asking = Self.asked(bytes, probes: probes) }
    #expect(
      lines.contains(
        "warn  widths: 1 of 2 as counted; keycap counts \(counted), takes \(counted + 2)"
      )
    )
  }

  @Test(arguments: [
    (0, "warn  focus reports: not supported (mode 1004); posts count as read in any window"),
    (4, "warn  focus reports: not supported (mode 1004); posts count as read in any window"),
    (3, nil),
  ]) func modesThatAreNeverSetAreNotSupported(_ value: Int, _ line: String?) {
    let bytes = Self.answers.replacing("1004;2", with: "1004;\(value)")
    #expect(complaints { $0.terminal.asking = Self.asked(bytes) } == [line].compactMap(\.self))
  }

  @Test func colours() {
    #expect(
      complaints { $0.terminal.noColor = true } == [
        "warn  colours: none, because NO_COLOR is set"
      ]
    )
    #expect(
      complaints {
        $0.terminal.description = .colors(8)
        $0.terminal.colorTerm = nil
      } == ["warn  colours: 8; only theme = \"auto\" and theme = \"terminal\" have colours here"]
    )
  }

  @Test func theMachine() {
    #expect(
      complaints {
        $0.machine.isUTF8 = false
        $0.machine.localeVariable = "LC_ALL=C"
        $0.terminal.asking = Self.asked("\u{1B}P>|XTerm(379)\u{1B}\\\u{1B}[?6c", probes: [])
      }.filter { !$0.contains("background") && !$0.contains("focus") } == [
        "warn  widths: not asked: the locale is not UTF-8",
        "fail  locale: not UTF-8 (LC_ALL=C); only ASCII is shown; set LC_ALL=C.UTF-8",
      ]
    )
    #expect(
      complaints { $0.machine.lacksLocale = true } == [
        "warn  locale: LANG=C.UTF-8 is not installed; C.UTF-8 is used"
      ]
    )
    #expect(
      complaints {
        $0.machine.zone = "Mars/Base"
        $0.machine.knowsZone = false
      } == ["warn  zone: TZ=Mars/Base is not known; times are in UTC"]
    )
    #expect(
      complaints { $0.machine.hasCurl = false } == [
        "warn  requests: curl is missing; reading addresses needs it: install the package curl"
      ]
    )
    #expect(
      complaints { $0.machine.hasProc = false } == [
        "fail  /proc: not mounted; a statically linked streamtui needs it"
      ]
    )
    #expect(
      complaints { $0.machine.canWriteTemporaryFiles = false } == [
        "fail  temporary files: /tmp cannot be written; long pipes need it. Set TMPDIR."
      ]
    )
  }

  @Test(arguments: [
    (-12_600, "ok    zone: UTC-03:30 now (TZ is not set)"),
    (45_900, "ok    zone: UTC+12:45 now (TZ is not set)"),
  ]) func offsetsHaveHoursAndMinutes(_ seconds: Int, _ line: String) {
    var facts = Self.healthy
    facts.machine.zone = nil
    facts.machine.zoneOffset = seconds
    #expect(DoctorReport(facts).lines.map(\.text).contains(line))
  }

  @Test func theState() {
    #expect(
      complaints { $0.state.folder = .missing(canBeMade: false) } == [
        "fail  state: ~/.local/state/streamtui cannot be made; nothing is remembered"
      ]
    )
    #expect(
      complaints { $0.state.folder = .unusable(because: "it is a symbolic link") } == [
        "fail  state: ~/.local/state/streamtui cannot be used (it is a symbolic link); "
          + "nothing is remembered"
      ]
    )
    #expect(
      complaints { $0.state.integrity = .damaged } == [
        "fail  database: damaged; the next run sets it aside"
      ]
    )
    #expect(
      complaints { $0.state.configuration = .readable(problemCount: 2) } == [
        "warn  configuration: ~/.config/streamtui/config.toml has 2 problems; "
          + "streamtui config --check lists them"
      ]
    )
    #expect(
      complaints { $0.state.configuration = .unreadable(because: "Permission denied") } == [
        "fail  configuration: ~/.config/streamtui/config.toml cannot be read: Permission denied"
      ]
    )
  }

  @Test func secureModeTurnsOpenersAndStateOff() {
    let lines = complaints {
      $0.machine.isSecure = true
      $0.state.integrity = .damaged
      $0.openers.problemCount = 2
    }
    #expect(
      lines == [
        "warn  openers: off: secure mode is on (STREAMTUI_SECURE)",
        "warn  state: off: secure mode is on (STREAMTUI_SECURE)",
      ]
    )
  }
}
