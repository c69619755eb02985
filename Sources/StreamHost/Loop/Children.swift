import Glibc

/// The programs that the viewer has started and does not wait for, each with its owner.
///
/// Each child is waited for by its own process number: no exit status is lost, and children of
/// other parts of the program are left alone.
package final class Children {
  /// Receives the outcome of a child, once, and returns events for the app.
  package typealias Owner = (ChildOutcome) -> [LoopEvent]

  /// Identifies a child; unlike a process number it is never reused.
  package struct Token: Hashable {
    fileprivate let number: Int
  }

  package let loop: EventLoop
  private var running: [Token: RunningChild] = [:]
  private var tokenCount = 0

  /// The time from SIGTERM to SIGKILL, in milliseconds.
  private static let grace = 1_000
  /// The time from the end of a child to the end of the wait for its pipes, in milliseconds.
  ///
  /// Other processes may keep the pipes open.
  private static let pipePatience = 200

  /// Checks children whenever `loop` reports SIGCHLD.
  package init(loop: EventLoop) {
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
  package func start(_ request: ChildRequest, owner: @escaping Owner) -> Token? {
    let token = Token(number: tokenCount)
    let started: RunningChild?
    switch request.streams {
    case .detached:
      started = ChildProcess.start(request.arguments, .detached, request.variables)
        .map { RunningChild(process: $0, owner: owner) }
    case .pipes(let input, let limit): started = startPiped(request, input, limit, token, owner)
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

  /// Ends a child and its process group (SIGTERM; SIGKILL a second later) without telling its owner.
  package func cancel(_ token: Token?) {
    guard let token, let child = running[token] else { return }
    child.owner = nil
    child.closePipes()
    if child.end == nil { end(child) } else { forget(token) }
  }

  /// Lets a child go on without the viewer: its pipes are closed, and nobody hears of its end.
  package func release(_ token: Token?) {
    guard let token else { return }
    running[token]?.owner = nil
    forget(token)
  }

  /// Reads the status of each child that has ended and returns the events of their owners.
  ///
  /// Call it wherever SIGCHLD was consumed elsewhere.
  package func look() -> [LoopEvent] {
    var events: [LoopEvent] = []
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
  package func endAll() {
    for child in running.values where child.output != nil {
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
    let reader = { [loop] (pipe: PipeEnds, onBytes: PipeReader.OnBytes?) in
      PipeReader(pipe.reading, limit: limit, loop: loop, onBytes: onBytes, onEnd: onEnd)
    }
    child.output = reader(output, request.onOutput)
    child.errors = reader(errors, request.onErrors)
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

  private func deliver(_ token: Token) -> [LoopEvent] {
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

/// A started child.
///
/// It is kept until its owner has the outcome, or until it ends without an owner.
final class RunningChild {
  let process: pid_t
  /// Receives the outcome; nil after delivery or cancellation.
  var owner: Children.Owner?
  /// The timer of the next step: the deadline, SIGKILL, or the end of the wait for the pipes.
  var timer: EventLoop.Token?
  var isOverdue = false
  /// Nil while the child runs.
  private(set) var end: ChildEnd?
  var input: PipeWriter?
  var output: PipeReader?
  var errors: PipeReader?
  var endsGroup = false
  private var wasToldToEnd = false

  var isDrained: Bool { (output?.isAtEnd ?? true) && (errors?.isAtEnd ?? true) }

  var outcome: ChildOutcome? {
    guard let end else { return nil }
    return ChildOutcome(
      end: end,
      isOverdue: isOverdue,
      output: output?.captured ?? ChildOutcome.Captured(),
      errors: errors?.captured ?? ChildOutcome.Captured()
    )
  }

  init(process: pid_t, owner: @escaping Children.Owner) {
    self.process = process
    self.owner = owner
  }

  /// Sends `signal` to the process group unless its number may have been reused.
  func tell(_ signal: Int32) {
    guard end == nil else { return }
    wasToldToEnd = true
    kill(-process, signal)
    // A stopped process would not handle a signal that it catches.
    kill(-process, SIGCONT)
  }

  func takeStatus() -> Bool {
    guard end == nil else { return true }
    // The number of an ended process is not reused before `waitpid`. Until then its group can be
    // killed without hitting another one.
    if wasToldToEnd || endsGroup, hasEnded { kill(-process, SIGKILL) }
    var status: Int32 = 0
    let found = waitpid(process, &status, WNOHANG)
    if found == process {
      end = ChildEnd(status: status)
    } else if found < 0, errno == ECHILD {
      end = .unknown
    }
    return end != nil
  }

  func closePipes() {
    input?.stop()
    output?.stop()
    errors?.stop()
  }

  /// Whether the process has ended; leaves its status to be read.
  private var hasEnded: Bool {
    var info = siginfo_t()
    return waitid(P_PID, id_t(process), &info, WEXITED | WNOHANG | WNOWAIT) == 0
      && info.si_signo == SIGCHLD
  }
}
