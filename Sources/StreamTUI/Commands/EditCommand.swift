import ArgumentParser
import CellGrid
import Glibc
import StreamHost

/// Opens the list of subscriptions in the user's editor.
struct EditCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "edit",
    abstract: "Edit the subscriptions as text in your editor ($VISUAL or $EDITOR).",
    discussion: """
      The editor gets a copy. It replaces the list when it has no problems; otherwise you can edit it \
      again, or keep the list as it was. A copy that is not taken stays, and its path is printed.
      """
  )

  /// The source whose line the editor begins with, where the viewer lends its terminal; empty for the first line.
  @Option(help: .hidden)
  var at: String?

  func run() throws {
    cover(true)
    defer { cover(false) }
    do {
      try edit()
    } catch {
      // The viewer's screen would hide the reason at once.
      if at != nil { _ = SubscriptionFile.answer(to: "Enter goes back to the list.") }
      throw error
    }
  }

  private func edit() throws {
    let file = try SubscriptionFile.forCommand()
    let base = try SubscriptionFile.exiting("The subscriptions cannot be read") {
      try file.read().bytes
    }
    let copy: TemporaryFile
    do throws(TemporaryFile.Failure) {
      copy = try TemporaryFile(base, ending: ".txt")
    } catch {
      throw Diagnostics.failure("streamtui: No copy for the editor: \(error.reason)")
    }
    var line = Self.line(of: at, in: base)
    while true {
      let hasEnded = try edit(copy, line)
      guard let bytes = Self.bytes(of: copy.path) else {
        throw Diagnostics.failure(
          "Nothing changed: the copy cannot be read or is too large: \(copy.path)"
        )
      }
      guard bytes != base else {
        copy.remove()
        guard hasEnded else { throw Diagnostics.failure("Nothing changed: the editor failed.") }
        return try say("Nothing changed.")
      }
      guard hasEnded else {
        throw Diagnostics.failure("Not saved: the editor failed. Your copy: \(copy.path)")
      }
      let list = SubscriptionText(bytes).list
      guard list.problemCount > 0 else { return try save(bytes, over: base, copy, in: file) }
      SubscriptionFile.print(list, of: copy.path)
      line = list.problems.first?.place.line ?? 1
      let question = "Edit again, or keep the old list? [E/k]"
      guard let answer = SubscriptionFile.answer(to: question), answer != "k" else {
        throw Diagnostics.failure("The old list is kept. Your copy: \(copy.path)")
      }
    }
  }

  /// The number of the line that begins with `source`, from 1; 1 where there is none.
  private static func line(of source: String?, in base: [UInt8]) -> Int {
    guard let source else { return 1 }
    let lines = base.split(separator: 0x0A, omittingEmptySubsequences: false)
    return (lines.firstIndex { $0.starts(with: source.utf8) } ?? 0) + 1
  }

  private func save(
    _ bytes: [UInt8],
    over base: [UInt8],
    _ copy: TemporaryFile,
    in file: SubscriptionFile
  ) throws {
    let isSaved = try SubscriptionFile.exiting("Not saved, your copy is \(copy.path)") {
      try file.replace(base, with: bytes)
    }
    guard isSaved else {
      throw Diagnostics.failure(
        "Not saved: another process has changed the subscriptions. Your copy: \(copy.path)"
      )
    }
    copy.remove()
    let now = SubscriptionText(bytes).list.subscriptions
    let kept = Set(now.map(\.source))
    let ended = SubscriptionText(base).list.subscriptions.count { !kept.contains($0.source) }
    try say("Saved: \(now.count) subscription\(now.count == 1 ? "" : "s").")
    // An editor that fails may leave an empty file, and no other copy has the names and tags.
    guard ended > 0, at == nil, let before = try? TemporaryFile(base, ending: ".txt") else {
      return
    }
    Diagnostics.print("\(ended) ended. The list as it was: \(before.path)")
  }

  /// Says what came of the edit, unless the viewer does, whose reader would find it on the shell's screen later.
  private func say(_ text: String) throws { if at == nil { try SubscriptionFile.say(text) } }

  /// Says everything from now on where the viewer's screen was, or ends that: nothing stays among the lines of the shell.
  private func cover(_ isCovered: Bool) {
    guard at != nil, isatty(STDERR_FILENO) == 1 else { return }
    // xterm's alternate screen, which editors use, too; terminals without one ignore the sequence.
    let sequence = isCovered ? "\u{1B}[?1049h\u{1B}[H\u{1B}[2J" : "\u{1B}[?1049l"
    Diagnostics.write(sequence, to: STDERR_FILENO)
  }

  /// Runs the editor until it ends; returns whether it ended with status 0.
  private func edit(_ copy: TemporaryFile, _ line: Int) throws -> Bool {
    let arguments = EditorCommand.arguments(path: copy.path, line: line)
    // The keys that end a program belong to the editor, as with `system` (POSIX.1-2024).
    let before = [SIGINT, SIGQUIT].map { ($0, signal($0, SIG_IGN)) }
    defer { for (number, handler) in before { signal(number, handler) } }
    cover(false)
    defer { cover(true) }
    let streams = ChildProcess.Streams.terminal(keysAreStandardInput: true)
    guard let child = ChildProcess.start(arguments, streams) else {
      let reason = errno == ENOENT ? "no such program" : SystemError.text(errno)
      copy.remove()
      throw Diagnostics.failure("\(arguments[0]): \(reason). Set EDITOR to your editor's name.")
    }
    var status: Int32 = 0
    while waitpid(child, &status, 0) < 0, errno == EINTR {}
    return ChildEnd(status: status) == .exited(0)
  }

  private static func bytes(of path: String) -> [UInt8]? {
    let file = open(path, O_RDONLY | O_NOFOLLOW | O_CLOEXEC | O_NONBLOCK | O_NOCTTY)
    guard file >= 0 else { return nil }
    defer { close(file) }
    return try? OpenFile.bytes(of: file, limit: SubscriptionFile.limit)
  }
}

