import Foundation
import Glibc
import TestSupport
import Testing

@testable import StreamHost
@testable import StreamModel
@testable import StreamTUI

/// A stream of logs shows the same with the table of the library as without it, whatever has happened to either.
struct LibraryTableTests {
  private typealias Item = PostLogStage.Item

  /// Logs of subscriptions, read as a viewer reads them.
  private struct Library {
    let stage = StoreStage()
    let logs: [PostLog]
    private let room = OpenFileRoom(for: 100)
    var now = Timestamp(secondsSinceEpoch: 1_700_000_000)

    init(logs count: Int) {
      let folder = stage.folder
      logs = (0..<count).compactMap { number in
        FeedAddress.judge("https://a.example/\(number)").address.map {
          PostLog(of: .web($0), in: folder)
        }
      }
    }

    func take(_ items: [Item], into log: Int) throws {
      _ = try PostLogStage(stage: stage, log: logs[log]).take(items, at: now)
    }

    typealias Opened = (feed: Feed, bytes: FileBytes, name: String, isCut: Bool)

    private func bytes(of log: PostLog, _ table: LibraryTable?) throws -> FileBytes {
      var status = stat()
      if lstat(log.path, &status) == 0, let mark = table?.mark(ofUntouched: log.name, status) {
        return FileBytes(name: log.name, path: log.path, marked: mark, status, in: room)
      }
      let descriptor = open(log.path, O_RDONLY | O_CREAT | O_CLOEXEC, 0o600)
      try #require(descriptor >= 0)
      let bytes = FileBytes(name: log.name, path: log.path, descriptor: descriptor, count: 0)
      _ = bytes.refresh()
      return bytes
    }

    func opened(_ table: LibraryTable?) throws -> [Opened] {
      table?.readEntries()
      return try logs.map { log in
        let bytes = try bytes(of: log, table)
        let feed = Feed(source: bytes, hint: .ndjson, comparesTexts: true, isLog: true)
        let isCut = table?.begin(feed, named: log.name, bytes.mark) ?? false
        return (feed, bytes, log.name, isCut)
      }
    }

    /// All that is known of a row.
    struct Row: Equatable {
      let id: RecordID
      let sources: [String]
      let keys: [Timeline.SourceKey]
      let stated: UInt64?
      let former: Post?
      let record: FeedRecord
    }

    /// The rows of all logs as one stream.
    func rows(_ feeds: [Feed]) throws -> [Row] {
      let timeline = Timeline(feeds, order: .newest, now: now)
      while try timeline.advance(bytes: 1 << 14) == .more { _ = timeline.takeChanges() }
      return (0..<timeline.recordCount).compactMap { timeline.id(at: $0) }.map { id in
        Row(
          id: id,
          sources: timeline.sources(of: id),
          keys: timeline.keys(of: id),
          stated: timeline.statedKey(of: id)?.id,
          former: timeline.former(of: id),
          record: timeline.record(id)
        )
      }
    }

    func keep(_ feeds: [Opened], in table: LibraryTable) throws {
      _ = try rows(feeds.map(\.feed))
      for (feed, bytes, name, _) in feeds { _ = table.keep(feed, named: name, bytes.mark) }
    }

    func checkRows(_ note: String) throws {
      let plain = try rows(opened(nil).map(\.feed))
      let known = try rows(opened(LibraryTable(in: stage.folder, creates: false)).map(\.feed))
      let different = zip(plain, known).first { $0 != $1 }
      #expect(different?.0.id == nil, "\(note)")
      #expect(plain.count == known.count, "\(note)")
    }

    func table() throws -> LibraryTable {
      try #require(LibraryTable(in: stage.folder, creates: true))
    }

    func keepAll() throws {
      let table = try table()
      try keep(opened(table), in: table)
    }
  }

  private static func items(_ random: inout SplitMix, _ now: Int) -> [Item] {
    (0..<random.below(400)).map { _ in
      let number = random.below(900)
      // Some are of several feeds, some are edited, some state no time, and some one to come.
      let edition = random.below(8) == 0 ? " again" : ""
      let time: Int? =
        switch random.below(20) {
        case 0: nil
        case 1: now + 86_400 * (1 + random.below(5))
        default: now - (number * 7919) % 100_000
        }
      let url = number % 5 == 0 ? "https://b.example/\(number)" : nil
      return Item("urn:x:\(number)", "text \(number)\(edition)", url: url, time: time)
    }
  }

