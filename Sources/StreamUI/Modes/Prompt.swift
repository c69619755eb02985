import CellGrid

/// A line of text that the user types at the bottom of the screen: the words around it, and what it is for.
struct Prompt {
  /// What becomes of the text that is entered; a search and a filter of posts have modes of their own.
  enum Use: Equatable {
    case search, filter
    /// A place to go to, or the name of an action.
    case command
    /// Narrows the rows of a page with each key.
    case narrow
    case saveLinks(String)
    case savePost
    case savePicture(PictureTarget)
    case pipe
    /// Changes a subscription as the action does; nil for a new one.
    case feed(Action, FeedEntry?)
  }

  enum Outcome: Equatable {
    case typing
    case entered(String)
    case left
  }

  /// The longest text in scalars; a name or a phrase is shorter.
  private static let limit = 1_000

  let use: Use
  /// The words at the start of the line.
  let sign: String
  private(set) var text: String
  private let enter: String
  private let escape: String
  private let hint: String
  /// The text that Enter alone means; empty for none.
  private let proposed: String
  private var history: PromptHistory.Walk
  /// The names that `Tab` goes through; any other key ends it.
  private(set) var completion: Completion?

  private let added: AddedNames

  /// - Parameter hint: the words shown while nothing is typed; they follow those about the proposed text.
  init(
    _ use: Use,
    _ sign: String,
    enter: String,
    escape: String = "cancels",
    hint: String = "",
    proposing proposed: String = "",
    text: String = "",
    history: PromptHistory.Walk = PromptHistory.Walk(),
    added: AddedNames = AddedNames()
  ) {
    self.use = use
    self.sign = sign
    self.text = text
    self.enter = enter
    self.escape = escape
    self.hint = (proposed.isEmpty ? "" : "  Enter: \(proposed)") + hint
    self.proposed = proposed
    self.history = history
    self.added = added
  }

  static func narrow(_ text: String) -> Prompt {
    Prompt(.narrow, "/", enter: "keeps it", escape: "shows all", text: text)
  }

  /// The file that was typed, without blanks before it; where there is none, the one that is proposed.
  func path(_ text: String) -> String {
    let typed = text.drop { $0 == " " }
    return typed.isEmpty ? proposed : String(typed)
  }

  /// The keys that end the line, for the right end of the status line.
  var keys: SafeText {
    let enter = use == .pipe && text.isEmpty ? "" : "Enter \(enter), "
    return SafeText(sanitizing: "\(enter)Esc \(escape) ")
  }

  /// The words after the cursor that help with the text.
  func help(_ keymap: PageKeymap) -> String {
    if case .feed(.tagFeed, _) = use { return hint }
    guard !text.isEmpty else { return hint }
    guard use == .command else { return "" }
    if let command = added.commands.first(where: { $0.name == text }) {
      return "  \(command.summary)"
    }
    if let (command, source) = SourceCommand.parsed(text) {
      if let names = completion?.candidates, names.count > 1 {
        return Self.list(names.map { SourceCommand.lastName(in: $0) })
      }
      return source.isEmpty ? "  \(command.help)" : ""
    }
    if let command = SourceCommand(rawValue: text), let action = CommandNames.action(named: text) {
      return "  \(text) NAME \(command.help); \(text) alone: \(keymap.help(of: action))"
    }
    if let action = CommandNames.action(named: text) { return "  \(keymap.help(of: action))" }
    if let (_, argument, typed) = CommandNames.argument(in: text) {
      return Self.list(
        completion == nil ? argument.words(beginningWith: typed, added) : argument.words(added)
      )
    }
    return Self.list(completion?.candidates ?? CommandNames.matching(text, added.commands))
  }

  private static func list(_ names: [String]) -> String {
    names.prefix(namesShown).map { "  \($0)" }.joined()
  }

  /// No line has room for more.
  private static let namesShown = 20

  /// Handles an input; keys without a meaning in a line are ignored.
  mutating func take(_ input: Input) -> Outcome {
    switch input {
    case .mouse: return .typing
    case .paste(let bytes):
      completion = nil
      // Pasted text becomes one line.
      let pasted = SafeText(
        sanitizing: String(decoding: bytes.prefix(4 * Self.limit), as: UTF8.self)
      )
      append(pasted.string)
      return .typing
    case .key(let key):
      if use == .command, let step = Self.completionStep(of: key) {
        let added = added
        complete(by: step) { CommandNames.completions(of: $0, added) }
        return .typing
      }
      completion = nil
      return take(key)
    }
  }

  /// The source whose name `Tab` is to complete, such as a path, which the prompt does not know; nil for other keys and
  /// texts, and where it goes through names.
  func sourceToComplete(by input: Input) -> String? {
    guard use == .command, case .key(let key) = input, Self.completionStep(of: key) != nil,
      completion.map({ $0.candidates.count < 2 }) ?? true
    else { return nil }
    return SourceCommand.parsed(text)?.source
  }

  private static func completionStep(of key: Key) -> Int? {
    switch key {
    case Key(.tab): 1
    case Key(.backTab): -1
    default: nil
    }
  }

  /// Completes the name that was typed by one of `lines`, or goes on to the next one that fits; `areListed` if the reader has
  /// seen them already.
  mutating func complete(by step: Int, areListed: Bool = true, _ lines: (String) -> [String]) {
    // After the only name that fits, its values may follow.
    if let known = completion, known.candidates.count > 1 {
      completion?.step(by: step)
    } else {
      completion = Completion(lines(text), of: text, areListed: areListed)
    }
    if let completion { text = completion.text }
  }

