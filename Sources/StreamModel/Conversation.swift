/// The comments of a post as a tree, in reading order.
///
/// Every comment appears exactly once, whatever parents the comments state. A comment whose parent
/// is missing or is the comment itself, and every comment of a cycle, is at the top level.
public struct Conversation: Equatable, Sendable {
  /// One comment with its position in the tree.
  public struct Node: Equatable, Sendable {
    /// The comment itself.
    public let comment: Comment
    /// The depth, 0 at the top level.
    public let depth: Int
    /// The index in ``Conversation/nodes`` of the parent; nil at the top level.
    public let parent: Int?
    /// The number of nodes below this one, which follow it directly.
    public let descendantCount: Int
    /// The index of the comment in the document, from 0.
    public let documentIndex: Int
  }

  /// The nodes in pre-order, siblings in the order that was asked for.
  public let nodes: [Node]

  /// Builds the tree without recursion: in linear time, unless it sorts siblings.
  public init(comments: [Comment], by siblingOrder: CommentOrder = .document) {
    self.init(comments: comments, by: siblingOrder, groupedFrom: [])
  }

  /// Builds the tree of comments from several places: those of each at the top level stay together, whatever the order.
  ///
  /// - Parameter starts: the index of the first comment of each place but the first, in ascending order.
  package init(comments: [Comment], by siblingOrder: CommentOrder, groupedFrom starts: [Int]) {
    let parents = Self.parents(of: comments)
    let (order, depths) = Self.preorder(
      parents: parents,
      sequence: Self.grouped(siblingOrder.sequence(of: comments), parents: parents, starts)
    )
    var places = [Int](repeating: 0, count: comments.count)
    for (place, index) in order.enumerated() { places[index] = place }
    var descendants = [Int](repeating: 0, count: comments.count)
    for index in order.reversed() {
      if let parent = parents[index] { descendants[parent] += descendants[index] + 1 }
    }
    nodes = order.map { index in
      Node(
        comment: comments[index],
        depth: depths[index],
        parent: parents[index].map { places[$0] },
        descendantCount: descendants[index],
        documentIndex: index
      )
    }
  }

  private static func grouped(_ sequence: [Int], parents: [Int?], _ starts: [Int]) -> [Int] {
    guard !starts.isEmpty else { return sequence }
    let ranked = sequence.enumerated().map { rank, index in
      let group = parents[index] == nil ? starts.count { $0 <= index } : 0
      return (group: group, rank: rank, index: index)
    }
    return ranked.sorted { ($0.group, $0.rank) < ($1.group, $1.rank) }.map(\.index)
  }

  /// Returns the index of each comment's parent, nil at the top level; cycles are cut.
  private static func parents(of comments: [Comment]) -> [Int?] {
    var indexes: [Post.ID: Int] = [:]
    for (index, comment) in comments.enumerated() where indexes[comment.id] == nil {
      indexes[comment.id] = index
    }
    var parents: [Int?] = comments.enumerated().map { index, comment in
      guard let id = comment.parent, let parent = indexes[id], parent != index else { return nil }
      return parent
    }
    // Each walk upwards marks its steps; a mark of the same walk means a cycle.
    var walks = [Int](repeating: -1, count: comments.count)
    for start in comments.indices where walks[start] < 0 {
      var at = start
      while walks[at] < 0 {
        walks[at] = start
        guard let parent = parents[at] else { break }
        at = parent
      }
      guard walks[at] == start, parents[at] != nil else { continue }
      while let parent = parents[at] {
        parents[at] = nil
        at = parent
      }
    }
    return parents
  }

  /// - Parameter sequence: the indices of all comments; siblings follow each other as they do here.
  private static func preorder(parents: [Int?], sequence: [Int]) -> (order: [Int], depths: [Int]) {
    var firstChild = [Int](repeating: -1, count: parents.count)
    var nextSibling = [Int](repeating: -1, count: parents.count)
    var firstRoot = -1
    for index in sequence.reversed() {
      if let parent = parents[index] {
        nextSibling[index] = firstChild[parent]
        firstChild[parent] = index
      } else {
        nextSibling[index] = firstRoot
        firstRoot = index
      }
    }
    var order: [Int] = []
    order.reserveCapacity(parents.count)
    var depths = [Int](repeating: 0, count: parents.count)
    var pending = firstRoot >= 0 ? [firstRoot] : []
    while let index = pending.popLast() {
      order.append(index)
      if nextSibling[index] >= 0 { pending.append(nextSibling[index]) }
      if let parent = parents[index] { depths[index] = depths[parent] + 1 }
      if firstChild[index] >= 0 { pending.append(firstChild[index]) }
    }
    return (order, depths)
  }
}

/// The order of the comments on the same post or comment.
public enum CommentOrder: String, Sendable, CaseIterable {
  case document
  case oldest, newest
  case likes

  /// The indices of comments in this order; those without a time or likes come last, in document order.
  func sequence(of comments: [Comment]) -> [Int] {
    guard self != .document else { return Array(comments.indices) }
    let ranks = comments.map(rank)
    return comments.indices.sorted { (ranks[$0], $0) < (ranks[$1], $1) }
  }

  private func rank(of comment: Comment) -> Int64 {
    let rank: Int64? =
      switch self {
      case .document: nil
      case .oldest: comment.published?.secondsSinceEpoch
      case .newest: comment.published.map { 0 &- $0.secondsSinceEpoch }
      case .likes: comment.knownLikesCount.map { 0 &- Int64($0) }
      }
    // Comments that the feed only names or counts say nothing of themselves.
    return comment.kind == .written ? rank ?? .max : .max
  }
}
