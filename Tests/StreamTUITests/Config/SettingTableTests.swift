import ArgumentParser
import CellGrid
import Foundation
import StreamUI
import TestSupport
import Testing

@testable import StreamTUI

/// The tables of settings in the documents.
@Suite(.serialized) struct SettingTableTests {
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
    try expect(table, between: ".\\\" settings\n", and: ".\\\" end of settings")
  }

  @Test func theManualListsEveryRole() throws {
    let table = Role.allCases.map { role in
      ".TP\n.B \(Self.roff(role.name))\n\(Self.roff(RoleName(role).help)).\n"
    }.joined()
    try expect(table, between: ".\\\" roles\n", and: ".\\\" end of roles")
  }

  private func expect(_ table: String, between start: String, and end: String) throws {
    let document = DocumentTable(in: "docs/man/streamtui-config.5", from: start, to: end)
    if let difference = try document.difference(from: table) { Issue.record("\(difference)") }
  }

  @Test func theManualNamesTheSettingsThatNoTableOfASourceTakes() throws {
    let file = Self.root.appending(path: "docs/man/streamtui-config.5")
    let text = try String(contentsOf: file, encoding: .utf8).replacing("\n", with: " ")
    let names = Setting.allCases.filter(\.isOfProgram).map(\.name)
    let list = names.dropLast().joined(separator: ", ") + " and " + (names.last ?? "")
    #expect(text.contains("The settings \(list) hold for all sources"))
  }

  private static func roff(_ text: String) -> String {
    text.replacing("\\", with: "\\e").replacing("-", with: "\\-")
  }
}
