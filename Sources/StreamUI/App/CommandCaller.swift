import CellGrid
import StreamModel

/// Runs the commands of the configuration, and programs that are typed, on the selected post.
enum CommandCaller {
  private static let secure = "secure mode is on (STREAMTUI_SECURE)"

  /// Runs the command called `name`.
  static func run(_ name: String, on desk: inout Desk) -> [Effect] {
    guard let command = desk.keymap.own(name) else {
      let help = desk.keymap.name(of: .help)
      desk.warn("No command is called \(name) (\(help) lists all)")
      return []
    }
    return call(command, on: &desk)
  }

  /// Asks for a program that takes the post as its input.
  static func askForProgram(on desk: inout Desk) {
    guard !desk.view.options.isSecure else { return desk.warn("Not run: \(secure)") }
    guard subject(on: desk).post != nil else { return desk.say("Select a post first") }
    desk.mode.wait(for: .prompt(Prompt(.pipe, history: desk.session.history.walk(.pipe))))
  }

  /// Pipes the post to the program of a typed line; its output becomes a page.
  static func pipe(to line: String, on desk: inout Desk) -> [Effect] {
    guard let words = TypedWords.split(line) else {
      desk.warn("Not run: a quotation mark has no second one")
      return []
    }
    guard let program = words.first, !program.isEmpty else {
      desk.say("Not run: no program was named")
      return []
    }
    let command = OwnCommand(
      name: program,
      program: .words(words.map { CommandWord(literal: $0) }),
      input: .text,
      destination: .page
    )
    return call(command, on: &desk)
  }

  /// Shows the output of a call on its page, where the reader stays at his place.
  static func show(_ output: CommandOutput, of call: Int, on desk: inout Desk) {
    guard desk.session.runningCalls.contains(call) else { return }
    if output.outcome != nil { desk.session.runningCalls.remove(call) }
    desk.view.update { page, _ in page.content.take(output, of: call) }
    if output.outcome != nil { desk.view.comeToRest() }
  }

  /// Ends the programs whose pages were left.
  static func stopLeft(on desk: inout Desk) -> [Effect] {
    guard !desk.session.runningCalls.isEmpty else { return [] }
    let open = Set(desk.view.pages.pages.compactMap(\.content.call))
    let left = desk.session.runningCalls.subtracting(open).sorted()
    desk.session.runningCalls.subtract(left)
    return left.map { .stop($0) }
  }

  /// The subject of commands: the selected row, or on a list of links the row that has them.
  static func subject(on desk: Desk) -> CommandSubject {
    let view = desk.view
    let row = view.pages.linked.map { page in
      page.content.subject(of: page.list.selection, in: view.feed)
    }
    let post: Post? =
      switch row {
      case .post(let post): post
      case .comment(let comment): comment.asPost
      case .account, .link, .heading, .nothing, nil: nil
      }
    let link = view.focusedLink ?? view.page.content.link(of: view.list.selection)
    return CommandSubject(
      post: post,
      replies: { post.flatMap { replies(to: $0, on: desk) } },
      source: view.linkedRecord.flatMap { view.feed.sourceName(of: $0) } ?? "",
      link: link?.target,
      selection: link?.target ?? view.subject.address,
      now: view.now
    )
  }

  /// The conversation below the selected post; nil where it has none, or where other posts are not known
  /// by their names yet: the row counts only what the post lists then, too.
  private static func replies(to post: Post, on desk: Desk) -> DumpedReplies? {
    let feed = desk.view.feed
    guard post.knownCommentsCount ?? 0 > 0, !feed.hasConversationWork,
      let record = desk.view.linkedRecord, case .post(let own) = feed.record(record),
      own.id == post.id
    else { return nil }
    return DumpedReplies(below: post, record, in: feed, reach: .whole)
  }

  private static func call(_ command: OwnCommand, on desk: inout Desk) -> [Effect] {
    guard !desk.view.options.isSecure else {
      desk.warn("Not run: \(secure)")
      return []
    }
    guard desk.view.options.stream.recent == nil else {
      desk.say("Commands run in a feed only; open one first")
      return []
    }
    desk.session.callCount += 1
    let number = desk.session.callCount
    do throws(CommandRefusal) {
      let call = try CommandCall(command, on: subject(on: desk), number: number)
      if command.destination == .page {
        desk.push(OutputPage(call))
        desk.session.runningCalls.insert(number)
      }
      return [.run(call)]
    } catch {
      desk.warn(error.message(command.name))
      return []
    }
  }
}
