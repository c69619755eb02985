import Addresses
import CellGrid

/// The hint labels over the links of the screen, and the letters typed so far.
struct Hints {
  /// The action of a label.
  enum Purpose: Equatable {
    case follow
    case collect
  }

  /// The effect of a key.
  enum Outcome: Equatable {
    case typing
    case left
    /// The key is not for the labels: they disappear and the page handles it.
    case notMine
    case chosen(Hint, isCopied: Bool)
    case collected
  }

  let purpose: Purpose
  /// Empty until the rows are rich.
  private(set) var shown: [Hint] = []
  private(set) var typed = ""
  /// The text that a link's text or address must contain to keep its label; nil without a filter.
  private(set) var filter: String?
  private(set) var isFiltering = false
  /// The links to open together, each with whether a frame has shown its target.
  private(set) var collection: [(hint: Hint, wasSeen: Bool)] = []
  /// The keys that arrived before the labels were visible.
  private var early: [Key] = []
  private(set) var isReady = false
  /// Whether a frame has shown the current labels.
  private(set) var wasSeen = false
  /// A message that the status line shows instead of the keys, until the next key.
  private(set) var note: Message?
  private var all: [Hint] = []

  init(_ purpose: Purpose) {
    self.purpose = purpose
  }

  /// Labels `hints`, which are ordered from the nearest.
  mutating func begin(with hints: [Hint]) {
    all = hints
    isReady = true
    label()
    if hints.count > HintLabels.limit {
      note = Message("Only \(HintLabels.limit) links have labels")
    }
  }

  /// Records that a frame with the labels has been shown.
  ///
  /// - Parameter namesTaken: Whether its status line named the link that was collected last.
  mutating func noteSeen(namesTaken: Bool) {
    wasSeen = isReady
    if namesTaken, let last = collection.indices.last { collection[last].wasSeen = true }
  }

  var candidates: [Hint] { shown.filter { $0.label.hasPrefix(typed) } }

  func isCollected(_ hint: Hint) -> Bool {
    collection.contains { $0.hint.row == hint.row && $0.hint.subject == hint.subject }
  }

  /// Removes and returns the keys that were typed before there were labels.
  mutating func takeEarlyKeys() -> [Key] {
    defer { early = [] }
    return early
  }

  mutating func take(_ key: Key) -> Outcome {
    guard isReady else {
      if key == Key(.escape) || key == .control("c") { return .left }
      early.append(key)
      return .typing
    }
    note = nil
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
      note = Message("No link has the label \(longer)")
      return .typing
    }
    typed = longer
    guard first.label == longer else { return .typing }
    return choice(first, isCopied: scalar != letter || key.modifiers.contains(.alt))
  }

  /// Handles a key of the filter text.
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

  /// Assigns labels, nearest first; if letters run short, links that need a confirmation get short
  /// labels.
  private mutating func label() {
    typed = ""
    wasSeen = false
    let wanted = filter.flatMap { $0.isEmpty ? nil : SearchText($0) }
    var hints = all.filter { hint in wanted.map { hint.matches($0) } ?? true }
    if hints.count > HintLabels.alphabet.count {
      hints = hints.filter { !$0.showsTarget } + hints.filter(\.showsTarget)
    }
    let labels = HintLabels.labels(of: hints)
    let hosts = Dictionary(grouping: Set(hints.compactMap(\.target)), by: \.host)
    shown = zip(hints, labels).map { hint, label in
      var hint = hint
      hint.label = label
      hint.isAmbiguous = hint.target.map { hosts[$0.host, default: []].count > 1 } ?? false
      return hint
    }
  }
}

/// Makes letter labels for links; no label is a prefix of another, so its last letter is the last
/// key.
enum HintLabels {
  /// The letters: home row first, then the keys near it; digits if the letters do not suffice.
  static let alphabet = Array("asdfjklghqwertyuiopzxcvbnm1234567890".unicodeScalars)

  /// The largest number of labels: all combinations of two letters.
  static var limit: Int { alphabet.count * alphabet.count }

  /// Returns a label for each of `hints`, at most ``limit``: the easiest that differs from the letters that it covers.
  static func labels(of hints: [Hint]) -> [String] {
    var free = labels(hints.count)[...]
    if free.count < alphabet.count { free += alphabet.dropFirst(free.count).map { String($0) } }
    return hints.prefix(limit).map { hint in
      let place = free.firstIndex { !hint.isHidden(as: $0) } ?? free.startIndex
      return place == free.startIndex ? free.removeFirst() : free.remove(at: place)
    }
  }

  /// Returns `count` labels, at most ``limit``, the shortest and easiest first.
  ///
  /// Two-letter labels use only as many first letters as necessary, from the end of the alphabet:
  /// of 60 links, 35 have one letter.
  static func labels(_ count: Int) -> [String] {
    let letters = alphabet.map { String($0) }
    let count = min(max(0, count), limit)
    var prefixes = 0
    while letters.count - prefixes + prefixes * letters.count < count { prefixes += 1 }
    var labels = Array(letters.prefix(letters.count - prefixes))
    for first in letters.suffix(prefixes) {
      for second in letters where labels.count < count { labels.append(first + second) }
    }
    return Array(labels.prefix(count))
  }
}
