/// The five parts of an address, as the expression of RFC 3986 appendix B takes them apart.
struct AddressParts {
  let scheme: ArraySlice<UInt8>?
  let authority: ArraySlice<UInt8>?
  let path: ArraySlice<UInt8>
  let query: ArraySlice<UInt8>?
  let fragment: ArraySlice<UInt8>?

  init(_ text: [UInt8]) {
    var rest = text[...]
    scheme = Self.scheme(rest)
    if let scheme { rest = rest[(scheme.endIndex + 1)...] }
    if let sign = rest.firstIndex(of: 0x23) {
      fragment = rest[(sign + 1)...]
      rest = rest[..<sign]
    } else {
      fragment = nil
    }
    if let sign = rest.firstIndex(of: 0x3F) {
      query = rest[(sign + 1)...]
      rest = rest[..<sign]
    } else {
      query = nil
    }
    if rest.starts(with: [0x2F, 0x2F]) {
      let name = rest.dropFirst(2)
      let end = name.firstIndex(of: 0x2F) ?? name.endIndex
      authority = name[..<end]
      rest = name[end...]
    } else {
      authority = nil
    }
    path = rest
  }

  /// Whether something can be relative to it.
  var isHierarchical: Bool { authority != nil || path.first == 0x2F }

  /// RFC 3986 section 3.1: a letter, then letters, digits, "+", "-" and "." up to the colon.
  private static func scheme(_ text: ArraySlice<UInt8>) -> ArraySlice<UInt8>? {
    guard let first = text.first, first.isASCIILetter else { return nil }
    let end = text.firstIndex { byte in
      !byte.isASCIILetter && !byte.isASCIIDigit && byte != 0x2B && byte != 0x2D && byte != 0x2E
    }
    guard let end, text[end] == 0x3A else { return nil }
    return text[..<end]
  }
}
