/// The values by which a server recognizes the copy that the reader has (RFC 9110, section 8.8).
package struct Validators: Equatable, Sendable {
  /// The longest validator in bytes; a longer one is dropped.
  package static let limit = 1_024

  /// The value of "ETag" as the server wrote it; nil if there is none.
  package let etag: String?
  /// The value of "Last-Modified" as the server wrote it; nil if there is none.
  ///
  /// Many servers compare it as text, so it goes back as it came.
  package let modified: String?

  /// Makes validators of two values; drops empty ones, and ones that are not printable ASCII.
  package init(etag: String?, modified: String?) {
    self.etag = Self.checked(etag)
    self.modified = Self.checked(modified)
  }

  /// The validators of an address of which no copy exists.
  package static let none = Validators(etag: nil, modified: nil)

  /// A line end in a validator would add a field to the request.
  private static func checked(_ value: String?) -> String? {
    guard let value, !value.isEmpty, value.utf8.count <= limit,
      value.utf8.allSatisfy({ (0x20...0x7E).contains($0) })
    else { return nil }
    return value
  }
}
