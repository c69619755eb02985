/// The five parts of an address, split as by the expression of RFC 3986 appendix B.
///
/// This is the project's only splitter: every other part of an address is derived from it. Any bytes can be split, and
/// ``bytes`` joins the parts again. The indices of a part are indices into the bytes that were split.
package struct AddressParts {
  /// The letters before the first colon, as written; nil in a relative reference.
  package var scheme: ArraySlice<UInt8>?
  /// The bytes between "//" and the path; nil without "//".
  package var authority: ArraySlice<UInt8>?
  /// The bytes after scheme and authority, up to query or fragment; may be empty.
  package var path: ArraySlice<UInt8>
  /// The bytes after the first "?", up to the fragment; nil without one.
  package var query: ArraySlice<UInt8>?
  /// The bytes after the first "#"; nil without one.
  package var fragment: ArraySlice<UInt8>?

  /// Splits `text`, in time proportional to its length.
  package init(_ text: ArraySlice<UInt8>) {
    scheme = Self.scheme(text)
    var rest = scheme.map { text[($0.endIndex + 1)...] } ?? text
    if let sign = rest.firstIndex(of: UInt8(ascii: "#")) {
      fragment = rest[(sign + 1)...]
      rest = rest[..<sign]
    } else {
      fragment = nil
    }
    if let sign = rest.firstIndex(of: UInt8(ascii: "?")) {
      query = rest[(sign + 1)...]
      rest = rest[..<sign]
    } else {
      query = nil
    }
    if rest.starts(with: "//".utf8) {
      let name = rest.dropFirst(2)
      let end = name.firstIndex(of: UInt8(ascii: "/")) ?? name.endIndex
      authority = name[..<end]
      rest = name[end...]
    } else {
      authority = nil
    }
    path = rest
  }

  /// Returns `text` without surrounding white space and control characters, as the WHATWG URL
  /// standard does; the indices stay the same.
  package static func trimmed(_ text: [UInt8]) -> ArraySlice<UInt8> {
    guard let first = text.firstIndex(where: { $0 > 0x20 }),
      let last = text.lastIndex(where: { $0 > 0x20 })
    else { return [] }
    return text[first...last]
  }

  package var bytes: [UInt8] {
    var result: [UInt8] = []
    if let scheme { result += scheme + ":".utf8 }
    if let authority { result += "//".utf8 + authority }
    result += path
    if let query { result += "?".utf8 + query }
    if let fragment { result += "#".utf8 + fragment }
    return result
  }

  /// Whether a relative reference can be resolved against this address.
  package var isHierarchical: Bool { authority != nil || path.first == UInt8(ascii: "/") }

  /// The part of the authority before its last "@"; nil without one.
  package var userInfo: ArraySlice<UInt8>? {
    guard let authority, let at = authority.lastIndex(of: UInt8(ascii: "@")) else { return nil }
    return authority[..<at]
  }

  /// The authority without user information and port, as written, with the brackets of an IPv6
  /// address; nil without an authority.
  package var host: ArraySlice<UInt8>? { authority.map(Self.host(of:)) }

  /// The colon and the digits after the host, as written; empty without a port, nil without an authority.
  package var port: ArraySlice<UInt8>? {
    guard let authority, let host else { return nil }
    return authority[host.endIndex...]
  }

  /// Returns the host in `authority`: the bytes after the last "@", up to the colon of a port.
  ///
  /// A mail address has the same form.
  static func host(of authority: ArraySlice<UInt8>) -> ArraySlice<UInt8> {
    let named = authority.lastIndex(of: UInt8(ascii: "@")).map { $0 + 1 } ?? authority.startIndex
    // The colons of an IPv6 address are inside brackets.
    let numeric = authority[named...].lastIndex(of: UInt8(ascii: "]")) ?? named
    let port = authority[numeric...].firstIndex(of: UInt8(ascii: ":"))
    return authority[named..<(port ?? authority.endIndex)]
  }

  /// Returns the scheme: a letter, then letters, digits, "+", "-" and "." up to the colon (RFC 3986 section 3.1).
  private static func scheme(_ text: ArraySlice<UInt8>) -> ArraySlice<UInt8>? {
    guard let first = text.first, first.isASCIILetter else { return nil }
    let end = text.firstIndex { !$0.isAlphanumeric(or: "+-.") }
    guard let end, text[end] == UInt8(ascii: ":") else { return nil }
    return text[..<end]
  }
}

extension UInt8 {
  var isASCIIDigit: Bool { self &- 0x30 < 10 }
  var isASCIILetter: Bool { (self | 0x20) &- 0x61 < 26 }
  var isHexadecimal: Bool { isASCIIDigit || (self | 0x20) &- 0x61 < 6 }

  /// Whether it is a letter or a digit of ASCII, or one of some other characters.
  package func isAlphanumeric(or others: StaticString) -> Bool {
    isASCIILetter || isASCIIDigit || others.withUTF8Buffer { $0.contains(self) }
  }
}
