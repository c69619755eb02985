package import StreamModel

/// Reads the words, quoted texts and separators of a field's value (RFC 9110, section 5.6).
struct FieldScanner {
  private let bytes: [UInt8]
  private var at = 0

  init(_ value: String) { bytes = Array(value.utf8) }

  var isAtEnd: Bool { at >= bytes.count }

  /// Passes blanks, then the separator `scalar` if it is next; returns whether it was.
  mutating func pass(_ scalar: Unicode.Scalar) -> Bool {
    passBlanks()
    guard at < bytes.count, bytes[at] == scalar.value else { return false }
    at += 1
    return true
  }

  /// Returns the text up to the next `scalar` and passes it; nil if there is none.
  mutating func text(before scalar: Unicode.Scalar) -> String? {
    guard let end = bytes[at...].firstIndex(where: { $0 == scalar.value }) else { return nil }
    defer { at = end + 1 }
    return String(decoding: bytes[at..<end], as: UTF8.self)
  }

  /// Returns a quoted text without its quotes, or a word; empty at a separator.
  mutating func value() -> String {
    guard pass("\"") else { return word() }
    var text: [UInt8] = []
    while at < bytes.count, bytes[at] != UInt8(ascii: "\"") {
      if bytes[at] == UInt8(ascii: "\\"), at + 1 < bytes.count { at += 1 }
      text.append(bytes[at])
      at += 1
    }
    at = min(bytes.count, at + 1)
    return String(decoding: text, as: UTF8.self)
  }

  /// Returns the bytes up to a blank or a separator.
  mutating func word() -> String {
    passBlanks()
    let start = at
    while at < bytes.count, !" \t,;=\"".utf8.contains(bytes[at]) { at += 1 }
    return String(decoding: bytes[start..<at], as: UTF8.self)
  }

  /// Passes everything up to and including the next comma that is outside quotes.
  mutating func passElement() {
    while at < bytes.count {
      if pass(",") { return }
      let before = at
      _ = value()
      if at == before { at += 1 }
    }
  }

  /// Returns the parameters after the first semicolon, with their names in lower case.
  mutating func parameters() -> [(name: String, value: String)] {
    var result: [(name: String, value: String)] = []
    while pass(";") {
      let name = word().lowercased()
      let value = pass("=") ? value() : ""
      if !name.isEmpty { result.append((name, value)) }
    }
    return result
  }

  private mutating func passBlanks() {
    while at < bytes.count, bytes[at] == 0x20 || bytes[at] == 0x09 { at += 1 }
  }
}

/// A link to another document in an answer's "Link" field (RFC 8288).
package struct LinkField: Equatable, Sendable {
  /// The most links of an answer that are read.
  package static let limit = 50

  package let target: String
  /// The relations in lower case, such as "next".
  package let relations: [String]
  /// The media type in lower case; nil if none is stated.
  package let type: String?
  package let title: String?

  /// Parses the value of "Link", in which commas separate links.
  static func read(_ value: String) -> [LinkField] {
    var scanner = FieldScanner(value)
    var links: [LinkField] = []
    while !scanner.isAtEnd, links.count < limit {
      if scanner.pass("<"), let target = scanner.text(before: ">") {
        let parameters = scanner.parameters()
        // Only the first parameter of a name counts (section 3).
        let first = { (name: String) in parameters.first { $0.name == name }?.value }
        links.append(
          LinkField(
            target: target,
            relations: (first("rel") ?? "").lowercased().split(separator: " ").map(String.init),
            type: first("type")?.lowercased(),
            title: first("title")
          )
        )
      }
      scanner.passElement()
    }
    return links
  }
}

/// The media type that a server states for a body (RFC 9110, section 8.3).
package struct ContentType: Equatable, Sendable {
  /// Type and subtype in lower case, such as "text/html".
  package let type: String
  /// The charset in lower case; nil if none is stated.
  package let charset: String?

  /// Parses the value of "Content-Type"; returns nil if it names no type.
  package init?(_ value: String) {
    var scanner = FieldScanner(value)
    let type = scanner.word().lowercased()
    guard type.contains("/") else { return nil }
    self.type = type
    let charset = scanner.parameters().first { $0.name == "charset" }?.value.lowercased()
    self.charset = charset.flatMap { $0.isEmpty ? nil : $0 }
  }

  /// Whether the body is said to be a page, which a captive portal also answers.
  package var isPage: Bool { type == "text/html" || type == "application/xhtml+xml" }
}

/// The time before which a server wants no further request (RFC 9110, section 10.2.3).
package enum RetryAfter: Equatable, Sendable {
  /// This number of seconds after the answer.
  case seconds(Int64)
  /// At this time of the server's clock.
  case date(Timestamp)

  /// The smallest number that is a time since 1970 and not a number of seconds from now.
  private static let epoch: Int64 = 1_000_000_000

  /// Parses seconds, seconds since 1970, or a date; returns nil for anything else.
  package init?(_ value: String) {
    if let seconds = WholeSeconds.read(value) {
      self =
        seconds >= Self.epoch ? .date(Timestamp(secondsSinceEpoch: seconds)) : .seconds(seconds)
    } else if let date = Timestamp(feedDate: value) {
      self = .date(date)
    } else {
      return nil
    }
  }

  /// Returns the time for an answer that came at `now`; never before it.
  package func time(from now: Timestamp) -> Timestamp {
    switch self {
    case .seconds(let seconds): now.advanced(by: seconds)
    case .date(let date): max(now, date)
    }
  }
}

/// Reads a number of seconds (delta-seconds, RFC 9111, section 1.2.2).
enum WholeSeconds {
  /// The largest number; a larger one counts as this one, as the standard demands.
  static let limit: Int64 = 2_147_483_648

  /// Returns the number; nil if `text` has anything but digits.
  static func read(_ text: String) -> Int64? {
    guard !text.isEmpty, text.utf8.allSatisfy({ $0 &- 0x30 < 10 }) else { return nil }
    return min(limit, Int64(text) ?? limit)
  }
}

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
