import Addresses
import CellGrid
import StreamModel
import Testing

@testable import StreamUI

/// Attachments that name a file beside their feed: the keys that ask for it, and what is refused.
struct FileLinkTests {
  private static func feed(_ address: String, alt: String = "a duck") -> String {
    #"{"version":1,"posts":[{"id":"p","body_text":"x","url":"https://a.example/p","#
      + #""attachments":[{"type":"image","url":"\#(address)","alt":"\#(alt)"}]}]}"#
  }

  private static let duck = feed("media/duck.png")

  private func files(_ outcome: Stage.Outcome) -> [String] {
    outcome.effects.compactMap { effect in
      guard case .openFile(let file) = effect else { return nil }
      #expect(file.source == "test.json")
      return file.reference.path
    }
  }

  /// Whether nothing at all was to be opened; `y` copies where no question is asked.
  private func opensNothing(_ outcome: Stage.Outcome) -> Bool {
    outcome.effects.allSatisfy { if case .copy = $0 { true } else { false } }
  }

  @Test(arguments: [
    "<Tab><CR>", "<Tab>o", "<CR><Tab><CR>", "lo", "l<CR>", "1oy", "1<CR>y", "fay", "<CR>1oy",
  ])
  func everyKeyThatOpensAsksForTheFile(_ keys: String) throws {
    #expect(files(try Stage().play(keys, Self.duck)) == ["media/duck.png"], "\(keys)")
  }

  @Test func aFileThatWasNotShownIsAskedAbout() throws {
    let paper = Self.feed("media/duck.pdf")
    let asked = try Stage().play("1o", paper)
    #expect(asked.effects.isEmpty)
    let question = "y opens the file media/duck.pdf (the path was not shown; other keys cancel)"
    #expect(asked.text.contains(question))
    #expect(try Stage().play("1on", paper).effects.isEmpty)
    #expect(files(try Stage().play("1oy", paper)) == ["media/duck.pdf"])
  }

  @Test(arguments: ["media/duck.png", "media/a.b/Duck.JPG", "duck.webm", "media/quack.mp3"])
  func mediaOfAnArchiveOpenAtOnce(_ path: String) throws {
    #expect(files(try Stage().play("1o", Self.feed(path))) == [path])
  }

  @Test func anAddressThatMeansAnotherPathIsAskedAbout() throws {
    let feed = Self.feed("media/./%64uck.png")
    let asked = try Stage().play("<Tab><CR>", feed)
    #expect(asked.effects.isEmpty)
    #expect(asked.text.contains("y opens the file media/duck.png"))
    #expect(files(try Stage().play("<Tab><CR>y", feed)) == ["media/duck.png"])
    // The exports of Mastodon may begin with a slash.
    #expect(files(try Stage().play("<Tab><CR>", Self.feed("/media/a.png"))) == ["media/a.png"])
  }

  @Test(arguments: [
    ("../../etc/passwd", "Not opened: it leads out of the opened folder: ../../etc/passwd"),
    ("%2e%2e/%2e%2e/etc/passwd", "Not opened: it leads out of the opened folder: %2e%2e"),
    ("file:///etc/passwd", "Not opened: not an http, https or mailto address"),
    ("file:media/duck.png", "Not opened: not an http, https or mailto address"),
    ("//host.example/a.png", "Not opened: not an http, https or mailto address"),
    ("a%00b.png", "Not opened: not the name of a file: a%00b.png"),
    ("media/..", "Not opened: it names a folder, not a file"),
  ])
  func whatNeverOpensIsSaid(_ address: String, _ message: String) throws {
    for keys in ["<Tab><CR>", "<Tab><CR>y", "1oy", "l<CR>y"] {
      let outcome = try Stage().play(keys, Self.feed(address))
      #expect(opensNothing(outcome), "\(keys)")
    }
    let outcome = try Stage().play("<Tab><CR>", Self.feed(address))
    #expect(outcome.statusLine.contains(message), "\(outcome.statusLine)")
  }

