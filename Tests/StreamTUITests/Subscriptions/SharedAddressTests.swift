import StreamModel
import TestSupport
import Testing

@testable import StreamHost

/// Posts of one document that share an address or an id are posts of their own, and what counts as an edit of one.
///
/// Changelogs and status pages link all items to one page and state no guid; sigal 2.6.1 gives all pictures of an album
/// one link and one Atom id, often of one day; Mercurial 6.3.2 names two tags on a commit alike.
struct SharedAddressTests {
  private let stage = PostLogStage()

  private struct Entry {
    var title: String?
    var text: String
    var date: String?
    var guid: String?

    var rss: String {
      "<item><link>https://a.example/changes</link>" + (title.map { "<title>\($0)</title>" } ?? "")
        + (guid.map { "<guid isPermaLink=\"false\">\($0)</guid>" } ?? "")
        + (date.map { "<pubDate>\($0)</pubDate>" } ?? "")
        + "<description><![CDATA[\(text)]]></description></item>"
    }

    var atom: String {
      "<entry><id>tag:album</id><link href=\"https://a.example/album\"/><title>\(title ?? "")</title>"
        + "<updated>2026-01-0\(date ?? "1")T00:00:00Z</updated><content>\(text)</content></entry>"
    }
  }

  private static func rss(_ entries: [Entry]) -> [UInt8] {
    Array(
      "<rss version=\"2.0\"><channel><title>A</title>\(entries.map(\.rss).joined())</channel></rss>"
        .utf8
    )
  }

  private static func atom(_ entries: [Entry]) -> [UInt8] {
    let head = "<feed xmlns=\"http://www.w3.org/2005/Atom\"><id>f</id><title>A</title>"
    return Array("\(head)\(entries.map(\.atom).joined())</feed>".utf8)
  }

  private static func day(_ number: Int) -> String { "0\(number) Jan 2026 10:00:00 GMT" }

  private static func version(_ number: Int, day: Int? = nil) -> Entry {
    Entry(title: "Version \(number)", text: "Changes of \(number)", date: day.map { Self.day($0) })
  }

  /// A window of two items moves on: each post stays, and is no edit of another.
  @Test(arguments: [true, false]) func aChangelogKeepsAllItsVersions(_ isDated: Bool) throws {
    let versions = (1...5).map { Self.version($0, day: isDated ? $0 : nil) }
    #expect(try stage.take(bytes: Self.rss([versions[1], versions[0]])).new == 2)
    for newest in 2...4 {
      let report = try stage.take(bytes: Self.rss([versions[newest], versions[newest - 1]]))
      #expect(report.new == 1 && report.edited == 0, "\(newest)")
    }
    let bytes = stage.bytes
    for part in [[4, 3], [4], [0], [2, 1, 0], [4, 3, 2, 1, 0]] {
      let report = try stage.take(bytes: Self.rss(part.map { versions[$0] }))
      #expect(report.new == 0 && report.edited == 0, "\(part)")
    }
    #expect(stage.bytes == bytes)
    #expect(try stage.texts().count == 5)
  }

  @Test func aFeedOfOneItemKeepsTheEarlierOnes() throws {
    for number in 1...3 {
      let report = try stage.take(bytes: Self.rss([Self.version(number, day: number)]))
      #expect(report.new == 1 && report.edited == 0)
    }
    var edited = Self.version(3, day: 3)
    edited.text = "Changes, in other words"
    let report = try stage.take(bytes: Self.rss([edited]))
    #expect(report.new == 0 && report.edited == 1)
    #expect(String(decoding: stage.bytes, as: UTF8.self).contains("in other words"))
  }

  /// Pictures of one day under one address or id, told apart by their titles, else by their texts.
  @Test(arguments: [true, false]) func anAlbumKeepsAllItsPictures(_ isAtom: Bool) throws {
    let document = isAtom ? Self.atom : Self.rss
    let pictures = (1...4).map { number in
      Entry(
        title: number < 4 ? "Picture \(number)" : "Picture 3",
        text: "<img src='\(number).jpg'> at \(number)",
        date: isAtom ? "1" : Self.day(1)
      )
    }
    #expect(try stage.take(bytes: document(Array(pictures[..<2]))).new == 2)
    let grown = try stage.take(bytes: document(pictures))
    #expect(grown.new == 2 && grown.edited == 0)
    let bytes = stage.bytes
    let again = try stage.take(bytes: document(pictures.reversed()))
    #expect(again.new == 0 && again.edited == 0 && stage.bytes == bytes)
  }

  @Test func anItemThatStandsTwiceIsOne() throws {
    let one = Self.version(1, day: 1)
    #expect(try stage.take(bytes: Self.rss([one, Self.version(2, day: 2), one])).new == 2)
  }

  /// Edits are told by the text that is shown: not by markup, dates, or addresses that change with each build (Nikola 8.3.3
  /// numbers lines of code with random fragments; feedgen 1.0.0 states the time of the run).
  @Test func onlyAnotherTextIsAnEdit() throws {
    func entry(_ text: String, _ day: Int = 1) -> [UInt8] {
      Self.rss([Entry(title: "T", text: text, date: Self.day(day), guid: "g")])
    }
    _ = try stage.take(bytes: entry("<p>One <b>word</b> <a href='/a#x1'>here</a></p>"))
    let bytes = stage.bytes
    for same in [
      "<p>One <b>word</b> <a href='/a#x2'>here</a></p>", "<p>One word <a href='/a'>here</a></p>",
      "<div class='x'><p>One <i>word</i> <a href='/a?s=1#x1'>here</a></p></div>",
    ] {
      let report = try stage.take(bytes: entry(same))
      #expect(report.new == 0 && report.edited == 0, "\(same)")
    }
    #expect(
      try stage.take(bytes: entry("<p>One <b>word</b> <a href='/a#x1'>here</a></p>", 2)).edited
        == 0
    )
    #expect(stage.bytes == bytes)
    let linked = try stage.take(bytes: entry("<p>One <b>word</b> <a href='/b'>here</a></p>"))
    #expect(linked.new == 0 && linked.edited == 0 && stage.bytes != bytes)
    #expect(
      try stage.take(bytes: entry("<p>One <b>other word</b> <a href='/b'>here</a></p>")).edited
        == 1
    )
  }

  /// Equal dates keep the order of the document: the file 4 3 2 1 is the subscription 4 3 2 1.
  @Test(arguments: [true, false]) func postsOfOneTimeStayInTheOrderOfTheDocument(_ isDated: Bool)
    throws
  {
    func entry(_ number: Int) -> Entry {
      Entry(title: "N\(number)", text: "n", date: isDated ? Self.day(1) : nil, guid: "g\(number)")
    }
    _ = try stage.take(bytes: Self.rss([4, 3, 2, 1].map(entry)))
    _ = try stage.take(
      bytes: Self.rss([7, 6, 5, 4, 3].map(entry)),
      at: PostLogStage.now.advanced(by: 1)
    )
    let log = stage.feed(isLog: true, comparesTexts: true)
    let timeline = Timeline([log], order: .newest, now: PostLogStage.now.advanced(by: 10))
    let titles = try timeline.scanned().posts.compactMap { post -> String? in
      if case .text(let title) = post.title { title } else { nil }
    }
    #expect(titles == ["N7", "N6", "N5", "N4", "N3", "N2", "N1"])
  }
}
