import CellGrid
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

/// The questions to a terminal, in one write.
///
/// DA1 is the last: every terminal answers it, in order, so its answer tells that no other is on its
/// way. Text that a terminal prints by mistake stands on one line, which is erased.
struct TerminalQuestions: Equatable {
  /// The modes that are asked for: focus reports, synchronized output, reports of theme changes.
  static let focus = 1004
  static let synchronizedOutput = 2026
  static let themeReports = 2031

  /// The clusters to measure; none where the terminal may not read UTF-8.
  let probes: [WidthProbe]

  var bytes: String {
    let modes = [Self.focus, Self.synchronizedOutput, Self.themeReports]
      .map { "\u{1B}[?\($0)$p" }.joined()
    let widths = probes.map { "\r\($0.cluster)\u{1B}[6n" }.joined()
    return "\u{1B}[>q\u{1B}]11;?\u{1B}\\" + modes + widths + "\r\u{1B}[K\u{1B}[c"
  }

  /// Returns the reason for asking nothing in this environment; nil if the questions are safe.
  ///
  /// The consoles and GNU screen print or garble them.
  static func refusal(_ environment: (String) -> String?) -> String? {
    let term = environment("TERM") ?? ""
    if term.isEmpty { return "TERM is not set" }
    if environment("TMUX") == nil, environment("STY") != nil {
      return "GNU screen does not pass the answers on"
    }
    return BackgroundQuery.isSafe(environment) ? nil : "unsafe for TERM=\(term)"
  }
}

/// A cluster whose width terminals disagree about, to be measured by a cursor report.
struct WidthProbe: Equatable {
  let name: String
  let cluster: String

  /// The number of columns that the viewer counts.
  var columns: Int { ColumnWidth.columns(of: SafeText(sanitizing: cluster)) }

  /// Ten kinds of clusters.
  static let all = [
    WidthProbe(name: "flag", cluster: "\u{1F1E9}\u{1F1EA}"),
    WidthProbe(name: "CJK", cluster: "\u{6C34}"),
    WidthProbe(name: "combining mark", cluster: "e\u{0301}"),
    WidthProbe(name: "Devanagari", cluster: "\u{0928}\u{093F}"),
    WidthProbe(name: "emoji", cluster: "\u{1F600}"),
    WidthProbe(name: "ZWJ family", cluster: "\u{1F468}\u{200D}\u{1F469}\u{200D}\u{1F467}"),
    WidthProbe(name: "keycap", cluster: "1\u{FE0F}\u{20E3}"),
    WidthProbe(name: "VS16 heart", cluster: "\u{2764}\u{FE0F}"),
    WidthProbe(name: "skin tone", cluster: "\u{1F44D}\u{1F3FD}"),
    WidthProbe(name: "emoji of Unicode 15", cluster: "\u{1FAE8}"),
  ]
}

/// The answers of a terminal to ``TerminalQuestions``, read byte by byte.
///
/// Keys are not read here: `CSI 1;2R` is F3 with Shift on a keyboard, but a cursor report after a
/// question. Bytes that are no answer are skipped.
///
/// Source: xterm's ctlseqs, "Functions using CSI", "Device-Control functions".
struct TerminalAnswers: Equatable {
  private enum State {
    case ground, escape, control, string, stringEscape
  }

  /// The name and release in the answer to XTVERSION, such as "XTerm(379)".
  private(set) var version: String?
  /// The answer to OSC 11.
  private(set) var background: TerminalReply?
  /// The answers to DECRQM by mode: 0 not recognized, 1 set, 2 reset, 3 always set, 4 always reset.
  private(set) var modes: [Int: Int] = [:]
  /// The columns of the cursor reports in their order, counted from 1.
  private(set) var columns: [Int] = []
  /// The parameters of the answer to DA1, which ends the answers; nil before it.
  private(set) var attributes: [Int]?
  private var state = State.ground
  private var text: [UInt8] = []
  private var isDeviceString = false

  /// The longest answer that is read, in bytes, and the most cursor reports.
  private static let limit = 256
  private static let mostColumns = 100

  /// Whether the last answer has arrived.
  var isComplete: Bool { attributes != nil }

  /// Reads further bytes; those after the last answer are skipped.
  mutating func read(_ bytes: some Sequence<UInt8>) {
    for byte in bytes where !isComplete { step(byte) }
  }

  private mutating func step(_ byte: UInt8) {
    switch state {
    case .ground: if byte == 0x1B { state = .escape }
    case .escape:
      text.removeAll(keepingCapacity: true)
      isDeviceString = byte == UInt8(ascii: "P")
      switch byte {
      case UInt8(ascii: "["): state = .control
      case UInt8(ascii: "]"), UInt8(ascii: "P"), UInt8(ascii: "_"), UInt8(ascii: "^"),
        UInt8(ascii: "X"):
        state = .string
      case 0x1B: state = .escape
      default: state = .ground
      }
    case .control:
      switch byte {
      case 0x20..<0x40: keep(byte)
      case 0x40..<0x7F:
        state = .ground
        endControl(byte)
      default: state = byte == 0x1B ? .escape : .ground
      }
    case .string:
      switch byte {
      case 0x07: endString()
      case 0x18, 0x1A: state = .ground
      case 0x1B: state = .stringEscape
      default: keep(byte)
      }
    case .stringEscape:
      if byte == UInt8(ascii: "\\") {
        endString()
      } else {
        // The string was never ended: this begins the next answer.
        state = .escape
        step(byte)
      }
    }
  }

  private mutating func keep(_ byte: UInt8) {
    if text.count < Self.limit { text.append(byte) }
  }

  private mutating func endControl(_ final: UInt8) {
    let body = String(decoding: text, as: UTF8.self)
    switch (final, body.first) {
    case (UInt8(ascii: "c"), "?"): attributes = Self.numbers(body.dropFirst())
    case (UInt8(ascii: "y"), "?") where body.hasSuffix("$"):
      let numbers = Self.numbers(body.dropFirst().dropLast())
      if numbers.count == 2 { modes[numbers[0]] = numbers[1] }
    case (UInt8(ascii: "R"), _):
      let numbers = Self.numbers(body[...])
      if numbers.count == 2, columns.count < Self.mostColumns { columns.append(numbers[1]) }
    default: break
    }
  }

  private mutating func endString() {
    state = .ground
    guard text.count < Self.limit else { return }
    if isDeviceString, text.starts(with: [UInt8(ascii: ">"), UInt8(ascii: "|")]) {
      version = String(decoding: text.dropFirst(2), as: UTF8.self)
    } else if !isDeviceString, let reply = TerminalReply(string: text) {
      background = reply
    }
  }

  /// The largest parameter that is read; no answer has a larger one.
  private static let largest = 1_000_000

  /// Returns the numbers between semicolons; none if one of them is no number from 0 to ``largest``.
  private static func numbers(_ text: Substring) -> [Int] {
    let parts = text.split(separator: ";", omittingEmptySubsequences: false)
    let numbers = parts.compactMap { Int($0) }.filter { (0...largest).contains($0) }
    return numbers.count == parts.count ? numbers : []
  }
}
