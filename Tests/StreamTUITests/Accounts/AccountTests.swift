import Foundation
import Testing

@testable import StreamHost

/// Accounts on servers: what commands and the viewer do with them, and what the server has afterwards.
struct AccountTests {
  @Test(arguments: ReaderServer.Dialect.allCases)
  func marksGoBothWays(_ dialect: ReaderServer.Dialect) throws {
    let server = try ReaderServer(dialect)
    try server.change { $0.items[3].read = true }
    try server.change { $0.items[4].starred = true }
    try server.login().says(output: "2 feeds, 29 posts.")
    let subscriptions = try server.run("tail -n 2 state/streamtui/subscriptions").output
    #expect(subscriptions.contains("name=\"Lakes\" tags=Water"))
    try server.view(at: "unread 1 of 29", typing: "RJR*", until: "Kept")
    let isTold = try server.waits { state in
      state.items[29].read && state.items[28].read && state.items[28].starred
    }
    #expect(isTold)
    try server.settle()
    #expect(try server.read() == ["Lakes 4", "Lakes 29", "Bread 30"])
    #expect(try server.starred() == ["Lakes 5", "Lakes 29"])
    // Another device goes on, and takes a mark back.
    try server.change { state in
      state.items[0].read = true
      state.items[1].starred = true
      state.items[29].read = false
      state.items[4].starred = false
    }
    try server.run("$program refresh --all").ends(with: 0)
    try server.expect(unread: ["17", "10"])
    let kept = try server.run("$program kept").output
    #expect(kept.contains("Lakes 2\n"))
    #expect(kept.contains("Lakes 29\n"))
    #expect(!kept.contains("Lakes 5\n"))
    // Nothing is sent back.
    #expect(try server.read() == ["Lakes 1", "Lakes 4", "Lakes 29"])
  }

  @Test(arguments: ReaderServer.Dialect.allCases)
  func feedsGoBothWays(_ dialect: ReaderServer.Dialect) throws {
    let server = try ReaderServer.loggedIn(dialect)
    try server.run(
      """
      $program remove Bread && sed -i 's/name="Lakes" tags=Water/name="Seas" tags=Made/' state/streamtui/subscriptions &&
      $program add account:reader.example:https://new.example/rss && $program refresh --all
      """
    ).ends(with: 0)
    let there = try server.state().feeds
    #expect(there.map(\.title) == ["Seas", "New"])
    #expect(there.first?.folders == ["Made"])
    #expect(try server.run("$program refresh account:reader.example").status == 0)
    try server.change { state in
      state.feeds.removeFirst()
      state.feeds[0].title = "Rivers"
      state.items.append(.init(id: 99, feed: 2, title: "A river", published: 1_800_000_000))
    }
    #expect(try server.run("$program refresh --all").status == 0)
    let list = try server.run("$program list").output
    #expect(list.contains("1  Rivers"))
    #expect(!list.contains("Seas"))
    #expect(try server.run("ls state/streamtui/feeds/*.ndjson | wc -l").output == "1\n")
  }

