import CellGrid
import StreamModel

/// The post that was printed last, with its links and comments.
struct LinearPage {
  let timeline: Timeline
  let options: LinearOptions
  /// The wall time, for ages such as "3h ago".
  let now: Timestamp
  /// The record that was printed last; nil before the first.
  private(set) var current: RecordID?
  private(set) var links: [RowLink] = []
  /// The records that are walked through, in their order; nil for all rows of the timeline.
  private var listed: [RecordID]?
  private var isUncovered = false
  private var comments: LinearComments?

  init(_ timeline: Timeline, options: LinearOptions, now: Timestamp) {
    self.timeline = timeline
    self.options = options
    self.now = now
    listed = options.isWanted == nil ? nil : []
  }

  var rowCount: Int { listed?.count ?? timeline.recordCount }

  func id(at row: Int) -> RecordID? {
    guard let listed else { return timeline.id(at: row) }
    return listed.indices.contains(row) ? listed[row] : nil
  }

  func lists(_ id: RecordID) -> Bool { listed?.contains(id) ?? true }

  /// Adds a record of the timeline to the rows if the reader wants it.
  mutating func list(_ id: RecordID) {
    guard case .post(let post) = timeline.record(id), options.isWanted?(post, id) ?? true else {
      return
    }
    listed?.append(id)
  }

  /// The position of the current record among the rows; nil before the first.
  var position: Int? {
    current.flatMap { id in
      listed.map { $0.firstIndex(of: id) } ?? timeline.row(of: id)
    }
  }

  /// The current record as a post; nil if it is malformed, or before the first.
  var post: Post? {
    guard let current, case .post(let post) = timeline.record(current) else { return nil }
    return post
  }

  /// Whether comments of the current post have been printed.
  var hasComments: Bool { comments != nil }
  var rows: PostRow { PostRow(now: now, zone: options.zone) }

  mutating func show(_ id: RecordID, note: String? = nil) -> LinearReply {
    if id != current { isUncovered = false }
    current = id
    comments = nil
    let post = LinearPost(
      timeline.record(id),
      columns: options.columns,
      rows: rows,
      sources: timeline.sources(of: id),
      isUncovered: isUncovered
    )
    links = post.links
    let sentence = note.map { LinearReply(sentence: $0).text } ?? ""
    return LinearReply(sentence + post.text)
  }

  /// Shows or hides the text under the content warning of the current post.
  mutating func uncover() -> LinearReply {
    guard let current, post?.isFoldable == true else {
      return LinearReply(sentence: "This post has no content warning and no spoiler.")
    }
    isUncovered.toggle()
    return show(current)
  }

  mutating func show(_ search: ConversationSearch) -> LinearReply {
    let posts = (post.map { [$0] } ?? []) + (current.map { timeline.copies(of: $0) } ?? [])
    comments = LinearComments(
      search,
      elsewhere: OpenDiscussions(of: posts),
      in: timeline,
      isUncovered: isUncovered
    )
    return showMoreComments()
  }

  mutating func showMoreComments() -> LinearReply {
    let (clock, first) = (RowClock(now: now, zone: options.zone), links.count + 1)
    guard let more = comments?.more(columns: options.columns, clock, firstNumber: first) else {
      return LinearReply()
    }
    links += more.links
    return LinearReply(more.text)
  }

  /// The place of the reader for the next run; nil where no post was shown.
  var place: SavedPlace? {
    current.flatMap { SavedPlace.PostReference($0, in: timeline) }.map { reference in
      SavedPlace(
        top: reference,
        order: timeline.order,
        density: options.place?.density ?? .normal,
        marks: options.place?.marks ?? []
      )
    }
  }
}

/// A post, or a comment, as lines of text with its links numbered after it.
struct LinearPost {
  /// The text, each line with a newline at its end.
  let text: String
  let links: [RowLink]

  /// Lays out a record, which may stand in several feeds.
  init(_ record: Feed.Record, columns: Int, rows: PostRow, sources: [String], isUncovered: Bool) {
    switch record {
    case .post(let post) where post.contentWarning == nil || isUncovered:
      let folds = PostRow.Folds(isUncovered: isUncovered)
      let row = rows.fullRow(post, sources: sources, folds: folds)
      self.init(row, columns: columns, firstNumber: 1, ownAddress: post.url)
    default:
      let folds = PostRow.Folds(isExpanded: true, isUncovered: isUncovered)
      let row = rows.row(record, sources: sources, folds: folds)
      self.init(row, columns: columns, firstNumber: 1)
    }
  }

  /// Lays out a row, its links numbered from `firstNumber` on; the post's own address has a command of its own.
  init(_ row: Row, columns: Int, firstNumber: Int, ownAddress: String? = nil) {
    let layout = RowLayout(columns: columns + RowLayout.gutter)
    let laid = layout.lay(row)
    links = RowEnricher.enrich(laid).links.filter { link in
      link.kind != .attachment || link.target != ownAddress || link.label != link.target
    }
    var text = layout.lay(row.withoutLinks).spokenText
    let bodyCount = laid.body.links.count
    var lines = ""
    for (index, link) in links.enumerated() {
      let words = index < bodyCount ? Self.words(ofBodyLink: link) : Self.words(of: link)
      lines += SafeText(sanitizing: "[\(firstNumber + index)] \(words)").string + "\n"
    }
    if !lines.isEmpty {
      while text.hasSuffix("\n\n") { text.removeLast() }
      text += lines + "\n"
    }
    self.text = text
  }

