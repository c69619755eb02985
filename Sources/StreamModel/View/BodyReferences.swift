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
    let signs = rich.utf8.indices.filter { rich.utf8[$0] == UInt8(ascii: "#") }
    // Links and signs ascend, so one pass brings them together.
    var next = 0
    for (index, place) in signs.enumerated() {
      while next < rich.links.count, rich.links[next].range.upperBound <= place { next += 1 }
      let link = rich.links[min(next, rich.links.count)...].first.flatMap {
        $0.range.contains(place) ? $0 : nil
      }
      // The markup says where a tag ends: the text around it may follow without a blank.
      if let link, link.kind == .hashtag {
        if place == link.range.lowerBound { tags.append(text((place + 1)..<link.range.upperBound)) }
        continue
      }
      // In the text of a link a fragment of an address has the sign, too.
      if let link, place > link.range.lowerBound, (0x21..<0x80).contains(rich.utf8[place - 1]),
        rich.utf8[place - 1] != UInt8(ascii: "(")
      {
        continue
      }
      let end = min(
        link?.range.upperBound ?? .max,
        index + 1 < signs.count ? signs[index + 1] : rich.utf8.count
      )
      let name = text((place + 1)..<end).prefix { $0.isLetter || $0.isNumber || $0 == "_" }
      // "#296" is the number of an issue.
      if !name.allSatisfy(\.isNumber) { tags.append(String(name)) }
    }
    // The tags of WordPress have no sign.
    self.tags =
      tags
      + rich.links.filter { $0.kind == .hashtag }.map { text($0.range) }
      .filter { !$0.hasPrefix("#") }
  }
}

extension Post {
  /// Whether the reader unfolds something of the post: what a warning covers, or a spoiler in the text.
  package var isFoldable: Bool { wholeWarning != nil || body.folds }
}

extension Body {
  private static let spoiler = ByteNeedle("spoiler".utf8, ignoringCase: true)
  private static let details = ByteNeedle("<details".utf8, ignoringCase: true)
  private static let mention = ByteNeedle("mention".utf8)

  /// Whether the markup may hold a spoiler; a text without its words need not be read for one.
  package var mayFold: Bool { holds(Self.spoiler, Self.details) }

  /// Whether a spoiler or `details` in the text is folded at first.
  package var folds: Bool {
    guard mayFold, case .html(let html) = self else { return false }
    return RichTextReader(reading: .flat, foldHint: "").read(html: html).isFolded
  }

  /// Whether the text may hold links to accounts, which have a class.
  var mayMention: Bool { holds(Self.mention) }

  private func holds(_ needles: ByteNeedle...) -> Bool {
    switch self {
    case .html(var text), .text(var text):
      text.withUTF8 { bytes in needles.contains { $0.first(in: bytes) != nil } }
    case .missing: false
    }
  }
}
