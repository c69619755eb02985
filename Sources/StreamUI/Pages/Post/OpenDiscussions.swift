import Addresses
import CellGrid
import StreamModel

/// The places where the opened post is discussed, and what they have sent.
struct OpenDiscussions {
  /// A place, and how far it was asked.
  struct Entry {
    let place: DiscussionPlace
    /// The number of comments that the feed states; nil if unknown.
    let stated: Int?
    /// The index of the place of which this is a part, the replies to one comment; nil for a whole.
    fileprivate(set) var whole: Int?
    fileprivate(set) var discussion: Discussion?
    /// When the place sent or confirmed the discussion.
    fileprivate(set) var time: Timestamp?
    fileprivate(set) var isAsked = false
    fileprivate(set) var failure: (text: SafeText, time: Timestamp)?

    var isTouched: Bool { isAsked || discussion != nil || failure != nil }
  }

  private(set) var entries: [Entry]

  /// The most places of one post.
  private static let most = 6

  /// - Parameters:
  ///   - posts: the post as each of its sources states it.
  ///   - own: the place on the server that the post came from.
  ///   - lines: the reader's own.
  init(of posts: [Post], first own: DiscussionPlace? = nil, also lines: [DiscussionLine] = []) {
    var known: Set<String> = []
    let all = posts.flatMap { post in
      // The number that a feed states is that of the first place.
      let places = (own.map { [$0] } ?? []) + DiscussionPlace.places(of: post, also: lines)
      return places.enumerated().map { index, place in
        Entry(place: place, stated: index == 0 ? post.commentsCount : nil)
      }
    }
    entries = Array(all.filter { known.insert($0.place.request).inserted }.prefix(Self.most))
  }

  func entry(_ place: Int) -> Entry? { entries.indices.contains(place) ? entries[place] : nil }

  var discussions: [(place: Int, discussion: Discussion)] {
    entries.indices.compactMap { index in
      entries[index].whole == nil ? discussion(of: index).map { (index, $0) } : nil
    }
  }

  func discussion(of place: Int) -> Discussion? {
    entries.lazy.filter { $0.whole == place }.reduce(entries[place].discussion) { all, part in
      guard let comments = part.discussion else { return all }
      return all?.opened(at: part.place.page, with: comments)
    }
  }

  /// The part that the stub with an address leads to, if it can be fetched and is not there.
  func part(at page: String) -> Entry? {
    if let entry = entries.first(where: { $0.whole != nil && $0.place.page == page }) {
      return entry.discussion == nil ? entry : nil
    }
    return discussions.lazy.compactMap { index, discussion in
      discussion.countedStub(at: page).flatMap { count in
        DiscussionPlace(part: page, of: entries[index].place).map {
          Entry(place: $0, stated: count, whole: index)
        }
      }
    }
    .first
  }

  /// Lists a part among the places, which can answer from then on.
  mutating func add(_ part: Entry) {
    if !entries.contains(where: { $0.place == part.place }) { entries.append(part) }
  }

  /// The comments that came with parts: they were there before, and are no news.
  var opened: [Post.ID] {
    entries.filter { $0.whole != nil }.flatMap { $0.discussion?.entries.map(\.comment.id) ?? [] }
  }

  /// The places with a row: those that were asked, and those that may have more comments than the sources hold: these, of
  /// which a stub only counts some that are still to be fetched, and `further` ones.
  func listed(besides comments: [Comment], _ further: Int = 0) -> [Int] {
    let held = further + comments.count { if case .stub = $0.kind { false } else { true } }
    return entries.indices.filter { index in
      let entry = entries[index]
      guard entry.whole == nil else { return false }
      if entry.isTouched { return true }
      return entry.stated.map { $0 > held } ?? entry.place.isCertain
    }
  }

