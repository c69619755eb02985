import StreamUI

/// The clusters that the terminal draws as one sign of two columns, as layout counts them.
struct ClusterForms: OptionSet {
  let rawValue: UInt8

  /// Signs that joiners connect, such as a woman with a computer.
  static let joined = ClusterForms(rawValue: 1)
  /// Signs with a skin tone.
  static let skinTones = ClusterForms(rawValue: 2)

  /// Two letters of a region as its flag.
  static let flags = ClusterForms(rawValue: 4)

  /// As long as nothing is known: joined signs and flags are what texts have, and a tone can be left out without another
  /// meaning.
  static let usual: ClusterForms = [.joined, .flags]
  static let all: ClusterForms = [.joined, .skinTones, .flags]
}

/// The question which clusters the terminal draws in how many columns, and its answer.
///
/// Each is written where the first frame covers it, and the terminal says where its cursor stands after it (xterm's
/// ctlseqs, "Device Status Report").
struct ClusterQuery {
  /// Each with the form that it needs: some terminals join two signs, but not three.
  private static let probes: [(cluster: String, form: ClusterForms)] = [
    ("\u{1F469}\u{200D}\u{1F4BB}", .joined),
    ("\u{1F468}\u{200D}\u{1F469}\u{200D}\u{1F467}", .joined),
    ("\u{1F44D}\u{1F3FD}", .skinTones), ("\u{1F1E9}\u{1F1EA}", .flags),
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
      if answer.0 != 3 { forms.remove(answer.1.form) }
    }
  }

  /// The terminal is another program's now.
  mutating func giveUp() { wait.end() }
}
