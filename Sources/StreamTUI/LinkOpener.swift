import CellGrid
import Glibc
import StreamUI

/// Hands checked targets to the user's browser: an argument vector, never a shell, detached.
final class LinkOpener {
  /// A program to try, with the target already among its arguments.
  private struct Attempt {
    let arguments: [String]
    var name: String { arguments.first ?? "" }
  }

  /// POSIX_SPAWN_SETSID, which glibc hides from strict modes.
  private static let newSession: Int32 = 0x80

  private var running: [pid_t: (attempt: Attempt, rest: [Attempt])] = [:]
  private var outcomes: [Event] = []

  /// Starts an opener for `target`; what became of it is told by ``reap()``.
  func open(_ target: LinkTarget) -> [Event] {
    let browsers = getenv("BROWSER").map { String(cString: $0) } ?? ""
    start(Self.attempts(browsers: browsers, target: target.text))
    return takeOutcomes()
  }

  /// Looks at openers that have ended.
  func reap() -> [Event] {
    var status: Int32 = 0
    while true {
      let child = waitpid(-1, &status, WNOHANG)
      guard child > 0 else { break }
      guard let (attempt, rest) = running.removeValue(forKey: child) else { continue }
      let code = (status >> 8) & 0xFF
      if status & 0x7F != 0 {
        tell("\(attempt.name) was killed by signal \(status & 0x7F)", isWarning: true)
      } else if code == 0 {
        tell("opened with \(attempt.name)", isWarning: false)
      } else if code == 127, !rest.isEmpty {
        start(rest[...])
      } else {
        tell("\(attempt.name) failed (exit status \(code))", isWarning: true)
      }
    }
    return takeOutcomes()
  }

  /// `BROWSER` is a list of commands separated by ":"; each is split on blanks, then "%s" is
  /// replaced by the target, or the target is added at the end.
  private static func attempts(browsers: String, target: String) -> ArraySlice<Attempt> {
    var attempts = browsers.split(separator: ":").compactMap { command -> Attempt? in
      var words = command.split(separator: " ").map { String($0) }
      guard !words.isEmpty else { return nil }
      if words.contains(where: { $0.contains("%s") }) {
        words = words.map { $0.replacing("%s", with: target) }
      } else {
        words.append(target)
      }
      return Attempt(arguments: words)
    }
    attempts.append(Attempt(arguments: ["xdg-open", target]))
    attempts.append(Attempt(arguments: ["open", target]))
    return attempts[...]
  }

  private func start(_ attempts: ArraySlice<Attempt>) {
    for (index, attempt) in attempts.enumerated() {
      guard let child = Self.spawn(attempt.arguments) else { continue }
      running[child] = (attempt, Array(attempts.dropFirst(index + 1)))
      tell("opening with \(attempt.name) …", isWarning: false)
      return
    }
    tell("no browser found: set BROWSER", isWarning: true)
  }

  private func tell(_ text: String, isWarning: Bool) {
    outcomes.append(.message(SafeText(sanitizing: text), isWarning: isWarning))
  }

  private func takeOutcomes() -> [Event] {
    defer { outcomes.removeAll() }
    return outcomes
  }

  /// In a session of its own, on /dev/null, with no signal blocked or ignored; nil when it failed.
  private static func spawn(_ arguments: [String]) -> pid_t? {
    var actions = posix_spawn_file_actions_t()
    posix_spawn_file_actions_init(&actions)
    defer { posix_spawn_file_actions_destroy(&actions) }
    posix_spawn_file_actions_addopen(&actions, STDIN_FILENO, "/dev/null", O_RDONLY, 0)
    posix_spawn_file_actions_addopen(&actions, STDOUT_FILENO, "/dev/null", O_WRONLY, 0)
    posix_spawn_file_actions_addopen(&actions, STDERR_FILENO, "/dev/null", O_WRONLY, 0)
    var attributes = posix_spawnattr_t()
    posix_spawnattr_init(&attributes)
    defer { posix_spawnattr_destroy(&attributes) }
    var signals = sigset_t()
    sigemptyset(&signals)
    posix_spawnattr_setsigmask(&attributes, &signals)
    sigfillset(&signals)
    posix_spawnattr_setsigdefault(&attributes, &signals)
    let flags = Int32(POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSIGDEF) | newSession
    posix_spawnattr_setflags(&attributes, Int16(flags))
    var vector: [UnsafeMutablePointer<CChar>?] = arguments.map { strdup($0) }
    defer { for argument in vector { free(argument) } }
    vector.append(nil)
    var child: pid_t = 0
    let failed = posix_spawnp(&child, arguments[0], &actions, &attributes, vector, environ)
    return failed == 0 ? child : nil
  }
}
