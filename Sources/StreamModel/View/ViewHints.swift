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

  /// The hint for a word such as "titel:x" or "no:image".
  private static func field(_ word: String) -> String? {
    guard let colon = word.firstIndex(of: ":") else { return nil }
    let (name, rest) = (word[..<colon], word[word.index(after: colon)...])
    guard name.count >= 2, name.allSatisfy(\.isLetter), !rest.hasPrefix("//"), !rest.isEmpty else {
      return nil
    }
    if name.count > 2, let nearest = FieldEntry.nearest(to: String(name)) {
      return "for the field: \(nearest.name):\(rest)"
    }
    return "\(name) is no field, so this is a word"
  }
}
