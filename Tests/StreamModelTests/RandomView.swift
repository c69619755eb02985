import TestSupport

@testable import StreamModel

/// Random views and filters, with texts that need quotation marks or escapes.
struct RandomView {
  private static let texts = [
    "water", "or", "OR", "and", "not", "a b", "\"", "\\", "'", "-x", "x-", "--", "a.b", "1..2",
    "@a",
    "#a", "likes:3", "https://a.example/?b=1,2", "(", ")", "|", "/re/", "é", "\u{301}x", "日本語",
    "👩‍👩‍👧", "a\u{0}b", "a\u{A0}b", "  two\n lines\t", "is:read", "3", ",", "a,b", "=", "\"a\" \\\"",
  ]

  private var numbers: SplitMix

  init(seed: UInt64) { numbers = SplitMix(seed: seed) }

  mutating func view() throws -> View {
    let scopes: [Scope] = [.all, .all, .tags(try texts()), .sources(try words())]
    let filter = numbers.below(5) == 0 ? nil : try filter(depth: numbers.below(5))
    return View(
      scopes[numbers.below(4)],
      filter,
      order: numbers.below(2) == 0 ? nil : one(of: Timeline.Order.allCases),
      limit: numbers.below(3) == 0 ? 1 + numbers.below(500) : nil
    )
  }

  mutating func filter(depth: Int) throws -> Filter {
    guard depth > 0 else { return Filter(try predicate()) }
    let parts = try (0...numbers.below(3)).map { _ in try filter(depth: depth - 1) }
    switch numbers.below(3) {
    case 0: return try required(Filter.all(parts))
    case 1: return try required(Filter.any(parts))
    default: return parts[0].negated
    }
  }

  mutating func predicate() throws -> Predicate {
    switch numbers.below(15) {
    case 0: .word(try text())
    case 1: .text(one(of: Field.Text.allCases), .usual, try texts())
    case 2: .text(one(of: Field.Text.allCases), .whole, try texts())
    case 3: .count(one(of: Field.Count.allCases), try count())
    case 4: .date(.after(try moment()))
    case 5: .date(.before(try moment()))
    case 6: .date(.during(try choices { try $0.period() }))
    case 7: .kind(try choices { $0.one(of: Activity.Kind.allCases) })
    case 8: .visibility(try choices { $0.one(of: Visibility.allCases) })
    case 9: .state(try choices { $0.one(of: Field.State.allCases) })
    case 10: .source(.feed, .whole, try texts())
    case 11: .source(.tag, .usual, try texts())
    case 13: .source(.feed, .usual, try words())
    case 12: .view(try required(TextTest(one(of: Self.texts))))
    default: .has(try choices { $0.one(of: Field.Part.allCases) })
    }
  }

  mutating func one<Value>(of values: [Value]) -> Value { values[numbers.below(values.count)] }

  private static let patterns = [
    "a", "a b", "(a|b)+c", "a/b", "\\d{2}/\\\\", "\"'x", "[/]", "", "日本", "^-or$", "x,y",
  ]

  private mutating func text() throws -> TextTest {
    guard numbers.below(6) == 0 else { return try required(TextTest(one(of: Self.texts))) }
    let isCased = numbers.below(2) == 0
    return TextTest(try RegularExpression(one(of: Self.patterns), mindsCase: isCased))
  }

  /// Parts of names: a phrase would be a whole one.
  private mutating func words() throws -> Choices<TextTest> {
    try choices { numbers in
      try numbers.required(
        TextTest(numbers.one(of: ["water", "a.b", "x-", "é", "日本語", "3", "or"]))
      )
    }
  }

  private mutating func texts() throws -> Choices<TextTest> { try choices { try $0.text() } }

  private mutating func count() throws -> CountTest {
    let number = one(of: [Int.min, -3, 0, 1, 10, 4_000, Int.max])
    switch numbers.below(5) {
    case 0: return .atLeast(number)
    case 1: return .atMost(number)
    case 2: return .above(number)
    case 3: return .below(number)
    default:
      return .within(
        try choices { numbers in
          let bounds = [numbers.one(of: [Int.min, -1, 0, 7]), numbers.one(of: [7, 8, Int.max])]
          return bounds[0]...bounds[1]
        }
      )
    }
  }

  private mutating func date() throws -> CalendarDate {
    let year = one(of: [0, 33, 1970, 2024, 9999])
    let month = numbers.below(3) == 0 ? nil : 1 + numbers.below(12)
    let day = month == nil || numbers.below(2) == 0 ? nil : 1 + numbers.below(28)
    return try required(CalendarDate(year: year, month: month, day: day))
  }

  private mutating func moment() throws -> FilterDate {
    switch numbers.below(6) {
    case 0: return .today
    case 1: return .yesterday
    case 2: return .now
    case 3:
      let unit = one(of: FilterDate.Age.Unit.allCases)
      return .ago(try required(FilterDate.Age(one(of: [0, 1, 3, 7, 100_000]), unit)))
    default: return .date(try date())
    }
  }

  private mutating func period() throws -> DatePeriod {
    let (one, other) = (try moment(), try moment())
    return try required(DatePeriod(from: one, to: other) ?? DatePeriod(from: other, to: one))
  }

  private mutating func choices<Value>(
    _ make: (inout RandomView) throws -> Value
  ) throws -> Choices<Value> {
    try required(Choices(try (0...numbers.below(3)).map { _ in try make(&self) }))
  }

  private func required<Value>(_ value: Value?) throws -> Value {
    guard let value else { throw Missing() }
    return value
  }

  private struct Missing: Error {}
}
