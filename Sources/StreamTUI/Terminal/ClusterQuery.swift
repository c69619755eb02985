import StreamUI

/// The clusters that the terminal draws as one sign of two columns.
struct ClusterForms: OptionSet {
  let rawValue: UInt8

  /// Signs that joiners connect, such as a woman with a computer.
  static let joined = ClusterForms(rawValue: 1)
  /// Signs with a skin tone.
  static let skinTones = ClusterForms(rawValue: 2)

  /// As long as nothing is known: joined signs are what texts have, and a tone can be left out without another meaning.
  static let usual: ClusterForms = [.joined]
}

/// The question which clusters the terminal draws in how many columns, and its answer.
///
/// Each is written where the first frame covers it, and the terminal says where its cursor stands after it (xterm's
/// ctlseqs, "Device Status Report").
struct ClusterQuery {
  private static let probes = ["\u{1F469}\u{200D}\u{1F4BB}", "\u{1F44D}\u{1F3FD}"]
  private static let forms: [ClusterForms] = [.joined, .skinTones]

  /// The second line: reports of the first look like keys.
  static let bytes =
    probes.map { "\u{1B}[2;1H\($0)\u{1B}[6n" }.joined() + "\u{1B}[2;1H\u{1B}[K\u{1B}[H"
  /// The fewest lines of a window that is asked.
  static let fewestLines = 3
  /// The longest time between question and answer in milliseconds.
  private static let patience = 2_000

  private var asked: Moment?
  private var columns: [Int] = []

  /// Returns the bytes that ask; the question after them has an end that every terminal answers (DA1).
  mutating func ask(at moment: Moment) -> String {
    asked = moment
    return Self.bytes
  }

  /// Whether an answer may still arrive.
  func isPending(at moment: Moment) -> Bool {
    asked.map { moment < $0.advanced(byMilliseconds: Self.patience) } ?? false
  }

  /// Takes in an answer; returns what the terminal draws once all are there.
  mutating func take(_ reply: TerminalReply, at moment: Moment) -> ClusterForms? {
    guard isPending(at: moment) else { return nil }
    switch reply {
    case .attributes:
      asked = nil
      return nil
    case .cursor(line: 2, let column): columns.append(column)
    default: return nil
    }
    guard columns.count == Self.probes.count else { return nil }
    asked = nil
    return zip(columns, Self.forms).reduce(into: ClusterForms()) { forms, answer in
      if answer.0 == 3 { forms.insert(answer.1) }
    }
  }

  /// The terminal is another program's now.
  mutating func giveUp() { asked = nil }
}
