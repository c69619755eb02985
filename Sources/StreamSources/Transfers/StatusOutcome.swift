/// Interprets the status codes of HTTP (RFC 9110, section 15).
package enum StatusOutcome {
  /// The consequence of a 304 to a request that named no copy (RFC 9110, section 15.4.5).
  package static func baseless(host: String) -> CurlOutcome {
    CurlOutcome(
      .later,
      "\(host) says that nothing has changed (304), though it was asked for the whole document. Try again later."
    )
  }

  /// Returns the consequence of a status, which is that of the last answer.
  ///
  /// - Parameter status: 0 if no answer had a head.
  package static func of(_ status: Int, host: String) -> CurlOutcome {
    switch status {
    case 204, 205, 304: CurlOutcome(.unchanged, "\(host) has nothing new.")
    case 206: CurlOutcome(.later, "\(host) sent only a part of the document. Try again later.")
    case 200...299: CurlOutcome(.done, "\(host) sent the document.")
    case 300...399:
      CurlOutcome(
        .user,
        "\(host) redirects (\(status)) without a usable address. Check the address."
      )
    case 401:
      CurlOutcome(.user, "\(host) wants you to sign in (401). Check whether the address is public.")
    case 402, 403, 451:
      CurlOutcome(.user, "\(host) refuses access (\(status)). Check whether the address is public.")
    case 404:
      CurlOutcome(.later, "\(host) does not have this document (404). Check the address.")
    case 407:
      CurlOutcome(
        .user,
        "The proxy on the way to \(host) wants you to sign in (407). Check http_proxy and https_proxy."
      )
    case 410:
      CurlOutcome(
        .never,
        "\(host) has removed this feed for good (410). It is not fetched again. Remove the subscription or change its address."
      )
    case 425, 429, 503:
      CurlOutcome(
        .later,
        "\(host) wants fewer requests or is overloaded (\(status)). It is asked again later."
      )
    case 400...499:
      CurlOutcome(.later, "\(host) refuses the request (\(status)). Check the address.")
    case 500...599:
      CurlOutcome(.later, "\(host) has an error of its own (\(status)). Try again later.")
    default: CurlOutcome(.later, "\(host) did not answer in HTTP. Check the address.")
    }
  }
}
