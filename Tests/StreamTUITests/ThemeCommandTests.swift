import Testing

/// `streamtui theme` and `--theme`.
struct ThemeCommandTests {
  @OwnFolder private var folder: String

  @Test func listsTheThemes() throws {
    let run = try Program.run(["theme"])
    #expect(run.status == 0)
    let names = run.output.split(separator: "\n").compactMap { $0.split(separator: " ").first }
    #expect(
      names == [
        "dark", "light", "contrast", "contrast-light", "mono", "terminal", "gruvbox", "nord",
      ]
    )
  }

  @Test func showsEveryRoleOfATheme() throws {
    let output = try Program.run(["theme", "dark"]).cleanOutput()
    #expect(output.contains("link.focus"))
    #expect(output.contains("underline 16 on 117"))
    #expect(!output.contains("\u{1B}"))
  }

  @Test func drawsAPicture() throws {
    let run = try Program.run(["theme", "light", "--format", "svg"])
    #expect(run.status == 0)
    #expect(run.output.hasPrefix("<svg"))
    #expect(run.output.contains("link.focus"))
  }

  @Test func saysWhereContrastIsTooLow() throws {
    let theme = ##"[themes.mine]\nbase = "nord"\nmention = "#b48ead"\n"##
    try Program.shell(
      "mkdir '\(folder)/streamtui' && printf '\(theme)' > '\(folder)/streamtui/config.toml' "
        + "&& $program theme mine",
      environment: ["XDG_CONFIG_HOME": folder]
    ).ends(with: 0, errors: "mine: mention: the contrast with #2e3440 is 4.4 to 1")
  }

  @Test(arguments: [["theme", "drak"], ["--theme", "drak"], ["snapshot", "--theme", "drak"]])
  func anUnknownNameGetsTheNearest(_ arguments: [String]) throws {
    try Program.run(arguments)
      .ends(with: 64, errors: "Unknown theme \"drak\"", "did you mean \"dark\"?")
  }
}
