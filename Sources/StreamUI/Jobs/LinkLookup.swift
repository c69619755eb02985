import StreamModel

/// The search for the post that a link leads to, by the bytes of its address.
struct LinkLookup {
  /// Shorter targets are no addresses of posts.
  private static let shortestTarget = 8
  /// Bytes that are searched at once; a match is charged as many, wherever it is.
  private static let pieceBytes = 128 << 10

  let link: RowLink
  private let needle: TextNeedle
  let visit: LinkVisit
  private var next: RecordID?

  init(_ link: RowLink, _ visit: LinkVisit) {
    self.link = link
    needle = TextNeedle(address: link.target)
    self.visit = visit
  }

  mutating func slice(of feed: Timeline, _ budget: inout SliceBudget) -> Job.Outcome {
    guard link.target.utf8.count >= Self.shortestTarget else { return .nothing }
    var laps = SliceLaps()
    while laps.goOn(budget) {
      let bytes = min(Self.pieceBytes, budget.bytes(for: .matching))
      switch feed.searchStored(needle, from: next, bytes: bytes) {
      case .found(let id):
        budget.spend(on: .matching, bytes: bytes)
        budget.spend(on: .decoding, bytes: feed.byteCount(of: id))
        if case .post(let post) = feed.record(id), isTarget(post) { return .record(id) }
        next = RecordID(source: id.source, number: id.number + 1)
      case .paused(let id):
        budget.spend(on: .matching, bytes: bytes)
        guard next.map({ $0 < id }) ?? true else { return .nothing }
        next = id
      case .exhausted: return .nothing
      }
    }
    return .goesOn
  }

  /// Whether the link leads to a post, and not to one that its record only names.
  private func isTarget(_ post: Post) -> Bool {
    guard post.resharedAddress == nil else { return false }
    let holdsText = post.body != .missing || post.title != .missing
    return post.names.contains(link.target) || (holdsText && post.url == link.target)
  }
}

/// How the reader follows links: with which key or click, and what is known of the links.
struct LinkVisit: Equatable, Sendable {
  let manner: LinkManner
  let isShown: Bool
  /// Whether a question comes where a link leads outside and was not shown; a click only puts it into focus.
  let asks: Bool
  private var posts: [String: Timeline.SourceKey] = [:]
  /// Links in direct messages: no word of those is kept.
  private var secrets: Set<String> = []

  init(_ manner: LinkManner, isShown: Bool, asks: Bool = true) {
    self.manner = manner
    self.isShown = isShown
    self.asks = asks
  }

  var mayOpen: Bool { isShown || asks }

  /// Notes the post with a link, which may be a direct message; the first post with an address counts.
  mutating func note(_ address: String, in post: Timeline.SourceKey?, isDirect: Bool) {
    if isDirect { secrets.insert(address) }
    posts[address] = posts[address] ?? post
  }

  /// The link to keep for later runs; nil where none may be kept.
  func followed(_ address: String) -> FollowedLink? {
    guard !secrets.contains(address) else { return nil }
    return FollowedLink(address: address, post: posts[address], manner: manner)
  }
}

/// Steps through the links that keys asked for, each taken once the rows it needs are rich; where the visible rows have no
/// further link, it looks at the rows beyond them.
struct LinkSteps {
  /// Steps that are left, in the order of their keys.
  private var steps: [LinkStep]
  /// The row that was looked at last beyond the viewport; nil before.
  private var cursor: RowCursor?

  init(_ step: LinkStep) { steps = [step] }

  mutating func append(_ step: LinkStep) { steps.append(step) }

  /// Takes the steps that can be taken now, and looks further for a row with links.
  mutating func slice(
    of list: inout List,
    in rows: PageRows,
    _ budget: inout SliceBudget
  ) -> Job.Outcome {
    var exhausted: LinkStep?
    while let step = steps.first {
      guard list.visibleRowsAreRich(in: rows) else { break }
      if cursor == nil, LinkCursor(list, in: rows).step(step, &list) {
        steps.removeFirst()
        continue
      }
      guard look(step, &list, in: rows, &budget) else { break }
      exhausted = step
      steps = Array(steps.drop { $0 == step })
      cursor = nil
    }
    return .links(without: exhausted, isDone: steps.isEmpty)
  }

  /// Looks for the next row with links and shows it, where it becomes rich; true where there is none.
  private mutating func look(
    _ step: LinkStep,
    _ list: inout List,
    in rows: PageRows,
    _ budget: inout SliceBudget
  ) -> Bool {
    let visible = list.visible(in: rows)
    guard let edge = step == .next ? visible.last : visible.first else { return true }
    var cursor = cursor ?? RowCursor(at: edge.row, in: rows)
    var laps = SliceLaps()
    while laps.goOn(budget) {
      guard let row = cursor.step(step == .next ? 1 : -1, in: rows) else { return true }
      budget.spend(on: .reading, bytes: rows.byteCount(of: row))
      let position = cursor.position(in: rows)
      if rows.hasLinks(at: position) {
        self.cursor = nil
        list.standpoint.reveal(position, in: rows)
        return false
      }
    }
    self.cursor = cursor
    return false
  }
}
