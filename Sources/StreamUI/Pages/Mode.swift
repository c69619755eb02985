import StreamModel

/// The meaning of the next key: one mode at a time, with all that belongs to it.
///
/// Leaving a mode drops its data; nothing outlives its moment.
enum Mode {
  /// Keys are actions; the status line may show a message until the next one.
  case browsing(Message?)
  /// Something waits for the next key; a message that arrives meanwhile is shown afterwards.
  ///
  /// In a box: prompts, hints and jobs are large, and every key looks at the mode many times.
  indirect case waiting(Wait, late: Message?)

  /// Something that waits for a key, or is dropped by one.
  enum Wait {
    case count(Int)
    case prefix(KeyPrefix)
    case letter(MarkUse)
    case prompt(Prompt)
    case hints(Hints)
    case question(Question)
    case search(SearchRun)
    case filter(FilterTyping)
    case job(Job)
  }

  enum MarkUse: Sendable {
    case set, jump, vote
  }

  /// Enters a mode, or goes on with it; a message that the status line shows is dropped.
  mutating func wait(for wait: Wait) { self = .waiting(wait, late: late) }

  mutating func update(_ job: Job) {
    if var run = search {
      run.finding = .searching(job)
      wait(for: .search(run))
    } else {
      wait(for: .job(job))
    }
  }

  /// Leaves the mode for browsing; a message that arrived meanwhile is shown now.
  mutating func leave() { self = .browsing(late) }
  mutating func dropMessage() { if case .browsing = self { self = .browsing(nil) } }

  /// Shows `message`, now or after the mode; good news never covers what went wrong.
  mutating func tell(_ message: Message, coversWarnings: Bool = true) {
    let shown = self.message ?? late
    guard message.isWarning || coversWarnings || shown?.isWarning != true else { return }
    switch self {
    case .browsing: self = .browsing(message)
    case .waiting(let wait, _): self = .waiting(wait, late: message)
    }
  }

  /// A frame has shown the mode as it is: a key answers its question now, and means its labels.
  mutating func shown() {
    switch self {
    case .waiting(.question(var question), _) where !question.isShown:
      question.isShown = true
      wait(for: .question(question))
    case .waiting(.hints(var hints), _):
      hints.noteSeen()
      wait(for: .hints(hints))
    default: break
    }
  }

  var isBrowsing: Bool { if case .browsing = self { true } else { false } }
  var message: Message? { if case .browsing(let message) = self { message } else { nil } }
  var count: Int? { if case .waiting(.count(let count), _) = self { count } else { nil } }
  var prefix: KeyPrefix? { if case .waiting(.prefix(let prefix), _) = self { prefix } else { nil } }
  var hints: Hints? { if case .waiting(.hints(let hints), _) = self { hints } else { nil } }

  var prompt: Prompt? {
    switch self {
    case .waiting(.prompt(let prompt), _): prompt
    case .waiting(.search(let run), _): run.prompt
    case .waiting(.filter(let typing), _): typing.prompt
    default: nil
    }
  }

  var question: Question? {
    if case .waiting(.question(let question), _) = self { question } else { nil }
  }

  var search: SearchRun? { if case .waiting(.search(let run), _) = self { run } else { nil } }

  /// Whether a text is typed for which the rows change with each key, so that none of them counts as read.
  var isTypingSearch: Bool {
    switch self {
    case .waiting(.search(let run), _): run.prompt != nil
    case .waiting(.filter, _): true
    default: false
    }
  }

  var job: Job? {
    switch self {
    case .waiting(.job(let job), _): job
    case .waiting(.search(let run), _): run.job
    default: nil
    }
  }

  /// Whether a key waits for the links of the rows that are seen.
  var wantsLinks: Bool {
    switch self {
    case .waiting(.job(let job), _): job.linkSteps != nil
    case .waiting(.hints(let hints), _): !hints.isReady
    default: false
    }
  }

