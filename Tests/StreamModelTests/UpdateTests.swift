import TestSupport
import Testing

@testable import StreamModel

/// Lines that replace a post or take it away, as they are read and as they come late.
@Suite struct UpdateTests {
  private static let first =
    #"{"id":"p1","author":"@olga","published":"2026-01-30T08:00:00Z","body_text":"cold lake"}"#
  private static let other =
    #"{"id":"p2","author":"@mia","published":"2026-01-30T09:00:00Z","body_text":"warm stove"}"#

  private static func update(_ members: String, of id: String = "p1") -> String {
    #"{"type":"update","post":"\#(id)",\#(members)}"#
  }

  private static let delete = #"{"type":"delete","post":"p1"}"#

  private func lines(_ lines: String...) -> String { lines.map { $0 + "\n" }.joined() }

  private func log(_ lines: String...) throws -> Feed {
    try feed(lines.map { $0 + "\n" }.joined())
  }

  private func post(_ feed: Feed, _ row: Int = 0) throws -> Post {
    try #require(feed.record(at: row).post)
  }

  // MARK: What the row says

  @Test func theLastUpdateReplacesTheText() throws {
    let feed = try log(
      Self.update(#""body_text":"early""#),
      Self.first,
      Self.other,
      Self.update(#""body_text":"one","content_warning":"ice""#),
      Self.update(#""body_text":"frozen lake","tags":["ice"]"#)
    )
    #expect(feed.outline == ["p1", "p2"])
    let post = try post(feed)
    #expect(post.body == .text("frozen lake"))
    #expect(post.contentWarning == nil)
    #expect(post.tags == ["ice"])
    #expect(post.author?.handle == "@olga")
    #expect(post.published == Timestamp(rfc3339: "2026-01-30T08:00:00Z"))
    #expect(post.state == .updated)
    #expect(post.edited == nil)
    #expect(feed.problems.isEmpty)
    #expect(try self.post(feed, 1).state == .asPublished)
  }

  @Test(arguments: [
    (
      #""edited":"2026-02-01T00:00:00Z","published":"2026-01-31T00:00:00Z""#, "2026-02-01T00:00:00Z"
    ),
    (#""published":"2026-01-31T00:00:00Z""#, "2026-01-31T00:00:00Z"),
    (#""published":"2026-01-30T08:00:00Z""#, nil),
  ])
  func theTimeOfTheEditIsThatWhichTheUpdateStates(members: String, edited: String?) throws {
    let post = try post(log(Self.first, Self.update(members + #","body_text":"new""#)))
    #expect(post.edited?.rfc3339 == edited)
    #expect(post.published?.rfc3339 == "2026-01-30T08:00:00Z")
    #expect(post.state == .updated)
  }

  @Test func likesAndCommentsStillAddToAnUpdatedPost() throws {
    let feed = try log(
      Self.first,
      #"{"type":"like","post":"p1","author":"@ann"}"#,
      Self.update(#""id":"other","body_text":"new","likes_count":7"#),
      #"{"type":"comment","post":"p1","id":"c1","author":"@ben","body_text":"why?"}"#
    )
    let post = try post(feed)
    #expect(post.id.rawValue == "p1")
    #expect(post.likes.map(\.handle) == ["@ann"])
    #expect(post.likesCount == 7)
    #expect(post.comments.map(\.id.rawValue) == ["c1"])
  }

  @Test func aDeletedPostKeepsNothingOfItsText() throws {
    let feed = try log(
      #"{"id":"p1","author":"@olga","url":"https://a.example/1","title":"T","body_text":"secret","#
        + #""tags":["x"],"attachments":[{"url":"y"}],"comments":[{"id":"c1","body_text":"why?"}]}"#,
      Self.update(#""body_text":"secret still""#),
      Self.delete
    )
    let post = try post(feed)
    #expect(post.state == .deleted)
    #expect(post.title == .missing && post.body == .missing)
    #expect(post.tags.isEmpty && post.attachments.isEmpty)
    #expect(post.names == ["p1", "https://a.example/1"])
    // Those were written by others.
    #expect(post.comments.map(\.id.rawValue) == ["c1"])
  }

  @Test func aPostThatIsUpdatedAfterItsDeletionIsThereAgain() throws {
    let feed = try log(Self.first, Self.delete, Self.update(#""body_text":"back""#))
    #expect(try post(feed).body == .text("back"))
    #expect(try post(feed).state == .updated)
  }

  @Test func theKeyOfAPostStaysWhenItsTextChanges() throws {
    let before = try post(log(Self.first))
    for line in [Self.update(#""body_text":"new""#), Self.delete] {
      let after = try post(log(Self.first, line))
      #expect(PostIdentity(after).id == PostIdentity(before).id)
    }
  }

  // MARK: What is wrong

  @Test func anUpdateOfAPostThatIsNotThereIsOneProblem() throws {
    let line = Self.update(#""body_text":"x""#, of: "p9")
    let feed = try log(Self.first, line, line, line)
    #expect(feed.problems.map(\.message) == ["names a post that is not in the feed"])
    #expect(feed.problems.first?.line == 4)
  }

  @Test func aBrokenUpdateReplacesNothing() throws {
    let feed = try log(Self.first, #"{"type":"update","post":"p1","body_text":"x",}"#)
    #expect(try post(feed).body == .text("cold lake"))
    #expect(feed.problems.count == 1)
    #expect(feed.recordCount == 1)
  }

  @Test func problemsInAnUpdateHaveItsPlace() throws {
    let feed = try log(Self.first, Self.update(#""body_text":"x","likes_count":"many""#))
    let problems = try post(feed).problems
    #expect(problems.map(\.line) == [2])
    #expect(problems.first?.path == "$.likes_count")
  }

  @Test func anUpdateReachesNoMoreReadersThanThePost() throws {
    let feed = try log(
      #"{"id":"p1","visibility":"followers","body_text":"x"}"#,
      Self.update(#""visibility":"public","body_text":"y""#)
    )
    #expect(try post(feed).visibility == .followers)
  }

  @Test func aPostThatBecomesPrivateIsLeftOutOfPublicOnes() throws {
    let source = MemoryBytes(name: "feed", text: lines(Self.first), isComplete: false)
    let records = ChosenRecords(Feed(source: source), RecordChoice(isPublicOnly: true))
    while try records.advance(bytes: 1000) == .more {}
    #expect(records.recordCount == 1)
    source.append(Array(lines(Self.update(#""visibility":"direct","body_text":"only you""#)).utf8))
    while try records.advance(bytes: 1000) == .more {}
    #expect(records.record(number: 0).post == nil, "a private text is shown")
    #expect(records.takeChanges().contains(.revised(number: 0)))
    #expect(records.relations(ofNumber: 0).names.isEmpty)
  }

  // MARK: Late lines

  /// A feed that grows, and its timeline.
  private func growing(_ text: String) throws -> (MemoryBytes, Timeline) {
    let source = MemoryBytes(name: "feed", text: text, isComplete: false)
    let timeline = Timeline(Feed(source: source))
    while try timeline.advance(bytes: 100) == .more {}
    return (source, timeline)
  }

  @Test func aLateUpdateChangesItsRowInPlace() throws {
    let (source, timeline) = try growing(lines(Self.first, Self.other))
    _ = timeline.takeChanges()
    let id = RecordID(source: 0, number: 0)
    let revision = timeline.revision(of: id)
    _ = timeline.record(id)
    let edit = Self.update(#""body_text":"frozen","published":"2026-05-01T00:00:00Z""#)
    source.append(lines(edit).utf8)
    while try timeline.advance(bytes: 100) == .more {}
    #expect(timeline.takeChanges() == [.updated(id)])
    #expect(timeline.revision(of: id) != revision)
    #expect(timeline.row(of: id) == 0)
    #expect(timeline.record(id).post?.body == .text("frozen"))
    source.append(Array(lines(Self.delete).utf8))
    while try timeline.advance(bytes: 100) == .more {}
    #expect(timeline.takeChanges() == [.updated(id)])
    #expect(timeline.record(id).post?.state == .deleted)
  }

  @Test(arguments: [Timeline.Order.newest, .likes])
  func aLateUpdateDoesNotMoveTheRowsOfAMerge(_ order: Timeline.Order) throws {
    let edited = #"{"id":"p3","edited":"2026-01-01T00:00:00Z","body_text":"x"}"#
    let text = lines(Self.first, Self.other, edited)
    let source = MemoryBytes(name: "feed", text: text, isComplete: false)
    let second = MemoryBytes(name: "b", text: lines(#"{"id":"q","body_text":"q"}"#))
    let timeline = Timeline([Feed(source: source), Feed(source: second)], order: order)
    while try timeline.advance(bytes: 100) == .more {}
    _ = timeline.takeChanges()
    let before = timeline.ids
    #expect(before.count == 4)
    for id in ["p1", "p2", "p3"] {
      let members = #""body_text":"new","likes_count":99,"edited":"2026-06-01T00:00:00Z""#
      source.append(Array(lines(Self.update(members, of: id)).utf8))
      while try timeline.advance(bytes: 100) == .more {}
    }
    #expect(timeline.ids == before)
    #expect(timeline.takeChanges().count == 3)
  }

  @Test func lateLinesFindPostsThatWereReadLongAgo() throws {
    let (source, timeline) = try growing(
      lines(Self.first, Self.other, Self.update(#""body_text":"x""#, of: "p2"))
    )
    _ = timeline.takeChanges()
    source.append(Array(lines(#"{"type":"like","post":"p1","author":"@ann"}"#, Self.delete).utf8))
    source.finish()
    while try timeline.advance(bytes: 100) == .more {}
    #expect(timeline.problems.isEmpty)
    #expect(timeline.takeChanges().contains(.updated(RecordID(source: 0, number: 0))))
  }

  @Test func conversationsKnowThePostThatAnUpdatedOneAnswers() throws {
    let (source, timeline) = try growing(
      lines(#"{"id":"https://a.example/1","body_text":"q"}"#, #"{"id":"r","body_text":"a"}"#)
    )
    var budget = SliceBudget()
    timeline.advanceConversations(within: &budget)
    _ = timeline.takeChanges()
    let answer = Self.update(#""body_text":"a","in_reply_to":"https://a.example/1""#, of: "r")
    source.append(lines(answer).utf8)
    while try timeline.advance(bytes: 100) == .more {}
    _ = timeline.takeChanges()
    #expect(timeline.replies(to: "https://a.example/1") == [RecordID(source: 0, number: 1)])
  }

  // MARK: Search

  @Test func searchFindsTheTextOfUpdates() throws {
    let more = (3..<200).map { #"{"id":"p\#($0)","body_text":"filler \#($0)"}"# }
    let feed = try feed(
      ([Self.first, Self.other] + more + [Self.update(#""body_text":"Zebra lake""#, of: "p7")])
        .map { $0 + "\n" }.joined()
    )
    #expect(feed.search(TextNeedle(exactly: "Zebra"), fromNumber: 0, bytes: 1 << 20) == .found(6))
    #expect(feed.search(TextNeedle(exactly: "Zebra"), fromNumber: 7, bytes: 1 << 20) == .exhausted)
    #expect(feed.search(TextNeedle(exactly: "lake"), fromNumber: 0, bytes: 1 << 20) == .found(0))
    #expect(feed.search(TextNeedle(exactly: "lake"), fromNumber: 1, bytes: 1 << 20) == .found(6))
    #expect(feed.mayShow(TextNeedle(exactly: "Zebra"), number: 6))
    #expect(!feed.mayShow(TextNeedle(exactly: "Zebra"), number: 5))
    // However small its slices are, a search comes to its end.
    var next = 0
    var found: [Int] = []
    loop: for _ in 0..<10_000 {
      switch feed.search(TextNeedle(exactly: "lake"), fromNumber: next, bytes: 1) {
      case .found(let row):
        found.append(row)
        next = row + 1
      case .paused(let row): next = row
      case .exhausted: break loop
      }
    }
    #expect(found == [0, 6])
  }

  // MARK: Any order, any pieces

  @Test func randomLinesSayWhatAModelSays() throws {
    var random = SplitMix(seed: 18)
    for round in 0..<(isLongRun ? 3_000 : 300) {
      var text = ""
      var bodies: [String: String] = [:]
      var written: [String] = []
      for step in 0..<Int.random(in: 1...30, using: &random) {
        let id = "p\(Int.random(in: 0..<5, using: &random))"
        switch Int.random(in: 0..<4, using: &random) {
        case 0 where !written.contains(id):
          text += lines(#"{"id":"\#(id)","body_text":"body \#(step)"}"#)
          written.append(id)
          if bodies[id] == nil { bodies[id] = "body \(step)" }
        case 1:
          text += lines(#"{"type":"like","post":"\#(id)","author":"@a\#(step)"}"#)
        case 2:
          text += lines(Self.update(#""body_text":"update \#(step)""#, of: id))
          bodies[id] = "update \(step)"
        default:
          text += lines(#"{"type":"delete","post":"\#(id)"}"#)
          bodies[id] = ""
        }
      }
      let bytes = Array(text.utf8)
      let source = MemoryBytes(name: "feed", bytes: [], isComplete: false)
      let feed = Feed(source: source, hint: .ndjson)
      var at = 0
      var told: [Int: Int] = [:]
      func takeIn() throws {
        while try feed.advance(bytes: Int.random(in: 1...200, using: &random)) == .more {}
        for case .revised(let number) in feed.takeChanges() {
          told[number] = feed.revision(at: number)
        }
      }
      while at < bytes.count {
        let end = min(bytes.count, at + Int.random(in: 1...90, using: &random))
        source.append(bytes[at..<end])
        at = end
        try takeIn()
        _ = feed.record(at: 0)
      }
      source.finish()
      try takeIn()
      #expect(feed.outline == written, "round \(round)")
      for (row, id) in written.enumerated() {
        let post = try post(feed, row)
        let body = post.body == .missing ? Body.text("") : post.body
        #expect(body == .text(bodies[id] ?? ""), "round \(round): \(id)")
        // Rows whose text was replaced were told, last as they are now but for likes.
        if post.state != .asPublished { #expect(told[row] != nil, "round \(round): \(id)") }
      }
    }
  }

  @Test func manyUpdatesOfOnePostAreOne() throws {
    var text = lines(Self.first)
    for number in 0..<20_000 { text += lines(Self.update(#""body_text":"\#(number)""#)) }
    let feed = try feed(text)
    let reads = feed.decodeCount
    #expect(try post(feed).body == .text("19999"))
    #expect(feed.decodeCount == reads + 1)
    #expect(feed.findings.activities.total == 0)
    #expect(feed.named.replaced == [0])
  }
}
