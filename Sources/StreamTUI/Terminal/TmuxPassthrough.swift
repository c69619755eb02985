import StreamHost
import StreamModel
import StreamUI

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

  /// Asks, and waits for the answer.
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
