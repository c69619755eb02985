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
  /// The links that can be opened by their numbers: those of the post, then those of its comments.
  private(set) var links: [RowLink] = []
  private var isUncovered = false
  private var comments: LinearComments?

  init(_ timeline: Timeline, options: LinearOptions, now: Timestamp) {
    self.timeline = timeline
    self.options = options
    self.now = now
  }

  /// The position of the current record among the rows; nil before the first.
  var position: Int? { current.flatMap { timeline.row(of: $0) } }

  /// The current record as a post; nil if it is malformed, or before the first.
  var post: Post? {
    guard let current, case .post(let post) = timeline.record(current) else { return nil }
    return post
  }

  /// Whether comments of the current post have been printed.
  var hasComments: Bool { comments != nil }

  /// Builds the rows of posts as they are printed.
  var rows: PostRow { PostRow(now: now, zone: options.zone) }

  /// Makes a record the current one; the reply is its text, after a sentence about it.
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
    guard let current, post?.contentWarning != nil else {
      return LinearReply(sentence: "This post has no content warning.")
    }
    isUncovered.toggle()
    return show(current)
  }

  /// Prints the first comments that `search` found.
  mutating func show(_ search: ConversationSearch) -> LinearReply {
    comments = LinearComments(search, in: timeline, isUncovered: isUncovered)
    return showMoreComments()
  }

  /// Prints the comments after those that were printed.
  mutating func showMoreComments() -> LinearReply {
    let first = links.count + 1
    let columns = options.columns
    guard
      let more = comments?.more(columns: columns, now: now, zone: options.zone, firstNumber: first)
    else { return LinearReply() }
    links += more.links
    return LinearReply(more.text)
  }

  /// The place of the reader for the next run; nil where no post was shown.
  var place: SavedPlace? {
    guard let current, let post, let name = SavedPlace.PostName(current, in: timeline) else {
      return nil
    }
    let reference = SavedPlace.PostReference(
      name: name,
      time: SavedPlace.time(of: post),
      number: current.number
    )
    return SavedPlace(
      top: reference,
      line: 0,
      selection: reference,
      order: timeline.order,
      density: options.place?.density ?? .normal,
      unfolded: [],
      opened: nil,
      marks: options.place?.marks ?? []
    )
  }
}
