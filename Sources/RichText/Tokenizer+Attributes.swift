/// Reads the attributes of the current tag (from WHATWG HTML 13.2.5.32 on) and looks them up.
extension Tokenizer {
  /// Reads one attribute; returns false if the input ends inside it.
  mutating func readAttribute() -> Bool {
    let nameStart = attributeBytes.count
    var isFirst = true
    while index < bytes.count {
      let byte = bytes[index]
      if byte.isHTMLSpace || byte == UInt8(ascii: "/") || byte == UInt8(ascii: ">") { break }
      if byte == UInt8(ascii: "="), !isFirst { break }
      appendName(byte, to: &attributeBytes)
      isFirst = false
      index += 1
    }
    let nameRange = nameStart..<attributeBytes.count
    skipSpace()
    guard index < bytes.count else { return false }
    var value = attributeBytes.count..<attributeBytes.count
    if bytes[index] == UInt8(ascii: "=") {
      index += 1
      skipSpace()
      guard index < bytes.count, let read = attributeValue() else { return false }
      value = read
    }
    if attributes.count < Self.attributeLimit, !hasAttribute(nameRange) {
      attributes.append(Attribute(name: nameRange, value: value))
    } else {
      attributeBytes.removeSubrange(nameStart...)
    }
    return true
  }

  private mutating func attributeValue() -> Range<Int>? {
    let start = attributeBytes.count
    let quote = bytes[index]
    if quote == UInt8(ascii: "\"") || quote == UInt8(ascii: "'") {
      index += 1
      while index < bytes.count, bytes[index] != quote {
        let run = index
        while index < bytes.count, bytes[index] != quote, bytes[index] != UInt8(ascii: "&"),
          bytes[index] != 0
        {
          index += 1
        }
        attributeBytes.append(contentsOf: bytes[run..<index])
        if index < bytes.count, bytes[index] != quote { appendValueByte() }
      }
      guard index < bytes.count else { return nil }
      index += 1
      return index < bytes.count ? start..<attributeBytes.count : nil
    }
    while index < bytes.count, !bytes[index].isHTMLSpace, bytes[index] != UInt8(ascii: ">") {
      appendValueByte()
    }
    return index < bytes.count ? start..<attributeBytes.count : nil
  }

  private mutating func appendValueByte() {
    let byte = bytes[index]
    if byte == UInt8(ascii: "&"),
      let match = CharacterReference.match(bytes, at: index, inAttribute: true)
    {
      CharacterReference.append(match, to: &attributeBytes)
      index += match.length
      return
    }
    if byte == 0 { attributeBytes += [0xEF, 0xBF, 0xBD] } else { attributeBytes.append(byte) }
    index += 1
  }

  /// Whether an attribute called `name` exists.
  ///
  /// The search covers only the first 64 attributes, so that many attributes take linear time.
  private func hasAttribute(_ name: Range<Int>) -> Bool {
    attributes.prefix(64).contains { attribute in
      guard attribute.name.count == name.count else { return false }
      // Compare by index: slices would be reference-counted.
      for offset in 0..<name.count
      where attributeBytes[attribute.name.lowerBound + offset]
        != attributeBytes[name.lowerBound + offset]
      {
        return false
      }
      return true
    }
  }

  private mutating func skipSpace() {
    while index < bytes.count, bytes[index].isHTMLSpace { index += 1 }
  }

  // MARK: Lookup

  func attribute(_ name: StaticString) -> String? {
    value(of: name).map { String(decoding: attributeBytes[$0], as: UTF8.self) }
  }

  /// Whether the value of an attribute, split at white space, contains `word`.
  func attribute(_ name: StaticString, has word: StaticString) -> Bool {
    guard let value = value(of: name) else { return false }
    let bytes = attributeBytes
    var start = value.lowerBound
    while start < value.upperBound {
      var end = start
      while end < value.upperBound, bytes[end] > 0x20 { end += 1 }
      if Self.isSame(bytes, start..<end, word) { return true }
      start = end + 1
    }
    return false
  }

  /// Returns the range of an attribute's value, without surrounding white space.
  private func value(of name: StaticString) -> Range<Int>? {
    let bytes = attributeBytes
    for attribute in attributes where Self.isSame(bytes, attribute.name, name) {
      var value = attribute.value
      while let last = value.last, bytes[last] <= 0x20 { value = value.lowerBound..<last }
      while let first = value.first, bytes[first] <= 0x20 { value = (first + 1)..<value.upperBound }
      return value
    }
    return nil
  }

  private static func isSame(_ bytes: [UInt8], _ range: Range<Int>, _ word: StaticString) -> Bool {
    guard range.count == word.utf8CodeUnitCount else { return false }
    for index in range where bytes[index] != word.utf8Start[index - range.lowerBound] {
      return false
    }
    return true
  }

  var isBeforeText: Bool {
    index < bytes.count && bytes[index] > 0x20 && bytes[index] != UInt8(ascii: "<")
  }

  func number(_ name: StaticString) -> Int? {
    attribute(name).flatMap { Int($0) }.map { max(-999_999, min($0, 999_999)) }
  }
}
