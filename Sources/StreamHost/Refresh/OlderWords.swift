import StreamModel

/// The sentences about pages of older posts that were read.
package struct OlderWords {
  private let outcome: OlderRun.Outcome

  package init(_ outcome: OlderRun.Outcome) {
    self.outcome = outcome
  }

  /// The reason why older posts are missing, in a sentence; nil where none failed.
  package var failure: String? {
    switch outcome.end {
    case .failed(let sentence): sentence
    case .elsewhere(let address):
      "The next page is on another host, \(address.host), which you have not agreed to ask (add --from-start --yes does)."
    case .circle: "The last page leads back to one that was read."
    case .enough, .limit, .first, .stopped: nil
    }
  }

  /// The line about a way back to the first post.
  package var report: String {
    let posts = outcome.new == 1 ? "1 older post" : "\(outcome.new.grouped) older posts"
    let pages = outcome.pages == 1 ? "1 page" : "\(outcome.pages.grouped) pages"
    let found = "\(posts) on \(pages)"
    switch outcome.end {
    case .first where outcome.pages == 0:
      return outcome.pagesBefore == 0
        ? "The feed leads to no older posts." : "The first post is here already."
    case .first: return "Back to the first post: \(found)."
    case .enough, .limit:
      let limit = if case .limit(let words) = outcome.end { " (the limit is \(words))" } else { "" }
      return "\(found)\(limit). There are more: the same command goes on."
    case .circle, .elsewhere, .failed:
      let reason = failure ?? ""
      return outcome.pages == 0 ? "No older posts: \(reason)" : "\(found), then: \(reason)"
    case .stopped: return "Stopped after \(found). The same command goes on."
    }
  }
}
