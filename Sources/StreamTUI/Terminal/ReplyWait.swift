import StreamHost
import StreamModel
import StreamUI

/// The wait for the answer to a question, which not every terminal gives.
struct ReplyWait {
  /// The longest time between question and answer in milliseconds, over a slow line.
  private static let patience = 2_000

  /// The time of the question; nil before it, and after the answer.
  private var asked: Moment?

  mutating func begin(at moment: Moment) { asked = moment }

  mutating func end() { asked = nil }

  /// Whether an answer may still arrive; after a while the terminal has none.
  func isPending(at moment: Moment) -> Bool {
    asked.map { moment < $0.advanced(byMilliseconds: Self.patience) } ?? false
  }
}

/// What the environment tells about the terminal's background.
enum TerminalBackground {
  /// Whether it seems to be light: COLORFGBG, which rxvt invented, names the numbers of the text's and the
  /// background's colour.
  static func isLight(_ environment: (String) -> String?) -> Bool {
    let last = environment("COLORFGBG")?.split(separator: ";").last.flatMap { Int($0) }
    return last == 7 || last.map { (9...15).contains($0) } == true
  }

  /// Whether the terminal can be asked: the consoles and GNU screen print or garble the question.
  static func isSafe(_ environment: (String) -> String?) -> Bool {
    let term = environment("TERM") ?? ""
    if environment("TMUX") != nil { return true }
    // GNU screen passes OSC 11 on and answers DA1 itself: the colour comes after the end of the answers.
    if environment("STY") != nil { return false }
    return !["linux", "screen", "vt", "dumb", "ansi"].contains { term.hasPrefix($0) }
  }
}

/// The clusters that the terminal draws as one sign of two columns, as layout counts them.
struct ClusterForms: OptionSet {
  let rawValue: UInt8

  /// Signs that joiners connect, such as a woman with a computer.
  static let joined = ClusterForms(rawValue: 1)
  static let skinTones = ClusterForms(rawValue: 2)

  static let flags = ClusterForms(rawValue: 4)

  /// Spacing marks, such as vowel signs of Hindi and Tamil, in columns of their own.
  static let spacingMarks = ClusterForms(rawValue: 8)
  /// Emoji of Unicode 15 (2022) and later.
  static let newEmoji = ClusterForms(rawValue: 16)

  /// Marks of Unicode 5.1 (2008) and later in the column of their letter.
  static let newMarks = ClusterForms(rawValue: 32)

  /// As long as nothing is known: what texts have is sent, but a tone can be left out without another meaning.
  static let usual: ClusterForms = [.joined, .flags, .spacingMarks, .newEmoji, .newMarks]
  static let all: ClusterForms = usual.union(.skinTones)

  /// Returns the forms that the environment lets expect: GNU screen 4.9, which is not asked, has widths of Unicode 5.0.
  static func expected(_ environment: (String) -> String?) -> ClusterForms {
    let isScreen = environment("STY") != nil || environment("TERM")?.hasPrefix("screen") == true
    return isScreen && environment("TMUX") == nil ? usual.subtracting(.newMarks) : usual
  }
}

/// The question which clusters the terminal draws in how many columns, and its answer.
///
/// Each is written where the first frame covers it, and the terminal says where its cursor stands after it (xterm's
/// ctlseqs, "Device Status Report").
struct ClusterQuery {
  /// Each with the form that it needs, which the terminal has if it takes so many columns: some terminals join two
  /// signs, but not three; some draw a new emoji in one column, and some drop it or add it to the cell before it.
  private static let probes: [(cluster: String, form: ClusterForms, columns: ClosedRange<Int>)] = [
    ("\u{1F469}\u{200D}\u{1F4BB}", .joined, 2...2),
    ("\u{1F468}\u{200D}\u{1F469}\u{200D}\u{1F467}", .joined, 2...2),
    ("\u{1F44D}\u{1F3FD}", .skinTones, 2...2), ("\u{1F1E9}\u{1F1EA}", .flags, 2...2),
    ("\u{0BA8}\u{0BBF}", .spacingMarks, 2...2), ("\u{1FAE8}", .newEmoji, 1...2),
  ]