  @Test(arguments: 0..<(isLongRun ? 60 : 2))
  func aKeptLibraryShowsWhatItsLogsSay(seed: Int) throws {
    var random = SplitMix(seed: UInt64(seed))
    var library = Library(logs: 1 + random.below(4))
    for round in 0..<5 {
      for log in library.logs.indices where round == 0 || random.below(3) > 0 {
        let now = Int(library.now.secondsSinceEpoch)
        try library.take(Self.items(&random, now), into: log)
      }
      try library.checkRows("seed \(seed), grown, round \(round)")
      try library.keepAll()
      let table = LibraryTable(in: library.stage.folder, creates: false)
      #expect(try library.opened(table).allSatisfy(\.feed.isIndexed), "not all logs are known")
      try library.checkRows("seed \(seed), kept, round \(round)")
      library.now = library.now.advanced(by: Int64(random.below(200_000)))
      try library.checkRows("seed \(seed), later, round \(round)")
      if random.below(3) == 0 {
        try library.logs[0].prune(keeping: [], Retention(posts: 150), now: library.now)
        try library.checkRows("seed \(seed), pruned, round \(round)")
      }
    }
  }

  @Test func aStartOfAKeptLibraryDecodesNothing() throws {
    let library = Library(logs: 2)
    for log in 0..<2 {
      try library.take(
        (0..<700).map { Item("\(log)-\($0)", "text", time: 1_000_000 + $0) },
        into: log
      )
    }
    try library.keepAll()
    let feeds = try library.opened(LibraryTable(in: library.stage.folder, creates: false)).map(
      \.feed
    )
    let timeline = Timeline(feeds, order: .newest, now: library.now)
    while try timeline.advance(bytes: 1 << 14) == .more {}
    #expect(timeline.recordCount == 1_400)
    #expect(timeline.isIndexed)
    #expect(timeline.decodeCount == 0)
  }

  /// After a loss of power a file can have its size and its time, and zeros at its end.
  @Test func aLogWithoutTheBytesOfItsEndIsReadAgain() throws {
    let library = Library(logs: 1)
    try library.take((0..<200).map { Item("0-\($0)", "text", time: 1_000_000 + $0) }, into: 0)
    try library.keepAll()
    var before = stat()
    let file = open(library.logs[0].path, O_WRONLY)
    try #require(fstat(file, &before) == 0)
    let zeros = [UInt8](repeating: 0, count: 200)
    try #require(pwrite(file, zeros, 200, before.st_size - 200) == 200)
    try #require(futimens(file, [before.st_atim, before.st_mtim]) == 0)
    close(file)
    #expect(try library.opened(LibraryTable(in: library.stage.folder, creates: false))[0].isCut)
    try library.checkRows("the end is lost")
  }

  @Test func aLogIsOpenedOnceItsPostsAreShown() throws {
    let library = Library(logs: 3)
    for log in 0..<3 {
      try library.take([Item("\(log)", "text", time: 1_000_000 + log)], into: log)
    }
    try library.keepAll()
    try library.take([Item("new", "text", time: 2_000_000)], into: 1)
    let opened = try library.opened(LibraryTable(in: library.stage.folder, creates: false))
    #expect(opened.map(\.bytes.isOpen) == [false, true, false])
    #expect(opened.map(\.feed.recordCount) == [1, 1, 1])
    _ = opened[2].feed.record(at: 0)
    #expect(opened.map(\.bytes.isOpen) == [false, true, true])
  }

