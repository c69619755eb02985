import Foundation
import Testing

/// The effect of each option of the command line: the program does not say or leave the same without it.
///
/// The list of options is the program's own, so that one without an experiment fails here.
struct OptionEffectTests {
  /// A run of the program without the option and one with it.
  private struct Experiment {
    /// A text on the terminal of the viewer.
    struct Screen {
      let text: String
      /// Whether the text is there without the option only.
      var isGone = false
      /// A text that the first frame has.
      var ready = "help"
    }

    let without: String
    let with: String
    /// The line of shell that makes the state that the option is about.
    var start = ""
    /// Whether the reader has opened a feed before.
    var isVisited = false
    /// nil where the outputs differ.
    var screen: Screen?

    /// - Parameter line: the line with `OPTION` in the place of the option.
    init(
      _ line: String,
      _ option: String,
      after start: String = "",
      isVisited: Bool = false,
      shows screen: Screen? = nil
    ) {
      without = line.replacing("OPTION", with: "")
      with = line.replacing("OPTION", with: option)
      self.start = start
      self.isVisited = isVisited
      self.screen = screen
    }
  }

  @Test func everyOptionHasAnExperiment() throws {
    let names = try Self.names()
    let known = Set(Self.all.keys).union(Self.seenElsewhere)
    #expect(names.count > 40)
    #expect(names.subtracting(known) == [], "options without an experiment")
    #expect(known.subtracting(names) == [], "experiments without an option")
  }

