extension Timeline {
  /// The parts of records that a look through many of them needs.
  public enum Passing: Sendable {
    case whole
    /// All but the texts of bodies, which may come out empty.
    case withoutBodies
  }

  /// The record, whether it is a row or not; a problem where there is none.
  ///
  /// A reshare or a quote that only names its post shows that post if it is a row, too, and known by now. The
  /// number of comments is that of the whole conversation, once all records are known by their names.
  public func record(_ id: RecordID) -> FeedRecord {
    let record = uncounted(id)
    guard case .post(let post) = record, let count = commentCount(of: id) else { return record }
    return .post(post.counting(comments: count))
  }

  /// As ``record(_:)``, with the number of comments that the record itself states.
  ///
  /// - Parameter passing: how it is read where it is one of many that are looked at, so that no cache need keep it.
  public func uncounted(_ id: RecordID, inPassing passing: Passing? = nil) -> FeedRecord {
    let record =
      passing.flatMap { passing in
        source(of: id)?.recordInPassing(number: id.number, omitsBodies: passing == .withoutBodies)
      } ?? stated(id)
    guard case .post(let named) = record,
      named.resharedAddress != nil || named.quotations?.address != nil,
      let original = resharedPost(of: id) ?? quotedPost(of: id),
      case .post(let post) = stated(original)
    else { return record }
    return .post(named.resharedAddress == nil ? named.quoting(post) : post.reshared(by: named))
  }

  /// Adds those of the records that are malformed to ``problems``; whether one was not there yet.
  public func noteProblems(of records: [RecordID]) -> Bool {
    var hasNew = false
    for id in records {
      guard case .problem = stated(id), let source = source(of: id) else { continue }
      let known = source.problems.count
      _ = source.inspect(number: id.number)
      hasNew = hasNew || source.problems.count != known
    }
    return hasNew
  }

  /// The record as its source states it, for those that read every one: if it cannot be read, that joins ``problems``.
  public func inspect(_ id: RecordID) -> FeedRecord {
    source(of: id)?.inspect(number: id.number) ?? stated(id)
  }

  func stated(_ id: RecordID) -> FeedRecord {
    if let source = source(of: id) { return source.record(number: id.number) }
    let message = "no source \(id.source) (expected 0 to \(library.count - 1))"
    return .problem(FeedProblem(source: name, message: message))
  }

  /// The name of a post in all sources of a timeline: under it flags and places are kept.
  public struct SourceKey: Hashable, Sendable {
    /// The slot of the source; see ``Library/slot(of:)``.
    public let source: Int
    /// The identity of the post within that source.
    public let identity: PostIdentity

    /// Names a post of a source.
    public init(source: Int, identity: PostIdentity) {
      self.source = source
      self.identity = identity
    }
  }

  private func shows(_ number: Int) -> Bool {
    // Asked about each record of a sweep, and most timelines show one source.
    guard changes.count > 1 else { return changes.first?.number == number }
    let index = changes.partitioningIndex { $0.number >= number }
    return index < changes.count && changes[index].number == number
  }

  package func records(ofSource number: Int) -> (any RecordSource)? {
    shows(number) ? library.source(number) : nil
  }

  /// The slot of a source that is shown; nil for any other.
  public func slot(of number: Int) -> Int? { shows(number) ? library.slot(of: number) : nil }

  /// The slot of the nth source in the order in which they were named, counted from 0; nil where there is none.
  public func slot(at index: Int) -> Int? { number(at: index).flatMap { library.slot(of: $0) } }

  /// The number of the source in a slot; nil where it is not shown.
  public func number(ofSlot slot: Int) -> Int? { changes.first { $0.slot == slot }?.number }

  /// The keys of a record: its own first, then those of its copies in other sources.
  ///
  /// Decodes the records unless that was done lately. Empty where the record is no post, or one of before a reload.
  public func keys(of id: RecordID) -> [SourceKey] {
    guard let own = key(of: id) else { return [] }
    guard only == nil else { return [own] }
    return [own] + rows.copies(of: id).compactMap(key)
  }

