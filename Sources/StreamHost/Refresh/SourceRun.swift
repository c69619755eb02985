import StreamModel

/// One run of a program whose output is a source.
///
/// The program has no terminal; it leads a process group of its own, which ends with the viewer.
package final class SourceRun {
  /// Receives the end: what went wrong, a clause after the program's name; nil for an end with status 0.
  package typealias OnEnd = (String?) -> [LoopEvent]

  /// The last bytes of standard error that are kept.
  private static let errorBytes = 4 << 10

  package let bytes: ArrivingBytes
  private let children: Children
  private let onBytes: () -> [LoopEvent]
  private let onEnd: OnEnd
  private var errors: [UInt8] = []
  private var token: Children.Token?

  /// - Parameter onBytes: called whenever output has arrived.
  package init(
    into bytes: ArrivingBytes,
    with children: Children,
    onBytes: @escaping () -> [LoopEvent],
    onEnd: @escaping OnEnd
  ) {
    self.bytes = bytes
    self.children = children
    self.onBytes = onBytes
    self.onEnd = onEnd
  }

  /// Starts the program; false if it could not be started.
  ///
  /// - Parameters:
  ///   - input: what it reads; nil for nothing.
  ///   - seconds: the time after which it is ended; nil for any time.
  package func begin(
    _ arguments: [String],
    input: [UInt8]? = nil,
    within seconds: Int? = nil
  ) -> Bool {
    let request = ChildRequest(
      arguments: arguments,
      streams: .pipes(input: input, limit: 0),
      deadline: seconds.map { children.loop.time.now.advanced(byMilliseconds: $0 * 1_000) },
      endsGroup: true,
      onOutput: { [weak self] in self?.take($0) ?? [] },
      onErrors: { [weak self] in self?.takeErrors($0) ?? [] }
    )
    token = children.start(request) { [weak self] outcome in
      guard let self else { return [] }
      token = nil
      let end =
        outcome.isOverdue
        ? ProgramOutcome(outcome, timeout: seconds) : ProgramOutcome(outcome.end, errors: errors)
      let last = end.lastError.map { ": \($0)" } ?? ""
      return onEnd(end.isFailure ? end.text + last : nil)
    }
    return token != nil
  }

  /// Ends the program and its process group; `onEnd` is not called.
  package func cancel() {
    children.cancel(token)
    token = nil
  }

  private func take(_ output: UnsafeRawBufferPointer) -> [LoopEvent] {
    guard token != nil else { return [] }
    guard let refusal = bytes.append(output) else { return onBytes() }
    cancel()
    return onEnd(refusal)
  }

  private func takeErrors(_ text: UnsafeRawBufferPointer) -> [LoopEvent] {
    errors += text.suffix(Self.errorBytes)
    errors.removeFirst(max(0, errors.count - Self.errorBytes))
    return []
  }
}
