/// The answer of a mode to an input.
enum ModeAnswer {
  case notMine
  case taken
  case keys(KeySequence, count: Int?)
  case mark(Mode.MarkUse, Key)
  case filter(String)
  case entered(String, Prompt.Kind)
  /// A link was chosen by its label; `wasSeen` tells whether a frame had shown the labels.
  case chosen(Hint, isCopied: Bool, wasSeen: Bool)
  /// Links that were collected open together; `isShown` tells whether a frame had shown where all
  /// lead.
  case collected([Hint], isShown: Bool)
  case answered(Question, isYes: Bool)
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
      return .answered(question, isYes: key == .character("y"))
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

  /// Whether a key redraws or suspends, which it does in every mode unless it types a character or may
  /// go on with a sequence.
  func leaves(_ input: Input, toTheScreenBy keymap: PageKeymap) -> Bool {
    guard case .key(let key) = input, prefix == nil else { return false }
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
    case .typing: return prompt.kind == .filter ? .filter(prompt.text) : .taken
    case .left:
      leave()
      return prompt.kind == .filter ? .filter("") : .taken
    case .entered(let text):
      leave()
      return .entered(text, prompt.kind)
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
    case .collected:
      return .collected(
        hints.collection.map(\.hint),
        isShown: hints.collection.allSatisfy(\.wasSeen)
      )
    }
  }

  /// Larger numbers say no more.
  private static let mostCount = 1_000_000_000

  /// Whether an input only stops what is going on.
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
