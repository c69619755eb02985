import CellGrid
import TestSupport
import Testing

@testable import StreamModel
@testable import StreamUI

/// Posts that a later line replaces or takes away, as a reader sees them.
struct UpdatedPostTests {
  private static func lines(_ lines: String...) -> [UInt8] {
    Array(lines.map { $0 + "\n" }.joined().utf8)
  }

  private static let posts = lines(
    #"{"id":"p1","author":"@olga","published":"2026-01-30T08:00:00Z","url":"https://a.example/1","#
      + #""body_text":"cold lake","likes_count":4}"#,
    #"{"id":"p2","author":"@mia","published":"2026-01-30T09:00:00Z","body_text":"warm stove"}"#
  )
  private static let update = lines(
    #"{"type":"update","post":"p1","body_text":"frozen lake","likes_count":4}"#
  )
  private static let delete = lines(#"{"type":"delete","post":"p1"}"#)

  private func viewer(
    _ source: MemoryBytes,
    size: Size = Size(columns: 80, lines: 24)
  ) throws -> Viewer {
    var viewer = try Viewer(Timeline(Feed(source: source)), size: size)
    try viewer.grow()
    viewer.work()
    return viewer
  }

  private func source() -> MemoryBytes {
    MemoryBytes(name: "feed", bytes: Self.posts, isComplete: false)
  }

  @Test(arguments: [80, 40, 20])
  func aPostThatIsEditedWhileItIsShownSaysSo(columns: Int) throws {
    let source = source()
    var viewer = try viewer(source, size: Size(columns: columns, lines: 24))
    viewer.work(after: "j", "k")
    let place = viewer.line(with: "warm stove")
    source.append(Self.update)
    try viewer.grow()
    viewer.work()
    let text = viewer.page.joined(separator: "\n")
    #expect(text.contains("frozen lake"))
    #expect(!text.contains("cold lake"))
    #expect(text.contains("edited"))
    #expect(viewer.line(with: "warm stove") == place)
  }

  @Test(arguments: [80, 40, 20])
  func aDeletedPostIsOneLineThatSaysSo(columns: Int) throws {
    let source = source()
    var viewer = try viewer(source, size: Size(columns: columns, lines: 24))
    source.append(Self.delete)
    try viewer.grow()
    viewer.work()
    let page = viewer.page.map { $0.trimmingPrefix { $0 == " " } }
    #expect(page.first { !$0.isEmpty }?.contains("× deleted") == true)
    #expect(page[1].isEmpty || page[2].isEmpty)
    #expect(!page.joined().contains("cold lake"))
    #expect(!page.joined().contains("4 likes"))
    #expect(page.joined().contains("warm stove"))
  }

  @Test func thePageOfAPostThatIsDeletedSaysSo() throws {
    let source = source()
    var viewer = try viewer(source)
    viewer.work(after: Key(.enter))
    source.append(Self.delete)
    try viewer.grow()
    viewer.work()
    let text = viewer.page.joined(separator: "\n")
    #expect(text.contains("× deleted"))
    #expect(!text.contains("cold lake"))
  }

  @Test func compactRowsSayIt() throws {
    let bytes = Self.posts + Self.update + Self.lines(#"{"type":"delete","post":"p2"}"#)
    let source = MemoryBytes(name: "feed", bytes: bytes)
    let viewer = try Viewer(Timeline(Feed(source: source))) { $0.density = .compact }
    let page = viewer.page.filter { $0.contains("·") }
    #expect(page.count == 2)
    #expect(page.first?.contains("edited") == true)
    #expect(page.last?.contains("× deleted") == true)
  }

  @Test func aSearchFindsTheNewTextAndNotTheOld() throws {
    let bytes = Self.posts + Self.update
    for (word, isFound) in [("frozen", true), ("cold", false)] {
      let feed = Feed(source: MemoryBytes(name: "feed", bytes: bytes))
      let outcome = try Stage().play("j/\(word)<CR>", feed)
      #expect(outcome.statusLine.lowercased().contains("no match") != isFound)
    }
  }

  @Test func theDumpNamesThePageWithTheComments() throws {
    var post = Post(id: Post.ID("1"), body: .text("x"))
    post.commentsAddress = "https://a.example/1#comments"
    let dump = PostDump(now: Stage.wall)
    let bytes = dump.json(post, source: "feed:1:1")
    let text = String(decoding: bytes, as: UTF8.self)
    #expect(text.contains(#""comments_url":"https://a.example/1#comments""#))
    let feed = try Feed(source: MemoryBytes(name: "dump", bytes: bytes)).scanned()
    let read = try #require(feed.record(at: 0).post)
    #expect(read.commentsAddress == post.commentsAddress)
    #expect(dump.json(read, source: "dump:1:1") == bytes)
    post.commentsAddress = nil
    #expect(!String(decoding: dump.json(post, source: ""), as: UTF8.self).contains("comments_url"))
  }

  @Test func theDumpSaysWhatBecameOfAPost() throws {
    let bytes = MemoryBytes(name: "feed", bytes: Self.posts + Self.update)
    let feed = try Feed(source: bytes).scanned()
    let post = try #require(feed.record(at: 0).post)
    let dump = PostDump(now: Stage.wall)
    let text = String(decoding: dump.json(post, source: "feed:1:1"), as: UTF8.self)
    #expect(text.contains(#""state":"updated""#))
    #expect(text.contains("frozen lake"))
  }
}
