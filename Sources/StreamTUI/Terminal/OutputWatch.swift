/// Wakes the loop while the terminal has not accepted all output.
struct OutputWatch {
  /// The interval at which pending output is retried whatever `poll` reports, in milliseconds.
  private static let sendAgain = 100

  private let output: TerminalOutput
  private let loop: EventLoop
  /// The watch for room in the terminal while output is pending.
  private var room: EventLoop.Token?
  private var retry: EventLoop.Token?

  /// Watches `output` from the turns of `loop` on.
  init(_ output: TerminalOutput, loop: EventLoop) {
    self.output = output
    self.loop = loop
  }

  /// Sees to it that the loop wakes up when the terminal has room, if output is pending.
  ///
  /// Both the watch and the timer only end the wait: each turn sends as much as the terminal accepts.
  mutating func update() {
    loop.remove(retry)
    retry = nil
    if output.isEmpty {
      loop.remove(room)
      room = nil
      return
    }
    retry = loop.schedule(afterMilliseconds: Self.sendAgain) { [] }
    if room == nil { room = loop.watch(output.descriptor, for: .writing) { [] } }
  }
}
