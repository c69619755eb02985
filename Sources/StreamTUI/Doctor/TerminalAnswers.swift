import StreamUI

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
