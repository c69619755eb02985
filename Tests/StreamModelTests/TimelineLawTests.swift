import TestSupport
import Testing

@testable import StreamModel

/// Posts in lines; of each its id, and its time in minutes if it has one.
private func lines(_ posts: [(id: String, time: Int?)]) -> String {
  posts.map { post in
    let time = post.time.map { ",\"published\":\"\(Timestamp.january(1, minute: $0))\"" }
    return "{\"id\":\"\(post.id)\",\"body_text\":\"x\"\(time ?? "")}\n"
  }
  .joined()
}

private func feed(_ posts: [(id: String, time: Int?)], _ name: String) -> Feed {
  Feed(source: MemoryBytes(name: name, text: lines(posts)))
}

@Suite struct TimelineLawTests {
  /// A feed of 200 records: some share their time, some have none, some are in other feeds, too.
  private func material(_ source: Int, _ random: inout SplitMix) throws -> Feed {
    let posts = (0..<200).map { number -> (id: String, time: Int?) in
      let id = random.below(6) == 0 ? "urn:\(random.below(40))" : "\(source)-\(number)"
      return (id, random.below(8) == 0 ? nil : 1_440 + random.below(500))
    }
    return feed(posts, "feed \(source)")
  }

  private func step(_ source: ScriptedSource, _ random: inout SplitMix) {
    let place = random.below(source.recordCount + 1)
    switch random.below(source.recordCount > 15 ? 14 : 10) {
    case 0...2: source.append(1 + random.below(3))
    case 3, 4: source.prepend(1 + random.below(2))
    case 5, 6: source.insert(at: place)
    case 7: source.update(at: place)
    case 8: source.end()
    default: source.remove(at: place)
    }
  }

  @Test(arguments: 1...4, [Timeline.Order.newest, .document])
  func changesTellAllThatHappens(_ count: Int, _ order: Timeline.Order) throws {
    var random = SplitMix(seed: UInt64(count * 2 + (order == .newest ? 1 : 0)))
    let sources = try (0..<count).map { number in
      let isLive = random.below(4) > 0
      return try ScriptedSource(material(number, &random), name: "s\(number)", isLive: isLive)
    }
    for source in sources { source.append(random.below(20)) }
    let timeline = Timeline(sources: sources, order: order)
    var replay = Replay()
    var held: (first: RecordID, last: RecordID)?
    for _ in 0..<(isLongRun ? 625 : 125) {
      for _ in 0...random.below(3) { step(sources[random.below(count)], &random) }
      let before = replay.rows
      _ = try timeline.advance(bytes: [1, 300, 1 << 20][random.below(3)])
      replay.take(timeline)
      // One that went, or came in anew at another time, is no bound any more.
      if let bounds = held, !replay.removed.isDisjoint(with: [bounds.first, bounds.last]) {
        held = nil
      }
      expectHeld(held, before, replay.rows)
      let rows = replay.rows
      let areFound = rows.indices.allSatisfy { timeline.row(of: rows[$0]) == $0 }
      #expect(areFound)
      if random.below(8) == 0, let one = replay.rows.randomElement(using: &random),
        let other = replay.rows.randomElement(using: &random)
      {
        held =
          replay.rows.firstIndex(of: one) ?? 0 < replay.rows.firstIndex(of: other) ?? 0
          ? (one, other) : (other, one)
        timeline.hold(between: one, and: other)
      } else if random.below(16) == 0 {
        held = nil
        timeline.hold(between: nil, and: nil)
        #expect(timeline.heldCount == 0)
      }
      replay.take(timeline)
    }
    for source in sources { source.end() }
    while try timeline.advance(bytes: 1 << 20) != .done {}
    timeline.hold(between: nil, and: nil)
    replay.take(timeline)
    try expectAll(sources, in: timeline, order)
  }

  /// Between two rows that are held together others may go, but none comes.
  private func expectHeld(
    _ held: (first: RecordID, last: RecordID)?,
    _ before: [RecordID],
    _ after: [RecordID]
  ) {
    guard let held, let first = after.firstIndex(of: held.first),
      let last = after.firstIndex(of: held.last), first <= last,
      let oldFirst = before.firstIndex(of: held.first),
      let oldLast = before.firstIndex(of: held.last), oldFirst <= oldLast
    else { return }
    #expect(Set(after[first...last]).isSubset(of: before[oldFirst...oldLast]))
  }

