/// A source of records for a ``Timeline``: a ``Feed``, or a scripted one in tests.
///
/// A record has a number for as long as the source lives, and a position that changes as others
/// come and go. What a source holds changes in ``advance(bytes:)`` and at no other time.
package protocol RecordSource: AnyObject {
  var name: String { get }
  var title: String? { get }
  /// The number of records now, at the positions `0..<recordCount` of its own order.
  var recordCount: Int { get }
  /// The numbers ever given out are `0..<numberLimit`; no number is used twice.
  var numberLimit: Int { get }
  /// Whether the record at position n has the number n, now and always; false by default.
  var numbersArePositions: Bool { get }
  /// Whether later bytes can no longer change what a record says, other than by activities; true by default.
  var isSettled: Bool { get }
  /// Whether all records are found; a source that grows again says so by turning false.
  var isIndexed: Bool { get }
  var estimatedCount: Int { get }
  var problems: [FeedProblem] { get }
  /// Whether what connects a post with others can no longer change by later bytes.
  var hasSettledRelations: Bool { get }
  /// The number of posts that were left out because they are not public.
  var leftOutCount: Int { get }
  /// The numbers of posts that the reader's rules hide, by the names of the rules; empty by default.
  var hiddenCounts: [String: Int] { get }
  /// Whether its posts are to be known by their names as soon as they are found.
  var wantsConversations: Bool { get }
  var decodeCount: Int { get }
  /// The account whose archive the source is part of, with its biography; nil if none is known.
  var owner: Account? { get }
  /// Whether a post is that of another source only if the texts agree, too: strangers write the source, and may
  /// give any address to a post.
  var comparesTexts: Bool { get }
  /// Whether it is a log, whose later records are the newer ones, also among those of one time.
  var isLog: Bool { get }

  /// The number of the record at a position; nil where there is none.
  func number(at position: Int) -> Int?
  /// The position of a record; nil if it was removed or never was.
  func position(ofNumber number: Int) -> Int?
  /// The record, or a problem where there is none; changes nothing that can be seen.
  func record(number: Int) -> FeedRecord
  /// The record, for those that read every one: if it cannot be read, that joins ``problems``.
  func inspect(number: Int) -> FeedRecord
  /// The record for a look through many of them: no cache need keep it, which is for the rows on the screen.
  ///
  /// - Parameter omitsBodies: whether the texts of bodies may be left out, which are most of a record.
  func recordInPassing(number: Int, omitsBodies: Bool) -> FeedRecord
  /// The record's post as it was before its text last changed; nil, the default, where no other text is known.
  func former(ofNumber number: Int) -> Post?
  /// The hashes of the names that connect the record's post with others; remembers no record.
  func relations(ofNumber number: Int) -> PostRelations
  /// Whether a rule of the reader shows the post as read; false by default.
  func countsAsRead(ofNumber number: Int) -> Bool
  /// The additions of the reader's rules to the post; nil, the default, for none.
  func additions(ofNumber number: Int) -> RuleAdditions?
  /// Texts that posts have and their records do not; empty by default.
  var namesBesideRecords: [String] { get }
  var hasSettledNames: Bool { get }
  /// A number that changes when the record says something else.
  func revision(ofNumber number: Int) -> Int
  /// The size of the record in bytes; 0 where there is none.
  func byteCount(ofNumber number: Int) -> Int
  /// Tells ``PostIdentity/id`` of each record of a run where its bytes tell without decoding it; else nil.
  ///
  /// A record may prove malformed when it is decoded.
  func forEachStatedKeyID(ofNumbers numbers: Range<Int>, _ body: (Int, UInt64?) -> Void)
  /// The identity of a post that the kept index of a log tells; nil where there is none.
  func indexedIdentity(ofNumber number: Int) -> PostIdentity?
  /// The times and counts of a record that such an index states; nil where there is none.
  func indexedFacts(ofNumber number: Int) -> IndexedFacts?
  /// The same of the records of a sheet together.
  func indexedFacts(ofSheet sheet: Int) -> IndexedFacts?
  /// Whether the bytes of the record may show the word of `needle`.
  func mayShow(_ needle: TextNeedle, number: Int) -> Bool
  /// The first record, in order of numbers from `fromNumber` on, that ``mayShow(_:number:)`` the word;
  /// looks at about `bytes` bytes, at least at one record.
  func search(_ needle: TextNeedle, fromNumber: Int, bytes: Int) -> RecordSearch
  /// Looks for more records, in about `bytes` bytes.
  ///
  /// - Throws: ``FeedError`` when the source cannot be read; and so again.
  func advance(bytes: Int) throws(FeedError) -> ScanProgress
  /// Returns the changes since the last call, in order; records that came at the end are one value.
  func takeChanges() -> [SourceChange]
  /// Says that a source which had ended has grown; false if it cannot go on.
  func resume() -> Bool
  /// Drops what can be read again; nothing that can be seen changes.
  func clearCaches()
}

/// A change of a source's records.
///
/// Each position is the one at the time of the change.
package enum SourceChange: Equatable, Sendable {
  /// Records came in at these positions (positions after the change), with numbers never used.
  case inserted(positions: Range<Int>)
  case removed(number: Int, position: Int)
  case updated(number: Int)
  /// A record says something else, and keeps its place whatever its time is now.
  case revised(number: Int)
  /// Any record may say something more, but for its time.
  case updatedAll
}

