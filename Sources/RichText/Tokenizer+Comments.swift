/// Reads comments, doctypes and malformed markup that becomes a comment.
extension Tokenizer {
  /// Reads the token after "<!": a comment, a doctype, or a bogus comment.
  mutating func markup() -> Token? {
    if starts(with: "<!--", at: index) {
      index += 4
      return comment()
    }
    if isDoctype(at: index + 2) {
      // A ">" ends a doctype in every state.
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

  /// Reads a comment, which ends at "-->", "--!>", or at once at ">" and "->" (13.2.5.43 to
  /// 13.2.5.52).
  private mutating func comment() -> Token {
    scratch.removeAll(keepingCapacity: true)
    if starts(with: ">", at: index) {
      index += 1
      return .comment
    }
    if starts(with: "->", at: index) {
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

  /// Returns the length of the comment's end at `index`; an unfinished end counts at the end of the
  /// input.
  private func endOfComment(at index: Int) -> Int? {
    if starts(with: "-->", at: index) { return 3 }
    if starts(with: "--!>", at: index) { return 4 }
    let rest = bytes.count - index
    let isUnfinished =
      rest == 1 || rest == 2 && starts(with: "--", at: index)
      || rest == 3 && starts(with: "--!", at: index)
    return isUnfinished ? rest : nil
  }

  private mutating func appendComment(_ byte: UInt8) {
    if byte == 0 { scratch += [0xEF, 0xBF, 0xBD] } else { scratch.append(byte) }
  }

  private func isDoctype(at index: Int) -> Bool {
    let word = Array("doctype".utf8)
    guard index + word.count <= bytes.count else { return false }
    return word.indices.allSatisfy { bytes[index + $0].lowercased == word[$0] }
  }

  func starts(with prefix: StaticString, at index: Int) -> Bool {
    guard index + prefix.utf8CodeUnitCount <= bytes.count else { return false }
    for offset in 0..<prefix.utf8CodeUnitCount
    where bytes[index + offset] != prefix.utf8Start[offset] {
      return false
    }
    return true
  }
}
