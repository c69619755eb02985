extension View {
  /// Returns sentences about terms that may mean something else, such as "Did you mean is:unread?"; none for most views.
  ///
  /// - Parameter feedTags: The tags of the subscriptions.
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
