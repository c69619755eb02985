/// A line of ``DiscussionTable``: addresses of one form, and the address of the comments on each.
package struct DiscussionLine: Equatable, Sendable {
  /// The reason why a line that a reader wrote means nothing.
  package enum Fault: Error, Equatable {
    case pattern(String)
    case target(String)
  }

  /// A parameter of a query.
  struct Query: Equatable {
    let name: String
    let pattern: String
  }

  package let site: DiscussionSite
  /// The host, with or without a name before it such as "www."; nil for any.
  let host: String?
  /// The last part may be "…".
  let path: [String]
  /// Nil where the query says nothing.
  let query: Query?
  private let target: String

  init(_ site: DiscussionSite, _ host: String?, _ pattern: String, to target: String) {
    self.site = site
    self.host = host
    let halves = pattern.split(separator: "?", maxSplits: 1)
    path = halves.first?.split(separator: "/").map(String.init) ?? []
    query = halves.dropFirst().first.flatMap { half in
      let sides = half.split(separator: "=", maxSplits: 1).map(String.init)
      return sides.count == 2 ? Query(name: sides[0], pattern: sides[1]) : nil
    }
    self.target = target
  }

  /// Reads a line of a reader: "forum.example/topic/{id#}", and "discourse {origin}/t/{id}.json".
  package init(pattern: String, target: String) throws(Fault) {
    let sides = target.split(whereSeparator: \.isWhitespace).map(String.init)
    guard sides.count == 2 else {
      throw .target("No kind of site and address (expected a text such as \(Self.example))")
    }
    guard let site = DiscussionSite.allCases.first(where: { $0.name == sides[0] }) else {
      let names = DiscussionSite.allCases.map(\.name).joined(separator: ", ")
      throw .target("\"\(sides[0].prefix(60))\" is no kind of site (expected \(names))")
    }
    let parts = pattern.split(separator: "/", maxSplits: 1).map(String.init)
    guard parts.count == 2, let host = parts.first, Self.isHost(host) else {
      throw .pattern("No host and path (expected a form such as forum.example/topic/{id#})")
    }
    self.init(site, host.lowercased(), parts[1], to: sides[1])
    let forms = path + (query.map { [$0.pattern] } ?? [])
    guard forms.allSatisfy(Self.isWellFormed) else {
      throw .pattern("A part is malformed (expected a word, or one {name} at the end of a part)")
    }
    guard target.contains("?") == false || pattern.contains("?") == false || query != nil else {
      throw .pattern("The query is malformed (expected name={id})")
    }
    guard ["https://", "http://", "{origin}/"].contains(where: { sides[1].hasPrefix($0) }) else {
      throw .target("No address (expected https://… or {origin}/…)")
    }
    let known = ["origin"] + forms.compactMap(Self.name)
    if let unknown = Self.names(in: sides[1]).first(where: { !known.contains($0) }) {
      throw .target(
        "{\(unknown.prefix(60))} is no part of the address (expected {\(known.joined(separator: "}, {"))})"
      )
    }
  }

  /// The address of the request.
  ///
  /// Values are taken from an address, and none has a character with a meaning of its own.
  func request(_ values: [String: String]) -> String {
    values.reduce(target) { $0.replacing("{\($1.key)}", with: $1.value) }
  }

  private static let example = "\"discourse {origin}/t/{id}.json\""

  private static func isHost(_ text: String) -> Bool {
    text.contains(".")
      && text.utf8.allSatisfy { byte in
        switch byte {
        case 0x30...0x39, 0x41...0x5A, 0x61...0x7A: true
        default: byte == UInt8(ascii: ".") || byte == UInt8(ascii: "-")
        }
      }
  }

  /// Whether a part has no brace, or one name in braces at its end.
  private static func isWellFormed(_ part: String) -> Bool {
    guard let open = part.firstIndex(of: "{") else { return !part.contains("}") }
    let inner = part[part.index(after: open)...]
    return inner.last == "}" && !inner.dropLast().contains { "{}".contains($0) }
      && name(of: part)?.isEmpty == false
  }

  /// The name that a part has in braces; nil for a plain word.
  private static func name(of part: String) -> String? {
    guard let open = part.firstIndex(of: "{") else { return nil }
    return String(part[part.index(after: open)...].dropLast().filter { $0 != "#" && $0 != "*" })
  }

  /// The names in braces in an address.
  private static func names(in address: String) -> [String] {
    address.split(separator: "{").dropFirst().compactMap { piece in
      piece.firstIndex(of: "}").map { String(piece[..<$0]) }
    }
  }
}

/// The kind of site, which decides how its answers are read.
package enum DiscussionSite: String, CaseIterable, Sendable {
  case hackerNews, lobsters, reddit, gitHub, bluesky, mastodon, lemmy, discourse
  /// Any server of the fediverse, by the collection of the replies.
  case activityStreams
  /// Any feed whose entries are the comments.
  case feed

  package var name: String {
    switch self {
    case .hackerNews: "hacker-news"
    case .gitHub: "github"
    case .activityStreams: "activitystreams"
    case .lobsters, .reddit, .bluesky, .mastodon, .lemmy, .discourse, .feed: rawValue
    }
  }
}
