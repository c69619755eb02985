import TestSupport
import Testing

@testable import StreamUI

struct OutputLinesTests {
  private func lines(_ lines: OutputLines) -> [String] { (0..<lines.count).map { lines[$0] } }

  @Test func piecesMakeTheSameLines() {
    let parts = [
      "a", "é", "\n", "\r", "\r\n", "\t", "\u{1B}[31m", "\u{1B}]0;t\u{7}", "\u{1B}]8;;x\n",
      "\u{1B}(B",
      "\u{1B}(\n", "\u{1B}", "😀", String(repeating: "x", count: 5_000), "\u{1B}P1\u{1B}\\",
    ]
    var random = SplitMix(seed: 17)
    for round in 0..<100 {
      let text = (0..<random.below(30)).map { _ in parts[random.below(parts.count)] }.joined()
      let bytes = Array(text.utf8)
      var growing = OutputLines()
      var count = 0
      while count < bytes.count {
        count = min(bytes.count, count + 1 + random.below(2 + bytes.count / 8))
        let before = lines(growing)
        growing.read(Array(bytes.prefix(count)))
        let now = lines(growing)
        // Lines but the last ones stay as they were.
        for (index, line) in before.enumerated() where now.indices.contains(index) {
          if growing.length(of: index) == line.utf8.count, !line.contains("\u{FFFD}") {
            #expect(now[index] == line)
          }
        }
      }
      #expect(lines(growing) == lines(OutputLines(bytes)), "round \(round)")
    }
  }
}
