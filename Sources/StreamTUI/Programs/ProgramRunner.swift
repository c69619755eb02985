import CellGrid
import Glibc
import StreamHost
import StreamModel
import StreamUI

/// Runs the commands of the configuration and the programs that are typed.
///
/// A program gets an argument vector; a shell is one only if the configuration says so. In the background
/// and on pages it runs in a session of its own, without the terminal, and has a deadline.
final class ProgramRunner {
  private struct Running {
    var token: Children.Token?
    let file: TemporaryFile?
    /// Nil for a program without one.
    let page: PageOutput?
  }

  static let most = 8

  /// Runs a program with the terminal until it ends; returns nil if it could not be started.
  var runInTerminal: ([String], [String: String?]) -> ChildEnd? = { _, _ in nil }
  private let children: Children
  private let isSecure: Bool
  private var running: [Int: Running] = [:]

  /// - Parameter isSecure: Whether nothing may be run.
  init(children: Children, isSecure: Bool = Environment.isSecure) {
    self.children = children
    self.isSecure = isSecure
  }

  /// Runs the program of a call; returns events for the app, others come from the loop.
  func run(_ call: CommandCall) -> [Event] {
    guard !isSecure else { return Self.refusal("secure mode is on (STREAMTUI_SECURE)", of: call) }
    guard running.count < Self.most else {
      return Self.refusal("\(Self.most) commands are running already", of: call)
    }
    var file: TemporaryFile?
    do throws(TemporaryFile.Failure) {
      if let bytes = call.file { file = try TemporaryFile(bytes, ending: ".json") }
    } catch {
      return Self.refusal("no temporary file could be written (\(error.reason))", of: call)
    }
    let arguments = call.arguments.map { Self.text(of: $0, file) }
    let variables = call.variables.mapValues { $0.map { Self.text(of: $0, file) } }
    let program = arguments.first ?? ""
    guard ChildProcess.exists(program) else {
      file?.remove()
      return Self.refusal("\(program) was not found", of: call)
    }
    guard call.destination != .terminal else {
      let end = runInTerminal(arguments, variables)
      file?.remove()
      guard let end else { return Self.refusal("\(program) could not be started", of: call) }
      let outcome = ProgramOutcome(end)
      // A program that had the terminal has said itself what it did.
      return children.lookAfterOthers() + (outcome.isFailure ? [Self.message(call, outcome)] : [])
    }
    return start(call, arguments, variables, file)
  }

  /// Ends the program of a call and its process group, and says nothing of it.
  func stop(_ number: Int) {
    guard let ended = running.removeValue(forKey: number) else { return }
    children.cancel(ended.token)
    ended.file?.remove()
  }

  /// Shows `text` in the user's editor; changes of it are lost.
  func read(_ text: String) -> [Event] {
    guard !isSecure else { return [.warning("Not opened: secure mode is on (STREAMTUI_SECURE)")] }
    do throws(TemporaryFile.Failure) {
      let file = try TemporaryFile(Array(text.utf8), ending: ".txt", isReadOnly: true)
      defer { file.remove() }
      return edit(EditorCommand.arguments(path: file.path, line: 1)) { "\($0) \($1.text)" }
    } catch {
      return [.warning("Not opened: no temporary file could be written (\(error.reason))")]
    }
  }

  /// Has the list of subscriptions edited by `streamtui edit`, which asks again where the text has errors.
  ///
  /// - Parameter key: the source of the subscription whose line comes first; nil for the first line.
  func editSubscriptions(at key: String?) -> [Event] {
    edit(["/proc/self/exe", "edit", "--at", key ?? ""]) { _, _ in
      "Your edit of the subscriptions was not saved"
    }
  }

  /// Lends the terminal to the editor, or to a program that starts it.
  ///
  /// - Parameter failure: the words where it fails, from the name of the editor and the outcome.
  private func edit(
    _ arguments: [String],
    failing failure: (String, ProgramOutcome) -> String
  ) -> [Event] {
    let editor = EditorCommand.arguments(path: "", line: 1).first ?? ""
    guard ChildProcess.exists(editor), let end = runInTerminal(arguments, [:]) else {
      return [.warning("Not opened: \(editor) was not found; set EDITOR, such as EDITOR=nano")]
    }
    let outcome = ProgramOutcome(end)
    let failed = outcome.isFailure ? [Event.warning(failure(editor, outcome))] : []
    return children.lookAfterOthers() + failed
  }

  /// Copies `text` with a program that takes it as its input.
  ///
  /// - Parameter command: The program and its arguments.
  func copy(_ text: String, with command: [String]) -> [Event] {
    let program = command.first ?? ""
    guard !isSecure else { return [.warning("Not copied: secure mode is on (STREAMTUI_SECURE)")] }
    guard ChildProcess.exists(program) else {
      return [
        .warning("Not copied: \(program) was not found; change copy-command in the configuration")
      ]
    }
    let request = ChildRequest(
      arguments: command,
      streams: .pipes(input: Array(text.utf8), limit: Self.errorBytes),
      deadline: children.loop.time.now.advanced(byMilliseconds: Self.copyMilliseconds)
    )
    let token = children.start(request) { child in
      let outcome = ProgramOutcome(child, timeout: Self.copyMilliseconds / 1_000)
      let last = outcome.lastError.map { ": \($0)" } ?? ""
      let words =
        outcome.isFailure
        ? "Not copied: \(program) \(outcome.text)\(last)" : "Copied: \(CopiedText(text).words)"
      return [.event(.message(SafeText(sanitizing: words), isWarning: outcome.isFailure))]
    }
    guard token == nil else { return [] }
    return [.warning("Not copied: \(program) could not be started")]
  }

