import Configuration
import StreamModel

/// Reads the tables `[views.NAME]` of a configuration file.
///
/// An error costs its view only, and those that name it.
struct SavedViewTable {
  /// The most views: each may name all others.
  private static let most = 500

  private(set) var views: [SavedView] = []
  private(set) var problems: [ConfigProblem] = []

  /// Reads `table`, the table "views" of the file.
  init(_ table: ConfigTable) {
    var lines: [(section: FilterSection, text: String, value: ConfigValue)] = []
    for entry in table.entries {
      do throws(ConfigProblem) {
        let section = try FilterSection(entry, of: "views", noun: "view", keys: ["filter"])
        problems += section.problems
        guard lines.count < Self.most else {
          throw ConfigProblem(at: entry.place, "too many views (expected at most \(Self.most))")
        }
        let (text, value) = try section.line("filter", of: "views")
        lines.append((section, text, value))
      } catch {
        problems.append(error)
      }
    }
    let texts = Dictionary(lines.map { ($0.section.name, $0.text) }) { first, _ in first }
    let names = lines.map(\.section.name)
    for (section, text, value) in lines {
      do throws(ViewError) {
        let view = try View(text).expanded(by: { texts[$0] }, among: names, in: text)
        views.append(SavedView(name: section.name, line: text, at: section.place, view))
      } catch {
        problems.append(FilterSection.problem(error, in: value))
      }
    }
    problems.sort { $0.place < $1.place }
  }
}
