/// The requests that one curl process makes at the same time.
///
/// The process gets ``arguments``, which name no address and no secret, and reads ``configuration``
/// from its standard input.
package struct CurlBatch: Equatable, Sendable {
  /// The arguments after the name of the program; "-q" first, or `~/.curlrc` has a say.
  package static let arguments = ["-q", "-K", "-"]

  /// The requests; each is known by its index.
  package let requests: [CurlRequest]

  /// Makes a batch.
  package init(_ requests: [CurlRequest]) {
    self.requests = requests
  }

  /// The text for curl's standard input; empty without a request.
  package var configuration: String {
    guard !requests.isEmpty else { return "" }
    // Without "parallel-immediate" a slow transfer keeps others waiting (curl/curl#15838).
    let head = ["parallel", "parallel-immediate", "parallel-max = \(Self.most(requests.count))"]
    let sections = requests.enumerated().map { index, request in
      request.lines(number: index).joined(separator: "\n")
    }
    return head.joined(separator: "\n") + "\n" + sections.joined(separator: "\nnext\n") + "\n"
  }

  /// curl accepts 1 to 300 parallel transfers.
  private static func most(_ count: Int) -> Int { min(300, count) }
}
