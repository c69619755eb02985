package struct HTTPHead: Equatable, Sendable {
  package struct Field: Equatable, Sendable {
    package let name: String
    /// The value on one line, without surrounding white space and control characters.
    package let value: String
  }

  /// The most bytes of a head that are read.
  package static let lengthLimit = 64 << 10
  package static let fieldLimit = 200

  /// The status code from 100 to 999; 0 if the status line has none.
  package let status: Int
  package let fields: [Field]

  /// Returns the value of the first field called `name`, in lower case; nil without one.
  package subscript(name: String) -> String? { fields.first { $0.name == name }?.value }

  /// Returns the values of all fields called `name`, in lower case, as one list with commas.
  package func list(_ name: String) -> String {
    fields.lazy.filter { $0.name == name }.map(\.value).joined(separator: ", ")
  }

  /// Whether the status names another address for the request (RFC 9110, section 15.4).
  package var isRedirect: Bool { [301, 302, 303, 307, 308].contains(status) && location != nil }
  package var isPermanentRedirect: Bool { isRedirect && (status == 301 || status == 308) }
  /// The value of "Location", as written.
  package var location: String? { self["location"].flatMap { $0.isEmpty ? nil : $0 } }
  package var contentType: ContentType? { self["content-type"].flatMap(ContentType.init) }
  package var validators: Validators {
    Validators(etag: self["etag"], modified: self["last-modified"])
  }
  /// The seconds for which the answer is still fresh, without those that it spent in other caches
  /// (RFC 9111, section 5.2); nil if none are stated.
  package var maxAge: Int64? {
    var scanner = FieldScanner(list("cache-control"))
    var maxAge: Int64?
    while !scanner.isAtEnd {
      let name = scanner.word().lowercased()
      let argument = scanner.pass("=") ? scanner.value() : ""
      if name == "no-cache" { return 0 }
      if name == "max-age" { maxAge = maxAge ?? WholeSeconds.read(argument) }
      scanner.passElement()
    }
    let spent = self["age"].flatMap(WholeSeconds.read) ?? 0
    return maxAge.map { max(0, $0 - spent) }
  }
  /// The time before which the server wants no further request.
  ///
  /// Mastodon states it as the end of a rate limit: some servers as a date, some in seconds.
  package var retryAfter: RetryAfter? {
    if let stated = self["retry-after"].flatMap(RetryAfter.init) { return stated }
    return status == 429 ? self["x-ratelimit-reset"].flatMap(RetryAfter.init) : nil
  }
  /// The links to other documents (RFC 8288).
  package var links: [LinkField] { LinkField.read(list("link")) }
}

/// Reads the file that curl's `dump-header` writes: the head of each answer, one after the other.
///
/// A file has several heads after an interim answer (100, 103), a proxy or a redirect; the last one
/// belongs to the body. Any bytes can be read: lines that are no field are skipped, folded lines
/// are joined (RFC 9112, section 5.2), and trailers after the last head are skipped.
package enum HTTPHeadReader {
  /// The most heads that are kept: of more, the first ones are dropped.
  package static let headLimit = 32

  /// Returns the heads in the order of the file, in time proportional to its length.
  package static func read(_ file: [UInt8]) -> [HTTPHead] {
    var heads: [HTTPHead] = []
    var open: Draft?
    var rest = file[...]
    while !rest.isEmpty {
      let end = rest.firstIndex(of: 0x0A) ?? rest.endIndex
      let length = end - rest.startIndex
      let line = rest[..<end].last == 0x0D ? rest[..<(end - 1)] : rest[..<end]
      rest = rest[end...].dropFirst()
      if line.starts(with: "HTTP/".utf8) {
        finish(&open, into: &heads)
        open = Draft(status: status(line))
      } else if line.isEmpty {
        finish(&open, into: &heads)
      } else {
        open?.add(line, length: length)
      }
    }
    finish(&open, into: &heads)
    return heads
  }

  private static func finish(_ draft: inout Draft?, into heads: inout [HTTPHead]) {
    guard let head = draft?.head else { return }
    if heads.count == headLimit { heads.removeFirst() }
    heads.append(head)
    draft = nil
  }

  /// Returns the status of "HTTP/1.1 200 OK" or "HTTP/2 200"; 0 if it has none.
  private static func status(_ line: ArraySlice<UInt8>) -> Int {
    let words = line.split(separator: UInt8(ascii: " "), maxSplits: 2)
    guard words.count >= 2, words[1].count == 3, words[1].allSatisfy({ $0 &- 0x30 < 10 }),
      let status = Int(String(decoding: words[1], as: UTF8.self)), status >= 100
    else { return 0 }
    return status
  }
}

private struct Draft {
  private let status: Int
  private var names: [String] = []
  private var values: [[UInt8]] = []
  private var length = 0
  /// Whether the last line was a field that is kept, which a folded line continues.
  private var isContinued = false

  init(status: Int) { self.status = status }

  var head: HTTPHead {
    let fields = zip(names, values).map {
      HTTPHead.Field(name: $0, value: String(decoding: $1, as: UTF8.self))
    }
    return HTTPHead(status: status, fields: fields)
  }

  mutating func add(_ line: ArraySlice<UInt8>, length added: Int) {
    length += added
    guard length <= HTTPHead.lengthLimit else { return }
    if line.first == 0x20 || line.first == 0x09 {
      guard isContinued, let last = values.indices.last else { return }
      let more = Self.cleaned(line)
      if !more.isEmpty { values[last] += (values[last].isEmpty ? [] : [0x20]) + more }
      return
    }
    isContinued = false
    guard let colon = line.firstIndex(of: UInt8(ascii: ":")) else { return }
    let name = Self.cleaned(line[..<colon])
    guard !name.isEmpty, name.allSatisfy({ (0x21...0x7E).contains($0) }) else { return }
    guard names.count < HTTPHead.fieldLimit else { return }
    names.append(String(decoding: name, as: UTF8.self).lowercased())
    values.append(Self.cleaned(line[(colon + 1)...]))
    isContinued = true
  }

  /// Returns the bytes with spaces for control characters, without white space at both ends.
  private static func cleaned(_ bytes: ArraySlice<UInt8>) -> [UInt8] {
    guard let first = bytes.firstIndex(where: { $0 > 0x20 && $0 != 0x7F }),
      let last = bytes.lastIndex(where: { $0 > 0x20 && $0 != 0x7F })
    else { return [] }
    return bytes[first...last].map { $0 < 0x20 || $0 == 0x7F ? 0x20 : $0 }
  }
}
