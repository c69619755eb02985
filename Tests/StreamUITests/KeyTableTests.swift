import Foundation
import TestSupport
import Testing

@testable import StreamUI

/// docs/keys.md and the manual list the keys as the program has them: one table, in the code.
///
/// `RECORD_SNAPSHOTS=1` writes both tables again.
struct KeyTableTests {
  private static let keymap = Keymap.standard.on(.timeline)

  private static func rows(_ group: Action.Group) -> [(keys: [String], action: Action)] {
    Action.allCases.filter { $0.group == group }.map { action in
      var keys = keymap.keys(of: action).map(\.text)
      guard keys.isEmpty else { return (keys, action) }
      for page in KeyPage.allCases {
        for key in Keymap.standard.on(page).keys(of: action) where !keys.contains(key.text) {
          keys.append(key.text)
        }
      }
      return (keys, action)
    }
  }

  @Test func theDocumentListsEveryKey() throws {
    let table = Action.Group.allCases.map { group in
      let rows = Self.rows(group).map { row in
        let keys = row.keys.map { "`\($0.replacing("|", with: "\\|"))`" }.joined(separator: " ")
        return "| \(keys) | `:\(row.action.name)` | \(Self.keymap.help(of: row.action)) |\n"
      }
      return "| **\(group.rawValue)** | | |\n" + rows.joined()
    }.joined()
    try expectTable(
      "| key | command | action |\n|---|---|---|\n" + table,
      in: "docs/keys.md",
      from: "<!-- keys -->\n",
      to: "<!-- end of keys -->"
    )
  }

  @Test func theManualListsEveryKey() throws {
    let table = Action.Group.allCases.map { group in
      let rows = Self.rows(group).map { row in
        let keys = row.keys.isEmpty ? ":\(row.action.name)" : row.keys.joined(separator: "  ")
        return ".TP\n.B \(Self.roff(keys))\n\(Self.roff(Self.keymap.help(of: row.action)))\n"
      }
      return ".SS \(group.rawValue)\n" + rows.joined()
    }.joined()
    try expectTable(
      table,
      in: "docs/man/streamtui.1",
      from: ".\\\" keys\n",
      to: ".\\\" end of keys"
    )
  }

  /// Each page that can have keys of its own, in the sentence about the tables `[keys.PAGE]`.
  @Test func theManualNamesEveryPage() throws {
    let names = KeyPage.allCases.map { Self.roff($0.rawValue) }
    try expectTable(
      names.dropLast().joined(separator: ", ") + " or \(names.last ?? "")",
      in: "docs/man/streamtui-config.5",
      from: "for one page: ",
      to: ". \\fBpreset"
    )
  }

  private static func roff(_ text: String) -> String {
    let escaped = text.replacing("\\", with: "\\e").replacing("-", with: "\\-")
    return escaped.hasPrefix("'") || escaped.hasPrefix(".") ? "\\&\(escaped)" : escaped
  }

  private func expectTable(
    _ table: String,
    in name: String,
    from start: String,
    to end: String
  ) throws {
    let document = DocumentTable(in: name, from: start, to: end)
    if let difference = try document.difference(from: table) { Issue.record("\(difference)") }
  }
}
