import StreamModel
import TestSupport
import Testing

/// Replies, references and ancestors among the posts of all sources.
struct ConversationSearchTests {
  @Test func everyReplyOfALargeOutboxStandsUnderItsParent() throws {
    let count = isLongRun ? 10_000 : 3_000
    let outbox = Outbox(count: count, replies: count / 10 * 3)
    let timeline = try Self.timeline(outbox.json)
    #expect(timeline.recordCount == count)
    var children: [Int: Set<Int>] = [:]
    for (reply, parent) in outbox.parents { children[parent, default: []].insert(reply) }
    var found: [Int: Int] = [:]
    var most = 0
    for root in 0..<count where outbox.parents[root] == nil {
      let search = try Self.search(root, timeline, reach: .whole)
      let comments = search.comments
      #expect(comments.allSatisfy { $0.kind == .written && $0.body != .missing })
      #expect(search.ancestors.isEmpty)
      var expected: Set<Int> = []
      var pending = [root]
      while let parent = pending.popLast() {
        expected.formUnion(children[parent] ?? [])
        pending += children[parent] ?? []
      }
      #expect(comments.count == expected.count)
      most = max(most, comments.count)
      for comment in comments {
        let number = try #require(search.record(of: comment.id)).number
        #expect(expected.contains(number))
        let parent = comment.parent.flatMap { search.record(of: $0)?.number } ?? root
        found[number] = parent
      }
    }
    #expect(found == outbox.parents)
    #expect(most > (isLongRun ? 10 : 5))
  }

  @Test func theWayUpLeadsToTheBeginning() throws {
    let outbox = Outbox(count: 2_000, replies: 600, seed: 2)
    let timeline = try Self.timeline(outbox.json)
    for start in outbox.parents.keys.sorted() {
      var expected: [ConversationSearch.Ancestor] = []
      var at = start
      while let parent = outbox.parents[at] {
        expected.append(.post(RecordID(source: 0, number: parent)))
        at = parent
      }
      #expect(try Self.search(start, timeline).ancestors == expected)
    }
  }

  @Test func circlesAndPostsThatAnswerThemselvesEnd() throws {
    let timeline = try Self.timeline(
      Self.collection([("a", "b"), ("b", "c"), ("c", "a"), ("self", "self"), ("d", "nowhere")])
    )
    let circle = try Self.search(0, timeline)
    #expect(circle.ancestors == [1, 2].map { .post(RecordID(source: 0, number: $0)) })
    #expect(circle.comments.map(\.body) == ["c", "b"].map { .html("<p>\($0)</p>") })
    let alone = try Self.search(3, timeline)
    #expect(alone.ancestors.isEmpty && alone.comments.isEmpty)
    #expect(try Self.search(4, timeline).ancestors == [.elsewhere("https://a.example/nowhere")])
  }

  @Test func aThreadOfAThousandLevelsNeedsNoRecursion() throws {
    let posts = (0..<1_200).map { ("p\($0)", $0 == 0 ? nil : "p\($0 - 1)") }
    let timeline = try Self.timeline(Self.collection(posts))
    let top = try Self.search(0, timeline, reach: .whole)
    #expect(Conversation(comments: top.comments).nodes.last?.depth == 1_198)
    #expect(try Self.search(1_199, timeline).ancestors.count == 1_000)
  }

  @Test func moreRepliesThanAPageShowsAreCounted() throws {
    let posts = [("root", nil)] + (0..<40_000).map { ("p\($0)", Optional("root")) }
    let timeline = try Self.timeline(Self.collection(posts))
    var search = try Self.begin(0, timeline, reach: .page)
    var decoded = timeline.decodeCount
    var slices = 0
    while search.hasWork(in: timeline) {
      var budget = SliceBudget()
      _ = search.advance(timeline, within: &budget)
      #expect(timeline.decodeCount - decoded <= 65)
      decoded = timeline.decodeCount
      slices += 1
    }
    #expect(search.comments.count == ConversationSearch.firstLimit)
    #expect(search.leftOut == 40_000 - ConversationSearch.firstLimit)
    #expect(slices >= 15)
  }

