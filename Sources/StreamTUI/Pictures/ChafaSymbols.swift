import CellGrid

/// The picture in the output of chafa for any terminal, read byte by byte and strictly.
///
/// The output is lines of signs, with the colours before them (SGR). Anything else is refused.
struct ChafaSymbols {
  private enum State: Equatable {
    case ground, escape, parameters, broken
  }

  private var state = State.ground
  private var lines: [[SymbolPicture.Symbol]] = [[]]
  private var parameters: [UInt8] = []
  /// The bytes of a sign that has begun, and how many are still to come.
  private var sign: (scalar: UInt32, missing: Int) = (0, 0)
  private var foreground: UInt8?
  private var background: UInt8?
  private var isInverse = false
  private let columns: Int
  private let count: Int

  private static let mostParameters = 40

  /// - Parameters:
  ///   - columns: The most columns.
  ///   - lines: The most lines.
  init(columns: Int, lines: Int) {
    self.columns = columns
    count = lines
  }

  mutating func read(_ bytes: some Sequence<UInt8>) {
    for byte in bytes where state != .broken { step(byte) }
  }

  /// Nil if the output is not whole, or holds anything else.
  var picture: SymbolPicture? {
    guard state == .ground, sign.missing == 0, lines.last?.isEmpty == true,
      lines.contains(where: { !$0.isEmpty })
    else { return nil }
    return SymbolPicture(lines: Array(lines.dropLast()))
  }

  private mutating func step(_ byte: UInt8) {
    switch (state, byte) {
    case (.ground, 0x80...0xFF): takeIn(byte)
    case (.ground, _) where sign.missing > 0: state = .broken
    case (.ground, 0x1B): state = .escape
    case (.ground, 0x0A) where lines.count <= count: lines.append([])
    case (.ground, 0x20): add(0x20)
    case (.escape, UInt8(ascii: "[")):
      parameters.removeAll(keepingCapacity: true)
      state = .parameters
    case (.parameters, UInt8(ascii: "0")...UInt8(ascii: "9")), (.parameters, UInt8(ascii: ";")):
      parameters.append(byte)
      if parameters.count > Self.mostParameters { state = .broken }
    case (.parameters, UInt8(ascii: "m")): state = takeParameters() ? .ground : .broken
    default: state = .broken
    }
  }

  /// Takes a byte of a sign of three bytes, as all of them have.
  private mutating func takeIn(_ byte: UInt8) {
    switch (sign.missing, byte) {
    case (0, 0xE2): sign = (UInt32(byte & 0x0F), 2)
    case (1...2, 0x80...0xBF):
      sign = (sign.scalar << 6 | UInt32(byte & 0x3F), sign.missing - 1)
      if sign.missing == 0 { add(sign.scalar) }
    default: state = .broken
    }
  }

  private mutating func add(_ scalar: UInt32) {
    guard SymbolPicture.allows(scalar), lines.count <= count, lines[lines.count - 1].count < columns
    else {
      state = .broken
      return
    }
    // The terminal's own colours cannot change places: chafa inverts only where one of them is its own.
    let symbol = SymbolPicture.Symbol(
      scalar,
      foreground: isInverse ? background : foreground,
      background: isInverse ? foreground : background
    )
    lines[lines.count - 1].append(symbol)
  }

  /// Takes in the numbers of a sequence that has ended; returns whether they are colours.
  private mutating func takeParameters() -> Bool {
    let text = String(decoding: parameters, as: UTF8.self)
    let parts = text.split(separator: ";", omittingEmptySubsequences: false)
    var numbers = parts.map { $0.isEmpty ? 0 : Int($0) ?? -1 }[...]
    while let first = numbers.popFirst() {
      switch first {
      case 0: (foreground, background, isInverse) = (nil, nil, false)
      case 7: isInverse = true
      case 39: foreground = nil
      case 49: background = nil
      case 38, 48:
        guard numbers.popFirst() == 5, let color = numbers.popFirst().flatMap(UInt8.init(exactly:))
        else { return false }
        if first == 38 { foreground = color } else { background = color }
      default: return false
      }
    }
    return true
  }
}
