import CellGrid
import RichText
import StreamModel

/// Work that is done between keys: searching the feed for an account's or a tag's posts.
extension App {
  /// Whether a page looks for posts that it has not seen yet.
  package var hasBackgroundWork: Bool {
    guard case .matches(let matches) = page.content else { return false }
    return matches.next < feed.recordCount
  }

  /// Looks at the next `count` records; returns whether a row was found.
  package mutating func searchSome(_ count: Int) -> Bool {
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
