/// One term of the one-line form: a word, or a field with its values.
enum ViewTerm {
  case filter(Filter)
  case order(StreamOrder)
  case limit(Int)
}

extension ViewScanner {
  mutating func takeTerm() throws(ViewError) -> ViewTerm {
    if let sign = next, let term = try signed(sign) { return term }
    let before = self
    let column = column
    guard let name = takeName() else { return try word() }
    if let entry = FieldEntry.named(name.text) { return try field(entry, name) }
    if let term = try state(name, at: column) { return term }
    if name.isApart, name.sign != "between" || nextIsRange {
      let nearest = FieldEntry.nearest(to: name.text).map { ": \($0.name)?" } ?? ""
      throw ViewError(
        at: column,
        "\(name.text) is no field\(nearest)",
        expected: "a field such as author, or the text in quotation marks"
      )
    }
    self = before
    return try word()
  }

  // MARK: Signs before a word

  private mutating func signed(_ sign: Unicode.Scalar) throws(ViewError) -> ViewTerm? {
    let column = column
    switch sign {
    case "#":
      _ = take("#")
      let values = try takeValues()
      // elfeed's limit; no hashtag is a number.
      if values.count == 1, let limit = Int(values[0].text), values[0].kind == .word {
        return .limit(try Self.positive(limit, values[0]))
      }
      return .filter(Filter(.text(.tag, .usual, try Self.texts(values))))
    case "@":
      let isDate = second?.properties.numericType == .decimal
      if isDate {
        _ = take("@")
        let value = try takeValue()
        return .filter(Filter(.date(try Self.elfeedDate(value))))
      }
      guard let second, ViewText.isPlain(second) else { break }
      return .filter(Filter(.text(.author, .usual, try Self.texts(takeTexts()))))
    case "+":
      _ = take("+")
      let value = try takeValue()
      if let state = ValueNames.states.value(value.text) {
        return .filter(Filter(.state(Choices(state))))
      }
      return .filter(Filter(.text(.tag, .usual, Choices(try Self.text(value)))))
    case "=" where second.map(ViewText.isPlain) ?? false:
      _ = take("=")
      return .filter(
        Filter(.source(.feed, .usual, Choices(try Self.text(takeValue()))))
      )
    case "~":
      throw ViewError(
        at: column,
        "\"~\" begins no term",
        expected: "-word for not, -feed:NAME for all but a feed"
      )
    case ":":
      throw ViewError(
        at: column,
        "a filter has no commands",
        expected: "the word alone, or -word for posts without it"
      )
    case "<", ">", "=", ",": break
    default: return nil
    }
    throw ViewError(
      at: column,
      "\"\(sign)\" begins no term",
      expected: "a word, a field such as author:olga, or the text in quotation marks"
    )
  }

  /// A date after "@": alone it is the oldest, as in elfeed.
  private static func elfeedDate(_ value: Value) throws(ViewError) -> DateTest {
    guard let test = MomentText.test(value.text) else { throw noDate(value) }
    guard case .during(let periods) = test, let period = periods.values.first,
      period.first == period.last
    else { return test }
    return .after(period.first)
  }

  // MARK: Words

  private mutating func word() throws(ViewError) -> ViewTerm {
    let value = try takeText()
    // Words are found in part, so `water*` of other programs is `water`.
    if value.kind == .word, value.text.count > 1, value.text.hasSuffix("*"),
      let test = TextTest(String(value.text.dropLast()))
    {
      return .filter(Filter(.word(test)))
    }
    return .filter(Filter(.word(try Self.text(value))))
  }

  // MARK: Fields

