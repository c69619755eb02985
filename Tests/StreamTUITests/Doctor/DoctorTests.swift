import Foundation
import Testing

@testable import StreamHost
@testable import StreamTUI

/// The report of `doctor`: what it says of a machine, and what it says to do.
struct DoctorTests {
  @OwnFolder private var folder: String

  /// A machine on which nothing is missing, with the folder of its configuration and state.
  private func healthy(_ folder: String) -> [String: String] {
    [
      "TERM": "xterm-256color", "VTE_VERSION": "7000", "LC_ALL": "C.UTF-8", "HOME": folder,
      "USER": "olga", "BROWSER": "/opt/olga/firefox:lynx", "TZ": "Europe/Oslo",
    ]
  }

  /// The lines about a machine that differs from a healthy one.
  private func lines(
    _ other: [String: String?] = [:],
    without programs: Set<String> = [],
    configuration: String = "",
    openers: String = "file: mpv",
    isTerminal: Bool = true,
    isPrepared: Bool = true
  ) throws -> [String] {
    Ncurses.setLocale()
    return try Program.inFolder { folder in
      let own = folder + "/.config/streamtui"
      try Program.write(configuration, to: own + "/config.toml")
      try Program.write(openers, to: own + "/openers")
      for file in ["/config.toml", "/openers"] where chmod(own + file, 0o600) != 0 {
        Issue.record("\(file) keeps its rights")
      }
      if isPrepared {
        let store = StateStore(in: StateFolder(path: folder + "/.local/state/streamtui"))
        #expect(store.source(key: "file:/a", name: "a") != nil)
        store.close()
      }
      let variables = healthy(folder).merging(other.mapValues { $0 ?? "" }) { _, new in new }
      return DoctorReport(
        { variables[$0] },
        exists: { !programs.contains($0) },
        isTerminal: isTerminal
      ).lines.dropFirst(5).map(\.text)
    }
  }

  /// The lines that are not ok.
  private func complaints(
    _ other: [String: String?] = [:],
    without programs: Set<String> = [],
    configuration: String = "",
    openers: String = "file: mpv",
    isTerminal: Bool = true
  ) throws -> [String] {
    try lines(
      other,
      without: programs,
      configuration: configuration,
      openers: openers,
      isTerminal: isTerminal
    ).filter { !$0.hasPrefix("ok ") }
  }

