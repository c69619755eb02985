/// The records of a feed without the posts that a ``RecordChoice`` leaves out.
///
/// Records keep the numbers that they have in the feed; searches find those that were left out, too. A post whose format says nothing about readers
/// counts as public; one without the statement that its format always makes does not.
package final class ChosenRecords {
  private enum Look: UInt8 {
    case shown, read, notPublic
    case hidden

    /// The bit of a look at a post of which rules show more than it says.
    private static let added: UInt8 = 4

    init?(byte: UInt8) { self.init(rawValue: byte & ~Self.added) }
    func byte(hasAdditions: Bool) -> UInt8 { rawValue | (hasAdditions ? Self.added : 0) }
    static func hasAdditions(_ byte: UInt8) -> Bool { byte & added != 0 }
  }

  private struct Found {
    let look: Look
    var rule: Int?
    var hasAdditions = false

    var byte: UInt8 { look.byte(hasAdditions: hasAdditions) }
  }

  let feed: Feed
  private let choice: RecordChoice
  private var kept = ChunkedList<UInt32>()
  private var looks = ChunkedList<UInt8>()
  private var hiders: [Int: Int] = [:]
  private var hiddenByRule: [Int]
  /// Records that were revised after a look at them.
  private var revised: [Int] = []
  /// Records that were shown and then hidden: their numbers cannot come in again.
  private var gone: Set<Int> = []
  private var changes: [SourceChange] = []
  /// The test of bytes, with the number of accounts beside the records for which it was made.
  private var mayMean: (test: (_ mayShow: (TextNeedle) -> Bool) -> Bool, besides: Int)?
  package private(set) var leftOutCount = 0

  private static let lookCost = 64

  /// - Parameter feed: nobody else advances it.
  package init(_ feed: Feed, _ choice: RecordChoice) {
    self.feed = feed
    self.choice = choice
    hiddenByRule = Array(repeating: 0, count: choice.rules?.names.count ?? 0)
  }

  private var looked: Int { looks.count }
  private var isUpToDate: Bool { looked == feed.recordCount && revised.isEmpty }

  /// Whether the facts that rules look at may still come, such as the author of the whole document.
  private var mustWait: Bool { choice.rules != nil && !feed.isSettled && !feed.isIndexed }

  // MARK: Looking

  private func look(bytes budget: Int) {
    guard !mustWait else { return }
    var left = max(1, budget)
    while left > 0, !isUpToDate {
      let number = revised.popLast() ?? looked
      if number < looked { lookAgain(number) } else { take(look(at: number), of: number) }
      left -= feed.byteCount(ofNumber: number) &+ Self.lookCost
    }
  }

  private func look(at number: Int) -> Found {
    if choice.isPublicOnly, !feed.isPublic(number) { return Found(look: .notPublic) }
    guard let rules = choice.rules, mayBeMeant(number, rules),
      case .post(let post) = feed.recordInPassing(number: number, omitsBodies: false),
      let verdict = rules.verdict(post, feed.title)
    else { return Found(look: .shown) }
    if let rule = verdict.hider { return Found(look: .hidden, rule: rule) }
    return Found(look: verdict.isRead ? .read : .shown, hasAdditions: !verdict.additions.isEmpty)
  }

  private func mayBeMeant(_ number: Int, _ rules: RecordRules) -> Bool {
    // Made anew with each account that the document states, but not looked up for each record: there may be many.
    let count = feed.accountCount
    if mayMean?.besides != count {
      mayMean = (rules.mayMean([feed.name] + feed.namesBesideRecords), count)
    }
    return mayMean?.test { feed.mayShow($0, number: number) } ?? true
  }

  private func take(_ found: Found, of number: Int) {
    looks.append(found.byte)
    switch found.look {
    case .shown, .read:
      kept.append(UInt32(clamping: number))
      noteInsertion(at: kept.count - 1)
    case .notPublic: leftOutCount += 1
    case .hidden: hide(number, by: found.rule)
    }
  }

  private func hide(_ number: Int, by rule: Int?) {
    guard let rule, hiddenByRule.indices.contains(rule) else { return }
    hiders[number] = rule
    hiddenByRule[rule] += 1
  }

  private func lookAgain(_ number: Int) {
    guard let before = Look(byte: looks[number]), before != .notPublic else { return }
    let found = look(at: number)
    // The record itself says that it is not public any more.
    guard found.look != .notPublic else { return }
    if let rule = hiders.removeValue(forKey: number) { hiddenByRule[rule] -= 1 }
    looks[number] = found.byte
    let place = kept.partitioningIndex { Int($0) >= number }
    switch (before == .hidden, found.look == .hidden) {
    case (_, true):
      hide(number, by: found.rule)
      guard isKept(number) else { return }
      keep { $0 != UInt32(clamping: number) }
      gone.insert(number)
      changes.append(.removed(number: number, position: place))
    case (true, false):
      guard !gone.contains(number) else { return }
      keep(also: UInt32(clamping: number), at: place)
      changes.append(.inserted(positions: place..<place + 1))
    case (false, false): if isKept(number) { changes.append(.revised(number: number)) }
    }
  }

  /// Keeps the records that pass, and another one at a place: in a copy, because few posts change sides.
  private func keep(
    also added: UInt32? = nil,
    at place: Int = .max,
    _ isKept: (UInt32) -> Bool = { _ in true }
  ) {
    var all = ChunkedList<UInt32>()
    for (at, number) in kept.enumerated() {
      if at == place, let added { all.append(added) }
      if isKept(number) { all.append(number) }
    }
    if place == kept.count, let added { all.append(added) }
    kept = all
  }

  private func noteInsertion(at position: Int) {
    if case .inserted(let last)? = changes.last, last.upperBound == position {
      changes[changes.count - 1] = .inserted(positions: last.lowerBound..<position + 1)
    } else {
      changes.append(.inserted(positions: position..<position + 1))
    }
  }

  private func takeIn() {
    for change in feed.takeChanges() {
      switch change {
      case .updatedAll: changes.append(change)
      case .revised(let number), .updated(let number):
        if choice.rules != nil, number < looked {
          revised.append(number)
        } else if isKept(number) {
          changes.append(change)
        }
      case .inserted, .removed: break
      }
    }
  }

  private func isKept(_ number: Int) -> Bool { position(ofNumber: number) != nil }
}