  private mutating func field(_ entry: FieldEntry, _ name: Name) throws(ViewError) -> ViewTerm {
    let sign = FieldSign(text: name.sign, field: entry.name, column: name.signColumn)
    let isNewsboats = sign.isPattern || sign.isToken
    let predicate: Predicate
    switch entry.kind {
    // newsboat's tags are those of feeds.
    case .text(.tag) where name.text == "tags" && isNewsboats:
      predicate = .source(.tag, .usual, try texts(sign, inPart: false))
    // newsboat's link is that of the article.
    case .text(.link) where name.text == "link" && isNewsboats:
      predicate = .text(.url, .usual, try texts(sign, inPart: true))
    case .text(let field):
      try sign.check(isOneOf: FieldSign.ofTexts)
      if let filter = try noText(of: field, sign) { return .filter(filter) }
      let inPart = ![.tag, .lang, .host].contains(field)
      let spansLines = field == .text
      let values = try texts(sign, inPart: inPart, spansLines: spansLines)
      predicate = .text(field, sign.comparison, values)
    case .source(let field):
      try sign.check(isOneOf: FieldSign.ofTexts)
      // A name in quotation marks is meant as a whole: "Feed 3" is not "Feed 30".
      if field == .feed, sign.text == ":" {
        let values = try takeTexts()
        var names: [Filter] = []
        for value in values {
          let comparison: Predicate.Comparison = value.kind == .phrase ? .whole : .usual
          names.append(Filter(.source(.feed, comparison, Choices(try Self.text(value)))))
        }
        if values.contains(where: { $0.kind == .phrase }), let any = Filter.any(names) {
          return .filter(any)
        }
        return .filter(Filter(.source(.feed, .usual, try Self.texts(values))))
      }
      let comparison = field == .tag ? .usual : sign.comparison
      let values = try texts(sign, inPart: field != .tag)
      predicate = .source(field, comparison, values)
    case .count(let field): predicate = .count(field, try count(of: field, sign))
    case .after: predicate = .date(.after(try moment(sign)))
    case .before: predicate = .date(.before(try moment(sign)))
    case .date: predicate = .date(try date(sign))
    case .age: predicate = .date(try age(sign))
    case .kind: predicate = .kind(try named(.kinds, entry, sign))
    case .visibility: predicate = .visibility(try named(.visibilities, entry, sign))
    case .state: predicate = .state(try named(.states, entry, sign))
    case .part: predicate = .has(try named(.parts, entry, sign))
    case .view:
      try sign.check(isOneOf: [":", "="])
      predicate = .view(try Self.text(try takeValue()))
    case .order:
      try sign.check(isOneOf: [":", "="])
      return .order(try ValueNames.orders.one(takeValue(), of: entry))
    case .limit:
      try sign.check(isOneOf: [":", "="])
      let value = try takeValue()
      return .limit(try Self.positive(Int(value.text), value))
    }
    return .filter(sign.filter(predicate))
  }

  /// A state as a field, such as newsboat's `unread = "yes"` and `flags # "s"`; nil if there is no state of this name.
  private mutating func state(_ name: Name, at column: Int) throws(ViewError) -> ViewTerm? {
    let isFlags = name.text == "flags" && name.sign != ":"
    guard isFlags || ["=", "==", "!=", ":", "=~", "!~"].contains(name.sign) else { return nil }
    if name.text == "bot" { throw .noBots(at: column) }
    guard let state = isFlags ? .kept : ValueNames.states.value(name.text) else { return nil }
    let value = try takeValue()
    let isYes: Bool
    switch value.text.lowercased() {
    // newsboat has letters, of which each means a post that is kept.
    case let letters where isFlags: isYes = !letters.isEmpty
    case "yes", "true", "1", "on": isYes = true
    case "no", "false", "0", "off": isYes = false
    default:
      throw value.error("is not yes or no", "is:\(state.rawValue) or -is:\(state.rawValue)")
    }
    let filter = Filter(.state(Choices(state)))
    return .filter(isYes == !name.sign.hasPrefix("!") ? filter : filter.negated)
  }

  private mutating func named<One: Equatable>(
    _ names: ValueNames<One>,
    _ entry: FieldEntry,
    _ sign: FieldSign
  ) throws(ViewError) -> Choices<One> {
    try sign.check(isOneOf: [":", "=", "==", "!="])
    var values: [One] = []
    for value in try takeValues() { values.append(try names.one(value, of: entry)) }
    return try Choices(typed: values)
  }

  private static func positive(_ number: Int?, _ value: Value) throws(ViewError) -> Int {
    guard let number, number > 0 else {
      throw ViewError(
        at: value.column,
        "\"\(value.text)\" is no number of posts",
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
      throw ViewError(at: 1, "a value is missing")
    }
    self = choices
  }
}

extension ValueNames {
  fileprivate func one(
    _ typed: ViewScanner.Value,
    of entry: FieldEntry
  ) throws(ViewError) -> Value {
    if let found = value(typed.text) { return found }
    if entry.kind == .state, typed.text.lowercased() == "bot" { throw .noBots(at: typed.column) }
    let nearest = typed.text.isEmpty ? nil : nearest(to: typed.text)
    let all = "one of " + entry.values.joined(separator: ", ")
    let offer = nearest.map { ": \($0)?" } ?? ""
    throw typed.error("is no \(entry.noun)\(offer)", nearest == nil ? all : nil)
  }
}

extension ViewError {
  fileprivate static func noBots(at column: Int) -> ViewError {
    ViewError(
      at: column,
      "which authors are bots is not read from feeds",
      expected: "-author:NAME for each of them"
    )
  }
}

// MARK: Texts

extension ViewScanner {
  private static func text(_ value: Value) throws(ViewError) -> TextTest {
    if case .expression(let mindsCase) = value.kind {
      do {
        return TextTest(try RegularExpression(value.text, mindsCase: mindsCase))
      } catch {
        let before = value.text.utf8.prefix(error.offset)
        throw ViewError(
          at: value.column + 1 + String(decoding: before, as: UTF8.self).unicodeScalars.count,
          "in the expression, \(error.message)"
        )
      }
    }
    guard let test = TextTest(value.text) else {
      throw ViewError(
        at: value.column,
        value.text.isEmpty && value.kind == .word ? "a value is missing" : "no text",
        expected: "a word or a phrase"
      )
    }
    return test
  }