  /// A log that is held can be read to its end when another program has removed it.
  @Test func aLogThatIsHeldOutlivesItsName() throws {
    let library = Library(logs: 2)
    for log in 0..<2 { try library.take([Item("\(log)", "text \(log)", time: 1_000)], into: log) }
    try library.keepAll()
    let opened = try library.opened(LibraryTable(in: library.stage.folder, creates: false))
    opened[0].bytes.hold()
    for log in library.logs { try #require(unlink(log.path) == 0) }
    let isRead = opened.map { if case .post = $0.feed.record(at: 0) { true } else { false } }
    #expect(isRead == [true, false])
  }

  /// A loss of power may take the last bytes of a log and leave its size, so the first start in a new run of the machine
  /// looks at both ends of each log.
  @Test(arguments: [false, true])
  func aLogIsLookedAtInANewRunOfTheMachine(isDamaged: Bool) throws {
    let library = Library(logs: 1)
    try library.take((0..<200).map { Item("0-\($0)", "text", time: 1_000_000 + $0) }, into: 0)
    try library.keepAll()
    let path = library.logs[0].path
    var status = stat()
    let file = open(path, O_WRONLY)
    try #require(fstat(file, &status) == 0)
    if isDamaged {
      try #require(
        pwrite(file, [UInt8](repeating: 0, count: 200), 200, status.st_size - 200) == 200
      )
    }
    try #require(futimens(file, [status.st_atim, status.st_mtim]) == 0)
    try #require(fstat(file, &status) == 0)
    close(file)
    let touched = Int64(status.st_ctim.tv_sec) * 1_000_000_000 + Int64(status.st_ctim.tv_nsec)
    try Database(path: "\(library.stage.folder.path)/\(StateFiles.libraryName)")
      .run("UPDATE log SET run = 1, touched = ?", [.integer(touched)])
    let table = try library.table()
    let opened = try library.opened(table)[0]
    #expect(opened.bytes.isOpen)
    #expect(opened.isCut == isDamaged)
    try library.checkRows("a new run of the machine")
    table.keepSeen()
    let again = try library.opened(try library.table())[0]
    #expect(again.bytes.isOpen == isDamaged, "it is looked at once")
  }

  @Test func theFirstRowsAreThereBeforeTheOthers() throws {
    let library = Library(logs: 3)
    for log in 0..<3 {
      try library.take(
        (0..<2_000).map { Item("\(log)-\($0)", "text", time: 1_000_000 + $0 * 3 + log) },
        into: log
      )
    }
    try library.keepAll()
    let feeds = try library.opened(LibraryTable(in: library.stage.folder, creates: false)).map(
      \.feed
    )
    let timeline = Timeline(feeds, order: .newest, now: library.now)
    _ = try timeline.advance(bytes: 1 << 14)
    #expect((100..<3_000).contains(timeline.recordCount))
    #expect(timeline.id(at: 0) == RecordID(source: 2, number: 1_999))
    #expect(timeline.id(at: 1) == RecordID(source: 1, number: 1_999))
  }

  /// The number of a post in its log says nothing about its row among those of all logs: its time does.
  @Test func aPlaceNearTheTopNeedsTheRowsAboveItAlone() throws {
    let library = Library(logs: 3)
    for log in 0..<3 {
      try library.take(
        (0..<2_000).map { Item("\(log)-\($0)", "text", time: 1_000_000 + $0 * 3 + log) },
        into: log
      )
    }
    try library.keepAll()
    let table = LibraryTable(in: library.stage.folder, creates: false)
    let timeline = Timeline(
      try library.opened(table).map(\.feed),
      order: .newest,
      now: library.now
    )
    func place(_ second: Int64) -> (time: Int64?, number: Int) { (1_000_000 + second, 1_990) }
    #expect(!timeline.hasRows(40, from: place(5_990)))
    _ = try timeline.advance(bytes: 1 << 14)
    #expect(timeline.hasRows(40, from: place(5_990)))
    #expect(timeline.recordCount < 1_990)
    #expect(!timeline.hasRows(40, from: place(100)))
    while try timeline.advance(bytes: 1 << 14) == .more {}
    #expect(timeline.hasRows(40, from: place(100)))
  }

  /// A directory is read once a post of its log comes to the screen; until then another process may have removed it.
  @Test func theFirstRowsNeedNoDirectoryOfOlderLogs() throws {
    let library = Library(logs: 2)
    for log in 0..<2 {
      let items = (0..<300).map { Item("\(log)-\($0)", "text", time: 1_000_000 * (log + 1) + $0) }
      try library.take(items, into: log)
    }
    try library.keepAll()
    let opened = try library.opened(LibraryTable(in: library.stage.folder, creates: false))
    try Database(path: library.stage.file("library.db")).run("DELETE FROM directory")
    let timeline = Timeline(opened.map(\.feed), order: .newest, now: library.now)
    let newest = opened[1]
    _ = try timeline.advance(bytes: 1 << 12)
    #expect(timeline.recordCount > 0 && timeline.id(at: 0)?.source == 1)
    #expect(newest.feed.hasStaleSheets && !opened[0].feed.hasStaleSheets)
    #expect(!opened[0].bytes.isOpen)
    while try timeline.advance(bytes: 1 << 14) == .more {}
    #expect(timeline.recordCount == 600)
    try library.checkRows("without directories")
  }