  /// Whether the rows that are seen are not those that the reader is to see: the place is searched for.
  var hidesRows: Bool {
    guard let job, case .place(let relocation) = job.goal else { return false }
    return relocation.isReady && !job.isAnnounced
  }

  /// Whether the status line is free to say where the reader is or where a link leads.
  var leavesStatusFree: Bool {
    switch self {
    case .browsing(let message): message?.leavesPlace ?? true
    case .waiting(.count, _): true
    case .waiting: prompt == nil && job != nil && announcement == nil
    }
  }

  /// The job in words, once it has lasted long enough for that; nil before, and while a text is typed.
  var announcement: String? { prompt == nil ? job?.announcement : nil }
  private var late: Message? { if case .waiting(_, let late) = self { late } else { nil } }
}

struct KeyPrefix {
  let keys: KeySequence
  /// The number that was typed before them.
  let count: Int?

  /// The text of the status line: the keys, those that may follow, and the way out.
  ///
  /// - Parameter lacked: what the server of the selected post cannot do, which is not offered.
  func text(_ keymap: PageKeymap, besides lacked: Set<PostDeed>) -> String {
    var steps: [(key: Key, commands: [KeyCommand])] = []
    for binding in keymap.bindings where keys.isBeginning(of: binding.keys) {
      guard let key = keys.next(in: binding.keys), let command = binding.command,
        command.action?.deed.map(lacked.contains) != true
      else { continue }
      let ends = binding.keys.rest.count == keys.rest.count + 1 ? [command] : []
      if let known = steps.firstIndex(where: { $0.key == key }) {
        steps[known].commands += ends
      } else {
        steps.append((key, ends))
      }
    }
    let ways = steps.map { step in
      "\(KeyName.text(of: step.key)) \(step.commands.first?.text ?? "…")"
    }
    let number = count.map { "\($0) " } ?? ""
    return "\(number)\(keys.text) …  " + (ways + ["Esc leaves"]).joined(separator: " · ")
  }
}

extension Action {
  /// The deed that the action asks of a post's server, which has the same name; nil for other actions.
  var deed: PostDeed? { PostDeed(rawValue: rawValue) }
}

enum ModeAnswer {
  case notMine, taken
  case keys(KeySequence, count: Int?)
  case mark(Mode.MarkUse, Key)
  case filter(String)
  case entered(String, Prompt)
  /// A link was chosen by its label; `wasSeen` tells whether a frame had shown the labels.
  case chosen(Hint, isCopied: Bool, wasSeen: Bool)
  case answered(Question, Question.Answer)
  /// A key that begins a line was pressed at a question, which that ends.
  case passed(Question, Key)
  case searching(SearchRun, Prompt.Outcome)
  case searchStopped
  /// An input stopped a change of many posts; it goes on to the list unless that is all it is for.
  case changeStopped(FlagRun, passing: Input?)
  case filtering(FilterTyping, FilterTyping.Step)
}

