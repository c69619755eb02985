import CellGrid
import StreamModel

/// The comments of a post as rows: their order, which are collapsed, and who takes part.
///
/// A comment is known by the number it got when it was first seen: it keeps it while others come between.
struct CommentThread {
  /// Rows from top to bottom, without collapsed replies.
  private(set) var rows: [RowID] = []
  private var head: [RowID] = []
  private var tail: [RowID] = []
  /// The rows of the places where the post is discussed, each with the index in the document of the first comment that
  /// came from it.
  private var places: [(row: RowID, start: Int)] = []
  /// The index of the node before which the row of a place stands.
  private var placeNodes: [RowID: Int] = [:]
  /// Numbers of comments whose replies are hidden.
  private(set) var collapsed: Set<Int> = []
  /// Everybody who takes part, in the order in which they were found; the post's author is the first.
  private var participants: [Account] = []

  private var nodes: [Conversation.Node] = []
  private var numbers: [Int] = []
  private var indices: [Int: Int] = [:]
  /// The number of comments that the feed holds up to each node.
  private var ordinals: [Int] = []
  /// The numbers of the comments with each id in document order: feeds may give several the same.
  private var known: [Post.ID: [Int]] = [:]
  private var knownCount = 0
  private var positions: [RowID: Int] = [:]
  private var voices: [String: Int] = [:]
  /// The identity of each comment that the feed holds, by its number: hashing texts in each frame would
  /// cost more than drawing them.
  private(set) var identities: [Int: PostIdentity] = [:]

  private(set) var commentCount = 0
  /// The number of comments with those that are only named or counted.
  var listedCount: Int { nodes.map(\.comment).listedCount }
  var commentIDs: [Post.ID] { nodes.map(\.comment.id) }
  var hasReplies: Bool { nodes.contains { $0.descendantCount > 0 } }

  func position(of row: RowID) -> Int? { positions[row] }

  /// As many rows on from a position, without the lines of likes and reshares: keys lead from comment to comment.
  func position(by steps: Int, from position: Int) -> Int {
    guard let post = head.firstIndex(of: .post), head.count < rows.count else {
      return position + steps
    }
    let passed = head.count - post - 1
    if position <= post { return position + steps + (position + steps > post ? passed : 0) }
    let start = max(position, steps < 0 ? head.count : post + passed)
    return start + steps - (start + steps < head.count ? passed : 0)
  }

  /// The place of a comment in reading order, from 1, collapsed ones counted; nil where the feed holds none.
  func ordinal(of number: Int) -> Int? {
    guard let index = indices[number], nodes[index].comment.kind == .written else { return nil }
    return ordinals[index]
  }

  /// Where the comment of a place in reading order, from 1, stands, or the one that hides it; the last row where there
  /// are fewer.
  func position(ofOrdinal ordinal: Int) -> Int {
    guard ordinal > 0 else { return 0 }
    var index = ordinals.partitioningIndex { $0 >= ordinal }
    guard index < nodes.count else { return rows.count - 1 }
    while !isRow(index), let parent = nodes[index].parent { index = parent }
    return positions[.comment(numbers[index])] ?? 0
  }

  /// The first comment in reading order that is of a time, else the one nearest to it; nil where none has a time.
  func comment(of period: Range<Int64>) -> (number: Int, isExact: Bool)? {
    var nearest: (index: Int, distance: UInt64)?
    for index in nodes.indices {
      guard let time = nodes[index].comment.published?.secondsSinceEpoch else { continue }
      let distance = period.distance(to: time)
      if nearest.map({ distance < $0.distance }) ?? true { nearest = (index, distance) }
      if distance == 0 { break }
    }
    return nearest.map { (numbers[$0.index], $0.distance == 0) }
  }

  func node(_ number: Int) -> Conversation.Node? { indices[number].map { nodes[$0] } }
  func identity(of number: Int) -> PostIdentity? { identities[number] }

  var collapsible: [Int] {
    nodes.indices.filter { nodes[$0].descendantCount > 0 }.map { numbers[$0] }
  }

  func hasDescendant(of number: Int, in rows: Set<RowID>) -> Bool {
    guard let index = indices[number] else { return false }
    let replies = index + 1..<index + 1 + nodes[index].descendantCount
    return replies.clamped(to: nodes.indices).contains { rows.contains(.comment(numbers[$0])) }
  }

  func savedRow(of row: RowID) -> SavedPlace.PageRow? {
    switch row {
    case .post: .post
    case .likers: .likers
    case .resharers: .resharers
    case .more: .more
    case .ancestor(let distance): .ancestor(distance)
    case .place(let place): .place(place)
    case .comment(let number):
      node(number).map { .comment(identities[number] ?? PostIdentity($0.comment)) }
    case .record, .entry, .older, .heading: nil
    }
  }

