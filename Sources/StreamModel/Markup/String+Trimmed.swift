extension String {
  /// The string without white space at both ends.
  var trimmed: String {
    let blank: (UInt8) -> Bool = { $0 <= 0x20 }
    guard let first = utf8.first, let last = utf8.last, blank(first) || blank(last) else {
      return self
    }
    guard let start = utf8.firstIndex(where: { !blank($0) }),
      let end = utf8.lastIndex(where: { !blank($0) })
    else { return "" }
    return String(decoding: utf8[start...end], as: UTF8.self)
  }
}
