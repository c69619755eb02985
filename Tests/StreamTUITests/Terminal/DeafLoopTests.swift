import Foundation
import Glibc
import Testing

@testable import StreamTUI

/// A loop that is busy for good cannot keep the terminal: the guard ends the program a second after a signal.
struct DeafLoopTests {
  @Test(.timeLimit(.minutes(1)), arguments: [SIGTERM, SIGHUP, SIGINT, SIGQUIT])
  func aSignalEndsTheProgramWhateverTheLoopDoes(_ number: Int32) async {
    await #expect(processExitsWith: .signal(number)) { [number] in
      let signals = try #require(SignalPipe())
      let terminal = open("/dev/ptmx", O_RDWR | O_NOCTTY)
      let modes = try #require(TerminalModes(of: terminal))
      Ncurses.armCrashGuard(input: terminal, output: terminal, bytes: "", modes: modes)
      raise(number)
      // Nobody takes the signal.
      while signals.descriptor >= 0 { sched_yield() }
    }
  }

  /// The loop that ends in time is not disturbed, and the terminal that another program has is left alone.
  @Test func aGuardThatIsDisarmedEndsNothing() async {
    await #expect(processExitsWith: .success) {
      let signals = try #require(SignalPipe())
      let terminal = open("/dev/ptmx", O_RDWR | O_NOCTTY)
      let modes = try #require(TerminalModes(of: terminal))
      for isLate in [true, false] {
        if isLate {
          Ncurses.armCrashGuard(input: terminal, output: terminal, bytes: "", modes: modes)
        }
        raise(SIGTERM)
        Ncurses.disarmCrashGuard()
        // The seconds that an alarm has left.
        #expect(alarm(0) == 0)
      }
      #expect(signals.take() == [SIGTERM])
    }
  }
}
