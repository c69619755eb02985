import CellGrid
import StreamModel

struct FeedRow {
  /// Columns by which a subscription in a folder is indented.
  private static let indent = 2
  private static let hang = 2

  let clock: RowClock

  static func all(_ tally: FeedTally) -> Row {
    let head = [MetaLine.Run("All feeds", .text, .bold, rank: .name)] + unread(tally.unread)
    let facts = fact(count(tally.count), .handle) + failed(tally)
    return .lines(MetaLine(head + facts, overflow: .fit))
  }

  /// The row of a saved view: its name, unread posts (0, too: elsewhere they are not counted) and filter.
  static func view(_ name: String, _ line: String, unread count: Int?) -> Row {
    let head = [
      MetaLine.Run("& ", .rowSign, rank: .sign),
      MetaLine.Run(sanitizing: name, .text, emphasis(count), rank: .name),
    ]
    return .lines(
      MetaLine(head + (count.map(counted) ?? []) + fact(line, .companion), overflow: .fit)
    )
  }

  static func folder(_ tag: String, _ tally: FeedTally, isOpen: Bool) -> Row {
    let head = [
      MetaLine.Run(isOpen ? "▾ " : "▸ ", .rowSign, rank: .sign),
      MetaLine.Run(sanitizing: tag, .text, emphasis(tally.unread), rank: .name),
    ]
    let facts = unread(tally.unread) + fact(count(tally.count), .handle) + failed(tally)
    return .lines(MetaLine(head + facts, overflow: .fit))
  }

  /// The row of a subscription: name, what tells it from others of that name, unread posts and how its fetches went; below them
  /// why the last one failed.
  func feed(_ entry: FeedEntry, _ distinction: String? = nil, isInFolder: Bool) -> Row {
    let name = SafeText(sanitizing: entry.name)
    let posts = entry.posts.map { PostRow.count($0, "post", "posts") ?? "no posts" }
    let head =
      [MetaLine.Run(name, .text, Self.emphasis(entry.unread), rank: .name)]
      + (distinction.map { Self.fact($0, .note) } ?? [])
      + Self.unread(entry.unread)
      + (posts.map { Self.fact($0, .companion) } ?? [])
    let tags = isInFolder ? [] : entry.tags
    let facts =
      tags.flatMap { Self.fact("#\($0)", .companion) }
      + [success(entry), entry.nextFetch.map { "next \(clock.ahead($0))" }].compactMap(\.self)
      .flatMap { Self.fact($0, .handle) }
    // A sentence that is too long goes on below it.
    let failure = entry.failure.map { reason in
      MetaLine([.init("  ", .faint), .init(reason, .problem)], overflow: .wrap(hang: Self.hang))
    }
    return Row(
      indent: isInFolder ? Self.indent : 0,
      before: [MetaLine(head + facts, overflow: .fit)] + [failure].compactMap(\.self),
      endsWithGap: false
    )
  }

  static func none(subscribingBy key: String) -> Row {
    let key = SafeText(sanitizing: key)
    return Row(before: [
      MetaLine([.init("No subscriptions yet", .title, .bold)]),
      MetaLine(
        [
          .init(key, .helpKey), .init(" subscribes to an address or an account; so does ", .text),
          .init("streamtui add ADDRESS", .code), .init(" in a shell.", .text),
        ],
        overflow: .wrap(hang: 0)
      ),
    ])
  }

  static let unknown = Row(before: [MetaLine([.init("Reading the subscriptions …", .faint)])])

  private func success(_ entry: FeedEntry) -> String {
    guard let time = entry.lastSuccess else {
      return entry.failure == nil ? "never fetched" : "no fetch has succeeded"
    }
    return "fetched \(clock.ago(time))"
  }

  private static let joint = [MetaLine.Run(" · ", .faint, rank: .joint)]

  private static func emphasis(_ unread: Int?) -> Emphasis { (unread ?? 0) > 0 ? .bold : [] }

  /// " · 12 unread"; nothing where there are none, or they were not counted.
  private static func unread(_ unread: Int?) -> [MetaLine.Run] {
    unread.map { $0 > 0 ? counted($0) : [] } ?? []
  }

  private static func counted(_ unread: Int) -> [MetaLine.Run] {
    joint + [.init(sanitizing: "\(unread.grouped) unread", .counts, rank: .label)]
  }

  /// A piece that is given up where there is no room for it.
  private static func fact(_ text: String, _ rank: MetaLine.Rank) -> [MetaLine.Run] {
    joint + [.init(sanitizing: text, .faint, rank: rank)]
  }

  private static func count(_ feeds: Int) -> String {
    feeds == 1 ? "1 feed" : "\(feeds.grouped) feeds"
  }

  private static func failed(_ tally: FeedTally) -> [MetaLine.Run] {
    guard tally.failed > 0 else { return [] }
    return joint + [.init(sanitizing: "\(tally.failed.grouped) failed", .problem, rank: .label)]
  }
}

/// Counts of several subscriptions.
struct FeedTally {
  private(set) var count = 0
  /// The number of unread posts as far as they were counted; nil where none were.
  private(set) var unread: Int?
  private(set) var failed = 0

  mutating func add(_ entry: FeedEntry) {
    count += 1
    if entry.failure != nil { failed += 1 }
    guard let more = entry.unread else { return }
    let (sum, overflow) = (unread ?? 0).addingReportingOverflow(more)
    unread = overflow ? .max : sum
  }
}