/// The answers of the feed, where its choice changes nothing.
extension ChosenRecords {
  package var name: String { feed.name }
  package var title: String? { feed.title }
  package var isSettled: Bool { feed.isSettled }
  package var hasSettledRelations: Bool { feed.hasSettledRelations }
  package var problems: [FeedProblem] { feed.problems }
  package var hasSettledNames: Bool { feed.hasSettledNames }
  package var wantsConversations: Bool { feed.wantsConversations }
  package var decodeCount: Int { feed.decodeCount }
  package var owner: Account? { feed.owner }
  package var comparesTexts: Bool { feed.comparesTexts }
  package var isLog: Bool { feed.isLog }
  package func revision(ofNumber number: Int) -> Int { feed.revision(ofNumber: number) }
  package func byteCount(ofNumber number: Int) -> Int { feed.byteCount(ofNumber: number) }
  package func search(_ needle: TextNeedle, fromNumber: Int, bytes: Int) -> RecordSearch {
    feed.search(needle, fromNumber: fromNumber, bytes: bytes)
  }
  package func resume() -> Bool { feed.resume() }
  package func clearCaches() { feed.clearCaches() }
}

extension ChosenRecords: RecordSource {
  package var recordCount: Int { kept.count }
  package var numberLimit: Int { looked }
  package var isIndexed: Bool { feed.isIndexed && isUpToDate }
  package var estimatedCount: Int {
    max(kept.count, feed.estimatedCount - leftOutCount - hiders.count)
  }

  package var hiddenCounts: [String: Int] {
    guard !hiders.isEmpty, let names = choice.rules?.names else { return [:] }
    let counts = zip(names, hiddenByRule).filter { $0.1 > 0 }
    return Dictionary(counts) { first, _ in first }
  }

  package func countsAsRead(ofNumber number: Int) -> Bool {
    looks.indices.contains(number) && Look(byte: looks[number]) == .read
  }

  package func former(ofNumber number: Int) -> Post? {
    guard let former = feed.former(ofNumber: number) else { return nil }
    return choice.isPublicOnly && !former.isPublic ? nil : former
  }

  package func additions(ofNumber number: Int) -> RuleAdditions? {
    guard hasAdditions(number), case .post(let post) = feed.record(number: number) else {
      return nil
    }
    return additions(of: post)
  }

  package var namesBesideRecords: [String] { feed.namesBesideRecords + (choice.rules?.tags ?? []) }

  package func number(at position: Int) -> Int? {
    kept.indices.contains(position) ? Int(kept[position]) : nil
  }

  package func position(ofNumber number: Int) -> Int? {
    let position = kept.partitioningIndex { Int($0) >= number }
    return position < kept.count && Int(kept[position]) == number ? position : nil
  }

  package func record(number: Int) -> FeedRecord {
    isKept(number) ? chosen(feed.record(number: number), number) : refused(number)
  }

  package func inspect(number: Int) -> FeedRecord {
    isKept(number) ? chosen(feed.inspect(number: number), number) : refused(number)
  }

