/// The picture in the output of chafa for kitty, read byte by byte and strictly.
///
/// The output is a command that names format and size, commands with Base64, each padded by itself, and one that ends
/// them. Anything else is refused: what a decoder of hostile files writes may be hostile. Only pixels are taken from it.
struct ChafaOutput {
  private enum State: Equatable {
    case ground, escape, open, keys, payload, payloadEscape, broken
  }

  private var state = State.ground
  private var keys: [UInt8] = []
  private var pixels: [UInt8] = []
  private var size: (width: Int, height: Int)?
  private var isEnded = false
  /// The bits of the signs of Base64 since the last four, with their number and how many are padding.
  private var group = (bits: UInt32(0), count: 0, padding: 0)
  /// Whether the Base64 of the command has ended with padding.
  private var isPadded = false

  /// The widest and the highest picture that is asked for, in pixels, with some room.
  private static let mostSide = 4_096
  private static let mostBytes = 16 << 20
  private static let mostKeys = 64

  mutating func read(_ bytes: some Sequence<UInt8>) {
    for byte in bytes where state != .broken { step(byte) }
  }

  /// Nil if the output is not whole, or holds anything else.
  var picture: TerminalPicture? {
    guard state == .ground, isEnded, let size, pixels.count == size.width * size.height * 4 else {
      return nil
    }
    return TerminalPicture(width: size.width, height: size.height, bytes: pixels)
  }

  private mutating func step(_ byte: UInt8) {
    switch (state, byte) {
    case (.ground, 0x1B): state = isEnded ? .broken : .escape
    case (.ground, 0x0A), (.ground, 0x20): break
    case (.escape, UInt8(ascii: "_")): state = .open
    case (.open, UInt8(ascii: "G")):
      keys.removeAll(keepingCapacity: true)
      state = .keys
    case (.keys, 0x1B): state = .payloadEscape
    case (.keys, UInt8(ascii: ";")): state = size == nil ? .broken : .payload
    case (.keys, 0x21...0x7E) where keys.count < Self.mostKeys: keys.append(byte)
    case (.payload, 0x1B): state = .payloadEscape
    case (.payload, _): takeIn(byte)
    case (.payloadEscape, UInt8(ascii: "\\")): state = takeKeys() ? .ground : .broken
    default: state = .broken
    }
  }

  private mutating func takeIn(_ byte: UInt8) {
    let isPadding = byte == UInt8(ascii: "=")
    // Padding stands at the end, for one byte or two.
    guard let value = isPadding ? 0 : Self.value(of: byte), !isPadded,
      isPadding ? group.count >= 2 : group.padding == 0, pixels.count < Self.mostBytes
    else {
      state = .broken
      return
    }
    group = (group.bits << 6 | value, group.count + 1, group.padding + (isPadding ? 1 : 0))
    guard group.count == 4 else { return }
    for index in 0..<(3 - group.padding) {
      pixels.append(UInt8(truncatingIfNeeded: group.bits >> UInt32(16 - 8 * index)))
    }
    isPadded = group.padding > 0
    group = (0, 0, 0)
  }

  /// Returns the six bits of a sign of Base64 (RFC 4648 section 4); nil for any other byte.
  private static func value(of byte: UInt8) -> UInt32? {
    switch byte {
    case UInt8(ascii: "A")...UInt8(ascii: "Z"): UInt32(byte) - 65
    case UInt8(ascii: "a")...UInt8(ascii: "z"): UInt32(byte) - 71
    case UInt8(ascii: "0")...UInt8(ascii: "9"): UInt32(byte) + 4
    case UInt8(ascii: "+"): 62
    case UInt8(ascii: "/"): 63
    default: nil
    }
  }

  /// Takes in the keys of a command that has ended; returns whether they are such as chafa writes.
  private mutating func takeKeys() -> Bool {
    guard group.count == 0 else { return false }
    isPadded = false
    var values: [Substring: Substring] = [:]
    for pair in String(decoding: keys, as: UTF8.self).split(separator: ",") {
      let sides = pair.split(separator: "=", omittingEmptySubsequences: false)
      guard sides.count == 2, values.updateValue(sides[1], forKey: sides[0]) == nil else {
        return false
      }
    }
    let more = values.removeValue(forKey: "m")
    guard more == "0" || more == "1" else { return false }
    isEnded = more == "0"
    guard size == nil else { return values.isEmpty }
    let sides = [values["s"], values["v"]].map { $0.flatMap { Int($0) } ?? 0 }
    guard values["a"] == "T", values["f"] == "32",
      sides.allSatisfy({ (1...Self.mostSide).contains($0) }),
      Set(values.keys).isSubset(of: ["a", "f", "s", "v", "c", "r", "q"])
    else { return false }
    size = (sides[0], sides[1])
    return true
  }
}
