/// The consequence of a transfer's end, with the sentence that tells the reader.
package struct CurlOutcome: Equatable, Sendable {
  /// The way the subscription goes on.
  package enum Course: Equatable, Sendable {
    /// The body is the new state of the feed.
    case done
    /// The copy that exists is still good.
    case unchanged
    /// The same request may succeed later: it is repeated with growing pauses.
    case later
    /// The request cannot succeed until the user, or the owner of the server, changes something:
    /// it is repeated once a day at most.
    case user
    /// The request is never repeated by itself.
    case never
  }

  /// The way the subscription goes on.
  package let course: Course
  /// The event, its cause and the remedy; names the host.
  package let sentence: String

  /// Makes an outcome.
  package init(_ course: Course, _ sentence: String) {
    self.course = course
    self.sentence = sentence
  }

  /// Interprets an exit code of curl (curl's manual, "EXIT CODES"), or one above them.
  package init(exit: Int, host: String) {
    switch exit {
    case 0: self.init(.done, "\(host) sent the document.")
    case 1:
      self.init(
        .user,
        "\(host) redirects to an address that is not followed: only http and https are, and never from https to http. Check the address."
      )
    case 3: self.init(.user, "curl cannot read the address on \(host). Check the address.")
    case 2, 4, 41, 43, 48, 53, 54, 66, 93:
      self.init(.user, "curl cannot make the request (exit \(exit)). Update the package curl.")
    case 5:
      self.init(.user, "The proxy's name cannot be resolved. Check http_proxy and https_proxy.")
    case 6:
      self.init(.later, "The name \(host) cannot be resolved. Check the address and the network.")
    case 7: self.init(.later, "\(host) accepts no connection. Try again later.")
    case 8: self.init(.later, "\(host) did not answer in HTTP. Check the address.")
    case 16, 92, 95:
      self.init(.later, "\(host) broke the HTTP protocol (exit \(exit)). Try again later.")
    case 18: self.init(.later, "\(host) closed the connection before the document was complete.")
    case 22: self.init(.later, "\(host) answered with an error.")
    case 23, 26:
      self.init(
        .user,
        "The document from \(host) could not be saved: it is too large, or the disk is full."
      )
    case 27: self.init(.later, "Not enough memory for the document from \(host).")
    case 28: self.init(.later, "\(host) is too slow: the time for the transfer is over.")
    case 35, 80: self.init(.later, "No secure connection to \(host): the handshake failed.")
    case 42: self.init(.later, "The transfer from \(host) was cancelled.")
    case 45: self.init(.user, "curl cannot use the network interface. Check the network.")
    case 47:
      self.init(
        .user,
        "\(host) redirects more than \(CurlRequest.redirectLimit) times. Check the address."
      )
    case 51, 60, 83, 90, 91:
      self.init(
        .user,
        "No secure connection to \(host): its certificate is not trusted. It may be expired, self-signed or for another host."
      )
    case 52: self.init(.later, "\(host) closed the connection without an answer.")
    case 55: self.init(.later, "The request could not be sent to \(host): the connection broke.")
    case 56: self.init(.later, "The connection to \(host) broke before the document was complete.")
    case 58, 98:
      self.init(.user, "\(host) wants a client certificate, which streamtui does not send.")
    case 59, 64: self.init(.user, "No secure connection to \(host): there is no cipher in common.")
    case 61: self.init(.later, "\(host) sent a compressed document that is malformed.")
    case 63: self.init(.user, "The document from \(host) is too large.")
    case 67, 94: self.init(.user, "\(host) refused the login. Sign in again.")
    case 77, 82:
      self.init(.user, "curl has no usable certificates. Install the package ca-certificates.")
    case 81, 89, 99:
      self.init(.later, "curl could not use the network (exit \(exit)). Try again later.")
    case 96: self.init(.later, "No QUIC connection to \(host). Try again later.")
    case 97:
      self.init(
        .user,
        "The proxy refused the connection to \(host). Check http_proxy and https_proxy."
      )
    case 9...99:
      // Codes of FTP, LDAP, TFTP, SSH, RTSP and uploads, and codes that curl no longer uses.
      self.init(
        .later,
        "curl ended with exit \(exit), which the fetching of a web address should not cause. Try again later."
      )
    default:
      self.init(
        .later,
        "curl was ended before the document from \(host) was complete (exit \(exit))."
      )
    }
  }
}
