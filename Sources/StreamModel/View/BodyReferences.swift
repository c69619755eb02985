import Addresses
import RichText

/// The hashtags and mentions in the text of a post; with those that the feed states they are the post's.
struct BodyReferences {
  /// The hashtags without "#", in their order.
  let tags: [String]
  /// The links to accounts, in their order; the handle is the text of the link.
  let mentions: [Mention]

  /// - Parameter base: The address that relative addresses refer to.
  init(_ rich: RichText, base: String?) {
    let text = { (range: Range<Int>) in String(decoding: rich.utf8[range], as: UTF8.self) }
    mentions = rich.links.filter { $0.kind == .mention }.map { link in
      Mention(handle: text(link.range), url: Address.resolve(link.target, against: base))
    }
    var tags: [String] = []
    // Links and signs ascend, so one pass brings them together.
    var next = 0
    var end = 0
    var place = rich.utf8.startIndex
    let sign = UInt8(ascii: "#")
    while place < rich.utf8.endIndex {
      if next < rich.links.count, rich.links[next].range.lowerBound <= place {
        let link = rich.links[next]
        next += 1
        end = max(end, link.range.upperBound)
        // The markup says where a tag ends: the text around it may follow without a blank.
        if link.kind == .hashtag {
          let name = text(link.range)
          tags.append(name.hasPrefix("#") ? String(name.dropFirst()) : name)
          place = max(place, link.range.upperBound)
        }
        continue
      }
      let limit = next < rich.links.count ? rich.links[next].range.lowerBound : rich.utf8.count
      guard let found = rich.utf8[place..<limit].firstIndex(of: sign) else {
        place = limit
        continue
      }
      let rest = rich.utf8[(found + 1)..<(found < end ? min(end, limit) : limit)]
      let isFragment = found < end && found > place && !rich.utf8[found - 1].isBlankOrBracket
      let name = String(decoding: rest.prefix { $0 != sign && $0 > 0x20 }, as: UTF8.self)
        .prefix { $0.isLetter || $0.isNumber || $0 == "_" }
      // "#296" is the number of an issue.
      if !isFragment, !name.allSatisfy(\.isNumber) { tags.append(String(name)) }
      place = found + 1
    }
    self.tags = tags
  }
}

extension UInt8 {
  /// Whether a hashtag may follow in the text of a link, where else a fragment of an address begins.
  fileprivate var isBlankOrBracket: Bool {
    self <= 0x20 || self >= 0x80 || self == UInt8(ascii: "(") || self == UInt8(ascii: "[")
  }
}

extension Post {
  /// The hashtags without "#": those that the feed states and those in the body, each once.
  package var hashtags: [String] {
    var reading = PostReading(self)
    var seen: Set<String> = []
    return (tags + reading.bodyTags).filter { !$0.isEmpty && seen.insert($0).inserted }
  }

  /// The mentioned accounts: those that the feed states and those that the body links to.
  package var mentionedAccounts: [Mention] {
    var reading = PostReading(self)
    return mentions + reading.bodyMentions
  }

  /// Whether the reader unfolds something of the post: what a warning covers, or a spoiler in the text.
  package var isFoldable: Bool { contentWarning != nil || body.folds }
}

extension Body {
  private static let spoiler = ByteNeedle("spoiler".utf8, ignoringCase: true)
  private static let details = ByteNeedle("<details".utf8, ignoringCase: true)
  private static let mention = ByteNeedle("mention".utf8)
  private static let tag = ByteNeedle("tag".utf8)
  private static let tagSign = ByteNeedle("#".utf8)

  /// Whether the markup may hold a spoiler; a text without its words need not be read for one.
  package var mayFold: Bool { holds(Self.spoiler) || holds(Self.details) }

  /// Whether a spoiler or `details` in the text is folded at first.
  package var folds: Bool {
    guard mayFold, case .html(let html) = self else { return false }
    return RichTextReader(reading: .flat, foldHint: "").read(html: html).isFolded
  }

  /// Whether the markup may hold links to accounts, which have a class.
  var mayMention: Bool { holds(Self.mention) }

  /// Whether the text may hold hashtags: the sign, or a link with a class or relation of them.
  var mayTag: Bool {
    if case .text(let text) = self { return text.utf8.contains(UInt8(ascii: "#")) }
    return holds(Self.tagSign) || holds(Self.tag)
  }

  private func holds(_ needle: ByteNeedle) -> Bool {
    guard case .html(var html) = self else { return false }
    return html.withUTF8 { needle.first(in: $0) != nil }
  }
}
