/// One term of the one-line form: a word, or a field with its values.
enum ViewTerm {
  case filter(Filter)
  case scope(Scope)
  case order(StreamOrder)

  static func take(from scanner: inout ViewScanner) throws(ViewError) -> ViewTerm {
    let column = scanner.column
    if scanner.take("#") {
      return .filter(Filter(.text(.tag, .usual, try texts(try scanner.takeValues()))))
    }
    if let next = scanner.next, "@+<>=:,~".unicodeScalars.contains(next) {
      throw ViewError(
        column: column,
        problem: "\"\(next)\" begins no term",
        expected: "a word, a field such as author:olga, or the text in quotation marks"
      )
    }
    let before = scanner
    guard let (name, sign) = scanner.takeName() else { return try word(from: &scanner) }
    if let term = try field(name, sign, at: column, from: &scanner) { return term }
    guard !reserved.contains(name), Predicate.State(rawValue: name) == nil else {
      throw ViewError(
        column: column,
        problem: "\(name)\(sign) is not supported",
        expected: "one of \(known), or the text in quotation marks"
      )
    }
    scanner = before
    return try word(from: &scanner)
  }

  /// Names that other versions may read as fields, so that they are no words.
  private static let reserved: Set<String> = [
    "host", "domain", "site", "words", "time", "volume", "age", "limit", "view", "query", "search",
    "new", "starred", "flagged", "boost", "thread", "first", "duplicate", "bot",
  ]

  private static let known =
    (Field.Text.allCases.map(\.rawValue) + Field.Count.allCases.map(\.rawValue)
    + ["after", "before", "date", "kind", "visibility", "is", "has", "in", "feed", "sort"])
    .joined(separator: ", ")

  private static let textNames: [String: Field.Text] = [
    "body": .text, "content": .text, "intext": .text, "subject": .title, "intitle": .title,
    "from": .author, "by": .author, "to": .mentions, "url": .link, "inurl": .link,
  ]

  /// Takes the values of a field; nil if there is no field of this name.
  private static func field(
    _ name: String,
    _ sign: String,
    at column: Int,
    from scanner: inout ViewScanner
  ) throws(ViewError) -> ViewTerm? {
    if let field = Field.Text(rawValue: name) ?? textNames[name] {
      try check(sign, of: name, at: column, isOneOf: [":", "=~", "=", "==", "!="])
      let usual = sign == ":" || sign == "=~"
      let test = Predicate.text(field, usual ? .usual : .whole, try texts(scanner.takeValues()))
      return filter(test, sign)
    }
    if let field = Field.Count(rawValue: name) {
      return filter(.count(field, try count(name, sign, at: column, from: &scanner)), sign)
    }
    switch name {
    case "after", "since", "newer", "newer_than":
      return .filter(Filter(.date(.after(try date(name, sign, at: column, from: &scanner)))))
    case "before", "until", "older", "older_than":
      return .filter(Filter(.date(.before(try date(name, sign, at: column, from: &scanner)))))
    case "date", "during", "pubdate", "on":
      try check(sign, of: name, at: column)
      let periods = try values(scanner.takeValues(), dateForm) { period($0) }
      return filter(.date(.during(periods)), sign)
    case "kind":
      try check(sign, of: name, at: column)
      return filter(.kind(try choices(scanner.takeValues())), sign)
    case "visibility":
      try check(sign, of: name, at: column)
      return filter(.visibility(try choices(scanner.takeValues())), sign)
    case "is", "flag":
      try check(sign, of: name, at: column)
      return filter(.state(try choices(scanner.takeValues(), stateNames)), sign)
    case "has":
      try check(sign, of: name, at: column)
      return filter(.has(try choices(scanner.takeValues())), sign)
    case "in", "label", "category", "folder":
      try check(sign, of: name, at: column, isOneOf: [":", "="])
      return .scope(.tags(try texts(scanner.takeValues())))
    case "feed", "source", "f", "list", "feedtitle":
      try check(sign, of: name, at: column, isOneOf: [":", "="])
      return .scope(.sources(try texts(scanner.takeValues())))
    case "sort":
      try check(sign, of: name, at: column, isOneOf: [":", "="])
      let orders: Choices<StreamOrder> = try choices([try scanner.takeValue()])
      return .order(orders.values[0])
    default: return nil
    }
  }

  private static let stateNames: [String: Predicate.State] = [
    "starred": .kept, "flagged": .kept, "boost": .reshare,
  ]

