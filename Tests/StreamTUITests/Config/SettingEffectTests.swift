import Foundation
import Testing

@testable import StreamTUI

/// The effect of each setting of the file on the program that people run.
///
/// What the program shows differs from what it shows without the setting: one that is read, listed and does
/// nothing fails here.
struct SettingEffectTests {
  /// A look at the program with a configuration file, or without one.
  private typealias Look = (_ stage: StateStage, _ config: [String]) throws -> String

  /// A value that is not the default, a look, and a text that it shows with this value only.
  private struct Experiment {
    let line: String
    let text: String
    /// Whether the text shows without the setting only.
    var isGone = false
    let look: Look
  }

  @Test(arguments: Setting.allCases.filter { experiment($0) != nil })
  func showsItsEffect(setting: Setting) throws {
    let experiment = try #require(Self.experiment(setting))
    #expect(experiment.line.hasPrefix(setting.name + " ="))
    var looks: [String] = []
    for line in [experiment.line, ""] {
      try StateStage.run { stage in
        let path = stage.folder + "/config.toml"
        try Program.write((line + "\n"), to: path)
        looks.append(try experiment.look(stage, ["--config", path]))
      }
    }
    let isShown = looks.map { $0.contains(experiment.text) }
    #expect(isShown == [!experiment.isGone, experiment.isGone], "\(looks[0])\n\(looks[1])")
  }

