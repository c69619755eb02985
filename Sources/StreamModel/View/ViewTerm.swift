/// One term of the one-line form: a word, or a field with its values.
enum ViewTerm {
  case filter(Filter)
  case order(StreamOrder)
  case limit(Int)

  static func take(from scanner: inout ViewScanner) throws(ViewError) -> ViewTerm {
    if let sign = scanner.next, let term = try signed(sign, from: &scanner) { return term }
    let before = scanner
    let column = scanner.column
    guard let name = scanner.takeName() else { return try word(from: &scanner) }
    if let entry = FieldEntry.named(name.text) {
      return try field(entry, name, at: column, from: &scanner)
    }
    if let term = try state(name, at: column, from: &scanner) { return term }
    if name.isApart, name.sign != "between" || scanner.nextIsRange {
      let nearest = FieldEntry.nearest(to: name.text).map { ": \($0.name)?" } ?? ""
      throw ViewError(
        column: column,
        problem: "\(name.text) is no field\(nearest)",
        expected: "a field such as author, or the text in quotation marks"
      )
    }
    scanner = before
    return try word(from: &scanner)
  }

  // MARK: Signs before a word

  private static func signed(
    _ sign: Unicode.Scalar,
    from scanner: inout ViewScanner
  ) throws(ViewError) -> ViewTerm? {
    let column = scanner.column
    switch sign {
    case "#":
      _ = scanner.take("#")
      let values = try scanner.takeValues()
      // elfeed's limit; no hashtag is a number.
      if values.count == 1, let limit = Int(values[0].text), values[0].kind == .word {
        return .limit(try positive(limit, values[0]))
      }
      return .filter(Filter(.text(.tag, .usual, try TextTerm.texts(values))))
    case "@":
      let isDate = scanner.second?.properties.numericType == .decimal
      if isDate {
        _ = scanner.take("@")
        let value = try scanner.takeValue()
        return .filter(Filter(.date(try elfeedDate(value))))
      }
      guard let second = scanner.second, ViewText.isPlain(second) else { break }
      return .filter(Filter(.text(.author, .usual, try TextTerm.texts(scanner.takeTexts()))))
    case "+":
      _ = scanner.take("+")
      let value = try scanner.takeValue()
      if let state = ValueNames.states.value(value.text) {
        return .filter(Filter(.state(Choices(state))))
      }
      return .filter(Filter(.text(.tag, .usual, Choices(try TextTerm.text(value)))))
    case "=" where scanner.second.map(ViewText.isPlain) ?? false:
      _ = scanner.take("=")
      return .filter(
        Filter(.source(.feed, .usual, Choices(try TextTerm.text(scanner.takeValue()))))
      )
    case "~":
      throw ViewError(
        column: column,
        problem: "\"~\" begins no term",
        expected: "-word for not, -feed:NAME for all but a feed"
      )
    case ":":
      throw ViewError(
        column: column,
        problem: "a filter has no commands",
        expected: "the word alone, or -word for posts without it"
      )
    case "<", ">", "=", ",": break
    default: return nil
    }
    throw ViewError(
      column: column,
      problem: "\"\(sign)\" begins no term",
      expected: "a word, a field such as author:olga, or the text in quotation marks"
    )
  }

  /// A date after "@": alone it is the oldest, as in elfeed.
  private static func elfeedDate(_ value: ViewScanner.Value) throws(ViewError) -> DateTest {
    switch MomentText.span(value.text) {
    case .period(let period) where period.first == period.last: .after(period.first)
    case .period(let period): .during(Choices(period))
    case .after(let moment): .after(moment)
    case .before(let moment): .before(moment)
    case nil: throw DateTerm.noDate(value)
    }
  }

  // MARK: Words

  private static func word(from scanner: inout ViewScanner) throws(ViewError) -> ViewTerm {
    let value = try scanner.takeText()
    // Words are found in part, so `water*` of other programs is `water`.
    if value.kind == .word, value.text.count > 1, value.text.hasSuffix("*"),
      let test = TextTest(String(value.text.dropLast()))
    {
      return .filter(Filter(.word(test)))
    }
    return .filter(Filter(.word(try TextTerm.text(value))))
  }

  // MARK: Fields