  private static func word(from scanner: inout ViewScanner) throws(ViewError) -> ViewTerm {
    .filter(Filter(.word(try text(try scanner.takeValue()))))
  }

  private static func filter(_ predicate: Predicate, _ sign: String) -> ViewTerm {
    .filter(sign == "!=" ? Filter(predicate).negated : Filter(predicate))
  }

  private static func check(
    _ sign: String,
    of name: String,
    at column: Int,
    isOneOf signs: [String] = [":", "=", "==", "!="]
  ) throws(ViewError) {
    guard !signs.contains(sign) else { return }
    throw ViewError(
      column: column,
      problem: "\(name) has no \(sign)",
      expected: signs.map { name + $0 }.joined(separator: ", ")
    )
  }

  private static func text(_ value: ViewScanner.Value) throws(ViewError) -> TextTest {
    guard let test = TextTest(value.text) else {
      throw ViewError(column: value.column, problem: "no text", expected: "a word or a phrase")
    }
    return test
  }

  private static func texts(_ values: [ViewScanner.Value]) throws(ViewError) -> Choices<TextTest> {
    try Self.values(values, "a word or a phrase") { TextTest($0) }
  }

  private static func choices<Value>(
    _ values: [ViewScanner.Value],
    _ others: [String: Value] = [:]
  ) throws(ViewError) -> Choices<Value>
  where Value: RawRepresentable<String> & CaseIterable & Equatable & Sendable {
    let expected = "one of " + Value.allCases.map(\.rawValue).joined(separator: ", ")
    return try Self.values(values, expected) { Value(rawValue: $0) ?? others[$0] }
  }

  private static func values<Value>(
    _ values: [ViewScanner.Value],
    _ expected: String,
    _ read: (String) -> Value?
  ) throws(ViewError) -> Choices<Value> {
    var found: [Value] = []
    for value in values {
      guard let next = read(value.text) else {
        throw ViewError(
          column: value.column,
          problem: value.text.isEmpty ? "a value is missing" : "\"\(value.text)\" is unknown here",
          expected: expected
        )
      }
      found.append(next)
    }
    guard let choices = Choices(found) else {
      throw ViewError(column: 1, problem: "a value is missing", expected: expected)
    }
    return choices
  }

  // MARK: Numbers and dates

  private static func count(
    _ name: String,
    _ sign: String,
    at column: Int,
    from scanner: inout ViewScanner
  ) throws(ViewError) -> CountTest {
    try check(sign, of: name, at: column, isOneOf: [":", "=", "==", "!=", "<", "<=", ">", ">="])
    guard sign.first == "<" || sign.first == ">" else {
      return .within(
        try values(scanner.takeValues(), "a number such as 10, or a range such as 2..5") { text in
          let ends = ends(of: text)
          guard let first = Int(ends.first), let last = Int(ends.last), first <= last else {
            return nil
          }
          return first...last
        }
      )
    }
    // `>9` is `>=10`.
    let step = sign == ">" ? 1 : sign == "<" ? -1 : 0
    let bound = try values([try scanner.takeValue()], "a number such as 10") { text -> Int? in
      guard let sum = Int(text)?.addingReportingOverflow(step), !sum.overflow else { return nil }
      return sum.partialValue
    }
    return sign.first == ">" ? .atLeast(bound.values[0]) : .atMost(bound.values[0])
  }

  private static let dateForm =
    "a date such as 2026, 2026-11 or 2026-11-23, or a range such as 2026-01..2026-06"

  private static func date(
    _ name: String,
    _ sign: String,
    at column: Int,
    from scanner: inout ViewScanner
  ) throws(ViewError) -> CalendarDate {
    try check(sign, of: name, at: column, isOneOf: [":", "="])
    let expected = "a date such as 2026, 2026-11 or 2026-11-23"
    return try values([try scanner.takeValue()], expected) { CalendarDate($0) }.values[0]
  }

  private static func period(_ text: String) -> DatePeriod? {
    let ends = ends(of: text)
    guard let first = CalendarDate(ends.first), let last = CalendarDate(ends.last) else {
      return nil
    }
    return DatePeriod(from: first, to: last)
  }

  /// The two ends of `a..b`; the text itself twice where it is no range.
  private static func ends(of text: String) -> (first: String, last: String) {
    let scalars = Array(text.unicodeScalars.map { Character($0) })
    for at in scalars.indices.dropLast() where scalars[at] == "." && scalars[at + 1] == "." {
      return (String(scalars[..<at]), String(scalars[(at + 2)...]))
    }
    return (text, text)
  }
}