  package func relations(ofNumber number: Int) -> PostRelations {
    guard isKept(number) else { return .none }
    guard choice.isPublicOnly else { return feed.relations(ofNumber: number) }
    guard !feed.hidesNow(number) else { return .none }
    let relations = feed.relations(ofNumber: number)
    guard !relations.listed.isEmpty, case .post(let post) = record(number: number) else {
      return relations
    }
    return PostRelations(post)
  }

  package func forEachStatedKeyID(ofNumbers numbers: Range<Int>, _ body: (Int, UInt64?) -> Void) {
    guard choice.isPublicOnly else { return feed.forEachStatedKeyID(ofNumbers: numbers, body) }
    for number in numbers { body(number, nil) }
  }

  // The index counts comments that are not public, too, and names posts that are not shown.
  package func indexedIdentity(ofNumber number: Int) -> PostIdentity? {
    choice.isPublicOnly || !isKept(number) ? nil : feed.indexedIdentity(ofNumber: number)
  }

  package func indexedFacts(ofNumber number: Int) -> IndexedFacts? {
    choice.isPublicOnly ? nil : feed.indexedFacts(ofNumber: number)
  }

  package func indexedFacts(ofSheet sheet: Int) -> IndexedFacts? {
    choice.isPublicOnly ? nil : feed.indexedFacts(ofSheet: sheet)
  }

  package func mayShow(_ needle: TextNeedle, number: Int) -> Bool {
    isKept(number) && feed.mayShow(needle, number: number)
  }

  package func advance(bytes: Int) throws(FeedError) -> ScanProgress {
    look(bytes: bytes)
    guard isUpToDate || mustWait else { return .more }
    let progress = try feed.advance(bytes: bytes)
    takeIn()
    look(bytes: bytes)
    return isUpToDate || mustWait ? progress : .more
  }

  package func takeChanges() -> [SourceChange] {
    defer { changes = [] }
    return changes
  }

  private func refused(_ number: Int) -> FeedRecord {
    let rule = hiders[number].flatMap { rule in
      (choice.rules?.names).flatMap { $0.indices.contains(rule) ? $0[rule] : nil }
    }
    return .problem(
      FeedProblem(
        source: name,
        message: rule.map { "record \(number) is hidden by the rule \($0)" }
          ?? "record \(number) is left out: it is not public"
      )
    )
  }

  private func hasAdditions(_ number: Int) -> Bool {
    looks.indices.contains(number) && Look.hasAdditions(looks[number])
  }

  private func additions(of post: Post) -> RuleAdditions? {
    guard var additions = choice.rules?.verdict(post, feed.title)?.additions else { return nil }
    additions.tags.removeAll { post.tags.contains($0) }
    return additions.isEmpty ? nil : additions
  }

  private func chosen(_ record: FeedRecord, _ number: Int) -> FeedRecord {
    guard case .post(var post) = record else { return record }
    if hasAdditions(number), let tags = additions(of: post)?.tags { post.tags += tags }
    guard choice.isPublicOnly else { return .post(post) }
    // An update may have made it private since it was looked at.
    guard post.isPublic else { return refused(number) }
    return .post(post.withPublicComments())
  }
}

extension RecordChoice {
  package func records(of feed: Feed) -> any RecordSource {
    isPublicOnly || rules != nil ? ChosenRecords(feed, self) : feed
  }
}

/// Which records of a feed are shown: those that everybody may read, or those that no rule hides.
package struct RecordChoice {
  package let isPublicOnly: Bool
  package let rules: RecordRules?

  package init(isPublicOnly: Bool = false, rules: RecordRules? = nil) {
    self.isPublicOnly = isPublicOnly
    self.rules = rules
  }
}

/// The reader's rules for the posts of one feed.
package struct RecordRules {
  /// The verdict of the rules on a post that one of them means.
  package struct Verdict: Equatable, Sendable {
    /// The index of the rule that leaves the post out; nil where none does.
    package var hider: Int?
    package var isRead: Bool
    package var additions = RuleAdditions()

    package init(hider: Int? = nil, isRead: Bool = false) {
      self.hider = hider
      self.isRead = isRead
    }
  }

  package static let most = 200

  let names: [String]
  let tags: [String]
  /// The test for records that a rule may mean as far as their bytes tell, given the texts that posts have and their
  /// records do not.
  let mayMean: (_ besides: [String]) -> (_ mayShow: (TextNeedle) -> Bool) -> Bool
  /// The verdict on a post of a feed of this title; nil where no rule means it.
  let verdict: (_ post: Post, _ title: String?) -> Verdict?

  package init(
    names: [String],
    tags: [String] = [],
    mayMean: @escaping (_ besides: [String]) -> (_ mayShow: (TextNeedle) -> Bool) -> Bool,
    verdict: @escaping (_ post: Post, _ title: String?) -> Verdict?
  ) {
    self.names = names
    self.tags = tags
    self.mayMean = mayMean
    self.verdict = verdict
  }
}