  private static func field(
    _ entry: FieldEntry,
    _ name: ViewScanner.Name,
    at column: Int,
    from scanner: inout ViewScanner
  ) throws(ViewError) -> ViewTerm {
    let sign = FieldSign(name, of: entry.name)
    switch entry.kind {
    // newsboat's tags are those of feeds.
    case .text(.tag) where name.text == "tags" && (sign.isPattern || sign.isToken):
      let values = try TextTerm.texts(sign, inPart: false, from: &scanner)
      return .filter(sign.filter(.source(.tag, .usual, values)))
    // newsboat's link is that of the article.
    case .text(.link) where name.text == "link" && (sign.isPattern || sign.isToken):
      let values = try TextTerm.texts(sign, inPart: true, from: &scanner)
      return .filter(sign.filter(.text(.url, .usual, values)))
    case .text(let field):
      try sign.check(isOneOf: FieldSign.ofTexts)
      if let filter = try TextTerm.none(sign, { .text(field, .usual, $0) }, from: &scanner) {
        return .filter(filter)
      }
      let inPart = ![.tag, .lang, .host].contains(field)
      let values = try TextTerm.texts(
        sign,
        inPart: inPart,
        spansLines: field == .text,
        from: &scanner
      )
      return .filter(sign.filter(.text(field, sign.comparison, values)))
    case .source(let field):
      try sign.check(isOneOf: FieldSign.ofTexts)
      // A name in quotation marks is meant as a whole: "Feed 3" is not "Feed 30".
      if field == .feed, sign.text == ":" {
        let values = try scanner.takeTexts()
        var names: [Filter] = []
        for value in values {
          let comparison: Predicate.Comparison = value.kind == .phrase ? .whole : .usual
          names.append(Filter(.source(.feed, comparison, Choices(try TextTerm.text(value)))))
        }
        if values.contains(where: { $0.kind == .phrase }), let any = Filter.any(names) {
          return .filter(any)
        }
        return .filter(Filter(.source(.feed, .usual, try TextTerm.texts(values))))
      }
      let comparison = field == .tag ? .usual : sign.comparison
      let values = try TextTerm.texts(sign, inPart: field != .tag, from: &scanner)
      return .filter(sign.filter(.source(field, comparison, values)))
    case .count(let field):
      return .filter(sign.filter(.count(field, try CountTerm.read(field, sign, from: &scanner))))
    case .after:
      return .filter(Filter(.date(.after(try DateTerm.moment(sign, from: &scanner)))))
    case .before:
      return .filter(Filter(.date(.before(try DateTerm.moment(sign, from: &scanner)))))
    case .date: return .filter(sign.filter(.date(try DateTerm.date(sign, from: &scanner))))
    case .age: return .filter(sign.filter(.date(try DateTerm.age(sign, from: &scanner))))
    case .kind:
      return .filter(
        sign.filter(.kind(try named(.kinds, "kind", entry, sign, from: &scanner)))
      )
    case .visibility:
      return .filter(
        sign.filter(
          .visibility(try named(.visibilities, "visibility", entry, sign, from: &scanner))
        )
      )
    case .state:
      return .filter(sign.filter(.state(try named(.states, "state", entry, sign, from: &scanner))))
    case .part:
      return .filter(sign.filter(.has(try named(.parts, "part", entry, sign, from: &scanner))))
    case .view:
      try sign.check(isOneOf: [":", "="])
      return .filter(Filter(.view(try TextTerm.text(try scanner.takeValue()))))
    case .order:
      try sign.check(isOneOf: [":", "="])
      return .order(try one(.orders, "order", entry, scanner.takeValue()))
    case .limit:
      try sign.check(isOneOf: [":", "="])
      let value = try scanner.takeValue()
      return .limit(try positive(Int(value.text), value))
    }
  }

  /// A state as a field, such as newsboat's `unread = "yes"` and `flags # "s"`; nil if there is no state of this name.
  private static func state(
    _ name: ViewScanner.Name,
    at column: Int,
    from scanner: inout ViewScanner
  ) throws(ViewError) -> ViewTerm? {
    let isFlags = name.text == "flags" && name.sign != ":"
    guard isFlags || ["=", "==", "!=", ":", "=~", "!~"].contains(name.sign) else { return nil }
    if name.text == "bot" { throw noBots(at: column) }
    guard let state = isFlags ? .kept : ValueNames.states.value(name.text) else { return nil }
    let value = try scanner.takeValue()
    let isYes: Bool
    switch value.text.lowercased() {
    // newsboat has letters, of which each means a post that is kept.
    case let letters where isFlags: isYes = !letters.isEmpty
    case "yes", "true", "1", "on": isYes = true
    case "no", "false", "0", "off": isYes = false
    default:
      throw ViewError(
        column: value.column,
        problem: value.text.isEmpty ? "a value is missing" : "\"\(value.text)\" is not yes or no",
        expected: "is:\(state.rawValue) or -is:\(state.rawValue)"
      )
    }
    let filter = Filter(.state(Choices(state)))
    return .filter(isYes == !name.sign.hasPrefix("!") ? filter : filter.negated)
  }

  private static func noBots(at column: Int) -> ViewError {
    ViewError(
      column: column,
      problem: "which authors are bots is not read from feeds",
      expected: "-author:NAME for each of them"
    )
  }

  private static func named<Value: Equatable & Sendable>(
    _ names: ValueNames<Value>,
    _ what: String,
    _ entry: FieldEntry,
    _ sign: FieldSign,
    from scanner: inout ViewScanner
  ) throws(ViewError) -> Choices<Value> {
    try sign.check(isOneOf: [":", "=", "==", "!="])
    var values: [Value] = []
    for value in try scanner.takeValues() { values.append(try one(names, what, entry, value)) }
    return try Choices(typed: values)
  }

  private static func one<Value>(
    _ names: ValueNames<Value>,
    _ what: String,
    _ entry: FieldEntry,
    _ value: ViewScanner.Value
  ) throws(ViewError) -> Value {
    if let found = names.value(value.text) { return found }
    if entry.kind == .state, value.text.lowercased() == "bot" { throw noBots(at: value.column) }
    guard !value.text.isEmpty else {
      throw ViewError(column: value.column, problem: "a value is missing", expected: list(entry))
    }
    let nearest = names.nearest(to: value.text)
    throw ViewError(
      column: value.column,
      problem: "\"\(value.text)\" is no \(what)" + (nearest.map { ": \($0)?" } ?? ""),
      expected: nearest == nil ? list(entry) : nil
    )
  }

  private static func list(_ entry: FieldEntry) -> String {
    "one of " + entry.values.joined(separator: ", ")
  }

  private static func positive(
    _ number: Int?,
    _ value: ViewScanner.Value
  ) throws(ViewError) -> Int {
    guard let number, number > 0 else {
      throw ViewError(
        column: value.column,
        problem: "\"\(value.text)\" is no number of posts",
        expected: "a number such as 20"
      )
    }
    return number
  }
}

extension Choices {
  /// - Throws: ``ViewError`` where nothing was typed.
  init(typed values: [Value]) throws(ViewError) {
    guard let choices = Choices(values) else {
      throw ViewError(column: 1, problem: "a value is missing")
    }
    self = choices
  }
}
