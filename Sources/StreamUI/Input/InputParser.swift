/// Parses terminal bytes into keys, mouse events and pastes.
///
/// The state machine works on single bytes, so any split of the input gives the same result.
/// Unknown sequences are dropped whole and never appear as keys. It reads xterm's CSI and SS3 keys
/// with modifiers (ctlseqs, "PC-Style Function Keys"), mouse reports with and without mode 1006, bracketed paste (2004),
/// CSI u (fixterms) and xterm's modifyOtherKeys. Replies of the terminal (OSC, DCS, APC strings, DA, DSR) are never keys; those that
/// the program asks for are kept apart.
package struct InputParser: Sendable {
  /// The longest paste in bytes; the rest of a longer one is dropped.
  package static let pasteLimit = 1 << 20

  private enum State: Equatable {
    case ground, escape, control, singleShift, string, stringEscape, paste, text
    /// The three bytes of a mouse report.
    case oldMouse
    case consoleKey
  }

  private var state = State.ground
  private var parameters: [UInt8] = []
  private var pasted: [UInt8] = []
  private var scalarBytes: [UInt8] = []
  private var scalarLength = 0
  private var string: [UInt8] = []
  private var isDeviceString = false
  private var inputs: [Input] = []
  private var replies: [TerminalReply] = []

  package init() {}

  /// Milliseconds to wait for the rest of an unfinished sequence; nil without one, and inside a paste, which may take any
  /// time.
  ///
  /// The sequence of a key arrives at once, a reply of the terminal perhaps in pieces.
  package var patience: Int? {
    switch state {
    case .escape, .singleShift: 25
    case .control: parameters.isEmpty ? 25 : 500
    case .string, .stringEscape, .oldMouse: 500
    case .consoleKey: 25
    case .ground, .text, .paste: nil
    }
  }

  package mutating func parse(_ bytes: [UInt8]) -> [Input] {
    defer { inputs = [] }
    for byte in bytes { step(byte) }
    return inputs
  }

  /// Ends the wait for an unfinished sequence; the inputs it stands for.
  ///
  /// A lone escape is the Escape key; another sequence was a key with Alt, such as Alt-], or is malformed and dropped.
  package mutating func timeOut() -> [Input] {
    guard patience != nil else { return [] }
    let isLone = state == .escape
    state = .ground
    return isLone ? [.key(Key(.escape))] : []
  }

  package mutating func takeReplies() -> [TerminalReply] {
    defer { replies.removeAll() }
    return replies
  }

  private mutating func step(_ byte: UInt8) {
    switch state {
    case .ground: ground(byte, modifiers: [])
    case .text: continueScalar(byte)
    case .escape: afterEscape(byte)
    case .control: control(byte)
    case .singleShift:
      state = .ground
      if let code = SequenceTable.singleShift(byte) { inputs.append(.key(Key(code))) }
    case .string:
      switch byte {
      case 0x07, 0x9C: endString()
      // CAN, SUB and ^C, which no string contains, abort it.
      case 0x18, 0x1A, 0x03: state = .ground
      case 0x1B: state = .stringEscape
      // A reply is short; of a longer string only the end matters.
      default: if string.count < Self.replyLimit { string.append(byte) }
      }
    case .stringEscape:
      if byte == 0x5C { endString() } else { state = byte == 0x1B ? .stringEscape : .string }
    case .paste: paste(byte)
    case .oldMouse:
      // No number of a report is that small.
      guard byte != 0x1B else { return state = .escape }
      parameters.append(byte)
      guard parameters.count == 3 else { return }
      state = .ground
      if let input = SequenceTable.mouse(oldReport: parameters) { inputs.append(input) }
    case .consoleKey:
      state = .ground
      guard (0x41...0x45).contains(byte) else { return }
      inputs.append(.key(Key(.function(Int(byte - 0x40)))))
    }
  }

  private mutating func ground(_ byte: UInt8, modifiers: Key.Modifiers) {
    switch byte {
    case 0x1B: state = .escape
    case 0x0D, 0x0A: inputs.append(.key(Key(.enter, modifiers)))
    case 0x09: inputs.append(.key(Key(.tab, modifiers)))
    case 0x08, 0x7F: inputs.append(.key(Key(.backspace, modifiers)))
    case 0x00: inputs.append(.key(Key(.character(" "), modifiers.union(.control))))
    case 0x01...0x1A:
      let letter = Unicode.Scalar(byte | 0x60)
      inputs.append(.key(Key(.character(letter), modifiers.union(.control))))
    case 0x1C...0x1F:
      let sign = Unicode.Scalar(byte | 0x40)
      inputs.append(.key(Key(.character(sign), modifiers.union(.control))))
    case 0x20..<0x7F: inputs.append(.key(Key(.character(Unicode.Scalar(byte)), modifiers)))
    case 0xC2...0xF4:
      scalarBytes = [byte]
      scalarLength = byte < 0xE0 ? 2 : byte < 0xF0 ? 3 : 4
      state = .text
    default: break
    }
  }

  private mutating func continueScalar(_ byte: UInt8) {
    guard byte & 0xC0 == 0x80 else {
      state = .ground
      step(byte)
      return
    }
    scalarBytes.append(byte)
    guard scalarBytes.count == scalarLength else { return }
    state = .ground
    let text = String(decoding: scalarBytes, as: UTF8.self)
    guard text.unicodeScalars.count == 1, let scalar = text.unicodeScalars.first,
      scalar != "\u{FFFD}", scalar.value >= 0xA0
    else { return }
    inputs.append(.key(.character(scalar)))
  }

  private mutating func afterEscape(_ byte: UInt8) {
    state = .ground
    switch byte {
    case UInt8(ascii: "["):
      parameters.removeAll(keepingCapacity: true)
      state = .control
    case UInt8(ascii: "O"): state = .singleShift
    case UInt8(ascii: "]"), UInt8(ascii: "P"), UInt8(ascii: "_"), UInt8(ascii: "^"),
      UInt8(ascii: "X"):
      string.removeAll(keepingCapacity: true)
      isDeviceString = byte == UInt8(ascii: "P")
      state = .string
    case 0x1B:
      inputs.append(.key(Key(.escape)))
      state = .escape
    default: ground(byte, modifiers: .alt)
    }
  }

  private mutating func control(_ byte: UInt8) {
    switch byte {
    case 0x20..<0x40:
      // No terminal sends this: limit the parameters that are kept, but still find the end.
      if parameters.count < 64 { parameters.append(byte) }
    case 0x40..<0x7F:
      state = .ground
      finish(byte)
    case 0x1B: state = .escape
    default: state = .ground
    }
  }

  private mutating func finish(_ final: UInt8) {
    if final == UInt8(ascii: "~"), parameters.elementsEqual("200".utf8) {
      pasted.removeAll(keepingCapacity: true)
      state = .paste
      return
    }
    if parameters.isEmpty, final == UInt8(ascii: "M") || final == UInt8(ascii: "[") {
      state = final == UInt8(ascii: "M") ? .oldMouse : .consoleKey
      return
    }
    if final == UInt8(ascii: "c"), parameters.first == UInt8(ascii: "?") { note(.attributes) }
    if parameters.isEmpty, final == UInt8(ascii: "I") || final == UInt8(ascii: "O") {
      return note(.focus(final == UInt8(ascii: "I")))
    }
    if parameters.first == UInt8(ascii: "?"),
      let reply = TerminalReply(parameters: parameters, final: final)
    {
      return note(reply)
    }
    if final == UInt8(ascii: "R"), let reply = TerminalReply(cursorReport: parameters) {
      return note(reply)
    }
    if let input = SequenceTable.input(parameters: parameters, final: final) {
      inputs.append(input)
    }
  }

  private mutating func endString() {
    state = .ground
    guard string.count < Self.replyLimit,
      let reply =
        isDeviceString ? TerminalReply(deviceString: string) : TerminalReply(string: string)
    else { return }
    note(reply)
  }

  private mutating func note(_ reply: TerminalReply) {
    // The program asks once: more replies are noise.
    if replies.count < Self.mostReplies { replies.append(reply) }
  }

  private static let mostReplies = 16

  /// The longest reply that is read, in bytes.
  private static let replyLimit = 64

  private mutating func paste(_ byte: UInt8) {
    let end: [UInt8] = [0x1B, 0x5B, 0x32, 0x30, 0x31, 0x7E]
    pasted.append(byte)
    if byte == 0x7E, pasted.count >= end.count, pasted.suffix(end.count).elementsEqual(end) {
      pasted.removeLast(end.count)
      inputs.append(.paste(Array(pasted.prefix(Self.pasteLimit))))
      pasted.removeAll()
      state = .ground
    } else if pasted.count > Self.pasteLimit + 4096 {
      pasted.removeSubrange(Self.pasteLimit..<(pasted.count - end.count))
    }
  }
}

