package import Configuration

/// Reads the table `[keys]` of a configuration file: bindings of all pages, and in `[keys.detail]` and
/// the like those of one page.
///
/// An error costs its binding only; the keys that were there before stay.
package struct KeyTable {
  package let keymap: Keymap
  package let problems: [ConfigProblem]
  private let base: Keymap
  private let sections: [KeySection]

  /// Reads `table` as changes of `base`.
  ///
  /// - Parameters:
  ///   - commands: The names of the commands that the configuration defines; nil allows any name.
  package init(
    _ table: ConfigTable,
    over base: Keymap,
    commands: [String]? = nil
  ) {
    var problems: [ConfigProblem] = []
    let reader = (
      keys: KeyNotation(leader: Self.leader(of: table, &problems)),
      commands: KeyCommandNotation(own: commands)
    )
    var sections = [KeySection(nil, reader.keys, reader.commands)]
    sections[0].read(table)
    for entry in table.entries {
      guard case .table(let own) = entry.value.content else { continue }
      guard let page = KeyPage(rawValue: entry.key) else {
        let names = KeyPage.allCases.map(\.rawValue)
        let pages = names.joined(separator: ", ")
        let nearest = NearestName.of(entry.key, among: names).map { "Did you mean \($0)? " } ?? ""
        problems.append(
          ConfigProblem(
            at: entry.place,
            "Unknown page \"\(entry.key)\". \(nearest)Pages are \(pages)."
          )
        )
        continue
      }
      var section = KeySection(page, reader.keys, reader.commands)
      section.read(own)
      sections.append(section)
    }
    keymap = base.applying(sections.map(\.changes))
    for section in sections {
      problems += section.problems + section.lostActions(before: base, after: keymap)
    }
    self.problems = problems.sorted { $0.place < $1.place }
    (self.base, self.sections) = (base, sections)
  }

  /// Remarks about actions that have no key any more, for a reader who asks: a file may want that.
  package var remarks: [ConfigProblem] {
    sections.flatMap { $0.takenKeys(before: base, after: keymap) }
      .sorted { $0.place < $1.place }
  }

  /// The key of `<Leader>`, wherever in the table it stands.
  private static func leader(of table: ConfigTable, _ problems: inout [ConfigProblem]) -> Key? {
    guard let value = table["leader"] else { return nil }
    guard case .string(let text) = value.content else {
      problems.append(
        ConfigProblem(
          at: value.place,
          "leader is a key, such as \"<Space>\", and not \(value.content.kind)."
        )
      )
      return nil
    }
    do throws(KeyNotation.Fault) {
      let keys = try KeyNotation().sequence(text)
      if keys.isSingle { return keys.first }
      problems.append(ConfigProblem(at: value.place, "leader is one key, and not \(text)."))
    } catch {
      problems.append(ConfigProblem(at: value.place, error.message))
    }
    return nil
  }
}
