package import StreamModel

/// The status and the fields of an HTTP answer.
package struct HTTPHead: Equatable, Sendable {
  package struct Field: Equatable, Sendable {
    /// The name in lower case.
    package let name: String
    /// The value on one line, without surrounding white space and control characters.
    package let value: String
  }

  /// The most bytes of a head that are read.
  package static let lengthLimit = 64 << 10
  /// The most fields that are read.
  package static let fieldLimit = 200

  /// The status code from 100 to 999; 0 if the status line has none.
  package let status: Int
  /// The fields in their order.
  package let fields: [Field]
  /// Whether fields beyond a limit were dropped.
  package let isCut: Bool

  /// Returns the value of the first field called `name`, in lower case; nil without one.
  package subscript(name: String) -> String? { fields.first { $0.name == name }?.value }

  /// Returns the values of all fields called `name`, in lower case, as one list with commas.
  package func list(_ name: String) -> String {
    fields.lazy.filter { $0.name == name }.map(\.value).joined(separator: ", ")
  }

  /// Whether the status names another address for the request (RFC 9110, section 15.4).
  package var isRedirect: Bool { [301, 302, 303, 307, 308].contains(status) && location != nil }
  /// Whether the address has moved for good.
  package var isPermanentRedirect: Bool { isRedirect && (status == 301 || status == 308) }
  /// The value of "Location", as written.
  package var location: String? { self["location"].flatMap { $0.isEmpty ? nil : $0 } }
  /// The media type and the charset.
  package var contentType: ContentType? { self["content-type"].flatMap(ContentType.init) }
  /// The validators for the next request.
  package var validators: Validators {
    Validators(etag: self["etag"], modified: self["last-modified"])
  }
  package var cacheControl: CacheControl {
    CacheControl(list("cache-control"), age: self["age"])
  }
  /// The time before which the server wants no further request.
  ///
  /// Mastodon states it as the end of a rate limit: some servers as a date, some in seconds.
  package var retryAfter: RetryAfter? {
    if let stated = self["retry-after"].flatMap(RetryAfter.init) { return stated }
    return status == 429 ? self["x-ratelimit-reset"].flatMap(RetryAfter.init) : nil
  }
  /// The time of the last change; nil if it is missing or not a date.
  package var lastModified: Timestamp? {
    self["last-modified"].flatMap { Timestamp(feedDate: $0) }
  }
  /// The links to other documents (RFC 8288).
  package var links: [LinkField] { LinkField.read(list("link")) }
}
