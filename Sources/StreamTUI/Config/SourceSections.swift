import Configuration
import StreamUI

/// The tables `[sources."NAME"]` of the file.
struct SourceSections {
  /// The tables in the order of the file.
  private(set) var sections: [SourceSection] = []
  /// Their problems.
  private(set) var problems: [ConfigProblem] = []
  /// Those of them that are not about keys and commands.
  private(set) var settingProblems: [ConfigProblem] = []

  init() {}

  /// Reads the table "sources" of the file; nil if there is none.
  ///
  /// - Parameters:
  ///   - previous: The tables before; settings of theirs stay where lines have errors.
  ///   - faults: The errors of the document.
  ///   - themes: The themes that settings may name.
  ///   - keymap: The keys of all sources.
  init(
    _ table: ConfigTable?,
    previous: SourceSections,
    faults: [ConfigProblem],
    themes: ThemeSet,
    over keymap: Keymap
  ) {
    for entry in table?.entries ?? [] {
      do throws(ConfigProblem) {
        let before = previous.sections.first { $0.scope.name == entry.key }
        let read = try SourceSection(entry, previous: before, faults: faults, themes: themes)
        sections.append(read)
        settingProblems += read.problems
        problems += read.problems + read.keymap(over: keymap).problems
      } catch {
        settingProblems.append(error)
        problems.append(error)
      }
    }
  }

  /// The tables that mean each of `sources`, a later one before an earlier: those of tags and folders, then
  /// those of single sources, each in the order of the file.
  ///
  /// Sources that are shown together have one screen and one keymap, so a table that means only some of
  /// them has no effect.
  func inForce(for sources: [ShownSource]) -> [SourceSection] {
    guard !sections.isEmpty, !sources.isEmpty else { return [] }
    let matching = sections.filter { section in sources.allSatisfy { section.scope.matches($0) } }
    return matching.filter(\.scope.isGroup) + matching.filter { !$0.scope.isGroup }
  }
}