  /// The place of the list that shows the thread; nil where its top row is none that lasts.
  func savedPlace(of list: List, collapsed: [PostIdentity] = []) -> SavedPlace.OpenedPost? {
    guard let top = savedRow(of: list.anchor.row) else { return nil }
    return SavedPlace.OpenedPost(
      top: top,
      line: list.anchor.line,
      selection: savedRow(of: list.selection) ?? top,
      collapsed: collapsed
    )
  }

  func collapsed(from row: RowID, rows count: Int) -> [PostIdentity] {
    guard !collapsed.isEmpty, let first = position(of: row) else { return [] }
    return rows.dropFirst(first).prefix(count).compactMap { row in
      guard case .comment(let number) = row, collapsed.contains(number) else { return nil }
      return identity(of: number)
    }
  }

  func row(savedAs saved: SavedPlace.PageRow) -> RowID? {
    let row: RowID? =
      switch saved {
      case .post: .post
      case .likers: .likers
      case .resharers: .resharers
      case .more: .more
      case .ancestor(let distance): .ancestor(distance)
      case .place(let place): .place(place)
      case .comment(let identity): number(savedAs: identity).map { .comment($0) }
      }
    return row.flatMap { positions[$0] == nil ? nil : $0 }
  }

  func number(savedAs identity: PostIdentity) -> Int? {
    Rematch.post(identity, among: zip(nodes.indices.lazy.map(identity(at:)), numbers))
  }

  private func identity(at index: Int) -> PostIdentity {
    identities[numbers[index]] ?? PostIdentity(nodes[index].comment)
  }

  func unseen(by seen: SeenComments) -> [Post.ID] {
    identities.compactMap { number, identity in
      seen.contains(identity) ? nil : node(number)?.comment.id
    }
  }

  /// The role that the name of `account` has all through the conversation.
  func voice(of account: Account?) -> Role {
    account.flatMap { voices[Self.name($0)] }.map(Role.voice) ?? .accountName
  }

  func parent(of number: Int) -> Int?? {
    guard let node = node(number) else { return nil }
    return .some(node.parent.map { numbers[$0] })
  }

  func sibling(of number: Int, by step: Int) -> Int? {
    guard let index = indices[number] else { return nil }
    let parent = nodes[index].parent
    return next(from: index, by: step) { nodes[$0].parent == parent && isRow($0) }
  }

  func topLevel(from row: RowID, by step: Int) -> Int? {
    let index = placeNodes[row].map { step > 0 ? $0 - 1 : $0 } ?? -1
    return next(from: index, by: step) { nodes[$0].parent == nil && isRow($0) }
  }

  /// The next comment in reading order that fits, from a row on, collapsed ones included.
  func next(from row: RowID, by step: Int, where fits: (Comment) -> Bool) -> Int? {
    var index = -1
    if case .comment(let number) = row, let place = indices[number] { index = place }
    if row == .more { index = placeNodes.values.min() ?? nodes.count }
    if let place = placeNodes[row] { index = place }
    // These rows stand between two comments.
    if step > 0, index >= 0, row == .more || placeNodes[row] != nil { index -= 1 }
    return next(from: index, by: step) { fits(nodes[$0].comment) }
  }

  /// Those who take part, most comments first, else as they appear, each with a note: who began, and who wrote how much.
  func participants(author: Account?) -> [(account: Account, note: String)] {
    var counts = Array(repeating: 0, count: participants.count)
    for node in nodes {
      if let account = node.comment.author, let voice = voices[Self.name(account)] {
        counts[voice] += 1
      }
    }
    let first = author.flatMap { voices[Self.name($0)] }
    let order = counts.indices.sorted { (counts[$1], $0) < (counts[$0], $1) }
    return order.map { voice in
      let comments = PostRow.count(counts[voice], "comment", "comments")
      let note = [voice == first ? "wrote the post" : nil, comments].compactMap(\.self)
      return (participants[voice], note.joined(separator: ", "))
    }
  }

  /// Takes in the comments as they are now; `head` stands above them, `tail` below those of the feed, and each place above
  /// the comment with its index, the first that came from it.
  mutating func rebuild(
    head: [RowID],
    comments: [Comment],
    tail: [RowID] = [],
    places: [(row: RowID, start: Int)] = [],
    author: Account?,
    order: CommentOrder = .document
  ) {
    self.head = head
    self.tail = tail
    self.places = places
    nodes = Conversation(comments: comments, by: order, groupedFrom: places.map(\.start)).nodes
    number()
    commentCount = 0
    ordinals = nodes.map { node in
      if node.comment.kind == .written { commentCount += 1 }
      return commentCount
    }
    for account in [author] + nodes.map(\.comment.author) { note(account) }
    listRows()
  }

