import Glibc

package struct ProgramOutcome: Equatable {
  /// A clause after the program's name: "done", "ended with 3".
  package let text: String
  /// Whether the program did not end with 0 by itself.
  package let isFailure: Bool
  /// The last line of standard error that is not empty, of a program that failed; nil without one.
  package let lastError: String?

  /// Describes the end of a child that had `timeout` seconds.
  package init(_ child: ChildOutcome, timeout: Int?) {
    self.init(child.end, isOverdue: child.isOverdue, timeout: timeout, errors: child.errors.bytes)
  }

  /// Describes the end of a program, by the last bytes of its standard error unless it had the terminal.
  package init(
    _ end: ChildEnd,
    isOverdue: Bool = false,
    timeout: Int? = nil,
    errors: [UInt8] = []
  ) {
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
