package import CellGrid
import Configuration

/// The way in which a configuration file writes a style, such as `bold #ffb454` or `default on 237`: words with blanks
/// between them, in any order: attributes, a colour for the text, and `on` with one for the background.
///
/// A colour that is not stated is the terminal's own.
package struct StyleText {
  package struct Failure: Error, Equatable {
    /// The column of the word in the text, in characters from 1.
    package let column: Int
    /// The fault of the word, and the words that were expected.
    package let message: String
  }

  private static let attributes: [(word: String, attribute: Attributes)] = [
    ("bold", .bold), ("faint", .dim), ("dim", .dim), ("italic", .italic),
    ("underline", .underline), ("strike", .strike), ("reverse", .reverse),
  ]

  /// Whether `word` means something in every theme, so that no colour may have it as a name.
  package static func isReserved(_ word: String) -> Bool {
    word == "on" || attributes.contains { $0.word == word } || ColorText.color(word) != nil
  }

  private let palette: [String: Color]
  private var foreground: Color?
  private var background: Color?
  private var found: Attributes = []

  /// Reads `text` as a style, with colours that have names of their own.
  ///
  /// - Throws: ``Failure`` for the first word that cannot be read.
  package static func style(
    _ text: String,
    palette: [String: Color] = [:]
  ) throws(Failure) -> Style {
    var reader = StyleText(palette: palette)
    var backgroundColumn: Int?
    for (word, column) in words(of: text) {
      if let missing = backgroundColumn {
        try reader.paint(word, at: column, after: missing)
        backgroundColumn = nil
      } else if word == "on" {
        backgroundColumn = column
      } else {
        try reader.take(word, at: column)
      }
    }
    if let column = backgroundColumn {
      throw Failure(column: column, message: "\"on\" needs a colour after it")
    }
    return Style(
      foreground: reader.foreground ?? .standard,
      background: reader.background ?? .standard,
      attributes: reader.found
    )
  }

  package static func text(of style: Style) -> String {
    var words = words(of: style.attributes)
    let isPlain = style.background == .standard
    if style.foreground != .standard || !isPlain || words.isEmpty {
      words.append(ColorText.text(of: style.foreground))
    }
    if !isPlain { words += ["on", ColorText.text(of: style.background)] }
    return words.joined(separator: " ")
  }

  static func words(of attributes: Attributes) -> [String] {
    var left = attributes
    return Self.attributes.compactMap { word, attribute in
      left.remove(attribute).map { _ in word }
    }
  }

  private mutating func take(_ word: String, at column: Int) throws(Failure) {
    if let known = Self.attributes.first(where: { $0.word == word }) {
      found.insert(known.attribute)
      return
    }
    guard let color = palette[word] ?? ColorText.color(word) else {
      throw Failure(column: column, message: unknown(word, isColor: false))
    }
    guard foreground == nil else {
      throw Failure(
        column: column,
        message:
          "\"\(word)\" is a second colour for the text; write \"on \(word)\" for the background"
      )
    }
    foreground = color
  }

  private mutating func paint(_ word: String, at column: Int, after keyword: Int) throws(Failure) {
    guard let color = palette[word] ?? ColorText.color(word) else {
      throw Failure(column: column, message: unknown(word, isColor: true))
    }
    guard background == nil else {
      throw Failure(
        column: keyword,
        message: "\"on \(word)\" is a second colour for the background"
      )
    }
    background = color
  }

  private func unknown(_ word: String, isColor: Bool) -> String {
    let colors = ["default"] + palette.keys.sorted() + ColorText.names
    let attributes = isColor ? [] : Self.attributes.map(\.word) + ["on"]
    let offer = NearestName.offer(word, among: attributes + colors)
    let expected = isColor ? "" : "bold, faint, italic, underline, strike, reverse, \"on\" or "
    return "unknown word \"\(word)\" (expected \(expected)a colour: \(ColorText.forms))\(offer)"
  }

  private static func words(of text: String) -> [(word: String, column: Int)] {
    text.split { $0 == " " || $0 == "\t" }.map { word in
      (String(word), text.distance(from: text.startIndex, to: word.startIndex) + 1)
    }
  }
}

/// The way in which a configuration file names colours.
package enum ColorText {
  package static let names = [
    "black", "red", "green", "yellow", "blue", "magenta", "cyan", "white",
    "bright-black", "bright-red", "bright-green", "bright-yellow", "bright-blue",
    "bright-magenta", "bright-cyan", "bright-white",
  ]

  package static let forms = "a name, a number from 0 to 255, or #rrggbb"

  /// Reads a colour: `default`, one of ``names``, a number from 0 to 255, `#rgb` or `#rrggbb`; nil if `text` is none.
  ///
  /// The numbers 0 to 15 are the terminal's own colours, as their names are.
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
