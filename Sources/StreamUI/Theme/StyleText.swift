package import CellGrid
import Configuration

/// The way in which a configuration file writes a style, such as `bold #ffb454` or `default on 237`.
///
/// It is a list of words with blanks between them: attributes, a colour for the text, and `on` with a
/// colour for the background, in any order. A colour that is not stated is the terminal's own.
package struct StyleText {
  /// The reason why a text is no style.
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

  /// Reads `text` as a style.
  ///
  /// - Parameter palette: Colours with names of their own.
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

  /// Returns the text that ``style(_:palette:)`` reads as `style`.
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

  private init(palette: [String: Color]) {
    self.palette = palette
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

  private mutating func paint(
    _ word: String,
    at column: Int,
    after keyword: Int
  ) throws(Failure) {
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

  /// Returns the words of `text` with their columns, in characters from 1.
  private static func words(of text: String) -> [(word: String, column: Int)] {
    var words: [(word: String, column: Int)] = []
    var isInside = false
    for (index, character) in text.enumerated() {
      defer { isInside = character != " " && character != "\t" }
      if character == " " || character == "\t" { continue }
      if isInside, let last = words.popLast() {
        words.append((last.word + String(character), last.column))
      } else {
        words.append((String(character), index + 1))
      }
    }
    return words
  }
}