  /// Tells the source and ``PostIdentity/id`` of records, without decoding them; nil where a record has copies, where a
  /// rule of the reader shows it as read, and where only ``keys(of:)`` can tell.
  ///
  /// Records that follow one another in a source are looked up at once, for looks at all records.
  public func forEachStatedKey(
    of ids: [RecordID],
    _ body: (RecordID, (source: Int, id: UInt64)?) -> Void
  ) {
    var rest = ids[...]
    let isOnly = only != nil
    while let first = rest.first {
      var next = first.number
      let run = rest.prefix { id in
        defer { next &+= 1 }
        return id.source == first.source && id.number == next
      }
      rest = rest.dropFirst(run.count)
      guard let slot = slot(of: first.source), let source = source(of: first) else {
        for id in run { body(id, nil) }
        continue
      }
      let numbers = first.number..<first.number + run.count
      source.forEachStatedKeyID(ofNumbers: numbers) { number, key in
        let id = RecordID(source: first.source, number: number)
        let isAlone = isOnly || rows.copies(of: id).isEmpty
        let isStated = isAlone && !countsAsRead(id)
        body(id, isStated ? key.map { (slot, $0) } : nil)
      }
    }
  }

  /// The source and ``PostIdentity/id`` of a record, where ``forEachStatedKey(of:_:)`` tells them.
  public func statedKey(of id: RecordID) -> (source: Int, id: UInt64)? {
    guard let slot = slot(of: id.source), only != nil || rows.copies(of: id).isEmpty,
      !countsAsRead(id)
    else { return nil }
    return source(of: id)?.statedKeyID(ofNumber: id.number).map { (slot, $0) }
  }

  /// The keys of the records of rows: their ``PostIdentity/id`` alone where ``statedKey(of:)`` tells it.
  public func statedKeys(ofRows rows: Range<Int>) -> [SourceKey] {
    rows.compactMap(id(at:)).flatMap { id in
      guard let stated = statedKey(of: id) else { return keys(of: id) }
      return [SourceKey(source: stated.source, identity: PostIdentity(id: stated.id, fallback: 0))]
    }
  }

  /// The key of a record alone, without its copies.
  public func key(of id: RecordID) -> SourceKey? {
    if let known = indexedKey(of: id) { return known }
    guard let slot = slot(of: id.source), case .post(let post) = record(id) else { return nil }
    return SourceKey(source: slot, identity: PostIdentity(post))
  }

  /// The same where the index of a log tells it, so that nothing is decoded; nil elsewhere.
  public func indexedKey(of id: RecordID) -> SourceKey? {
    guard let slot = slot(of: id.source),
      let identity = indexedSource(of: id)?.indexedIdentity(ofNumber: id.number)
    else { return nil }
    return SourceKey(source: slot, identity: identity)
  }

  /// The source of a record that says what its index tells: it was not edited, and shows no other post.
  func indexedSource(of id: RecordID) -> (any RecordSource)? {
    guard let source = source(of: id), source.revision(ofNumber: id.number) == 0,
      resharedPost(of: id) == nil, quotedPost(of: id) == nil
    else { return nil }
    return source
  }

  /// The posts of other sources that are the same as a row's, each as its source states it, at most eight.
  package func copies(of id: RecordID) -> [Post] {
    guard only == nil, row(of: id) != nil else { return [] }
    return rows.copies(of: id).prefix(8).compactMap { copy in
      if case .post(let post) = uncounted(copy) { post } else { nil }
    }
  }

  /// The sources that hold a row's record, by title or file name; empty for one source alone.
  ///
  /// Where all have a title together, as kept posts do, each says where its posts are from, by its title.
  public func sources(of id: RecordID) -> [String] {
    guard only == nil || titleOfAll != nil, row(of: id) != nil else { return [] }
    let records = only == nil ? [id] + rows.copies(of: id) : [id]
    return records.compactMap { record in
      source(of: record).flatMap { titleOfAll == nil ? $0.label : $0.title }
    }
  }

  /// Whether one document is shown that is read to its end and holds one record.
  ///
  /// That is a post by its address, or a file with one post. A file of lines may get another at any time.
  public var isOneRecord: Bool {
    guard recordCount == 1, isIndexed, let source = only else { return false }
    let feed = (source as? ChosenRecords)?.feed ?? source as? Feed
    return feed?.isLineByLine == false
  }

  /// The accounts whose archives are shown, each with its biography.
  public var owners: [Account] { sources.compactMap(\.owner) }

  /// Whether there are records that are not known by their names yet.
  public var hasConversationWork: Bool { conversations.hasWork() }

  /// A number that changes when ``advanceConversations(within:)`` got to know more.
  public var conversationChanges: Int { conversations.changes }

  /// Indexes the names and parents of further records.
  public func advanceConversations(within budget: inout SliceBudget) {
    conversations.advance(within: &budget)
  }

