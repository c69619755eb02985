import CellGrid
import Foundation
import StreamModel
import Testing

@testable import StreamUI

/// The gate's question: it shows all of the target, and nothing typed before it answers it.
struct QuestionTests {
  private static let long =
    "https://a@evil.example:8443/" + (0..<40).map { "part-\($0)/" }.joined() + "?the=end"

  private func feed(_ target: String) -> String {
    Feeds.posts([#"<p><a href="\#(target)">here</a></p>"#])
  }

  /// The lines of a question as one text without blanks, for they are lost where a line ends.
  private func question(_ outcome: Stage.Outcome) -> String {
    let lines = outcome.screen.lines.indices.filter { index in
      outcome.screen.lines[index].cells.allSatisfy { $0.role == .statusWarning }
    }
    return lines.map { outcome.lines[$0] }.joined().filter { $0 != " " }
  }

  @Test(arguments: [Size(columns: 80, lines: 24), Size(columns: 40, lines: 20)])
  func showsTheWholeTarget(_ size: Size) throws {
    let outcome = try Stage(size: size).play("<Tab><CR>", feed(Self.long))
    #expect(outcome.effects.isEmpty)
    #expect(question(outcome).contains("yopens\(Self.long)(ausernamestandsbeforethehost"))
    let opened = try Stage(size: size).play("<Tab><CR>y", feed(Self.long))
    #expect(opened.effects.count == 1)
    #expect(!question(opened).contains("yopens"))
    #expect(try Stage(size: size).play("<Tab><CR>j", feed(Self.long)).effects.isEmpty)
  }

  @Test func cutsInTheMiddleWhatDoesNotFitAndKeepsTheHost() throws {
    let size = Size(columns: 40, lines: 10)
    let target = Self.long + String(repeating: "x", count: 1_500) + "end"
    let outcome = try Stage(size: size).play("<Tab><CR>", feed(target))
    let shown = question(outcome)
    #expect(shown.hasPrefix("yopenshttps://a@evil.example:8443/part-0/"))
    #expect(shown.contains("…"))
    #expect(shown.contains("xend"))
    #expect(shown.contains("evil.example"))
    // The first line is the page's.
    #expect(outcome.screen.lines[0].cells.allSatisfy { $0.role != .statusWarning })
    #expect(outcome.screen.lines[1].cells.allSatisfy { $0.role != .statusWarning })
    #expect(outcome.screen.lines[2].cells.allSatisfy { $0.role == .statusWarning })
  }

  @Test func whatIsTooSmallForTheHostIsNotAsked() throws {
    let target = "https://a@" + String(repeating: "long.", count: 30) + "example/"
    let outcome = try Stage(size: Size(columns: 30, lines: 5)).play("<Tab><CR>n", feed(target))
    #expect(outcome.effects.isEmpty)
    #expect(!outcome.text.contains("y opens"))
    // What was shown whole is not opened from a window that has become too small for it.
    let keys = "<Tab><CR><resize 12x3>"
    #expect(try Stage().play(keys, feed(Self.long)).lines[2].contains("Not opene"))
    #expect(try Stage().play(keys + "y", feed(Self.long)).effects.isEmpty)
  }

  @Test(arguments: [1, 2, 3, 5, 8, 13, 21, 34, 55, 89], [1, 2, 3, 4, 7, 24])
  func noWindowIsTooOdd(_ columns: Int, _ lines: Int) throws {
    let size = Size(columns: columns, lines: lines)
    let feed = feed(Self.long)
    let outcome = try Stage().play("<Tab><CR><resize \(columns)x\(lines)>", feed)
    #expect(outcome.screen.size == size)
    let opened = try Stage().play("<Tab><CR><resize \(columns)x\(lines)>y", feed).effects
    #expect(opened.isEmpty || question(outcome).contains("evil.example"))
  }

  @Test func aHostThatTheStatusLineCutsIsAskedAbout() throws {
    let target = "https://" + String(repeating: "long.", count: 12) + "example/"
    let size = Size(columns: 60, lines: 20)
    let asked = try Stage(size: size).play("<Tab><CR>", feed(target))
    #expect(asked.effects.isEmpty)
    #expect(
      question(asked).contains("yopens\(target)(theaddressdoesnotfitononeline;otherkeyscancel)")
    )
    #expect(try Stage(size: size).play("<Tab><CR>y", feed(target)).effects.opened.count == 1)
  }

  @Test func drawingAnewAndSuspendingAreNoAnswer() throws {
    let feed = feed("https://a@evil.example/")
    let drawn = try Stage().play("<Tab><CR><C-l>", feed)
    #expect(question(drawn).contains("yopenshttps://a@evil.example/"))
    let opened = try Stage().play("<Tab><CR><C-l><C-z>y", feed)
    #expect(opened.effects.count == 2)
    #expect(opened.effects.first == .suspend)
  }

  /// Its letters would act as keys else.
  @Test func aLineThatIsTypedEndsTheQuestion() throws {
    let feed = feed("https://a@evil.example/")
    let added = try Stage().play("<Tab><CR>:add b.example<CR>", feed)
    #expect(added.wishes == [.changeFeeds(.add("b.example", agreedTo: nil))])
    #expect(!question(added).contains("yopens"))
    #expect(try Stage().play("<Tab><CR>/her", feed).statusLine.hasPrefix(" /her"))
    #expect(try Stage().play("<Tab><CR>&her", feed).statusLine.hasPrefix(" &her"))
    // The message comes after the line.
    #expect(try Stage().play("<Tab><CR>:<Esc>", feed).statusLine.contains("Not opened"))
  }

  @Test func whatWasTypedBeforeTheQuestionDoesNotAnswerIt() throws {
    var viewer = try Viewer(Timeline(Feeds.feed(feed("https://a.example/"))))
    viewer.app.frameShown(viewer.app.frameAck)
    #expect(viewer.type("1oyq").isEmpty)
    #expect(viewer.app.mode.question != nil)
    var other = viewer
    #expect(other.type(":").isEmpty)
    #expect(other.app.mode.question == nil && other.app.mode.prompt?.use == .command)
    viewer.app.frameShown(viewer.app.frameAck)
    #expect(viewer.type("y").opened.count == 1)
    #expect(viewer.app.mode.question == nil)
  }
}

struct WrittenAddressTests {
  private static let feed = Feeds.linked(1)
  private static let address = "https://host.example/1"

