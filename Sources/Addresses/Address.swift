/// Resolves relative addresses after RFC 3986 section 5, with the tolerance that real feeds need.
package enum Address {
  /// The longest address in bytes that is resolved; longer ones are returned unchanged.
  static let longest = 65_536

  /// Resolves `reference` against `base`.
  ///
  /// White space around the reference is trimmed, and tabs and newlines inside are removed, as the
  /// WHATWG URL standard does. Otherwise an absolute reference is returned unchanged, and so is any
  /// reference if the base is missing or not hierarchical, such as `mailto:`.
  package static func resolve(_ reference: String, against base: String?) -> String {
    let cleaned = clean(reference)
    let text = cleaned ?? Array(reference.utf8)
    // Most references are absolute and clean: return them without making a new string.
    let unchanged = { cleaned == nil ? reference : String(decoding: text, as: UTF8.self) }
    guard text.count <= longest, let base, base.utf8.count <= longest else { return unchanged() }
    let relative = AddressParts(text[...])
    guard relative.scheme == nil else { return unchanged() }
    let origin = AddressParts((clean(base) ?? Array(base.utf8))[...])
    guard origin.scheme != nil, origin.isHierarchical else { return unchanged() }
    return String(decoding: resolved(relative, against: origin).bytes, as: UTF8.self)
  }

  /// Whether `text` begins with http:// or https:// in lower case.
  package static func isWeb(_ text: String) -> Bool {
    text.hasPrefix("http://") || text.hasPrefix("https://")
  }

  /// Resolves a reference without a scheme (RFC 3986 section 5.2.2).
  private static func resolved(
    _ relative: AddressParts,
    against origin: AddressParts
  ) -> AddressParts {
    var whole = relative
    whole.scheme = origin.scheme
    whole.authority = relative.authority ?? origin.authority
    if relative.authority != nil || relative.path.first == UInt8(ascii: "/") {
      whole.path = withoutDotSegments(relative.path)[...]
    } else if relative.path.isEmpty {
      whole.path = origin.path
      whole.query = relative.query ?? origin.query
    } else {
      whole.path = withoutDotSegments(merged(relative.path, origin)[...])[...]
    }
    return whole
  }

  /// Merges a relative path with the base (RFC 3986 section 5.2.3).
  private static func merged(_ path: ArraySlice<UInt8>, _ origin: AddressParts) -> [UInt8] {
    if origin.authority != nil, origin.path.isEmpty { return [0x2F] + path }
    guard let slash = origin.path.lastIndex(of: 0x2F) else { return Array(path) }
    return Array(origin.path[...slash]) + path
  }

  /// Removes dot segments one by one (RFC 3986 section 5.2.4).
  ///
  /// The path is empty or begins with a slash.
  private static func withoutDotSegments(_ path: ArraySlice<UInt8>) -> [UInt8] {
    var output: [UInt8] = []
    output.reserveCapacity(path.count)
    var rest = path
    while !rest.isEmpty {
      let start = rest.first == 0x2F ? rest.startIndex + 1 : rest.startIndex
      let end = rest[start...].firstIndex(of: 0x2F) ?? rest.endIndex
      let segment = rest[start..<end]
      let isLast = end == rest.endIndex
      if segment.elementsEqual([0x2E, 0x2E]) {
        // Every byte is dropped at most once, so the time is linear.
        while let last = output.popLast(), last != 0x2F {}
        if isLast { output.append(0x2F) }
      } else if segment.elementsEqual([0x2E]) {
        if isLast { output.append(0x2F) }
      } else {
        output += rest[..<end]
      }
      rest = rest[end...]
    }
    return output
  }

  /// Returns the text without surrounding white space and control characters and without tabs and
  /// newlines inside; nil if it has none of these.
  private static func clean(_ text: String) -> [UInt8]? {
    let isSpoilt =
      text.utf8.contains { $0 == 0x09 || $0 == 0x0A || $0 == 0x0D }
      || text.utf8.first.map { $0 <= 0x20 } ?? false || text.utf8.last.map { $0 <= 0x20 } ?? false
    guard isSpoilt else { return nil }
    return AddressParts.trimmed(Array(text.utf8))
      .filter { $0 != 0x09 && $0 != 0x0A && $0 != 0x0D }
  }
}
