import Configuration
import StreamModel
import StreamUI

/// A table `[views.NAME]` or `[rules.NAME]` while it is read: a name for a line of the filter language.
struct FilterSection {
  let name: String
  let place: ConfigPlace
  let table: ConfigTable
  /// The table of the file that holds this one.
  private let kind: String
  /// The errors that do not cost the table.
  private(set) var problems: [ConfigProblem] = []

  /// Reads an entry of the table `kind` of the file.
  ///
  /// - Parameters:
  ///   - noun: what the table states, such as "view".
  ///   - keys: the keys that it may have.
  /// - Throws: ``ConfigProblem`` if it costs the table.
  init(
    _ entry: ConfigTable.Entry,
    of kind: String,
    noun: String,
    keys: [String]
  ) throws(ConfigProblem) {
    name = entry.key
    place = entry.place
    self.kind = kind
    let shown = name.count > 60 ? "\(name.prefix(60))…" : name
    guard SavedView.isName(name) else {
      throw entry.place.problem(
        "\"\(shown)\" cannot name a \(noun) (expected \(SavedView.nameForm))"
      )
    }
    guard case .table(let table) = entry.value.content else {
      throw entry.value.place.problem(
        "\(name) is \(entry.value.content.kind) (expected a table [\(kind).\(name)])"
      )
    }
    self.table = table
    for held in table.entries where !keys.contains(held.key) {
      let isSetting = Setting(rawValue: held.key) != nil
      problems.append(
        held.place.problem(
          isSetting
            ? "\(held.key) belongs above the first table"
            : "Unknown key \"\(held.key.prefix(60))\" in [\(kind).\(name)] (expected "
              + "\(keys.joined(separator: ", "))\(NearestName.offer(held.key, among: keys)))"
        )
      )
    }
  }

  func text(_ key: String) throws(ConfigProblem) -> (text: String, value: ConfigValue)? {
    guard let value = table[key] else { return nil }
    guard case .string(let text) = value.content else {
      throw value.place.problem("\(key) is \(value.content.kind) (expected a text)")
    }
    return (text, value)
  }

  /// Returns the line of a key that must be there.
  func line(_ key: String) throws(ConfigProblem) -> (text: String, value: ConfigValue) {
    let example = "\(key) = \"water is:unread\""
    guard let line = try text(key) else {
      throw place.problem("[\(kind).\(name)] has no \(key) (expected a line such as \(example))")
    }
    guard line.text.contains(where: { !$0.isWhitespace }) else {
      throw line.value.place.problem("\(key) is empty (expected a filter, as in \(example))")
    }
    return line
  }

  /// Returns the problem of the line that `value` states, at the place of its error.
  static func problem(_ error: ViewError, in value: ConfigValue) -> ConfigProblem {
    value.place(ofScalar: error.column - 1)
      .problem(error.problem + (error.expected.map { " (expected \($0))" } ?? ""))
  }
}

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
          throw entry.place.problem("too many views (expected at most \(Self.most))")
        }
        let (text, value) = try section.line("filter")
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

/// Reads the tables `[rules.NAME]` of a configuration file.
///
/// An error costs its rule only: no post is hidden by a rule that is half understood.
struct PostRuleTable {
  private static let keys = ["when", "do", "colour", "tag", "until"]

  private(set) var rules: [PostRule] = []
  private(set) var problems: [ConfigProblem] = []

  /// Reads `table`, the table "rules" of the file, whose filters may name `views`.
  init(_ table: ConfigTable, views: [SavedView]) {
    for entry in table.entries {
      do throws(ConfigProblem) {
        let section = try FilterSection(entry, of: "rules", noun: "rule", keys: Self.keys)
        // A misspelt until would let a rule go on for ever.
        if let problem = section.problems.first { throw problem }
        guard rules.count < RecordRules.most else {
          throw entry.place.problem("too many rules (expected at most \(RecordRules.most))")
        }
        read(section, views)
      } catch {
        problems.append(error)
      }
    }
    problems.sort { $0.place < $1.place }
  }

