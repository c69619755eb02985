/// Comments, doctypes and what is mistaken for one of them.
extension Tokenizer {
  /// What follows "<!": a comment, a doctype, or something bogus.
  mutating func markup() -> Token? {
    if starts(with: Array("<!--".utf8), at: index) {
      index += 4
      return comment()
    }
    if isDoctype(at: index + 2) {
      // Whatever state it is in, a ">" ends a doctype.
      while index < bytes.count, bytes[index] != UInt8(ascii: ">") { index += 1 }
      index = min(index + 1, bytes.count)
      return nil
    }
    index += 2
    return bogusComment()
  }

  mutating func bogusComment() -> Token {
    scratch.removeAll(keepingCapacity: true)
    while index < bytes.count, bytes[index] != UInt8(ascii: ">") {
      appendComment(bytes[index])
      index += 1
    }
    index = min(index + 1, bytes.count)
    return .comment
  }

  /// 13.2.5.43 to 13.2.5.52: ends at "-->", "--!>", or at once at ">" and "->".
  private mutating func comment() -> Token {
    scratch.removeAll(keepingCapacity: true)
    if starts(with: [0x3E], at: index) {
      index += 1
      return .comment
    }
    if starts(with: [0x2D, 0x3E], at: index) {
      index += 2
      return .comment
    }
    while index < bytes.count {
      if bytes[index] == UInt8(ascii: "-"), let length = endOfComment(at: index) {
        index += length
        return .comment
      }
      appendComment(bytes[index])
      index += 1
    }
    return .comment
  }

  /// The length of what ends a comment at `index`: also an unfinished end at the end of the input.
  private func endOfComment(at index: Int) -> Int? {
    let rest = bytes.count - index
    for end in ["-->", "--!>"] where starts(with: Array(end.utf8), at: index) {
      return end.utf8.count
    }
    for end in ["--!", "--", "-"] where rest == end.utf8.count {
      return starts(with: Array(end.utf8), at: index) ? rest : nil
    }
    return nil
  }

  private mutating func appendComment(_ byte: UInt8) {
    if byte == 0 { scratch += [0xEF, 0xBF, 0xBD] } else { scratch.append(byte) }
  }

  private func isDoctype(at index: Int) -> Bool {
    let word = Array("doctype".utf8)
    guard index + word.count <= bytes.count else { return false }
    return word.indices.allSatisfy { bytes[index + $0].lowercased == word[$0] }
  }

  func starts(with prefix: [UInt8], at index: Int) -> Bool {
    guard index + prefix.count <= bytes.count else { return false }
    return prefix.indices.allSatisfy { bytes[index + $0] == prefix[$0] }
  }
}
