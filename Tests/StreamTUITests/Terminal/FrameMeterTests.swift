import CellGrid
import Glibc
import StreamUI
import Testing

@testable import StreamTUI

/// The meter counts what a terminal is sent, also while other screens are painted.
@Suite struct FrameMeterTests {
  /// In a process of its own: ncurses keeps its screens in globals.
  @Test func countsTheBytesOfATerminalBesideTwoOthers() async {
    await #expect(processExitsWith: .success) {
      setenv("TERM", "xterm-256color", 1)
      setenv("LC_ALL", "C.UTF-8", 1)
      Ncurses.setLocale()
      let (size, other) = (Size(columns: 40, lines: 12), Size(columns: 23, lines: 7))
      let meter = try #require(FrameMeter(size: size, noColor: false, theme: .dark))
      let alone = (0..<30).map { meter.bytes(of: Frames.screen($0, size)) }

      let file = try #require(FrameFile())
      let ncurses = try #require(Ncurses(frames: file, size: size, noColor: false))
      var painter = FramePainter(ncurses: ncurses, theme: .dark)
      let first = try #require(FrameMeter(size: size, noColor: false, theme: .dark))
      let second = try #require(FrameMeter(size: other, noColor: true, theme: .light))
      var emulator = TerminalEmulator(columns: size.columns, lines: size.lines)
      var counts: [Int] = []
      for number in 0..<30 {
        _ = second.bytes(of: Frames.screen(number * 7, other))
        counts.append(first.bytes(of: Frames.screen(number, size)))
        _ = second.bytes(of: Frames.screen(number * 5, number % 4 == 0 ? size : other))
        let screen = Frames.screen(number, size)
        painter.paint(screen)
        var painted = 0
        file.take { bytes in
          painted = bytes.count
          emulator.take(bytes)
        }
        #expect(emulator.differences(from: screen) == [], "frame \(number)")
        // The first frame of a terminal also begins its use.
        if number > 0 { #expect(counts[number] == painted, "frame \(number)") }
      }
      #expect(counts == alone)
      #expect(counts.dropFirst().contains { $0 > 0 })
    }
  }

  @Test func aForgottenTerminalIsSentWhole() async {
    await #expect(processExitsWith: .success) {
      setenv("TERM", "xterm-256color", 1)
      let size = Size(columns: 40, lines: 12)
      let meter = try #require(FrameMeter(size: size, noColor: false, theme: .dark))
      let whole = meter.bytes(of: Frames.screen(1, size))
      // At most the cursor is hidden again.
      #expect(meter.bytes(of: Frames.screen(1, size)) < 10)
      meter.forget()
      let again = meter.bytes(of: Frames.screen(1, size))
      #expect(again > whole / 2)
    }
  }

  @Test func anUnknownTerminalHasNoMeter() async {
    await #expect(processExitsWith: .success) {
      setenv("TERM", "no-such-terminal", 1)
      #expect(FrameMeter(size: Size(columns: 9, lines: 9), noColor: true, theme: .dark) == nil)
    }
  }
}

/// Frames that scroll, and change their styles.
private enum Frames {
  static func screen(_ number: Int, _ size: Size) -> Screen {
    var screen = Screen(size: size)
    for index in 0..<size.lines {
      var line = CellLine(columns: size.columns)
      let row = index + number / 2
      line.put(SafeText(sanitizing: "row \(row * row) of 東京"), at: row % 3, role: .text)
      if number % 2 == 1 { line.restyle(columns: 4..<9, role: .link, adding: .bold) }
      screen.set(line: index, to: line)
    }
    return screen
  }
}