  /// Every record is a row or a copy of one, and rows with a time are in order.
  private func expectAll(
    _ sources: [ScriptedSource],
    in timeline: Timeline,
    _ order: Timeline.Order
  ) throws {
    let rows = timeline.ids
    #expect(timeline.isIndexed)
    var stored: [RecordID] = []
    while let next = timeline.nextStored(after: stored.last) { stored.append(next) }
    #expect(stored == rows.sorted())
    guard order == .newest, sources.count > 1 else {
      #expect(rows.count == sources.reduce(0) { $0 + $1.recordCount })
      return
    }
    let mentions = rows.reduce(0) { $0 + timeline.sources(of: $1).count }
    #expect(mentions == sources.reduce(0) { $0 + $1.recordCount })
    let keys = rows.compactMap { id -> (Int64, Int)? in
      guard let time = timeline.record(id).post?.published else { return nil }
      return (0 - time.secondsSinceEpoch, id.source)
    }
    #expect(zip(keys, keys.dropFirst()).allSatisfy { $0 <= $1 })
  }

  /// What all posts are in order, told from whole documents: a time, else that of the post before,
  /// else that of the first with a time, else none.
  private func sorted(_ documents: [[(id: String, time: Int?)]]) -> [String] {
    var all: [(id: String, time: Int, source: Int, number: Int)] = []
    for (source, posts) in documents.enumerated() {
      var time = posts.lazy.compactMap(\.time).first ?? .min
      for (number, post) in posts.enumerated() {
        time = post.time ?? time
        all.append((post.id, time, source, number))
      }
    }
    // Those of one time follow each other in the direction that the first two different times have.
    let isLog = documents.map { posts -> Bool in
      var known: Int?
      for post in posts {
        if let time = post.time {
          if let known, time != known { return time > known }
          known = time
        }
      }
      return false
    }
    let place = { (source: Int, number: Int) in isLog[source] ? -number : number }
    return all.sorted {
      ($1.time, $0.source, place($0.source, $0.number))
        < ($0.time, $1.source, place($1.source, $1.number))
    }
    .map(\.id)
  }

  @Test func anySliceGivesTheOrderOfWholeDocuments() throws {
    var random = SplitMix(seed: 5)
    for round in 0..<60 {
      let documents = (0..<1 + random.below(4)).map { source in
        let shape = random.below(4)
        let start = random.below(200)
        return (0..<random.below(60)).map { number -> (id: String, time: Int?) in
          let time =
            switch shape {
            case 0: 3_000 - start - 7 * number + random.below(7)
            case 1: 2_000 + start + 3 * number
            case 2: 1_500 + random.below(2_000)
            default: nil as Int?
            }
          let hasTime = random.below(6) > 0 && (round % 2 == 0 || number > 3)
          return ("\(source)-\(number)", hasTime ? time : nil)
        }
      }
      let expected = sorted(documents)
      for budget in [1, 40, 400, 1 << 20] {
        let feeds = documents.map { Feed(source: MemoryBytes(name: "f", text: lines($0) + "\n")) }
        // A document without any record is no feed.
        guard documents.allSatisfy({ !$0.isEmpty }) else { continue }
        let timeline = Timeline(feeds, order: .newest)
        var replay = Replay()
        while try timeline.advance(bytes: budget) != .done { replay.take(timeline) }
        replay.take(timeline)
        if documents.count > 1 { #expect(timeline.outline == expected, "\(round) by \(budget)") }
      }
    }
  }

  @Test func rowsAreThereBeforeTheEndAndStayInPlace() throws {
    let documents = [0, 1].map { source in
      (0..<400).map { (id: "\(source)-\($0)", time: 3_000 - 5 * $0 - source * 2) as (String, Int?) }
    }
    let timeline = Timeline(documents.map { feed($0, "f") }, order: .newest)
    var shown: [String] = []
    var steps = 0
    var changes: [Timeline.Change] = []
    while try timeline.advance(bytes: 500) != .done {
      #expect(Array(timeline.outline.prefix(shown.count)) == shown)
      if timeline.recordCount > shown.count { steps += 1 }
      shown = timeline.outline
      if steps == 10 { changes = timeline.takeChanges() }
    }
    #expect(steps > 20)
    #expect(timeline.outline == sorted(documents))
    #expect(changes.count == 1)
    #expect(timeline.takeChanges().count == 1)
  }

  @Test func aSourceThatAscendsHoldsBackTheOthersUntilItEnds() throws {
    let archive = (0..<200).map { (id: "a\($0)", time: 1_500 + $0) as (String, Int?) }
    let news = (0..<200).map { (id: "n\($0)", time: 3_000 - $0) as (String, Int?) }
    let timeline = Timeline([feed(archive, "a"), feed(news, "n")], order: .newest)
    var changes: [Timeline.Change] = []
    while try timeline.advance(bytes: 300) != .done { changes += timeline.takeChanges() }
    changes += timeline.takeChanges()
    let ends = changes.map { change in
      if case .inserted(let rows) = change { rows.lowerBound } else { -1 }
    }
    #expect(ends == ends.sorted() && ends.first == 0)
    #expect(timeline.outline == sorted([archive, news]))
  }
}