/// Decodes complete control sequences (xterm ctlseqs; fixterms for CSI u).
enum SequenceTable {
  /// Returns the key of `ESC O final` (application cursor keys and the keypad); nil if unknown.
  static func singleShift(_ final: UInt8) -> Key.Code? {
    switch final {
    case UInt8(ascii: "M"): .enter
    case UInt8(ascii: "P")...UInt8(ascii: "S"): .function(Int(final - UInt8(ascii: "P")) + 1)
    default: cursor(final)
    }
  }

  /// Returns the input of `CSI parameters final`; nil if unknown.
  static func input(parameters: [UInt8], final: UInt8) -> Input? {
    if parameters.first == UInt8(ascii: "<") {
      return mouse(numbers(parameters.dropFirst()), final: final)
    }
    guard parameters.allSatisfy({ (0x30...0x3B).contains($0) }) else { return nil }
    let numbers = numbers(parameters[...])
    let modifiers = modifiers(numbers.count > 1 ? numbers[1] : 1)
    switch final {
    case UInt8(ascii: "Z"):
      return .key(Key(.backTab))
    // modifyOtherKeys of xterm (ctlseqs, "XTMODKEYS"): the key's character is the third number.
    case UInt8(ascii: "~") where numbers.first == 27 && numbers.count == 3:
      return unicode(numbers[2], modifiers)
    case UInt8(ascii: "~"): return tilde(numbers.first ?? 0).map { .key(Key($0, modifiers)) }
    case UInt8(ascii: "u"): return unicode(numbers.first ?? 0, modifiers)
    case UInt8(ascii: "P")...UInt8(ascii: "S"):
      // CSI R is also the reply to a cursor position request: only a modified F3 is a key.
      if final == UInt8(ascii: "R"), numbers.first != 1 { return nil }
      return .key(Key(.function(Int(final - UInt8(ascii: "P")) + 1), modifiers))
    default: return cursor(final).map { .key(Key($0, modifiers)) }
    }
  }

