/// The comments on a post that a site has sent.
package struct Discussion: Equatable, Sendable {
  /// A comment with the addresses by which other sources may know it.
  package struct Entry: Equatable, Sendable {
    package let comment: Comment
    /// Its ids and addresses that mean the same on every server.
    package let names: [String]
    package let post: Post?

    package init(_ comment: Comment, names: [String], post: Post? = nil) {
      self.comment = comment
      self.names = names
      self.post = post
    }
  }

  /// The comments in the order of the site; stubs stand for those that it only counts.
  package let entries: [Entry]
  /// The posts above, the parent first, where the site sends them.
  package let parents: [Post]

  package init(_ entries: [Entry], parents: [Post] = []) {
    self.entries = entries
    self.parents = parents
  }

  package var accounts: [Account] {
    entries.compactMap { entry in
      guard let post = entry.post, let handle = post.author?.handle else { return nil }
      let name: String? = if case .text(let text) = post.title { text } else { nil }
      return Account(name: name, handle: handle, url: post.url)
    }
  }

  package var count: Int { entries.count { $0.comment.kind == .written } }

  /// The number of comments that the site has and did not send, as far as it counts or names them.
  package var leftOut: Int {
    entries.map(\.comment).filter { $0.kind != .written }.listedCount
  }

  /// The addresses of comments on the post itself that the site only names.
  package var named: [String] {
    entries.filter { $0.comment.kind == .reference && $0.comment.parent == nil }
      .compactMap(\.comment.url)
  }

  package func filled(with comments: [String: [Entry]]) -> Discussion {
    guard !comments.isEmpty else { return self }
    return Discussion(
      entries.flatMap { entry in
        guard entry.comment.kind == .reference, let url = entry.comment.url else { return [entry] }
        return comments[url] ?? [entry]
      },
      parents: parents
    )
  }

  /// The comments on the post of a place, where the site has sent the conversation around it.
  package func below(_ place: DiscussionPlace) -> Discussion {
    guard let part = place.part, part.isReply else { return self }
    var answers: [Post.ID: [Int]] = [:]
    for (index, entry) in entries.enumerated() {
      if let parent = entry.comment.parent { answers[parent, default: []].append(index) }
    }
    var below: Set<Int> = []
    var waiting = part.names.map { Post.ID($0) }
    while let name = waiting.popLast() {
      for index in answers.removeValue(forKey: name) ?? [] where below.insert(index).inserted {
        let entry = entries[index]
        waiting += [entry.comment.id] + entry.names.map { Post.ID($0) }
      }
    }
    return Discussion(below.sorted().map { entries[$0] })
  }

  /// The number of comments that the stub with an address counts; nil without such a stub.
  package func countedStub(at page: String) -> Int? {
    entries.lazy.compactMap { $0.counted(at: page) }.first
  }

  /// The discussion with those of a part that are not there yet in the place of the stub that leads to the part.
  package func opened(at page: String, with part: Discussion) -> Discussion {
    guard let index = entries.firstIndex(where: { $0.counted(at: page) != nil }) else {
      return self
    }
    var all = entries
    var known = Set(all.map(\.comment.id))
    // The stub at the end of the part has the same name.
    known.remove(all[index].comment.id)
    let further = part.entries.filter { known.insert($0.comment.id).inserted }
    all.replaceSubrange(index...index, with: further)
    return Discussion(all)
  }

  /// The discussion with a stub for the further ones, which only the site itself shows.
  package func cut(at page: String) -> Discussion {
    let rest = Comment(id: Post.ID("more"), url: page, kind: .stub(count: 0))
    return Discussion(entries + [Entry(rest, names: [])])
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

  var rest: Comment? { entries.last(where: \.isRest)?.comment }
}

extension Discussion.Entry {
  fileprivate func counted(at page: String) -> Int? {
    guard case .stub(let count) = comment.kind, comment.url == page else { return nil }
    return count
  }

  fileprivate var isRest: Bool {
    if case .stub = comment.kind { comment.url == nil } else { false }
  }
}

extension DiscussionPlace.Part {
  func isPost(_ entry: Discussion.Entry) -> Bool {
    names.contains(entry.comment.id.rawValue) || entry.names.contains(where: names.contains)
  }
}
