import CellGrid
import Foundation
import StreamModel
import Testing

@testable import StreamUI

/// The command line: places, actions by name, completion, and what it says about other words.
struct CommandTests {
  private static let feed = Feeds.linked(60)

  private func play(_ keys: String) throws -> Stage.Outcome {
    try Stage().play(keys, Self.feed)
  }

  private func status(_ keys: String) throws -> String {
    try play(keys).statusLine.trimmingCharacters(in: .whitespaces)
  }

  /// Each action by its name does what its key does.
  @Test(arguments: Action.allCases) func everyActionHasAName(_ action: Action) throws {
    let name = action.name
    #expect(name.allSatisfy { $0.isLowercase || $0 == "-" }, "\(name)")
    guard let key = Keymap.standard.keys(of: action).first, action != .command else { return }
    let start = "JJJJ<wait 400>"
    let byKey = try play("\(start)\(KeyName.script(of: key))")
    let byName = try play("\(start):\(name)<CR>")
    // The last frame before the end still shows the command.
    if !byKey.app.isFinished, byName.screen != byKey.screen {
      Issue.record(":\(name) shows\n\(byName.text)\nand its key\n\(byKey.text)")
    }
    #expect(byName.app.isFinished == byKey.app.isFinished, "\(name)")
    #expect(byName.effects == byKey.effects, "\(name)")
  }

  @Test func noTwoActionsShareAName() {
    #expect(Set(Action.allCases.map(\.name)).count == Action.allCases.count)
  }

  @Test func theBeginningOfANameIsEnough() throws {
    #expect(try play(":prob<CR>").app.view.page.content.name == "problems")
    // Several names begin so.
    #expect(try status(":l<CR>").contains("Unknown command: l."))
  }

  @Test func unknownCommandsNameTheNearest() throws {
    #expect(try status(":qiut<CR>").contains("Unknown command: qiut. Did you mean :quit"))
    #expect(try status(":xyzzy<CR>").contains("Unknown command: xyzzy. Try :700, :50% or :quit."))
    #expect(try status(":50x<CR>").contains("Unknown command: 50x."))
  }

  @Test func tabCompletes() throws {
    #expect(try status(":hel<Tab>").hasPrefix(":help▏"))
    #expect(try status(":half<Tab>").hasPrefix(":half-page-▏"))
    #expect(try status(":half-page-<Tab>").hasPrefix(":half-page-down▏"))
    #expect(try status(":half<Tab><Tab><Tab>").hasPrefix(":half-page-up▏"))
    #expect(try status(":half<Tab><Tab><Tab><Tab>").hasPrefix(":half-page-down▏"))
    #expect(try status(":half<Tab><S-Tab>").hasPrefix(":half-page-up▏"))
    #expect(try status(":half-page-<Tab>x").hasPrefix(":half-page-downx▏"))
    #expect(try status(":xyzzy<Tab>").hasPrefix(":xyzzy▏"))
    #expect(try play(":hel<Tab><CR>").app.view.page.content.name == "help")
  }

  @Test func namesAreListedWhileTheyAreTyped() throws {
    #expect(try status(":").contains("700, 50%"))
    #expect(try status(":half").contains("half-page-down  half-page-up"))
    #expect(try status(":quit").contains("quit"))
  }
}