  /// The time of a program that copies, in milliseconds.
  private static let copyMilliseconds = 5_000

  /// Removes the files of programs that still run; ``Children/endAll()`` ends the programs.
  func finish() {
    for child in running.values { child.file?.remove() }
    running = [:]
  }

  // MARK: Starting

  private func start(
    _ call: CommandCall,
    _ arguments: [String],
    _ variables: [String: String?],
    _ file: TemporaryFile?
  ) -> [Event] {
    // Without a deadline, input and file a program may outlive the viewer.
    let isDetached =
      call.destination == .background && call.timeout == nil && call.input == nil && file == nil
    let page = call.destination == .page ? PageOutput(call.number, loop: children.loop) : nil
    var request = ChildRequest(
      arguments: arguments,
      streams: isDetached ? .detached : .pipes(input: call.input, limit: Self.errorBytes),
      deadline: call.timeout.map { children.loop.time.now.advanced(byMilliseconds: $0 * 1_000) },
      variables: variables
    )
    if let page {
      request.onOutput = { [weak page] in page?.take($0) ?? [] }
      request.onErrors = { [weak page] in page?.takeError($0) ?? [] }
    }
    running[call.number] = Running(token: nil, file: file, page: page)
    let token = children.start(request) { [weak self] outcome in
      self?.end(call, outcome).map { .event($0) } ?? []
    }
    guard let token else {
      running[call.number] = nil
      file?.remove()
      return Self.refusal("\(arguments.first ?? "") could not be started", of: call)
    }
    running[call.number]?.token = token
    guard call.destination == .background else { return [] }
    return [.message(SafeText(sanitizing: "\(call.name): running …"), isWarning: false)]
  }

  /// The bytes that are kept of each stream besides those for a page: only the last line of errors is said.
  private static let errorBytes = 64 << 10

  private func end(_ call: CommandCall, _ child: ChildOutcome) -> [Event] {
    let ended = running.removeValue(forKey: call.number)
    ended?.file?.remove()
    let outcome = ProgramOutcome(child, timeout: call.timeout)
    guard let page = ended?.page else { return [Self.message(call, outcome)] }
    return [.answer(.output(page.end(outcome)), to: call.number)]
  }

  // MARK: Words

  private static func text(of parts: [CommandCall.Part], _ file: TemporaryFile?) -> String {
    parts.map { part in
      switch part {
      case .text(let text): text
      case .file: file?.path ?? ""
      }
    }.joined()
  }

  private static func message(_ call: CommandCall, _ outcome: ProgramOutcome) -> Event {
    let colon = outcome.isFailure ? "" : ":"
    let last = outcome.lastError.map { ": \($0)" } ?? ""
    return .message(
      SafeText(sanitizing: "\(call.name)\(colon) \(outcome.text)\(last)"),
      isWarning: outcome.isFailure
    )
  }

  private static func refusal(_ reason: String, of call: CommandCall) -> [Event] {
    guard call.destination == .page else { return [.warning("Not run: \(reason)")] }
    let output = CommandOutput(bytes: [], outcome: "not run: \(reason)")
    return [.answer(.output(output), to: call.number)]
  }
}

/// The output of a program for its page: kept up to a limit, and shown while it grows.
final class PageOutput {
  /// The shortest time between two looks at output that grows, in milliseconds.
  static let interval = 100

  private let number: Int
  private let loop: EventLoop
  private var output = ChildOutcome.Captured()
  private var errors = ChildOutcome.Captured()
  /// The time of the next look; nil while nothing has come since the last one.
  private var timer: EventLoop.Token?

  /// - Parameter number: The number of the call whose page shows the output.
  init(_ number: Int, loop: EventLoop) {
    self.number = number
    self.loop = loop
  }

  deinit { loop.remove(timer) }

  /// Takes in bytes of standard output; bytes beyond the limit change nothing.
  func take(_ bytes: UnsafeRawBufferPointer) -> [LoopEvent] {
    let isFull = output.isCut
    output.keep(bytes, upTo: CommandOutput.limit)
    guard !isFull, timer == nil else { return [] }
    timer = loop.schedule(afterMilliseconds: Self.interval) { [weak self] in self?.show() ?? [] }
    return []
  }

  /// Takes in bytes of standard error, which are shown if the program fails.
  func takeError(_ bytes: UnsafeRawBufferPointer) -> [LoopEvent] {
    errors.keep(bytes, upTo: CommandOutput.limit)
    return []
  }

  func end(_ outcome: ProgramOutcome) -> CommandOutput {
    loop.remove(timer)
    timer = nil
    var bytes = output.bytes
    if outcome.isFailure, !errors.bytes.isEmpty {
      if let last = bytes.last, last != 0x0A { bytes.append(0x0A) }
      bytes += errors.bytes
    }
    let isLong = bytes.count > CommandOutput.limit
    return CommandOutput(
      bytes: Array(bytes.prefix(CommandOutput.limit)),
      isCut: output.isCut || isLong,
      outcome: outcome.text
    )
  }

  private func show() -> [LoopEvent] {
    timer = nil
    let soFar = CommandOutput(bytes: output.bytes, isCut: output.isCut, outcome: nil)
    return [.event(.answer(.output(soFar), to: number))]
  }
}