  private static func texts(_ values: [Value]) throws(ViewError) -> Choices<TextTest> {
    try Choices(typed: values.map(text))
  }

  /// The texts after the sign of a field.
  ///
  /// newsboat's signs compare as newsboat does: "=~" with an expression, whose letters are not folded, "#" with each
  /// word of the text.
  ///
  /// - Parameters:
  ///   - inPart: whether the field is compared in part, and not tag by tag.
  ///   - spansLines: whether it may have several lines, which have no bounds of their own in newsboat.
  private mutating func texts(
    _ sign: FieldSign,
    inPart: Bool,
    spansLines: Bool = false
  ) throws(ViewError) -> Choices<TextTest> {
    let values = try takeTexts(keepsEscapes: sign.isPattern)
    return try Self.texts(
      values.map { value in
        let pattern: String
        switch value.kind {
        case .expression: return value
        case .word where value.text.isEmpty: return value
        case .word, .phrase:
          if sign.isPattern {
            let mark = spansLines && value.text.contains { $0 == "^" || $0 == "$" } ? "(?-m)" : ""
            pattern = mark + Self.translated(value.text)
          } else if sign.isToken, inPart {
            pattern = "(?<!\\S)\(RegularExpression.escaped(value.text))(?!\\S)"
          } else {
            return value
          }
        }
        let kind = Value.Kind.expression(mindsCase: sign.isToken)
        return Value(text: pattern, column: value.column, kind: kind)
      }
    )
  }

  /// The test for a field without a text, such as newsboat's `author = ""`; nil where a text follows.
  private mutating func noText(
    of field: Field.Text,
    _ sign: FieldSign
  ) throws(ViewError) -> Filter? {
    guard sign.comparison == .whole, take("\"\"") else { return nil }
    let any = Value(text: ".", column: 1, kind: .expression(mindsCase: false))
    let filter = Filter(.text(field, .usual, Choices(try Self.text(any))))
    return sign.text == "!=" ? filter : filter.negated
  }

  // MARK: Expressions of newsboat

  /// Translates an extended regular expression of POSIX: a backslash in brackets stands for itself, and "\<" and "\>"
  /// are the ends of words.
  private static func translated(_ pattern: String) -> String {
    var text = ""
    var rest = pattern[...]
    while let character = rest.popFirst() {
      switch character {
      case "\\":
        let next = rest.popFirst()
        switch next {
        case "<": text += "\\b(?=\\w)"
        case ">": text += "\\b(?<=\\w)"
        default: text += "\\" + (next.map { String($0) } ?? "")
        }
      case "[":
        text += "["
        if rest.first == "^" { text.append(rest.removeFirst()) }
        // A bracket that comes first stands for itself.
        if rest.first == "]" { text.append(rest.removeFirst()) }
        while let one = rest.popFirst() {
          text += one == "\\" ? "\\\\" : String(one)
          if one == "]" { break }
          // A class such as [:alpha:] has a bracket of its own.
          if one == "[", rest.first == ":", let end = rest.dropFirst().firstIndex(of: "]") {
            text += rest[...end]
            rest = rest[rest.index(after: end)...]
          }
        }
      default: text.append(character)
      }
    }
    return text
  }
}

// MARK: Numbers

extension ViewScanner {
  private mutating func count(
    of field: Field.Count,
    _ sign: FieldSign
  ) throws(ViewError) -> CountTest {
    try sign.check(isOneOf: FieldSign.ofNumbers)
    guard sign.isComparison else {
      var ranges: [ClosedRange<Int>] = []
      for value in try takeValues() {
        let ends = sign.ends(of: value.text) ?? (value.text, value.text)
        guard let first = Self.number(ends.first, field), let last = Self.number(ends.last, field),
          first <= last
        else { throw Self.noNumber(field, value, "a number such as 10, or a range such as 2..5") }
        ranges.append(first...last)
      }
      return .within(try Choices(typed: ranges))
    }
    let value = try takeValue()
    guard let number = Self.number(value.text, field) else {
      throw Self.noNumber(field, value, "a number such as 10")
    }
    return switch sign.text {
    case ">": .above(number)
    case "<": .below(number)
    default: sign.text.first == ">" ? .atLeast(number) : .atMost(number)
    }
  }