  /// The words of a link whose label the text says already: a tag or mention by its name, else the address.
  private static func words(ofBodyLink link: RowLink) -> String {
    switch link.kind {
    case .mention, .hashtag: link.label
    case .link, .attachment: link.target
    }
  }

  private static func words(of link: RowLink) -> String {
    let (kind, words) = LinkRow.parts(of: link)
    let label = words == link.target || words.isEmpty ? "" : " \(words):"
    return "\(kind)\(label) \(link.target)"
  }
}

extension LaidRow {
  /// The text without signs that a screen reader would spell out: the rules of tables and the marks of comments.
  fileprivate var spokenText: String {
    var utf8: [UInt8] = []
    for line in flat {
      var line = line
      let signs = line.cells.indices.filter { Self.isSign(line.cells[$0]) }
      for column in signs { line.fill(columns: column..<column + 1, role: .text) }
      let isRule = !signs.isEmpty && line.cells.allSatisfy { $0.text == " " }
      guard !isRule else { continue }
      line.appendText(from: RowLayout.gutter, to: &utf8)
      utf8.append(0x0A)
    }
    return String(decoding: utf8, as: UTF8.self)
  }

  private static func isSign(_ cell: Cell) -> Bool {
    switch cell.role {
    case .faint: ["│", "─", "┼"].contains(cell.text)
    case .commentMark: ["▾", "·"].contains(cell.text)
    default: false
    }
  }
}

extension Row {
  fileprivate var withoutLinks: Row {
    var row = self
    row.numbersLinks = false
    row.after = after.filter { line in
      let sign = line.runs.first?.text.string
      return line.target == nil || sign != PostRow.attachmentSign && sign != PostRow.cardSign
    }
    return row
  }
}

/// The comments on a post in the order of the conversation, some at a time.
struct LinearComments {
  static let step = 20

  private let replies: DumpedReplies
  private let nodes: [Conversation.Node]
  private let isUncovered: Bool
  private let discussions: OpenDiscussions
  private var next = 0

  init(
    _ search: ConversationSearch,
    elsewhere discussions: OpenDiscussions,
    in timeline: Timeline,
    isUncovered: Bool
  ) {
    self.discussions = discussions
    replies = DumpedReplies(found: search, in: timeline)
    nodes = replies.nodes
    self.isUncovered = isUncovered
  }

  /// Returns the next comments as text, and their links, which are numbered from `firstNumber` on.
  mutating func more(
    columns: Int,
    _ clock: RowClock,
    firstNumber: Int
  ) -> (text: String, links: [RowLink]) {
    guard !nodes.isEmpty else {
      let (text, links) = sites(firstNumber: firstNumber)
      return ("No comments in this feed.\n" + text, links)
    }
    guard next < nodes.count else { return ("No more comments.\n", []) }
    let rows = CommentRow(clock)
    let folds = PostRow.Folds(isExpanded: true, isUncovered: isUncovered)
    var text = ""
    var links: [RowLink] = []
    let end = min(nodes.count, next + Self.step)
    for (index, node) in nodes.enumerated().prefix(end).dropFirst(next) {
      let row =
        ElsewhereRow.row(node)
        ?? rows.row(node, post: replies.post(node.comment.id), isCollapsed: false, folds: folds)
      let laid = LinearPost(row, columns: columns, firstNumber: firstNumber + links.count)
      text += heading(index) + laid.text
      links += laid.links
    }
    next = end
    if end < nodes.count {
      text += "c continues with comment \(end + 1) of \(nodes.count).\n"
    } else {
      let sites = sites(firstNumber: firstNumber + links.count)
      text += "End of the comments.\n" + sites.text
      links += sites.links
    }
    return (text, links)
  }

  private func sites(firstNumber: Int) -> (text: String, links: [RowLink]) {
    let listed = discussions.listed(besides: nodes.map(\.comment))
    let entries = listed.compactMap { discussions.entry($0) }
    let lines = entries.enumerated().map { index, entry in
      let count = PostRow.count(entry.stated, "comment", "comments") ?? "comments"
      let words = "[\(firstNumber + index)] \(count) on \(entry.place.host): \(entry.place.page)"
      return SafeText(sanitizing: words).string + "\n"
    }
    let links = entries.map { ElsewhereRow.link(to: $0.place.page, label: $0.place.page) }
    return (lines.joined(), links)
  }

  /// The line before a comment, which says in words what its indent shows.
  private func heading(_ index: Int) -> String {
    let number = "Comment \(index + 1) of \(nodes.count)"
    guard let parent = nodes[index].parent, nodes.indices.contains(parent) else {
      return "\(number)\n"
    }
    let author = nodes[parent].comment.author
    let name = author?.name ?? author?.handle
    let whom = name.map { "\($0) (comment \(parent + 1))" } ?? "comment \(parent + 1)"
    return SafeText(sanitizing: "\(number), a reply to \(whom)").string + "\n"
  }
}
