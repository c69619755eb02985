import StreamSources
import StreamUI

/// The program that makes requests, as a child without a terminal.
enum Curl {
  /// The sentence for a machine without the program.
  static let isMissing = "Reading addresses needs curl: install the package curl"
  /// The largest address space of the child in bytes: its libraries take a tenth of it.
  private static let memory: UInt = 1 << 30
  /// The bytes of output that are kept; the report on standard error is read as it arrives.
  private static let kept = 4 << 10
  /// The seconds that a batch may take beyond those of its transfers.
  private static let grace = 10

  /// The program, looked up in PATH: `$STREAMTUI_CURL`, else curl.
  static var program: String {
    Environment.value("STREAMTUI_CURL").flatMap { $0.isEmpty ? nil : $0 } ?? "curl"
  }

  /// Whether the program is there.
  static var exists: Bool { ChildProcess.exists(program) }

  /// The sentence for a process that could not be started, for the reason in `errno`.
  static func failure(_ reason: Int32) -> String {
    guard exists else { return isMissing }
    return "Nothing was fetched: curl cannot be started: \(SystemError.text(reason))"
  }

  /// Whether curl may go through a proxy, as its manual lists the variables.
  static var usesProxy: Bool {
    ["http_proxy", "https_proxy", "HTTPS_PROXY", "all_proxy", "ALL_PROXY"].contains {
      !(Environment.value($0) ?? "").isEmpty
    }
  }

  /// Returns the child that makes the requests of `batch`.
  ///
  /// - Parameters:
  ///   - program: the program, or its path.
  ///   - now: the time from which its deadline counts.
  ///   - onErrors: receives its report, a line for each transfer.
  static func request(
    _ batch: CurlBatch,
    with program: String,
    now: Moment,
    onErrors: @escaping PipeReader.OnBytes
  ) -> ChildRequest {
    let limits = batch.requests.map(\.limits)
    let most = limits.map(\.bodyBytes).max() ?? 0
    let seconds = limits.map(\.totalSeconds).max() ?? 0
    let turns = (batch.requests.count + batch.most - 1) / max(1, batch.most)
    let patience = min(86_400, (seconds * turns) + grace)
    return ChildRequest(
      arguments: [program] + CurlBatch.arguments,
      streams: .pipes(input: Array(batch.configuration.utf8), limit: kept),
      limits: ChildLimits(memory: memory, fileSize: UInt(clamping: most)),
      deadline: now.advanced(byMilliseconds: patience * 1_000),
      onErrors: onErrors
    )
  }
}
