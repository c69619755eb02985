import Foundation
import Glibc
import StreamModel
import Testing

@testable import StreamHost
@testable import StreamTUI

/// What a name stands for: a feed, the feeds of an archive, or the export of an account.
struct OpenerTests {
  private let feed = Fixture.feed(posts: 300)

  @OwnFolder private var place: String

  private func write(_ files: [(String, [UInt8])]) throws {
    for (name, bytes) in files {
      let url = URL(fileURLWithPath: place).appendingPathComponent(name)
      try FileManager.default.createDirectory(
        at: url.deletingLastPathComponent(),
        withIntermediateDirectories: true
      )
      try Data(bytes).write(to: url)
    }
  }

  private var export: [(name: String, bytes: [UInt8])] {
    [
      ("media_attachments/files/1/original/a.png", [1, 2, 3]), ("avatar.jpg", [4]),
      ("outbox.json", feed), ("likes.json", Array("{}".utf8)),
      ("bookmarks.json", Array("{\"a\":1}".utf8)),
      (
        "actor.json",
        Array(#"{"type":"Person","id":"https://a.example/u","preferredUsername":"u"}"#.utf8)
      ),
    ]
  }

  private func check(_ opened: Opened, _ prefix: String) throws {
    #expect(opened.exports.count == 1 && opened.sources.isEmpty)
    let archive = try #require(opened.exports.first)
    #expect(archive.outbox.bytes.name == "\(prefix)outbox.json")
    #expect(opened.problems.isEmpty)
    #expect(try Fixture.drain(archive.outbox.bytes) == feed)
    #expect(archive.likes?.bytes.name == "\(prefix)likes.json")
    #expect(try archive.likes.map { try Fixture.drain($0.bytes) } == Array("{}".utf8))
    #expect(try archive.bookmarks.map { try Fixture.drain($0.bytes) } == Array("{\"a\":1}".utf8))
    #expect(archive.owner?.id == "https://a.example/u")
    #expect(archive.owner?.account.handle == "@u@a.example")
  }

  private func packed(_ kind: String, _ files: [(name: String, bytes: [UInt8])]) -> [UInt8] {
    switch kind {
    case "zip":
      return ZipFixture(entries: files.map { ZipFixture.Entry(name: $0.name, bytes: $0.bytes) })
        .bytes
    case "tar": return TarFixture(files: files).bytes
    default: return Fixture.gzip(TarFixture(files: files).bytes)
    }
  }

  @Test(arguments: ["zip", "tar", "tar.gz"], ["", "archive-2026/"])
  func anExportIsFoundInAnArchive(kind: String, folder: String) throws {
    let files = export.map { (name: folder + $0.name, bytes: $0.bytes) }
    try write([("export.\(kind)", packed(kind, files))])
    let name = "\(place)/export.\(kind)"
    try check(try SourceOpener().openAll(name), "\(name)/\(folder)")
    #expect(try SourceOpener.open(name).bytes.name == "\(name)/\(folder)outbox.json")
  }

  @Test(arguments: ["", "archive-2026/"])
  func anExportIsFoundInAFolder(folder: String) throws {
    try write(export.map { (folder + $0.name, $0.bytes) })
    try check(try SourceOpener().openAll(place), "\(place)/\(folder)")
  }

  /// One of them was shown, another one in each kind of archive, and no word said so.
  @Test(arguments: ["folder", "zip", "tar", "tar.gz"])
  func severalExportsAreAllShownWithTheFeedsBesideThem(kind: String) throws {
    let files =
      ["c/", "d/", "e/"].flatMap { folder in
        export.map { (name: folder + $0.name, bytes: $0.bytes) }
      } + [(name: "links.xml", bytes: Array("<rss/>".utf8))]
    try write(
      kind == "folder"
        ? files.map { ("three.folder/" + $0.name, $0.bytes) }
        : [("three.\(kind)", packed(kind, files))]
    )
    let name = "\(place)/three.\(kind)"
    let opened = try SourceOpener().openAll(name)
    #expect(
      opened.exports.map(\.outbox.bytes.name)
        == ["c", "d", "e"].map { "\(name)/\($0)/outbox.json" }
    )
    #expect(opened.exports.allSatisfy { $0.owner?.id == "https://a.example/u" })
    #expect(opened.sources.map(\.bytes.name) == ["\(name)/links.xml"])
    #expect(opened.problems.isEmpty)
  }

