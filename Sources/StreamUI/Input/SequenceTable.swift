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
    case UInt8(ascii: "~"):
      return tilde(numbers.first ?? 0).map { .key(Key($0, modifiers)) }
    case UInt8(ascii: "u"):
      return unicode(numbers.first ?? 0, modifiers)
    case UInt8(ascii: "P")...UInt8(ascii: "S"):
      // CSI R is also the reply to a cursor position request: only a modified F3 is a key.
      if final == UInt8(ascii: "R"), numbers.first != 1 { return nil }
      return .key(Key(.function(Int(final - UInt8(ascii: "P")) + 1), modifiers))
    default:
      return cursor(final).map { .key(Key($0, modifiers)) }
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
    case 9:
      return modifiers.contains(.shift) ? .key(Key(.backTab)) : .key(Key(.tab, modifiers))
    case 27: return .key(Key(.escape, modifiers))
    case 127, 8: return .key(Key(.backspace, modifiers))
    default:
      guard value >= 0x20, let small = UInt32(exactly: value), let scalar = Unicode.Scalar(small)
      else { return nil }
      return .key(Key(.character(scalar), modifiers.subtracting(.shift)))
    }
  }

  /// Returns the input of `ESC [ M` and three bytes, the mouse report without mode 1006; nil if unknown.
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
    var modifiers: Key.Modifiers = []
    if code & 4 != 0 { modifiers.insert(.shift) }
    if code & 8 != 0 { modifiers.insert(.alt) }
    if code & 16 != 0 { modifiers.insert(.control) }
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
        modifiers: modifiers
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