  @Test(arguments: Self.all.keys.sorted()) func showsItsEffect(option: String) throws {
    let experiment = try #require(Self.all[option])
    #expect(experiment.with.contains("--\(option)"))
    guard let screen = experiment.screen else {
      let with = try Self.output(of: experiment.with, experiment)
      let without = try Self.output(of: experiment.without, experiment)
      #expect(with != without, "\(with)")
      // An output that differs by itself proves nothing.
      #expect(try Self.output(of: experiment.without, experiment) == without)
      return
    }
    for (line, isShown) in [(experiment.with, !screen.isGone), (experiment.without, screen.isGone)]
    {
      try StateStage.run { stage in
        try Self.prepare(stage)
        if !experiment.start.isEmpty { _ = try stage.shell(experiment.start) }
        let pty = try Pty(
          ["/bin/sh", "-c", "cd '\(stage.folder)' && exec $program \(line)"],
          environment: stage.environment.merging([
            "program": Program.path, "XDG_CONFIG_HOME": stage.folder + "/config",
          ]) { $1 }
        )
        #expect(pty.waits(for: screen.ready))
        pty.settle(milliseconds: 700)
        // Drawn whole, the text is in one piece.
        pty.send("\u{0C}")
        #expect(
          pty.waits(for: screen.text, since: 0, seconds: isShown ? 10 : 1) == isShown,
          "\(line)"
        )
        pty.send("Q")
        _ = pty.end()
      }
    }
  }

  private static func output(of line: String, _ experiment: Experiment) throws -> String {
    var text = ""
    try StateStage.run { stage in
      try prepare(stage)
      if !experiment.start.isEmpty { _ = try stage.shell(experiment.start) }
      if experiment.isVisited { try stage.read([stage.folder + "/a.ndjson"], keys: []) }
      let outcome = try stage.shell("export TZ=Asia/Tokyo; \(line)")
      #expect(outcome.status != 64, "\(line): \(outcome.errors)")
      text = (outcome.output + outcome.errors).replacing(stage.folder, with: "FOLDER")
    }
    return text
  }

  // MARK: Experiments

  /// Options whose effects others see: `SettingEffectTests` those of the settings that they state, as
  /// `UserConfigurationTests` sees, `RecordingTests` that of `--record`, and `OlderPostTests` that of `--older-host`,
  /// which takes a web.
  private static let seenElsewhere: Set<String> = [
    "refresh", "stick", "record", "older-host", "hud", "idle-delay", "strategy", "theme", "utc",
    "order", "hyperlinks",
    "pictures", "linear", "no-mouse", "no-state", "first-unread",
  ]

  private static let all: [String: Experiment] = [
    "all": Experiment(
      "$program refresh --format tsv OPTION",
      "--all",
      after: "STREAMTUI_CURL=/bin/true $program add --yes ./a.ndjson"
    ),
    "at": Experiment("$program snapshot OPTION sample", "--at 2020-01-01T00:00:00Z"),
    "baud": Experiment("$program demo --keys '<wait 300>' OPTION sample", "--baud 50"),
    "by": Experiment("$program count OPTION sample", "--by day"),
    "check": Experiment("$program config --config bad.toml OPTION", "--check"),
    "compare": Experiment("$program snapshot OPTION sample", "--compare idle flat"),
    "cache": Experiment("$program import OPTION home.txt", "--cache bad.toml"),
    "config": Experiment("$program snapshot OPTION sample", "--config own.toml"),
    "default": Experiment("$program config --config own.toml OPTION", "--default"),
    "dry-run": Experiment("$program rules OPTION", "--dry-run tea sample"),
    "every": Experiment(
      "$program add --no-network OPTION a.example/f; $program export",
      "--every 2h"
    ),
    "exec": Experiment("$program dump OPTION a.ndjson", "--exec 'cat b.ndjson'"),
    "filter": Experiment("$program dump OPTION a.ndjson", "--filter two"),
    "follow": Experiment(
      "--no-state OPTION long.ndjson",
      "--follow",
      shows: .init(text: "post 60")
    ),
    "format": Experiment("$program dump OPTION a.ndjson", "--format json"),
    "format-hint": Experiment("$program check OPTION a.ndjson", "--format-hint html"),
    "from-start": Experiment(
      "a.ndjson OPTION",
      "--from-start",
      after: "printf 'n\\nn\\nn\\nq\\n' | $program view --linear a.ndjson",
      shows: .init(text: "post 1 of 3")
    ),
    "full-text": Experiment(
      "$program add --no-network OPTION a.example/f; $program export",
      "--full-text"
    ),
    "help": Experiment("$program count OPTION sample", "--help"),
    "host": Experiment("$program forget OPTION a.example", "--host"),
    "hosts": Experiment("$program history OPTION | wc -l", "--hosts", isVisited: true),
    "keys": Experiment("$program snapshot OPTION sample", "--keys G"),
    "left": Experiment("$program demo --keys '<wait 300>' OPTION sample", "--left flat"),
    "name": Experiment(
      "$program add --no-network OPTION a.example/f; $program list",
      "--name News"
    ),
    "no-config": Experiment(
      "--no-state OPTION sample",
      "--no-config",
      after: "cp own.toml config/streamtui/config.toml",
      shows: .init(text: "idle: ", isGone: true, ready: "Olga")
    ),
    "no-network": Experiment("$program dump OPTION https://a.example/f", "--no-network"),
    "paces": Experiment("$program bench --keys 20 OPTION sample | head -2", "--paces"),
    "older": Experiment(
      "$program refresh --format tsv OPTION ./a.ndjson",
      "--older",
      after: "STREAMTUI_CURL=/bin/true $program add --yes ./a.ndjson; cat b.ndjson >>a.ndjson"
    ),
    "page": Experiment("$program keys OPTION", "--page detail"),
    "preset": Experiment("$program keys OPTION", "--preset newsboat"),
    "progress": Experiment(
      "$program add --yes ./a.ndjson >/dev/null; $program refresh --all OPTION",
      "--progress"
    ),
    "public-only": Experiment("$program dump OPTION direct.ndjson", "--public-only"),
    "read": Experiment(
      "STREAMTUI_CURL=/bin/true $program add --yes OPTION ./a.ndjson >/dev/null; $program list",
      "--read"
    ),
    "right": Experiment("$program demo --keys '<wait 300>' OPTION sample", "--right flat"),
    "size": Experiment("$program snapshot OPTION sample", "--size 40x10"),
    "slow": Experiment("$program demo --keys '<wait 300>' OPTION sample", "--slow 5000"),
    "tag": Experiment("$program add --no-network OPTION a.example/f; $program list", "--tag news"),
    "confirmed": Experiment(
      "$program add --no-network OPTION http://127.0.0.1/f </dev/null; $program list",
      "--confirmed"
    ),
    "timing": Experiment("$program check OPTION sample 2>&1 | wc -l", "--timing"),
    "version": Experiment("$program count OPTION sample", "--version"),
    "width": Experiment("$program dump OPTION sample", "--width 40"),
    "with-passwords": Experiment(
      "$program add --no-network --yes https://u:secret@a.example/f >/dev/null; $program export OPTION",
      "--with-passwords"
    ),
    "with-state": Experiment("$program dump --format ndjson OPTION a.ndjson", "--with-state"),
    "yes": Experiment("$program import OPTION home.txt", "--yes"),
  ]

  // MARK: The stage

  private static func prepare(_ stage: StateStage) throws {
    let files = [
      "a.ndjson": #"{"id":"1","body_text":"one"}"# + "\n" + #"{"id":"2","body_text":"two"}"# + "\n"
        + #"{"id":"3","body_text":"three"}"# + "\n",
      "b.ndjson": #"{"id":"4","body_text":"four"}"# + "\n",
      "long.ndjson": (1...60).map { #"{"id":"\#($0)","body_text":"post \#($0)"}"# + "\n" }.joined(),
      "direct.ndjson": #"{"id":"1","body_text":"one","visibility":"direct"}"# + "\n",
      "bad.toml": "ordr = 1\n",
      "own.toml": "figures = true\n",
      "home.txt": "http://192.168.7.2/feed\n",
    ]
    for (name, text) in files {
      let path = stage.folder + "/" + name
      try Program.write(text, to: path)
    }
    try FileManager.default.copyItem(atPath: Program.sample, toPath: stage.folder + "/sample")
    try FileManager.default.createDirectory(
      atPath: stage.folder + "/config/streamtui",
      withIntermediateDirectories: true
    )
  }

  /// The names of the options of all commands.
  private static func names() throws -> Set<String> {
    let outcome = try Program.shell("$program --experimental-dump-help")
    let tree = try JSONDecoder().decode(Tree.self, from: Data(outcome.output.utf8))
    var names: Set<String> = []
    var commands = [tree.command]
    while let command = commands.popLast() {
      commands += command.subcommands ?? []
      for argument in command.arguments ?? [] where argument.kind != "positional" {
        if let name = argument.preferredName?.name { names.insert(name) }
      }
    }
    return names
  }

  private struct Tree: Decodable {
    struct Name: Decodable { let name: String }
    struct Argument: Decodable {
      let kind: String
      let preferredName: Name?
    }
    struct Command: Decodable {
      let arguments: [Argument]?
      let subcommands: [Command]?
    }
    let command: Command
  }
}