  /// A number; of a time in minutes, "5m" and "1h".
  private static func number(_ text: String, _ field: Field.Count) -> Int? {
    guard field == .time else { return Int(text) }
    let digits = text.prefix { $0.isASCII && $0.isNumber || $0 == "-" }
    guard let amount = Int(digits) else { return nil }
    switch text.dropFirst(digits.count).lowercased() {
    case "", "m", "min", "mins", "minutes": return amount
    case "h", "hr", "hours":
      let (minutes, isBeyond) = amount.multipliedReportingOverflow(by: 60)
      return isBeyond ? nil : minutes
    default: return nil
    }
  }

  private static func noNumber(_ field: Field.Count, _ value: Value, _ form: String) -> ViewError {
    value.error("is no number", field == .time ? "minutes such as 5m" : form)
  }
}

// MARK: Dates

extension ViewScanner {
  private mutating func moment(_ sign: FieldSign) throws(ViewError) -> FilterDate {
    try sign.check(isOneOf: [":", "="])
    let value = try takeValue()
    guard let moment = MomentText.moment(value.text) else { throw Self.noDate(value) }
    return moment
  }

  private mutating func date(_ sign: FieldSign) throws(ViewError) -> DateTest {
    try sign.check(isOneOf: FieldSign.ofNumbers + ["=~"])
    if sign.isComparison {
      let value = try takeValue()
      guard let moment = MomentText.moment(value.text) else { throw Self.noDate(value) }
      switch sign.text {
      case ">=": return .after(moment)
      case "<": return .before(moment)
      default:
        guard let next = moment.next else { throw Self.noDate(value) }
        return sign.text == ">" ? .after(next) : .before(next)
      }
    }
    var tests: [DateTest] = []
    for value in try takeValues() {
      guard
        let test = MomentText.test(sign.ends(of: value.text).map { "\($0)..\($1)" } ?? value.text)
      else { throw Self.noDate(value) }
      tests.append(test)
    }
    return try Self.joined(tests)
  }

  /// An age: a number alone counts whole days, as in newsboat.
  private mutating func age(_ sign: FieldSign) throws(ViewError) -> DateTest {
    try sign.check(isOneOf: FieldSign.ofNumbers)
    let value = try takeValue()
    let text = value.text
    if sign.isComparison {
      if let days = Int(text) {
        let isWhole = sign.text == "<=" || sign.text == ">"
        guard let age = FilterDate.Age(isWhole ? min(days, 100_000) + 1 : days, .days) else {
          throw Self.noAge(value)
        }
        return sign.text.first == "<" ? .after(.ago(age)) : .before(.ago(age))
      }
      guard let moment = MomentText.moment(text), case .ago = moment else {
        throw Self.noAge(value)
      }
      return sign.text.first == "<" ? .after(moment) : .before(moment)
    }
    if let ends = sign.ends(of: text) ?? MomentText.ends(of: text) {
      // newsboat takes the two ends in either order.
      let isTurned = Int(ends.first).flatMap { one in Int(ends.last).map { one > $0 } } ?? false
      let (first, last) = isTurned ? (ends.last, ends.first) : ends
      guard let least = Self.days(first), let most = Self.days(last, isWhole: true),
        let period = DatePeriod(from: most, to: least)
      else { throw Self.noAge(value) }
      return .during(Choices(period))
    }
    if let number = Int(text), let most = FilterDate.Age(min(number, 100_000) + 1, .days),
      let least = FilterDate.Age(number, .days),
      let period = DatePeriod(from: .ago(most), to: .ago(least))
    {
      return .during(Choices(period))
    }
    guard let test = MomentText.test(text) else { throw Self.noAge(value) }
    return test
  }

  /// - Parameter isWhole: whether a number of days stands for the end of the last one.
  private static func days(_ text: String, isWhole: Bool = false) -> FilterDate? {
    guard let days = Int(text) else { return MomentText.moment(text) }
    return FilterDate.Age(min(max(days, 0), 99_999) + (isWhole ? 1 : 0), .days).map { .ago($0) }
  }

  /// - Parameter tests: those of single values, each with one period at most.
  private static func joined(_ tests: [DateTest]) throws(ViewError) -> DateTest {
    if tests.count == 1, let only = tests.first { return only }
    let start = CalendarDate(year: 0).map { FilterDate.date($0) }
    return .during(
      try Choices(
        typed:
          tests.compactMap { test in
            switch test {
            case .during(let periods): periods.values.first
            case .after(let moment): DatePeriod(from: moment, to: .now)
            case .before(let moment): start.flatMap { DatePeriod(from: $0, to: moment) }
            }
          }
      )
    )
  }

  private static func noDate(_ value: Value) -> ViewError {
    if let remedy = MomentText.remedy(for: value.text) {
      return ViewError(at: value.column, remedy)
    }
    return value.error("is no date", MomentText.form)
  }

  private static func noAge(_ value: Value) -> ViewError {
    value.error("is no age", "days such as 3, or an age such as 3d, 2w or 6mo")
  }
}
