import Addresses

/// Reads subscriptions from a table with commas (CSV, RFC 4180) that another program exports.
///
/// A row names a channel of YouTube by its id (Google Takeout, `subscriptions.csv`, whose headings are in the user's
/// language), an account of the fediverse, alone or after the name of a list (Mastodon 4.5, "Data export"), or a feed in a
/// column whose heading says so. Rows that name pages, such as bookmarks, are left out and reported.
package struct FeedTable {
  private typealias Row = (fields: [String], offset: Int)

  private var collector = SubscriptionCollector()
  private var places: ListPlaceFinder
  /// The columns by their headings: that of feeds, and that of names.
  private var feedColumn: Int?
  private var nameColumn: Int?

  /// Whether a text is a table: the first line has a comma, and does not begin as a line of a list of feeds does.
  package static func isTable(_ text: [UInt8]) -> Bool {
    let line = text.drop { $0 <= 0x20 || [0xEF, 0xBB, 0xBF].contains($0) }.prefix { $0 != 0x0A }
    let begin = String(decoding: line.prefix(16), as: UTF8.self).lowercased()
    let others = [
      "http:", "https:", "feed:", "#", "@", "acct:", "at:", "/", "~", "\"query:", "\"exec:",
      "\"filter:", "query:", "exec:", "filter:", "{", "[", "<",
    ]
    return line.contains(UInt8(ascii: ",")) && !others.contains { begin.hasPrefix($0) }
  }

  /// Returns the subscriptions of a table in UTF-8.
  package static func read(_ text: [UInt8]) -> SubscriptionList {
    var table = FeedTable(places: ListPlaceFinder(text))
    var isFirst = true
    for row in rows(of: text) where row.fields.contains(where: { !$0.isEmpty }) {
      if !isFirst || !table.takeHeadings(row.fields) { table.take(row) }
      isFirst = false
    }
    return table.collector.list
  }

  private init(places: ListPlaceFinder) { self.places = places }

  /// Takes the first row; false where it is no row of headings.
  private mutating func takeHeadings(_ fields: [String]) -> Bool {
    guard !fields.contains(where: { $0.contains("@") || $0.contains("://") || Self.isChannel($0) })
    else { return false }
    let headings = fields.map { $0.lowercased().filter { !" _-".contains($0) } }
    feedColumn = headings.firstIndex {
      ["feedurl", "xmlurl", "rssurl", "feed", "rss"].contains($0)
    }
    nameColumn = headings.firstIndex { ["title", "name", "feedtitle", "text"].contains($0) }
    return true
  }

  private mutating func take(_ row: Row) {
    let (fields, place) = (row.fields, places.place(of: row.offset))
    if let channel = fields.first(where: Self.isChannel) {
      let address = "https://www.youtube.com/feeds/videos.xml?channel_id=\(channel)"
      let name = fields.last.flatMap { $0 == channel || $0.contains("://") ? nil : $0 }
      return add(address, name: name, at: place)
    }
    if let feedColumn, fields.indices.contains(feedColumn) {
      let name = nameColumn.flatMap { fields.indices.contains($0) ? fields[$0] : nil }
      return add(fields[feedColumn], name: name, at: place)
    }
    if let first = fields.first, AccountName(first) != nil { return add(first, at: place) }
    if fields.count == 2, AccountName(fields[1]) != nil {
      return add(fields[1], tags: [fields[0]], at: place)
    }
    collector.report(
      "no feed in this row (expected a column \"feedurl\", a channel of YouTube or an account)",
      at: place
    )
  }

  private mutating func add(
    _ word: String,
    name: String? = nil,
    tags: [String] = [],
    at place: ListPlace
  ) {
    guard !collector.isFull else {
      return collector.report(
        "too many rows (expected at most \(SubscriptionList.limit))",
        at: place
      )
    }
    let found: (source: Subscription.Source, doubt: String?)
    switch AddressGuess(word) {
    case .web(.fetch(let address), _): found = (.web(address), nil)
    case .web(.ask(let address, let reason), _): found = (.web(address), reason)
    case .web(.refuse(let reason), _), .refused(let reason):
      return collector.report("\(ListProblem.quoted(word)) left out: \(reason)", at: place)
    case .account(let account):
      let doubt: String? = if case .ask(_, let reason) = account.verdict { reason } else { nil }
      found = (.account(account), doubt)
    case .file:
      return collector.report("\(ListProblem.quoted(word)) left out: not an address", at: place)
    }
    let subscription = Subscription(
      found.source,
      name: name.flatMap { $0.isEmpty ? nil : $0 },
      tags: tags
    )
    if !collector.add(subscription, doubt: found.doubt, at: place) {
      collector.report("this source has a row already; both were merged", at: place)
    }
  }

  /// Whether a text is the id of a channel: "UC" and 22 letters, digits, "-" and "_".
  private static func isChannel(_ text: String) -> Bool {
    text.utf8.count == 24 && text.hasPrefix("UC")
      && text.utf8.allSatisfy { $0.isAlphanumeric(or: "-_") }
  }

  /// The rows of a table with the places where they begin; a quote that does not end goes to the end of the text.
  private static func rows(of text: [UInt8]) -> [Row] {
    var rows: [Row] = []
    var fields: [String] = []
    var field: [UInt8] = []
    var isQuoted = false
    var at = text.starts(with: [0xEF, 0xBB, 0xBF]) ? 3 : 0
    var start = at
    while at < text.count {
      let byte = text[at]
      let next = at + 1 < text.count ? text[at + 1] : 0
      at += 1
      switch byte {
      case UInt8(ascii: "\"") where isQuoted && next == byte:
        field.append(byte)
        at += 1
      case UInt8(ascii: "\"") where isQuoted || field.isEmpty: isQuoted.toggle()
      case UInt8(ascii: ",") where !isQuoted:
        fields.append(Self.text(field))
        field = []
      case 0x0A where !isQuoted:
        rows.append((fields + [Self.text(field)], start))
        (fields, field, start) = ([], [], at)
      default: field.append(byte)
      }
    }
    if !field.isEmpty || !fields.isEmpty { rows.append((fields + [Self.text(field)], start)) }
    return rows
  }

  private static func text(_ field: [UInt8]) -> String {
    let end = field.lastIndex { $0 > 0x20 }.map { $0 + 1 } ?? 0
    return String(decoding: field[..<end].drop { $0 <= 0x20 }, as: UTF8.self)
  }
}
