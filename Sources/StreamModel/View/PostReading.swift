import Addresses
import RichText

/// The facts of a post for one evaluation, for all formats alike; its body is read when a test comes to it, and once.
struct PostReading {
  let post: Post
  private lazy var body: String = post.body.read(.flat).string
  private lazy var rich: RichText = post.body.read(.rich)
  private var bodyReferences: BodyReferences?

  init(_ post: Post) { self.post = post }

  mutating func has(_ field: Field.Text, where isMatch: (String) -> Bool) -> Bool {
    switch field {
    case .text: return post.wholeWarning.map(isMatch) ?? false || isMatch(body)
    case .title: return isMatch(post.title.read(.flat).string)
    case .author:
      guard let author = post.author else { return false }
      let names = [author.name, author.handle].compactMap(\.self)
      // An author without a name is shown by the address.
      return (names.isEmpty ? [author.url].compactMap(\.self) : names).contains(where: isMatch)
        || author.companions.contains(where: isMatch)
    case .mentions:
      return (post.mentions + bodyMentions).contains {
        $0.handle.map(isMatch) ?? false || $0.url.map(isMatch) ?? false
      }
    case .tag: return post.tags.contains(where: isMatch) || bodyTags.contains(where: isMatch)
    case .link: return hasAddress(where: isMatch)
    case .url: return post.url.map(isMatch) ?? false
    case .host:
      return hasAddress {
        let range = WebAddress.hostRange(in: $0)
        return !range.isEmpty && isMatch(String(decoding: Array($0.utf8)[range], as: UTF8.self))
      }
    case .lang: return post.language.map(isMatch) ?? false
    }
  }

  /// A number of the post; nil where the feed neither states nor lists it.
  ///
  /// - Parameter inFullMinutes: whether a minute that has begun does not count.
  mutating func count(
    of field: Field.Count,
    inFullMinutes isFull: Bool,
    _ facts: FilterFacts
  ) -> Int? {
    switch field {
    case .likes: post.knownLikesCount
    case .reshares: post.knownResharesCount
    case .comments: post.knownCommentsCount
    case .words: wordCount
    case .time: (wordCount + (isFull ? 0 : Self.wordsPerMinute - 1)) / Self.wordsPerMinute
    case .volume: facts.volume
    }
  }

  private static let wordsPerMinute = 200

  func `is`(_ state: Field.State, _ facts: FilterFacts) -> Bool {
    switch state {
    case .unread: !facts.flags.contains(.read)
    case .read: facts.flags.contains(.read)
    case .kept: facts.flags.contains(.kept)
    // Nobody knows these, and ``FilterNeeds`` says so before.
    case .new, .first: false
    case .duplicate: facts.isDuplicate ?? false
    case .reply: isReply
    case .reshare: post.isReshare
    case .thread: isReply || post.knownCommentsCount ?? 0 > 0
    case .edited: post.edited != nil || post.state == .updated
    case .changed: post.state == .updated
    case .sensitive: post.wholeWarning != nil
    }
  }

  mutating func has(_ part: Field.Part) -> Bool {
    switch part {
    case .image, .audio: holdsFile([part.rawValue]) || embeds(part)
    case .video: holdsFile([part.rawValue, "gifv"]) || embeds(part)
    case .file: !post.attachments.isEmpty
    case .poll: post.poll != nil
    case .comments: post.knownCommentsCount ?? 0 > 0
    case .link: post.card != nil || !rich.links.isEmpty
    case .code:
      rich.spans.contains { $0.kind == .code } || rich.blocks.contains { $0.kind == .preformatted }
    case .table: rich.blocks.contains { if case .table = $0.kind { true } else { false } }
    }
  }

  private var isReply: Bool { post.inReplyTo != nil || post.inReplyToAccount != nil }

  /// Whether the body shows a picture, a sound or a film: its place in the text names it.
  private mutating func embeds(_ part: Field.Part) -> Bool {
    rich.links.contains { rich.utf8[$0.range].starts(with: "[\(part.rawValue)".utf8) }
  }

  private func holdsFile(_ types: [String]) -> Bool {
    post.attachments.contains { file in file.type.map { types.contains($0) } ?? false }
  }

  private var wordCount: Int {
    mutating get {
      var count = 0
      var isInside = false
      for scalar in body.unicodeScalars {
        let isBlank = scalar.properties.isWhitespace
        if !isBlank, !isInside { count += 1 }
        isInside = !isBlank
      }
      return count
    }
  }

  var bodyTags: [String] { mutating get { references.tags } }
  var bodyMentions: [Mention] { mutating get { post.body.mayMention ? references.mentions : [] } }

  private var references: BodyReferences {
    mutating get {
      if let bodyReferences { return bodyReferences }
      let found = BodyReferences(rich, base: base)
      bodyReferences = found
      return found
    }
  }

  private var base: String? {
    mutating get {
      rich.base.map { Address.resolve($0, against: post.baseURL) } ?? post.baseURL
    }
  }

  private mutating func hasAddress(where isMatch: (String) -> Bool) -> Bool {
    if post.url.map(isMatch) ?? false || post.card?.url.map(isMatch) ?? false
      || post.attachments.contains(where: { $0.url.map(isMatch) ?? false })
    {
      return true
    }
    let base = base
    return rich.links.contains { isMatch(Address.resolve($0.target, against: base)) }
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
}

extension RichText {
  fileprivate var string: String { String(decoding: utf8, as: UTF8.self) }
}

struct BodyReferences {
  /// The hashtags without "#", in their order.
  let tags: [String]
  /// The links to accounts, in their order; the handle is the text of the link.
  let mentions: [Mention]

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
