extension Screen {
  package struct Window: Sendable {
    fileprivate let background: String
    fileprivate let text: String
    fileprivate let title: String

    package static let dark = Window(background: "#1b1d23", text: "#d7dae0", title: "#8a8f98")
    package static let light = Window(background: "#fdfdfb", text: "#24262b", title: "#6b7078")
  }

  /// Returns a self-contained SVG: the cells in a monospaced font on a window.
  ///
  /// Each run of one style is a text element of fixed length, so columns stay aligned in any font.
  /// Wide clusters are placed one by one.
  package func svg(
    _ look: (Role, Emphasis) -> Style,
    title: String,
    window: Window = .dark
  ) -> String {
    let cell = (width: 8.4, height: 18.0)
    let margin = 16.0
    let bar = 34.0
    let width = Double(size.columns) * cell.width + 2 * margin
    let height = Double(size.lines) * cell.height + bar + margin
    var text = """
      <svg xmlns="http://www.w3.org/2000/svg" width="\(Self.number(width))" \
      height="\(Self.number(height))" viewBox="0 0 \(Self.number(width)) \(Self.number(height))" \
      font-family="ui-monospace, 'DejaVu Sans Mono', Menlo, Consolas, monospace" font-size="14">
      <rect width="100%" height="100%" rx="8" fill="\(window.background)"/>
      <circle cx="20" cy="17" r="5" fill="#ff5f57"/>
      <circle cx="38" cy="17" r="5" fill="#febc2e"/>
      <circle cx="56" cy="17" r="5" fill="#28c840"/>
      <text x="\(Self.number(width / 2))" y="22" fill="\(window.title)" text-anchor="middle">\
      \(Self.escaped(title))</text>

      """
    for (index, line) in lines.enumerated() {
      let top = bar + Double(index) * cell.height
      for run in Self.runs(line) {
        let style = look(run.role, run.emphasis)
        let left = margin + Double(run.column) * cell.width
        let length = Double(run.columns) * cell.width
        text += style.picture(run.text, left, top, length, cell.height, window)
      }
    }
    return text + "</svg>\n"
  }

  private struct Run {
    let column: Int
    var columns: Int
    var text: String
    let role: Role
    let emphasis: Emphasis
    let isWide: Bool
  }

  /// Returns runs of neighbouring cells with one style; a wide cluster is a run of its own.
  private static func runs(_ line: CellLine) -> [Run] {
    var runs: [Run] = []
    for (column, cell) in line.cells.enumerated() where !cell.isContinuation {
      let isWide = cell.columns > 1 || cell.scalarCount > 1
      if let last = runs.last, !isWide, !last.isWide, last.role == cell.role,
        last.emphasis == cell.emphasis, last.column + last.columns == column
      {
        runs[runs.count - 1].columns += 1
        runs[runs.count - 1].text += cell.text
      } else {
        runs.append(
          Run(
            column: column,
            columns: Int(clamping: cell.columns),
            text: line.text(at: column),
            role: cell.role,
            emphasis: cell.emphasis,
            isWide: isWide
          )
        )
      }
    }
    return runs
  }

  /// Formats with one decimal, so that a screen produces the same bytes on every machine.
  fileprivate static func number(_ value: Double) -> String {
    let text = String((value * 10).rounded() / 10)
    return text.hasSuffix(".0") ? String(text.dropLast(2)) : text
  }

  fileprivate static func escaped(_ text: String) -> String {
    text.replacing("&", with: "&amp;").replacing("<", with: "&lt;").replacing(">", with: "&gt;")
  }
}

extension Style {
  fileprivate func picture(
    _ text: String,
    _ left: Double,
    _ top: Double,
    _ length: Double,
    _ height: Double,
    _ window: Screen.Window
  ) -> String {
    let isReversed = attributes.contains(.reverse)
    let ink = isReversed ? background : foreground
    let paper = isReversed ? foreground : background
    var result = ""
    if paper != .standard || isReversed {
      result +=
        "<rect x=\"\(Screen.number(left))\" y=\"\(Screen.number(top))\" "
        + "width=\"\(Screen.number(length))\" height=\"\(Screen.number(height))\" "
        + "fill=\"\(paper.hex(standard: isReversed ? window.text : window.background))\"/>\n"
    }
    let isBlank = text.utf8.allSatisfy { $0 == UInt8(ascii: " ") }
    guard !isBlank || attributes.contains(.underline) else { return result }
    var properties = "fill=\"\(ink.hex(standard: isReversed ? window.background : window.text))\""
    if attributes.contains(.bold) { properties += " font-weight=\"bold\"" }
    if attributes.contains(.italic) { properties += " font-style=\"italic\"" }
    if attributes.contains(.dim) { properties += " opacity=\"0.7\"" }
    let lines = [
      attributes.contains(.underline) ? "underline" : nil,
      attributes.contains(.strike) ? "line-through" : nil,
    ].compactMap(\.self)
    if !lines.isEmpty { properties += " text-decoration=\"\(lines.joined(separator: " "))\"" }
    return result
      + "<text x=\"\(Screen.number(left))\" y=\"\(Screen.number(top + 13))\" "
      + "textLength=\"\(Screen.number(length))\" lengthAdjust=\"spacingAndGlyphs\" "
      + "xml:space=\"preserve\" \(properties)>\(Screen.escaped(text))</text>\n"
  }
}

extension Color {
  fileprivate func hex(standard: String) -> String {
    let rgb: (red: Int, green: Int, blue: Int)
    switch self {
    case .standard: return standard
    case .ansi(let index), .palette(let index): rgb = XtermPalette.rgb(index)
    case .rgb(let red, let green, let blue): rgb = (Int(red), Int(green), Int(blue))
    }
    let digits = { (value: Int) in
      let text = String(value, radix: 16)
      return text.count == 1 ? "0\(text)" : text
    }
    return "#\(digits(rgb.red))\(digits(rgb.green))\(digits(rgb.blue))"
  }
}

/// The 256 colours of xterm as red, green and blue: 16 named colours, a cube with six levels per
/// axis and a ramp of greys.
package enum XtermPalette {
  /// Returns the colour at `index`, each component from 0 to 255.
  package static func rgb(_ index: UInt8) -> (red: Int, green: Int, blue: Int) {
    let index = Int(index)
    let levels = [0, 95, 135, 175, 215, 255]
    switch index {
    case ..<16: return named[index]
    case ..<232:
      let cube = index - 16
      return (levels[cube / 36], levels[cube / 6 % 6], levels[cube % 6])
    default:
      let grey = 8 + (index - 232) * 10
      return (grey, grey, grey)
    }
  }

  private static let named: [(red: Int, green: Int, blue: Int)] = [
    (0, 0, 0), (205, 0, 0), (0, 205, 0), (205, 205, 0), (0, 0, 238), (205, 0, 205),
    (0, 205, 205), (229, 229, 229), (127, 127, 127), (255, 0, 0), (0, 255, 0), (255, 255, 0),
    (92, 92, 255), (255, 0, 255), (0, 255, 255), (255, 255, 255),
  ]
}
