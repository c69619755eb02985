extension Screen {
  /// Returns the characters, one line of text per screen line, without trailing blanks.
  package func textPlane() -> String { lines.text() }

  /// Returns one letter per column for the role of its cell, then a legend of the letters used.
  ///
  /// Emphasized text shows its emphasis instead: b bold, i italic, u underline, s strike.
  package func stylePlane() -> String {
    var text = ""
    var used: Set<String> = []
    for line in lines {
      var row = ""
      for cell in line.cells {
        let (letter, meaning) = cell.sign
        row.unicodeScalars.append(Unicode.Scalar(letter))
        if letter != UInt8(ascii: " ") {
          used.insert("\(Character(Unicode.Scalar(letter))) \(meaning)")
        }
      }
      while row.hasSuffix(" ") { row.removeLast() }
      text += row + "\n"
    }
    return text + "\n" + used.sorted().joined(separator: "\n") + "\n"
  }

  /// Returns one sign per column for the link it belongs to, then a legend of the signs and targets.
  package func linkPlane() -> String {
    let signs = Array("abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789".utf8)
    var known: [Hyperlink.Identity: UInt8] = [:]
    var legend = ""
    var rows = lines.map { Array(repeating: UInt8(ascii: " "), count: $0.cells.count) }
    for link in hyperlinks {
      let sign = known[link.identity] ?? signs[known.count % signs.count]
      if known.updateValue(sign, forKey: link.identity) == nil {
        legend += "\(Character(Unicode.Scalar(sign))) \(link.identity.text) \(link.target.text)\n"
      }
      for column in link.columns { rows[link.line][column] = sign }
    }
    let plane = rows.map { row in
      let end = row.lastIndex { $0 != UInt8(ascii: " ") }.map { $0 + 1 } ?? 0
      return String(decoding: row[..<end], as: UTF8.self) + "\n"
    }
    return plane.joined() + "\n" + legend
  }

  /// Returns the screen with SGR sequences, one line of text per screen line (ECMA-48 section 8.3.117).
  package func ansi(_ look: (Role, Emphasis) -> Style) -> String {
    let plain = Style(foreground: .standard, background: .standard, attributes: [])
    var text = ""
    for line in lines {
      var style = plain
      for (column, cell) in line.cells.enumerated() where !cell.isContinuation {
        let next = look(cell.role, cell.emphasis)
        if next != style {
          text += "\u{1B}[0\(next.parameters)m"
          style = next
        }
        text += line.text(at: column)
      }
      text += style == plain ? "\n" : "\u{1B}[0m\n"
    }
    return text
  }
}

extension Cell {
  package var text: String {
    guard pictureColor == nil else { return "░" }
    var text = String.UnicodeScalarView()
    for index in 0..<scalarCount { text.append(Unicode.Scalar(scalar(at: index)) ?? "\u{FFFD}") }
    return String(text)
  }

  fileprivate var sign: (letter: UInt8, meaning: String) {
    guard role == .text else { return (role.letter, "\(role)") }
    if emphasis.contains(.bold) { return (UInt8(ascii: "b"), "bold") }
    if emphasis.contains(.italic) { return (UInt8(ascii: "i"), "italic") }
    if emphasis.contains(.underline) { return (UInt8(ascii: "u"), "underline") }
    if emphasis.contains(.strike) { return (UInt8(ascii: "s"), "strike") }
    let isBlank = scalarCount == 1 && scalar(at: 0) == 0x20
    return (isBlank ? UInt8(ascii: " ") : role.letter, "text")
  }
}

extension Style {
  fileprivate var parameters: String {
    var text = ""
    let codes: [(Attributes, Int)] = [
      (.bold, 1), (.dim, 2), (.italic, 3), (.underline, 4), (.reverse, 7), (.strike, 9),
    ]
    for (attribute, code) in codes where attributes.contains(attribute) { text += ";\(code)" }
    return text + Self.parameters(foreground, 38) + Self.parameters(background, 48)
  }

  private static func parameters(_ color: Color, _ code: Int) -> String {
    switch color {
    case .standard: ""
    case .ansi(let index): ";\(code);5;\(index % 16)"
    case .palette(let index): ";\(code);5;\(index)"
    case .rgb(let red, let green, let blue): ";\(code);2;\(red);\(green);\(blue)"
    }
  }
}

extension [CellLine] {
  /// Returns the characters from `column` on, each line without trailing blanks and with a newline.
  package func text(from column: Int = 0) -> String {
    var utf8: [UInt8] = []
    for line in self {
      line.appendText(from: column, to: &utf8)
      utf8.append(0x0A)
    }
    return String(decoding: utf8, as: UTF8.self)
  }
}

extension CellLine {
  /// Appends the characters from `column` on, without trailing blanks.
  package func appendText(from column: Int = 0, to utf8: inout [UInt8]) {
    var blanks = 0
    for (index, cell) in cells.enumerated().dropFirst(column) where !cell.isContinuation {
      if cell.scalarCount == 1, cell.scalar(at: 0) == 0x20 {
        blanks += 1
        continue
      }
      while blanks > 0 {
        utf8.append(0x20)
        blanks -= 1
      }
      for scalar in scalars(at: index) { UTF8Scalar.append(scalar, to: &utf8) }
    }
  }
}
