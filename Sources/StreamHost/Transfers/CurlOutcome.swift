import StreamModel

/// The consequence of a transfer's end, with the sentence that tells the reader.
package struct CurlOutcome: Equatable, Sendable {
  /// The way the subscription goes on; ``FetchRecord`` stores it by its name.
  package enum Course: String, Sendable {
    /// The body is the new state of the feed.
    case done
    case unchanged
    /// The same request may succeed later: it is repeated with growing pauses.
    case later
    /// The request cannot succeed until the user, or the owner of the server, changes something:
    /// it is repeated once a day at most.
    case user
    /// The request is never repeated by itself.
    case never
  }

  package let course: Course
  package let sentence: String

  package init(_ course: Course, _ sentence: String) {
    self.course = course
    self.sentence = sentence
  }

  /// Interprets an exit code of curl (curl's manual, "EXIT CODES"), or one above them.
  ///
  /// - Parameters:
  ///   - reason: curl's words for it; they tell apart the faults of certificates.
  ///   - profileWithoutTLS: the address without TLS to try; nil where that is the same one.
  package init(exit: Int, host: String, reason: String = "", profileWithoutTLS: String? = nil) {
    course =
      switch exit {
      case 0: .done
      case 2...5, 23, 26, 41, 43, 45, 47, 48, 51, 53, 54, 58...60, 63, 64, 66, 67, 77, 82, 83, 90,
        91, 93, 94, 97, 98:
        .user
      default: .later
      }
    sentence =
      switch exit {
      case 0: "\(host) sent the document."
      case 3: "curl cannot read the address on \(host). Check the address."
      case 2, 4, 41, 43, 48, 53, 54, 66, 93:
        "curl cannot make the request (exit \(exit)). Update the package curl."
      case 5: "The proxy's name cannot be resolved. Check http_proxy and https_proxy."
      case 6: "The name \(host) cannot be resolved. Check the address and the network."
      case 7: "\(host) accepts no connection. Try again later."
      // Redirects are requests of their own, so 1 is not about their addresses: it is HTTP/0.9, or a
      // version that does not exist.
      case 1, 8: "\(host) did not answer in HTTP. Check the address."
      case 16, 92, 95: "\(host) broke the HTTP protocol (exit \(exit)). Try again later."
      case 18: "\(host) closed the connection before the document was complete. Try again later."
      case 22: "\(host) answered with an error. Try again later."
      case 23, 26:
        "The document from \(host) could not be saved: it is too large, or the disk is full. Check the disk and the address."
      // curl reports heads of the answer that are too long as a lack of memory, since 8.6 as 100.
      case 27, 100:
        "The answer from \(host) needs too much memory, or its heads are too long. Try again later."
      case 28: "\(host) is too slow: \(Self.limit(passedIn: reason)). Try again later."
      case 35, 80:
        "No secure connection to \(host): the handshake failed. Try again later, or \(profileWithoutTLS ?? "with http:// before it") if it has no TLS."
      case 42: "The transfer from \(host) was cancelled. Try again later."
      case 45: "curl cannot use the network interface. Check the network."
      case 47: "\(host) redirects more than \(CurlRequest.redirectLimit) times. Check the address."
      case 51, 60, 83, 90, 91:
        "No secure connection to \(host): its certificate \(Self.fault(ofCertificate: reason)). Check the address and the clock."
      case 52: "\(host) closed the connection without an answer. Try again later."
      case 55: "The request could not be sent to \(host): the connection broke. Try again later."
      case 56: "The connection to \(host) broke before the document was complete. Try again later."
      case 58, 98:
        "\(host) wants a client certificate, which streamtui does not send. Check the address."
      case 59, 64:
        "No secure connection to \(host): there is no cipher in common. Update the package curl."
      case 61: "\(host) sent a compressed document that is malformed. Try again later."
      case 63: "The document from \(host) is too large. Check the address."
      case 67, 94: "\(host) refused the login. Sign in again."
      case 77, 82: "curl has no usable certificates. Install the package ca-certificates."
      case 81, 89, 99: "curl could not use the network (exit \(exit)). Try again later."
      case 96: "No QUIC connection to \(host). Try again later."
      case 97: "The proxy refused the connection to \(host). Check http_proxy and https_proxy."
      case 9...99:
        // Codes of FTP, LDAP, TFTP, SSH, RTSP and uploads, and codes that curl no longer uses.
        "curl ended with exit \(exit), which the fetching of a web address should not cause. Try again later."
      default:
        "curl was ended before the document from \(host) was complete (exit \(exit)). Try again later."
      }
  }

  /// The consequence of a pause; `status` is that of the answer which has just asked for it.
  static func pause(
    of host: String,
    until end: Timestamp,
    at now: Timestamp,
    status: Int? = nil
  ) -> CurlOutcome {
    let time = end.seconds(since: now) < 60 ? "in a minute" : RelativeTime.ahead(end, now: now)
    let number = status.map { " (\($0))" } ?? ""
    return CurlOutcome(.later, "\(host) asks for a pause\(number): it can be asked again \(time).")
  }

  /// Returns which of the limits of a request it has passed, with the figures that curl states.
  ///
  /// curl's words, of some releases: "Operation too slow. Less than 100 bytes/sec transferred the last 15 seconds",
  /// "Connection timed out after 10001 milliseconds", "Failed to connect to a.example port 443 after 10001 ms: Timeout
  /// was reached", "Operation timed out after 60001 milliseconds with 12 bytes received".
  private static func limit(passedIn reason: String) -> String {
    let words = reason.lowercased().split(separator: " ")
    let number = { (place: Int?) -> Int? in
      place.flatMap { words.dropFirst($0 + 1).first }.flatMap { Int($0) }
    }
    if let rate = number(words.firstIndex(of: "than")),
      let time = number(words.lastIndex(of: "last"))
    {
      return "it sent less than \(rate) bytes a second for \(time) seconds"
    }
    guard let time = number(words.lastIndex(of: "after")).map({ $0 / 1_000 }), time > 0 else {
      return "the time for the transfer is over"
    }
    return words.first == "operation"
      ? "the document was not complete after \(time) seconds"
      : "there was no connection after \(time) seconds"
  }

  /// Returns what is wrong with a certificate, as the libraries for TLS that curl uses word it.
  private static func fault(ofCertificate reason: String) -> String {
    let words = reason.lowercased()
    let has = { (parts: String...) in parts.contains { words.contains($0) } }
    if has("expired") { return "has expired" }
    if has("not yet valid", "not activated") { return "is not valid yet" }
    if has("self-signed", "self signed") {
      return "is self-signed, or signed by nobody that this machine trusts"
    }
    if has("subject name", "not match", "owner") { return "is for another host" }
    if has("issuer", "unknown ca") { return "is signed by nobody that this machine trusts" }
    return "is not trusted: it may be expired, self-signed or for another host"
  }
}

