/// The program that makes requests, as a child without a terminal.
package enum Curl {
  /// The sentence for a machine without the program.
  package static let isMissing = "Reading addresses needs curl: install the package curl"

  package static var program: String {
    Environment.value("STREAMTUI_CURL").flatMap { $0.isEmpty ? nil : $0 } ?? "curl"
  }

  package static var exists: Bool { ChildProcess.exists(program) }

  /// The sentence for a process that could not be started, for the reason in `errno`.
  static func failure(_ reason: Int32) -> String {
    guard exists else { return isMissing }
    return "Nothing was fetched: curl cannot be started: \(SystemError.text(reason))"
  }

  package static var usesProxy: Bool {
    ["http_proxy", "https_proxy", "HTTPS_PROXY", "all_proxy", "ALL_PROXY"].contains {
      !(Environment.value($0) ?? "").isEmpty
    }
  }
}
