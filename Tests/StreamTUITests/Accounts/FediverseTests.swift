import Foundation
import Testing

/// Accounts on servers of the fediverse: their streams are logs like any other.
struct FediverseTests {
  @Test func theLoginTakesACodeAndLogoutTakesTheTokenBack() throws {
    let server = try HomeServer()
    let wrong = try server.login(code: "wrong")
    #expect(wrong.status != 0, "\(wrong.errors)")
    wrong.says(errors: "The code is not taken", "400")
    let login = try server.login()
    #expect(login.output.contains("2 feeds, 10 posts."), "\(login.output) \(login.errors)")
    #expect(login.errors.contains("does not allow to write"), "\(login.errors)")
    // The page was told the hash of what the server was given at the end (RFC 7636).
    let challenge = try server.run("cat challenge").output
    #expect(challenge.utf8.count == 43 && login.errors.contains("code_challenge=\(challenge)&"))
    #expect(try server.stage.files(with: "planted-token") == ["accounts"])
    let list = try server.run("$program list").output
    #expect(list.contains("10  Home  account:home.example:home"), "\(list)")
    try server.run("$program logout home.example").ends(with: 0)
    #expect(try server.state().revoked == ["planted-token"])
    #expect(try server.run("cat state/streamtui/accounts").status != 0)
    #expect(try server.run("$program list").output.contains("Home") == false)
  }

  /// The answers of a server are written into a file whose lines may name a command.
  @Test func noServerWritesALineOfTheAccounts() throws {
    let lines =
      "x\n\nname evil\napi mastodon\naddress https://home.example/\npassword-command touch pwned\n\n"
    for (user, secret) in [(lines, "secret"), ("olga", lines), ("olga", "x\u{0}")] {
      let server = try HomeServer()
      try server.change { ($0.user, $0.secret) = (user, secret) }
      let login = try server.login()
      #expect(login.status != 0 && login.errors.contains("line break"), "\(login.errors)")
      #expect(try server.run("cat state/streamtui/accounts").status != 0)
    }
    let server = try HomeServer.loggedIn()
    // Nor is a file believed to which a line was added so.
    let odd = try server.run(
      "echo 'password-command touch pwned' >> state/streamtui/accounts; echo 'user eve' >> state/streamtui/accounts; $program refresh --all; cat pwned"
    )
    #expect(odd.status != 0)
  }

  @Test func aLoginThatWasTakenBackIsRenewed() throws {
    let server = try HomeServer.loggedIn()
    try server.run("sed -i 's/^password .*/password old/' state/streamtui/accounts").ends(with: 0)
    try server.change { $0.statuses.append(HomeServer.status(11)) }
    try server.run("$program refresh --all").says(errors: "login https://home.example")
    #expect(try server.texts("home").count == 10)
    try server.login().says(output: "as home.example: 2 feeds, 1 post.")
    #expect(try server.texts("home").count == 11)
    let list = try server.run("$program list").output
    #expect(list.split(separator: "\n").count == 3, "\(list)")
  }

  @Test func aStreamThatWasRemovedComesAgainWhole() throws {
    let server = try HomeServer.loggedIn(leavesGap: true) {
      $0.notifications = ["follow", "mention"]
    }
    try server.run(
      "$program remove Home && $program add account:home.example:home && $program refresh --all"
    ).ends(with: 0)
    #expect(try server.texts("home") == (1...10).map { "Post \($0)" })
    try server.run("$program add account:nobody:home").says(errors: "there is no account nobody")
    let kept = try server.run("$program logout --keep-feeds home.example")
    #expect(kept.errors.contains("cannot be read without it"), "\(kept.errors)")
    #expect(try server.texts("home").count == 10)
  }

