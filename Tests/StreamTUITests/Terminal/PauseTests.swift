import CNcurses
import Testing

/// Requests for pauses in a terminal's description never reach the terminal.
struct PauseTests {
  private func withoutPauses(_ capability: String, room: Int) -> String {
    String(unsafeUninitializedCapacity: room) { bytes in
      cn_without_pauses(capability, bytes.baseAddress, room)
    }
  }

  @Test(arguments: [
    // "sgr0" of vt100, "flash" of xterm.
    ("\u{1B}[m\u{F}$<2>", "\u{1B}[m\u{F}"), ("\u{1B}[?5h$<100/>\u{1B}[?5l", "\u{1B}[?5h\u{1B}[?5l"),
    ("$<5*/>a$<1.5>", "a"), ("$$<1>b", "$b"), ("a$<20", "a$<20"), ("a$b>", "a$b>"), ("$", "$"),
    ("$<1>", ""), ("", ""),
  ])
  func onlyTheRequestGoes(_ capability: String, _ kept: String) {
    #expect(withoutPauses(capability, room: 64) == kept)
  }

  @Test func noMoreIsCopiedThanThereIsRoomFor() {
    #expect(withoutPauses("$<5>abcdef", room: 4) == "abcd")
  }
}
