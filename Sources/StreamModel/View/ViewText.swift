extension View: CustomStringConvertible {
  /// The one-line form, which ``init(_:)`` reads back as an equal view.
  package var description: String {
    var words: [String] = []
    switch scope {
    case .all: break
    case .tags(let tags): words.append("in:\(ViewText.list(tags))")
    case .sources(let names): words.append(ViewText.text(of: .source(.feed, .usual, names)))
    }
    if let filter { words.append(ViewText.text(of: filter, isAlone: self == View(.all, filter))) }
    if let order { words.append("sort:\(order.rawValue)") }
    if let limit { words.append("limit:\(limit)") }
    return words.joined(separator: " ")
  }
}

extension Filter: CustomStringConvertible {
  /// The one-line form of a view of all sources with this filter.
  package var description: String { ViewText.text(of: self, isAlone: true) }
}

enum ViewText {
  static let operators: Set<String> = ["or", "OR", "and", "AND", "not", "NOT"]
  /// Words that mean something else where they follow another: a name before "between" is a field of newsboat.
  private static let reserved = operators.union(["between"])

  /// Whether a scalar may stand in a text without quotation marks.
  static func isPlain(_ scalar: Unicode.Scalar) -> Bool {
    scalar.properties.isAlphabetic || scalar.properties.numericType != nil
      || "_-.@".unicodeScalars.contains(scalar)
  }

  /// - Parameter isAlone: whether nothing stands beside the filter.
  static func text(of filter: Filter, isAlone: Bool) -> String {
    var text = ""
    var open: [(group: Filter.Operator, end: Int, isClosed: Bool)] = []
    var isAfterTest = false
    for (at, node) in filter.nodes.enumerated() {
      if isAfterTest { text += open.last?.group == .any ? " or " : " " }
      isAfterTest = false
      switch node {
      case .test(let predicate):
        text += Self.text(of: predicate)
        isAfterTest = true
      case .group(.not, let span):
        text += "-"
        open.append((.not, at + span, false))
      case .group(let group, let span):
        let isClosed = open.last.map { $0.group != .any } ?? (group == .any && !isAlone)
        if isClosed { text += "(" }
        open.append((group, at + span, isClosed))
      }
      while let last = open.last, last.end == at + 1 {
        if last.isClosed { text += ")" }
        open.removeLast()
      }
    }
    return text
  }

  static func text(of predicate: Predicate) -> String {
    switch predicate {
    case .word(let word): quoted(word, besides: reserved)
    case .text(let field, .usual, let choices): "\(field.rawValue):\(list(choices))"
    case .text(let field, .whole, let choices): "\(field.rawValue)=\(list(choices))"
    case .source(.feed, .usual, let names): partsOfNames(names)
    case .source(let field, .usual, let choices): "\(field.rawValue):\(list(choices))"
    case .source(let field, .whole, let choices): "\(field.rawValue)=\(list(choices))"
    case .count(let field, .atLeast(let least)): "\(field.rawValue)>=\(number(least, field))"
    case .count(let field, .atMost(let most)): "\(field.rawValue)<=\(number(most, field))"
    case .count(let field, .above(let least)): "\(field.rawValue)>\(number(least, field))"
    case .count(let field, .below(let most)): "\(field.rawValue)<\(number(most, field))"
    case .count(let field, .within(let ranges)):
      "\(field.rawValue):"
        + joined(ranges) { range(number($0.lowerBound, field), number($0.upperBound, field)) }
    case .date(.after(let moment)): "after:\(moment)"
    case .date(.before(let moment)): "before:\(moment)"
    case .date(.during(let periods)): "date:" + joined(periods, period)
    case .kind(let kinds): "kind:" + joined(kinds, \.rawValue)
    case .visibility(let choices): "visibility:" + joined(choices, \.rawValue)
    case .state(let states): "is:" + joined(states, \.rawValue)
    case .has(let parts): "has:" + joined(parts, \.rawValue)
    case .view(let name): "view:\(quoted(name))"
    }
  }

