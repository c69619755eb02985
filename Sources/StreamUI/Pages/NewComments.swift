import StreamModel

/// The comments of an open conversation that the reader has not seen, and those of earlier times that tell which.
struct NewComments {
  private var ids: Set<Post.ID> = []
  /// The comments that were there when the page was left; nil where all are as good as new.
  private(set) var seen: SeenComments?

  var isEmpty: Bool { ids.isEmpty }
  var count: Int { ids.count }

  func contains(_ id: Post.ID) -> Bool { ids.contains(id) }

  mutating func add(_ new: some Sequence<Post.ID>) { ids.formUnion(new) }

  /// Looks for comments that are not among others from now on; nil for none.
  mutating func replace(seen: SeenComments?) { self.seen = seen }

  /// Takes in the comments that were seen in earlier runs, unless this run knows better; whether it did not.
  mutating func recall(_ seen: SeenComments) -> Bool {
    guard self.seen == nil else { return false }
    self.seen = seen
    return true
  }

  /// Notes the comments of a thread that were not there when the page was left.
  ///
  /// - Parameters:
  ///   - fetched: the comments of each place where the post is discussed.
  ///   - opened: the comments that came with parts of discussions.
  mutating func note(
    unseenIn thread: CommentThread,
    fetched: some Sequence<[Comment]>,
    opened: [Post.ID]
  ) {
    guard let seen else { return }
    var unseen = Set(thread.unseen(by: seen))
    // The first comments of a place are no news: nobody has looked there before.
    for comments in fetched where comments.allSatisfy({ unseen.contains($0.id) }) {
      unseen.subtract(comments.map(\.id))
    }
    unseen.subtract(opened)
    // Ids that change with every fetch say nothing.
    guard seen.hashes.isEmpty || unseen.count < thread.identities.count else { return }
    ids.formUnion(unseen)
  }
}
