import Testing

@testable import StreamUI

/// Answers of the terminal to what the program asks.
struct TerminalReplyTests {
  private func replies(_ bytes: String) -> [TerminalReply] {
    var parser = InputParser()
    #expect(parser.parse(Array(bytes.utf8)).isEmpty)
    return parser.takeReplies()
  }

  @Test func readsTheBackgroundInEachForm() {
    let black = TerminalReply.background(red: 0, green: 0, blue: 0)
    let white = TerminalReply.background(red: 65_535, green: 65_535, blue: 65_535)
    #expect(replies("\u{1B}]11;rgb:0000/0000/0000\u{1B}\\") == [black])
    #expect(replies("\u{1B}]11;rgb:ffff/FFFF/ffff\u{7}") == [white])
    #expect(replies("\u{1B}]11;rgb:ff/ff/ff\u{7}") == [white])
    #expect(replies("\u{1B}]11;rgb:f/f/f\u{7}") == [white])
    #expect(replies("\u{1B}]11;rgba:ffff/ffff/ffff/ffff\u{7}") == [white])
    #expect(white.isLight)
    #expect(!black.isLight)
    #expect(replies("\u{1B}]11;rgb:fd/f6/e3\u{7}").first?.isLight == true)
    #expect(replies("\u{1B}]11;rgb:00/2b/36\u{7}").first?.isLight == false)
  }

  @Test func readsTheFence() {
    #expect(replies("\u{1B}[?64;1;9c") == [.attributes])
    #expect(replies("\u{1B}]11;rgb:0/0/0\u{7}\u{1B}[?6c").count == 2)
  }

  @Test func readsTheNameOfTheTerminal() {
    #expect(replies("\u{1B}P>|kitty(0.41.1)\u{1B}\\") == [.version("kitty(0.41.1)")])
    // The same text in another kind of string is no answer.
    #expect(replies("\u{1B}]>|kitty(0.41.1)\u{1B}\\").isEmpty)
    #expect(replies("\u{1B}_>|kitty(0.41.1)\u{1B}\\").isEmpty)
    #expect(replies("\u{1B}P1$r0m\u{1B}\\").isEmpty)
    let long = String(repeating: "x", count: 1_000)
    #expect(replies("\u{1B}P>|\(long)\u{1B}\\").isEmpty)
  }

  @Test func readsReportsOfDarkAndLight() {
    #expect(
      replies("\u{1B}[?997;1n\u{1B}[?997;2n") == [.scheme(isLight: false), .scheme(isLight: true)]
    )
    #expect(replies("\u{1B}[?2031;2$y") == [.reportsScheme(true)])
    #expect(replies("\u{1B}[?2031;0$y") == [.reportsScheme(false)])
    #expect(replies("\u{1B}[?2031;4$y") == [.reportsScheme(false)])
    for other in ["?997;3n", "?997n", "?2026;2$y", "?2031;2y", "997;1n", "?1;2n"] {
      #expect(replies("\u{1B}[\(other)").isEmpty, "\(other)")
    }
  }

  @Test(arguments: [
    "11;rgb:", "11;rgb:1/2", "11;rgb:1/2/3/4/5", "11;rgb:12345/0/0", "11;rgb:x/y/z", "11;#ffffff",
    "10;rgb:ffff/ffff/ffff", "11", "", "11;?", "52;c;cQ==",
  ]) func otherStringsAreNoReplies(_ text: String) {
    #expect(replies("\u{1B}]\(text)\u{7}").isEmpty)
  }

  /// An answer of ten megabytes leaves nothing behind, and the keys after it are keys.
  @Test func anEndlessAnswerIsDropped() {
    var parser = InputParser()
    let flood =
      Array("\u{1B}]11;rgb:".utf8) + Array(repeating: UInt8(ascii: "f"), count: 10_000_000)
    #expect(parser.parse(flood).isEmpty)
    #expect(parser.parse(Array("\u{7}j".utf8)) == [.key("j")])
    #expect(parser.takeReplies().isEmpty)
    for _ in 0..<1_000 { _ = parser.parse(Array("\u{1B}[?6c".utf8)) }
    #expect(parser.takeReplies().count < 100)
  }
}
