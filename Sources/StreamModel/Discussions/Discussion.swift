/// The comments on a post that a site has sent.
package struct Discussion: Equatable, Sendable {
  /// A comment with the addresses by which other sources may know it.
  package struct Entry: Equatable, Sendable {
    package let comment: Comment
    /// Its ids and addresses that mean the same on every server.
    package let names: [String]
    /// The comment as a post, where the site says more of it than a comment holds.
    package let post: Post?

    package init(_ comment: Comment, names: [String], post: Post? = nil) {
      self.comment = comment
      self.names = names
      self.post = post
    }
  }

  /// The comments in the order of the site; stubs stand for those that it only counts.
  package let entries: [Entry]

  package init(_ entries: [Entry]) {
    self.entries = entries
  }

  /// The number of comments that were sent.
  package var count: Int { entries.count { $0.comment.kind == .written } }

  /// The number of comments that the site has and did not send, as far as it counts them.
  package var leftOut: Int {
    entries.reduce(0) { sum, entry in
      guard case .stub(let count) = entry.comment.kind else { return sum }
      return sum.addingReportingOverflow(count).partialValue
    }
  }

  /// The discussion with a further page of it, without comments that came before.
  ///
  /// - Parameter rest: the stub for the comments that are left then, which replaces the one before; nil if none are.
  func continued(by page: Discussion, rest: Comment?) -> Discussion {
    var known = Set(entries.map(\.comment.id))
    let further = page.entries.filter { known.insert($0.comment.id).inserted }
    return Discussion(
      entries.filter { !$0.isRest } + further + (rest.map { [Entry($0, names: [])] } ?? [])
    )
  }

  /// The stub for the further pages of the answer.
  var rest: Comment? { entries.last(where: \.isRest)?.comment }
}

extension Discussion.Entry {
  /// Whether it is a stub for further pages of the answer: others lead to a page of the site.
  fileprivate var isRest: Bool {
    if case .stub = comment.kind { comment.url == nil } else { false }
  }
}
