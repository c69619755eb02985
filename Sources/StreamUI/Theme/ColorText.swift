package import CellGrid

/// The way in which a configuration file names colours.
package enum ColorText {
  package static let names = [
    "black", "red", "green", "yellow", "blue", "magenta", "cyan", "white",
    "bright-black", "bright-red", "bright-green", "bright-yellow", "bright-blue",
    "bright-magenta", "bright-cyan", "bright-white",
  ]

  package static let forms = "a name, a number from 0 to 255, or #rrggbb"

  /// Reads a colour; nil if `text` is none.
  ///
  /// It is `default`, one of ``names``, a number from 0 to 255, `#rgb` or `#rrggbb`. The numbers 0
  /// to 15 are the terminal's own colours, as their names are.
  package static func color(_ text: some StringProtocol) -> Color? {
    if text == "default" { return .standard }
    if text.utf8.first == UInt8(ascii: "#") { return rgb(text.dropFirst()) }
    if let index = names.firstIndex(where: { $0 == text }) { return .ansi(UInt8(clamping: index)) }
    guard text.utf8.allSatisfy({ (0x30...0x39).contains($0) }) else { return nil }
    return Int(text).flatMap { color(number: $0) }
  }

  /// Returns the colour with this number; nil unless it is 0 to 255.
  package static func color(number: Int) -> Color? {
    UInt8(exactly: number).map { $0 < 16 ? .ansi($0) : .palette($0) }
  }

  /// Returns the shortest text that ``color(_:)`` reads as `color`.
  package static func text(of color: Color) -> String {
    switch color {
    case .standard: return "default"
    case .ansi(let index): return names[Int(index) % names.count]
    case .palette(let index): return "\(index)"
    case .rgb(let red, let green, let blue):
      return [red, green, blue].reduce(into: "#") { text, component in
        text += (component < 16 ? "0" : "") + String(component, radix: 16)
      }
    }
  }

  private static func rgb(_ digits: some StringProtocol) -> Color? {
    let values = digits.unicodeScalars.compactMap { Character($0).hexDigitValue }
    let isHexadecimal = digits.utf8.count == values.count
    guard isHexadecimal, let numbers = components(values) else { return nil }
    return .rgb(numbers[0], numbers[1], numbers[2])
  }

  /// Returns red, green and blue; `#rgb` repeats each digit, as in CSS.
  private static func components(_ digits: [Int]) -> [UInt8]? {
    switch digits.count {
    case 3: digits.map { UInt8(clamping: $0 * 17) }
    case 6: stride(from: 0, to: 6, by: 2).map { UInt8(clamping: digits[$0] * 16 + digits[$0 + 1]) }
    default: nil
    }
  }
}
