extension View {
  /// Views that a reader may have meant instead, such as "for the state: is:unread"; empty for most views.
  package var hints: [String] {
    var hints: [String] = []
    for predicate in filter?.predicates ?? [] {
      guard let hint = Self.hint(for: predicate), !hints.contains(hint) else { continue }
      hints.append(hint)
    }
    return hints
  }

  private static func hint(for predicate: Predicate) -> String? {
    switch predicate {
    case .word(let word) where word.expression == nil: state(word.text) ?? field(word.text)
    case .text(.tag, _, let tags): tags.values.lazy.compactMap { state($0.text) }.first
    default: nil
    }
  }

  private static func state(_ word: String) -> String? {
    ValueNames.states.value(word).map { "for the state: is:\($0.rawValue)" }
  }

  /// The hint for a word such as "titel:x".
  private static func field(_ word: String) -> String? {
    guard let colon = word.firstIndex(of: ":"), word[..<colon].count > 2 else { return nil }
    let rest = word[word.index(after: colon)...]
    guard !rest.hasPrefix("//"), !rest.isEmpty else { return nil }
    return FieldEntry.nearest(to: String(word[..<colon])).map {
      "for the field: \($0.name):\(rest)"
    }
  }
}
