import Addresses
import CellGrid

/// The hint labels over the links of the screen, and the letters typed so far.
struct Hints {
  enum Outcome: Equatable {
    case typing, left
    /// The key is not for the labels: they disappear and the page handles it.
    case notMine
    case chosen(Hint, isCopied: Bool)
  }

  /// Empty until the rows are rich.
  private(set) var shown: [Hint] = []
  private(set) var typed = ""
  /// The text that a link's text or address must contain to keep its label; nil without a filter.
  private(set) var filter: String?
  private(set) var isFiltering = false
  /// The keys that arrived before the labels were visible.
  private var early: [Key] = []
  private(set) var isReady = false
  /// Whether a frame has shown the current labels.
  private(set) var wasSeen = false
  /// A message that the status line shows instead of the keys, until the next key.
  private(set) var note: Message?
  private var all: [Hint] = []

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
  mutating func noteSeen() { wasSeen = isReady }

  var candidates: [Hint] { shown.filter { $0.label.hasPrefix(typed) } }

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

  private mutating func narrow(_ key: Key) -> Outcome {
    switch key {
    case Key(.escape), .control("c"), .control("g"): endFilter(nil)
    case Key(.enter):
      isFiltering = false
      if shown.count == 1 { return choice(shown[0], isCopied: false) }
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
    return .chosen(hint, isCopied: isCopied)
  }

  /// Assigns labels, nearest first; if letters run short, links that need a confirmation get short labels.
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

/// Makes letter labels for links; no label is a prefix of another, so its last letter is the last key.
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

  /// The shortest and easiest labels, `count` of them and at most ``limit``; two-letter labels use only as many first
  /// letters as necessary, from the end of the alphabet: of 60 links, 35 have one letter.
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

/// A link on the screen with the label that follows it.
struct Hint: Equatable {
  let link: RowLink
  /// Whether the link is the whole row, which is entered then.
  let isEntry: Bool
  let row: RowID
  /// The cells that the label covers, with the line counted in the row.
  let spot: RowLink.Spot
  /// The columns from the start of these cells to the next link or the edge.
  let room: Int
  /// The complete target; nil if it is inside the viewer or missing.
  let target: LinkTarget?
  /// The text of the first cells that the label covers.
  var covered = ""
  var label = ""
  /// Whether a label leads elsewhere on the same host: the end of the target tells them apart.
  var isAmbiguous = false

  /// The columns of the end of a target that is told from others on its host.
  private static let tailColumns = 14

  private var labelColumns: Int { label.unicodeScalars.count + 1 }

  /// Whether the text or the address of the link has a text.
  ///
  /// The scheme counts only with what follows it: nearly every address begins with "https". A mention or hashtag leads to
  /// a page of the viewer, so its text alone counts.
  func matches(_ wanted: SearchText) -> Bool {
    guard !wanted.matches(link.label) else { return true }
    guard ![.mention, .hashtag].contains(link.kind) else { return false }
    let address = link.target
    let end = wanted.text.contains("://") ? nil : address.firstRange(of: "://")?.upperBound
    return wanted.matches(String(address[(end ?? address.startIndex)...]))
  }

  /// Whether the target is visible after the label, at least to the end of its host.
  var showsTarget: Bool {
    guard let target else { return true }
    return labelColumns + target.columnsToItsHost <= max(spot.columns.count, room)
  }

  /// Whether the cells below a label say the same as the label, so that its colour alone would tell it.
  func isHidden(as label: String) -> Bool {
    guard !showsTarget || target == nil else { return false }
    return covered.lowercased().hasPrefix(label)
  }

  /// Draws the label, and the target if there is room; letters in `typed` are faint.
  ///
  /// A target longer than its link covers the following text, up to the end of the host: the user must see the target
  /// before following a link.
  func draw(on line: inout CellLine, typed: String) {
    let start = min(spot.columns.lowerBound, max(0, line.cells.count - label.unicodeScalars.count))
    if showsTarget, let target { draw(target, on: &line) }
    let column = line.put(SafeText(sanitizing: typed), at: start, role: .hintTyped)
    let rest = label.unicodeScalars.dropFirst(typed.unicodeScalars.count)
    line.put(SafeText(sanitizing: String(String.UnicodeScalarView(rest))), at: column, role: .hint)
  }

  private func draw(_ target: LinkTarget, on line: inout CellLine) {
    let text = SafeText(sanitizing: target.text)
    let host = target.columnsToItsHost
    let tail = isAmbiguous ? "/…".count + Self.tailColumns : 0
    // With a blank or "…" after it if there is room.
    let wanted = labelColumns + host + tail + 1
    let columns = max(spot.columns.count, min(room, wanted))
    let first = spot.columns.lowerBound + labelColumns
    let end = spot.columns.lowerBound + columns
    line.fill(columns: spot.columns.lowerBound..<end, role: .hintTarget)
    if isAmbiguous, text.count > end - first, end - first >= host + tail {
      var column = line.put(text, 0..<host, at: first, role: .hintTarget)
      column = line.put("/…", at: column, role: .hintTarget)
      let from = text.count - (end - column)
      line.put(text, max(host, from)..<text.count, at: column, role: .hintTarget)
      return
    }
    guard text.count > end - first, columns > wanted - tail - 1 else {
      line.put(text, 0..<min(text.count, end - first), at: first, role: .hintTarget)
      return
    }
    line.put(text, 0..<(end - first - 1), at: first, role: .hintTarget)
    line.put("…", at: end - 1, role: .hintTarget)
  }
}
