/// A generated outbox of a Mastodon archive, the same on each run, with what a reader must see of it.
package struct Outbox: Sendable {
  /// The document.
  package let json: String
  /// The post that each reply answers, by their numbers.
  package let parents: [Int: Int]
  /// The post that each boost passes on; nil for posts of others.
  package let boosts: [Int: Int?]

  /// Makes `count` records, of which about `replies` answer others of them, and some are boosts.
  ///
  /// Parents name some of their replies by address, and most not at all. Replies name parents by id,
  /// some by the address of the page, and some stand before them.
  package init(count: Int, replies: Int, boosts boostCount: Int = 0, seed: UInt64 = 1) {
    var random = SplitMix(seed: seed)
    var parents: [Int: Int] = [:]
    var boosts: [Int: Int?] = [:]
    while parents.count < replies {
      let reply = random.below(count)
      // Mostly an earlier post, so that threads become deep; never a circle.
      let parent = random.below(8) == 0 ? random.below(count) : max(0, reply - 1 - random.below(40))
      guard parent != reply, parents[reply] == nil, !Self.leads(from: parent, to: reply, parents)
      else { continue }
      parents[reply] = parent
    }
    while boosts.count < boostCount {
      let boost = random.below(count)
      let target = random.below(count)
      guard parents[boost] == nil, !parents.values.contains(boost), boosts[boost] == nil else {
        continue
      }
      boosts[boost] = random.below(3) == 0 ? .some(nil) : .some(target)
    }
    for (boost, target) in boosts {
      if let target, boosts[target] != nil { boosts[boost] = .some(nil) }
    }
    var children: [Int: [Int]] = [:]
    for (reply, parent) in parents { children[parent, default: []].append(reply) }
    let items = (0..<count).map { number -> String in
      if let boost = boosts[number] {
        return Self.boost(number, of: boost)
      }
      let named = (children[number] ?? []).sorted().filter { _ in random.below(3) > 0 }
      return Self.create(
        number,
        parent: parents[number],
        byPage: random.below(5) == 0,
        naming: named,
        to: random.below(20)
      )
    }
    json = """
      {"@context": "https://www.w3.org/ns/activitystreams", "id": "outbox.json",
       "type": "OrderedCollection", "totalItems": \(count), "orderedItems": [
      \(items.joined(separator: ",\n"))
      ]}
      """
    self.parents = parents
    self.boosts = boosts
  }

  /// The number of replies in the conversation below each post that has any, by its number.
  package var countsBelow: [Int: Int] {
    var counts: [Int: Int] = [:]
    for reply in parents.keys {
      var above = parents[reply]
      while let number = above {
        counts[number, default: 0] += 1
        above = parents[number]
      }
    }
    return counts
  }

  /// The number of the post that an id or address names; nil for any other.
  package func number(of id: String) -> Int? {
    let note = id.hasSuffix("/activity") ? id.dropLast("/activity".count) : id[...]
    return note.split(separator: "/").last.flatMap { Int($0) }.map { $0 - 1_000_000 }
  }

  /// The id of a post's activity, by which it is known.
  package static func id(_ number: Int) -> String { note(number) + "/activity" }

  /// The id of the post itself.
  package static func note(_ number: Int) -> String {
    "https://social.example/users/olga/statuses/\(1_000_000 + number)"
  }

  private static func page(_ number: Int) -> String {
    "https://social.example/@olga/\(1_000_000 + number)"
  }

  private static func leads(from start: Int, to end: Int, _ parents: [Int: Int]) -> Bool {
    var at: Int? = start
    while let current = at {
      if current == end { return true }
      at = parents[current]
    }
    return false
  }

  private static func time(_ number: Int) -> String {
    let two = { (value: Int) in value < 10 ? "0\(value)" : "\(value)" }
    let minute = number % 60
    let hour = number / 60 % 24
    let day = 1 + number / 1_440 % 28
    return "2025-11-\(two(day))T\(two(hour)):\(two(minute)):00Z"
  }

  private static func boost(_ number: Int, of target: Int?) -> String {
    let object = target.map(note) ?? "https://far.example/users/mia/statuses/\(number)"
    return #"{"id": "\#(id(number))", "type": "Announce", "published": "\#(time(number))","#
      + #" "actor": "https://social.example/users/olga", "object": "\#(object)","#
      + #" "to": ["https://www.w3.org/ns/activitystreams#Public"]}"#
  }

  private static func create(
    _ number: Int,
    parent: Int?,
    byPage: Bool,
    naming replies: [Int],
    to audience: Int
  ) -> String {
    let answered = parent.map { "\"\(byPage ? page($0) : note($0))\"" } ?? "null"
    let items = replies.map { "\"\(note($0))\"" }.joined(separator: ", ")
    let followers = "\"https://social.example/users/olga/followers\""
    let readers =
      switch audience {
      case 0: "\"to\": [\"https://far.example/users/mia\"], \"cc\": []"
      case 1: "\"to\": [\(followers)], \"cc\": []"
      case 2: "\"to\": [\(followers)], \"cc\": [\"as:Public\"]"
      default:
        "\"to\": [\"https://www.w3.org/ns/activitystreams#Public\"], \"cc\": [\(followers)]"
      }
    return #"{"id": "\#(id(number))", "type": "Create", "published": "\#(time(number))","#
      + #" "actor": "https://social.example/users/olga", \#(readers), "object": {"#
      + #""id": "\#(note(number))", "type": "Note", "inReplyTo": \#(answered), "#
      + #""published": "\#(time(number))", "url": "\#(page(number))", \#(readers), "#
      + #""attributedTo": "https://social.example/users/olga", "#
      + #""content": "<p>number \#(number) here</p>", "replies": {"id": "\#(note(number))/replies", "#
      + #""type": "Collection", "first": {"type": "CollectionPage", "items": [\#(items)]}}}}"#
  }
}