  /// nil where another suite shows the effect: `NetworkPromiseTests`, `OlderPtyTests` and `RefreshCommandTests`.
  private static func experiment(_ setting: Setting) -> Experiment? {
    switch setting {
    case .network, .older, .notifyCommand, .keepPosts: nil
    case .strategy:
      Experiment(line: "strategy = \"flat\"", text: "LLLL", isGone: true, look: snapshot("style"))
    case .idleDelay:
      // The rows that the page key brings in are flat as long as nothing rests.
      Experiment(line: "idle-delay = 50000", text: "idle: moving") { stage, config in
        try snapshot(keys: "<C-f><wait 900>", "--hud")(stage, config)
      }
    case .figures: Experiment(line: "figures = true", text: "idle: ", look: snapshot())
    case .order:
      Experiment(line: "order = \"oldest\"", text: "▌ second", look: snapshot(of: dated))
    case .publicOnly:
      Experiment(line: "public-only = true", text: "direct text", isGone: true) { stage, config in
        try snapshot(of: try mastodon(in: stage))(stage, config)
      }
    case .layout: Experiment(line: "layout = \"split\"", text: "│", look: snapshot(keys: ""))
    case .density:
      Experiment(
        line: "density = \"compact\"",
        text: "+10 lines",
        isGone: true,
        look: snapshot(of: long)
      )
    case .foldLines: Experiment(line: "fold-lines = 2", text: "+18 lines", look: snapshot(of: long))
    case .measure:
      Experiment(line: "measure = 20", text: "gamma delta", isGone: true, look: snapshot(of: wide))
    case .utc:
      Experiment(
        line: "utc = true",
        text: "2026-01-31 19:10",
        look: snapshot(keys: "<CR>", zone: "XXX-5")
      )
    case .theme:
      Experiment(line: "theme = \"mono\"", text: "38;", isGone: true, look: snapshot("ansi"))
    case .themeLight:
      Experiment(line: "theme-light = \"mono\"", text: "38;5", isGone: true) { stage, config in
        try screen(["COLORFGBG": "0;15"])(stage, config)
      }
    case .themeDark:
      Experiment(line: "theme-dark = \"mono\"", text: "38;5", isGone: true) { stage, config in
        try screen(["COLORFGBG": "15;0"])(stage, config)
      }
    case .preset:
      Experiment(
        line: "preset = \"newsboat\"",
        text: "No search yet",
        isGone: true,
        look: snapshot(keys: "n")
      )
    case .mouse:
      Experiment(line: "mouse = false", text: "\u{1B}[?1000;1002", isGone: true, look: screen())
    case .cursor:
      Experiment(line: "cursor = true", text: "\u{1B}[?25l", isGone: true, look: screen())
    case .hyperlinks:
      Experiment(line: "hyperlinks = \"always\"", text: "\u{1B}]8;", look: screen())
    case .pictures:
      Experiment(line: "pictures = \"off\"", text: "\u{1B}[>q", isGone: true, look: export)
    case .picturesProtocol:
      Experiment(
        line: "pictures-protocol = \"none\"",
        text: "\u{1B}[>q",
        isGone: true,
        look: export
      )
    case .linear:
      Experiment(line: "linear = true", text: "\u{1B}[?1049h", isGone: true, look: screen())
    case .copyCommand:
      Experiment(line: "copy-command = [\"sh\", \"-c\", \"cat >copied\"]", text: "https://") {
        stage,
        config in
        _ = try screen(keys: "\ty")(stage, config)
        return (try? String(contentsOfFile: stage.folder + "/copied", encoding: .utf8)) ?? ""
      }
    case .refresh:
      // A minute is the shortest time: what follows from it is tested with a clock of its own.
      Experiment(line: "refresh = 7", text: "7") { _, config in
        let run = RunConfiguration(.named(config[1]), given: [])
        return "\(run.settings.refreshMinutes)"
      }
    case .refreshInterval:
      Experiment(line: "refresh-interval = 600", text: "in hours") { stage, config in
        _ = try subscribed(stage, config, editions: ["one"])
        let words = config.joined(separator: " ")
        let output = try stage.shell("$program refresh --progress \(words)").output
        let seconds = output.split(separator: " ").last.flatMap { Int($0.prefix { $0.isNumber }) }
        return try #require(seconds) > 3_600 ? "in hours" : "in minutes"
      }
    case .stick:
      Experiment(line: "stick = true", text: "new above", isGone: true) { stage, config in
        let path = try stage.feed("grow.ndjson", [])
        try Program.write((1...30).map { line("one \($0)", -$0) }.joined(), to: path)
        let pty = try stage.open(config + ["--order", "newest", "-f", path]).showing("one")
        let mark = pty.output.count
        let file = try FileHandle(forWritingTo: URL(filePath: path))
        try file.seekToEnd()
        try file.write(contentsOf: Data(line("two", 2).utf8))
        #expect(
          pty.waits(for: "two", since: mark) || pty.waits(for: "1 new", since: mark, seconds: 1)
        )
        return quit(pty, since: mark)
      }
    case .keepDays:
      Experiment(line: "keep-days = 1", text: "one", isGone: true) { stage, config in
        try subscribed(stage, config, editions: ["one", "two", "three"])
      }
    case .state:
      Experiment(line: "state = false", text: "state.db", isGone: true) { stage, config in
        _ = try screen(keys: "j")(stage, config)
        return try stage.shell("ls state/streamtui 2>/dev/null").output
      }
    case .unread: Experiment(line: "unread = false", text: "unread", isGone: true, look: screen())
    case .readingTime:
      Experiment(line: "reading-time = 3600000", text: "10 unread") { stage, config in
        let path = try stage.feed("many.ndjson", (0..<10).map { "post \($0)" })
        let pty = try stage.open(config + [path], lines: 8).awaiting("10 unread")
        pty.settle(milliseconds: 1_500)
        pty.type("jjjjjjjjj")
        return drawnAgain(pty)
      }
    case .firstUnread:
      Experiment(line: "first-unread = true", text: "post 3 of 3") { stage, config in
        let path = try stage.feed("three.ndjson", ["one", "two", "three"])
        try stage.read(["--from-start", path], keys: ["R", "J", "R", "g"])
        let pty = try stage.open(config + [path]).awaiting("help")
        pty.settle(milliseconds: 500)
        return drawnAgain(pty)
      }
    case .firstPage:
      Experiment(line: "first-page = \"feeds\"", text: "All feeds") { stage, config in
        _ = try subscribed(stage, config, editions: ["one"])
        let pty = try stage.open(config).showing("help")
        return quit(pty, since: 0)
      }
    }
  }

  // MARK: Looks

  private static func snapshot(
    _ format: String = "text",
    of feed: String = Program.sample,
    keys: String = "",
    zone: String = "UTC",
    _ options: String = ""
  ) -> Look {
    { stage, config in
      var source = feed
      if feed.hasPrefix("{") {
        source = stage.folder + "/feed.ndjson"
        try Program.write(feed, to: source)
      }
      let words = config.joined(separator: " ")
      return try stage.shell(
        "TZ=\(zone) $program snapshot \(words) --format \(format) --keys '\(keys)<wait 900>' \(options) '\(source)'"
      ).cleanOutput()
    }
  }

  /// The screen of an account's export, whose pictures are files beside it.
  private static func export(_ stage: StateStage, _ config: [String]) throws -> String {
    let folder = stage.folder + "/export"
    let outbox = """
      {"@context":"https://www.w3.org/ns/activitystreams","type":"OrderedCollection","orderedItems":
      [{"type":"Note","id":"https://a.example/1","content":"a.example has a lake"}]}
      """
    try Program.write(outbox, to: folder + "/outbox.json")
    return try screen(of: folder)(stage, config)
  }

  private static func screen(
    of source: String = Program.sample,
    keys: String = "",
    _ environment: [String: String] = [:]
  ) -> Look {
    { stage, config in
      let pty = try Pty(
        ["/bin/sh", "-c", "cd '\(stage.folder)' && exec \"$0\" \"$@\"", Program.path] + config + [
          source
        ],
        environment: stage.environment.merging(environment) { $1 }
      )
      #expect(pty.waits(for: source == Program.sample ? "Olga Hansen" : "a.example"))
      pty.settle(milliseconds: 700)
      pty.send(keys)
      pty.settle(milliseconds: 500)
      return quit(pty, since: 0)
    }
  }

  /// The screen as it is, drawn whole.
  private static func drawnAgain(_ pty: Pty) -> String {
    let mark = pty.output.count
    pty.type("\u{0C}")
    return quit(pty, since: mark)
  }

  private static func quit(_ pty: Pty, since mark: Int) -> String {
    let text = pty.text(since: mark)
    pty.send("Q\nq\n")
    _ = pty.end()
    return text
  }

  /// Subscribes to a file, refreshes it after each of its editions, and returns the posts that are there in the end.
  private static func subscribed(
    _ stage: StateStage,
    _ config: [String],
    editions: [String]
  ) throws -> String {
    let path = stage.folder + "/news.ndjson"
    let words = config.joined(separator: " ")
    for (number, text) in editions.enumerated() {
      try line(text, number).write(toFile: path, atomically: true, encoding: .utf8)
      if number == 0 {
        #expect(try stage.shell("$program add --no-network ./news.ndjson --name News").status == 0)
      }
      try stage.shell("$program refresh --all \(words)").ends(with: 0)
    }
    return try stage.shell("$program dump News").output
  }

  // MARK: Feeds

  /// A post of some days ago: one of the first day is older than ``Setting/keepDays`` of the test.
  private static func line(_ text: String, _ day: Int) -> String {
    let time = Date().addingTimeInterval(Double(day - 9) * 86_400).formatted(.iso8601)
    return #"{"id":"\#(text)","published":"\#(time)","body_text":"\#(text)"}"# + "\n"
  }

  private static let dated =
    #"{"id":"a","author":{"name":"first"},"published":"2026-01-02T08:15:00Z","body_text":"a"}"#
    + "\n"
    + #"{"id":"b","author":{"name":"second"},"published":"2026-01-01T08:15:00Z","body_text":"b"}"#
    + "\n"
  private static let long =
    #"{"id":"a","body_text":""#
    + (1...20).map { "line \($0)" }.joined(separator: #"\n\n"#).replacing(#"\n\n"#, with: #"\n"#)
    + "\"}\n"
  private static let wide =
    #"{"id":"a","body_text":"alpha beta gamma delta epsilon"}"# + "\n"

  private static func mastodon(in stage: StateStage) throws -> String {
    let statuses = [("public", "public text"), ("direct", "direct text")].map { visibility, text in
      #"{"id":"\#(visibility)","uri":"https://m.example/\#(visibility)","created_at":"2026-01-01T00:00:00Z","#
        + #""content":"\#(text)","visibility":"\#(visibility)","#
        + #""account":{"id":"1","acct":"m","username":"m","url":"https://m.example/@m"}}"#
    }
    let path = stage.folder + "/statuses.json"
    try Program.write("[\(statuses.joined(separator: ","))]", to: path)
    return path
  }
}