  /// The row of the post with this id or address, as far as records are known; nil if there is none.
  ///
  /// The first of several in order of storage is taken, a post before its reshares.
  ///
  /// - Parameter source: The source that states the name: two servers give the same short id to
  ///   different posts, so those of this source come first.
  public func post(named name: String, near source: Int) -> RecordID? {
    var candidates = conversations.records(named: PostRelations.hash(name))
    if candidates.count > 1, !Post.ID.isGlobal(name) {
      candidates =
        candidates.filter { $0.source == source } + candidates.filter { $0.source != source }
    }
    var reshare: RecordID?
    for id in candidates where isRow(id) {
      guard case .post(let post) = stated(id), post.names.contains(name) else { continue }
      if !post.isReshare { return id }
      if post.resharedAddress == nil { reshare = reshare ?? id }
    }
    return reshare
  }

  /// The id or address of the post that a post replies to: the one that it states, else that of a post
  /// which lists it among its replies.
  public func parentName(of post: Post, _ id: RecordID) -> String? {
    if let stated = post.inReplyTo { return stated }
    for name in post.names {
      guard let lister = conversations.lister(of: PostRelations.hash(name)), lister != id,
        isRow(lister), case .post(let parent) = stated(lister),
        parent.comments.contains(where: { $0.kind == .reference && $0.id.rawValue == name })
      else { continue }
      return parent.names.first
    }
    return nil
  }

  /// The records that may reply to the post of this name, in order of storage; the caller compares ``Post/inReplyTo``.
  public func replies(to name: String) -> [RecordID] {
    conversations.replies(to: PostRelations.hash(name))
  }

  func resharedPost(of id: RecordID) -> RecordID? {
    conversations.reshared(by: id).flatMap { original(named: $0, besides: id) }
  }

  /// The post that a record quotes without holding it, if it is a row and no reshare itself.
  func quotedPost(of id: RecordID) -> RecordID? {
    conversations.quoted(by: id).flatMap { original(named: $0, besides: id) }
  }

  private func original(named name: UInt64, besides id: RecordID) -> RecordID? {
    conversations.records(named: name).first { other in
      guard other != id, isRow(other), case .post(let post) = stated(other) else { return false }
      return !post.isReshare && post.names.contains { PostRelations.hash($0) == name }
    }
  }

  /// The name of the source that holds what a row says: of a reshare, the source of its post.
  public func sourceName(of id: RecordID) -> String? {
    source(of: resharedPost(of: id) ?? id)?.name
  }
}

package enum StoredSearch: Equatable, Sendable {
  case found(RecordID)
  case paused(next: RecordID)
  /// Nothing in the records that are there now; ``Timeline/takeChanges()`` reports later ones.
  case exhausted
}

private struct TimelineSearch {
  /// Rows of a merge that one call looks at, at most.
  private static let mostRows = 4_096
  /// Records that may show the text and are no rows, of which one call looks at this many at most.
  private static let mostMisses = 512

  let timeline: Timeline
  let needle: TextNeedle
  let bytes: Int

  func inRows(from row: Int) -> RecordSearch {
    guard !needle.word.isEmpty else { return .exhausted }
    var row = max(0, row)
    let last = row + Self.mostRows
    var left = max(1, bytes)
    while let id = timeline.id(at: row) {
      guard let source = timeline.source(of: id) else { return .exhausted }
      guard left > 0, row < last else { return .paused(next: row) }
      // A reshare or a quote may show the bytes of another record.
      if timeline.keepsOrder(of: source), !timeline.conversations.showsOthers {
        return inSource(source, at: id, from: row)
      }
      left -= source.byteCount(ofNumber: id.number)
      if source.mayShow(needle, number: id.number) || timeline.showsOther(needle, id) {
        return .found(row)
      }
      row += 1
    }
    return timeline.isIndexed ? .exhausted : .paused(next: timeline.recordCount)
  }

  private func inSource(_ source: any RecordSource, at id: RecordID, from row: Int) -> RecordSearch
  {
    let shift = row - id.number
    switch source.search(needle, fromNumber: id.number, bytes: max(1, bytes)) {
    case .found(let number): return .found(number + shift)
    case .paused(let number) where number < source.numberLimit: return .paused(next: number + shift)
    case .paused, .exhausted:
      let next = source.numberLimit + shift
      return next >= timeline.recordCount && timeline.isIndexed ? .exhausted : .paused(next: next)
    }
  }

  /// The first row from `start` on, in order of storage, whose record may show the text.
  func inStorage(from start: RecordID?) -> StoredSearch {
    guard !needle.word.isEmpty else { return .exhausted }
    var next = start ?? RecordID(source: 0, number: 0)
    for _ in 0..<Self.mostMisses {
      guard let here = timeline.firstStored(from: next), let source = timeline.source(of: here)
      else { return .exhausted }
      switch source.search(needle, fromNumber: here.number, bytes: max(1, bytes)) {
      case .found(let number):
        let id = RecordID(source: here.source, number: number)
        if timeline.row(of: id) != nil { return .found(id) }
        next = RecordID(source: here.source, number: number + 1)
      case .paused(let number):
        return pausedOrExhausted(
          at: RecordID(source: here.source, number: max(number, here.number + 1))
        )
      case .exhausted: return pausedOrExhausted(at: RecordID(source: here.source + 1, number: 0))
      }
    }
    return pausedOrExhausted(at: next)
  }