  /// The second line: reports of the first look like keys.
  static let bytes =
    probes.map { "\u{1B}[2;1H\($0.cluster)\u{1B}[6n" }.joined() + "\u{1B}[2;1H\u{1B}[K\u{1B}[H"
  /// The fewest lines of a window that is asked.
  static let fewestLines = 3
  var wait = ReplyWait()
  private var columns: [Int] = []

  /// Returns the bytes that ask; the question after them has an end that every terminal answers (DA1).
  mutating func ask(at moment: Moment) -> String {
    wait.begin(at: moment)
    return Self.bytes
  }

  /// Takes in an answer; returns what the terminal draws once all are there.
  mutating func take(_ reply: TerminalReply, at moment: Moment) -> ClusterForms? {
    guard wait.isPending(at: moment) else { return nil }
    switch reply {
    case .attributes:
      wait.end()
      return nil
    case .cursor(line: 2, let column): columns.append(column)
    default: return nil
    }
    guard columns.count == Self.probes.count else { return nil }
    wait.end()
    return zip(columns, Self.probes).reduce(into: ClusterForms.all) { forms, answer in
      if !answer.1.columns.contains(answer.0 - 1) { forms.remove(answer.1.form) }
    }
  }
}

/// The question whether the terminal draws pictures into placeholders, and its answer.
///
/// Only its name and release tell: some terminals that say yes to the question for graphics draw boxes in the
/// place of placeholders, or nothing.
struct PictureQuery {
  /// XTVERSION, and DA1, which every terminal answers.
  static let bytes = "\u{1B}[>q\u{1B}[c"

  var wait = ReplyWait()
  /// The answers to DA1 that are still to come, the last of which ends the wait.
  private var fences = 0

  /// Returns the bytes that ask.
  ///
  /// - Parameter afterOthers: Whether another question with DA1 at its end is not answered yet.
  mutating func ask(at moment: Moment, afterOthers: Bool) -> String {
    wait.begin(at: moment)
    fences = afterOthers ? 2 : 1
    return Self.bytes
  }

  /// Takes in an answer; returns whether the terminal draws pictures, nil where the answer does not tell.
  mutating func take(_ reply: TerminalReply, at moment: Moment) -> Bool? {
    guard wait.isPending(at: moment) else { return nil }
    switch reply {
    case .attributes:
      fences -= 1
      if fences <= 0 { wait.end() }
      return nil
    case .version(let text): return Self.drawsPlaceholders(text)
    default: return nil
    }
  }

  /// The terminals that draw placeholders, with the first release that does.
  private static let known: [(name: String, release: [Int])] = [
    ("kitty", [0, 28, 0]), ("ghostty", [0, 0, 0]), ("rio", [0, 3, 9]),
  ]

  /// Whether a terminal of this name and release, such as "kitty(0.41.1)" or "ghostty 1.2.0", draws placeholders.
  static func drawsPlaceholders(_ version: String) -> Bool {
    let text = version.lowercased()
    let name = text.prefix { $0.isASCII && $0.isLetter }
    let digits = text.dropFirst(name.count).drop { $0 == "(" || $0 == " " }
      .prefix { $0.isASCII && $0.isNumber || $0 == "." }
    let parts = digits.split(separator: ".", omittingEmptySubsequences: false).map { Int($0) }
    let release = parts.compactMap(\.self)
    guard let first = known.first(where: { $0.name == name })?.release, !release.isEmpty,
      release.count == parts.count
    else { return false }
    let padded = (release + [0, 0, 0]).prefix(3)
    return !padded.lexicographicallyPrecedes(first)
  }

  /// The way to learn whether pictures can be drawn.
  enum Way: Equatable {
    case terminal
    /// tmux says, which answers questions to the terminal itself.
    case tmux
    case none(because: String)
  }

