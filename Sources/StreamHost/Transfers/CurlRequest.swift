package import StreamModel

/// A request that curl is to make, and the files for its answer.
package struct CurlRequest: Equatable, Sendable {
  package enum Accept: String, Sendable {
    case feed =
      "application/atom+xml, application/rss+xml, application/feed+json, application/xml;q=0.9, text/html;q=0.5, */*;q=0.4"
    case comments =
      "application/json, application/atom+xml;q=0.9, application/rss+xml;q=0.9, application/xml;q=0.8, */*;q=0.5"
    case picture = "image/png, image/jpeg, image/webp, image/gif, */*;q=0.1"
    case page = "text/html, application/xhtml+xml, */*;q=0.5"
    /// A post of the fediverse, or the page about it.
    case post =
      "application/activity+json, application/ld+json; profile=\"https://www.w3.org/ns/activitystreams\", text/html;q=0.5, */*;q=0.4"
    /// Posts as the API of a server has them, and the answers that lead to these.
    case data = "application/json"
    case webFinger = "application/jrd+json, application/json"
    case activity =
      "application/activity+json, application/ld+json; profile=\"https://www.w3.org/ns/activitystreams\""
  }

  package struct Limits: Equatable, Sendable {
    let connectSeconds = 10
    var totalSeconds = 60
    /// The bytes a second below which a transfer is ended after ``slowSeconds``.
    let slowBytes = 100
    /// The seconds for which a transfer may be slow.
    let slowSeconds = 15
    var bodyBytes = 64 << 20

    var lines: [String] {
      [
        "connect-timeout = \(connectSeconds)", "max-time = \(totalSeconds)",
        "speed-limit = \(slowBytes)", "speed-time = \(slowSeconds)",
        // A courtesy only: curl before 8.4 ignores it without Content-Length. The cap is
        // RLIMIT_FSIZE, which the executable sets on the process.
        "max-filesize = \(bodyBytes)",
      ]
    }
  }

  package static let version = "1.0.0"
  package static let agent = "streamtui/\(version)"
  /// The most redirects that are followed, each by a request of its own: curl would follow them without
  /// asking which addresses are allowed.
  package static let redirectLimit = 5

  package let address: FeedAddress
  /// The absolute paths of the files: a relative one could be "-", which is the standard output.
  package let body: String
  package let head: String
  package let accept: Accept
  package let validators: Validators
  package let limits: Limits

  /// The lines of the configuration for this request.
  ///
  /// - Parameter number: the number that ``CurlEvent`` reports with the end of the transfer.
  func lines(number: Int) -> [String] {
    var lines = [
      CurlText.option("url", address.text),
      // Brackets in an address would make several requests.
      "globoff",
      CurlText.option("output", body),
      CurlText.option("dump-header", head),
      // The bytes that have arrived can be read, and all of them when the end is reported.
      "no-buffer",
      CurlText.option("proto", "=http,https"),
    ]
    lines += limits.lines
    lines += [
      CurlText.option("user-agent", Self.agent),
      CurlText.option("header", "Accept: \(accept.rawValue)"),
      // Without "compressed" the body stays as sent, so our own limits against bombs hold.
      CurlText.option("header", "Accept-Encoding: \(accept == .picture ? "identity" : "gzip")"),
    ]
    if let etag = validators.etag {
      lines.append(CurlText.option("header", "If-None-Match: \(etag)"))
    }
    if let modified = validators.modified {
      lines.append(CurlText.option("header", "If-Modified-Since: \(modified)"))
    }
    lines.append("no-progress-meter")
    // The standard error is not buffered, so that each end is reported at once.
    lines.append(CurlText.option("write-out", CurlEvent.format(number: number)))
    return lines
  }
}

