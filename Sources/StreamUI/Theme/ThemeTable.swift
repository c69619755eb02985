import CellGrid
package import Configuration

/// Reads the table `[themes]` of a configuration file: `[themes.NAME]` states styles by the names of roles, `base` (a theme; `dark` if
/// not stated) and `inherit` (whether a role that is not stated looks like its parent even where the base shows them differently);
/// `[themes.NAME.palette]` gives names to colours.
///
/// A wrong line costs that line: its role looks as if the line were not there.
package struct ThemeTable {
  private struct Definition {
    var base: (name: String, place: ConfigPlace)?
    var inherits = false
    var stated: [Role: Style] = [:]
  }

  /// The themes of the table together with the built-in ones.
  package private(set) var themes = ThemeSet()
  package private(set) var problems: [ConfigProblem] = []
  private var definitions: [String: Definition] = [:]
  private var order: [String] = []

  package init(_ table: ConfigTable) {
    for entry in table.entries { read(entry) }
    themes = found()
    problems.sort { $0.place < $1.place }
  }

  private mutating func read(_ entry: ConfigTable.Entry) {
    guard case .table(let table) = entry.value.content else {
      return note(
        entry.value.place,
        "themes.\(entry.key) is \(entry.value.content.kind) (expected a table: [themes.\(entry.key)])"
      )
    }
    guard !ThemeSet.isReserved(entry.key) else {
      return note(
        entry.place,
        "\"\(entry.key)\" is a built-in theme; give this one another name and base = \"\(entry.key)\""
      )
    }
    let palette = palette(of: table)
    var definition = Definition()
    for item in table.entries { read(item, palette, into: &definition) }
    definitions[entry.key] = definition
    order.append(entry.key)
  }

  /// Puts each theme upon its base.
  private mutating func found() -> ThemeSet {
    var found: [String: ThemeSet.Own] = [:]
    for name in order {
      // From this theme down to the first that is known already.
      var chain: [(name: String, definition: Definition)] = []
      var base = BuiltInTheme.dark.rawValue
      var next: String? = name
      while let current = next {
        if BuiltInTheme(rawValue: current) != nil || found[current] != nil {
          base = current
          break
        }
        guard let definition = definitions[current] else {
          noteUnknown(current, in: chain.last?.definition)
          break
        }
        guard !chain.contains(where: { $0.name == current }) else {
          noteCircle(current, in: chain.last?.definition)
          break
        }
        chain.append((current, definition))
        next = definition.base?.name
      }
      for (name, definition) in chain.reversed() {
        found[name] = ThemeSet.Own(
          base: base,
          stated: definition.stated,
          inherits: definition.inherits
        )
        base = name
      }
    }
    return ThemeSet(own: found)
  }

  private mutating func palette(of table: ConfigTable) -> [String: Color] {
    guard let value = table["palette"] else { return [:] }
    guard case .table(let colors) = value.content else {
      note(value.place, "palette is \(value.content.kind) (expected a table of colours)")
      return [:]
    }
    var palette: [String: Color] = [:]
    for entry in colors.entries {
      if StyleText.isReserved(entry.key) || entry.key.contains(where: \.isWhitespace) {
        note(entry.place, "\"\(entry.key)\" cannot name a colour; choose another word")
      } else if let color = color(entry.value) {
        palette[entry.key] = color
      } else {
        note(
          entry.value.place,
          "The colour \"\(entry.key)\" cannot be read (expected \(ColorText.forms))"
        )
      }
    }
    return palette
  }

  private func color(_ value: ConfigValue) -> Color? {
    switch value.content {
    case .string(let text): ColorText.color(text)
    case .integer(let number): ColorText.color(number: number)
    default: nil
    }
  }

  private mutating func read(
    _ entry: ConfigTable.Entry,
    _ palette: [String: Color],
    into definition: inout Definition
  ) {
    switch (entry.key, entry.value.content) {
    case ("palette", _): break
    case ("base", .string(let name)): definition.base = (name, entry.value.place)
    case ("base", let content):
      note(entry.value.place, "base is \(content.kind) (expected the name of a theme)")
    case ("inherit", .boolean(let isOn)): definition.inherits = isOn
    case ("inherit", let content):
      note(entry.value.place, "inherit is \(content.kind) (expected true or false)")
    default: readStyle(entry, palette, into: &definition)
    }
  }

  private mutating func readStyle(
    _ entry: ConfigTable.Entry,
    _ palette: [String: Color],
    into definition: inout Definition
  ) {
    guard let role = RoleName.role(entry.key) else {
      let known = RoleName.all + ["base", "inherit", "palette"]
      let offer = NearestName.offer(entry.key, among: known)
      return note(
        entry.place,
        "Unknown role \"\(entry.key)\" (streamtui theme dark lists all roles)\(offer)"
      )
    }
    switch entry.value.content {
    case .string(let text):
      do throws(StyleText.Failure) {
        definition.stated[role] = try StyleText.style(text, palette: palette)
      } catch {
        // The text begins after the quotation mark, so its first column is one further right.
        let (column, isTooFar) = entry.value.place.column.addingReportingOverflow(error.column)
        let place = ConfigPlace(
          line: entry.value.place.line,
          column: isTooFar ? entry.value.place.column : column
        )
        note(place, "The style of \"\(entry.key)\": \(error.message)")
      }
    case .integer(let number):
      guard let color = ColorText.color(number: number) else {
        return note(
          entry.value.place,
          "The style of \"\(entry.key)\": no colour has the number \(number) (expected 0 to 255)"
        )
      }
      definition.stated[role] = Style(foreground: color, background: .standard, attributes: [])
    case let content:
      note(
        entry.value.place,
        "The style of \"\(entry.key)\" is \(content.kind) (expected a text such as \"bold 75\")"
      )
    }
  }

  private mutating func note(_ place: ConfigPlace, _ message: String) {
    problems.append(place.problem(message))
  }

  private mutating func noteUnknown(_ name: String, in definition: Definition?) {
    guard let base = definition?.base else { return }
    let known = BuiltInTheme.allCases.map(\.rawValue) + order
    note(
      base.place,
      "Unknown theme \"\(name)\" as a base; dark is used\(NearestName.offer(name, among: known))"
    )
  }

  private mutating func noteCircle(_ name: String, in definition: Definition?) {
    guard let base = definition?.base else { return }
    note(base.place, "The theme \"\(name)\" is a base of itself; dark is used in its place")
  }
}