  @Test func aRelativeLinkOfATextNamesNoFile() throws {
    let feed = Feeds.posts([#"<p><a href="media/duck.png">duck</a></p>"#])
    let outcome = try Stage().play("<Tab><CR>", feed)
    #expect(outcome.effects.isEmpty)
    #expect(outcome.statusLine.contains("Not opened: not an http, https or mailto address"))
  }

  @Test func aPictureOfATextNamesAFile() throws {
    let feed = Feeds.posts([#"<p>see <img src="media/duck.png" alt="a duck"></p>"#])
    #expect(files(try Stage().play("<Tab><CR>", feed)) == ["media/duck.png"])
  }

  @Test func secureModeOpensNoFile() throws {
    #expect(try Stage(isSecure: true).play("<Tab><CR>y1oy", Self.duck).effects.isEmpty)
  }

  @Test func aPathThatHasNoRoomIsAskedAboutOrRefused() throws {
    let long = "media/" + String(repeating: "duck-", count: 30) + ".pdf"
    let asked = try Stage().play("<Tab><CR>", Self.feed(long))
    #expect(asked.effects.isEmpty)
    #expect(asked.text.contains("y opens the file media/duck-"))
    let size = Size(columns: 20, lines: 4)
    let small = try Stage(size: size).play("<Tab><CR>", Self.feed(long))
    #expect(small.effects.isEmpty)
    // Words that the line has no room for stand over the rows.
    #expect(small.text.contains("Not opened"))
    #expect(opensNothing(try Stage(size: size).play("<Tab><CR>y", Self.feed(long))))
  }

  @Test func theFileIsThatOfTheFeedWhichStatesIt() throws {
    let feeds = ["a", "b"].map { name in
      let text =
        #"{"version":1,"posts":[{"id":"\#(name)","body_text":"x","#
        + #""attachments":[{"type":"image","url":"\#(name).png"}]}]}"#
      return Feeds.feed(text, name: "\(name)/feed.json")
    }
    var viewer = try Viewer(Timeline(feeds, order: .document))
    for (keys, source) in [("", "a"), ("l", "a"), ("qJ", "b"), ("\r", "b"), ("l", "b")] {
      for key in keys.unicodeScalars {
        viewer.rest(after: key == "\r" ? Key(.enter) : .character(key))
      }
      let record = try #require(viewer.app.view.linkedRecord, "\(keys)")
      #expect(viewer.app.feed.sourceName(of: record) == "\(source)/feed.json", "\(keys)")
    }
  }

  @Test func theFileOfABoostLiesBesideThePost() throws {
    let posts = [
      #"{"type":"Announce","id":"b1","actor":"https://b.example/users/b","object":"https://a.example/1"}"#,
      #"{"type":"Note","id":"https://a.example/1","content":"x","attachment":[{"type":"Image","url":"a.png"}]}"#,
    ]
    let feeds = zip(["b", "a"], posts).map { name, post in
      Feeds.feed(
        #"{"@context":"https://www.w3.org/ns/activitystreams","type":"Collection","items":[\#(post)]}"#,
        name: "\(name)/feed.json"
      )
    }
    let viewer = try Viewer(Timeline(feeds, order: .document))
    let record = try #require(viewer.app.view.linkedRecord)
    #expect(record.source == 0)
    #expect(viewer.app.feed.sourceName(of: record) == "a/feed.json")
  }

  @Test(arguments: [80, 40]) func theScreens(_ columns: Int) throws {
    let stage = Stage(size: Size(columns: columns, lines: 12))
    try expectGolden(try stage.play("1o", Self.feed("media/duck.pdf")), "file-asked-\(columns)")
    let out = Self.feed("../../etc/passwd")
    try expectGolden(try stage.play("<Tab><CR>", out), "file-refused-\(columns)")
  }
}
