import CellGrid
import StreamModel

/// The ways of the selected post to other programs: commands of the configuration, programs that are typed, and the
/// post as text for a file, the editor or the clipboard.
struct Programs {
  private var lines = PromptHistory()
  private var paths = PromptHistory()

  func run(_ name: String, in view: inout PageView) -> [Reply] {
    guard let command = view.keymap.own(name) else {
      return [.warn("No command is called \(name) (\(view.keymap.name(of: .help)) lists all)")]
    }
    return call(command, in: &view)
  }

  func ask(in view: PageView) -> Reply {
    guard !view.options.isSecure else { return .warn(Effect.secure("Not run")) }
    guard Self.subject(in: view).post != nil else { return .say("Select a post first") }
    let prompt = Prompt(
      .pipe,
      "pipe the post to: ",
      enter: "runs it",
      hint: "  Enter runs the program, such as less",
      history: lines.walk
    )
    return .wait(.prompt(prompt))
  }

  /// Pipes the post to the program of a typed line; its output becomes a page.
  mutating func pipe(to line: String, in view: inout PageView) -> [Reply] {
    lines.add(line)
    guard let words = TypedWords.split(line) else {
      return [.warn("Not run: a quotation mark has no second one")]
    }
    guard let program = words.first, !program.isEmpty else {
      return [.say("Not run: no program was named")]
    }
    let command = OwnCommand(
      name: program,
      program: .words(words.map { CommandWord(literal: $0) }),
      input: .text,
      destination: .page
    )
    return call(command, in: &view)
  }

  private func call(_ command: OwnCommand, in view: inout PageView) -> [Reply] {
    guard !view.options.isSecure else { return [.warn(Effect.secure("Not run"))] }
    guard view.options.stream.recent == nil else {
      return [.say("Commands run in a feed only; open one first")]
    }
    do throws(CommandRefusal) {
      let subject = Self.subject(in: view)
      let call = try CommandCall(command, on: subject)
      let addresses = subject.addresses(for: command)
      return addresses.isEmpty ? Self.start(call, in: &view) : [.judge(call, addresses)]
    } catch {
      return [.warn(error.message(command.name))]
    }
  }

  /// Starts a call whose addresses the gate has let through, or the reader.
  static func start(_ call: CommandCall, in view: inout PageView) -> [Reply] {
    if call.destination == .page { return [.push(OutputPage(call)), .request(.output(call))] }
    // The call has the number to itself.
    let call = call.numbered(view.pages.nextNumber)
    view.pages.skipNumber()
    return [.effect(.run(call))]
  }

  func askForFile(in view: PageView) -> Reply {
    Self.reply("saved", in: view) { post, subject in
      let head = subject.head ?? post
      let thing = SavedThing(comments: Self.commentsToSave(with: head, in: view))
      let sign = "save \(thing.words) to: "
      let room = view.size.columns - ColumnWidth.columns(of: SafeText(sanitizing: sign))
      let prompt = Prompt(
        .savePost,
        sign,
        enter: "saves",
        hint: " · or .txt, .html, .json",
        proposing: thing.fileName(of: head, fitting: room),
        history: paths.walk
      )
      return .wait(.prompt(prompt))
    }
  }

  private static func commentsToSave(with head: Post, in view: PageView) -> Int? {
    guard let conversation = view.pages.linked?.content.conversation,
      let search = conversation.search
    else { return head.knownCommentsCount ?? 0 > 0 ? nil : 0 }
    guard conversation.leftOut == 0, !search.hasWork(in: view.feed) else { return nil }
    return search.comments.count { $0.kind == .written }
  }

  mutating func save(to path: String, in view: PageView) -> Reply {
    Self.reply("saved", in: view) { post, subject in
      guard !path.isEmpty else { return .say("Not saved: no file was named") }
      guard let format = PostFormat(path: path) else {
        return .warn("Not saved: \(path) ends with none of .txt, .md, .html and .json")
      }
      paths.add(path)
      // Searched once for both: the text, and the number of comments in it.
      let replies = subject.replies()
      var subject = subject
      subject.replies = { replies }
      let thing = SavedThing(replies?.comments ?? (subject.head ?? post).comments)
      let text = subject.document(of: post, format)
      return .effect(.savePost(path: path, text: text, thing))
    }
  }

  static func edit(in view: PageView) -> Reply {
    reply("opened", in: view) { .effect(.read(text: $1.document(of: $0, .text))) }
  }

  static func copyText(in view: PageView) -> Reply {
    reply("copied", in: view) { post, subject in
      let text = subject.plain(post)
      return text.isEmpty ? .say("Not copied: the post has no text") : .effect(.copy(text))
    }
  }

  /// The reply that a use of the selected post makes; a message where there is none or secure mode is on.
  private static func reply(
    _ purpose: String,
    in view: PageView,
    _ use: (Post, CommandSubject) -> Reply
  ) -> Reply {
    guard !view.options.isSecure else { return .warn(Effect.secure("Not \(purpose)")) }
    let subject = subject(in: view)
    guard let post = subject.post else { return .say("Not \(purpose): select a post first") }
    return use(post, subject)
  }

  static func subject(in view: PageView) -> CommandSubject {
    let post = view.pages.linked.flatMap { page in
      page.content.subject(of: page.list.selection, in: view.feed).written
    }
    let conversation = view.pages.linked?.content.conversation
    let link = view.focusedLink ?? view.page.content.link(of: view.list.selection)
    return CommandSubject(
      post: post,
      head: conversation?.post,
      replies: {
        conversation.map { $0.dumped(in: view.feed) } ?? post.flatMap { replies(to: $0, in: view) }
      },
      source: (conversation?.record ?? view.linkedRecord).flatMap { view.feed.sourceName(of: $0) }
        ?? "",
      link: link?.target,
      selection: link?.target ?? view.subject.address,
      now: view.now
    )
  }

  /// The conversation below the selected post; nil where it has none, or where other posts are not known
  /// by their names yet: the row counts only what the post lists then, too.
  private static func replies(to post: Post, in view: PageView) -> DumpedReplies? {
    let feed = view.feed
    guard post.knownCommentsCount ?? 0 > 0, !feed.hasConversationWork,
      let record = view.linkedRecord, case .post(let own) = feed.record(record),
      own.id == post.id
    else { return nil }
    return DumpedReplies(below: post, record, in: feed, reach: .whole)
  }
}
