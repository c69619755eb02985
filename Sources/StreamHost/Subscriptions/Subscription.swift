/// A source that the user wants to read again and again.
package struct Subscription: Equatable, Sendable {
  package enum Source: Hashable, Sendable {
    case web(FeedAddress)
    case account(AccountName)
    case file(String)
    case program(ProgramFeed)
    case served(ServedFeed)

    package var text: String {
      switch self {
      case .web(let address): address.text
      case .account(let name): name.text
      case .file(let path): path
      case .program(let program): program.text
      case .served(let feed): feed.text
      }
    }

    /// The source as it is shown: without a password.
    package var shown: String {
      if case .web(let address) = self { address.shown } else { text }
    }

    /// The name until the feed says one: that of a public stream, else the source as it is shown.
    package var name: String {
      switch self {
      case .web(let address):
        PublicStream(of: address).flatMap { $0.comesBeforeItsPage ? $0.name : nil } ?? shown
      case .account(let account): "@\(account.user)@\(account.host)"
      case .file, .program: shown
      case .served(let feed): feed.address
      }
    }

    /// The name in rows, where the address is shown elsewhere: without its scheme, and of a long path the end.
    package var label: String {
      guard case .web(let address) = self, name == shown else { return name }
      var text = shown.dropFirst(address.scheme.count + "://".count)
      if text.hasPrefix("www.") { text.removeFirst("www.".count) }
      if text.hasSuffix("/") { text.removeLast() }
      guard text.count > Self.labelLength, let slash = text.firstIndex(of: "/") else {
        return String(text)
      }
      let host = text[...slash]
      return host + "…" + text.suffix(max(Self.labelEnd, Self.labelLength - host.count - 1))
    }

    /// The longest label in characters, and the shortest end of one that is too long.
    private static let labelLength = 40
    private static let labelEnd = 12
  }

  /// The longest name and the longest tag in bytes.
  package static let textLimit = 200
  package static let tagLimit = 32

  package let source: Source
  /// The name that the user gave; nil for the feed's own title.
  package let name: String?
  package let tags: [String]
  /// The interval of requests in seconds, within ``Schedule/intervals``; nil for the usual one.
  package let every: Int64?
  /// Whether opening a post fetches the web page that it is about.
  package let wantsFullText: Bool

  /// Makes a subscription: names and tags become single lines, and limits apply.
  package init(
    _ source: Source,
    name: String? = nil,
    tags: [String] = [],
    every: Int64? = nil,
    wantsFullText: Bool = false
  ) {
    self.source = source
    self.name = name.flatMap(Self.line)
    var kept: [String] = []
    for tag in tags.lazy.compactMap(Self.line) where !kept.contains(tag) {
      guard kept.count < Self.tagLimit else { break }
      kept.append(tag)
    }
    self.tags = kept
    self.every = every.map(Schedule.interval)
    self.wantsFullText = wantsFullText
  }

  /// Returns this subscription with what only `other` has: its name, its interval, its tags, its wish for full texts.
  package func merged(with other: Subscription) -> Subscription {
    Subscription(
      source,
      name: name ?? other.name,
      tags: tags + other.tags,
      every: every ?? other.every,
      wantsFullText: wantsFullText || other.wantsFullText
    )
  }

  /// Returns this subscription with another source, as after a permanent redirect.
  package func moved(to source: Source) -> Subscription {
    Subscription(source, name: name, tags: tags, every: every, wantsFullText: wantsFullText)
  }

  func with(name: String?, tags: [String]) -> Subscription {
    Subscription(source, name: name, tags: tags, every: every, wantsFullText: wantsFullText)
  }

  /// Returns the text on one line, without control characters; nil if nothing is left.
  private static func line(_ text: String) -> String? {
    let blank = { (scalar: Unicode.Scalar) in
      scalar.value <= 0x20 || (0x7F...0xA0).contains(scalar.value) || scalar.properties.isWhitespace
    }
    var kept = ""
    var isPending = false
    for scalar in text.unicodeScalars {
      if blank(scalar) {
        isPending = !kept.isEmpty
        continue
      }
      let length = kept.utf8.count + UTF8.width(scalar) + (isPending ? 1 : 0)
      guard length <= textLimit else { break }
      if isPending { kept += " " }
      isPending = false
      kept.unicodeScalars.append(scalar)
    }
    return kept.isEmpty ? nil : kept
  }
}

/// Reads and writes intervals as "90s", "30m", "2h" and "7d".
package enum Interval {
  private static let units: [(letter: Character, seconds: Int64)] = [
    ("d", 86_400), ("h", 3_600), ("m", 60), ("s", 1),
  ]

  /// Returns the seconds; nil unless `text` is a number of at most nine digits, above 0, and a unit.
  package static func read(_ text: String) -> Int64? {
    let digits = text.dropLast()
    guard (1...9).contains(digits.utf8.count), digits.utf8.allSatisfy({ $0 &- 0x30 < 10 }),
      let number = Int64(digits), number > 0,
      let unit = units.first(where: { $0.letter == text.last })
    else { return nil }
    return number * unit.seconds
  }

  /// Returns the text, in the largest unit that divides the seconds.
  package static func write(_ seconds: Int64) -> String {
    let unit = units.first { seconds != 0 && seconds % $0.seconds == 0 } ?? ("s", 1)
    return "\(seconds / unit.seconds)\(unit.letter)"
  }
}
