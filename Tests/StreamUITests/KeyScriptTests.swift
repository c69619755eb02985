import CellGrid
import Testing

@testable import StreamUI

struct KeyScriptTests {
  @Test func readsTheNotation() throws {
    let script = try KeyScript("jG<Tab><S-Tab><C-d><lt><Space><wait 400><resize 100x30>")
    #expect(
      script.steps == [
        .input(.key("j")), .input(.key("G")), .input(.key(Key(.tab))), .input(.key(Key(.backTab))),
        .input(.key(.control("d"))), .input(.key("<")), .input(.key(" ")),
        .wait(milliseconds: 400), .resize(Size(columns: 100, lines: 30)),
      ]
    )
  }

  @Test func gesturesCountFromOne() throws {
    let script = try KeyScript("<click 10,5><drag 1,1 3,2><wheel-down>")
    #expect(
      script.steps == [
        .input(.mouse(MouseEvent(.press, column: 9, line: 4))),
        .input(.mouse(MouseEvent(.release, column: 9, line: 4))),
        .input(.mouse(MouseEvent(.press, column: 0, line: 0))),
        .input(.mouse(MouseEvent(.drag, column: 2, line: 1))),
        .input(.mouse(MouseEvent(.release, column: 2, line: 1))),
        .input(.mouse(MouseEvent(.wheelDown, column: 0, line: 0))),
      ]
    )
  }

  @Test func gesturesHaveStepsAndModifiers() throws {
    let script = try KeyScript("<press 3,2><move 4,2><release 5,2><ctrl-wheel-up 9,9><wheel-left>")
    #expect(
      script.steps == [
        .input(.mouse(MouseEvent(.press, column: 2, line: 1))),
        .input(.mouse(MouseEvent(.drag, column: 3, line: 1))),
        .input(.mouse(MouseEvent(.release, column: 4, line: 1))),
        .input(.mouse(MouseEvent(.wheelUp, column: 8, line: 8, modifiers: .control))),
        .input(.mouse(MouseEvent(.wheelLeft, column: 0, line: 0))),
      ]
    )
    #expect(try KeyScript("<double-click 2,2>").steps == KeyScript("<click 2,2><click 2,2>").steps)
  }

  @Test(arguments: [
    ("<click>", 1, "unknown key <click>"), ("<drag 1,1>", 1, "unknown key <drag 1,1>"),
    ("<wheel-up 1,1 2,2>", 1, "unknown key <wheel-up 1,1 2,2>"),
    ("<press x>", 1, "unknown key <press x>"),
    ("jj<Nope>", 3, "unknown key <Nope>"),
    ("j<Tab", 2, "'<' without '>' (write <lt> for the key itself)"),
    ("<wait>", 1, "unknown key <wait>"), ("<resize 10>", 1, "unknown key <resize 10>"),
    ("<wait 99999999999999999999>", 1, "unknown key <wait 99999999999999999999>"),
  ])
  func saysWhereAndWhat(_ text: String, _ column: Int, _ message: String) {
    #expect(throws: KeyScript.Failure(column: column, message: message)) { try KeyScript(text) }
  }

  @Test func everyKeyOfTheMapCanBeNamed() {
    for binding in Keymap.standard.on(.timeline).bindings {
      #expect(!binding.keys.text.contains("?") || binding.keys.first == .character("?"))
    }
  }

  @Test func noKeyMeansTwoThings() {
    for page in KeyPage.allCases {
      let keys = Keymap.standard.on(page).bindings.map(\.keys)
      #expect(Set(keys).count == keys.count, "\(page)")
    }
  }
}
