import ArgumentParser
import CellGrid
import Glibc
import StreamHost

/// The steps that the commands for subscriptions share.
extension SubscriptionFile {
  /// Returns the user's file for a command, which may write.
  ///
  /// - Throws: Status 1, after a message, if nothing may be saved.
  static func forCommand() throws -> SubscriptionFile {
    Ncurses.setLocale()
    // A write beyond the limit of the shell fails with a message instead.
    signal(SIGXFSZ, SIG_IGN)
    signal(SIGPIPE, SIG_DFL)
    return try SavedState.exiting { () throws(StateRefusal) in try ofUser() }
  }

  /// Runs `body`; prints its fault after `what` and ends the program with status 1.
  static func exiting<Result>(
    _ what: String,
    _ body: () throws(StateError) -> Result
  ) throws -> Result {
    do throws(StateError) {
      return try body()
    } catch {
      throw failure("streamtui: \(what): \(error.reason)")
    }
  }

  /// Reads the text; prints its problems.
  ///
  /// - Throws: Status 1, after a message, if it cannot be read.
  func readForCommand() throws -> SubscriptionText {
    let text = try Self.exiting("The subscriptions cannot be read") { () throws(StateError) in
      try read()
    }
    Self.print(text.list, of: path)
    return text
  }

  /// Prints the first problems of a list, about a screenful, and the number of further ones.
  static func print(_ list: SubscriptionList, of name: String) {
    let most = 20
    for problem in list.problems.prefix(most) { Diagnostics.print("\(name):\(problem.text)") }
    let rest = list.problemCount - min(most, list.problems.count)
    if rest > 0 { Diagnostics.print("\(name): \(rest) further problem\(rest == 1 ? "" : "s")") }
  }

  /// Prints a line on standard output.
  ///
  /// - Throws: Status 1 if the output failed.
  static func say(_ line: String) throws {
    try Diagnostics.output(SafeText(sanitizing: line).string + "\n")
  }

  /// Prints a line on standard error and returns status 1.
  static func failure(_ line: String) -> ExitCode {
    Diagnostics.print(line)
    return ExitCode(1)
  }

  /// Asks a question on the terminal; nil without one.
  ///
  /// - Returns: The first letter of the answer in lower case; empty if there is none.
  static func answer(to question: String) -> String? {
    guard isatty(STDIN_FILENO) == 1, isatty(STDERR_FILENO) == 1 else { return nil }
    Diagnostics.write(Diagnostics.safe(question) + " ", to: STDERR_FILENO)
    return readLine().map { $0.trimmed.prefix(1).lowercased() } ?? ""
  }
}

extension String {
  fileprivate var trimmed: Substring {
    var text = self[...]
    while text.first?.isWhitespace == true { text.removeFirst() }
    while text.last?.isWhitespace == true { text.removeLast() }
    return text
  }
}