struct RemoveCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "remove",
    abstract: "End a subscription and delete its fetched posts.",
    discussion: """
      Posts that you keep stay, and so do read marks and your place; streamtui forget removes those. A \
      second line is the command that subscribes again, with the same name, tags and interval. The exit \
      status is 1 if no subscription, or more than one, has the name.
      """
  )

  @Argument(help: "The address or the name of the subscription.")
  var subscription: String

  func run() throws {
    let file = try SubscriptionFile.forCommand()
    let list = try file.readForCommand().list.subscriptions
    let files = FeedFiles(folder: file.folder)
    let found = SubscriptionWord.matches(of: subscription, among: list) {
      files.title(of: $0.source)
    }
    guard let one = found.first else {
      let similar = SubscriptionWord.similar(to: subscription, among: list)
      Diagnostics.print("\(subscription): no such subscription (streamtui list shows them all)")
      printCandidates(similar)
      throw ExitCode(1)
    }
    guard found.count == 1 else {
      Diagnostics.print("\(subscription): several subscriptions have this name; use the address:")
      printCandidates(found)
      throw ExitCode(1)
    }
    let text = try SubscriptionEditor(file: file).remove(one.source).text
    // Its posts are gone, so that the start page could not open it.
    if let state = try? SavedState.opened() {
      state.store.leaveOutOfHistory(SourceFamily(of: one.source))
      state.close()
    }
    try SubscriptionFile.say(text)
    // A password is not for a terminal's history: such an address must be typed again.
    guard one.source.shown == one.source.text else { return }
    try SubscriptionFile.say("To subscribe again: \(Self.command(toAdd: one))")
  }

  /// The line of a shell that makes a subscription as it is.
  static func command(toAdd subscription: Subscription) -> String {
    var words = ["streamtui", "add", quoted(subscription.source.text)]
    if let name = subscription.name { words.append(option("--name", name)) }
    for tag in subscription.tags { words.append(option("--tag", tag)) }
    if let every = subscription.every { words += ["--every", Interval.write(every)] }
    if subscription.wantsFullText { words.append("--full-text") }
    return words.joined(separator: " ")
  }

  /// A value that begins with - would be an option of its own in a word of its own.
  private static func option(_ name: String, _ value: String) -> String {
    name + (value.hasPrefix("-") ? "=" : " ") + quoted(value)
  }

  /// The text as one word of a shell.
  private static func quoted(_ text: String) -> String {
    let isPlain = text.utf8.allSatisfy { byte in
      switch byte {
      case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
        UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "/"), UInt8(ascii: "."),
        UInt8(ascii: ":"), UInt8(ascii: "@"), UInt8(ascii: "-"), UInt8(ascii: "_"):
        true
      default: false
      }
    }
    if isPlain, !text.isEmpty { return text }
    return "'" + text.replacing("'", with: #"'\''"#) + "'"
  }

  private func printCandidates(_ subscriptions: [Subscription]) {
    let most = 20
    for candidate in subscriptions.prefix(most) {
      Diagnostics.print("  \(candidate.source.shown)\(candidate.name.map { "  \($0)" } ?? "")")
    }
    let rest = subscriptions.count - most
    if rest > 0 { Diagnostics.print("  and \(rest) more") }
  }
}

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
    return try ofUser()
  }

  /// Runs `body`; prints its fault after `what` and ends the program with status 1.
  static func exiting<Result>(_ what: String, _ body: () throws -> Result) throws -> Result {
    do {
      return try body()
    } catch let error as StateError {
      throw Diagnostics.failure("streamtui: \(what): \(error.reason)")
    }
  }

  /// Reads the text; prints its problems.
  ///
  /// - Throws: Status 1, after a message, if it cannot be read.
  func readForCommand() throws -> SubscriptionText {
    let text = try Self.exiting("The subscriptions cannot be read") { try read() }
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

  /// Asks a question on the terminal; nil without one.
  ///
  /// - Returns: The first letter of the answer in lower case; empty if there is none.
  static func answer(to question: String) -> String? {
    guard isatty(STDIN_FILENO) == 1, isatty(STDERR_FILENO) == 1 else { return nil }
    Diagnostics.write(Diagnostics.safe(question) + " ", to: STDERR_FILENO)
    return readLine().map { $0.drop { $0.isWhitespace }.prefix(1).lowercased() } ?? ""
  }
}
