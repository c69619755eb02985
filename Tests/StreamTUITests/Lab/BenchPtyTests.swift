import CellGrid
import Foundation
import Glibc
import StreamModel
import StreamUI
import TestSupport
import Testing

@testable import StreamLab
@testable import StreamTUI

/// The bytes that a bench counts are those that the viewer sends to a terminal.
struct BenchPtyTests {
  /// In a process of its own: ncurses has one thread.
  @Test(arguments: isLongRun ? Strategy.allCases : [.idle, .eager])
  func aViewerWritesAsManyBytesAsAreCounted(_ strategy: Strategy) async {
    await #expect(processExitsWith: .success) { [name = strategy.rawValue as String] in
      setenv("LC_ALL", "C.UTF-8", 1)
      setenv("TERM", Bench.terminal, 1)
      Ncurses.setLocale()
      let strategy = try #require(Strategy(rawValue: name))
      try Program.inFolder { folder in
        let lines = (1...120).map { number in
          #"{"id":"p\#(number)","published":"2024-01-01T00:00:00Z","body_html":"<p>post <b>number</b> "#
            + #"<a href=\"https://a.example/\#(number)\">page \#(number)</a> and <code>some</code></p>"}"#
            + "\n"
        }
        let path = folder + "/made.json"
        try Data(lines.joined().utf8).write(to: URL(fileURLWithPath: path))
        let probe = BytesProbe(path: path, strategy: strategy, size: Size(columns: 80, lines: 10))
        let counted = try probe.counted()
        var written: [Int] = []
        // A machine that stalls between two rows puts them in two frames, which cost a few bytes more.
        // Bytes that are counted wrongly are so each time.
        while written.last != counted, written.count < 4 { written.append(try probe.written()) }
        #expect(written.last == counted, "counted \(counted), written \(written)")
        guard written.last == counted else { exit(1) }
      }
    }
  }
}

/// One scroll of line keys and rests, counted and played on a terminal.
private struct BytesProbe {
  let path: String
  let strategy: Strategy
  let size: Size

  private static let stretches = 3
  private static let linesOfStretch = 12

  private var scroll: BenchScroll {
    let line = BenchScroll.Step.key(.character("j"))
    let stretch = [BenchScroll.Step](repeating: line, count: Self.linesOfStretch) + [.rest]
    return BenchScroll(steps: Array(repeating: stretch, count: Self.stretches).flatMap(\.self))
  }

  /// Bytes of everything after the first frame.
  func counted() throws -> Int {
    let bytes = Array(try Data(contentsOf: URL(fileURLWithPath: path)))
    let play = BenchPlay(
      bytes: MemoryBytes(name: "made.json", bytes: bytes),
      hint: nil,
      isPublicOnly: false,
      size: size
    )
    let first = try play.count(strategy, BenchScroll(steps: []), try gauge())
    return try play.count(strategy, scroll, try gauge()).bytes - first.bytes
  }

  func written() throws -> Int {
    let pty = try Pty(
      [
        Program.path, "view", "--strategy", strategy.rawValue, "--idle-delay", "800", "--theme",
        "dark", "--hyperlinks",
        "never", path,
      ],
      columns: size.columns,
      lines: size.lines
    )
    try #require(pty.waits(for: "post 1 of 120"))
    pty.settle(milliseconds: 1_300)
    let start = pty.output.count
    for _ in 0..<Self.stretches {
      for _ in 0..<Self.linesOfStretch {
        let before = pty.output.count
        pty.send("j")
        // Two keys in one frame would be fewer bytes.
        for _ in 0..<80 where pty.output.count == before { pty.settle(milliseconds: 25) }
        // Far less than the idle delay, so that the rows keep moving on a loaded machine, too.
        pty.settle(milliseconds: 25)
      }
      pty.settle(milliseconds: 1_300)
    }
    let count = pty.output.count - start
    pty.send("q")
    try #require(pty.end() == 0)
    return count
  }

  private func gauge() throws -> FrameMeter {
    try #require(FrameMeter(size: size, noColor: false, theme: .dark))
  }
}
