import CellGrid
import Foundation
import StreamModel
import StreamUI
import Testing

@testable import StreamTUI

/// Clusters that terminals draw differently: asked once, and drawn so that no line is out of step.
struct ClusterQueryTests {
  @OwnFolder private var folder: String
  private static let now = Moment(nanoseconds: 0)

  private static func forms(_ replies: [TerminalReply]) -> ClusterForms? {
    var query = ClusterQuery()
    _ = query.ask(at: now)
    return replies.compactMap { query.take($0, at: now) }.last
  }

  @Test func theColumnsTellTheForms() {
    let at = { (column: Int) in TerminalReply.cursor(line: 2, column: column) }
    let known: ClusterForms = [.spacingMarks, .newEmoji, .newMarks]
    let rest = [at(3), at(3)]
    #expect(
      Self.forms([at(3), at(3), at(3), at(3)] + rest) == known.union([.joined, .skinTones, .flags])
    )
    #expect(Self.forms([at(5), at(7), at(5), at(3)] + rest) == known.union([.flags]))
    #expect(Self.forms([at(3), at(3), at(5), at(3)] + rest) == known.union([.joined, .flags]))
    #expect(Self.forms([at(5), at(7), at(3), at(5)] + rest) == known.union([.skinTones]))
    // Two signs are joined, but not three.
    #expect(Self.forms([at(3), at(5), at(3), at(3)] + rest) == known.union([.skinTones, .flags]))
    // kitty 0.41: a vowel sign of Tamil is in the column of its letter.
    #expect(
      Self.forms([at(3), at(3), at(3), at(3), at(2), at(3)]) == [
        .joined, .skinTones, .flags, .newEmoji, .newMarks,
      ]
    )
    // xterm 379 draws a new emoji in one column; tmux 3.3a adds it to the cell before it.
    #expect(Self.forms([at(5), at(7), at(5), at(3), at(3), at(2)]) == known.union([.flags]))
    #expect(
      Self.forms([at(5), at(7), at(5), at(3), at(3), at(1)]) == [.flags, .spacingMarks, .newMarks]
    )
    // An answer is missing, or the report is of another line: nothing is known.
    #expect(Self.forms([at(3), at(3), at(3), .attributes, at(3), at(3), at(3)]) == nil)
    #expect(Self.forms([.cursor(line: 9, column: 3), at(3), at(3), at(3), at(3), at(3)]) == nil)
    var late = ClusterQuery()
    #expect(late.take(at(3), at: Self.now) == nil)
    _ = late.ask(at: Self.now)
    #expect(late.take(at(3), at: Self.now.advanced(byMilliseconds: 3_000)) == nil)
  }

  /// Reports of the first line are keys: F3 with Shift.
  @Test func aReportIsNoKeyAndAKeyNoReport() {
    var parser = InputParser()
    #expect(parser.parse(Array("\u{1B}[2;3R".utf8)).isEmpty)
    #expect(parser.takeReplies() == [.cursor(line: 2, column: 3)])
    #expect(!parser.parse(Array("\u{1B}[1;2R".utf8)).isEmpty)
    #expect(parser.takeReplies().isEmpty)
    for text in ["\u{1B}[2;R", "\u{1B}[2R", "\u{1B}[2;3;4R", "\u{1B}[2;99999999999999999999R"] {
      _ = parser.parse(Array(text.utf8))
      #expect(parser.takeReplies().isEmpty)
    }
  }

  private static let text =
    "a\u{1F469}\u{200D}\u{1F4BB}b\u{1F44D}\u{1F3FD}c"
    + "\u{1F468}\u{200D}\u{1F469}\u{200D}\u{1F467}d\u{1F3C3}\u{200D}\u{2640}\u{FE0F}e"
    + "\u{1F9D1}\u{200D}\u{1F91D}\u{200D}\u{1F9D1}f\u{1F1E9}\u{1F1EA}g"

  private static func answers(_ columns: Int...) -> String {
    (columns + [3, 3]).map { "\u{1B}[2;\($0)R" }.joined()
  }

  @Test(arguments: [
    (answers(3, 3, 3, 3), "\u{1F44D}\u{1F3FD}"),
    (answers(5, 7, 5, 3), "a\u{1F469}b\u{1F44D}c\u{1F46A}d\u{1F3C3}e\u{3013}f"),
    (answers(5, 7, 3, 3), "a\u{1F469}b\u{1F44D}\u{1F3FD}c\u{1F46A}d\u{1F3C3}e\u{3013}f"),
    (answers(3, 3, 5, 5), "fDEg"), (answers(3, 3, 5, 3), nil), ("", nil),
  ])
  func theAnswerDecidesWhatIsDrawn(_ answer: String, _ drawn: String?) throws {
    let feed = folder + "/feed.json"
    try Program.write(#"{"version":1,"posts":[{"id":"a","body_text":"\#(Self.text)"}]}"#, to: feed)
    let pty = try Pty(file: feed).awaiting("\u{1B}[6n")
    #expect(pty.waits(for: "\u{1F469}\u{200D}\u{1F4BB}b\u{1F44D}c"))
    pty.settle(milliseconds: 300)
    let mark = pty.output.count
    pty.send(answer + "\u{1B}[?6c")
    if let drawn {
      #expect(pty.waits(for: drawn, since: mark))
    } else {
      pty.settle(milliseconds: 300)
      #expect(pty.output.count == mark)
    }
    pty.quit()
    #expect(pty.unreadInput == 0)
  }
}
