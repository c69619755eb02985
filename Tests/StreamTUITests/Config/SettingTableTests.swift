import Foundation
import Testing

@testable import StreamTUI

/// The tables of settings in the documents.
struct SettingTableTests {
  private static let root = URL(filePath: #filePath)
    .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
    .deletingLastPathComponent()

  @Test func theManualListsEverySetting() throws {
    let table = Setting.allCases.map { setting in
      let value = ConfigListing.text(of: setting.content(in: Settings()))
      return
        ".TP\n.B \(Self.roff(setting.name)) = \(Self.roff(value))\n\(Self.roff(setting.help))\n"
        + "Values: \(Self.roff(setting.kind.expectation)).\n"
    }.joined()
    let file = Self.root.appending(path: "docs/man/streamtui.1")
    let text = try String(contentsOf: file, encoding: .utf8)
    let first = try #require(text.range(of: ".\\\" settings\n"))
    let last = try #require(text.range(of: ".\\\" end of settings"))
    if ProcessInfo.processInfo.environment["RECORD_SNAPSHOTS"] != nil {
      let whole = text[..<first.upperBound] + table + text[last.lowerBound...]
      try String(whole).write(to: file, atomically: true, encoding: .utf8)
      Issue.record("recorded the settings of the manual")
      return
    }
    let found = text[first.upperBound..<last.lowerBound]
    if found != table {
      Issue.record("the manual lists other settings; record them anew:\n\(table)")
    }
  }

  @Test func theManualNamesEveryOptionOfASetting() throws {
    let file = Self.root.appending(path: "docs/man/streamtui.1")
    let text = try String(contentsOf: file, encoding: .utf8)
    for option in Setting.allCases.compactMap(\.option) + ["--config", "--no-config"] {
      #expect(text.contains(Self.roff(option)), "\(option)")
    }
  }

  private static func roff(_ text: String) -> String {
    text.replacing("\\", with: "\\e").replacing("-", with: "\\-")
  }
}