/// The end of a transfer, as curl reports it on its standard error.
package struct CurlEvent: Equatable, Sendable {
  /// The longest reason that is kept, in bytes.
  package static let reasonLimit = 300

  package let number: Int
  /// The exit code of the transfer; 0 for a complete one.
  package let exit: Int
  /// The reason in curl's words; empty for a complete transfer.
  ///
  /// A server may have a say in it, so it is text from outside.
  package let reason: String

  /// The numeric address of the machine that answered; nil if there was no connection.
  package let peer: String?

  /// Parses a line of curl's standard error; returns nil for lines that report something else.
  package init?(_ line: String) {
    guard line.utf8.first == UInt8(ascii: "@") else { return nil }
    let words = line.dropFirst().split(separator: " ", maxSplits: 3)
    guard words.count >= 3, let number = Self.number(words[0]), Self.number(words[1]) != nil,
      let exit = Self.number(words[2])
    else { return nil }
    self.number = number
    self.exit = exit
    var rest = words.count > 3 ? words[3] : ""
    var peer: Substring = ""
    if rest.hasPrefix("["), let end = rest.firstIndex(of: "]") {
      peer = rest[rest.index(after: rest.startIndex)..<end]
      rest = rest[rest.index(after: end)...].drop { $0 == " " }
    }
    self.peer = peer.isEmpty ? nil : String(peer)
    reason = String(decoding: rest.utf8.prefix(Self.reasonLimit), as: UTF8.self)
  }

  /// The value of "write-out" for a request.
  ///
  /// The line end in front ends a line of curl's own that may be unfinished.
  static func format(number: Int) -> String {
    "%{stderr}\\n@\(number) %{http_code} %{exitcode} [%{remote_ip}] %{errormsg}\\n"
  }

  /// Returns a number of at most nine digits.
  private static func number(_ text: Substring) -> Int? {
    guard (1...9).contains(text.utf8.count), text.utf8.allSatisfy({ $0 &- 0x30 < 10 }) else {
      return nil
    }
    return Int(text)
  }
}

/// The one table from the status codes of HTTP (RFC 9110, section 15) to sentences.
package enum StatusOutcome {
  /// The consequence of a 304 to a request that named no copy (RFC 9110, section 15.4.5).
  package static func baseless(_ status: Int, host: String) -> CurlOutcome {
    CurlOutcome(
      .later,
      "\(host) sent no document (\(status)), though it was asked for the whole document. Try again later."
    )
  }

  /// Returns the consequence of a status, which is that of the last answer.
  ///
  /// - Parameter status: 0 if no answer had a head.
  package static func of(_ status: Int, host: String, for purpose: Purpose = .feed) -> CurlOutcome {
    let address = purpose == .feed ? " Check the address." : ""
    let isOlder = purpose == .older
    let course: CurlOutcome.Course =
      switch status {
      case 204, 205, 304: .unchanged
      case 206: .later
      case 200...299: .done
      case 300...399, 401...403, 407, 451: .user
      case 410: .never
      default: .later
      }
    let sentence =
      switch status {
      case 204, 205, 304: "\(host) has nothing new."
      case 206: "\(host) sent only a part of the document. Try again later."
      case 200...299: "\(host) sent the document."
      case 300...399: "\(host) redirects (\(status)) without a usable address. Check the address."
      case 401:
        "\(host) wants you to sign in\(isOlder ? " to see older posts" : "") (401).\(purpose.accessAdvice)"
      case 402, 403, 451:
        "\(host) refuses access\(isOlder ? " to older posts" : "") (\(status)).\(purpose.accessAdvice)"
      case 404: "\(host) does not have \(purpose.document) (404).\(address)"
      case 407:
        "The proxy on the way to \(host) wants you to sign in (407). Check http_proxy and https_proxy."
      case 410 where purpose == .feed:
        "\(host) has removed this feed for good (410). It is not fetched again. Remove the subscription or change its address."
      case 410: "\(host) has removed \(purpose.document) (410)."
      case 425, 429, 503:
        "\(host) wants fewer requests or is overloaded (\(status)). \(purpose == .feed ? "It is asked again later." : "Try again later.")"
      case 400...499: "\(host) refuses the request (\(status)).\(address)"
      case 500...599: "\(host) has an error of its own (\(status)). Try again later."
      default: "\(host) did not answer in HTTP. Check the address."
      }
    return CurlOutcome(course, sentence)
  }
}
