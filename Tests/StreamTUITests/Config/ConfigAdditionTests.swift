import CellGrid
import Foundation
import Glibc
import StreamModel
import StreamUI
import Testing

@testable import StreamTUI

/// Saving a view: the bytes of the file before and after, and the sentences that the reader sees.
struct ConfigAdditionTests {
  private static let view = ConfigAddition(name: "water", filter: #"title:"a b" is:unread"#)
  private static let lines = """
    [views.water]
    filter = "title:\\"a b\\" is:unread"

    """

  private static let plain = "mouse = false\n"

  @OwnFolder private var folder: String

  /// The path of a configuration file of these bytes; nil for none.
  private func file(_ text: String?, mode: Int = 0o640) throws -> String {
    let path = folder + "/config.toml"
    if let text { try Program.write(text, to: path, mode: mode) }
    return path
  }

  private static func text(_ path: String) throws -> String {
    try String(contentsOfFile: path, encoding: .utf8)
  }

  private static func mode(_ path: String) throws -> Int? {
    try FileManager.default.attributesOfItem(atPath: path)[.posixPermissions] as? Int
  }

  /// The reason for which the view is not saved; nil if it is.
  private static func refusal(_ view: ConfigAddition = view, in path: String) -> String? {
    do throws(ConfigAddition.Failure) {
      try view.write(to: ConfigFile(named: path))
      return nil
    } catch { return error.reason }
  }

  @Test(
    "The lines come last, and no other byte changes",
    arguments: [
      ("", ""), ("mouse = false\n", "\n"), ("mouse = false", "\n\n"), ("# ü\n[keys]\n\n", "\n"),
      ("[views.a]\nfilter = \"x\"\n", "\n"),
      // Problems of other lines are no reason against it.
      ("mouse = maybe\n[views.b]\nfilter = \"is:x\"\n", "\n"),
      ("copy-command = [\"a\",\n", "\n"), ("a = \"\"\"\n", "\n"),
    ]
  )
  func lines(_ before: String, _ gap: String) throws {
    let path = try file(before)
    #expect(Self.refusal(in: path) == nil)
    #expect(try Self.text(path) == before + gap + Self.lines)
    #expect(try Self.mode(path) == 0o640)
    let run = RunConfiguration(.named(path), given: [])
    #expect(run.views.last?.name == "water" && run.views.last?.line == Self.view.filter)
    let folder = (path as NSString).deletingLastPathComponent
    #expect(try FileManager.default.contentsOfDirectory(atPath: folder) == ["config.toml"])
  }

  @Test(
    "Another filter takes the place of the text alone",
    arguments: [
      (
        "a = 1\n[views.water]  # w\n  filter = \"x\"  # x\n[views.b]\nfilter = \"x\"\n",
        "\"x\"  # x"
      ),
      ("[views.water]\r\nfilter='x'\r\n", "'x'"), ("views.water.filter = \"x\"", "\"x\""),
      ("[views]\nwater.filter = \"\\u0078\"\nb.filter = \"view:water\"\n", "\"\\u0078\""),
      ("mouse = maybe\n[views.water]\nfilter = \"x\"\n", "\"x\""),
    ]
  )
  func replacement(_ before: String, _ text: String) throws {
    let path = try file(before)
    var view = Self.view
    view.former = "x"
    #expect(Self.refusal(view, in: path) == nil)
    let found = try #require(before.firstRange(of: text))
    let quoted = #""title:\"a b\" is:unread""# + (text.hasSuffix("# x") ? "  # x" : "")
    #expect(try Self.text(path) == before.replacingCharacters(in: found, with: quoted))
  }

  @Test func theLineEndsAreThoseOfTheFile() throws {
    let path = try file("mouse = false\r\n")
    #expect(Self.refusal(in: path) == nil)
    let added = Self.lines.split(separator: "\n").map { $0 + "\r\n" }.joined()
    #expect(try Self.text(path) == "mouse = false\r\n\r\n" + added)
  }

  @Test func aLinkToTheFileStays() throws {
    let path = try file(Self.plain)
    let link = path + ".link"
    try FileManager.default.createSymbolicLink(atPath: link, withDestinationPath: path)
    #expect(Self.refusal(in: link) == nil)
    #expect(try FileManager.default.destinationOfSymbolicLink(atPath: link) == path)
    #expect(try Self.text(path).hasSuffix(Self.lines))
  }

  @Test func theUsersOwnFileIsMadeWithItsFolder() throws {
    let path = try file(nil)
    let home = path + "/.."
    let folder = (path as NSString).deletingLastPathComponent + "/new/one"
    let file = try #require(ConfigFile { $0 == "XDG_CONFIG_HOME" ? folder : home })
    try Self.view.write(to: file)
    let made = folder + "/streamtui/config.toml"
    #expect(try Self.text(made) == Self.lines)
    #expect(try Self.mode(made) == 0o600)
    #expect(try Self.mode(folder) == 0o700)
  }

  @Test(
    "A file that would not state the view then, or has another in its place, is left as it is",
    arguments: [
      ("[views.water]\nfilter = \"x\"\n", nil, "there is a view of this name"),
      // Also one whose filter is wrong.
      ("[views.water]\nfilter = \"is:x\"\n", nil, "there is a view of this name"),
      ("views = 3\n", nil, "\"views\" is a number, not a table"),
      ("views = {a = {filter = \"x\"}}\n", nil, "the table \"views\" is complete"),
      ("[views.water]\nfilter = \"y\"\n", "x", "another filter"),
      ("mouse = false\n", "x", "another filter"),
      ("[views.water]\nfilter = \"\"\"x\"\"\"\n", "x", "not a text within one line"),
      ("views.water = {filter = \"x\"}\n", "x", "not a text within one line"),
    ] as [(String, String?, String)]
  )
  func fileThatCannotTakeIt(_ before: String, _ former: String?, _ reason: String) throws {
    let path = try file(before)
    var view = Self.view
    view.former = former
    let refusal = try #require(Self.refusal(view, in: path))
    #expect(refusal.contains(reason), "\(refusal)")
    #expect(try Self.text(path) == before)
  }

  @Test(arguments: [
    ("2nd", "x", "this cannot be its name"), ("", "x", "this cannot be its name"),
    ("a\n[keys]", "x", "this cannot be its name"), ("a", "is:x", "\"x\" is no state"),
    ("a", "view:a", "view \"a\" names itself"), ("a", " ", "filter is empty"),
  ])
  func aWrongNameOrFilterIsRefused(_ name: String, _ filter: String, _ reason: String) throws {
    let path = try file(Self.plain)
    let refusal = Self.refusal(ConfigAddition(name: name, filter: filter), in: path)
    #expect(refusal?.contains(reason) == true, "\(refusal ?? "")")
    #expect(try Self.text(path) == Self.plain)
  }

  @Test func aFileThatIsNotToBeWrittenStays() throws {
    let path = try file(Self.plain, mode: 0o400)
    #expect(Self.refusal(in: path) == "the file is read-only")
    chmod(path, 0o622)
    #expect(Self.refusal(in: path)?.hasPrefix("others can write to it") == true)
    chmod(path, 0o640)
    #expect(link(path, path + ".other") == 0)
    #expect(Self.refusal(in: path) == "the file has several names (hard links)")
    #expect(Self.refusal(in: path + "/x") == "Not a directory")
    #expect(Self.refusal(in: path + ".none") == "No such file or directory")
    #expect(try Self.text(path) == Self.plain)
    _ = try file("# " + String(repeating: "x", count: ConfigFile.limit - 10) + "\n")
    #expect(Self.refusal(in: path) == "the file would be larger than 1 MiB")
  }

  @Test func itIsNotWrittenWhileAnotherViewerDoes() throws {
    let path = try file(Self.plain)
    let folder = open((path as NSString).deletingLastPathComponent, O_RDONLY | O_DIRECTORY)
    defer { close(folder) }
    #expect(flock(folder, LOCK_EX) == 0)
    #expect(Self.refusal(in: path) == "another viewer is writing to it")
  }

  @Test func theViewerTakesItUpAndSaysSo() throws {
    let path = try file("mouse = maybe\n")
    let live = LiveConfiguration(RunConfiguration(.named(path), given: []), on: nil)
    let events = live.save(Self.view)
    guard case .configured(let options, _)? = events.first,
      case .message(let text, isWarning: false)? = events.last
    else {
      Issue.record("\(events)")
      return
    }
    #expect(options.views.map(\.name) == ["water"])
    #expect(text.string == "View water is saved in \(path)")
    #expect(
      Self.warning(live.save(Self.view))
        == "View water is not saved: there is a view of this name (\(path):3); :config-reload reads it"
    )
    let none = LiveConfiguration(RunConfiguration(ConfigSource.none, given: []), on: nil)
    let advice = "this run reads no configuration. By hand, in a configuration file:"
    #expect(Self.warning(none.save(Self.view))?.contains(advice) == true)
  }

