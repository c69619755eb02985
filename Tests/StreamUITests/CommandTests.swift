import CellGrid
import Foundation
import StreamModel
import Testing

@testable import StreamUI

/// The command line: places, actions by name, completion, and what it says about other words.
struct CommandTests {
  private static let feed = Feeds.linked(60)

  private func play(_ keys: String) throws -> Stage.Outcome { try Stage().play(keys, Self.feed) }

  private func status(_ keys: String) throws -> String {
    try play(keys).statusLine.trimmingCharacters(in: .whitespaces)
  }

  @Test(arguments: Action.allCases) func everyActionHasAName(_ action: Action) throws {
    let name = action.name
    #expect(name.allSatisfy { $0.isLowercase || $0 == "-" }, "\(name)")
    guard let key = Keymap.standard.on(.timeline).keys(of: action).first, action != .command else {
      return
    }
    let feed = Feeds.linked(16)
    let start = "JJJJ<wait 400>"
    let byKey = try Stage().play("\(start)\(key.script)", feed)
    let byName = try Stage().play("\(start):\(name)<CR>", feed)
    // The last frame before the end still shows the command.
    if !byKey.app.isFinished, byName.screen != byKey.screen {
      Issue.record(":\(name) shows\n\(byName.text)\nand its key\n\(byKey.text)")
    }
    #expect(byName.app.isFinished == byKey.app.isFinished, "\(name)")
    #expect(byName.effects == byKey.effects, "\(name)")
  }

  @Test func theBeginningOfANameIsEnough() throws {
    #expect(try play(":prob<CR>").app.view.page.content.name == "problem-list")
    // Several names begin so.
    #expect(try status(":l<CR>").contains("Unknown command: l."))
  }

  @Test func setNamesTheWayToTheSettings() throws {
    let stage = Stage(size: Size(columns: 200, lines: 24))
    let said = try stage.play(":set theme nord<CR>", Feeds.linked(3)).statusLine
    #expect(said.contains("Settings are in the configuration file"), "\(said)")
  }

