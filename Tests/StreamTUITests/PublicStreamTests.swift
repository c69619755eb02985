import Foundation
import TestSupport
import Testing

/// Streams that servers show without an account, as sources and as subscriptions, without a network.
@Suite(.serialized) struct PublicStreamTests {
  private let web: FakeWeb

  init() throws { web = try PublicWeb.web() }

  // MARK: Screens

  @Test(arguments: [
    ("tag", "#lakes@social.example"), ("public", "https://social.example/public"),
    ("local", "https://social.example/public/local"), ("person", "@mia@social.example"),
    ("hidden-person", "@mia@social.example"), ("handle", "at://lakes.example"),
    ("feed", "https://bsky.app/profile/lakes.example/feed/ice"),
    ("list", "https://bsky.app/profile/lakes.example/lists/3kx"),
  ])
  func aStreamIsReadAsAnyOther(_ screen: String, _ name: String) throws {
    let web = try PublicWeb.web(hidesOutbox: screen.hasPrefix("hidden"))
    let command = "$program snapshot --size 60x14 --at 2026-11-25T12:00:00Z '\(name)'"
    let text = try web.run(command)
    let style = try web.run(command + " --keys '<wait 400>' --format style")
    #expect(text.status == 0 && text.errors.isEmpty, "\(text.errors)")
    let golden = GoldenScreen("public-\(screen)", beside: #filePath)
    if let difference = try golden.difference(
      fromFrame: text.output + "--- style\n" + style.output
    ) {
      Issue.record("\(difference)")
    }
  }

  // MARK: Subscriptions

  @Test func namesBecomeSubscriptionsWithTheseNames() throws {
    let names = [
      "#lakes@social.example", "social.example/public", "@mia@social.example",
      "at://lakes.example",
      "https://bsky.app/profile/lakes.example/feed/ice",
    ]
    for name in names {
      try web.run("$program add '\(name)'").ends(with: 0)
    }
    // Other names of the same streams change nothing.
    for name in [
      "https://social.example/tags/lakes", "acct:mia@social.example", "@lakes.example",
      "https://bsky.app/profile/Lakes.example",
    ] {
      let again = try web.run("$program add '\(name)'")
      #expect(again.output.contains("is in the list already"), "\(name): \(again)")
    }
    // The page of a person is known by the place of its posts.
    let page = try web.run("$program add https://social.example/@mia")
    #expect(page.errors == "https://social.example/@mia is the stream of @mia@social.example\n")
    #expect(page.output == "acct:mia@social.example is in the list already: nothing changed.\n")
    let list = try web.run("$program list --format tsv")
    let shown = list.output.split(separator: "\n").map { line in
      line.split(separator: "\t", omittingEmptySubsequences: false).prefix(4).joined(separator: "|")
    }
    #expect(
      shown == [
        "#lakes@social.example|https://social.example/tags/lakes||2",
        "social.example/public|https://social.example/public||2",
        "Mia|acct:mia@social.example||1",
        "@lakes.example|https://bsky.app/profile/lakes.example||1",
        "@lakes.example/feed/ice|https://bsky.app/profile/lakes.example/feed/ice||1",
      ]
    )
    // Each name means the subscription from now on.
    for name in names {
      let refreshed = try web.run("$program refresh '\(name)'")
      #expect(refreshed.status == 0, "\(name): \(refreshed.errors)")
    }
    let read = try web.run("$program dump --format text '#lakes@social.example'")
    #expect(read.output.contains("Ice on the #lakes today"))
    #expect(try web.run("$program remove '#lakes@social.example'").status == 0)
  }

  @Test func aViewerSubscribesByTheSameNames() throws {
    #expect(try web.run("$program add at://lakes.example").status == 0)
    let pty = try web.open().showing("The level falls")
    pty.type("B", "All feeds", since: 0)
    pty.type("a")
    pty.type(
      "#lakes@social.example\r",
      "Added https://social.example/tags/lakes: 2 posts.",
      since: 0
    )
    pty.type("\u{0C}", "#lakes@social.example")
    pty.quit()
    #expect(web.requests().last == PublicWeb.tag)
  }

  @Test func olderPostsOfAStreamAreFetched() throws {
    let older = { (text: String) in text.replacing("level falls", with: "level rises") }
    try web.answer(
      PublicWeb.feed + "&cursor=x",
      PublicWeb.json,
      older(PublicWeb.views).replacing("post/3k", with: "post/2k").replacing(
        ",\"cursor\":\"x\"",
        with: ""
      )
    )
    try web.answer(
      PublicWeb.tag + "&max_id=6",
      PublicWeb.json,
      "[\(PublicWeb.status(2, by: "Liz", "Old ice"))]"
    )
    for (name, text) in [
      ("at://lakes.example", "The level rises"), ("#lakes@social.example", "Old ice"),
    ] {
      #expect(try web.run("$program add --tag all '\(name)'").status == 0)
      let read = try web.run("$program refresh --older '\(name)'")
      #expect(read.status == 0, "\(name): \(read)")
      let posts = try web.run("$program dump --format text tag:all")
      #expect(posts.output.contains(text), "\(name): \(read) \(web.requests())")
    }
  }

  @Test func anEditOfASubscriptionIsShownWordByWord() throws {
    #expect(try web.run("$program add '#lakes@social.example'").status == 0)
    for text in ["Thin ice on the", "No ice on the"] {
      let edited = PublicWeb.statuses.replacing("Ice on the", with: text)
      try web.answer(PublicWeb.tag, PublicWeb.json, edited)
      #expect(try web.run("$program refresh '#lakes@social.example'").status == 0)
    }
    let pty = try web.open(["#lakes@social.example"]).showing("No ice on the")
    pty.type("gE", "[-Thin-]{+No+} ice on the #lakes today", since: 0)
    pty.quit()
  }
}