extension RecordSource {
  package func recordInPassing(number: Int, omitsBodies: Bool) -> FeedRecord {
    record(number: number)
  }
  package func forEachStatedKeyID(ofNumbers numbers: Range<Int>, _ body: (Int, UInt64?) -> Void) {
    for number in numbers { body(number, nil) }
  }
  /// ``PostIdentity/id`` of one record; see ``forEachStatedKeyID(ofNumbers:_:)``.
  package func statedKeyID(ofNumber number: Int) -> UInt64? {
    guard number < .max else { return nil }
    var id: UInt64?
    forEachStatedKeyID(ofNumbers: number..<number + 1) { id = $1 }
    return id
  }
  package var numbersArePositions: Bool { false }
  package var isSettled: Bool { true }
  package var hasSettledRelations: Bool { isSettled }
  package var leftOutCount: Int { 0 }
  package var hiddenCounts: [String: Int] { [:] }
  package func former(ofNumber number: Int) -> Post? { nil }
  package func countsAsRead(ofNumber number: Int) -> Bool { false }
  package func additions(ofNumber number: Int) -> RuleAdditions? { nil }
  package var namesBesideRecords: [String] { [] }
  package var hasSettledNames: Bool { isIndexed }
  package var comparesTexts: Bool { false }
  package var isLog: Bool { false }
  package var owner: Account? { nil }
  package var wantsConversations: Bool { false }
  package func relations(ofNumber number: Int) -> PostRelations {
    if case .post(let post) = record(number: number) { PostRelations(post) } else { .none }
  }
  package func inspect(number: Int) -> FeedRecord { record(number: number) }
  package func indexedIdentity(ofNumber number: Int) -> PostIdentity? { nil }
  package func indexedFacts(ofNumber number: Int) -> IndexedFacts? { nil }
  package func indexedFacts(ofSheet sheet: Int) -> IndexedFacts? { nil }
  package func mayShow(_ needle: TextNeedle, number: Int) -> Bool { true }
  package func search(_ needle: TextNeedle, fromNumber: Int, bytes: Int) -> RecordSearch {
    if fromNumber < numberLimit { return .found(max(0, fromNumber)) }
    return isIndexed ? .exhausted : .paused(next: numberLimit)
  }

  var label: String { title ?? name.split(separator: "/").last.map { String($0) } ?? name }
}

/// A record of a feed.
public enum FeedRecord: Equatable, Sendable {
  /// Behind a reference: records are handed on far more often than they are decoded.
  indirect case post(Post)
  case problem(FeedProblem)
}

package enum RecordSearch: Equatable, Sendable {
  case found(Int)
  case paused(next: Int)
  case exhausted
}

/// Hashes of the ids and addresses that connect a post with others; empty for anything but a post.
package struct PostRelations: Equatable, Sendable {
  struct Listed: Equatable, Sendable {
    let names: [UInt64]
    /// Whether the record only names it.
    let isReference: Bool
  }

  static let none = PostRelations(
    names: [],
    parent: nil,
    reshared: nil,
    quoted: nil,
    listed: [],
    stubbed: 0
  )

  let names: [UInt64]
  let parent: UInt64?
  /// The post that it reshares without holding it.
  let reshared: UInt64?
  /// The post that it quotes without holding it.
  let quoted: UInt64?
  let listed: [Listed]
  let stubbed: Int

  /// Returns the hash of an id or address, whose lowest bit tells whether it means the same on every server.
  static func hash(_ name: String) -> UInt64 {
    stableHash(name.utf8) & ~1 | (Post.ID.isGlobal(name) ? 1 : 0)
  }

  /// Whether a hash is that of a name that means the same on every server.
  static func isGlobal(_ hash: UInt64) -> Bool { hash & 1 == 1 }
}

extension PostRelations {
  init(_ post: Post) {
    // A bare reshare has the address of what it reshares, and is not that post.
    let names = post.resharedAddress == nil ? post.names : [post.id.rawValue]
    self.names = names.map(Self.hash)
    // A dump holds each conversation where it begins: its records would come in twice.
    parent = post.origin == nil ? post.inReplyTo.map(Self.hash) : nil
    reshared = post.resharedAddress.map(Self.hash)
    quoted = post.quotations?.address.map(Self.hash)
    var listed: [Listed] = []
    var stubbed = 0
    for comment in post.comments {
      switch comment.kind {
      case .stub(let count): stubbed = stubbed.saturatingAdd(count)
      case .written, .reference:
        let names = comment.namesInReplies.map(Self.hash)
        listed.append(Listed(names: names, isReference: comment.kind == .reference))
      }
    }
    self.listed = listed
    self.stubbed = stubbed
  }
}

package struct RuleAdditions: Equatable, Sendable {
  /// The name of the role in whose style author and title are drawn; nil for their own.
  package var colour: String?
  package var tags: [String] = []

  package init() {}
  package var isEmpty: Bool { colour == nil && tags.isEmpty }
}

extension Post {
  /// Removes tags that rules gave it.
  package mutating func drop(tags given: [String]) { tags.removeAll { given.contains($0) } }
}