  /// Collapses the replies of a comment, or expands them; returns each row that is hidden now, with
  /// its nearest visible ancestor.
  mutating func toggle(_ number: Int) -> [RowID: RowID] {
    if collapsed.remove(number) == nil { collapsed.insert(number) }
    return relist()
  }

  /// Collapses all replies; where all are collapsed, expands them; as ``toggle(_:)``.
  mutating func toggleAll() -> [RowID: RowID] {
    let all = Set(collapsible)
    collapsed = all.isSubset(of: collapsed) ? [] : all
    return relist()
  }

  mutating func expandAll() {
    collapsed = []
    _ = relist()
  }

  mutating func expand(toShow number: Int) -> [Int] {
    var expanded: [Int] = []
    var index = indices[number].flatMap { nodes[$0].parent }
    while let current = index {
      if collapsed.remove(numbers[current]) != nil { expanded.append(numbers[current]) }
      index = nodes[current].parent
    }
    if !expanded.isEmpty { _ = relist() }
    return expanded
  }

  mutating func collapse(_ numbers: [Int]) -> [RowID: RowID] {
    collapsed.formUnion(numbers)
    return relist()
  }

  /// Rebuilds the rows; returns each that is hidden now, with its nearest visible ancestor.
  private mutating func relist() -> [RowID: RowID] {
    let before = rows
    listRows()
    // A comment comes after its parent, so one pass finds them for threads of any depth.
    var standIns: [Int?] = []
    for (index, node) in nodes.enumerated() {
      standIns.append(isRow(index) ? index : node.parent.flatMap { standIns[$0] })
    }
    var replaced: [RowID: RowID] = [:]
    for case .comment(let number) in before where positions[.comment(number)] == nil {
      let standIn = indices[number].flatMap { standIns[$0] }
      replaced[.comment(number)] = standIn.map { .comment(numbers[$0]) } ?? .post
    }
    return replaced
  }

  private mutating func listRows() {
    rows = head
    var index = 0
    var next = places[...]
    placeNodes = [:]
    while index < nodes.count {
      let isTopLevel = nodes[index].parent == nil
      while isTopLevel, let place = next.first, place.start <= nodes[index].documentIndex {
        if next.startIndex == 0 { rows += tail }
        list(next.removeFirst().row, before: index)
      }
      rows.append(.comment(numbers[index]))
      index += 1 + (collapsed.contains(numbers[index]) ? nodes[index].descendantCount : 0)
    }
    if next.startIndex == 0 { rows += tail }
    for place in next { list(place.row, before: nodes.count) }
    positions = Dictionary(zip(rows, rows.indices)) { first, _ in first }
  }

  private mutating func list(_ place: RowID, before index: Int) {
    placeNodes[place] = index
    rows.append(place)
  }

  /// Gives every comment its number: the one it has, or the next.
  private mutating func number() {
    var seen: [Post.ID: Int] = [:]
    numbers = Array(repeating: 0, count: nodes.count)
    for index in nodes.indices.sorted(by: { nodes[$0].documentIndex < nodes[$1].documentIndex }) {
      let id = nodes[index].comment.id
      let copy = seen[id, default: 0]
      seen[id] = copy + 1
      if copy == known[id, default: []].count {
        known[id, default: []].append(knownCount)
        knownCount += 1
      }
      let number = known[id, default: []][copy]
      numbers[index] = number
      if identities[number] == nil, nodes[index].comment.kind == .written {
        identities[number] = PostIdentity(nodes[index].comment)
      }
    }
    indices = Dictionary(zip(numbers, numbers.indices)) { first, _ in first }
  }

  private func next(from index: Int, by step: Int, where fits: (Int) -> Bool) -> Int? {
    var index = index + step
    while nodes.indices.contains(index) {
      if fits(index) { return numbers[index] }
      index += step
    }
    return nil
  }

  private func isRow(_ index: Int) -> Bool { positions[.comment(numbers[index])] != nil }

  private mutating func note(_ account: Account?) {
    guard let account else { return }
    let name = Self.name(account)
    guard voices[name] == nil else { return }
    voices[name] = participants.count
    participants.append(account)
  }

  /// Tells an account apart within one conversation.
  private static func name(_ account: Account) -> String {
    AccountKey(account).handle ?? account.url ?? account.name ?? ""
  }
}
