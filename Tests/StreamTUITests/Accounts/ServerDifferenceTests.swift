import Testing

/// Differences between servers of the fediverse that a reader meets; docs/accounts.md has the table.
///
/// Ids in no order, gaps of `since_id`, a last page that is empty, a second bookmark that is refused, servers without
/// events and odd names of events have their tests beside this one.
struct ServerDifferenceTests {
  private func refresh(_ server: HomeServer) throws {
    try server.run("rm -rf cache/streamtui/pauses; $program refresh account:home.example")
      .ends(with: 0)
  }

  /// snac 2.75 has no mute: it answers 404, as it does for a post that it does not have.
  @Test func whatTheServerCannotDoIsNotOfferedAgain() throws {
    let server = try HomeServer.loggedIn { $0.lacks = ["mute", "bookmark"] }
    let pty = try server.viewer("account:home.example:home").drawing("post 1 of 10")
    pty.type(";", awaiting: "m mute")
    pty.type("m;k;f", awaiting: "Taken back, the bookmark")
    #expect(pty.draws("♥ favourite"))
    pty.send(";")
    let mark = pty.output.count
    #expect(pty.draws("f favourite · b boost · v vote · + follow"))
    #expect(!pty.text(since: mark).contains("mute"))
    pty.type("m", drawing: "Not done: the server of this post cannot mute authors")
    pty.type(";k", drawing: "Not done: the server of this post cannot bookmark posts")
    pty.type("u", drawing: "Undone:")
    pty.type("u", drawing: "Nothing to undo: the server has not done it")
    pty.quit()
    #expect(server.requests().count { $0.contains("mute") } == 1)
    // A post that is gone is no reason to believe that.
    try server.change { $0.statuses.remove(at: 8) }
    let again = try server.viewer("account:home.example:home").drawing("post 1 of 10")
    again.type("J;b", awaiting: "Taken back, the boost")
    again.type("K;b", drawing: "↻ boosted")
    again.quit()
    // Another run asks again: the server may have learned it.
    try server.change { $0.lacks = [] }
    let newer = try server.viewer("account:home.example:home").drawing("post 1 of 10")
    newer.send(";m")
    #expect(newer.until(10) { (try? server.state().mute.count == 1) ?? false })
    newer.quit()
  }

  /// Mastodon 4.3 and later group notifications themselves; others list them one by one.
  @Test func groupsOfTheServerAreBelieved() throws {
    let server = try HomeServer.loggedIn(posts: 1) { state in
      state.groups = true
      state.notifications =
        ["favourite", "follow", "mention"] + Array(repeating: "favourite", count: 38)
    }
    let text = try server.run("$program dump account:home.example:notifications").output
    #expect(text.contains("Ann, Ben, Eve and 38 others"), "\(text)")
    #expect(text.contains("like your post") && text.contains("follows you"), "\(text)")
    #expect(text.ranges(of: "My post").count == 2, "\(text)")
    #expect(try server.run("$program list").output.contains(" 3  Notifications"))
    try refresh(server)
    let asked = server.requests().filter { $0.contains("/notifications") }
    #expect(asked.count == 2 && asked.allSatisfy { $0.contains("/api/v2/") }, "\(asked)")
    // One that has no groups any more, or says so with 200, is asked for each.
    try server.change { ($0.groups, $0.notifications) = (false, ["follow"]) }
    try refresh(server)
    #expect(server.requests().last { $0.contains("/notifications") }?.contains("/api/v1/") == true)
    // A server whose page answers for all that it does not have.
    for answer in ["page", "object"] {
      let other = try HomeServer(posts: 1)
      try other.change { state in
        state.notifications = ["follow"]
        state.faults = [.init(kind: answer, path: "/api/v2/")]
      }
      #expect(try other.login().status == 0)
      #expect(try other.run("$program list").output.contains(" 1  Notifications"))
    }
  }

  /// Mastodon answers a boost with the boost; snac keeps no polls; Pleroma has posts for its own server only.
  @Test func answersOfOtherShapesAreUnderstood() throws {
    let server = try HomeServer.loggedIn(posts: 2) { state in
      state.wraps = true
      state.statuses[0].visibility = "list:7"
    }
    let pty = try server.viewer("account:home.example:home").drawing("post 1 of 2")
    pty.send(";b")
    #expect(pty.until(10) { (try? server.state().reblog == ["2x2"]) ?? false })
    pty.type(";v", awaiting: "There is no poll here")
    pty.type("J;b", awaiting: "Not boosted: the post does not say whom it is for")
    pty.quit()
    try refresh(server)
    let boosts = server.requests().filter { $0.contains("/reblog") }
    #expect(boosts.count == 1, "\(boosts)")
  }

  /// The token goes nowhere else, and what the link would have led to comes all the same.
  @Test func aLinkToAnotherHostIsNotFollowed() throws {
    let server = try HomeServer(posts: 3)
    try server.change { ($0.strays, $0.scope) = (true, nil) }
    let login = try server.login()
    // A server that does not say what it allows is no reason for a remark.
    #expect(login.status == 0 && !login.errors.contains("does not allow"), "\(login.errors)")
    try server.change { state in
      state.statuses += (4...14).map(HomeServer.status)
      // It has no places of other programs.
      state.faults = [.init(kind: "404", path: "/markers", times: 9)]
    }
    try refresh(server)
    #expect(try server.texts("home") == (1...14).map { "Post \($0)" })
  }

  /// A token that has ended is 401 in most servers, with words or without, and 422 where snac is asked whose it is.
  @Test(arguments: ["401", "422"])
  func aTokenThatHasEndedIsNoLogin(_ kind: String) throws {
    let server = try HomeServer()
    try server.change { $0.faults = [.init(kind: kind, path: "verify_credentials")] }
    let login = try server.run(
      "$program login --password-command 'echo planted-token' @olga@home.example"
    )
    #expect(login.status != 0 && login.errors.contains(kind), "\(login.errors)")
    #expect(try server.run("cat state/streamtui/accounts").status != 0)
    #expect(
      try server.run("$program login --password-command 'echo planted-token' @olga@home.example")
        .status == 0
    )
  }
}