  /// An address of a post that lists its replies: once each, whoever names it.
  @Test func anAddressIsThePostThatItNames() throws {
    let json = #"""
      {"@context":"https://www.w3.org/ns/activitystreams","type":"OrderedCollection","orderedItems":[
       {"type":"Create","id":"https://a.example/1/activity","object":{"type":"Note",
        "id":"https://a.example/1","url":"https://a.example/@a/1","content":"<p>root</p>",
        "replies":{"totalItems":3,"first":{"items":["https://a.example/2","https://b.example/9",
         "https://a.example/1"]}}}},
       {"type":"Create","id":"https://a.example/2/activity","object":{"type":"Note",
        "id":"https://a.example/2","inReplyTo":"https://a.example/@a/1","content":"<p>answer</p>",
        "likes":{"totalItems":4},"attachment":[{"type":"Document","mediaType":"image/png",
         "url":"https://a.example/2.png","name":"a lake"}],
        "replies":{"first":{"items":["https://a.example/3"]}}}},
       {"type":"Create","id":"https://a.example/3/activity","object":{"type":"Note",
        "id":"https://a.example/3","inReplyTo":"https://a.example/2","content":"<p>deeper</p>"}}]}
      """#
    let search = try Self.search(0, try Self.timeline(json))
    let comments = search.comments
    #expect(comments.map(\.kind) == [.written, .reference, .written])
    #expect(comments.map(\.body) == [.html("<p>answer</p>"), .missing, .html("<p>deeper</p>")])
    #expect(comments[0].likesCount == 4 && comments[0].attachments.first?.alt == "a lake")
    #expect(comments[1].url == "https://b.example/9")
    #expect(comments[2].parent == comments[0].id)
    #expect(comments.listedCount == 3)
  }

  /// Two servers give the same short id to different posts.
  @Test func shortIdsBelongToTheirSource() throws {
    let one =
      #"[{"id":"101","content":"one"},{"id":"102","in_reply_to_id":"101","content":"to one"}]"#
    let two =
      #"[{"id":"101","content":"two"},{"id":"103","in_reply_to_id":"101","content":"to two"}]"#
    let timeline = try Self.timeline(one, two)
    for (source, answer) in [(0, "to one"), (1, "to two")] {
      let id = RecordID(source: source, number: 0)
      #expect(try Self.search(id, timeline).comments.map(\.body) == [.html(answer)])
    }
  }

  /// A reply in another file, by address, and a copy of it in a third.
  @Test func repliesOfOtherSourcesAreFoundOnce() throws {
    let reply =
      #"[{"id":"https://b.example/2","content":"x","in_reply_to_id":"https://a.example/1","url":"https://b.example/2"}]"#
    let timeline = try Self.timeline(Self.collection([("1", nil)]), reply, reply, order: .newest)
    #expect(timeline.recordCount == 2)
    #expect(try Self.search(RecordID(source: 0, number: 0), timeline).comments.count == 1)
  }

  /// A boost of a post of the same file is that post, as soon as both are scanned.
  @Test func aBoostShowsThePostOfTheSameFile() throws {
    let outbox = Outbox(count: 500, replies: 50, boosts: 60, seed: 3)
    let timeline = try Self.timeline(outbox.json)
    var resolved = 0
    for (number, target) in outbox.boosts {
      let post = try #require(timeline.record(RecordID(source: 0, number: number)).post)
      #expect(post.id.rawValue == Outbox.id(number))
      #expect(post.activity == Activity(.reshare, name: "Announce"))
      if let target {
        resolved += 1
        #expect(post.body == .html("<p>number \(target) here</p>"))
        #expect(post.resharedBy?.url == "https://social.example/users/olga")
        #expect(post.resharedAt != nil && post.resharedAddress == nil)
      } else {
        #expect(post.resharedAddress != nil && post.body == .missing)
      }
    }
    #expect(resolved > 20)
  }

  // MARK: Fixtures

  /// Notes of these names, each with the name of the post that it answers.
  private static func collection(_ posts: [(name: String, parent: String?)]) -> String {
    let items = posts.map { post in
      let parent = post.parent.map { "\"https://a.example/\($0)\"" } ?? "null"
      return #"{"type":"Note","id":"https://a.example/\#(post.name)","inReplyTo":\#(parent),"#
        + #""content":"<p>\#(post.name)</p>"}"#
    }
    return #"{"@context":"https://www.w3.org/ns/activitystreams","type":"OrderedCollection","#
      + #""orderedItems":[\#(items.joined(separator: ",\n"))]}"#
  }

  private static func timeline(
    _ documents: String...,
    order: Timeline.Order = .document
  ) throws -> Timeline {
    let feeds = documents.enumerated().map { index, text in
      Feed(source: MemoryBytes(name: "f\(index).json", text: text))
    }
    return try Timeline(feeds, order: order).scanned()
  }

  private static func begin(
    _ number: Int,
    _ timeline: Timeline,
    reach: ConversationSearch.Reach
  ) throws -> ConversationSearch {
    let id = RecordID(source: 0, number: number)
    let post = try #require(timeline.record(id).post)
    return ConversationSearch(of: post, record: id, in: timeline, reach: reach)
  }

  private static func search(
    _ number: Int,
    _ timeline: Timeline,
    reach: ConversationSearch.Reach = .page
  ) throws -> ConversationSearch {
    try search(RecordID(source: 0, number: number), timeline, reach: reach)
  }

  private static func search(
    _ id: RecordID,
    _ timeline: Timeline,
    reach: ConversationSearch.Reach = .page
  ) throws -> ConversationSearch {
    let post = try #require(timeline.record(id).post)
    var search = ConversationSearch(of: post, record: id, in: timeline, reach: reach)
    while search.hasWork(in: timeline) {
      var budget = SliceBudget()
      _ = search.advance(timeline, within: &budget)
    }
    return search
  }
}
