import CellGrid
import StreamUI

/// The new posts of a refresh, told by a program of the user's.
struct RefreshNotice {
  /// The most feeds that are named.
  private static let mostNames = 3

  private var posts = 0
  private var names: [String] = []

  /// Takes in the end of a subscription.
  mutating func take(_ outcome: RefreshOutcome) {
    guard outcome.new > 0 else { return }
    posts += outcome.new
    names.append(SafeText(sanitizing: outcome.name).string)
  }

  /// The sentence: "12 new posts in Lake Levels, Ferry Timetables"; nil if there are none.
  ///
  /// It begins with a number, so no program takes it for an option.
  var sentence: String? {
    guard posts > 0 else { return nil }
    let named = names.sorted().prefix(Self.mostNames).joined(separator: ", ")
    let rest = names.count - Self.mostNames
    let more = rest > 0 ? " and \(rest) more" : ""
    return "\(posts) new \(posts == 1 ? "post" : "posts") in \(named)\(more)"
  }

  /// Starts `command` with the sentence as its last argument, if there are new posts.
  ///
  /// - Returns: a line about a program that could not be started; nil if nothing failed.
  func send(by command: [String]) -> String? {
    guard let program = command.first, let sentence else { return nil }
    guard ChildProcess.start(command + [sentence], .detached) == nil else { return nil }
    return "streamtui: \(program) was not found; change notify-command in the configuration"
  }
}
