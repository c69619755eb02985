/// The requests that one curl process makes at the same time.
///
/// The process gets ``arguments``, which name no address and no secret, and reads ``configuration``
/// from its standard input.
package struct CurlBatch: Equatable, Sendable {
  /// The arguments after the name of the program; "-q" first, or `~/.curlrc` has a say.
  package static let arguments = ["-q", "-K", "-"]

  /// The most hosts that are asked at the same time.
  package static let hostLimit = 8

  /// The requests; each is known by its index.
  package let requests: [CurlRequest]
  /// The most requests that are made at the same time.
  package let most: Int

  package init(_ requests: [CurlRequest], most: Int = hostLimit) {
    self.requests = requests
    self.most = most
  }

  /// The text for curl's standard input; empty without a request.
  package var configuration: String {
    guard !requests.isEmpty else { return "" }
    // Without "parallel-immediate" a slow transfer keeps others waiting (curl/curl#15838).
    let head = ["parallel", "parallel-immediate", "parallel-max = \(parallelCount)"]
    let sections = requests.enumerated().map { index, request in
      request.lines(number: index).joined(separator: "\n")
    }
    return head.joined(separator: "\n") + "\n" + sections.joined(separator: "\nnext\n") + "\n"
  }

  /// curl accepts 1 to 300 parallel transfers.
  private var parallelCount: Int { max(1, min(300, most, requests.count)) }
}