  /// The text of a warning that comes first.
  private static func warning(_ events: [Event]) -> String? {
    if case .message(let text, isWarning: true)? = events.first { text.string } else { nil }
  }

  /// The reason is seen whatever the length of the filter, and nobody is told to write lines that were refused.
  @Test func aLongFilterLeavesTheReasonSeen() throws {
    let long = (1...40).map { "title:word\($0)" }.joined(separator: " or ")
    func message(_ view: ConfigAddition, _ before: String) throws -> String {
      let path = try file(before, mode: 0o440)
      defer { unlink(path) }
      let live = LiveConfiguration(RunConfiguration(.named(path), given: []), on: nil)
      return Self.warning(live.save(view))?.replacing(path, with: "PATH") ?? ""
    }
    let text = try message(ConfigAddition(name: "water", filter: long), "")
    #expect(
      text
        == "View water is not saved: the file is read-only. By hand, in PATH: [views.water] and filter = "
        + #""title:word1 or title:word2 or … tle:word39 or title:word40""#
    )
    let circle = ConfigAddition(name: "water", filter: "view:water", former: "x")
    let path = try file("[views.water]\nfilter = \"x\"\n")
    let live = LiveConfiguration(RunConfiguration(.named(path), given: []), on: nil)
    let refusal = Self.warning(live.save(circle))
    #expect(refusal == "View water is not saved: view \"water\" names itself")
  }
}