  private func pausedOrExhausted(at id: RecordID) -> StoredSearch {
    timeline.firstStored(from: id).map { .paused(next: $0) } ?? .exhausted
  }
}

extension Timeline {
  package func search(_ needle: TextNeedle, from row: Int, bytes budget: Int) -> RecordSearch {
    TimelineSearch(timeline: self, needle: needle, bytes: budget).inRows(from: row)
  }

  /// The first row whose own bytes may show the word of `needle`, in order of storage: source by source,
  /// number by number.
  ///
  /// A cursor stays valid whatever comes or goes.
  ///
  /// - Parameter start: the record to begin with, whether there is one of that name or not; nil for
  ///   the first. After a match, continue with the next number.
  package func searchStored(
    _ needle: TextNeedle,
    from start: RecordID?,
    bytes budget: Int
  ) -> StoredSearch {
    TimelineSearch(timeline: self, needle: needle, bytes: budget).inStorage(from: start)
  }

  /// The next record in order of storage that is a row; nil at the end.
  public func nextStored(after id: RecordID?) -> RecordID? {
    // While thousands of records are put in order few are rows, and between any two slices somebody asks.
    guard recordCount > 0 else { return nil }
    var start = id.map { RecordID(source: $0.source, number: $0.number + 1) }
    while let next = firstStored(from: start ?? RecordID(source: 0, number: 0)) {
      if isRow(next) { return next }
      start = RecordID(source: next.source, number: next.number + 1)
    }
    return nil
  }

  /// The next records in order of storage that are rows, as many as `budget` pays for.
  public func storedSlice(
    after id: RecordID?,
    for work: SliceBudget.Work,
    within budget: inout SliceBudget
  ) -> [RecordID] {
    var ids: [RecordID] = []
    if let run = passedRun(after: id) {
      // Nothing to look up for each record: every one is a row.
      for number in run.numbers {
        guard !budget.isSpent else { break }
        budget.spend(on: work, bytes: run.feed.byteCount(ofNumber: number))
        ids.append(RecordID(source: run.source, number: number))
      }
      return ids
    }
    var last = id
    var laps = SliceLaps()
    while laps.goOn(budget), let next = nextStored(after: last) {
      budget.spend(on: work, bytes: byteCount(of: next))
      ids.append(next)
      last = next
    }
    return ids
  }

  /// Whether the row of a record may show the word of `needle`: by its own bytes, or by those of the post
  /// that it reshares or quotes.
  package func mayShow(_ needle: TextNeedle, _ id: RecordID) -> Bool {
    guard let source = source(of: id) else { return true }
    return source.mayShow(needle, number: id.number) || showsOther(needle, id)
  }

  /// The same of the post alone that it reshares or quotes.
  fileprivate func showsOther(_ needle: TextNeedle, _ id: RecordID) -> Bool {
    guard let post = resharedPost(of: id) ?? quotedPost(of: id), let source = source(of: post)
    else { return false }
    return source.mayShow(needle, number: post.number)
  }

  /// Texts that rows show and their records do not hold: titles of feeds, and authors by default.
  public var namesBesideRecords: [String] {
    sources.flatMap { source -> [String] in
      [source.title, only == nil ? source.name : nil].compactMap(\.self)
        + source.namesBesideRecords
    }
  }

  package var hasSettledNames: Bool { sources.allSatisfy(\.hasSettledNames) }

  /// The size of the record in bytes; 0 where there is none.
  public func byteCount(of id: RecordID) -> Int {
    source(of: id)?.byteCount(ofNumber: id.number) ?? 0
  }
}

extension Feed {
  var accountCount: Int { accounts.count + (facts.author == nil ? 0 : 1) }

  /// The texts that posts have and their records do not: those of accounts that the document states beside them.
  package var namesBesideRecords: [String] {
    let accounts = [facts.author].compactMap(\.self) + self.accounts.values
    return accounts.flatMap { [$0.name, $0.handle, $0.url].compactMap(\.self) + $0.companions }
  }

  /// Lines state nothing beside themselves; a document may state its title, or an author, behind its records.
  package var hasSettledNames: Bool { isIndexed || format?.layout == .lines }
}
