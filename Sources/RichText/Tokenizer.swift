typealias Bytes = UnsafeBufferPointer<UInt8>

extension Bytes {
  /// Whether the bytes from `start` on begin with `word`, which is in lower case, in any case.
  func has(folded word: StaticString, at start: Int) -> Bool {
    start + word.utf8CodeUnitCount <= count
      && (0..<word.utf8CodeUnitCount).allSatisfy {
        self[start + $0].lowercased == word.utf8Start[$0]
      }
  }
}

/// Splits HTML into tokens, after WHATWG HTML 13.2.5 as it applies to fragments.
///
/// The tokenizer works on demand and allocates nothing per token: names, attributes and text stay
/// in buffers that the next token overwrites. Carriage returns must already be line feeds
/// (13.2.3.5). Comments and doctypes are skipped because they mean nothing in a fragment.
struct Tokenizer {
  enum Token {
    case text, characters, startTag, endTag
  }

  /// The way in which text is read; the caller changes it after a start tag.
  enum Content {
    case data, rcdata, rawText, script, plainText
  }

  struct Attribute {
    let name: Range<Int>
    let value: Range<Int>
  }

  /// The most attributes of a tag; further ones are skipped.
  static let attributeLimit = 4096

  let bytes: Bytes
  var content = Content.data
  /// The name that ends raw text, in lower case.
  var lastStartTag: [UInt8] = []
  private(set) var textRange = 0..<0
  var scratch: [UInt8] = []
  private(set) var name: [UInt8] = []
  var attributeBytes: [UInt8] = []
  var attributes: [Attribute] = []
  var index = 0
  /// The comment state of script data (13.2.5.20 on).
  var scriptState = ScriptState.plain

  enum ScriptState {
    case plain, escaped, doubleEscaped
  }

  init(_ bytes: Bytes) { self.bytes = bytes }

  mutating func next() -> Token? {
    while index < bytes.count {
      switch content {
      case .data, .rcdata: if let token = dataToken() { return token }
      case .rawText, .script: if let token = rawToken() { return token }
      case .plainText: return plainToken(until: bytes.count)
      }
    }
    return nil
  }

  // MARK: Text

  private mutating func dataToken() -> Token? {
    let start = index
    let isData = content == .data
    while index < bytes.count {
      let byte = bytes[index]
      if byte == UInt8(ascii: "<") || byte == UInt8(ascii: "&") || (byte == 0 && !isData) { break }
      index += 1
    }
    if index > start {
      textRange = start..<index
      return .text
    }
    switch bytes[index] {
    case UInt8(ascii: "&"):
      if let match = CharacterReference.match(bytes, at: index, inAttribute: false) {
        scratch.removeAll(keepingCapacity: true)
        CharacterReference.append(match, to: &scratch)
        index += match.length
        return .characters
      }
      return literal(1)
    case 0: return replacement()
    default: return isData ? tagOpen() : endOfRawText()
    }
  }

  /// Returns raw text or script data: everything up to the matching end tag.
  private mutating func rawToken() -> Token? {
    let start = index
    while index < bytes.count, bytes[index] != 0 {
      if bytes[index] == UInt8(ascii: "<") {
        // The end tag that leaves the double-escaped state ends nothing else.
        let isNested = scriptState == .doubleEscaped
        if content == .script { followScript() }
        if !isNested, isEndOfRawText(at: index) { break }
      } else if content == .script, bytes[index] == UInt8(ascii: ">") {
        leaveScriptComment()
      }
      index += 1
    }
    if index > start {
      textRange = start..<index
      return .text
    }
    if bytes[index] == 0 { return replacement() }
    scriptState = .plain
    return endOfRawText()
  }

  private mutating func plainToken(until end: Int) -> Token? {
    let start = index
    while index < end, bytes[index] != 0 { index += 1 }
    if index > start {
      textRange = start..<index
      return .text
    }
    return replacement()
  }

  private mutating func literal(_ count: Int) -> Token {
    textRange = index..<(index + count)
    index += count
    return .text
  }

  private mutating func replacement() -> Token {
    scratch = [0xEF, 0xBF, 0xBD]
    index += 1
    return .characters
  }

  // MARK: Tags