  @Test func unknownCommandsNameTheNearest() throws {
    #expect(try status(":qiut<CR>").contains("Unknown command: qiut. Did you mean :quit"))
    #expect(
      try status(":xyzzy<CR>").contains(
        "Unknown command: xyzzy. Try :700, :50%, :2023-07 or :quit."
      )
    )
    #expect(try status(":50x<CR>").contains("Unknown command: 50x."))
    #expect(try status(":foo  bar<CR>").contains("Unknown command: foo bar."))
  }

  @Test func aNumberBeyondTheEndIsSaid() throws {
    let said = try play(":2012<CR>")
    #expect(said.statusLine.contains("60 posts; this is the last"))
    #expect(said.app.view.status.contains("post 60 of 60"))
    #expect(try !status(":60<CR>").contains("this is the last"))
    #expect(try status(":2012<CR>k").contains("of 60"))
    try Stage().play("<CR>:9<CR>", DetailTests.feed).shows(status: "5 comments; this is the last")
    // Where there is none, nothing is said of it.
    #expect(try !status("<CR>:9<CR>").contains("last"))
    let listed = try Stage().play("&page 1<CR><wait 100>:99<CR>", Self.feed)
    #expect(listed.statusLine.contains("posts; this is the last"), "\(listed.statusLine)")
  }

  @Test func aDateIsAPlace() throws {
    let feed = Feeds.datedPosts(
      ["2022-12-31", "2023-07-30", "2023-07-03", "2023-05-01", "2021-01-01"].map {
        "\($0)T12:00:00Z"
      }
    )
    func top(_ keys: String) throws -> (selected: String, status: String) {
      let played = try Stage(size: Size(columns: 80, lines: 6)).play(keys, feed)
      let id = played.app.view.subject.post?.id.rawValue ?? ""
      return (id, played.statusLine.trimmingCharacters(in: .whitespaces))
    }
    #expect(try top(":2023-07<CR><wait 9>").selected == "p2")
    #expect(try top(":2023-07-03<CR><wait 9>").selected == "p3")
    #expect(try top(": 2023-07-03  12:00 <CR><wait 9>").selected == "p3")
    // Oldest first, the first of the month is another.
    #expect(try top("cccccc:2023-07<CR><wait 9>").selected == "p2")
    #expect(try top("ccccc<wait 9>:2023-07<CR><wait 9>").selected == "p3")
    let near = try top(":2023-06<CR><wait 9>")
    #expect(near.status.hasPrefix("No post of 2023-06 · this is the nearest"))
    #expect(near.selected == "p3")
    #expect(try top(":2023-13<CR><wait 9>").status.contains("Unknown command: 2023-13."))
    // What is typed ahead acts on the post.
    #expect(try top(":2023-07-03<CR>J<wait 9>").selected == "p4")
    // Pages without dates say so.
    #expect(try top("?:2023-07<CR><wait 9>").status.contains("No post here has a date"))
  }

  @Test func tabCompletes() throws {
    #expect(try status(":hel<Tab>").hasPrefix(":help▏"))
    #expect(try status(":half<Tab>").hasPrefix(":half-page-▏"))
    #expect(try status(":half-page-<Tab>").hasPrefix(":half-page-down▏"))
    #expect(try status(":half<Tab><Tab><Tab>").hasPrefix(":half-page-up▏"))
    #expect(try status(":half<Tab><Tab><Tab><Tab>").hasPrefix(":half-page-down▏"))
    #expect(try status(":half<Tab><S-Tab>").hasPrefix(":half-page-up▏"))
    #expect(try status(":half-page-<Tab>x").hasPrefix(":half-page-downx▏"))
    #expect(try status(":xyzzy<Tab>").hasPrefix(":xyzzy▏"))
    #expect(try play(":hel<Tab><CR>").app.view.page.content.name == "key-list")
  }

  @Test func namesAreListedWhileTheyAreTyped() throws {
    #expect(try status(":").contains("700 (post), 50%"))
    #expect(try status(":half").contains("half-page-down  half-page-up"))
    #expect(try status(":quit").contains("quit"))
  }

  @Test func argumentsFollowTheName() throws {
    #expect(try status(":order likes<CR>").contains("Order: most liked first"))
    #expect(try status(":ord  lik<CR>").contains("Order: most liked first"))
    #expect(try status(":order newest<CR>:order newest<CR>").contains("newest first already"))
    #expect(try status(":strategy flat<CR>").contains("Strategy flat: "))
    #expect(try status(":density compact<CR>").contains("Compact: one line per post"))
    #expect(try status(":density compact<CR>:density compact<CR>").contains("compact already"))
    let wide = try Stage(size: Size(columns: 100, lines: 24)).play(":order best<CR>", Self.feed)
    #expect(
      wide.statusLine.contains(
        "Unknown order \"best\". Choose newest, oldest, document, likes, comments or feed."
      )
    )
  }

  @Test func aMissingArgumentIsAskedFor() throws {
    #expect(try status(":order<CR>").hasPrefix(":order ▏  newest  oldest  document  likes"))
    #expect(try status(":order<CR>li<CR>").contains("Order: most liked first"))
  }

  @Test func tabCompletesArguments() throws {
    #expect(try status(":order l<Tab>").hasPrefix(":order likes▏"))
    #expect(try status(":order <Tab>").hasPrefix(":order newest▏"))
    #expect(try status(":order <Tab><Tab>").hasPrefix(":order oldest▏"))
    #expect(try status(":density <Tab><S-Tab>").hasPrefix(":density full▏"))
    #expect(try status(":order x<Tab>").hasPrefix(":order x▏"))
  }

  @Test func ownThemesAreOffered() throws {
    let stage = Stage(themes: ["Ember", "sand"])
    let feed = Feeds.posts(["<p>one</p>"])
    func status(_ keys: String) throws -> String {
      try stage.play(keys, feed).statusLine.trimmingCharacters(in: .whitespaces)
    }
    #expect(try status(":theme s").hasPrefix(":theme s▏  sand"))
    #expect(try status(":theme s<Tab>").hasPrefix(":theme sand▏"))
    #expect(try status(":theme <Tab><S-Tab>").hasPrefix(":theme sand▏"))
    #expect(try status(":theme<CR>e<Tab>").hasPrefix(":theme Ember▏"))
    // A beginning that only one theme has names it, as with other arguments.
    #expect(try stage.play(":theme emb<CR>", feed).effects == [.useTheme("Ember")])
    #expect(try stage.play(":theme mine<CR>", feed).effects == [.useTheme("mine")])
  }
}
