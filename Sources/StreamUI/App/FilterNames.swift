import Addresses
import StreamModel

struct FilterNames {
  /// Posts around the reader whose authors, hashtags and hosts are offered.
  private static let reach = 150

  private let authors: [String]
  private let tags: [String]
  private let hosts: [String]
  private let feeds: [String]
  private let feedTags: [String]
  private let views: [String]

  init(of page: Page, _ feeds: [FeedEntry], views: [String]) {
    self.views = views
    let feed = page.feed
    let middle = page.content.position(of: page.list.selection, in: feed) ?? 0
    var (authors, tags, hosts): ([String], [String], [String]) = ([], [], [])
    for position in max(0, middle - Self.reach)..<middle + Self.reach {
      guard let id = page.content.row(at: position, in: feed)?.record,
        case .post(let post) = feed.uncounted(id)
      else { continue }
      if let author = post.author {
        authors += [author.name, author.handle.map { String($0.trimmingPrefix("@")) }].compactMap(
          \.self
        )
      }
      tags += post.hashtags
      if let host = post.url.flatMap(Self.host) { hosts.append(host) }
    }
    self.authors = Self.sorted(authors)
    self.tags = Self.sorted(tags)
    self.hosts = Self.sorted(hosts)
    let titles = feed.sources.compactMap(\.title)
    self.feeds = Self.sorted(feeds.isEmpty ? titles : feeds.map(\.name))
    feedTags = Self.sorted(feeds.flatMap(\.tags))
  }

  private static func host(of address: String) -> String? {
    WebAddress(address).flatMap { $0.host.isEmpty ? nil : $0.host }
  }

  private static func sorted(_ names: [String]) -> [String] {
    Set(names).sorted { $0.lowercased() < $1.lowercased() }
  }

  func lines(completing text: String) -> [String] {
    let start = text.lastIndex { $0.isWhitespace || $0 == "(" }.map { text.index(after: $0) }
    let word = text[(start ?? text.startIndex)...]
    let sign = word.prefix { $0 == "-" || $0 == "!" }
    let before = text[..<(start ?? text.startIndex)] + sign
    return endings(of: word.dropFirst(sign.count)).map { before + $0 }
  }

  private func endings(of word: Substring) -> [String] {
    if word.hasPrefix("#") { return Self.matching(word.dropFirst(), tags).map { "#\($0)" } }
    guard let sign = word.firstIndex(where: { $0 == ":" || $0 == "=" }) else {
      return FieldEntry.all.map(\.name).filter { $0.hasPrefix(word.lowercased()) }.map { "\($0):" }
    }
    let name = word[..<sign].lowercased()
    guard let entry = FieldEntry.all.first(where: { $0.name == name || $0.aliases.contains(name) })
    else { return [] }
    let rest = word[word.index(after: sign)...]
    // The last of several values is the one that is typed.
    let typed = rest.lastIndex(of: ",").map { rest[rest.index(after: $0)...] } ?? rest
    let head = word[..<typed.startIndex]
    let names = Self.matching(typed.drop { $0 == "\"" }, values(of: entry))
    return names.map { head + Self.quoted($0) }
  }

  private func values(of entry: FieldEntry) -> [String] {
    switch entry.name {
    case "author": authors
    case "tag": tags
    case "host": hosts
    case "feed": feeds
    case "in": feedTags
    case "view": views
    default: entry.values
    }
  }

  private static func matching(_ typed: some StringProtocol, _ names: [String]) -> [String] {
    let typed = typed.lowercased()
    let beginning = names.filter { $0.lowercased().hasPrefix(typed) }
    return beginning
      + names.filter {
        let name = $0.lowercased()
        return name.contains(typed) && !name.hasPrefix(typed)
      }
  }

  static func text(ofView name: String) -> String { "view:\(quoted(name))" }

  static func quoted(_ name: String) -> String {
    let isPlain = name.unicodeScalars.allSatisfy {
      $0.properties.isAlphabetic || $0.properties.numericType != nil
        || "_-.@".unicodeScalars.contains($0)
    }
    return isPlain ? name : "\"\(name.filter { $0 != "\"" })\""
  }

  /// The filters that pass the selected post or comment: by the host of the link in focus, its author, hashtags, host, feed.
  static func choices(like page: Page, _ link: RowLink?) -> [Filter] {
    let row = page.list.selection
    let subject = page.content.subject(of: row, in: page.feed)
    guard let post = subject.written else { return [] }
    var choices: [Filter?] = []
    func add(_ field: Field.Text, _ text: String?) {
      choices.append(
        text.flatMap { TextTest($0) }.map { Filter(.text(field, .usual, Choices($0))) }
      )
    }
    add(.host, link.flatMap { host(of: $0.target) })
    add(.author, post.author?.handle.map { String($0.trimmingPrefix("@")) } ?? post.author?.name)
    for tag in post.hashtags { add(.tag, tag) }
    add(.host, post.url.flatMap(host))
    if subject.post != nil, page.feed.sources.count > 1, let id = page.content.record(of: row),
      let name = page.feed.sources(of: id).first, let test = TextTest(name)
    {
      choices.append(Filter(.source(.feed, .whole, Choices(test))))
    }
    return choices.compactMap(\.self).reduce(into: []) { all, filter in
      if !all.contains(filter) { all.append(filter) }
    }
  }
}
