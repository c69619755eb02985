import ArgumentParser
import CellGrid
import Glibc
import StreamHost
import StreamModel
import StreamUI

/// One run of the viewer without a screen: lines of input in, lines of text out.
final class LinearSession {
  private let stream: OpenedStream
  private var feeds: [OpenedFeed] { stream.feeds.list }
  private let timeline: Timeline
  /// Whether the feed comes through standard input, so that lines come from the terminal.
  private let readsTerminal: Bool
  private var reader: LinearReader
  private var isOver = false
  private var hasFailed = false
  private let time = SystemTime()

  /// - Parameter readsTerminal: Whether to read lines from the controlling terminal, because a feed
  ///   comes through standard input.
  init(_ stream: OpenedStream, options: LinearOptions, readsTerminal: Bool) {
    self.stream = stream
    self.readsTerminal = readsTerminal
    let order = stream.feeds.usualOrder
    timeline = Timeline(
      sources: stream.shown(in: stream.configuration).records(of: stream.feeds.list),
      order: stream.order ?? order,
      usualOrder: order,
      now: time.wall
    )
    reader = LinearReader(timeline, options: options, now: time.wall)
  }

  /// Returns the width of lines in this environment: `COLUMNS`, from 20 to 500, else 80.
  static func columns(_ environment: (String) -> String? = Environment.value) -> Int {
    environment("COLUMNS").flatMap { Int($0) }.map { max(20, min($0, 500)) } ?? 80
  }

  /// Prints posts and carries out commands until the user quits or the input ends.
  ///
  /// - Throws: Status 1, after a message, if there is no input, the feed cannot be read or the output fails.
  func run() throws {
    let input = readsTerminal ? open("/dev/tty", O_RDONLY | O_NOCTTY | O_CLOEXEC) : STDIN_FILENO
    guard input >= 0 else {
      throw Diagnostics.failure(
        "streamtui: no terminal to read commands from (use: streamtui dump)"
      )
    }
    let command = try CommandLoop.opened()
    let (children, events) = (command.children, command.children.loop)
    let opener = LinkOpener(children: children)
    opener.configured = { [stream] in stream.configuration.openers }
    opener.runInTerminal = { [weak events, signals = command.signals] arguments in
      switch ForegroundChild.run(arguments, keys: input, signals: signals) {
      case .ended(let end)?: return end
      case .leave(let signal)?:
        events?.close(signal: signal)
        return nil
      case nil: return nil
      }
    }
    let lines = CommandLines(input, on: events)
    for spool in feeds.compactMap(\.source.spool) where !spool.isComplete {
      _ = events.fill(spool)
    }
    if let notice = stream.memory.place.notice { say(notice + "\n") }
    do throws(FeedError) {
      try converse(lines, events, opener)
    } catch {
      hasFailed = true
      Diagnostics.print(error)
    }
    finish(children, opener)
    command.end()
    if hasFailed { throw ExitCode(1) }
  }

  private func finish(_ children: Children, _ opener: LinkOpener) {
    children.endAll()
    let loss = stream.memory.place.finish(reader.place)
    if let loss { Diagnostics.print("streamtui: \(loss)") }
    for problem in opener.problems { Diagnostics.print(problem) }
    for error in timeline.errors { Diagnostics.print(error) }
  }

  // MARK: The conversation

  private func converse(
    _ lines: CommandLines,
    _ events: EventLoop,
    _ opener: LinkOpener
  ) throws(FeedError) {
    var hasPrompt = false
    while !isOver {
      if reader.isBusy {
        if lines.areTyped, lines.hasLine { reply(reader.cancel(), opener) }
        timeline.tellTime(time.wall)
        if !reader.isStalled, let answer = try reader.work() { reply(answer, opener) }
      } else if !hasPrompt, !lines.isAtEnd || lines.hasLine {
        say(reader.prompt)
        hasPrompt = true
      } else if let line = lines.take() {
        hasPrompt = false
        // A terminal has echoed the line with its end.
        if !lines.areTyped { say("\n") }
        reply(reader.take(line), opener)
      } else if lines.isAtEnd {
        if hasPrompt { say("\n") }
        return
      } else if reader.hasIdleWork {
        try reader.workIdly()
      }
      let mayRest = reader.isStalled || !(reader.isBusy || reader.hasIdleWork)
      let rests = mayRest && (reader.isBusy || hasPrompt && !lines.hasLine && !lines.isAtEnd)
      endWaitingFiles()
      for event in events.wait(until: rests ? nil : time.now) { take(event, &hasPrompt) }
    }
  }

