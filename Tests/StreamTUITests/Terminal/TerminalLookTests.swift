import CellGrid
import Foundation
import StreamUI
import Testing

@testable import StreamTUI

/// The themes on terminals with few and many colours.
struct TerminalLookTests {
  /// Terminals with these numbers of colours exist; the last is that of direct colours.
  private static let depths = [0, 8, 16, 256, 1 << 24]

  /// Each theme has a file with the look of every role at every depth.
  ///
  /// `RECORD_SNAPSHOTS=1` writes the files again, and the run fails, so that nobody records by
  /// accident.
  @Test(arguments: BuiltInTheme.allCases) func everyRoleLooksAsRecorded(
    _ theme: BuiltInTheme
  ) throws {
    let table = Self.depths.map { Self.table(of: Theme(theme), colors: $0) }.joined(separator: "\n")
    let file = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
      .appendingPathComponent("../Themes/\(theme.rawValue).txt").standardizedFileURL
    if ProcessInfo.processInfo.environment["RECORD_SNAPSHOTS"] != nil {
      try FileManager.default.createDirectory(
        at: file.deletingLastPathComponent(),
        withIntermediateDirectories: true
      )
      try table.write(to: file, atomically: true, encoding: .utf8)
      Issue.record("recorded \(theme.rawValue).txt")
      return
    }
    let wanted = try String(contentsOf: file, encoding: .utf8).split(separator: "\n")
    for (got, line) in zip(table.split(separator: "\n"), wanted) { #expect(got == line) }
    #expect(table.split(separator: "\n").count == wanted.count)
  }

  /// Without colours of its own, a theme for one background has none on a terminal with few.
  @Test(arguments: [0, 8, 16, 88]) func fewColoursAreOnlyUsedByName(_ colors: Int) {
    for role in Role.allCases {
      let look = TerminalLook(Theme.dark.style(role), colors: colors)
      #expect(look.foreground == -1 && look.background == -1)
    }
    let own = Style(foreground: .ansi(1), background: .ansi(7), attributes: [])
    #expect(TerminalLook(own, colors: colors).foreground == (colors < 8 ? -1 : 1))
  }

  @Test func brightColoursAreBoldWhereThereAreEight() {
    let bright = Style(foreground: .ansi(9), background: .standard, attributes: [])
    let eight = TerminalLook(bright, colors: 8)
    #expect(eight.foreground == 1)
    #expect(eight.attributes == [.bold])
    let sixteen = TerminalLook(bright, colors: 16)
    #expect(sixteen.foreground == 9)
    #expect(sixteen.attributes.isEmpty)
  }

  private static func table(of theme: Theme, colors: Int) -> String {
    Role.allCases.reduce(into: "\(colors) colours\n") { text, role in
      let look = TerminalLook(theme.style(role), colors: colors)
      let attributes = Style(
        foreground: .standard,
        background: .standard,
        attributes: look.attributes
      )
      let words = look.attributes.isEmpty ? "plain" : StyleText.text(of: attributes)
      text += "\(role.name): \(look.foreground) on \(look.background) \(words)\n"
    }
  }
}