  mutating func offer(_ lines: [String]) {
    completion = Completion(choices: lines)
    if let completion { text = completion.text }
  }

  private mutating func take(_ key: Key) -> Outcome {
    switch key {
    case Key(.enter): return .entered(text)
    case Key(.escape), .control("c"), .control("g"): return .left
    case Key(.up), .control("p"):
      text = history.older(than: text) ?? text
      return .typing
    case Key(.down), .control("n"):
      text = history.newer() ?? text
      return .typing
    case .control("u"):
      text = ""
      return .typing
    case Key(.backspace), .control("h"):
      guard !text.isEmpty else { return .left }
      text.removeLast()
      return .typing
    case .control("w"):
      while text.last?.isWhitespace == true { text.removeLast() }
      while text.last?.isWhitespace == false { text.removeLast() }
      return .typing
    default:
      if case .character(let scalar) = key.code, key.modifiers.isEmpty || key.modifiers == .shift {
        append(SafeText(sanitizing: String(scalar)).string)
      }
      return .typing
    }
  }

  private mutating func append(_ more: String) {
    let room = Self.limit - text.unicodeScalars.count
    text.unicodeScalars.append(contentsOf: more.unicodeScalars.prefix(max(0, room)))
  }
}

/// The texts that were entered at one kind of prompt, latest first.
struct PromptHistory {
  private static let limit = 100

  /// The way through the texts, with what was typed before it began.
  struct Walk: Equatable {
    private let texts: [String]
    /// The text that is shown; nil for what was typed.
    private var index: Int?
    private var typed = ""

    init(_ texts: [String] = []) { self.texts = texts }

    mutating func older(than shown: String) -> String? {
      let next = index.map { $0 + 1 } ?? 0
      guard texts.indices.contains(next) else { return nil }
      if index == nil { typed = shown }
      index = next
      return texts[next]
    }

    /// The next newer text, or what was typed; nil where that is shown.
    mutating func newer() -> String? {
      guard let current = index else { return nil }
      index = current > 0 ? current - 1 : nil
      return index.map { texts[$0] } ?? typed
    }
  }

  private var texts: [String] = []

  /// Remembers `text` as the latest, unless it is empty; an earlier one like it goes.
  mutating func add(_ text: String) {
    guard !text.isEmpty else { return }
    texts = Array(([text] + texts.filter { $0 != text }).prefix(Self.limit))
  }

  var walk: Walk { Walk(texts) }

  /// The way through the texts from `text`, which need not be among them; nil adds none.
  func walk(first text: String?) -> Walk {
    var history = self
    history.add(text ?? "")
    return history.walk
  }
}

/// The lines that complete a command, which `Tab` goes through.
struct Completion: Equatable {
  /// All lines that fit the text that was typed.
  let candidates: [String]
  private let common: String
  /// The candidate that stands in the line now; nil while it holds only what all have in common.
  private(set) var current: Int?

  /// Completes `text` by one of `lines`; nil without any.
  ///
  /// Unless they stand beside the text already, the first `Tab` shows them, and the reader may type on.
  init?(_ lines: [String], of text: String, areListed: Bool) {
    candidates = lines
    guard !candidates.isEmpty else { return nil }
    let beginning = candidates.dropFirst().reduce(candidates[0]) { common, name in
      String(zip(common, name).prefix { $0 == $1 }.map(\.0))
    }
    // Names may be written with other capitals than those that were typed.
    common = beginning.count < text.count ? text : beginning
    // Without progress the first candidate is the progress.
    current = candidates.count == 1 || areListed && beginning.count <= text.count ? 0 : nil
  }

  /// Lines of which the first stands there; nil without any.
  init?(choices: [String]) {
    guard let first = choices.first else { return nil }
    candidates = choices
    common = first
    current = 0
  }

  var text: String { current.map { candidates[$0] } ?? common }

  /// Goes to the next candidate, or the previous one, around the ends.
  mutating func step(by step: Int) {
    let next = current.map { $0 + step } ?? (step > 0 ? 0 : -1)
    current = (next + candidates.count) % candidates.count
  }
}

/// A filter of posts while it is typed: the list shows what it passes with each key.
struct FilterTyping {
  enum Step {
    case typed(Prompt.Outcome)
    case completes(by: Int)
    case clears, explains
  }

  var prompt: Prompt
  var listed: String
  /// Whether a list of them lies over the page on which the prompt was opened.
  var hasList = false
  /// The problem of the text as it stands, in full and with the form to write alone; nil where it reads.
  var problem: (full: String, short: String)?
  /// Whether no key was typed yet.
  private var isFresh = true
  /// Whether the text was offered, and the key that offered it goes on to the next one.
  private var isOffer: Bool

  init(_ prompt: Prompt, isOffer: Bool = false) {
    self.prompt = prompt
    self.isOffer = isOffer
    listed = isOffer ? "" : prompt.text
  }

  mutating func take(_ input: Input) -> Step {
    defer { isFresh = false }
    switch input {
    case .key(Key(.tab)): return .completes(by: 1)
    case .key(Key(.backTab)): return .completes(by: -1)
    case .key("&") where isFresh: return .clears
    // No filter begins with it.
    case .key("?") where prompt.text.isEmpty: return .explains
    case .key(",") where isOffer: return .completes(by: 1)
    default:
      isOffer = false
      return .typed(prompt.take(input))
    }
  }
}
