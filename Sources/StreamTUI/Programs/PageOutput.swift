import StreamUI

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

  deinit {
    loop.remove(timer)
  }

  /// Takes in bytes of standard output; bytes beyond the limit change nothing.
  func take(_ bytes: UnsafeRawBufferPointer) -> [TerminalEvent] {
    let isFull = output.isCut
    Self.keep(bytes, in: &output)
    guard !isFull, timer == nil else { return [] }
    timer = loop.schedule(afterMilliseconds: Self.interval) { [weak self] in
      self?.show() ?? []
    }
    return []
  }

  /// Takes in bytes of standard error, which are shown if the program fails.
  func takeError(_ bytes: UnsafeRawBufferPointer) -> [TerminalEvent] {
    Self.keep(bytes, in: &errors)
    return []
  }

  /// Returns the output of the program, which has ended.
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

  private func show() -> [TerminalEvent] {
    timer = nil
    let soFar = CommandOutput(bytes: output.bytes, isCut: output.isCut, outcome: nil)
    return [.event(.output(number, soFar))]
  }

  private static func keep(
    _ bytes: UnsafeRawBufferPointer,
    in captured: inout ChildOutcome.Captured
  ) {
    let kept = min(bytes.count, CommandOutput.limit - captured.bytes.count)
    captured.bytes += bytes.prefix(kept)
    if kept < bytes.count { captured.isCut = true }
  }
}