  private static func cursor(_ final: UInt8) -> Key.Code? {
    switch final {
    case UInt8(ascii: "A"): .up
    case UInt8(ascii: "B"): .down
    case UInt8(ascii: "C"): .right
    case UInt8(ascii: "D"): .left
    case UInt8(ascii: "H"): .home
    case UInt8(ascii: "F"): .end
    default: nil
    }
  }

  private static func tilde(_ number: Int) -> Key.Code? {
    switch number {
    case 1, 7: .home
    case 2: .insert
    case 3: .delete
    case 4, 8: .end
    case 5: .pageUp
    case 6: .pageDown
    case 11...15: .function(number - 10)
    case 17...21: .function(number - 11)
    case 23...24: .function(number - 12)
    default: nil
    }
  }

  private static func unicode(_ value: Int, _ modifiers: Key.Modifiers) -> Input? {
    switch value {
    case 13: return .key(Key(.enter, modifiers))
    case 9: return modifiers.contains(.shift) ? .key(Key(.backTab)) : .key(Key(.tab, modifiers))
    case 27: return .key(Key(.escape, modifiers))
    case 127, 8: return .key(Key(.backspace, modifiers))
    default:
      guard value >= 0x20, let small = UInt32(exactly: value), let scalar = Unicode.Scalar(small)
      else { return nil }
      return .key(Key(.character(scalar), modifiers.subtracting(.shift)))
    }
  }

  /// The input of `ESC [ M` and three bytes, the mouse report without mode 1006; nil if unknown.
  ///
  /// Each byte is 32 more than its number; 3 in place of a button is the release of any (ctlseqs, "X10 compatibility").
  static func mouse(oldReport bytes: [UInt8]) -> Input? {
    let numbers = bytes.map { Int($0) - 32 }
    guard numbers.count == 3, numbers[0] >= 0 else { return nil }
    let isRelease = numbers[0] & 0b110_0011 == 3
    return mouse(
      [isRelease ? numbers[0] & ~3 : numbers[0], numbers[1], numbers[2]],
      final: UInt8(ascii: isRelease ? "m" : "M")
    )
  }

  private static func mouse(_ numbers: [Int], final: UInt8) -> Input? {
    guard numbers.count == 3, final == UInt8(ascii: "M") || final == UInt8(ascii: "m"),
      numbers[1] >= 1, numbers[2] >= 1
    else { return nil }
    let code = numbers[0]
    let kind: MouseEvent.Kind
    switch code & ~0b11100 {
    case 0...2: kind = final == UInt8(ascii: "m") ? .release : .press
    case 32...34: kind = .drag
    case 64: kind = .wheelUp
    case 65: kind = .wheelDown
    case 66: kind = .wheelLeft
    case 67: kind = .wheelRight
    default: return nil
    }
    return .mouse(
      MouseEvent(
        kind,
        button: code & 64 != 0 ? 0 : code & 3,
        column: numbers[1] - 1,
        line: numbers[2] - 1,
        // The same bits, without the one that is added there.
        modifiers: modifiers(1 + (code >> 2 & 7))
      )
    )
  }

  /// Decodes xterm's modifier parameter: 1 plus the bits of shift, alt and control.
  private static func modifiers(_ parameter: Int) -> Key.Modifiers {
    let bits = max(0, min(parameter, 64) - 1)
    var result: Key.Modifiers = []
    if bits & 1 != 0 { result.insert(.shift) }
    if bits & 2 != 0 { result.insert(.alt) }
    if bits & 4 != 0 { result.insert(.control) }
    return result
  }

  /// Parses numbers separated by semicolons, each clamped to six digits.
  private static func numbers(_ bytes: ArraySlice<UInt8>) -> [Int] {
    bytes.split(separator: UInt8(ascii: ";"), omittingEmptySubsequences: false).map { digits in
      digits.prefix(6).reduce(0) { sum, digit in
        (0x30...0x39).contains(digit) ? sum * 10 + Int(digit - 0x30) : sum
      }
    }
  }
}