  @Test func ofManyExportsTheFirstAreOpenedAndTheRestIsNamed() throws {
    let outbox = Array(#"{"type":"OrderedCollection","orderedItems":[]}"#.utf8)
    let files = (100..<250).map { (name: "\($0)/outbox.json", bytes: outbox) }
    try write([("many.tar", TarFixture(files: files).bytes)])
    let opened = try SourceOpener().openAll("\(place)/many.tar")
    #expect(opened.exports.count == 100)
    #expect(opened.exports.last?.outbox.bytes.name == "\(place)/many.tar/199/outbox.json")
    #expect(opened.sources.isEmpty)
    #expect(
      opened.problems.map(Diagnostics.text)
        == ["\(place)/many.tar: holds 150 exports; those after the first 100 are left out"]
    )
  }

  @Test(arguments: ["zip", "tar", "tar.gz"])
  func anExportComesThroughAPipe(kind: String) throws {
    var ends: [Int32] = [0, 0]
    try #require(Glibc.pipe(&ends) == 0)
    defer { close(ends[0]) }
    // Less than a pipe holds.
    let bytes = packed(kind, export)
    try #require(Glibc.write(ends[1], bytes, bytes.count) == bytes.count)
    close(ends[1])
    let name = "/dev/fd/\(ends[0])"
    try check(try SourceOpener().openAll(name), "\(name)/")
  }

  @Test func feedsOfAnyArchiveAreTakenInOrder() throws {
    let files: [(name: String, bytes: [UInt8])] = [
      ("b.xml", Array("<rss/>".utf8)), ("notes.txt", [1]),
      ("sub/a.ndjson.gz", Fixture.gzip(feed)),
      ("A.JSON", feed), (".hidden.json", feed), ("__MACOSX/._b.xml", [0]), ("c.opml", feed),
    ]
    try write([("a.tar", TarFixture(files: files).bytes)])
    let opened = try SourceOpener().openAll("\(place)/a.tar")
    #expect(opened.exports.isEmpty)
    #expect(
      opened.sources.map { String($0.bytes.name.dropFirst(place.utf8.count)) }
        == ["/a.tar/A.JSON", "/a.tar/b.xml", "/a.tar/c.opml", "/a.tar/sub/a.ndjson.gz"]
    )
    #expect(try Fixture.drain(opened.sources[3].bytes) == feed)
    #expect(opened.sources[3].notes == ["gzip"])
    #expect(
      throws: FeedError.unreadable(name: "\(place)/a.tar", reason: "holds 4 feeds (expected one)")
    ) { _ = try SourceOpener.open("\(place)/a.tar") }
  }

  @Test func feedsOfAFolderAreThoseInIt() throws {
    try write([("b.json", feed), ("a.xml.gz", feed), ("x.png", [1]), ("sub/c.json", feed)])
    let opened = try SourceOpener().openAll(place + "/")
    #expect(opened.sources.map(\.bytes.name) == ["\(place)/a.xml.gz", "\(place)/b.json"])
    #expect(opened.sources[1].bytes is FileBytes)
  }

  @Test func moreThanAThousandFeedsAreSaid() throws {
    let files = (0..<1_005).map { (name: "\(10_000 + $0).json", bytes: [UInt8]("[]".utf8)) }
    try write([("a.tar", TarFixture(files: files).bytes)])
    let opened = try SourceOpener().openAll("\(place)/a.tar")
    #expect(opened.sources.count == 1_000)
    let reason = "holds 1005 feeds; those after the first 1000 are left out"
    #expect(opened.problems == [.unreadable(name: "\(place)/a.tar", reason: reason)])
  }

  @Test func anArchiveWithoutFeedsSaysSo() throws {
    try write([("a.txt", feed)])
    let reason = "holds no feed (expected names such as feed.json or feed.xml)"
    #expect(throws: FeedError.unreadable(name: place, reason: reason)) {
      _ = try SourceOpener().openAll(place)
    }
  }

  @Test func onePlainFileIsReadAsItIs() throws {
    try write([("a", feed), ("b.gz", Fixture.gzip(feed)), ("c", UnicodeForm.utf32le.encode("[]"))])
    let plain = try SourceOpener.open("\(place)/a")
    #expect(plain.bytes is FileBytes)
    #expect(plain.notes.isEmpty)
    #expect(try Fixture.drain(plain.bytes) == feed)
    #expect(try Fixture.drain(SourceOpener.open("\(place)/b.gz").bytes) == feed)
    #expect(try Fixture.drain(SourceOpener.open("\(place)/c").bytes) == Array("[]".utf8))
  }
}
