import ArgumentParser
import Foundation
import Testing

@testable import StreamTUI

/// Subscriptions, their tags, unread and kept posts as sources of commands, as a user runs them.
struct NamedStreamTests {
  private let stage = StateStage()

  init() throws {
    _ = try stage.feed("ada.ndjson", ["ada one", "ada two"])
    _ = try stage.feed("ben.ndjson", ["ben one"])
    try stage.shell(
      """
      $program add ./ada.ndjson --name 'Ada Bytes' --tag work &&
      $program add ./ben.ndjson --name Ben --tag 'at home' && $program refresh
      """
    ).ends(with: 0)
  }

  private func dump(_ words: String) throws -> [String] {
    let output = try stage.shell("$program dump --format ndjson \(words)").cleanOutput()
    let known = ["ada one", "ada two", "ben one"]
    // The order within a log is that in which its posts came.
    return output.split(separator: "\n").compactMap { line in
      known.first { line.contains("\"\($0)\"") }
    }.sorted()
  }

  @Test(arguments: [
    ("'Ada Bytes'", ["ada one", "ada two"]), ("'ada bytes'", ["ada one", "ada two"]),
    ("tag:work", ["ada one", "ada two"]), ("'tag:at home'", ["ben one"]),
    ("Ben tag:work", ["ada one", "ada two", "ben one"]),
    ("unread", ["ada one", "ada two", "ben one"]),
  ])
  func namesAreThoseOfTheList(words: String, posts: [String]) throws {
    #expect(try dump(words) == posts)
    let check = try stage.shell("$program check \(words)")
    // The format of the posts that are kept here is not the feed's.
    #expect(check.status == 0 && check.output.contains(".ndjson: subscription, "))
    #expect(check.output.split(separator: "\n").count == (posts.count == 3 ? 2 : 1))
  }

  @Test(arguments: ["dump", "check", "count", "snapshot"])
  func namesStandBesideOtherSources(_ command: String) throws {
    let words = "'Ada Bytes' ./other.log tag:'at home'"
    let output = try stage.shell("echo 'a line' > other.log; $program \(command) \(words)")
      .cleanOutput()
    for text in ["ada one", "ben one", "a line"] where command == "dump" {
      #expect(output.contains(text), "\(output)")
    }
    let wrong = try stage.shell("$program \(command) 'Ada Bytes' nobody")
    #expect(wrong.status == 1 && wrong.errors.contains("nobody: No such file"))
  }

  @Test func aSavedViewIsASource() throws {
    let view = "[views.first]\nfilter = \"one\"\n"
    try Program.write(view, to: stage.folder + "/config/streamtui/config.toml")
    for (words, posts) in [
      ("view:first", ["ada one", "ben one"]), ("view:first tag:work", ["ada one"]),
      ("Ben view:first", ["ben one"]), ("./ada.ndjson view:first", ["ada one"]),
      ("--filter ben view:first", ["ben one"]),
    ] {
      #expect(try dump(words) == posts, "\(words)")
      let count = try stage.shell("$program count --by kind --format csv \(words)")
      #expect(count.output.hasSuffix(",\(posts.count)\n"), "\(words): \(count.output)")
    }
    let check = try stage.shell("$program check view:first")
    #expect(check.status == 0 && check.output.split(separator: "\n").count == 2)
    for command in ["dump", "count", "check"] {
      try stage.shell("$program \(command) view:frist")
        .ends(with: 1, errors: "view:frist: ", "first")
    }
  }

  @Test func aViewOfATagOpensTheLogsOfThatTagAlone() throws {
    let views =
      "[views.job]\nfilter = \"in:Work one\"\n[views.both]\nfilter = \"in:work,'at home'\"\n"
    try Program.write(views, to: stage.folder + "/config/streamtui/config.toml")
    #expect(try dump("view:job") == ["ada one"])
    #expect(try stage.shell("$program check view:job").output.split(separator: "\n").count == 1)
    #expect(try stage.shell("$program check view:both").output.split(separator: "\n").count == 2)
    let viewer = try stage.open(["view:job"]).awaiting("1 of 1 · &view:job")
    viewer.type("\u{1B}", awaiting: "work · post 1 of 2")
    viewer.quit()
    let both = try stage.open(["view:both"]).awaiting("1 of 3 · &view:both")
    both.type("\u{1B}", awaiting: "2 feeds · post 1 of 3")
    both.quit()
  }

  @Test func unreadLeavesOutWhatWasRead() throws {
    try stage.read(["tag:work"], keys: ["A"])
    #expect(try dump("unread") == ["ben one"])
    let printed = try stage.shell("$program unread")
    #expect(printed.output.contains("ben one") && !printed.output.contains("ada"))
    let linear = try stage.shell("printf 'n\\nq\\n' | $program --linear unread")
    #expect(linear.output.contains("ben one") && !linear.output.contains("ada"))
    #expect(linear.output.contains("[1 of 1]"))
    // A filter chooses among the unread posts, on the screen as well.
    #expect(try dump("unread --filter one") == ["ben one"])
    let viewer = try stage.open(["unread", "--filter", "one"])
    viewer.awaiting("1 of 1 · is:unread · &one", "ben one")
    viewer.type("q", awaiting: "unread 1 of 1")
    viewer.quit()
    #expect(try dump("tag:work") == ["ada one", "ada two"])
  }

