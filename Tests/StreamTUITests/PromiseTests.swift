import ArgumentParser
import CellGrid
import Foundation
import StreamModel
import StreamUI
import Testing

@testable import StreamTUI

/// The promises of docs/stability.md, each as it was recorded.
struct PromiseTests {
  /// Options that the parser brings along, and the lab, which is not promised.
  private static let unpromised = ["bench", "demo", "snapshot", "help"]

  @Test func subcommandsAndOptionsStay() throws {
    let root = StreamTUICommand.configuration.subcommands
    var lines: [String] = []
    for command in root {
      let name = command._commandName
      guard !Self.unpromised.contains(name) else { continue }
      let help = StreamTUICommand.helpMessage(for: command, includeHidden: true, columns: 1_000)
      lines.append(name)
      for line in help.split(separator: "\n") where line.hasPrefix("  -") {
        // An option and its value end where two blanks begin the explanation.
        let option = line.dropFirst(2).split(separator: "  ", maxSplits: 1)[0]
        if !option.contains("strategy") { lines.append("\(name) \(option)") }
      }
    }
    try Promises("command-line.txt").expect(lines)
  }

  @Test func wordsOfConfigurationAndFiltersStay() throws {
    var lines = Setting.allCases.map { "setting \($0.name)" }
    lines += Action.allCases.map { "action \($0.name)" }
    lines += KeyPage.allCases.map { "page \($0.rawValue)" }
    lines += Role.allCases.map { "role \(RoleName($0).name)" }
    lines += BuiltInTheme.allCases.map { "theme \($0.rawValue)" }
    lines += Timeline.Order.allCases.map { "order \($0.rawValue)" }
    lines += Density.allCases.map { "density \($0)" }
    lines += KeyPreset.all.map { "preset \($0.name)" }
    lines += FormatHint.allCases.map { "format \($0.rawValue)" }
    lines += OwnCommand.InputForm.allCases.map { "command-input \($0.rawValue)" }
    for field in FieldEntry.all {
      lines += ([field.name] + field.aliases).map { "field \($0)" }
      lines += field.values.map { "field \(field.name):\($0)" }
    }
    try Promises("names.txt").expect(lines)
  }

  /// Each field of a dump has the types that it always had.
  @Test func fieldsOfDumpsStay() throws {
    let folder = Promises.tests + "/StreamUITests/Feeds"
    let feeds = try FileManager.default.contentsOfDirectory(atPath: folder).sorted()
    var facts: Set<String> = []
    for feed in feeds.map({ "\(folder)/\($0)" }) + [Program.sample] {
      let dump = try Program.run(["dump", "--format", "ndjson", feed]).output
      for line in dump.split(separator: "\n") {
        Self.describe(try JSONSerialization.jsonObject(with: Data(line.utf8)), at: "", into: &facts)
      }
    }
    #expect(facts.contains("text string") && facts.contains("comments[].likes_count number"))
    try Promises("dump.txt").expect(facts.sorted())
  }

  private static func describe(_ value: Any, at path: String, into facts: inout Set<String>) {
    switch value {
    case let object as [String: Any]:
      if !path.isEmpty { facts.insert("\(path) object") }
      for (key, value) in object {
        describe(value, at: path.isEmpty ? key : "\(path).\(key)", into: &facts)
      }
    case let list as [Any]:
      facts.insert("\(path) array")
      // Comments lie in comments to any depth.
      let isNested = path.hasSuffix("comments[].comments")
      let inner = isNested ? String(path.dropLast(".comments".count)) : path + "[]"
      for value in list { describe(value, at: inner, into: &facts) }
    case is NSNull: facts.insert("\(path) null")
    case is String: facts.insert("\(path) string")
    case let number as NSNumber:
      let isBoolean = String(cString: number.objCType) == "c"
      facts.insert("\(path) \(isBoolean ? "boolean" : "number")")
    default: facts.insert("\(path) \(type(of: value))")
    }
  }

  @Test(arguments: [
    ("dump '\(Program.sample)'", 0), ("check '\(Program.sample)'", 0), ("--version", 0),
    ("--help", 0),
    ("dump /nonexistent", 1), ("check /nonexistent", 1),
    ("dump '\(Program.sample)' /nonexistent", 1),
    ("dump --no-such-option", 64), ("dump --format yaml '\(Program.sample)'", 64),
    ("dump --filter 'likes>' '\(Program.sample)'", 64), ("theme --format nothing", 64),
  ])
  func exitStatusesStay(_ line: String, _ status: Int) throws {
    let outcome = try Program.shell("exec $program \(line)")
    #expect(Int(outcome.status) == status, "\(line): \(outcome.errors)")
    #expect((outcome.errors.isEmpty) == (status == 0), "\(line): \(outcome.errors)")
  }

  @Test func environmentVariablesOfTheManualAreRead() throws {
    let manual = try String(
      contentsOfFile: Promises.root + "/docs/man/streamtui.1",
      encoding: .utf8
    )
    let sources = try Program.shell("cat $(find '\(Promises.root)/Sources' -name '*.swift')").output
    for name in [
      "BROWSER", "STREAMTUI_OPENERS", "XDG_CONFIG_HOME", "XDG_STATE_HOME", "XDG_CACHE_HOME",
      "STREAMTUI_CURL", "STREAMTUI_SECURE", "NO_COLOR", "TZ", "TERM", "LC_ALL", "TMPDIR",
    ] {
      #expect(manual.contains(name), "\(name)")
      #expect(sources.contains("\"\(name)\""), "\(name)")
    }
  }
}

/// Recorded lines that must go on to hold.
struct Promises {
  static let tests = URL(filePath: #filePath).deletingLastPathComponent()
    .deletingLastPathComponent().path
  static let root = URL(filePath: tests).deletingLastPathComponent().path
  static let folder = tests + "/StreamTUITests/Promises"

  let name: String
  private var path: String { Self.folder + "/" + name }

  init(_ name: String) { self.name = name }

  /// Expects all recorded lines among `lines`, and all others to be recorded by `RECORD_SNAPSHOTS=1`.
  ///
  /// Recording adds lines and takes none away: who breaks a promise must do that by hand.
  func expect(_ lines: some Sequence<String>) throws {
    let text = (try? String(contentsOfFile: path, encoding: .utf8)) ?? ""
    let recorded = Set(text.split(separator: "\n").map { String($0) })
    let current = Set(lines)
    for line in recorded.subtracting(current).sorted() {
      Issue.record("\(name) promises what is no more: \(line)")
    }
    let added = current.subtracting(recorded).sorted()
    guard !added.isEmpty else { return }
    Issue.record(
      "\(name) lacks \(added.count) lines (RECORD_SNAPSHOTS=1 adds them): \(added.prefix(5))"
    )
    guard ProcessInfo.processInfo.environment["RECORD_SNAPSHOTS"] != nil else { return }
    try Program.write(recorded.union(current).sorted().map { $0 + "\n" }.joined(), to: path)
  }
}
