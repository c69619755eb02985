import StreamModel
import StreamUI

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
  private var wait = ReplyWait()
  private var columns: [Int] = []

  /// Returns the bytes that ask; the question after them has an end that every terminal answers (DA1).
  mutating func ask(at moment: Moment) -> String {
    wait.begin(at: moment)
    return Self.bytes
  }

  /// Whether an answer may still arrive.
  func isPending(at moment: Moment) -> Bool { wait.isPending(at: moment) }

  /// Takes in an answer; returns what the terminal draws once all are there.
  mutating func take(_ reply: TerminalReply, at moment: Moment) -> ClusterForms? {
    guard isPending(at: moment) else { return nil }
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

  /// The terminal is another program's now.
  mutating func giveUp() { wait.end() }
}
