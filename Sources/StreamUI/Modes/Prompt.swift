import CellGrid

/// A line of text that the user types at the bottom of the screen.
struct Prompt: Equatable {
  enum Kind: Equatable {
    case search
    /// A command: a place to go to, or the name of an action.
    case command
    /// Text that a link must contain to be listed; it takes effect with each key.
    case filter
    /// A filter of posts in the one-line form; it takes effect with each key.
    case condition
    /// A file to save links to: the one that Enter alone means, and its text.
    case save(proposed: String, text: String)
    /// A file to save the post to: words for its contents, and the name that Enter alone means.
    case savePost(thing: String, proposed: String)
    /// A file to save a picture to; the one that Enter alone means.
    case savePicture(proposed: String, PictureTarget)
    case pipe
    case subscribe
    case renameFeed(FeedEntry)
    case tagFeed(FeedEntry)

    var savesLinks: Bool { if case .save = self { true } else { false } }
  }

  /// The effect of a key.
  enum Outcome: Equatable {
    case typing
    case entered(String)
    case left
  }

  /// The longest text in scalars; a name or a phrase is shorter.
  private static let limit = 1_000

  let kind: Kind
  private(set) var text = ""
  private var history: PromptHistory.Walk
  /// The names that `Tab` goes through; any other key ends it.
  private(set) var completion: Completion?

  private let added: AddedNames

  init(
    _ kind: Kind,
    text: String = "",
    history: PromptHistory.Walk = PromptHistory.Walk(),
    added: AddedNames = AddedNames()
  ) {
    self.kind = kind
    self.text = text
    self.history = history
    self.added = added
  }

  /// The sign at the start of the line.
  var sign: String {
    switch kind {
    case .search, .filter: "/"
    case .command: ":"
    case .condition: "&"
    case .save: "save links to: "
    case .savePost(let thing, _): "save \(thing) to: "
    case .savePicture: "save the picture to: "
    case .pipe: "pipe the post to: "
    case .subscribe: "subscribe to: "
    case .renameFeed: "name: "
    case .tagFeed: "tags: "
    }
  }

  /// The keys that end the line, for the right end of the status line.
  var keys: SafeText {
    switch kind {
    case .search: "Enter stays, Esc goes back "
    case .filter: "Enter keeps it, Esc shows all "
    case .command: "Enter runs it, Esc cancels "
    case .condition: "Enter keeps it, Esc goes back "
    case .save, .savePost, .savePicture: "Enter saves, Esc cancels "
    case .pipe: text.isEmpty ? "Esc cancels " : "Enter runs it, Esc cancels "
    case .subscribe: "Enter subscribes, Esc cancels "
    case .renameFeed: "Enter renames, Esc cancels "
    case .tagFeed: "Enter sets them, Esc cancels "
    }
  }

  /// The words after the cursor that help with a command; empty for other prompts.
  func help(_ keymap: PageKeymap) -> String {
    switch kind {
    case .save(let proposed, _) where text.isEmpty,
      .savePicture(let proposed, _) where text.isEmpty:
      return "  Enter: \(proposed)"
    case .savePost(_, let proposed) where text.isEmpty:
      return "  Enter: \(proposed) · or .txt, .html, .json"
    case .pipe where text.isEmpty: return "  Enter runs the program, such as less"
    case .subscribe where text.isEmpty: return "  a web address, @user@host or a file"
    case .renameFeed where text.isEmpty: return "  the feed's own title"
    case .tagFeed: return "  commas between them"
    default: break
    }
    guard kind == .command else { return "" }
    guard !text.isEmpty else {
      return
        "  700 (post), 50%, 2023-07, $ (end), or an action (Tab completes)"
    }
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
      if kind == .command, let step = Self.completionStep(of: key) {
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
    guard kind == .command, case .key(let key) = input, Self.completionStep(of: key) != nil,
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

  /// Completes the name that was typed, or goes on to the next one that fits.
  ///
  /// - Parameters:
  ///   - areListed: whether the reader has seen them already.
  ///   - lines: the lines that complete a text.
  mutating func complete(by step: Int, areListed: Bool = true, _ lines: (String) -> [String]) {
    // After the only name that fits, its values may follow.
    if let known = completion, known.candidates.count > 1 {
      completion?.step(by: step)
    } else {
      completion = Completion(lines(text), of: text, areListed: areListed)
    }
    if let completion { text = completion.text }
  }

  /// Offers lines, of which the first stands there.
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