  /// Miniflux sends texts with its lists, so an exchange without news asks for changed posts and two totals.
  @Test func minifluxSendsNoListTwice() throws {
    let server = try ReaderServer.loggedIn(.miniflux)
    let before = server.requests().count
    try server.settle()
    #expect(
      server.requests().dropFirst(before).map { String($0.dropLast(2)) } == [
        "GET /v1/me", "GET /v1/feeds", "GET /v1/entries", "GET /v1/entries", "GET /v1/entries",
      ]
    )
    // A post that the server has removed is in no answer: the number of all tells.
    try server.change { state in
      state.items.removeFirst(3)
      state.items[0].starred = true
      state.items[1].read = true
    }
    try server.settle()
    try server.expect(unread: ["17", "9"])
    #expect(try server.run("$program kept").output.contains("Lakes 4\n"))
  }

  /// Nextcloud News counts unread posts feed by feed, so an exchange without news needs no list either.
  @Test func nextcloudSendsNoListTwice() throws {
    let server = try ReaderServer(.nextcloud, items: 1_100)
    try server.login(address: "https://reader.example/index.php/apps/news/")
    try server.expect(unread: ["734", "366"])
    let before = server.requests().count
    try server.settle()
    let root = "GET /index.php/apps/news/api/v1-3/"
    #expect(
      server.requests().dropFirst(before).map { String($0.dropLast(2)) } == [
        root + "version", root + "folders", root + "feeds", root + "items/updated", root + "feeds",
      ]
    )
    try server.change { state in state.items.removeFirst(3) }
    try server.settle()
    try server.expect(unread: ["732", "365"])
  }

  /// Other feeds get the numbers of former ones, as after a move of the server to another database.
  @Test(arguments: [ReaderServer.Dialect.freshRSS, .miniflux, .nextcloud])
  func aServerThatRenumbersItsFeedsKeepsTheMarks(_ dialect: ReaderServer.Dialect) throws {
    let server = try ReaderServer.loggedIn(dialect) { state in
      for number in 20..<30 { state.items[number].read = true }
      state.items[4].starred = true
    }
    try server.change { state in
      (state.feeds[0].id, state.feeds[1].id) = (2, 1)
      for number in state.items.indices {
        state.items[number].feed = 3 - state.items[number].feed
      }
    }
    let (read, starred) = (try server.read(), try server.starred())
    try server.settle()
    try server.settle()
    try server.expect(unread: ["14", "6"])
    #expect(try server.read() == read)
    #expect(try server.starred() == starred)
    try server.view(at: "unread 1 of 20", typing: "RJ", until: "19 unread")
    #expect(try server.waits { $0.items.count { $0.read } == 11 })
  }

  /// A server may change the address, the name and the folder of a feed, give another address than it was told, and refuse one.
  @Test func feedsThatChangeOnTheServerKeepPostsAndMarks() throws {
    let server = try ReaderServer.loggedIn(.freshRSS)
    try server.view(typing: "RJR*J", until: "28 unread")
    #expect(
      try server.waits { $0.items.count { $0.read } == 2 && $0.items.count { $0.starred } == 1 }
    )
    try server.settle()
    try server.change { state in
      state.feeds[0].url = "https://lakes.example/moved"
      state.feeds[1].title = "Bread ＆ Butter"
    }
    try server.settle()
    #expect(try server.read() == ["Lakes 29", "Bread 30"])
    #expect(try server.starred() == ["Lakes 29"])
    try server.expect(unread: ["9", "19"])
    #expect(try server.run("$program list").output.contains("Bread & Butter"))
    // The name that the server gives back is another one.
    try server.run(
      "sed -i 's/\"Bread & Butter\" tags=Kitchen/\"A & B\"/' state/streamtui/subscriptions"
    ).ends(with: 0)
    try server.settle()
    try server.change { $0.feeds[1].title = "A ＆ B" }
    let before = server.requests().count
    try server.settle()
    #expect(server.requests().dropFirst(before).allSatisfy { !$0.contains("subscription/edit") })
    try server.change { state in state.feeds[1].title = "Loaf" }
    try server.settle()
    #expect(try server.run("$program list").output.contains("9  Loaf"))
    // One that is refused stands in no other's way.
    let refused = try server.run("$program add account:reader.example:https://refused.example/")
    #expect(refused.errors.contains("Not added: "), "\(refused.errors)")
    let page = try server.run(
      "$program add account:reader.example:https://page.example/ --name Paged --tag Made"
    )
    #expect(page.status == 0, "\(page.errors)")
    #expect(try server.state().feeds.map(\.url).last == "https://page.example/feed")
    #expect(try server.state().feeds.map(\.title).last == "Paged")
    #expect(try server.state().feeds.last?.folders == ["Made"])
    try server.settle()
    #expect(try server.state().feeds.count == 3)
    #expect(try server.run("$program list").output.contains("https://page.example/feed  [Made]"))
  }

  /// The server leaves out the address of comments and the markup, and has the whole text of a post of which the feed has less.
  @Test(arguments: [ReaderServer.Dialect.freshRSS, .negative])
  func anOpenedPostIsCompletedByItsFeed(_ dialect: ReaderServer.Dialect) throws {
    let server = try ReaderServer(dialect, items: 3)
    let item = { (number: Int, time: String, text: String) in
      """
      <item><guid>urn:\(number)</guid><link>https://posts.example/\(number)</link><title>Lakes \(number)</title>\
      <pubDate>\(time)</pubDate><comments>https://talk.example/\(number)</comments><description>\(text)</description></item>
      """
    }
    let items = try server.state().items.map(\.id)
    let text = "&lt;p&gt;Text &lt;b&gt;of&lt;/b&gt; Lakes 1&lt;/p&gt;"
    try server.change { state in
      state.documents["https://lakes.example/feed"] =
        "<rss version='2.0'><channel><title>L</title><link>https://lakes.example/</link>"
        + item(items[0], "2023-11-14T23:13:20Z", text)
        + item(items[1], "2023-11-15T00:13:20Z", "Less") + item(77, "2023-11-16T00:13:20Z", "Other")
        + "</channel></rss>"
    }
    try server.login()
    let pty = try server.open().drawing("unread 1 of 3")
    pty.type("G\r", awaiting: "talk.example")
    pty.quit()
    try server.settle()
    let posts = try server.run(
      "$program dump --format ndjson account:reader.example:https://lakes.example/feed"
    ).output
      .split(separator: "\n").map { String($0) }
    #expect(posts.count == 2)
    let first = posts.first { $0.contains("Lakes 1") } ?? ""
    #expect(first.contains("<b>of</b>") && first.contains("talk.example"), "\(first)")
    let second = posts.first { $0.contains("Lakes 2") } ?? ""
    #expect(second.contains("Text of Lakes 2") && second.contains("talk.example"), "\(second)")
    #expect(try server.run("$program refresh --complete Lakes").status == 0)
    #expect(try server.run("cat state/streamtui/feeds/*.ndjson | wc -l").output == "5\n")
  }

  @Test func addOffersTheAccount() throws {
    let server = try ReaderServer.loggedIn(.freshRSS)
    for (name, options, answer) in [("a", [], "s\r"), ("b", [], "h\r"), ("c", ["--here"], "")] {
      let pty = try server.open(["add", "--yes"] + options + ["https://\(name).example/feed"])
      if !answer.isEmpty { #expect(pty.waits(for: "or here? [s/h]")) }
      pty.type(answer, awaiting: "Added ")
      _ = pty.end()
      #expect(try server.state().feeds.count == 3)
    }
    let list = try server.run("grep -o '^[^ ]*.example/feed' state/streamtui/subscriptions").output
    #expect(
      list.split(separator: "\n").suffix(3) == [
        "account:reader.example:https://a.example/feed", "https://b.example/feed",
        "https://c.example/feed",
      ]
    )
    let exported = try server.run("$program export --format opml").output
    #expect(exported.contains("xmlUrl=\"https://lakes.example/feed\""))
    try server.run("$program add https://a.example/feed").says(output: "is in the list already")
  }

  @Test func theViewerOffersTheAccount() throws {
    let server = try ReaderServer.loggedIn(.freshRSS)
    let pty = try server.open().drawing("unread 1 of 30")
    pty.type(":add a.example/feed #New\r", awaiting: "through FreshRSS (reader.example), n here")
    pty.send("y")
    #expect(try server.waits { $0.feeds.count == 3 && $0.feeds[2].folders == ["New"] })
    #expect(pty.waits(for: "Added "))
    pty.type(":add b.example/feed\r", awaiting: "https://b.example/feed")
    pty.type("n", awaiting: "Added https://b.example/feed")
    pty.quit()
    #expect(try server.state().feeds.count == 3)
    let list = try server.run("grep -o '^[^ ]*.example/feed' state/streamtui/subscriptions").output
    #expect(
      list.split(separator: "\n").suffix(2) == [
        "account:reader.example:https://a.example/feed", "https://b.example/feed",
      ]
    )
  }

  /// A read post that is old leaves the log; once another device stars it or marks it unread, it comes again.
  @Test func postsThatLeftTheLogComeAgain() throws {
    let server = try ReaderServer.loggedIn(.freshRSS)
    try server.change { state in
      for number in state.items.indices { state.items[number].read = true }
    }
    try server.settle()
    try server.change {
      $0.items.append(.init(id: 88, feed: 1, title: "Late", published: 1_800_000_000))
    }
    try server.settle()
    #expect(
      try server.run("cat state/streamtui/feeds/*.ndjson").output.contains("Lakes 28") == false
    )
    try server.change { state in
      state.items[27].starred = true
      state.items[28].read = false
    }
    try server.settle()
    try server.settle()
    #expect(try server.starred() == ["Lakes 28"])
    #expect(try server.run("$program kept").output.contains("Lakes 28\n"))
    try server.expect(unread: ["2", "0"])
  }

  /// The last feed of an account may be left, and one comes again on another device.
  @Test func anAccountWithoutFeedsIsExchanged() throws {
    let server = try ReaderServer.loggedIn(.freshRSS)
    try server.run("$program remove Lakes; $program remove Bread; $program refresh").ends(with: 0)
    #expect(try server.state().feeds.isEmpty)
    try server.change { state in
      state.feeds = [
        .init(id: 7, title: "Odd", url: "https://odd.example/a \"b\"\nc", folders: ["A\nB \"C\""]),
        .init(id: 8, title: "", url: "exec:touch pwned", folders: []),
      ]
      state.items = [
        .init(id: 70, feed: 7, title: "One", published: 1_800_000_000),
        .init(id: 80, feed: 8, title: "Two", published: 1_800_000_000),
      ]
    }
    for _ in 0..<3 { try server.settle() }
    #expect(try server.run("grep -c ^account: state/streamtui/subscriptions").output == "2\n")
    try server.expect(unread: ["1", "1"])
  }

  /// A feed that was subscribed to before is one row with one mark.
  @Test func anOwnSubscriptionBecomesThatOfTheAccount() throws {
    let server = try ReaderServer(.freshRSS)
    try server.run(
      """
      printf '%s\\n' '{"id":"guid-30","url":"https://posts.example/30","title":"Bread 30","published":"2023-11-16T04:13:20Z","body_html":"<p>Text of Bread 30</p>"}' > own.ndjson
      $program add ./own.ndjson && sed -i "s#^.*/own.ndjson#https://bread.example/feed#" state/streamtui/subscriptions && $program list
      """
    ).ends(with: 0)
    let login = try server.login()
    #expect(login.status == 0, "\(login.errors)")
    #expect(try server.run("grep -c example/feed state/streamtui/subscriptions").output == "2\n")
    try server.expect(unread: ["10", "20"])
    try server.run(
      "$program login --user \"$(printf 'a\\nb')\" https://reader.example"
    ).says(errors: "no line breaks")
    #expect(try server.login().errors.contains("already"))
  }

  @Test func theEndOfAnAccountKeepsFeedsOrRemovesThem() throws {
    for (option, list) in [("--keep-feeds", true), ("--remove-feeds", false)] {
      let server = try ReaderServer.loggedIn(.miniflux)
      try server.view(typing: "RJ", until: "29 unread")
      #expect(try server.run("$program logout reader.example").errors.contains("--keep-feeds"))
      try server.run("$program logout \(option) reader.example").ends(with: 0)
      #expect(try server.read() == ["Bread 30"])
      #expect(try server.unread() == (list ? ["20", "9"] : []))
      #expect(try server.run("cat state/streamtui/accounts").status != 0)
      if list {
        let lines = try server.run("$program list").output
        #expect(lines.contains("https://lakes.example/feed  [Water]"))
        #expect(!lines.contains("account:"))
      }
    }
  }

  @Test func thePasswordIsInOneFileOrNowhere() throws {
    let server = try ReaderServer.loggedIn(.freshRSS)
    #expect(try server.stage.files(with: "right") == ["accounts"])
    #expect(try server.run("grep -rl right cache").output.isEmpty)
    #expect(try server.run("stat -c %a state/streamtui/accounts").output == "600\n")
    try server.run("chmod 644 state/streamtui/accounts").ends(with: 0)
    try server.run("$program refresh --all").ends(with: 1, errors: "can be read by others")
    try server.run("$program doctor").says(output: "fail  accounts: ", "can be read by others")
    let other = try ReaderServer(.freshRSS)
    let login = try other.login("--user olga --password-command 'echo right'", password: "none")
    #expect(login.status == 0, "\(login.errors)")
    #expect(try other.stage.files(with: "echo right") == ["accounts"])
    let secure = try other.stage.shell("$program login https://reader.example", secure: true)
    #expect(secure.status != 0)
  }

  @Test func whatIsNoServerIsSaid() throws {
    let server = try ReaderServer(.freshRSS)
    let page = try server.login(address: "https://other.example/page")
    #expect(page.errors.contains("but not as a server of accounts"), "\(page.errors)")
    try server.login(address: "http://reader.example").says(errors: "is not encrypted")
    #expect(server.requests().allSatisfy { !$0.hasPrefix("POST") })
    try server.login()
    #expect(try server.login().errors.contains("--name") == false)
  }
}