  private mutating func tagOpen() -> Token? {
    let next = index + 1
    guard next < bytes.count else { return literal(1) }
    switch bytes[next] {
    case UInt8(ascii: "!") where starts(with: "<!--", at: index):
      skipComment()
      return nil
    case UInt8(ascii: "!"), UInt8(ascii: "?"):
      skipBogusComment()
      return nil
    case UInt8(ascii: "/"):
      guard next + 1 < bytes.count else { return literal(2) }
      guard bytes[next + 1].isASCIIAlpha else {
        skipBogusComment()
        return nil
      }
      index = next + 1
      return tag(.endTag)
    case let byte where byte.isASCIIAlpha:
      index = next
      return tag(.startTag)
    default: return literal(1)
    }
  }

  /// Returns the end tag that closes raw text, of another tag the first character; nil if the input ends inside it.
  private mutating func endOfRawText() -> Token? {
    guard isEndOfRawText(at: index) else { return literal(1) }
    index += 2
    content = .data
    return tag(.endTag)
  }

  private func isEndOfRawText(at index: Int) -> Bool {
    guard index + 2 + lastStartTag.count < bytes.count, bytes[index] == UInt8(ascii: "<"),
      bytes[index + 1] == UInt8(ascii: "/"), !lastStartTag.isEmpty
    else { return false }
    for (offset, byte) in lastStartTag.enumerated()
    where bytes[index + 2 + offset].lowercased != byte { return false }
    let after = bytes[index + 2 + lastStartTag.count]
    return after.isHTMLSpace || after == UInt8(ascii: "/") || after == UInt8(ascii: ">")
  }

  /// Reads a tag whose name begins at `index`; returns nil if the input ends inside it.
  private mutating func tag(_ token: Token) -> Token? {
    name.removeAll(keepingCapacity: true)
    attributes.removeAll(keepingCapacity: true)
    attributeBytes.removeAll(keepingCapacity: true)
    while index < bytes.count {
      let byte = bytes[index]
      if byte.isHTMLSpace || byte == UInt8(ascii: "/") || byte == UInt8(ascii: ">") { break }
      appendName(byte, to: &name)
      index += 1
    }
    while index < bytes.count {
      switch bytes[index] {
      case UInt8(ascii: ">"):
        index += 1
        if case .startTag = token {
          // Copy the bytes: the next tag would have to copy storage that is shared.
          lastStartTag.removeAll(keepingCapacity: true)
          lastStartTag.append(contentsOf: name)
        }
        return token
      case let byte where byte.isHTMLSpace || byte == UInt8(ascii: "/"): index += 1
      default: guard readAttribute() else { return nil }
      }
    }
    return nil
  }

  func appendName(_ byte: UInt8, to buffer: inout [UInt8]) {
    if byte == 0 { buffer += [0xEF, 0xBF, 0xBD] } else { buffer.append(byte.lowercased) }
  }
}

/// Skips comments, doctypes and malformed markup that becomes a comment.
extension Tokenizer {
  /// Skips a doctype, or malformed markup: a ">" ends either in every state.
  private mutating func skipBogusComment() {
    while index < bytes.count, bytes[index] != UInt8(ascii: ">") { index += 1 }
    index = min(index + 1, bytes.count)
  }

  /// Skips a comment, which ends at "-->", "--!>", or at once at ">" and "->" (13.2.5.43 to 13.2.5.52).
  private mutating func skipComment() {
    index += 4
    if starts(with: ">", at: index) {
      index += 1
      return
    }
    if starts(with: "->", at: index) {
      index += 2
      return
    }
    while index < bytes.count {
      if bytes[index] == UInt8(ascii: "-"), let length = endOfComment(at: index) {
        index += length
        return
      }
      index += 1
    }
  }

  /// Returns the length of the comment's end at `index`; an unfinished end counts at the end of the input.
  private func endOfComment(at index: Int) -> Int? {
    if starts(with: "-->", at: index) { return 3 }
    if starts(with: "--!>", at: index) { return 4 }
    let rest = bytes.count - index
    let isUnfinished =
      rest == 1 || rest == 2 && starts(with: "--", at: index)
      || rest == 3 && starts(with: "--!", at: index)
    return isUnfinished ? rest : nil
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

/// Tracks where comments in scripts begin and end (WHATWG HTML 13.2.5.15 on).
extension Tokenizer {
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
    case .escaped: if isScriptTag(at: index + 1) { scriptState = .doubleEscaped }
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
    let word: StaticString = "script"
    let end = index + word.utf8CodeUnitCount
    guard bytes.has(folded: word, at: index), end < bytes.count else { return false }
    let after = bytes[end]
    return after.isHTMLSpace || after == UInt8(ascii: "/") || after == UInt8(ascii: ">")
  }
}
