extension View: CustomStringConvertible {
  /// The one-line form, which ``init(_:)`` reads back as an equal view.
  package var description: String {
    var words: [String] = []
    switch scope {
    case .all: break
    case .tags(let tags): words.append("in:\(ViewText.list(tags))")
    case .sources(let names): words.append("feed:\(ViewText.list(names))")
    }
    if let filter { words.append(ViewText.text(of: filter, isAlone: self == View(.all, filter))) }
    if let order { words.append("sort:\(order.rawValue)") }
    return words.joined(separator: " ")
  }
}

/// The words and signs of the one-line form.
enum ViewText {
  /// Words that join others.
  static let operators: Set<String> = ["or", "OR", "and", "AND", "not"]

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

  private static func text(of predicate: Predicate) -> String {
    switch predicate {
    case .word(let word): quoted(word, besides: operators)
    case .text(let field, .usual, let choices): "\(field.rawValue):\(list(choices))"
    case .text(let field, .whole, let choices): "\(field.rawValue)=\(list(choices))"
    case .count(let field, .atLeast(let least)): "\(field.rawValue)>=\(least)"
    case .count(let field, .atMost(let most)): "\(field.rawValue)<=\(most)"
    case .count(let field, .within(let ranges)):
      "\(field.rawValue):" + joined(ranges) { range($0.lowerBound, $0.upperBound) }
    case .date(.after(let date)): "after:\(date)"
    case .date(.before(let date)): "before:\(date)"
    case .date(.during(let periods)):
      "date:" + joined(periods) { range($0.first, $0.last) }
    case .kind(let kinds): "kind:" + joined(kinds, \.rawValue)
    case .visibility(let choices): "visibility:" + joined(choices, \.rawValue)
    case .state(let states): "is:" + joined(states, \.rawValue)
    case .has(let parts): "has:" + joined(parts, \.rawValue)
    }
  }

  static func list(_ choices: Choices<TextTest>) -> String { joined(choices) { quoted($0) } }

  private static func joined<Value>(_ choices: Choices<Value>, _ text: (Value) -> String) -> String
  {
    choices.values.map(text).joined(separator: ",")
  }

  private static func range<Bound: Equatable>(_ first: Bound, _ last: Bound) -> String {
    first == last ? "\(first)" : "\(first)..\(last)"
  }

  /// The text, in quotation marks unless it is one plain word.
  private static func quoted(_ test: TextTest, besides others: Set<String> = []) -> String {
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
