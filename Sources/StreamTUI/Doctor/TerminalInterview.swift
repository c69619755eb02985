import Glibc
import StreamUI

/// Asks the terminal, and reads its answers before they can reach the shell.
struct TerminalInterview {
  /// The longest wait for the last answer, in milliseconds.
  static let patience = 250

  let questions: TerminalQuestions
  private let input: Int32
  private let output: Int32
  private let time = SystemTime()

  /// Prepares to write to `output` and to read from `input`, which are the same terminal.
  init(_ questions: TerminalQuestions, input: Int32, output: Int32) {
    self.questions = questions
    self.input = input
    self.output = output
  }

  /// Writes the questions and waits for the last answer, at most ``patience`` milliseconds.
  ///
  /// Bytes that have arrived by then and were not read are discarded, keys among them. A signal that
  /// would kill the program does so once the terminal has its modes back.
  ///
  /// - Returns: nil if the terminal cannot be asked.
  func hold() -> TerminalAnswers? {
    // A job in the background would be stopped for a change of modes.
    guard tcgetpgrp(input) == getpgrp(), let modes = TerminalModes(of: input),
      let signals = SignalPipe()
    else { return nil }
    defer {
      modes.restore(on: input, dropsInput: true)
      let caught = signals.take()
      signals.release()
      for signal in caught where !Self.harmless.contains(signal) { raise(signal) }
    }
    modes.makeRaw(on: input)
    guard Diagnostics.write(questions.bytes, to: output) else { return nil }
    return read(until: time.now.advanced(byMilliseconds: Self.patience), signals)
  }

  private static let harmless = [SIGCHLD, SIGCONT, SIGWINCH]

  private func read(until end: Moment, _ signals: SignalPipe) -> TerminalAnswers {
    var answers = TerminalAnswers()
    var buffer: [UInt8] = Array(repeating: 0, count: 4096)
    while !answers.isComplete {
      let left = end.nanoseconds(since: time.now)
      guard left > 0 else { break }
      var waiting = [
        pollfd(fd: input, events: Int16(POLLIN), revents: 0),
        pollfd(fd: signals.descriptor, events: Int16(POLLIN), revents: 0),
      ]
      _ = poll(&waiting, nfds_t(waiting.count), Int32(clamping: left / 1_000_000 + 1))
      if waiting[1].revents != 0 { break }
      guard waiting[0].revents != 0 else { continue }
      let count = Glibc.read(input, &buffer, buffer.count)
      if count < 0, errno == EINTR || errno == EAGAIN { continue }
      guard count > 0 else { break }
      answers.read(buffer[..<count])
    }
    return answers
  }
}
