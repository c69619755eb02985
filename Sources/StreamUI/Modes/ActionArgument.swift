import StreamModel

/// The argument that an action takes, one of a few words: ":order likes".
///
/// A new kind is one case here and one in ``Action/argument``; completion, bindings and messages
/// follow.
enum ActionArgument: String {
  case order, strategy, density, layout
  case count
  case theme
  case view

  /// The words in the order in which they are offered.
  ///
  /// - Parameter added: the names that the configuration adds.
  func words(_ added: AddedNames) -> [String] {
    switch self {
    case .order: Timeline.Order.allCases.map(\.rawValue)
    case .strategy: Strategy.allCases.map(\.rawValue)
    case .density: Density.allCases.map { "\($0)" }
    case .layout: ScreenLayout.allCases.map(\.rawValue)
    case .count: PostCounts.Key.allCases.map(\.rawValue)
    case .theme: ThemeSet().choices + added.themes
    case .view: added.views
    }
  }

  /// The words that begin with `prefix`; case is ignored.
  func words(beginningWith prefix: String, _ added: AddedNames) -> [String] {
    let prefix = prefix.lowercased()
    return words(added).filter { $0.lowercased().hasPrefix(prefix) }
  }

  /// The word that `text` is, or the only one that begins with it; nil if there is none.
  func word(_ text: String, _ added: AddedNames = AddedNames()) -> String? {
    let matching = words(beginningWith: text, added)
    if matching.contains(text) { return text }
    if let word = matching.first(where: { $0 == text.lowercased() }) { return word }
    if matching.count == 1 { return matching.first }
    // The file that binds a key may define it; which there are is said when it is asked for.
    return self == .theme || self == .view ? text : nil
  }

  /// The message about a text that is none of the words.
  func message(about text: String) -> String {
    "Unknown \(rawValue) \"\(text)\". Choose \(choices)."
  }

  private var choices: String {
    let words = words(AddedNames())
    guard words.count > 1, let last = words.last else { return words.joined() }
    return "\(words.dropLast().joined(separator: ", ")) or \(last)"
  }
}

extension Action {
  /// Nil if the action takes none.
  var argument: ActionArgument? {
    switch self {
    case .order: .order
    case .strategy: .strategy
    case .density: .density
    case .layout: .layout
    case .count: .count
    case .theme: .theme
    case .view: .view
    default: nil
    }
  }
}
