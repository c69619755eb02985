import CellGrid
import Testing

@testable import StreamUI

/// Styles as a configuration file writes them.
struct StyleTextTests {
  private func style(
    _ foreground: Color = .standard,
    on background: Color = .standard,
    _ attributes: Attributes = []
  ) -> Style {
    Style(foreground: foreground, background: background, attributes: attributes)
  }

  private static let palette: [String: Color] = ["sand": .palette(222)]

  @Test func readsAttributesAndColours() throws {
    let cases: [(String, Style)] = [
      ("", style()),
      ("bold #ffb454", style(.rgb(0xFF, 0xB4, 0x54), on: .standard, [.bold])),
      ("underline 4", style(.ansi(4), on: .standard, [.underline])),
      ("default on 237", style(on: .palette(237))),
      ("faint", style(.standard, on: .standard, [.dim])),
      (
        "dim italic strike reverse",
        style(.standard, on: .standard, [.dim, .italic, .strike, .reverse])
      ),
      ("  #fa0 \t on bright-blue  ", style(.rgb(0xFF, 0xAA, 0), on: .ansi(12))),
      ("on sand black", style(.ansi(0), on: .palette(222))),
      ("255", style(.palette(255))),
    ]
    for (text, wanted) in cases {
      #expect(try StyleText.style(text, palette: Self.palette) == wanted, "\(text)")
    }
  }

  @Test func namesTheWrongWord() throws {
    let cases: [(text: String, column: Int, part: String)] = [
      ("blod 75", 1, "did you mean \"bold\"?"),
      ("bold  yelow", 7, "did you mean \"yellow\"?"),
      ("bold snad", 6, "did you mean \"sand\"?"),
      ("256", 1, "a number from 0 to 255"),
      ("#12345", 1, "#rrggbb"),
      ("#+12", 1, "#rrggbb"),
      ("-1", 1, "a number from 0 to 255"),
      ("75 on", 4, "\"on\" needs a colour after it"),
      ("75 on bold", 7, "expected a colour"),
      ("75 80", 4, "second colour for the text"),
      ("75 on 1 on 2", 9, "second colour for the background"),
      ("é 75 x", 1, "unknown word"),
      ("99999999999999999999", 1, "unknown word"),
    ]
    for (text, column, part) in cases {
      let failure = #expect(throws: StyleText.Failure.self, "\(text)") {
        try StyleText.style(text, palette: Self.palette)
      }
      #expect(failure?.column == column, "\(text)")
      #expect(failure?.message.contains(part) == true, "\(text)")
    }
  }

  @Test(arguments: BuiltInTheme.allCases)
  func everyStyleIsWrittenAsItIsRead(theme: BuiltInTheme) throws {
    for role in Role.allCases {
      let style = Theme(theme).style(role)
      let text = StyleText.text(of: style)
      #expect(try StyleText.style(text) == style, "\(role): \(text)")
    }
  }
}