/// The requests that one curl process makes at the same time.
///
/// The process gets ``arguments``, which name no address and no secret, and reads ``configuration``
/// from its standard input.
package struct CurlBatch: Equatable, Sendable {
  /// The arguments after the name of the program; "-q" first, or `~/.curlrc` has a say.
  package static let arguments = ["-q", "-K", "-"]

  /// The most hosts that are asked at the same time.
  package static let hostLimit = 8

  package let requests: [CurlRequest]
  /// The most requests that are made at the same time.
  package let most: Int

  /// The text for curl's standard input; empty without a request.
  package var configuration: String {
    guard !requests.isEmpty else { return "" }
    // Without "parallel-immediate" a slow transfer keeps others waiting (curl/curl#15838).
    let head = [
      "parallel", "parallel-immediate", "parallel-max = \(max(1, min(300, most, requests.count)))",
    ]
    let sections = requests.enumerated().map { index, request in
      request.lines(number: index).joined(separator: "\n")
    }
    return head.joined(separator: "\n") + "\n" + sections.joined(separator: "\nnext\n") + "\n"
  }
}

/// Writes lines of curl's configuration file, with its quoting (curl's manual, "-K, --config").
enum CurlText {
  static func option(_ name: String, _ value: String) -> String { "\(name) = \(quoted(value))" }

  /// Returns the value in quotes; NUL, which ends a line for curl, is left out.
  static func quoted(_ value: String) -> String {
    var result: [UInt8] = [UInt8(ascii: "\"")]
    result.reserveCapacity(value.utf8.count + 2)
    for byte in value.utf8 {
      switch byte {
      case UInt8(ascii: "\""), UInt8(ascii: "\\"): result += [UInt8(ascii: "\\"), byte]
      case 0x09: result += "\\t".utf8
      case 0x0A: result += "\\n".utf8
      case 0x0B: result += "\\v".utf8
      case 0x0D: result += "\\r".utf8
      case 0x00: break
      default: result.append(byte)
      }
    }
    result.append(UInt8(ascii: "\""))
    return String(decoding: result, as: UTF8.self)
  }
}

/// What a document is asked for: the limits of its transfer, and the words about it.
package enum Purpose: Equatable, Sendable {
  case feed
  case older
  case article
  /// Comments, or the names of people, as data: a page is not the document.
  case discussion(DiscussionPlace)
  /// A post that another document only names.
  case reply
  /// A picture of any type: the first bytes tell whether it is one.
  case picture
  /// An answer of the server of an account.
  case account

  /// The bytes of a discussion, and of a picture, at most.
  package static let longestDiscussion = 32 << 20
  package static let longestPicture = 20 << 20

  /// The limits of a transfer, the same whoever begins it.
  var limits: CurlRequest.Limits {
    switch self {
    case .feed, .older: CurlRequest.Limits()
    case .article: CurlRequest.Limits(bodyBytes: 8 << 20)
    // The reader waits for these with the post in view.
    case .discussion: CurlRequest.Limits(totalSeconds: 30, bodyBytes: Self.longestDiscussion)
    case .picture: CurlRequest.Limits(totalSeconds: 30, bodyBytes: Self.longestPicture)
    case .account: CurlRequest.Limits(bodyBytes: 128 << 20)
    // One slow server keeps all others waiting, and a post is short.
    case .reply: CurlRequest.Limits(totalSeconds: 15, bodyBytes: 1 << 20)
    }
  }

  /// The document of which a server says that it does not have it.
  var document: String {
    switch self {
    case .feed: "this document"
    case .older: "the next page"
    case .article: "this page"
    case .discussion(let place): place.deed == nil ? "this discussion" : "this post"
    case .reply: "this post"
    case .picture: "this picture"
    case .account: "what was asked for"
    }
  }

  /// What the reader may do, or should know, where a server shows a document to some only.
  var accessAdvice: String {
    switch self {
    case .feed: " Check whether the address is public."
    case .discussion(let place): " It may show these \(place.things) to its members only."
    case .older, .article, .reply, .picture, .account: ""
    }
  }
}
