import CellGrid
import RichText
import StreamModel

enum PostTitle {
  static func stated(_ post: Post) -> SafeText? { stated(post.title) }

  static func stated(_ title: Body) -> SafeText? {
    text(of: title).flatMap { line(SafeText(sanitizing: $0)) }
  }

  /// The headline that stands above the body; nil without one, and nil where the body, unless it is folded, begins with it: the
  /// body stays, because it may hold links.
  static func shown(_ post: Post, bodyIsFolded: Bool) -> SafeText? {
    guard let text = text(of: post.title) else { return nil }
    guard let title = line(SafeText(sanitizing: TitleReferences.decoded(text))) else { return nil }
    return !bodyIsFolded && isRepeated(title, in: post) ? nil : title
  }

  private static func text(of title: Body) -> String? {
    switch title {
    case .missing: nil
    case .text(let title): title
    case .html: BodyText(title, customEmoji: []).oneLine
    }
  }

  private static func line(_ text: SafeText) -> SafeText? { text.isEmpty ? nil : text }

  /// Whether the first line of the body is the title, or begins with a title that was cut.
  private static func isRepeated(_ title: SafeText, in post: Post) -> Bool {
    guard post.body != .missing else { return false }
    // A line that goes on after this much is longer than the title, whatever blanks it has.
    let enough = 2 * title.count + 64
    let body = BodyText(
      post.body,
      customEmoji: post.customEmoji,
      reading: .flat,
      enoughTextBytes: enough
    )
    guard let first = body.blocks.first(where: { !$0.range.isEmpty }) else { return false }
    let start = body.text[first.range].utf8.prefix(enough).prefix { $0 != UInt8(ascii: "\n") }
    let line = folded(String(decoding: start, as: UTF8.self))
    let wanted = folded(title.string)
    if line == wanted { return true }
    guard let end = ["…", "..."].first(where: { wanted.hasSuffix($0) }) else { return false }
    let beginning = folded(String(wanted.dropLast(end.count)))
    return !beginning.isEmpty && line.hasPrefix(beginning)
  }

  /// Returns the text in small letters, with single blanks.
  private static func folded(_ text: String) -> String {
    text.lowercased().split(whereSeparator: \.isWhitespace).joined(separator: " ")
  }
}

/// Decodes references that a feed escaped once too often: its titles say "It&#8217;s".
///
/// A title is text by now, so a reference in it is a mistake of the feed, as to letters and typographic signs, or the
/// subject of the title: "&amp;", "&lt;" and the like stay, as does a reference in quotation marks, for who writes about
/// markup writes these.
enum TitleReferences {
  static func decoded(_ title: String) -> String {
    guard title.utf8.contains(UInt8(ascii: "&")) else { return title }
    let bytes = Array(title.utf8)
    var result: [UInt8] = []
    var index = 0
    while index < bytes.count {
      if let reference = Reference(bytes, at: index), let text = text(of: reference, in: bytes) {
        result += text.utf8
        index = reference.range.upperBound
      } else {
        result.append(bytes[index])
        index += 1
      }
    }
    return String(decoding: result, as: UTF8.self)
  }

  private static func text(of reference: Reference, in bytes: [UInt8]) -> String? {
    let text = BodyText(.html(reference.markup), customEmoji: []).oneLine
    guard let scalar = text.unicodeScalars.first, text.unicodeScalars.count == 1,
      !controls.contains(scalar)
    else { return nil }
    let before = reference.range.lowerBound > 0 ? bytes[reference.range.lowerBound - 1] : 0
    let after = reference.range.upperBound < bytes.count ? bytes[reference.range.upperBound] : 0
    if before == after, quotes.contains(before) { return nil }
    let touchesWord = isWord(before) || isWord(after)
    if scalar.isASCII {
      // WordPress writes "&#038;" and "&#039;"; "don&#39;t" is an apostrophe within a word.
      let isWanted = reference.isNumber && (reference.hasLeadingZero || touchesWord)
      return isWanted && ["&", "'", "\""].contains(text) ? text : nil
    }
    return reference.isNumber || reference.isEscaped || touchesWord ? text : nil
  }

  /// The character that stands for controls and numbers that are no character.
  private static let controls: Set<Unicode.Scalar> = Set(
    (0x2400...0x2426).compactMap { Unicode.Scalar($0 as UInt32) } + ["\u{FFFD}"]
  )

