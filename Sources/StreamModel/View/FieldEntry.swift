import Configuration

/// A field of the one-line form: its names, what it asks for, and the values that it may have.
package struct FieldEntry: Sendable {
  enum Kind: Equatable {
    case text(Field.Text)
    case count(Field.Count)
    case source(Field.Source)
    case after, before, date, age
    case kind, visibility, state, part
    case order, limit, view
  }

  package let name: String
  /// Further names that are understood, most of them from other programs.
  package let aliases: [String]
  /// Empty where the line of another field tells it.
  package let help: String
  let kind: Kind

  private init(_ name: String, _ aliases: String, _ kind: Kind, _ help: String = "") {
    self.name = name
    self.aliases = aliases.split(separator: " ").map { String($0) }
    self.kind = kind
    self.help = help
  }

  /// The canonical values where only some are known; empty for a field of words, numbers or dates.
  package var values: [String] {
    switch kind {
    case .kind: Activity.Kind.allCases.map(\.rawValue)
    case .visibility: Visibility.allCases.map(\.rawValue)
    // Nobody knows yet which posts the other states mean.
    case .state: Field.State.allCases.filter { $0 != .new && $0 != .first }.map(\.rawValue)
    case .part: Field.Part.allCases.map(\.rawValue)
    case .order: StreamOrder.allCases.map(\.rawValue)
    default: []
    }
  }

  /// The word for one of ``values``: the name of the kind.
  var noun: String { "\(kind)" }

  /// All fields, those first that are typed most.
  package static let all = [
    FieldEntry("is", "flag", .state, "unread, kept, reply and other states"),
    FieldEntry("author", "from by", .text(.author), "name or handle of the author"),
    FieldEntry("title", "subject intitle", .text(.title), "words of the title"),
    FieldEntry("text", "body content intext", .text(.text), "words of the body or the warning"),
    FieldEntry(
      "feed",
      "source f list",
      .source(.feed),
      "name or address of the feed (one: feedtitle, rssurl)"
    ),
    FieldEntry("in", "label labels category folder", .source(.tag), "tag of the subscription"),
    FieldEntry("tag", "tags hashtag", .text(.tag), "hashtag"),
    FieldEntry("has", "", .part, "image, video, poll, link and other parts"),
    FieldEntry("mentions", "to mention", .text(.mentions), "mentioned account"),
    FieldEntry("link", "inurl", .text(.link), "any address in the post; url: its own"),
    FieldEntry("url", "", .text(.url)),
    FieldEntry("feedtitle", "", .source(.title)),
    FieldEntry("rssurl", "", .source(.address)),
    FieldEntry("host", "domain site", .text(.host), "host of any address in the post"),
    FieldEntry("after", "since newer newer_than", .after, "2023-07, yesterday, 3d"),
    FieldEntry("before", "until older older_than", .before, "2023-07, yesterday, 3d"),
    FieldEntry(
      "date",
      "during pubdate published created on",
      .date,
      "2023-07, 2023-01..2023-06, 3d"
    ),
    FieldEntry("age", "", .age, "<3d, >6mo"),
    FieldEntry("likes", "favourites favorites favs stars", .count(.likes), ">10, 2..5"),
    FieldEntry("reshares", "boosts reblogs reposts", .count(.reshares), ">10, 2..5"),
    FieldEntry("comments", "replies", .count(.comments), ">10, 2..5"),
    FieldEntry("words", "length", .count(.words), ">500, words of the body"),
    FieldEntry("time", "", .count(.time), "<5m, minutes to read"),
    FieldEntry("volume", "", .count(.volume), "<3, posts a week of the feed"),
    FieldEntry("lang", "language", .text(.lang), "de, en-GB"),
    FieldEntry("kind", "type", .kind, "post, reshare, like and other activities"),
    FieldEntry("visibility", "", .visibility, "public, followers and other readers"),
    FieldEntry("view", "query search", .view, "name of a saved view"),
    FieldEntry("sort", "order", .order, "newest, oldest, likes and other orders"),
    FieldEntry("limit", "", .limit, "the most posts"),
  ]

  private static let byName: [String: FieldEntry] = {
    let named = all.flatMap { entry in ([entry.name] + entry.aliases).map { ($0, entry) } }
    return Dictionary(named) { first, _ in first }
  }()

  static func named(_ name: String) -> FieldEntry? { byName[name] }

  static func nearest(to name: String) -> FieldEntry? {
    NearestName.of(name, among: byName.keys.sorted()).flatMap(named)
  }
}

/// The values of a field by all their names.
struct ValueNames<Value: Sendable>: Sendable {
  private let byName: [String: Value]

  private init(_ aliases: [String: Value])
  where Value: RawRepresentable<String> & CaseIterable {
    byName = Dictionary(Value.allCases.map { ($0.rawValue, $0) }) { first, _ in first }
      .merging(aliases) { first, _ in first }
  }

  func value(_ name: String) -> Value? { byName[name.lowercased()] }
  func nearest(to name: String) -> String? { NearestName.of(name, among: byName.keys.sorted()) }
}

extension ValueNames<Field.State> {
  static let states = ValueNames([
    "starred": .kept, "flagged": .kept, "favorite": .kept, "favourite": .kept, "fav": .kept,
    "marked": .kept, "saved": .kept, "bookmarked": .kept, "seen": .read, "unseen": .unread,
    "boost": .reshare, "reblog": .reshare, "repost": .reshare, "retweet": .reshare,
    "conversation": .thread, "dup": .duplicate, "updated": .edited, "cw": .sensitive,
    "nsfw": .sensitive,
  ])
}

extension ValueNames<Field.Part> {
  static let parts = ValueNames([
    "picture": .image, "pictures": .image, "photo": .image, "images": .image, "gifv": .video,
    "videos": .video, "podcast": .audio, "url": .link, "embed": .link, "links": .link,
    "replies": .comments, "attachment": .file, "attachments": .file, "media": .file,
    "files": .file, "enclosure": .file,
  ])
}

extension ValueNames<Activity.Kind> {
  static let kinds = ValueNames([
    "boost": .reshare, "reblog": .reshare, "repost": .reshare, "reply": .comment,
    "favourite": .like, "favorite": .like,
  ])
}

extension ValueNames<Visibility> {
  static let visibilities = ValueNames(["private": .followers])
}

extension ValueNames<StreamOrder> {
  static let orders = ValueNames([
    "date": .newest, "new": .newest, "recent": .newest, "old": .oldest, "top": .likes,
    "replies": .comments,
  ])
}