  /// The first rows of a start that rests are those of all rows, with their copies; then the others come.
  @Test(arguments: 0..<4) func aStreamThatRestsShowsTheFirstOfItsRows(seed: Int) throws {
    var random = SplitMix(seed: UInt64(seed))
    let library = Library(logs: 3)
    for log in 0..<3 {
      let items = (0..<1_500).map { number in
        // Some posts are of several feeds, there at another time.
        let isShared = random.below(40) == 0
        let name = isShared ? "urn:x:shared-\(random.below(60))" : "urn:x:\(log)-\(number)"
        return Item(name, "text", time: 1_000_000 + number * 3 + random.below(600))
      }
      try library.take(items, into: log)
    }
    try library.keepAll()
    let table = LibraryTable(in: library.stage.folder, creates: false)
    let all = Timeline(try library.opened(table).map(\.feed), order: .newest, now: library.now)
    while try all.advance(bytes: 1 << 14) == .more {}
    let isUnread = { (id: RecordID) in id.number % 5 == 0 }
    let rows = (0..<all.recordCount).compactMap(all.id)
    let unread = rows.count(where: isUnread)
    let counts = try #require(all.counts(unread: unread, downTo: 200, isUnread))
    #expect(counts.rows == rows.count && counts.first >= 1_200)
    #expect(counts.unreadBehind == rows.dropFirst(counts.first).count(where: isUnread))
    let resting = Timeline(try library.opened(table).map(\.feed), order: .newest, now: library.now)
    resting.rest(behindFirstOf: counts)
    while try resting.advance(bytes: 1 << 14) == .more {}
    #expect(resting.isResting && !resting.isIndexed)
    #expect((0..<resting.recordCount).compactMap(resting.id) == Array(rows.prefix(counts.first)))
    for id in rows.prefix(counts.first) {
      #expect(resting.sources(of: id) == all.sources(of: id))
    }
    #expect(resting.estimatedCount == rows.count)
    resting.goOn()
    while try resting.advance(bytes: 1 << 14) == .more {}
    #expect((0..<resting.recordCount).compactMap(resting.id) == rows)
  }

  @Test func countsAreThoseOfTheSameLogsAlone() throws {
    let library = Library(logs: 2)
    for log in 0..<2 {
      try library.take((0..<10).map { Item("\(log)-\($0)", "text", time: $0 + 1) }, into: log)
    }
    try library.keepAll()
    let counts = KnownCounts(rows: 20, first: 5, unreadBehind: 3)
    var table = try library.table()
    let sizes = { library.logs.map { (name: $0.name, size: $0.size) } }
    table.keep(counts, of: sizes())
    #expect(table.counts(of: sizes()) == counts)
    #expect(table.counts(of: sizes().reversed()) == nil)
    #expect(table.counts(of: Array(sizes().prefix(1))) == nil)
    try library.take([Item("new", "text", time: 50)], into: 1)
    #expect(table.counts(of: sizes()) == nil, "a log has grown")
    try library.keepAll()
    #expect(table.counts(of: sizes()) == nil, "its index was kept")
    table.keep(counts, of: sizes())
    let damages: [StaticString] = [
      "UPDATE stream SET posts = posts + 1", "UPDATE stream SET first = -1",
      "UPDATE stream SET behind = behind + 64", "UPDATE stream SET seal = 0",
      "DELETE FROM stream", "DROP TABLE stream",
    ]
    for damage in damages {
      table.keep(counts, of: sizes())
      do {
        let database = try Database(path: library.stage.file("library.db"))
        try database.run(damage)
      }
      #expect(table.counts(of: sizes()) == nil, "\(damage)")
    }
    table = try library.table()
    #expect(table.counts(of: sizes()) == nil)
  }