  /// Reads one rule; each line of it that is wrong is a problem, so that all are mended in one go.
  private mutating func read(_ section: FilterSection, _ views: [SavedView]) {
    let line = noting { () throws(ConfigProblem) in
      let (text, value) = try section.line("when")
      return (text, try Self.condition(text, value, views))
    }
    let actions = noting { () throws(ConfigProblem) in try Self.actions(of: section) }
    let colour = noting { () throws(ConfigProblem) in try Self.colour(of: section) }
    let tag = noting { () throws(ConfigProblem) in try Self.tag(of: section) }
    let end = noting { () throws(ConfigProblem) in try Self.end(of: section) }
    guard let (text, condition) = line, let actions, let colour, let tag, let end else { return }
    rules.append(
      PostRule(
        name: section.name,
        line: text,
        at: section.place,
        condition,
        actions,
        colour: colour,
        tag: tag,
        until: end
      )
    )
  }

  /// A fact of a rule; nil where it is wrong, which becomes a problem.
  private mutating func noting<Fact>(_ fact: () throws(ConfigProblem) -> Fact) -> Fact? {
    do throws(ConfigProblem) {
      return try fact()
    } catch {
      problems.append(error)
      return nil
    }
  }

  private static func condition(
    _ text: String,
    _ value: ConfigValue,
    _ views: [SavedView]
  ) throws(ConfigProblem) -> Filter {
    do throws(ViewError) {
      return try PostRule.condition(of: try views.view(text))
    } catch {
      throw FilterSection.problem(error, in: value)
    }
  }

  private static func actions(of section: FilterSection) throws(ConfigProblem) -> Set<
    PostRule.Action
  > {
    let names = PostRule.Action.allCases.map { "\"\($0.rawValue)\"" }.joined(separator: " or ")
    guard let value = section.table["do"] else {
      // A colour or a tag is something to do, too.
      guard section.table["colour"] == nil, section.table["tag"] == nil else { return [] }
      throw section.place.problem(
        "[rules.\(section.name)] has no do, colour or tag (expected a line such as do = \"hide\")"
      )
    }
    let items: [ConfigValue]
    switch value.content {
    case .string: items = [value]
    case .array(let list) where !list.isEmpty: items = list
    default:
      throw value.place.problem(
        "do is \(value.content == .array([]) ? "empty" : value.content.kind) (expected \(names), or a list)"
      )
    }
    var actions: Set<PostRule.Action> = []
    for item in items {
      guard case .string(let word) = item.content else {
        throw item.place.problem("\(item.content.kind) in do (expected \(names))")
      }
      guard let action = PostRule.Action(rawValue: word) else {
        let known = PostRule.Action.allCases.map(\.rawValue)
        throw item.place.problem(
          "do is \"\(word.prefix(60))\" (expected \(names)\(NearestName.offer(word, among: known)))"
        )
      }
      actions.insert(action)
    }
    return actions
  }

  private static func colour(of section: FilterSection) throws(ConfigProblem) -> String? {
    guard let (text, value) = try section.text("colour") else { return nil }
    guard RoleName.role(text) != nil else {
      throw value.place.problem(
        "colour is \"\(text.prefix(60))\" (expected a role of the theme, such as \"title\" or \"warning\""
          + "\(NearestName.offer(text, among: RoleName.all)); streamtui theme lists them)"
      )
    }
    return text
  }

  private static func tag(of section: FilterSection) throws(ConfigProblem) -> String? {
    guard let (text, value) = try section.text("tag") else { return nil }
    let tag = text.hasPrefix("#") ? String(text.dropFirst()) : text
    guard PostRule.isTag(tag) else {
      throw value.place.problem(
        "tag is \"\(text.prefix(60))\" (expected at most 40 letters, digits or _, such as \"later\")"
      )
    }
    return tag
  }

  private static func end(of section: FilterSection) throws(ConfigProblem) -> CalendarDate? {
    guard let (text, value) = try section.text("until") else { return nil }
    guard let day = PostRule.day(text) else {
      throw value.place.problem(
        "until is \"\(text.prefix(60))\" (expected a day such as \"2027-01-01\", on which the rule ends)"
      )
    }
    return day
  }
}