  /// More posts than a page has have come, twice, and their ids are in no order.
  @Test(arguments: [false, true])
  func noPostOfHomeIsMissedOrTwice(_ leavesGap: Bool) throws {
    let server = try HomeServer.loggedIn(leavesGap: leavesGap, posts: 40)
    // Five pages of the newest ones.
    #expect(try server.texts("home") == (16...40).map { "Post \($0)" })
    for end in [63, 64, 90] {
      try server.change { state in
        for number in state.statuses.count + 1...end {
          state.statuses.append(HomeServer.status(number))
        }
      }
      // A request that fails in between loses nothing.
      try server.change { $0.faults = [.init(kind: "cut", path: "home")] }
      #expect(try server.run("$program refresh account:home.example").status == 1)
      #expect(try server.run("$program refresh account:home.example").status == 0)
      #expect(try server.texts("home") == (16...end).map { "Post \($0)" })
    }
    let before = server.requests().count
    #expect(try server.run("$program refresh account:home.example").status == 0)
    // What is newer, the newest once more, the place in other programs, and notifications: this server groups none and
    // has sent none, so both kinds are asked for.
    #expect(server.requests().count <= before + 5)
  }

  /// A round has room for fifty pages upwards, and for more downwards, where nothing is written before the lowest is here.
  @Test(arguments: [false, true])
  func nothingOfALongAbsenceIsMissing(_ leavesGap: Bool) throws {
    let server = try HomeServer.loggedIn(leavesGap: leavesGap, posts: 5)
    try server.change { $0.statuses += (6...290).map(HomeServer.status) }
    let counts = try (0..<2).map { _ in
      #expect(try server.run("$program refresh account:home.example").status == 0)
      return try server.texts("home").count
    }
    // The five of the login, and fifty pages.
    #expect(counts == (leavesGap ? [290, 290] : [255, 290]))
    #expect(try server.texts("home") == (1...290).map { "Post \($0)" })
    #expect(try server.texts("home", order: "newest") == (1...290).reversed().map { "Post \($0)" })
  }

  /// All unread posts stay, however many came during an absence; those that were read are removed by their number.
  @Test func unreadPostsOfAStreamAreNotTooMany() throws {
    let server = try HomeServer(posts: 5)
    _ = try server.run(
      "mkdir -p config/streamtui; echo 'keep-posts = 4' > config/streamtui/config.toml"
    )
    #expect(try server.login().status == 0)
    try server.change { $0.statuses += (6...30).map(HomeServer.status) }
    #expect(try server.run("$program refresh account:home.example").status == 0)
    #expect(try server.texts("home") == (1...30).map { "Post \($0)" })
    let pty = try server.viewer("account:home.example:home").drawing("post 1 of 30")
    pty.type("A", drawing: "Marked 30 posts")
    pty.quit()
    try server.change { $0.statuses.append(HomeServer.status(31)) }
    #expect(try server.run("$program refresh account:home.example").status == 0)
    #expect(try server.texts("home") == (28...31).map { "Post \($0)" })
  }

  /// Page by page to the first post, each once and read, whatever came in between, and however many are of one second.
  @Test(arguments: [1, 3, 10])
  func olderPostsOfAStreamComeAtAKey(aSecond: Int) throws {
    let server = try HomeServer.loggedIn(posts: 43) { $0.aSecond = aSecond }
    #expect(try server.texts("home") == (19...43).map { "Post \($0)" })
    let pty = try server.viewer("account:home.example:home").drawing("post 1 of 25")
    pty.type("G", drawing: "older posts")
    pty.type("J\r", drawing: "of 30")
    pty.quit()
    try server.change { $0.statuses.append(HomeServer.status(44)) }
    #expect(try server.run("$program refresh account:home.example").status == 0)
    for _ in 0..<4 {
      try server.run("$program refresh --older account:home.example:home").ends(with: 0)
    }
    #expect(try server.texts("home", order: "oldest") == (1...44).map { "Post \($0)" })
    #expect(try server.run("$program list").output.contains("26  Home"))
  }

