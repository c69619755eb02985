import StreamModel

/// Asks the server of one account, one request after the other, and waits for each answer.
///
/// Secrets go to curl on its standard input, and only to the scheme, host and port of the account: no redirect is followed.
package final class AccountConnection {
  struct Call {
    enum Method: String { case get = "GET", post = "POST", put = "PUT", delete = "DELETE" }

    var method = Method.get
    /// The part of the address after ``AccountConnection/base``, with its query.
    let path: String
    /// Fields of the head, such as "Authorization: …".
    var fields: [String] = []
    var body: [UInt8]?
    var type = "application/x-www-form-urlencoded"
  }

  struct Answer {
    let head: HTTPHead
    let body: [UInt8]

    var text: String { String(decoding: body, as: UTF8.self) }
  }

  private static let limits = Purpose.account.limits
  private static let memory: UInt = 1 << 30

  let base: FeedAddress
  /// The server's time at its first answer, in seconds since 1970; nil where it does not say.
  private(set) var time: Int64?
  private let children: Children
  private let hosts: Hosts
  private let wait: (() -> Bool) -> Void

  /// - Parameter wait: runs the loop of the children until a condition holds, or a signal ends the program.
  package init(
    _ base: FeedAddress,
    with children: Children,
    wait: @escaping (() -> Bool) -> Void
  ) {
    self.base = base
    self.children = children
    self.wait = wait
    hosts = Hosts(in: CacheFolder())
  }

  var now: Timestamp { children.loop.time.wall }
  var host: String { base.host }
  /// The address without a slash at its end.
  var prefix: String { base.text.hasSuffix("/") ? String(base.text.dropLast()) : base.text }

  /// Makes a request; returns the answer, whatever its status.
  ///
  /// - Throws: ``AccountFailure`` if there is no whole answer, or the host has asked for a pause.
  func ask(_ call: Call) throws(AccountFailure) -> Answer {
    guard let answer = try ask([call]).first else {
      throw AccountFailure(.later, CurlOutcome(exit: 8, host: host).sentence)
    }
    return answer
  }

  /// Makes requests, one after the other on one connection; returns the answers in their order, at least one.
  ///
  /// - Throws: ``AccountFailure`` if the first one has no whole answer. Those after another that has none are not made.
  func ask(_ calls: [Call]) throws(AccountFailure) -> [Answer] {
    if let pause = hosts.pause(of: host, at: now) {
      throw AccountFailure(.later, CurlOutcome.pause(of: host, until: pause, at: now).sentence)
    }
    // On curl's output nothing ends an answer. No server can know the mark and send it itself.
    let mark = "\n\(hexDigits(UInt64.random(in: .min ... .max)))\n"
    let end = calls.count == 1 ? "" : "fail-early\n\(CurlText.option("write-out", mark))\n"
    let text = calls.map { configuration(of: $0) + end }.joined(separator: "next\n")
    let outcome = try run(
      [Curl.program] + CurlBatch.arguments,
      input: Array(text.utf8),
      seconds: calls.count * Self.limits.totalSeconds + 10
    )
    let output = outcome.output.bytes
    var parts = calls.count == 1 ? [output] : Self.parts(of: output, endingWith: mark)
    let failure = failure(of: outcome)
    // curl writes the mark behind a part that failed, too.
    if failure != nil, calls.count == 1 || !outcome.output.isCut { parts = parts.dropLast() }
    var answers: [Answer] = []
    for part in parts {
      guard let answer = Self.answer(in: part) else { break }
      time = time ?? answer.head["date"].flatMap { Timestamp(feedDate: $0)?.secondsSinceEpoch }
      if let pause = hosts.note(answer.head, of: host, at: now) {
        guard answers.isEmpty else { break }
        let status = answer.head.status
        let end = CurlOutcome.pause(of: host, until: pause, at: now, status: status)
        throw AccountFailure(.later, end.sentence)
      }
      answers.append(answer)
    }
    guard !answers.isEmpty else {
      throw AccountFailure(.later, (failure ?? CurlOutcome(exit: 8, host: host)).sentence)
    }
    return answers
  }

  /// The reason why curl did not make all requests; nil if it did.
  private func failure(of outcome: ChildOutcome) -> CurlOutcome? {
    guard case .exited(let code) = outcome.end, !outcome.isOverdue else {
      return CurlOutcome(exit: 28, host: host)
    }
    guard code == 0, !outcome.output.isCut else {
      let reason = String(decoding: outcome.errors.bytes, as: UTF8.self)
      return CurlOutcome(exit: code == 0 ? 63 : Int(code), host: host, reason: reason)
    }
    return nil
  }

  /// Makes a request whose answer comes bit by bit, head first, until the server or the network ends it.
  ///
  /// - Parameter take: receives the bytes; returns whether to go on.
  func follow(
    _ call: Call,
    _ take: @escaping (UnsafeRawBufferPointer) -> Bool
  ) throws(AccountFailure) {
    if let pause = hosts.pause(of: host, at: now) {
      throw AccountFailure(.later, CurlOutcome.pause(of: host, until: pause, at: now).sentence)
    }
    var isOver = false
    let request = ChildRequest(
      arguments: [Curl.program] + CurlBatch.arguments,
      streams: .pipes(input: Array(configuration(of: call, isEndless: true).utf8), limit: 1),
      limits: ChildLimits(memory: Self.memory),
      onOutput: { bytes in
        if !isOver { isOver = !take(bytes) }
        return [.bytesArrived]
      }
    )
    let child = children.start(request) { _ in
      isOver = true
      return [.bytesArrived]
    }
    guard let child else { throw AccountFailure(.refused, "\(Curl.program) cannot be started") }
    wait { isOver }
    children.cancel(child)
  }

  func run(
    _ arguments: [String],
    input: [UInt8]?,
    seconds: Int
  ) throws(AccountFailure) -> ChildOutcome {
    var outcome: ChildOutcome?
    let request = ChildRequest(
      arguments: arguments,
      streams: .pipes(input: input, limit: Self.limits.bodyBytes),
      limits: ChildLimits(memory: Self.memory),
      deadline: children.loop.time.now.advanced(byMilliseconds: seconds * 1_000)
    )
    let child = children.start(request) {
      outcome = $0
      return [.bytesArrived]
    }
    guard child != nil else {
      throw AccountFailure(.refused, "\(arguments.first ?? "") cannot be started")
    }
    wait { outcome != nil }
    guard let outcome else { throw AccountFailure(.later, "It was ended by a signal") }
    return outcome
  }

  /// The limits of a connection that stays: heartbeats come each half minute at most.
  private static let endless = [
    "connect-timeout = 20", "speed-limit = 1", "speed-time = 120", "no-buffer",
  ]

  private func configuration(of call: Call, isEndless: Bool = false) -> String {
    var lines =
      (isEndless ? Self.endless : Self.limits.lines + ["compressed"]) + [
        CurlText.option("url", prefix + call.path), "globoff", "include",
        CurlText.option("proto", "=http,https"), CurlText.option("request", call.method.rawValue),
        CurlText.option("user-agent", CurlRequest.agent), "no-progress-meter",
        // A body of some length would wait a second for the server to agree.
        CurlText.option("header", "Expect:"),
      ]
    // Who reads on a proxy's way reads the password, unless it is encrypted.
    if base.scheme == "http" { lines.append(CurlText.option("noproxy", "*")) }
    for field in call.fields { lines.append(CurlText.option("header", field)) }
    if let body = call.body {
      lines.append(CurlText.option("header", "Content-Type: \(call.type)"))
      lines.append(CurlText.option("data-raw", String(decoding: body, as: UTF8.self)))
    }
    return lines.joined(separator: "\n") + "\n"
  }

  /// The parts of curl's output, each without the mark at its end.
  private static func parts(of output: [UInt8], endingWith mark: String) -> [[UInt8]] {
    let needle = ByteNeedle(mark.utf8)
    return output.withUnsafeBufferPointer { output in
      var parts: [[UInt8]] = []
      var start = 0
      while let end = needle.first(in: output, from: start) {
        parts.append(Array(output[start..<end]))
        start = end + mark.utf8.count
      }
      return parts
    }
  }

  /// The last head of curl's output, and what follows it.
  private static func answer(in bytes: [UInt8]) -> Answer? {
    var start = 0
    var head: HTTPHead?
    while bytes[start...].starts(with: "HTTP/".utf8) {
      guard let end = Self.end(ofHeadAt: start, in: bytes) else { return nil }
      head = HTTPHeadReader.read(Array(bytes[start..<end])).last
      start = end
      // Those of a proxy and interim ones are followed by another head.
      guard let status = head?.status, status < 200 || bytes[start...].starts(with: "HTTP/".utf8)
      else { break }
    }
    return head.map { Answer(head: $0, body: Array(bytes[start...])) }
  }

  private static func end(ofHeadAt start: Int, in bytes: [UInt8]) -> Int? {
    var at = start
    while let line = bytes[at...].firstIndex(of: 0x0A) {
      let text = bytes[at..<line]
      at = line + 1
      if text.isEmpty || text.elementsEqual([0x0D]) { return at }
    }
    return nil
  }
}
