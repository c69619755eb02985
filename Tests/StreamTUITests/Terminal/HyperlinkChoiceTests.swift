import Testing

@testable import StreamTUI

@Suite struct HyperlinkChoiceTests {
  @Test(arguments: [
    "TERM=xterm-kitty", "TERM=xterm-256color KITTY_WINDOW_ID=1", "TERM=foot", "TERM=foot-direct",
    "TERM=foot-extra", "TERM=alacritty", "TERM=alacritty-direct",
    "TERM=xterm-256color ALACRITTY_WINDOW_ID=9", "TERM=wezterm",
    "TERM=xterm-256color TERM_PROGRAM=WezTerm", "TERM=xterm-ghostty",
    "TERM=xterm-256color TERM_PROGRAM=ghostty",
    "TERM=xterm-256color TERM_PROGRAM=iTerm.app TERM_PROGRAM_VERSION=3.5.2",
    "TERM=xterm-256color TERM_PROGRAM=vscode TERM_PROGRAM_VERSION=1.95.2", "TERM=contour",
    "TERM=contour-latest", "TERM=xterm-256color VTE_VERSION=7600",
    "TERM=xterm-256color VTE_VERSION=5001", "TERM=xterm-256color KONSOLE_VERSION=240801",
    "TERM=xterm-256color WT_SESSION=0f1c",
    "TERM=tmux-256color TMUX=/tmp/t,1,0 TERM_PROGRAM=tmux TERM_PROGRAM_VERSION=3.4",
    "TERM=screen-256color TMUX=/tmp/t,1,0 TERM_PROGRAM=tmux TERM_PROGRAM_VERSION=3.5a",
    "TERM=tmux-256color TERM_PROGRAM=tmux TERM_PROGRAM_VERSION=next-3.6",
    "TERM=tmux-256color TERM_PROGRAM=tmux TERM_PROGRAM_VERSION=4.0",
  ])
  func these(_ environment: String) {
    let values = Self.values(environment)
    #expect(HyperlinkChoice.auto.holds { values[$0] })
  }

  @Test(arguments: [
    "", "TERM=", "TERM=dumb", "TERM=linux", "TERM=vt100", "TERM=vt220 VTE_VERSION=7600",
    "TERM=xterm", "TERM=xterm-256color", "TERM=xterm-direct", "TERM=rxvt-unicode-256color",
    "TERM=footless", "TERM=xterm-256color TERM_PROGRAM=Apple_Terminal TERM_PROGRAM_VERSION=453",
    "TERM=xterm-256color TERM_PROGRAM=iTerm.app TERM_PROGRAM_VERSION=3.0.15",
    "TERM=xterm-256color TERM_PROGRAM=iTerm.app",
    "TERM=xterm-256color TERM_PROGRAM=vscode TERM_PROGRAM_VERSION=1.71.0",
    "TERM=xterm-256color VTE_VERSION=5000", "TERM=xterm-256color VTE_VERSION=4602",
    "TERM=xterm-256color VTE_VERSION=new", "TERM=xterm-256color KONSOLE_VERSION=200801",
    "TERM=xterm-256color KITTY_WINDOW_ID=", "TERM=screen", "TERM=screen-256color VTE_VERSION=7600",
    "TERM=xterm-256color STY=1.pts-0.host KITTY_WINDOW_ID=1", "TERM=tmux-256color",
    "TERM=tmux-256color TMUX=/tmp/t,1,0 TERM_PROGRAM=tmux TERM_PROGRAM_VERSION=3.3a VTE_VERSION=7600",
    "TERM=screen-256color TMUX=/tmp/t,1,0 TERM_PROGRAM=WezTerm",
    "TERM=tmux-256color TERM_PROGRAM=tmux TERM_PROGRAM_VERSION=next-3.3",
    "TERM=tmux-256color TERM_PROGRAM=tmux TERM_PROGRAM_VERSION=master",
  ])
  func notThese(_ environment: String) {
    let values = Self.values(environment)
    #expect(!HyperlinkChoice.auto.holds { values[$0] })
  }

  @Test func theReaderKnowsBetter() {
    #expect(HyperlinkChoice.always.holds { _ in "linux" })
    #expect(!HyperlinkChoice.never.holds { _ in "xterm-kitty" })
  }

  private static func values(_ text: String) -> [String: String] {
    let pairs = text.split(separator: " ").map { pair in
      let parts = pair.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
      return (String(parts[0]), String(parts[1]))
    }
    return Dictionary(uniqueKeysWithValues: pairs)
  }
}
