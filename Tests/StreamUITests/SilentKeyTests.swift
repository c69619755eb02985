import Foundation
import StreamModel
import Testing

@testable import StreamUI

/// Every key answers: it changes the screen, or the status line says why not.
struct SilentKeyTests {
  @Test(arguments: ["", "<CR>", "l", "w", "?", "!"])
  func everyKeyAnswersOnEveryPage(_ page: String) throws {
    // ^L draws the same again.
    let keys =
      Keymap.standard.on(.timeline).bindings.filter { $0.command != KeyCommand(.redraw) }
      .map(\.keys.first)
      + [Key(.function(9)), .character("e")]
    let feed =
      #"{"version":1,"posts":[{"id":"p1","likes":["@mia@social.example"],"#
      + #""body_html":"<p>a <a href=\"https://h.example/\">link</a></p>"},"#
      + #"{"id":"p2","body_text":"short"}]}"#
    let before = try Stage().play("\(page)<wait 400>", feed)
    for key in keys {
      let script = KeyName.script(of: key)
      let after = try Stage().play("\(page)<wait 400>\(script)", feed)
      let isSilent = after.screen == before.screen && after.effects.isEmpty && !after.app.isFinished
      if isSilent { Issue.record("\(script) after \(page) says nothing") }
    }
  }

  @Test(arguments: Action.allCases.filter { $0 != .redraw })
  func everyActionAnswers(_ action: Action) throws {
    let comments = (1...9).map { #"{"id":"c\#($0)","body_text":"comment \#($0)"}"# }
    let posts = (1...30).map {
      #"{"id":"p\#($0)","body_text":"post \#($0)","comments":[\#(comments.joined(separator: ","))]}"#
    }
    let feed = #"{"version":1,"posts":[\#(posts.joined(separator: ","))]}"#
    var answers = 0
    // From the middle of a list, so that there is a way up and down.
    for start in ["JJJJ<wait 400>", "JJJJ<CR>JJJ<wait 400>"] {
      let before = try Stage().play(start, feed)
      let after = try Stage().play("\(start):\(action.name)<CR>", feed)
      let isSilent = after.screen == before.screen && after.effects.isEmpty && !after.app.isFinished
      if !isSilent { answers += 1 }
    }
    #expect(answers == 2, ":\(action.name) says nothing")
  }
}