extension Mode {
  mutating func take(_ input: Input, _ keymap: PageKeymap) -> ModeAnswer {
    guard case .waiting(let current, _) = self else { return startCount(input, keymap) }
    switch current {
    case .count(let count): return take(input, count)
    case .prefix(let prefix):
      leave()
      guard case .key(let key) = input else { return .notMine }
      if key == Key(.escape) { return .taken }
      return .keys(prefix.keys.followed(by: key), count: prefix.count)
    case .letter(let use):
      leave()
      guard case .key(let key) = input else { return .notMine }
      return .mark(use, key)
    case .prompt(var prompt):
      let outcome = prompt.take(input)
      wait(for: .prompt(prompt))
      return take(outcome, of: prompt)
    case .hints(var hints):
      guard case .key(let key) = input else {
        // A paste says nothing; the mouse has its own way to links.
        if case .mouse = input { leave() }
        return .notMine
      }
      let outcome = hints.take(key)
      wait(for: .hints(hints))
      return take(outcome, of: hints)
    case .question(let question):
      guard case .key(let key) = input else { return .taken }
      if key != .character("y"), keymap.action(of: key)?.beginsLine == true {
        leave()
        return .passed(question, key)
      }
      // Keys that were typed before a frame showed the question were meant for something else.
      guard question.isShown else { return .taken }
      leave()
      return .answered(
        question,
        key == .character("y") ? .yes : key == .character("n") ? .no : .other
      )
    case .search(var run):
      if var prompt = run.prompt {
        let outcome = prompt.take(input)
        run.prompt = prompt
        wait(for: .search(run))
        return .searching(run, outcome)
      }
      // Any key stops it; the one for that does nothing else.
      leave()
      return Self.stops(input) ? .searchStopped : .notMine
    case .filter(var typing):
      if case .mouse = input { return .notMine }
      let step = typing.take(input)
      wait(for: .filter(typing))
      return .filtering(typing, step)
    case .job(var job):
      if case .key(let key) = input, let step = keymap.action(of: key)?.linkStep, job.add(step) {
        update(job)
        return .taken
      }
      leave()
      if case .flags(let run) = job.goal {
        return .changeStopped(run, passing: Self.stops(input) ? nil : input)
      }
      return Self.stops(input) ? .taken : .notMine
    }
  }

  /// Whether a key redraws or suspends, in every mode, unless it types a character or may go on with a sequence.
  func leaves(_ input: Input, toTheScreenBy keymap: PageKeymap) -> Bool {
    guard case .key(let key) = input else { return false }
    if let keys = prefix?.keys,
      keymap.bindings.contains(where: {
        keys.isBeginning(of: $0.keys) && keys.next(in: $0.keys) == key
      })
    {
      return false
    }
    if case .character = key.code, key.modifiers.isEmpty { return false }
    let action = keymap.action(of: key)
    return action == .redraw || action == .suspend
  }

  private mutating func startCount(_ input: Input, _ keymap: PageKeymap) -> ModeAnswer {
    guard case .key(let key) = input, let digit = key.digit else { return .notMine }
    if keymap.digitsOpenLinks, let open = keymap.keys(of: .open).first {
      return .keys(open, count: digit == 0 ? 10 : digit)
    }
    guard digit > 0 else { return .notMine }
    dropMessage()
    wait(for: .count(digit))
    return .taken
  }

  private mutating func take(_ input: Input, _ count: Int) -> ModeAnswer {
    guard case .key(let key) = input else {
      leave()
      return .notMine
    }
    if let digit = key.digit {
      wait(for: .count(min(Self.mostCount, count * 10 + digit)))
      return .taken
    }
    leave()
    return key == Key(.escape) ? .taken : .keys(KeySequence(key), count: count)
  }

  private mutating func take(_ outcome: Prompt.Outcome, of prompt: Prompt) -> ModeAnswer {
    switch outcome {
    case .typing: return prompt.use == .narrow ? .filter(prompt.text) : .taken
    case .left:
      leave()
      return prompt.use == .narrow ? .filter("") : .taken
    case .entered(let text):
      leave()
      return .entered(text, prompt)
    }
  }

  private mutating func take(_ outcome: Hints.Outcome, of hints: Hints) -> ModeAnswer {
    if case .typing = outcome { return .taken }
    leave()
    switch outcome {
    case .typing, .left: return .taken
    case .notMine: return .notMine
    case .chosen(let hint, let isCopied):
      return .chosen(hint, isCopied: isCopied, wasSeen: hints.wasSeen)
    }
  }

  /// Larger numbers say no more.
  private static let mostCount = 1_000_000_000

  private static func stops(_ input: Input) -> Bool {
    input == .key(Key(.escape)) || input == .key(.control("c"))
  }
}

extension Key {
  /// The digit that the key types, without modifiers; nil for other keys.
  fileprivate var digit: Int? {
    guard case .character(let scalar) = code, modifiers.isEmpty, ("0"..."9").contains(scalar) else {
      return nil
    }
    return Int(scalar.value) - 0x30
  }
}