  /// Damaged sheets are made again from the logs.
  @Test func aDamagedTableShowsWhatTheLogsSay() throws {
    let library = Library(logs: 2)
    var random = SplitMix(seed: 5)
    for log in 0..<2 { try library.take(Self.items(&random, 1_700_000_000), into: log) }
    try library.take([Item("urn:x:1", "another text")], into: 0)
    try library.keepAll()
    let damages: [(String, StaticString)] = [
      ("a sheet is gone", "DELETE FROM sheet WHERE number = 0"),
      ("a sheet is short", "UPDATE sheet SET records = substr(records, 1, 640)"),
      ("a sheet has other places", "UPDATE sheet SET records = zeroblob(length(records))"),
      (
        "a bit of a sheet is flipped",
        "UPDATE sheet SET records = CAST(substr(records, 1, 20) || x'ff' || substr(records, 22) AS BLOB)"
      ),
      (
        "a bit of the directory is flipped",
        """
        UPDATE directory SET \
        sheets = CAST(substr(sheets, 1, 12) || x'ff' || substr(sheets, 14) AS BLOB)
        """
      ),
      ("the directory is short", "UPDATE directory SET sheets = substr(sheets, 1, 8)"),
      ("the directory has other places", "UPDATE directory SET sheets = zeroblob(length(sheets))"),
      ("a directory is gone", "DELETE FROM directory"),
      ("the updates are of no posts", "UPDATE directory SET updates = randomblob(37)"),
      ("there are no updates", "UPDATE log SET updates = 0"),
      ("the newest post is older", "UPDATE log SET newest = newest - 1000000"),
      ("the log was marked at another end", "UPDATE log SET hash = hash + 1"),
      ("the log is shorter than it was", "UPDATE log SET size = size + 1"),
      ("the log has no posts", "UPDATE log SET posts = -1"),
      ("a table is another", "ALTER TABLE sheet ADD COLUMN more INT"),
      ("a table is gone", "DROP TABLE sheet"),
    ]
    for (note, damage) in damages {
      do {
        let database = try Database(path: library.stage.file("library.db"))
        try database.run(damage)
      }
      try library.checkRows(note)
      // The first run finds the damage, and the second one writes the index again.
      try library.keepAll()
      try library.keepAll()
      let table = LibraryTable(in: library.stage.folder, creates: false)
      #expect(try library.opened(table).allSatisfy(\.feed.isIndexed), "not mended: \(note)")
      try library.checkRows("after: \(note)")
    }
    try library.stage.write(Array("no database at all".utf8), to: "library.db")
    try library.checkRows("no database")
    try library.keepAll()
    try library.checkRows("made anew")
  }

  /// A log that is another one than the table knows is read as it is.
  @Test(arguments: ["cut", "written over", "replaced", "doubled", "gone", "edited"])
  func aChangedLogIsReadAsItIs(change: String) throws {
    let library = Library(logs: 1)
    try library.take((0..<600).map { Item("p\($0)", "text \($0)", time: 1_000_000 + $0) }, into: 0)
    try library.keepAll()
    let path = library.logs[0].path
    let bytes = try #require(FileManager.default.contents(atPath: path))
    let file = try #require(FileHandle(forUpdatingAtPath: path))
    let other = String(decoding: bytes, as: UTF8.self).replacingOccurrences(
      of: "text 3",
      with: "word 7"
    )
    switch change {
    case "cut": try file.truncate(atOffset: UInt64(bytes.count / 2))
    case "written over": try file.write(contentsOf: Data(other.utf8))
    case "replaced": try Data(other.utf8).write(to: URL(fileURLWithPath: path), options: .atomic)
    case "doubled":
      try file.seekToEnd()
      try file.write(contentsOf: bytes)
    case "gone": unlink(path)
    default:
      // A line is longer, and more follow.
      let edited = other.replacingOccurrences(of: "word 7", with: "words 77") + other
      try file.write(contentsOf: Data(edited.utf8))
    }
    try library.checkRows(change)
    let table = LibraryTable(in: library.stage.folder, creates: false)
    // One that has its bytes, if not all in their places, lacks nothing that can be told.
    #expect(try library.opened(table)[0].isCut == ["cut", "gone", "edited"].contains(change))
    try library.keepAll()
    try library.checkRows("\(change), kept")
    // It is said once.
    let next = LibraryTable(in: library.stage.folder, creates: false)
    #expect(try !library.opened(next)[0].isCut)
  }

  @Test func twoProcessesKeepOneLog() throws {
    let library = Library(logs: 1)
    try library.take((0..<300).map { Item("p\($0)", "text", time: $0 + 1) }, into: 0)
    let table = try library.table()
    let former = try library.opened(table)
    try library.take((300..<700).map { Item("p\($0)", "text", time: $0 + 1) }, into: 0)
    try library.keepAll()
    // The one that knows less comes later.
    try library.keep(former, in: table)
    try library.checkRows("two")
    let feed = try library.opened(LibraryTable(in: library.stage.folder, creates: false))[0].feed
    #expect(feed.recordCount == 700)
  }
}