  private static let quotes = [UInt8(ascii: "`"), UInt8(ascii: "\""), UInt8(ascii: "'")]

  /// Whether a byte belongs to a letter, a digit or any character beyond ASCII.
  fileprivate static func isWord(_ byte: UInt8) -> Bool {
    byte >= 0x80 || (0x30...0x39).contains(byte) || (0x41...0x5A).contains(byte & 0xDF)
  }
}

/// A character reference within a text, such as "&#8217;", "&rsquo;" or "&amp;#8217;".
private struct Reference {
  private static let longest = 32

  /// The bytes from "&" to ";".
  let range: Range<Int>
  /// The reference without further escapes.
  let markup: String
  let isNumber: Bool
  let hasLeadingZero: Bool
  /// Whether its "&" is written as "&amp;".
  let isEscaped: Bool

  init?(_ bytes: [UInt8], at start: Int) {
    guard bytes[start] == UInt8(ascii: "&") else { return nil }
    var index = start + 1
    let escape = Array("amp;".utf8)
    while bytes[index...].starts(with: escape) { index += escape.count }
    let first = index
    while index < bytes.count, index - first < Self.longest, bytes[index] != UInt8(ascii: ";") {
      index += 1
    }
    guard index < bytes.count, bytes[index] == UInt8(ascii: ";"), index > first else { return nil }
    let name = bytes[first..<index]
    let isPart = { (byte: UInt8) in
      byte == UInt8(ascii: "#") || byte < 0x80 && TitleReferences.isWord(byte)
    }
    guard name.allSatisfy(isPart) else { return nil }
    range = start..<index + 1
    markup = "&" + String(decoding: name, as: UTF8.self) + ";"
    isNumber = name.first == UInt8(ascii: "#")
    hasLeadingZero = isNumber && name.dropFirst().first == UInt8(ascii: "0")
    isEscaped = first > start + 1
  }
}

/// Words about a post on the line of its author: its type, what it replies to, who may read it.
enum PostLabels {
  static func visibility(_ visibility: Visibility?) -> MetaLine.Run? {
    switch visibility {
    case .public, .unknown, nil: nil
    case .unlisted: .init("unlisted", .faint)
    case .followers: .init("followers only", .contentWarning, rank: .label)
    case .direct: .init("direct", .contentWarning, rank: .label)
    }
  }

  /// The start of a line about a post that not everybody may read, before the name, as a narrow window cuts the end; else empty.
  static func privacy(_ visibility: Visibility?) -> [MetaLine.Run] {
    guard let visibility, visibility > .unlisted, let label = self.visibility(visibility) else {
      return []
    }
    return [label, .init(" · ", .faint, rank: .joint)]
  }

  /// Returns "reply to NAME", or "reply" where the post does not tell to whom; nil for other posts.
  static func reply(_ post: Post) -> String? {
    guard let parent = post.inReplyTo else { return nil }
    return name(of: parent, post).map { "reply to \($0)" } ?? "reply"
  }

  private static func name(of parent: String, _ post: Post) -> String? {
    if let account = post.inReplyToAccount { return account.name ?? account.handle }
    if let author = post.author, let url = author.url, parent.hasPrefix(url + "/") {
      return author.name ?? author.handle
    }
    guard let word = firstMention(in: post.body) else { return nil }
    let mention = post.mentions.first { mention in
      guard let handle = mention.handle?.dropFirst() else { return false }
      return handle.split(separator: "@").first.map { $0 == word.split(separator: "@").first }
        ?? false
    }
    return mention?.handle
  }

  /// The name after "@" where the text begins with a mention; nil otherwise.
  private static func firstMention(in body: Body) -> String? {
    let text: String
    switch body {
    case .html(let html): text = html
    case .text(let plain): text = plain
    case .missing: return nil
    }
    var isTag = false
    var name: [UInt8]?
    for byte in text.utf8.prefix(1_024) {
      switch byte {
      case UInt8(ascii: "<"):
        if let name, !name.isEmpty { return String(decoding: name, as: UTF8.self) }
        isTag = true
      case UInt8(ascii: ">"): isTag = false
      case _ where isTag: continue
      case 0x09, 0x0A, 0x0D, 0x20:
        if let name { return name.isEmpty ? nil : String(decoding: name, as: UTF8.self) }
      case UInt8(ascii: "@") where name == nil: name = []
      default:
        guard name != nil else { return nil }
        name?.append(byte)
      }
    }
    return nil
  }
}
