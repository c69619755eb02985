import Glibc
import StreamHost
import StreamUI

/// The end of a program in words.
struct ProgramOutcome: Equatable {
  /// A clause after the program's name: "done", "ended with 3".
  let text: String
  /// Whether the program did not end with 0 by itself.
  let isFailure: Bool
  /// The last line of standard error that is not empty, of a program that failed; nil without one.
  let lastError: String?

  /// Describes the end of a program that had the terminal.
  init(_ end: ChildEnd) {
    self.init(end, isOverdue: false, timeout: nil, errors: [])
  }

  /// Describes the end of a program by the last bytes of its standard error.
  init(_ end: ChildEnd, errors: [UInt8]) {
    self.init(end, isOverdue: false, timeout: nil, errors: errors)
  }

  /// Describes the end of a child that had `timeout` seconds.
  init(_ child: ChildOutcome, timeout: Int?) {
    self.init(
      child.end,
      isOverdue: child.isOverdue,
      timeout: timeout,
      errors: child.errors.bytes
    )
  }

  private init(_ end: ChildEnd, isOverdue: Bool, timeout: Int?, errors: [UInt8]) {
    switch end {
    case .exited(0) where !isOverdue, .unknown where !isOverdue: text = "done"
    case _ where isOverdue: text = "was ended after \(timeout ?? 0) s (its timeout)"
    case .killed(let signal): text = "was killed by \(Self.name(of: signal))"
    case .exited(let code): text = "ended with \(code)"
    case .unknown: text = "done"
    }
    isFailure = text != "done"
    lastError = isFailure ? Self.lastLine(of: errors) : nil
  }

  private static func lastLine(of bytes: [UInt8]) -> String? {
    let lines = bytes.split { $0 == 0x0A || $0 == 0x0D }
    let last = lines.last { line in line.contains { $0 > 0x20 } }
    return last.map { String(decoding: $0.prefix(1_000), as: UTF8.self) }
  }

  /// The name of a signal, such as "SIGSEGV (Segmentation fault)".
  private static func name(of signal: Int32) -> String {
    let names = [
      SIGHUP: "SIGHUP", SIGINT: "SIGINT", SIGQUIT: "SIGQUIT", SIGILL: "SIGILL",
      SIGTRAP: "SIGTRAP", SIGABRT: "SIGABRT", SIGBUS: "SIGBUS", SIGFPE: "SIGFPE",
      SIGKILL: "SIGKILL", SIGUSR1: "SIGUSR1", SIGSEGV: "SIGSEGV", SIGUSR2: "SIGUSR2",
      SIGPIPE: "SIGPIPE", SIGALRM: "SIGALRM", SIGTERM: "SIGTERM", SIGXCPU: "SIGXCPU",
      SIGXFSZ: "SIGXFSZ", SIGSYS: "SIGSYS",
    ]
    let words = strsignal(signal).map { String(cString: $0) } ?? ""
    guard let name = names[signal] else { return "signal \(signal)" }
    return words.isEmpty ? name : "\(name) (\(words))"
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

  deinit {
    loop.remove(timer)
  }

  /// Takes in bytes of standard output; bytes beyond the limit change nothing.
  func take(_ bytes: UnsafeRawBufferPointer) -> [LoopEvent] {
    let isFull = output.isCut
    Self.keep(bytes, in: &output)
    guard !isFull, timer == nil else { return [] }
    timer = loop.schedule(afterMilliseconds: Self.interval) { [weak self] in
      self?.show() ?? []
    }
    return []
  }

  /// Takes in bytes of standard error, which are shown if the program fails.
  func takeError(_ bytes: UnsafeRawBufferPointer) -> [LoopEvent] {
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

  private func show() -> [LoopEvent] {
    timer = nil
    let soFar = CommandOutput(bytes: output.bytes, isCut: output.isCut, outcome: nil)
    return [.event(.answer(.output(soFar), to: number))]
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