  static func list(_ choices: Choices<TextTest>) -> String { joined(choices) { quoted($0) } }

  private static func joined<Value>(_ choices: Choices<Value>, _ text: (Value) -> String) -> String
  {
    choices.values.map(text).joined(separator: ",")
  }

  private static func number(_ number: Int, _ field: Field.Count) -> String {
    field == .time ? "\(number)m" : "\(number)"
  }

  private static func range(_ first: String, _ last: String) -> String {
    first == last ? first : "\(first)..\(last)"
  }

  private static func period(_ period: DatePeriod) -> String {
    switch period.first {
    // An age alone means the time since then.
    case .ago, .now: "\(period.first)..\(period.last)"
    case .date, .today, .yesterday: range("\(period.first)", "\(period.last)")
    }
  }

  /// Parts of feeds' names, which were typed as words: in quotation marks they would be meant as wholes.
  private static func partsOfNames(_ names: Choices<TextTest>) -> String {
    let texts = names.values.map { $0.expression?.description ?? $0.text }
    // Only elfeed's sign takes a comma into a name.
    let hasComma = names.values.contains { $0.expression == nil && $0.text.contains(",") }
    return (hasComma ? "=" : "feed:") + texts.joined(separator: ",")
  }

  /// The text, in quotation marks unless it is one plain word.
  private static func quoted(_ test: TextTest, besides others: Set<String> = []) -> String {
    if let expression = test.expression { return "\(expression)" }
    let text = test.text
    let first = text.unicodeScalars.first
    let isPlain =
      text.unicodeScalars.allSatisfy(isPlain) && first != "-" && first != "@" && first != "."
    guard !isPlain || others.contains(text) else { return text }
    var quoted = "\""
    for scalar in text.unicodeScalars {
      if scalar == "\"" || scalar == "\\" { quoted += "\\" }
      quoted.unicodeScalars.append(scalar)
    }
    return quoted + "\""
  }
}

extension View {
  /// Returns sentences about terms that may mean something else, such as "Did you mean is:unread?"; none for most views.
  package func hints(feedTags: Set<String> = []) -> [String] {
    var hints: [String] = []
    for predicate in filter?.predicates ?? [] {
      guard let hint = Self.hint(for: predicate, feedTags), !hints.contains(hint) else { continue }
      hints.append(hint)
    }
    return hints
  }

  private static func hint(for predicate: Predicate, _ feedTags: Set<String>) -> String? {
    switch predicate {
    case .word(let word) where word.expression == nil: state(word.text) ?? field(word.text)
    case .text(.tag, _, let tags):
      tags.values.lazy.compactMap { state($0.text) ?? feedTag($0, among: feedTags) }.first
    default: nil
    }
  }

  private static func feedTag(_ test: TextTest, among feedTags: Set<String>) -> String? {
    var problem: FilterProblem?
    guard let tag = feedTags.first(where: { test.isWhole($0, &problem) }) else { return nil }
    return "\(tag) is a tag of subscriptions: in:\(ViewText.list(Choices(TextTest(tag) ?? test)))."
  }

  private static func state(_ word: String) -> String? {
    ValueNames.states.value(word).map { "Did you mean is:\($0.rawValue)?" }
  }

  /// The hint for a word such as "titel:x", "like>3" or "no:image".
  private static func field(_ word: String) -> String? {
    let name = word.prefix(while: \.isLetter)
    let rest = word[name.endIndex...]
    let value = rest.drop { ":<>=".contains($0) }
    guard name.count >= 2, value.startIndex != rest.startIndex, !value.isEmpty,
      !value.hasPrefix("//")
    else { return nil }
    if name.count > 2, let nearest = FieldEntry.nearest(to: String(name)) {
      return "Did you mean \(nearest.name)\(rest)?"
    }
    return "\(name) is no field, so this is a word."
  }
}
