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

  /// The use of the letter of a mark.
  enum MarkUse: Sendable {
    case set
    case jump
  }

  /// Enters a mode, or goes on with it; a message that the status line shows is dropped.
  mutating func wait(for wait: Wait) {
    self = .waiting(wait, late: late)
  }

  /// Goes on with a job that a slice has changed.
  mutating func update(_ job: Job) {
    if var run = search {
      run.finding = .searching(job)
      wait(for: .search(run))
    } else {
      wait(for: .job(job))
    }
  }

  /// Leaves the mode for browsing; a message that arrived meanwhile is shown now.
  mutating func leave() {
    self = .browsing(late)
  }

  /// Drops the message that the status line shows.
  mutating func dropMessage() {
    if case .browsing = self { self = .browsing(nil) }
  }

  /// Shows `message`, now or after the mode; good news never covers what went wrong.
  mutating func tell(_ message: Message, coversWarnings: Bool = true) {
    switch self {
    case .browsing(let shown):
      guard message.isWarning || coversWarnings || shown?.isWarning != true else { return }
      self = .browsing(message)
    case .waiting(let wait, let late):
      guard message.isWarning || coversWarnings || late?.isWarning != true else { return }
      self = .waiting(wait, late: message)
    }
  }

  /// A frame has shown the mode as it is: a key answers its question now, and means its labels.
  mutating func shown(namesTaken: Bool) {
    switch self {
    case .waiting(.question(var question), _) where !question.isShown:
      question.isShown = true
      wait(for: .question(question))
    case .waiting(.hints(var hints), _):
      hints.noteSeen(namesTaken: namesTaken)
      wait(for: .hints(hints))
    default: break
    }
  }

  // MARK: Looking

  /// Whether nothing waits for a key.
  var isBrowsing: Bool {
    if case .browsing = self { true } else { false }
  }

  /// The message that the status line shows now.
  var message: Message? {
    if case .browsing(let message) = self { message } else { nil }
  }

  var count: Int? {
    if case .waiting(.count(let count), _) = self { count } else { nil }
  }

  var prefix: KeyPrefix? {
    if case .waiting(.prefix(let prefix), _) = self { prefix } else { nil }
  }

  var hints: Hints? {
    if case .waiting(.hints(let hints), _) = self { hints } else { nil }
  }

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

  var search: SearchRun? {
    if case .waiting(.search(let run), _) = self { run } else { nil }
  }

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

  private var late: Message? {
    if case .waiting(_, let late) = self { late } else { nil }
  }
}

/// Keys that begin a sequence, while the next key is waited for.
struct KeyPrefix {
  let keys: KeySequence
  /// The number that was typed before them.
  let count: Int?

  /// The text of the status line: the keys, those that may follow, and the way out.
  func text(_ keymap: PageKeymap) -> String {
    var steps: [(key: Key, commands: [KeyCommand])] = []
    for binding in keymap.continuations(of: keys) {
      guard let key = keys.next(in: binding.keys), let command = binding.command else { continue }
      let isLast = binding.keys.rest.count == keys.rest.count + 1
      let ends = isLast ? [command] : []
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
