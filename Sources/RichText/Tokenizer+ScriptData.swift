/// Tracks where comments in scripts begin and end (WHATWG HTML 13.2.5.15 on).
extension Tokenizer {
  /// Enters or leaves the comment states of script data at a "<".
  mutating func followScript() {
    switch scriptState {
    case .plain:
      if starts(with: "<!--", at: index) {
        scriptState = .escaped
        // "<!-->" and "<!--->" close the comment that they open.
        if starts(with: ">", at: index + 4) || starts(with: "->", at: index + 4) {
          scriptState = .plain
        }
      }
    case .escaped:
      if isScriptTag(at: index + 1) { scriptState = .doubleEscaped }
    case .doubleEscaped:
      if starts(with: "/", at: index + 1), isScriptTag(at: index + 2) { scriptState = .escaped }
    }
  }

  mutating func leaveScriptComment() {
    guard scriptState != .plain, index >= 2, bytes[index - 1] == UInt8(ascii: "-"),
      bytes[index - 2] == UInt8(ascii: "-")
    else { return }
    scriptState = .plain
  }

  private func isScriptTag(at index: Int) -> Bool {
    let word = Array("script".utf8)
    guard index + word.count < bytes.count else { return false }
    guard word.indices.allSatisfy({ bytes[index + $0].lowercased == word[$0] }) else {
      return false
    }
    let after = bytes[index + word.count]
    return after.isHTMLSpace || after == UInt8(ascii: "/") || after == UInt8(ascii: ">")
  }
}
