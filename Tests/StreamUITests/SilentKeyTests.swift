import Foundation
import StreamModel
import Testing

@testable import StreamUI

/// Every key answers: it changes the screen, or the status line says why not.
struct SilentKeyTests {
  @Test func everyKeyAnswersOnEveryPage() throws {
    // ^L draws the same again.
    let keys =
      Keymap.standard.on(.timeline).bindings.filter { $0.command != KeyCommand(.redraw) }
      .map(\.keys.first)
      + [Key(.function(9)), .character("e")]
    let feed =
      #"{"version":1,"posts":[{"id":"p1","likes":["@mia@social.example"],"#
      + #""body_html":"<p>a <a href=\"https://h.example/\">link</a></p>"},"#
      + #"{"id":"p2","body_text":"short"}]}"#
    for page in ["", "<CR>", "l", "w", "?", "!"] {
      let before = try Stage().play("\(page)<wait 400>", feed)
      for key in keys {
        let script = KeyName.script(of: key)
        let after = try Stage().play("\(page)<wait 400>\(script)", feed)
        let isSilent =
          after.screen == before.screen && after.effects.isEmpty && !after.app.isFinished
        if isSilent { Issue.record("\(script) after \(page) says nothing") }
      }
    }
  }
}
