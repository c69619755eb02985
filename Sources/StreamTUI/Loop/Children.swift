import Glibc
import StreamUI

/// The programs that the viewer has started and does not wait for, each with its owner.
///
/// Each child is waited for by its own process number: no exit status is lost, and children of
/// other parts of the program are left alone.
final class Children {
  /// Receives the outcome of a child, once, and returns events for the app.
  typealias Owner = (ChildOutcome) -> [TerminalEvent]

  /// Identifies a child; unlike a process number it is never reused.
  struct Token: Hashable {
    fileprivate let number: Int
  }

  /// The loop that the pipes and deadlines of the children are registered with.
  let loop: EventLoop
  private var running: [Token: RunningChild] = [:]
  private var tokenCount = 0

  /// The time from SIGTERM to SIGKILL, in milliseconds.
  private static let grace = 1_000
  /// The time from the end of a child to the end of the wait for its pipes, in milliseconds.
  ///
  /// Other processes may keep the pipes open.
  private static let pipePatience = 200

  /// Checks children whenever `loop` reports SIGCHLD.
  init(loop: EventLoop) {
    self.loop = loop
    loop.onSignal(SIGCHLD) { [weak self] in self?.look() ?? [] }
  }

  /// Whether every child that was started has ended and was waited for, or was released.
  var isEmpty: Bool { running.isEmpty }

  /// Starts a program in a session of its own.
  ///
  /// - Parameter owner: Called once, from the loop or ``look()``, when the child has ended and its
  ///   pipes are at their end, at the latest 200 ms after its end.
  /// - Returns: Nil if there is no such program, or no descriptor or process is available.
  func start(_ request: ChildRequest, owner: @escaping Owner) -> Token? {
    let token = Token(number: tokenCount)
    let started: RunningChild?
    switch request.streams {
    case .detached:
      started = ChildProcess.start(request.arguments, .detached, request.variables)
        .map { RunningChild(process: $0, owner: owner) }
    case .pipes(let input, let limit):
      started = startPiped(request, input, limit, token, owner)
    }
    guard let child = started else { return nil }
    tokenCount += 1
    request.limits.apply(to: child.process)
    child.endsGroup = request.endsGroup
    running[token] = child
    if let deadline = request.deadline {
      child.timer = loop.schedule(at: deadline) { [weak self, weak child] in
        child?.isOverdue = true
        self?.end(child)
        return []
      }
    }
    return token
  }

  /// Ends a child and its process group (SIGTERM; SIGKILL a second later) without telling its
  /// owner.
  func cancel(_ token: Token) {
    guard let child = running[token] else { return }
    child.owner = nil
    child.closePipes()
    if child.end == nil {
      end(child)
    } else {
      forget(token)
    }
  }

  /// Lets a child go on without the viewer: its pipes are closed, and nobody hears of its end.
  func release(_ token: Token) {
    running[token]?.owner = nil
    forget(token)
  }

  /// Reads the status of each child that has ended and returns the events of their owners.
  ///
  /// Call it wherever SIGCHLD was consumed elsewhere.
  func look() -> [TerminalEvent] {
    var events: [TerminalEvent] = []
    for token in running.keys.sorted(by: { $0.number < $1.number }) {
      // An earlier owner may have started or cancelled other children.
      guard let child = running[token], child.end == nil, child.takeStatus() else { continue }
      loop.remove(child.timer)
      child.timer = nil
      if child.owner == nil || child.isDrained {
        events += deliver(token)
      } else {
        child.timer = loop.schedule(afterMilliseconds: Self.pipePatience) { [weak self] in
          self?.deliver(token) ?? []
        }
      }
    }
    return events
  }

  /// Kills the children that have pipes, because nobody will read them; detached ones live on.
  func endAll() {
    for child in running.values where !child.isDetached {
      child.owner = nil
      child.tell(SIGKILL)
    }
  }

  private func startPiped(
    _ request: ChildRequest,
    _ input: [UInt8]?,
    _ limit: Int,
    _ token: Token,
    _ owner: @escaping Owner
  ) -> RunningChild? {
    guard let output = PipeEnds() else { return nil }
    guard let errors = PipeEnds() else {
      output.closeBoth()
      return nil
    }
    let keys = input == nil ? nil : PipeEnds()
    let streams = ChildProcess.Streams.pipes(
      input: keys?.reading,
      output: output.writing,
      errors: errors.writing
    )
    guard (input == nil) == (keys == nil),
      let process = ChildProcess.start(
        request.arguments,
        streams,
        request.variables,
        outlivesFileLimit: request.limits.fileSize != nil
      )
    else {
      for pipe in [output, errors, keys] { pipe?.closeBoth() }
      return nil
    }
    // The child has its own copies; a stream ends when the last copy is closed.
    for end in [output.writing, errors.writing, keys?.reading] { if let end { close(end) } }
    let child = RunningChild(process: process, owner: owner)
    let onEnd: EventLoop.Handler = { [weak self, weak child] in
      guard let child, child.end != nil, child.isDrained else { return [] }
      return self?.deliver(token) ?? []
    }
    child.output = PipeReader(
      output.reading,
      limit: limit,
      loop: loop,
      onBytes: request.onOutput,
      onEnd: onEnd
    )
    child.errors = PipeReader(
      errors.reading,
      limit: limit,
      loop: loop,
      onBytes: request.onErrors,
      onEnd: onEnd
    )
    if let keys { child.input = PipeWriter(keys.writing, bytes: input ?? [], loop: loop) }
    return child
  }

  /// Tells a child and its group to end, and schedules SIGKILL.
  private func end(_ child: RunningChild?) {
    guard let child else { return }
    child.tell(SIGTERM)
    loop.remove(child.timer)
    child.timer = loop.schedule(afterMilliseconds: Self.grace) { [weak child] in
      child?.tell(SIGKILL)
      return []
    }
  }

  /// Delivers the end of a child to its owner.
  private func deliver(_ token: Token) -> [TerminalEvent] {
    guard let child = running[token] else { return [] }
    let last = (child.output?.readSome() ?? []) + (child.errors?.readSome() ?? [])
    forget(token)
    guard let owner = child.owner, let outcome = child.outcome else { return last }
    child.owner = nil
    return last + owner(outcome)
  }

  private func forget(_ token: Token) {
    guard let child = running.removeValue(forKey: token) else { return }
    loop.remove(child.timer)
    child.closePipes()
  }
}