  private func play(_ keys: String, size: Size = Size(columns: 80, lines: 24)) throws
    -> Stage.Outcome
  {
    try Stage(size: size).play(keys, Self.feed)
  }

  @Test func anAddressOnTheScreenOpensAtOnce() throws {
    let outcome = try play("<CR><wait 400>1o")
    #expect(outcome.text.contains(Self.address))
    #expect(outcome.effects.count == 1)
  }

  @Test func oneThatNoFrameShowedIsAskedAbout() throws {
    // On the timeline, and where the window is too small for its line.
    #expect(try play("<wait 400>1o").effects.isEmpty)
    #expect(try play("<CR><wait 400>1o", size: Size(columns: 80, lines: 3)).effects.isEmpty)
  }

  /// What passes by while rows move was not shown.
  @Test func aMovingPageShowsNothing() throws {
    let long = Feeds.posts([
      String(repeating: "<p>words</p>", count: 60)
        + #"<p>see <a href="https://host.example/1">page</a></p>"#
    ])
    #expect(try Stage().play("<CR><wait 400><C-d><C-d><C-d><C-d><C-d>1o", long).effects.isEmpty)
  }

  @Test func anAddressThatTheOpenPostHasShownOpensAtOnce() throws {
    let long = Feeds.posts([
      #"<p>see <a href="https://host.example/1">page</a></p>"#
        + String(repeating: "<p>words</p>", count: 60)
    ])
    // The list of links stands at the end of the post.
    let seen = try Stage().play("<CR><wait 400>G<wait 400>g<wait 400>1o", long)
    #expect(!seen.text.contains(Self.address) && seen.effects.count == 1)
    #expect(try Stage().play("<CR><wait 400>1o", long).effects.isEmpty)
  }
}
