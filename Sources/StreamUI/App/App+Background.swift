import CellGrid
import RichText
import StreamModel

/// Work that is done between keys: measuring rows ahead of the viewport, and searching the feed for
/// an account's or a tag's posts.
extension App {
  /// Whether a row within a screenful ahead of the viewport has not been measured yet.
  package var hasRowToPrepare: Bool { preparation.isWanted }

  /// Measures the next row ahead, so that the key that brings it in finds it ready.
  package mutating func prepareRow() {
    let rows = rows
    let viewport = viewport(of: rows)
    let step = movesUp ? -1 : 1
    var index = preparation.next ?? edge(of: viewport.visible(from: place(in: rows)))
    guard preparation.linesLeft > 0, index >= 0, index < rows.count else {
      preparation.isWanted = false
      return
    }
    // Rows that are known cost nothing: one turn goes on to the first that is not.
    let measured = memo.measuredCount
    while preparation.linesLeft > 0, index >= 0, index < rows.count,
      memo.measuredCount == measured
    {
      preparation.linesLeft -= rows.height(at: index)
      index += step
    }
    preparation.next = index
  }

  /// Begins to look ahead from the viewport as it is now.
  mutating func beginPreparation() {
    preparation = Preparation(isWanted: true, next: nil, linesLeft: pageLines)
  }

  /// The first row beyond the viewport on the side that it moves to.
  private func edge(of visible: [Viewport.Visible]) -> Int {
    movesUp ? (visible.first?.row ?? 0) - 1 : (visible.last?.row ?? -1) + 1
  }

  /// Whether a page looks for posts that it has not seen yet.
  package var hasBackgroundWork: Bool {
    // What is found might move rows from under their labels.
    guard hints == nil else { return false }
    switch page.content {
    case .matches(let matches): return matches.next < feed.recordCount
    case .detail(let detail): return detail.search?.hasWork(in: feed) ?? false
    default: return false
    }
  }

  /// Bytes of the feed that are looked through for answers between two looks for keys.
  private static let replySlice = 1 << 20

  private mutating func searchReplies(_ detail: inout DetailContent) -> Bool {
    let moved = detail.searchReplies(feed, bytes: Self.replySlice)
    page.content = .detail(detail)
    guard let moved else { return false }
    // Answers may stand between those that were there: what is selected, rich or folded stays so.
    page.list.follow(moved)
    settleViewport()
    refillQueue()
    return true
  }

  /// Looks at the next `count` records; returns whether a row was found.
  package mutating func searchSome(_ count: Int) -> Bool {
    if case .detail(var detail) = page.content { return searchReplies(&detail) }
    guard case .matches(var matches) = page.content else { return false }
    let known = matches.found.count
    let end = min(feed.recordCount, matches.next + count)
    while matches.next < end {
      if case .post(let post) = feed.record(at: matches.next) { matches.take(post) }
      matches.next += 1
    }
    page.content = .matches(matches)
    guard matches.found.count > known else { return false }
    settleViewport()
    refillQueue()
    return true
  }
}

/// How far the rows ahead of the viewport have been measured.
struct Preparation {
  var isWanted = false
  /// The next row to measure; nil when none has been yet.
  var next: Int?
  var linesLeft = 0
}

extension MatchesContent {
  /// Adds the record in work if `post` belongs to the page.
  fileprivate mutating func take(_ post: Post) {
    switch subject {
    case .account(let key):
      for candidate in [post.author, post.resharedBy] where key.matches(candidate) {
        if found.last != next { found.append(next) }
        if account == nil || (account?.bioHTML == nil && candidate?.bioHTML != nil) {
          account = candidate
        }
      }
    case .tag(let tag):
      if post.tags.contains(where: { $0.lowercased() == tag }) || post.body.mentionsTag(tag) {
        found.append(next)
      }
    }
  }
}

extension Body {
  /// Whether "#tag" stands in the text, followed by what cannot go on a tag.
  fileprivate func mentionsTag(_ tag: String) -> Bool {
    guard case .missing = self else {
      let text = BodyText(self, customEmoji: [], reading: .flat).text.string.lowercased()
      return text.split(separator: "#", omittingEmptySubsequences: false).dropFirst().contains {
        $0.prefix { $0.isLetter || $0.isNumber || $0 == "_" } == tag
      }
    }
    return false
  }
}
