import ArgumentParser
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
      () throws(StateError) in try file.read().bytes
    }
    let copy: TemporaryFile
    do throws(TemporaryFile.Failure) {
      copy = try TemporaryFile(base, ending: ".txt")
    } catch {
      throw SubscriptionFile.failure("streamtui: No copy for the editor: \(error.reason)")
    }
    var line = Self.line(of: at, in: base)
    while true {
      let hasEnded = try edit(copy, line)
      guard let bytes = Self.bytes(of: copy.path) else {
        throw SubscriptionFile.failure(
          "Nothing changed: the copy cannot be read or is too large: \(copy.path)"
        )
      }
      guard bytes != base else {
        copy.remove()
        guard hasEnded else {
          throw SubscriptionFile.failure("Nothing changed: the editor failed.")
        }
        return try say("Nothing changed.")
      }
      guard hasEnded else {
        throw SubscriptionFile.failure("Not saved: the editor failed. Your copy: \(copy.path)")
      }
      let list = SubscriptionText(bytes).list
      guard list.problemCount > 0 else { return try save(bytes, over: base, copy, in: file) }
      SubscriptionFile.print(list, of: copy.path)
      line = list.problems.first?.place.line ?? 1
      let question = "Edit again, or keep the old list? [E/k]"
      guard let answer = SubscriptionFile.answer(to: question), answer != "k" else {
        throw SubscriptionFile.failure("The old list is kept. Your copy: \(copy.path)")
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
      () throws(StateError) in try file.replace(base, with: bytes)
    }
    guard isSaved else {
      throw SubscriptionFile.failure(
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
  private func say(_ text: String) throws {
    if at == nil { try SubscriptionFile.say(text) }
  }

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
      throw SubscriptionFile.failure(
        "\(arguments[0]): \(reason). Set EDITOR to your editor's name."
      )
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
