import CellGrid
import StreamHost
import StreamModel
import StreamUI

/// Decodes pictures by chafa, a child with limits, one at a time.
final class PictureDecoder {
  static var isThere: Bool { ChildProcess.exists(TerminalPicture.decoder) }

  private let children: Children
  private let time: any TimeSource
  private var running: Children.Token?
  private let limits: ChildLimits
  private let name: String

  /// The time for one picture, in milliseconds.
  private static let patience = 5_000
  private static let mostErrors = 1_000

  /// - Parameter program: The program, which tests replace.
  init(children: Children, program: String = TerminalPicture.decoder) {
    self.children = children
    name = program
    time = children.loop.time
    // A picture of 12 million pixels passes, and one of 400 million does not. chafa copies its standard input to a
    // temporary file, which it removes at once.
    limits = ChildLimits(
      memory: 600 << 20,
      fileSize: UInt(max(PictureFile.mostBytes, PictureFile.mostFetchedBytes)),
      processorSeconds: 3
    )
  }

  /// Decodes the bytes of a file to the size of a box; `onEnd` gets the picture, or why there is none.
  ///
  /// - Returns: False if the program cannot be started.
  func decode(
    _ file: [UInt8],
    to box: RowPicture.Box,
    onEnd: @escaping (Result<TerminalPicture, PictureFault>) -> Void
  ) -> Bool {
    var output = ChafaOutput()
    return run(["--format", "kitty"], file, box, { output.read($0) }, { output.picture }, onEnd)
  }

  /// The same as signs of cells.
  ///
  /// - Parameter hasColors: Whether the palette has 256 colours; otherwise there are none.
  func symbols(
    _ file: [UInt8],
    to box: RowPicture.Box,
    hasColors: Bool,
    onEnd: @escaping (Result<SymbolPicture, PictureFault>) -> Void
  ) -> Bool {
    var output = ChafaSymbols(columns: box.columns, lines: box.lines)
    let format = [
      "--format", "symbols", "--symbols", "block", "--colors", hasColors ? "256" : "none",
      "--scale", "max",
    ]
    return run(format, file, box, { output.read($0) }, { output.picture }, onEnd)
  }

  private func run<Picture>(
    _ format: [String],
    _ file: [UInt8],
    _ box: RowPicture.Box,
    _ read: @escaping ([UInt8]) -> Void,
    _ picture: @escaping () -> Picture?,
    _ onEnd: @escaping (Result<Picture, PictureFault>) -> Void
  ) -> Bool {
    cancel()
    var request = ChildRequest(
      arguments: [name] + format + [
        "--size", "\(box.columns)x\(box.lines)", "--animate", "off", "--threads", "1", "--polite",
        "on", "-",
      ]
    )
    request.streams = .pipes(input: file, limit: Self.mostErrors)
    request.limits = limits
    request.deadline = time.now.advanced(byMilliseconds: Self.patience)
    request.endsGroup = true
    // It must not wrap its output for a multiplexer, nor look for a terminal.
    request.variables = [
      "TMUX": nil, "STY": nil, "TERM_PROGRAM": nil, "TERM_PROGRAM_VERSION": nil,
      "TERM": "xterm-kitty",
    ]
    request.onOutput = { bytes in
      read(Array(bytes))
      return []
    }
    running = children.start(request) { [weak self] outcome in
      self?.running = nil
      if outcome.isOverdue {
        let reason = "it takes longer than \(Self.patience / 1_000) s to decode"
        onEnd(.failure(.refused(reason)))
      } else if outcome.end == .exited(0) {
        let reason = "\(TerminalPicture.decoder) answered with something else than a picture"
        onEnd(picture().map { .success($0) } ?? .failure(.refused(reason)))
      } else if case .exited = outcome.end {
        onEnd(.failure(.undecodable(by: TerminalPicture.decoder)))
      } else {
        onEnd(.failure(.refused("it takes too much memory or time to decode")))
      }
      return []
    }
    return running != nil
  }

  /// Ends the program that runs; nobody hears of its end.
  func cancel() {
    children.cancel(running)
    running = nil
  }
}

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