  /// A post that another server has sent an hour late stands elsewhere by its time, and moves no other.
  @Test func aPostOutOfTimeMovesNoOther() throws {
    let server = try HomeServer(posts: 43)
    let late = HomeServer.status(30)
    try server.change { ($0.aSecond, $0.late) = (3, [late.id]) }
    #expect(try server.login().status == 0)
    for _ in 0..<5 {
      #expect(try server.run("$program refresh --older account:home.example:home").status == 0)
    }
    let texts = try server.texts("home", order: "oldest")
    #expect(
      texts == [late.text] + (1...43).map { "Post \($0)" }.filter { $0 != late.text },
      "\(texts)"
    )
  }

  /// A server without events: each refresh looks at the newest posts once more.
  @Test func editsAndAnswersElsewhereComeWithARefresh() throws {
    let server = try HomeServer.loggedIn(posts: 3)
    try server.change { state in
      state.statuses[2].text = "Post edited"
      state.favourite = [state.statuses[1].id]
    }
    #expect(try server.run("$program refresh account:home.example").status == 0)
    #expect(try server.texts("home") == ["Post 1", "Post 2", "Post edited"])
    let pty = try server.viewer("account:home.example:home").drawing("♥ favourite")
    pty.quit()
  }

  @Test func aStreamIsReadOfflineAndMarksAskNobody() throws {
    let server = try HomeServer.loggedIn()
    let before = server.requests().count
    let pty = try server.viewer().drawing("unread 1 of 10")
    pty.type("RJ", drawing: "9 unread")
    pty.quit()
    #expect(server.requests().count == before)
    #expect(try server.run("$program list").output.contains(" 9  Home"))
  }

  @Test func notificationsSayWhoDidWhat() throws {
    let server = try HomeServer.loggedIn(posts: 1) { state in
      state.notifications = ["favourite", "reblog", "follow", "mention", "severed_relationships"]
    }
    let text = try server.run("$program dump account:home.example:notifications").output
    for words in [
      "likes your post", "boosted your post", "follows you", "severed relationships", "My post",
      "Ben @ben",
    ] {
      #expect(text.contains(words), "\(words): \(text)")
    }
    #expect(try server.run("$program refresh account:home.example").status == 0)
    #expect(try server.run("$program list").output.contains(" 5  Notifications"))
  }

  @Test func aStreamThatIsRefusedLeavesTheOthers() throws {
    let server = try HomeServer.loggedIn()
    try server.run("$program add account:home.example:bookmarks").says(errors: "Not added: ")
    let list = try server.run("$program add account:home.example:list:Far")
    #expect(list.errors.contains("expected list:Near%20by"), "\(list.errors)")
    #expect(try server.run("$program add account:home.example:list:Near%20by").status == 0)
    try server.change { state in
      state.statuses.append(HomeServer.status(11))
      state.faults = [.init(kind: "403", path: "/notifications", times: 2)]
    }
    try server.run("$program refresh --all").says(errors: "notifications: home.example refuses")
    #expect(try server.run("$program list").output.contains("notifications: home.example refuses"))
    #expect(try server.texts("home").last == "Post 11")
    #expect(try server.texts("list:Near%20by").count == 11)
  }

  @Test(arguments: ["401", "429", "500", "page", "cut"])
  func aFaultIsSaidAndTheNextRoundGoesOn(_ kind: String) throws {
    let server = try HomeServer.loggedIn()
    try server.change { state in
      state.statuses.append(HomeServer.status(11))
      state.faults = [.init(kind: kind, path: "/timelines/home")]
    }
    let refresh = try server.run("$program refresh account:home.example")
    #expect(refresh.status == 1)
    #expect(refresh.errors.hasPrefix("account:home.example: home.example "), "\(refresh.errors)")
    #expect(
      try server.run("rm -rf cache/streamtui/pauses; $program refresh account:home.example").status
        == 0
    )
    #expect(try server.texts("home") == (1...11).map { "Post \($0)" })
  }
}
