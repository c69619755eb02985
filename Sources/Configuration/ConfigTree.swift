/// Tables while they are read: keys once each, tables defined once each, as TOML 1.0 demands.
struct ConfigTree {
  /// How a table came about, which decides on further keys.
  private enum Origin {
    /// By a line `[a]`; it may not be defined again.
    case header
    /// As the `a` of `[a.b]`; a line `[a]` may follow.
    case above
    /// As the `a` of `a.b = …`; further dotted keys may follow, a line `[a]` may not.
    case dots
  }

  private enum Content {
    case value(ConfigValue)
    case table(Int)
  }

  private struct Entry {
    let part: ConfigKeyReader.Part
    let content: Content
  }

  private struct Table {
    var origin: Origin
    let place: ConfigPlace
    var entries: [Entry] = []
    /// Entries by key, once a linear search would be slow.
    var index: [String: Int] = [:]
  }

  static let root = 0

  /// A table has a higher number than the one that holds it.
  private var tables: [Table]
  /// The tables of the file whose names have a value already, by name: they are read for their own errors.
  private var shadowed: [(part: ConfigKeyReader.Part, table: Int)] = []
  private var shadows: [String: Int] = [:]

  init(at place: ConfigPlace = ConfigPlace(line: 1, column: 1)) {
    tables = [Table(origin: .header, place: place)]
  }

  // MARK: Defining

  /// Defines the table of a line `[a.b]`; returns its number.
  ///
  /// A table of the file whose name has a value already is kept apart; `problem` says so.
  ///
  /// - Throws: ``ConfigProblem`` if the table, or a value of that name, is there already.
  mutating func define(
    _ parts: [ConfigKeyReader.Part]
  ) throws(ConfigProblem) -> (table: Int, problem: ConfigProblem?) {
    var table = Self.root
    var problem: ConfigProblem?
    for (number, part) in parts.enumerated() {
      let isLast = number == parts.count - 1
      switch entry(part.name, of: table)?.content {
      case nil: table = add(part, to: table, isLast ? .header : .above)
      case .value(let value)?:
        let reason = taken(part, value, of: table)
        if case .table = value.content { throw reason }
        guard table == Self.root else { throw reason }
        problem = reason
        table = shadow(part, isLast ? .header : .above)
      case .table(let found)?:
        table = found
        guard isLast else { continue }
        guard tables[found].origin == .above else {
          throw part.place.problem(
            "the table \(Self.shown(part.name)) is defined twice "
              + "(first at \(Self.shown(tables[found].place)))"
          )
        }
        tables[found].origin = .header
      }
    }
    return (table, problem)
  }

  /// The number of the table that is kept apart under a name.
  private mutating func shadow(_ part: ConfigKeyReader.Part, _ origin: Origin) -> Int {
    if let known = shadows[part.name] { return known }
    let number = tables.count
    tables.append(Table(origin: origin, place: part.place))
    shadowed.append((part, number))
    shadows[part.name] = number
    return number
  }

  /// Sets the value of a key, whose dots lead to tables of the table `number`.
  ///
  /// - Throws: ``ConfigProblem`` if the key has a value already, or leads through a value or a table
  ///   that is complete.
  mutating func set(
    _ parts: [ConfigKeyReader.Part],
    of number: Int,
    to value: ConfigValue
  ) throws(ConfigProblem) {
    var table = number
    for part in parts.dropLast() {
      switch entry(part.name, of: table)?.content {
      case nil: table = add(part, to: table, .dots)
      case .value(let value)?: throw taken(part, value, of: table)
      case .table(let found)?:
        guard tables[found].origin == .dots else {
          throw part.place.problem(
            "the table \(Self.shown(part.name)) has lines of its own "
              + "(at \(Self.shown(tables[found].place)); expected the key there)"
          )
        }
        table = found
      }
    }
    guard let last = parts.last else { return }
    if let first = entry(last.name, of: table) {
      throw last.place.problem(
        "the key \(Self.shown(last.name)) is defined twice (first at \(Self.shown(first.part.place)))"
      )
    }
    append(Entry(part: last, content: .value(value)), to: table)
  }

  private func taken(
    _ part: ConfigKeyReader.Part,
    _ value: ConfigValue,
    of table: Int
  ) -> ConfigProblem {
    let first = entry(part.name, of: table)?.part.place ?? value.place
    if case .table = value.content {
      return part.place.problem(
        "the table \(Self.shown(part.name)) is complete: it stands in braces "
          + "(at \(Self.shown(first)))"
      )
    }
    return part.place.problem(
      "\(Self.shown(part.name)) is \(value.content.kind), not a table (at \(Self.shown(first)))"
    )
  }

  // MARK: Entries

  private static let shortTable = 16

  private func entry(_ name: String, of table: Int) -> Entry? {
    let entries = tables[table].entries
    guard entries.count > Self.shortTable else { return entries.first { $0.part.name == name } }
    return tables[table].index[name].map { entries[$0] }
  }

  private mutating func append(_ entry: Entry, to table: Int) {
    let number = tables[table].entries.count
    tables[table].entries.append(entry)
    if number == Self.shortTable {
      for (number, entry) in tables[table].entries.enumerated() {
        tables[table].index[entry.part.name] = number
      }
    } else if number > Self.shortTable {
      tables[table].index[entry.part.name] = number
    }
  }

  private mutating func add(_ part: ConfigKeyReader.Part, to table: Int, _ origin: Origin) -> Int {
    let number = tables.count
    tables.append(Table(origin: origin, place: part.place))
    append(Entry(part: part, content: .table(number)), to: table)
    return number
  }

  // MARK: The result

  /// The tables as one value, and those that are kept apart because a value has their name.
  var finished: (root: ConfigTable, shadowed: [ConfigTable.Entry]) {
    var done: [ConfigTable] = Array(repeating: ConfigTable(), count: tables.count)
    // Tables that are held come after those that hold them.
    for number in tables.indices.reversed() {
      done[number] = ConfigTable(
        tables[number].entries.map { entry in
          let value =
            switch entry.content {
            case .value(let value): value
            case .table(let held): ConfigValue(.table(done[held]), at: tables[held].place)
            }
          return ConfigTable.Entry(entry.part.name, at: entry.part.place, value)
        }
      )
    }
    let apart = shadowed.map { part, number in
      let value = ConfigValue(.table(done[number]), at: tables[number].place)
      return ConfigTable.Entry(part.name, at: part.place, value)
    }
    return (done.first ?? ConfigTable(), apart)
  }

  private static func shown(_ name: String) -> String {
    name.utf8.count > 60 ? "\"\(name.prefix(60))…\"" : "\"\(name)\""
  }

  private static func shown(_ place: ConfigPlace) -> String { "\(place.line):\(place.column)" }
}
