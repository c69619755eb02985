import CellGrid
import Configuration
import Testing

@testable import StreamUI

/// Themes of a configuration file.
struct ThemeTableTests {
  /// A place that no other entry of a test has: the line is the entry's, the value is at column 20.
  private func entry(_ line: Int, _ key: String, _ content: ConfigValue.Content)
    -> ConfigTable.Entry
  {
    ConfigTable.Entry(
      key,
      at: ConfigPlace(line: line, column: 1),
      ConfigValue(content, at: ConfigPlace(line: line, column: 20))
    )
  }

  private func theme(_ line: Int, _ name: String, _ entries: [ConfigTable.Entry])
    -> ConfigTable.Entry
  {
    entry(line, name, .table(ConfigTable(entries)))
  }

  private func read(_ themes: ConfigTable.Entry...) -> (ThemeSet, [ConfigProblem]) {
    let table = ThemeTable(ConfigTable(themes))
    return (table.themes, table.problems)
  }

  @Test func statedRolesDifferAndTheOthersLookAsInTheBase() throws {
    let palette = ConfigTable([
      entry(9, "sand", .string("#ffb454")), entry(10, "mist", .integer(245)),
    ])
    let entries = [
      entry(2, "base", .string("light")), entry(3, "author", .string("bold sand")),
      entry(4, "link.focus", .string("black on sand")), entry(5, "dim", .integer(240)),
      entry(6, "time", .string("mist")), entry(8, "palette", .table(palette)),
    ]
    let (themes, problems) = read(theme(1, "ember", entries))
    #expect(problems.isEmpty)
    let ember = try #require(themes["ember"])
    let sand = Color.rgb(0xFF, 0xB4, 0x54)
    let author = Style(foreground: sand, background: .standard, attributes: [.bold])
    #expect(ember.style(.accountName) == author)
    #expect(ember.style(.linkFocused).background == sand)
    #expect(ember.style(.time).foreground == .palette(245))
    // The light theme shows these as their parents, so they follow them.
    #expect(ember.style(.voice1) == author)
    #expect(ember.style(.handle).foreground == .palette(240))
    // It shows these in their own ways, so they stay.
    #expect(ember.style(.voice2) == Theme.light.style(.voice2))
    #expect(ember.style(.linkPressed) == Theme.light.style(.linkPressed))
    #expect(ember.style(.link) == Theme.light.style(.link))
    #expect(themes.names.last == "ember")
  }

  @Test func inheritTakesTheParentsStyle() throws {
    let entries = [
      entry(2, "inherit", .boolean(true)), entry(3, "text", .string("7")),
      entry(4, "link", .string("underline")),
    ]
    let (themes, problems) = read(theme(1, "plain", entries))
    #expect(problems.isEmpty)
    let plain = try #require(themes["plain"])
    #expect(plain.style(.linkPressed) == plain.style(.link))
    #expect(plain.style(.link).attributes == [.underline])
    #expect(plain.style(.unreadSign).foreground == .ansi(7))
  }

  @Test func aThemeMayHaveABaseThatFollowsIt() throws {
    let (themes, problems) = read(
      theme(1, "one", [entry(2, "base", .string("two")), entry(3, "code", .string("1"))]),
      theme(4, "two", [entry(5, "base", .string("mono")), entry(6, "title", .string("2"))])
    )
    #expect(problems.isEmpty)
    let one = try #require(themes["one"])
    #expect(one.style(.code).foreground == .ansi(1))
    #expect(one.style(.title).foreground == .ansi(2))
    #expect(one.style(.link) == Theme(.mono).style(.link))
  }

  @Test func wrongLinesAreProblemsWithPlaces() throws {
    let (themes, problems) = read(
      entry(1, "flat", .string("dark")),
      theme(2, "dark", []),
      theme(
        3,
        "odd",
        [
          entry(4, "base", .string("lihgt")), entry(5, "autor", .string("75")),
          entry(6, "link", .string("underlin 75")), entry(7, "code", .integer(256)),
          entry(8, "title", .boolean(true)), entry(9, "inherit", .string("yes")),
          entry(
            10,
            "palette",
            .table(ConfigTable([entry(11, "bold", .string("1")), entry(12, "x", .string("no"))]))
          ),
          entry(13, "match", .string("on 11")),
        ]
      )
    )
    #expect(problems.map(\.place.line) == [1, 2, 4, 5, 6, 7, 8, 9, 11, 12])
    let messages = problems.map(\.message)
    #expect(messages[2].contains("did you mean \"light\"?"))
    #expect(messages[3].contains("did you mean \"author\"?"))
    #expect(messages[4].contains("did you mean \"underline\"?"))
    // The text stands in quotation marks that begin at column 20.
    #expect(problems[4].place.column == 21)
    let odd = try #require(themes["odd"])
    #expect(odd.style(.searchMatch).background == .ansi(11))
    #expect(odd.style(.link) == Theme.dark.style(.link))
    #expect(themes["flat"] == nil)
  }

  @Test func circlesEndAtTheDarkTheme() throws {
    let (themes, problems) = read(
      theme(1, "a", [entry(2, "base", .string("b")), entry(3, "code", .string("1"))]),
      theme(4, "b", [entry(5, "base", .string("c"))]),
      theme(6, "c", [entry(7, "base", .string("a"))]),
      theme(8, "self", [entry(9, "base", .string("self"))])
    )
    #expect(problems.map(\.place.line) == [7, 9])
    let a = try #require(themes["a"])
    #expect(a.style(.code).foreground == .ansi(1))
    #expect(a.style(.link) == Theme.dark.style(.link))
    #expect(themes["c"]?.style(.code) == Theme.dark.style(.code))
    #expect(themes["self"]?.style(.text) == Theme.dark.style(.text))
  }

  @Test func aSettingNamesThemesOrTheNearest() throws {
    let (themes, _) = read(theme(1, "ember", [entry(2, "base", .string("light"))]))
    let ember = try #require(themes["ember"])
    let setting = ThemeSetting(dark: "ember", light: "contrast-light")
    let choice = try themes.choice(of: setting)
    #expect(choice.theme(isLight: false) == ember)
    #expect(choice.theme(isLight: true) == Theme(.contrastLight))
    #expect(try themes.choice(of: ThemeSetting(name: "ember")) == .always(ember))
    #expect(try themes.choice(of: ThemeSetting()) == .auto)
    for (setting, near) in [
      (ThemeSetting(name: "embr"), "ember"),
      (ThemeSetting(name: "contrast-ligth"), "contrast-light"),
      (ThemeSetting(light: "ligt"), "light"),
    ] {
      #expect {
        try themes.choice(of: setting)
      } throws: { error in
        (error as? ThemeSet.UnknownTheme)?.message.hasSuffix("did you mean \"\(near)\"?") == true
      }
    }
  }
}