  @Test func aHealthyMachineHasNothingToDo() throws {
    #expect(
      try lines() == [
        "ok    terminal: xterm-256color",
        "ok    colours: 256",
        "ok    hyperlinks: links are clickable (OSC 8)",
        "ok    pictures: in kitty from 0.28 on, Ghostty, and Rio from 0.3.9 on; "
          + "pictures-protocol = \"none\" if you see boxes",
        "ok    clipboard: OSC 52, if the terminal allows it; else set copy-command",
        "ok    locale: UTF-8 (LC_ALL=C.UTF-8)",
        "ok    zone: TZ=Europe/Oslo",
        "ok    /proc: mounted",
        "ok    temporary files: /tmp",
        "ok    requests: curl",
        "ok    open http: firefox (BROWSER)",
        "ok    open https: firefox (BROWSER)",
        "ok    open mailto: firefox (BROWSER)",
        "ok    open file: mpv (openers file, line 1)",
        "ok    state: ~/.local/state/streamtui",
        "ok    database: ok",
        "ok    configuration: ~/.config/streamtui/config.toml",
      ]
    )
  }

  @Test(arguments: [
    ("", "fail  terminal: TERM is not set; set it to the type of this terminal"),
    ("dumb", "warn  terminal: dumb; posts are printed one at a time (--linear)"),
    ("no-such", "fail  terminal: no-such; no description in terminfo; install one, or set TERM"),
    ("linux", "warn  colours: 8, for theme = \"auto\" and theme = \"terminal\" alone"),
    ("vt100", "warn  clipboard: terminals of this type have none; set copy-command"),
  ]) func theTypeOfTheTerminal(_ term: String, _ line: String) throws {
    #expect(try complaints(["TERM": term]).contains(line))
  }

  @Test func whatIsMissingIsNamedWithTheRemedy() throws {
    #expect(try complaints(["NO_COLOR": "1"]) == ["warn  colours: none, because NO_COLOR is set"])
    #expect(try complaints(isTerminal: false) == ["warn  terminal: output is no terminal"])
    #expect(
      try complaints(["VTE_VERSION": nil]) == [
        "warn  hyperlinks: not known to be supported; --hyperlinks always writes them"
      ]
    )
    #expect(
      try complaints(without: ["chafa", "curl"]) == [
        "warn  pictures: PNG files only; install chafa to see other kinds",
        "warn  requests: curl is missing; reading addresses needs it: install the package curl",
      ]
    )
    #expect(
      try complaints(without: ["curl"], configuration: "pictures = \"ask\"\n").first
        == "warn  pictures: files only; install curl for those of the network"
    )
    #expect(
      try complaints(["TZ": "Mars/Base", "TMPDIR": "/nothing/here"]) == [
        "warn  zone: TZ=Mars/Base is not known; times are in UTC",
        "fail  temporary files: /nothing/here cannot be written; long pipes need it. Set TMPDIR.",
      ]
    )
    #expect(
      try complaints(["STREAMTUI_SECURE": "1"], openers: "lynx") == [
        "warn  openers and state: off: secure mode is on (STREAMTUI_SECURE)"
      ]
    )
  }

  @Test func openersAreFoundAsTheViewerFindsThem() throws {
    #expect(
      try complaints(without: ["/opt/olga/firefox", "lynx", "xdg-open", "open"], openers: "") == [
        "fail  open http: none of firefox, lynx, xdg-open, open was found; set BROWSER",
        "fail  open https: none of firefox, lynx, xdg-open, open was found; set BROWSER",
        "fail  open mailto: none of firefox, lynx, xdg-open, open was found; set BROWSER",
        "warn  open file: no program; \"file:\" = \"mpv\" in [openers] of the configuration names one",
      ]
    )
    let rules = try lines(
      without: ["mutt"],
      configuration: "[openers]\n\"https:\" = \"w3m\"\n",
      openers: "mailto: mutt\nexample.com lynx\nhttp\n"
    )
    #expect(rules.contains("ok    open https: w3m (config.toml, line 2)"))
    #expect(rules.contains("fail  open mailto: mutt was not found (openers file, line 1)"))
    #expect(
      rules.contains(
        "fail  openers file: ~/.config/streamtui/openers has problems: 1; the viewer names them"
      )
    )
  }

  @Test func theProblemsOfTheConfigurationAreCounted() throws {
    #expect(
      try complaints(configuration: "measure = true\n[keys]\nlin-down = \"x\"\ndensty = 1\n") == [
        "warn  configuration: ~/.config/streamtui/config.toml has problems: 3; "
          + "streamtui config --check lists them"
      ]
    )
  }

  // MARK: State

  private func state(_ folder: String) -> [String] {
    DoctorReport({ ["XDG_STATE_HOME": folder, "USER": "olga"][$0] }).stateLines.map(\.text)
  }

  @Test func aFolderThatIsNotThereIsNotMade() throws {
    try Program.inFolder { folder in
      #expect(state(folder) == ["ok    state: \(folder)/streamtui, not made yet"])
      let made = try FileManager.default.contentsOfDirectory(atPath: folder)
      #expect(made.isEmpty)
    }
    #expect(
      state("/dev/null/olga") == [
        "fail  state: /dev/null/USER/streamtui cannot be used (Not a directory); nothing is remembered"
      ]
    )
  }

  @Test func aDamagedDatabaseStaysWhereItIsAndALinkIsNotUsed() throws {
    let path = folder + "/streamtui"
    let garbage = Data(repeating: 0x55, count: 8192)
    try Program.makeFolder(path)
    try garbage.write(to: URL(filePath: path + "/state.db"))
    #expect(state(folder).last == "fail  database: damaged; the next run sets it aside")
    #expect(try Data(contentsOf: URL(filePath: path + "/state.db")) == garbage)
    try FileManager.default.removeItem(atPath: path)
    try FileManager.default.createSymbolicLink(atPath: path, withDestinationPath: "/tmp")
    #expect(
      state(folder) == [
        "fail  state: \(path) cannot be used (it is a symbolic link); nothing is remembered"
      ]
    )
  }

  @Test func theProgramHasNoPrivateWordsAndFailsWhereSomethingIsMissing() throws {
    let outcome = try Program.shell(
      "HOME=/home/olga USER=olga HOSTNAME=secret-host TERM=xterm BROWSER=/home/olga/bin/x PATH=/srv/none "
        + "XDG_STATE_HOME=/srv/olga XDG_CONFIG_HOME= LC_ALL=C $program doctor"
    )
    #expect(
      outcome.output.contains(
        "fail  locale: not UTF-8 (LC_ALL=C); only ASCII is shown; set LC_ALL=C.UTF-8\n"
      )
    )
    #expect(outcome.output.contains(" state: /srv/USER/streamtui"))
    #expect(outcome.status == 1)
    #expect(!outcome.output.contains("olga"))
    #expect(!outcome.output.contains("secret-host"))
    #expect(outcome.errors.isEmpty)
  }
}
