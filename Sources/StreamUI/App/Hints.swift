import CellGrid

/// The labels that stand over the links of the screen, and what was typed of them.
struct Hints {
  /// What a label does.
  enum Purpose: Equatable {
    /// Follows the link, or copies its target.
    case follow
    /// Takes the link into a list, all of which is opened together.
    case collect
  }

  /// What a key did.
  enum Outcome: Equatable {
    case typing
    case left
    /// Nothing here: the key is for the page, and the labels go.
    case notMine
    case chosen(Hint, isCopied: Bool)
    /// What was collected is to be opened.
    case collected
    case unknown(String)
  }

  let purpose: Purpose
  /// With their labels; empty while the rows are not rich yet.
  private(set) var shown: [Hint] = []
  private(set) var typed = ""
  /// What links must say to keep a label; nil while nothing narrows them.
  private(set) var filter: String?
  private(set) var isFiltering = false
  /// What is to be opened together, and whether a frame has shown where it leads.
  private(set) var collection: [(hint: Hint, wasSeen: Bool)] = []
  /// Keys that came before there was anything to see.
  private(set) var early: [Key] = []
  /// Whether the links are known.
  private(set) var isReady = false
  /// Whether a frame has shown the labels as they are.
  private(set) var wasSeen = false
  private var all: [Hint] = []

  init(_ purpose: Purpose) {
    self.purpose = purpose
  }

  /// Labels `hints`, which come nearest first.
  mutating func begin(with hints: [Hint]) {
    all = hints
    isReady = true
    label()
  }

  /// A frame with the labels has been shown; `namesTaken` if its status line named the link that was
  /// taken last.
  mutating func noteSeen(namesTaken: Bool) {
    wasSeen = isReady
    if namesTaken, let last = collection.indices.last { collection[last].wasSeen = true }
  }

  /// The labels that what was typed can still mean.
  var candidates: [Hint] { shown.filter { $0.label.hasPrefix(typed) } }

  /// Whether `hint` is to be opened with the others.
  func isCollected(_ hint: Hint) -> Bool {
    collection.contains { $0.hint.row == hint.row && $0.hint.subject == hint.subject }
  }

  mutating func forgetEarlyKeys() {
    early = []
  }

  /// Takes a key.
  mutating func take(_ key: Key) -> Outcome {
    guard isReady else {
      if key == Key(.escape) || key == .control("c") { return .left }
      early.append(key)
      return .typing
    }
    return isFiltering ? narrow(key) : choose(key)
  }

  private mutating func choose(_ key: Key) -> Outcome {
    switch key {
    case Key(.escape), .control("c"), .control("g"): return .left
    case .character("/"):
      isFiltering = true
      filter = ""
      return .typing
    case Key(.backspace):
      guard !typed.isEmpty else { return .left }
      typed.removeLast()
      return .typing
    case Key(.enter):
      if purpose == .collect { return .collected }
      if candidates.count == 1 { return choice(candidates[0], isCopied: false) }
      return .notMine
    default: break
    }
    guard case .character(let scalar) = key.code, !key.modifiers.contains(.control),
      let letter = scalar.properties.lowercaseMapping.unicodeScalars.first,
      HintLabels.alphabet.contains(letter)
    else { return .notMine }
    let longer = typed + String(letter)
    guard let first = shown.first(where: { $0.label.hasPrefix(longer) }) else {
      return .unknown(longer)
    }
    typed = longer
    guard first.label == longer else { return .typing }
    return choice(first, isCopied: scalar != letter || key.modifiers.contains(.alt))
  }

  /// A key of the text that narrows the links.
  private mutating func narrow(_ key: Key) -> Outcome {
    switch key {
    case Key(.escape), .control("c"), .control("g"): endFilter(nil)
    case Key(.enter):
      isFiltering = false
      if shown.count == 1, purpose == .follow { return choice(shown[0], isCopied: false) }
    case Key(.backspace):
      endFilter(filter.flatMap { $0.isEmpty ? nil : String($0.dropLast()) })
      isFiltering = filter != nil
    default:
      if case .character(let scalar) = key.code, key.modifiers.isSubset(of: .shift) {
        endFilter((filter ?? "") + SafeText(sanitizing: String(scalar)).string)
        isFiltering = true
      }
    }
    return .typing
  }

  private mutating func endFilter(_ text: String?) {
    filter = text
    isFiltering = false
    label()
  }

  private mutating func choice(_ hint: Hint, isCopied: Bool) -> Outcome {
    typed = ""
    guard purpose == .collect, !isCopied else { return .chosen(hint, isCopied: isCopied) }
    if let known = collection.firstIndex(where: {
      $0.hint.row == hint.row && $0.hint.subject == hint.subject
    }) {
      collection.remove(at: known)
    } else {
      collection.append((hint, wasSeen && hint.namesTarget))
    }
    return .typing
  }

  /// Nearest first; where letters run short, those that would have to ask have the short labels.
  private mutating func label() {
    typed = ""
    wasSeen = false
    let wanted = filter.flatMap { $0.isEmpty ? nil : SearchText($0) }
    var hints = all.filter { wanted?.isHit($0.link.label) ?? true }
    if hints.count > HintLabels.alphabet.count {
      hints = hints.filter { !$0.showsTarget } + hints.filter(\.showsTarget)
    }
    let labels = HintLabels.labels(hints.count)
    shown = zip(hints, labels).map { hint, label in
      var hint = hint
      hint.label = label
      return hint
    }
  }
}