  static func way(_ environment: (String) -> String?) -> Way {
    let term = environment("TERM") ?? ""
    if environment("TMUX") != nil { return .tmux }
    if term.hasPrefix("tmux") { return .none(because: "tmux runs elsewhere, and cannot be asked") }
    if environment("STY") != nil || term.hasPrefix("screen") {
      return .none(because: "GNU screen does not pass them on")
    }
    return TerminalBackground.isSafe(environment)
      ? .terminal : .none(because: "unsafe for TERM=\(term)")
  }
}

/// Whether tmux passes pictures on to the terminal that it runs in, as it says itself.
///
/// tmux answers for itself when a program asks for the name of the terminal, so it is asked by its own command.
struct TmuxPassthrough: Equatable {
  /// Why it passes none on; nil if it does.
  let refusal: String?

  /// The command that asks for the option of this pane, and for the terminal that shows it.
  static let command = [
    "tmux", "display-message", "-p", "#{allow-passthrough} #{client_termname} #{client_termtype}",
  ]

  private static let patience = 1_000
  private static let mostBytes = 500
  /// The types of terminals that draw placeholders, where tmux does not know the release.
  private static let known: Set<Substring> = ["xterm-ghostty", "xterm-kitty"]
  /// The values of the option that pass commands on: a flag in tmux 3.3, a choice from 3.4 on.
  private static let passing: Set<Substring> = ["1", "all", "on"]
  private static let silence = TmuxPassthrough(refusal: "tmux does not say what it passes on")

  private init(refusal: String?) { self.refusal = refusal }

  /// Reads what tmux printed: the option, the type of the terminal, and its name with its release, if it told them.
  init(_ answer: String) {
    let words = answer.prefix { $0 != "\n" }
      .split(separator: " ", maxSplits: 2, omittingEmptySubsequences: false)
    let option = words.first ?? ""
    guard words.count >= 2, Self.passing.contains(option) else {
      let advice = "set -g allow-passthrough on"
      self.init(refusal: "tmux does not pass them on; \"\(advice)\" lets it, from tmux 3.3 on")
      return
    }
    let version = words.count > 2 ? String(words[2]) : ""
    let draws =
      version.isEmpty ? Self.known.contains(words[1]) : PictureQuery.drawsPlaceholders(version)
    let name = (version.isEmpty ? String(words[1]) : version)
      .filter { ("!"..."~").contains($0) }.prefix(40)
    self.init(refusal: draws ? nil : "tmux runs in \(name), which is not known to draw them")
  }

  /// Starts the question; `onAnswer` gets the answer, once, and returns what is to be delivered by the loop.
  static func ask(
    _ children: Children,
    onAnswer: @escaping (TmuxPassthrough) -> [LoopEvent]
  ) {
    var request = ChildRequest(arguments: command, streams: .pipes(input: nil, limit: mostBytes))
    request.deadline = children.loop.time.now.advanced(byMilliseconds: patience)
    let started = children.start(request) { outcome in
      let isAnswer = outcome.end == .exited(0) && !outcome.output.isCut
      let text = String(decoding: outcome.output.bytes, as: UTF8.self)
      return onAnswer(isAnswer ? TmuxPassthrough(text) : silence)
    }
    if started == nil { _ = onAnswer(silence) }
  }

  static func asked() -> TmuxPassthrough {
    guard let command = CommandLoop() else { return silence }
    var answer: TmuxPassthrough?
    ask(command.children) {
      answer = $0
      // Without an event the loop would not return.
      return [.bytesArrived]
    }
    command.wait { answer != nil }
    command.end()
    return answer ?? silence
  }

  /// Returns a command for the terminal as tmux passes it on: within a string for tmux, with each ESC doubled.
  static func wrapped(_ command: String) -> String {
    "\u{1B}Ptmux;" + command.replacing("\u{1B}", with: "\u{1B}\u{1B}") + "\u{1B}\\"
  }
}