  private func reply(_ reply: LinearReply, _ opener: LinkOpener) {
    say(reply.text)
    var outcomes: [Event] = []
    switch reply.effect {
    case .open(let target)?: outcomes = opener.open(target)
    case .openFile(let file)?:
      let location = feeds.map(\.source).first { $0.bytes.name == file.source }?.location
      outcomes = opener.open(file, at: location ?? .alone)
    case .quit?: isOver = true
    default: break
    }
    for case .message(let text, _) in outcomes { say(text.string + "\n") }
    guard let place = reader.place else { return }
    for case .message(let text, _) in stream.memory.place.keep(place) { say(text.string + "\n") }
  }

  private func take(_ event: TerminalEvent, _ hasPrompt: inout Bool) {
    switch event {
    case .closed: isOver = true
    case .bytesArrived: reader.noteBytes()
    // Success has been announced already: a line in between would only interrupt.
    case .event(.message(let text, isWarning: true)):
      say((hasPrompt ? "\n" : "") + text.string + "\n")
      hasPrompt = false
    default: break
    }
  }

  private func say(_ text: String) {
    guard !text.isEmpty, !hasFailed else { return }
    guard !Diagnostics.write(text, to: STDOUT_FILENO) else { return }
    Diagnostics.print("standard output: the output failed")
    hasFailed = true
    isOver = true
  }

  // MARK: Sources

  /// Ends feeds that wait for bytes although no pipe is open: nothing will bring any.
  private func endWaitingFiles() {
    guard reader.isWaiting, !feeds.contains(where: { $0.source.spool?.isComplete == false })
    else { return }
    for opened in feeds { opened.feed.finish() }
    reader.noteBytes()
  }
}

/// Reads lines of text from a descriptor as they arrive.
final class CommandLines {
  /// The longest line in bytes; the rest of a longer one is dropped.
  private static let limit = 4096

  /// Whether no more lines will arrive.
  private(set) var isAtEnd = false
  private let descriptor: Int32
  private let loop: EventLoop
  private var watch: EventLoop.Token?
  private var waiting: [String] = []
  private var splitter = LineSplitter(limit: limit)

  /// Reads from `descriptor`, and wakes `loop` with `.bytesArrived` for each line.
  init(_ descriptor: Int32, on loop: EventLoop) {
    self.descriptor = descriptor
    self.loop = loop
    watch = loop.watch(descriptor, for: .reading) { [weak self] in self?.readSome() ?? [] }
  }

  deinit { loop.remove(watch) }

  var hasLine: Bool { !waiting.isEmpty }

  var areTyped: Bool { isatty(descriptor) == 1 }

  /// Returns the next line that has arrived, without its newline; nil if there is none.
  func take() -> String? { waiting.isEmpty ? nil : waiting.removeFirst() }

  private func readSome() -> [LoopEvent] {
    var buffer: [UInt8] = Array(repeating: 0, count: Self.limit)
    let count = read(descriptor, &buffer, buffer.count)
    if count < 0, errno == EINTR || errno == EAGAIN { return [] }
    guard count > 0 else {
      // The last line may have no newline.
      if let last = splitter.end() { waiting.append(last) }
      isAtEnd = true
      loop.remove(watch)
      return [.bytesArrived]
    }
    waiting += splitter.take(buffer[..<count])
    return waiting.isEmpty ? [] : [.bytesArrived]
  }
}