  @Test func unreadAndKeptGoWithTagsAndNames() throws {
    try stage.read(["Ada Bytes"], keys: ["J", "R", "*"])
    try stage.read(["Ben"], keys: ["*"])
    #expect(try dump("unread tag:work").count == 1)
    #expect(try dump("Ben unread") == ["ben one"])
    #expect(try dump("kept").count == 2)
    #expect(try dump("kept 'tag:at home'") == ["ben one"])
    #expect(try dump("kept 'Ada Bytes'").count == 1)
    #expect(try stage.shell("$program unread tag:work").output.contains("ada"))
    let viewer = try stage.open(["unread", "tag:work"]).awaiting("unread 1 of 1")
    viewer.quit()
    // Each kept post names the feed that it was kept from.
    let kept = try stage.open(["kept"])
    kept.awaiting("Ada Bytes", "Ben", "kept posts · post 1 of 2")
    kept.quit()
    for (words, error) in [
      ("unread nobody", "nobody: no subscription has this name (streamtui list shows them all)"),
      ("kept tag:x", "tag:x: no subscription has this tag (tags: work, at home)"),
      ("unread kept", "unread and kept: name one of them, with tags or subscriptions if you like"),
    ] {
      let outcome = try stage.shell("$program dump \(words)")
      #expect(outcome.status == 1 && outcome.errors == error + "\n")
    }
  }

  @Test func aFileOfTheNameComesFirst() throws {
    _ = try stage.feed("unread", ["ada one"])
    _ = try stage.feed("Ben", ["ada two"])
    #expect(try dump("unread") == ["ada one"])
    #expect(try dump("Ben") == ["ada two"])
  }

  @Test func aTagThatNoneHasIsSaidWithThoseThatThereAre() throws {
    for command in ["dump", "check", "view"] {
      let outcome = try stage.shell("$program \(command) tag:wrok")
      #expect(outcome.status == 1 && outcome.output.isEmpty)
      #expect(outcome.errors == "tag:wrok: no subscription has this tag (tags: work, at home)\n")
    }
  }

  @Test func aSubscriptionIsOfferedForAPartOfItsName() throws {
    let outcome = try stage.shell("$program bytes")
    #expect(outcome.status == 1)
    #expect(outcome.errors.hasSuffix("Did you mean the subscription \"Ada Bytes\"?\n"))
  }

  @Test func theViewerShowsThem() throws {
    let pty = try stage.open(["unread"]).awaiting("unread 1 of 3")
    pty.quit()
    let tag = try stage.open(["tag:at home"]).awaiting("ben one")
    tag.quit()
  }
}

/// The same where these are not the subscriptions.
struct OtherStreamNameTests {
  private let stage = StateStage()

  /// Text for people has the order of the screen, lines for programs that of the logs.
  @Test func textIsPrintedNewestFirst() throws {
    let time = { (day: Int) in #","published":"2026-01-0\#(day)T10:00:00Z""# }
    _ = try stage.feed("ada.ndjson", ["ada one"], more: time(1))
    _ = try stage.feed("ben.ndjson", ["ben one"], more: time(2))
    let added = "$program add ./ada.ndjson && $program add ./ben.ndjson && $program refresh"
    #expect(try stage.shell(added).status == 0)
    for (line, isNewestFirst) in [
      ("dump unread", true), ("view unread", true), ("dump unread --format ndjson", false),
      ("dump unread --order oldest", false), ("dump ada.ndjson ben.ndjson", false),
    ] {
      let output = try stage.shell("$program \(line)").output
      let ada = try #require(output.range(of: "ada one"), "\(line)")
      let ben = try #require(output.range(of: "ben one"), "\(line)")
      #expect((ben.lowerBound < ada.lowerBound) == isNewestFirst, "\(line)")
    }
  }

  @Test(arguments: [
    ("dump unread", "unread: no subscriptions yet; add one: streamtui add ADDRESS"),
    ("dump tag:a", "tag:a: no subscription has this tag (no subscription has a tag)"),
    ("lst", "lst: No such file or directory\nDid you mean streamtui list?"),
    ("nothing-like-it", "nothing-like-it: No such file or directory"),
  ])
  func whatIsMissingIsSaid(_ line: String, _ error: String) throws {
    let outcome = try stage.shell("$program \(line)")
    #expect(outcome.status == 1 && outcome.errors == error + "\n")
  }

  /// A newcomer sees what he needs first: reading and subscribing.
  @Test func helpShowsTenCommandsFirst() throws {
    let help = StreamTUICommand.helpMessage(columns: 200)
    let first = help.components(separatedBy: "SUBCOMMANDS:\n").dropFirst().first ?? ""
    let commands = first.components(separatedBy: "\n\n").first ?? ""
    #expect(commands.split(separator: "\n").count == 10)
    #expect(help.contains("USAGE: streamtui [<source> ...]"))
  }
}