  /// Takes in an answer; the index of its place, and whether comments came from it before.
  ///
  /// Nil if it is not awaited.
  mutating func take(
    _ answer: DiscussionAnswer,
    from place: DiscussionPlace,
    at now: Timestamp
  ) -> (place: Int, isRenewed: Bool)? {
    guard let index = entries.firstIndex(where: { $0.place == place }) else { return nil }
    let isRenewed = entries[index].discussion != nil
    switch answer {
    case .asked:
      entries[index].isAsked = true
      entries[index].failure = nil
      return (index, isRenewed)
    case .copy(let discussion, let time):
      // The comments on the screen are at least as new as the copy.
      guard !isRenewed else { return nil }
      entries[index].discussion = discussion
      entries[index].time = time
      return (index, isRenewed)
    case .discussion(let discussion):
      entries[index].discussion = discussion
      entries[index].time = now
    case .unchanged: entries[index].time = now
    case .failure(let reason): entries[index].failure = (reason, now)
    }
    guard entries[index].isAsked else { return nil }
    entries[index].isAsked = false
    return (index, isRenewed)
  }

  /// The same places as they were when the page was left: nothing is being asked.
  var atRest: OpenDiscussions {
    var rest = self
    for index in entries.indices { rest.entries[index].isAsked = false }
    return rest
  }
}

extension OpenDiscussions.Entry {
  /// The row of the place.
  ///
  /// - Parameter discussion: the comments that it and its parts have sent; nil before.
  func row(showing discussion: Discussion?, indent: Int = 0, _ context: RowContext) -> Row {
    let (clock, key) = (context.clock, context.keymap.name(of: .enter))
    let (text, note) = words(about: discussion, clock, key)
    var runs: [[MetaLine.Run]] = [
      [.init("· ", .commentMark), .init(sanitizing: text, .more), .init(sanitizing: note, .faint)]
    ]
    if let failure {
      let age = clock.age(of: failure.time)
      runs.append([
        .init("  ", .text), .init(failure.text, .problem),
        .init(sanitizing: " · \(age) · \(key) asks again", .faint),
      ])
    }
    return Row(
      indent: indent,
      bodyIndent: 2,
      before: runs.map { MetaLine($0, overflow: .wrap(hang: 2)) },
      endsWithGap: context.density != .compact,
      isNotice: true
    )
  }

  private func words(
    about discussion: Discussion?,
    _ clock: RowClock,
    _ key: String
  ) -> (text: String, note: String) {
    let sender = WebAddress(place.request)?.host ?? place.host
    let known = count(stated)
    let age = time.map { " · fetched \(clock.ago($0))" } ?? " · a copy of unknown age"
    switch (discussion, isAsked) {
    case (nil, false):
      let from = sender == place.host || sender == "www.\(place.host)" ? "" : " from \(sender)"
      let verb = stated == 1 ? "fetches it" : "fetches them"
      let note = failure == nil ? " · \(key) \(verb)\(from)" : ""
      return ("\(known ?? "\(nouns.plural)") on \(place.host)", note)
    case (nil, true): return ("fetching \(known ?? "\(nouns.plural)") from \(sender) …", "")
    case (let discussion?, false):
      let again = failure == nil ? " · \(key) asks again" : ""
      return (came(discussion), age + again)
    case (let discussion?, true): return (came(discussion), "\(age) · asking again …")
    }
  }

  private var nouns: (singular: String, plural: String) {
    if whole != nil { return ("more reply", "more replies") }
    return place.site == .activityStreams ? ("reply", "replies") : ("comment", "comments")
  }

  private func count(_ number: Int?) -> String? {
    PostRow.count(number, nouns.singular, nouns.plural)
  }

  private func came(_ discussion: Discussion) -> String {
    let comments = count(discussion.count) ?? "no \(nouns.plural)"
    let more = discussion.leftOut > 0 ? ", \(discussion.leftOut.grouped) more there" : ""
    return "\(comments) on \(place.host)\(more)"
  }
}
