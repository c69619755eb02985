import Foundation
import Testing

/// What a reader does to posts and authors on a server of the fediverse, by keys.
struct DeedTests {
  private func viewer(_ server: HomeServer) throws -> Pty {
    try server.viewer("account:home.example:home").drawing("Home · post")
  }

  private func refresh(_ server: HomeServer) throws -> Program.Outcome {
    try server.run("rm -rf cache/streamtui/pauses; $program refresh account:home.example")
  }

  /// The rows as a viewer shows them after a start.
  private func screen(_ server: HomeServer) throws -> String {
    let pty = try viewer(server)
    let mark = pty.output.count
    pty.type("\u{0C}")
    defer { pty.quit() }
    return pty.text(since: mark)
  }

  @Test func theKeysAnswerAndUTakesBack() throws {
    let server = try HomeServer.loggedIn()
    let pty = try viewer(server)
    pty.type(";", awaiting: "f favourite")
    pty.type("f;b;kJ;+;mu", awaiting: "Undone: the author is no longer muted")
    for words in ["♥ favourite", "↻ boosted", "⚑ bookmarked", "+ followed"] {
      #expect(pty.draws(words))
    }
    // Three seconds after the last key, while the viewer goes on.
    #expect(
      pty.until(10) {
        guard let state = try? server.state() else { return false }
        return [state.favourite, state.reblog, state.bookmark, state.follow]
          == [["3x10"], ["3x10"], ["3x10"], ["a2x9"]] && state.mute.isEmpty
      }
    )
    pty.quit()
    // The viewer's exchange may go on after its end.
    #expect(pty.until(10) { (try? refresh(server).status == 0) ?? false })
    let before = server.requests().count
    #expect(try refresh(server).status == 0)
    #expect(!server.requests()[before...].contains { $0.hasPrefix("POST") })
    // Where there is little room, the words go, and the author stays.
    let narrow = try server.viewer("account:home.example:home", columns: 36)
    narrow.drawing("Ben", "♥", "⚑")
    #expect(!narrow.text().contains("bookmarked"))
    narrow.quit()
  }

  @Test func aPostThatIsNotPublicIsNotBoosted() throws {
    let server = try HomeServer.loggedIn(posts: 0) { state in
      for (number, word) in ["private", "direct"].enumerated() {
        var status = HomeServer.status(number + 1)
        status.visibility = word
        state.statuses.append(status)
      }
    }
    let pty = try viewer(server)
    pty.type(";b", awaiting: "Not boosted: the post is for those who are mentioned")
    pty.type("J;b", awaiting: "followers")
    pty.type(";k", drawing: "bookmarked")
    pty.quit()
  }

  @Test func aVoteIsChangedUntilTheServerHasIt() throws {
    let server = try HomeServer.loggedIn(posts: 1) { $0.options = ["Tea", "Coffee", "Water"] }
    let pty = try viewer(server)
    pty.type(";v", awaiting: "type a number: 1 Tea · 2 Coffee · 3 Water")
    pty.type("1", awaiting: "You vote for Tea")
    pty.send(";v3")
    #expect(pty.until(10) { (try? server.state().votes == ["1x1": 2]) ?? false })
    #expect(pty.draws("✓ voted"))
    pty.type(";v", awaiting: "a vote stays")
    pty.quit()
    // A vote elsewhere is shown.
    try server.change { state in
      state.statuses.append(HomeServer.status(2))
      state.votes["2x2"] = 1
    }
    #expect(try refresh(server).status == 0)
    #expect(try screen(server).ranges(of: "✓ voted").count == 2)
  }

  @Test func aPostOfNoAccountIsNotAnswered() throws {
    let stage = StateStage()
    let pty = try Pty([Program.path], environment: stage.environment).drawing("post 1 of")
    pty.type(";f", drawing: "the post is of no account on the fediverse")
    pty.quit()
  }

  /// Each 7th answer is lost, and the server refuses a second bookmark.
  @Test func noAnswerIsLostOrDoneTwice() throws {
    let server = try HomeServer.loggedIn(posts: 25) { state in
      (state.losesEach, state.refusesAgain, state.options) = (7, true, ["Tea", "Coffee"])
    }
    let pty = try viewer(server)
    for _ in 0..<25 { pty.send(";f;b;k;+;m;v2J") }
    #expect(pty.waits(for: "of 25"))
    pty.quit()
    // The viewer's last exchange goes on after its end.
    #expect(
      pty.until(60) {
        guard let state = try? server.state() else { return false }
        let all = Set(state.statuses.map(\.id))
        let deeds = [state.favourite, state.reblog, state.bookmark]
        return deeds.allSatisfy { Set($0) == all } && state.follow.count == 25
          && state.mute.count == 25 && state.votes.values.count { $0 == 1 } == 25
      }
    )
    #expect(pty.until(10) { (try? refresh(server).status == 0) ?? false })
    let list = try server.run("$program doctor").output
    #expect(!list.contains("wait for home.example"), "\(list)")
  }

  /// The three seconds of the second key end while the first answer is on its way; another key comes just before the end.
  @Test func aKeyDuringAnExchangeIsSentAfterIt() throws {
    let server = try HomeServer.loggedIn(posts: 1) { $0.seconds = 4.5 }
    let pty = try viewer(server)
    pty.send(";f")
    #expect(pty.until(10) { server.requests().contains { $0.contains("/favourite") } })
    pty.send(";b")
    #expect(pty.until(20) { server.requests().contains { $0.contains("/reblog") } })
    pty.send(";k")
    pty.quit()
    #expect(pty.until(20) { (try? server.state().bookmark == ["1x1"]) ?? false })
  }

  /// The post stands in the stream as it is and boosted; the last key counts for all of its rows.
  @Test func rowsOfOnePostAgreeWithTheServer() throws {
    let server = try HomeServer.loggedIn(posts: 1) { state in
      state.statuses.append(.init(id: "b1", text: "", boosts: "1x1"))
    }
    let pty = try viewer(server)
    pty.send(";fJ;f")
    #expect(pty.until(10) { (try? server.state().favourite == ["1x1"]) ?? false })
    #expect(pty.draws("♥ favourite"))
    // Taken back below, and done again above.
    pty.send(";fK;f;f")
    #expect(pty.until(10) { (try? server.state().favourite == ["1x1"]) ?? false })
    pty.send("J")
    pty.settle(milliseconds: 4_500)
    pty.send(";f")
    #expect(pty.until(10) { (try? server.state().favourite.isEmpty) ?? false })
    pty.settle(milliseconds: 2_000)
    pty.quit()
    #expect(try server.state().favourite.isEmpty)
    #expect(try !screen(server).contains("♥ favourite"))
  }

  @Test func whoFollowsLastCounts() throws {
    let server = try HomeServer.loggedIn(posts: 2) { $0.hasOneAuthor = true }
    let pty = try viewer(server)
    pty.send("J;+")
    #expect(pty.until(10) { (try? server.state().follow.count == 1) ?? false })
    pty.settle(milliseconds: 1_000)
    pty.send(";+K;+")
    pty.settle(milliseconds: 4_500)
    pty.quit()
    #expect(try server.state().follow.count == 1)
  }

  @Test func logoutSendsWhatWaitsOrRefuses() throws {
    let server = try HomeServer.loggedIn(posts: 1)
    try server.change { $0.faults = [.init(kind: "503", path: "/favourite", times: 2)] }
    let pty = try viewer(server)
    pty.type(";f", awaiting: "answer waits")
    pty.quit()
    try server.run(
      "rm -rf cache/streamtui/pauses; $program logout --remove-feeds home.example"
    ).says(errors: "1 answer waits for home.example. Repeat with --yes")
    try server.run(
      "rm -rf cache/streamtui/pauses; $program logout --remove-feeds home.example"
    ).ends(with: 0)
    #expect(try server.state().favourite == ["1x1"])
  }

  @Test func withoutANetworkAnswersWait() throws {
    let server = try HomeServer.loggedIn()
    try server.change { $0.faults = [.init(kind: "503", path: "/statuses/", times: 100)] }
    let pty = try viewer(server)
    pty.type(";f;b", awaiting: "answers wait")
    pty.quit()
    #expect(try server.state().favourite.isEmpty)
    let shown = try screen(server)
    #expect(shown.contains("♥ favourite") && shown.contains("↻ boosted"))
    try server.change { $0.faults = [] }
    #expect(try refresh(server).status == 0)
    #expect(try server.state().favourite == ["3x10"] && server.state().reblog == ["3x10"])
  }

  @Test(arguments: ["401", "425", "429", "503", "page"])
  func aFaultThatMayPassIsSaidAndTheAnswerWaits(_ kind: String) throws {
    let server = try HomeServer.loggedIn(posts: 1)
    try server.change { $0.faults = [.init(kind: kind, path: "/favourite", times: 5)] }
    let pty = try viewer(server)
    pty.type(";f", awaiting: "answer waits")
    pty.quit()
    try server.change { $0.faults = [] }
    #expect(try refresh(server).status == 0)
    #expect(try server.state().favourite == ["1x1"])
  }

  /// Each post is refused in another way, and the last answer is cut twice, which is no refusal.
  @Test func aRefusalIsSaidAndTakenBack() throws {
    let server = try HomeServer.loggedIn(posts: 5)
    try server.change { state in
      for (status, kind) in zip(state.statuses, ["403", "404", "410", "422", "cut"]) {
        state.faults.append(.init(kind: kind, path: "\(status.id)/favourite", times: 2))
      }
    }
    let pty = try viewer(server)
    pty.type(";fJ;fJ;fJ;fJ;f", awaiting: "Taken back, the favourite: home.example")
    pty.drawing("said by the test", "1 more")
    pty.quit()
    #expect(try server.state().favourite == ["5x5"])
    #expect(try screen(server).ranges(of: "♥ favourite").count == 1)
  }

  /// The server asks others for replies meanwhile, and says when to ask again.
  @Test func theServerSendsTheConversationAndWhoLikesThePost() throws {
    let server = try HomeServer.loggedIn(posts: 2) {
      ($0.replies, $0.likes) = (["I agree", "From elsewhere"], 1)
      $0.parents = ["How it began", "What came next"]
    }
    let pty = try viewer(server)
    pty.type("\r", awaiting: "I agree")
    pty.awaiting("From elsewhere")
    pty.send("p")
    pty.drawing("parent 1 of 2", "What came next")
    pty.send("p\r")
    pty.drawing("parent 2 of 2", "How it began")
    // Neither they nor the replies are in a log, where their answers could wait.
    pty.type(";b", awaiting: "in no stream of yours")
    pty.type("w", awaiting: "Liked by")
    pty.type("\r", drawing: "Eve")
    pty.quit()
    let answer = try server.run(
      "$program refresh --answer /api/v1/statuses/1x1/favourited_by account:home.example; $program refresh --answer /api/v1/lists account:home.example"
    )
    #expect(answer.output.hasPrefix("0\n[{") && answer.errors.contains("no path of a post"))
    let requests = server.requests().filter { $0.contains("/statuses/") }
    #expect(requests.filter { $0.contains("/context") }.count == 2, "\(requests)")
    #expect(try server.state().reblog.isEmpty)
  }

  @Test func whatWasDoneElsewhereIsShown() throws {
    let server = try HomeServer.loggedIn(posts: 3) { state in
      (state.favourite, state.bookmark) = ([state.statuses[2].id], [state.statuses[2].id])
    }
    let shown = try screen(server)
    #expect(shown.contains("♥ favourite") && shown.contains("⚑ bookmarked"))
  }

  /// Nor is a notification without an account any trouble.
  @Test func aServerThatSaysLittleIsBelieved() throws {
    let server = try HomeServer.loggedIn(posts: 1) { state in
      (state.saysLittle, state.notifications) = (true, ["favourite", "favourite", "favourite"])
    }
    #expect(try server.run("$program list").output.contains(" 1  Notifications"))
    let pty = try viewer(server)
    pty.send(";f;+")
    #expect(pty.until(10) { (try? server.state().follow == ["a1x1"]) ?? false })
    pty.settle(milliseconds: 1_000)
    pty.send(";f;+")
    #expect(pty.until(10) { (try? server.state().follow.isEmpty) ?? false })
    pty.settle(milliseconds: 1_000)
    pty.quit()
    #expect(try server.state().favourite.isEmpty)
    let shown = try screen(server)
    #expect(!shown.contains("♥ favourite") && !shown.contains("+ followed"))
  }

  @Test func aNoticeFollowsNobody() throws {
    let server = try HomeServer.loggedIn(posts: 0) { $0.notifications = ["follow", "favourite"] }
    let pty = try server.viewer("account:home.example:notifications").drawing("of 2")
    pty.type("g;+", drawing: "Not done: ")
    pty.type("J;+", drawing: "Not done: ")
    pty.send(";f")
    pty.quit()
    #expect(!server.requests().contains { $0.contains("/follow") })
  }

  /// What waits in a log that cannot be read stays until it can.
  @Test func anUnreadableLogDropsNoAnswer() throws {
    let server = try HomeServer.loggedIn(posts: 1)
    try server.change { $0.faults = [.init(kind: "503", path: "/favourite", times: 1)] }
    let pty = try viewer(server)
    pty.type(";f", awaiting: "answer waits")
    pty.quit()
    // A folder in its place cannot be read by anybody, root included.
    let log = "$(grep -l 'Post 1' state/streamtui/feeds/*.ndjson)"
    try server.run("f=\(log); mv $f $f.away; mkdir $f").ends(with: 0)
    _ = try refresh(server)
    try server.run("cd state/streamtui/feeds; rmdir *.ndjson; mv *.away $(basename *.away .away)")
      .ends(with: 0)
    #expect(try refresh(server).status == 0)
    #expect(try server.state().favourite == ["1x1"])
  }

  /// The words and the post are the same each time, and the names may be: they come one by one.
  @Test(arguments: [false, true])
  func eachLikeIsToldAlsoLater(_ groups: Bool) throws {
    let server = try HomeServer(posts: 1)
    for number in 1...3 {
      try server.change { state in
        state.groups = groups
        state.onlyLast = true
        state.notifications.append("favourite")
      }
      #expect(try (number == 1 ? server.login() : refresh(server)).status == 0)
      try server.run("$program list").says(output: " \(number)  Notifications")
    }
  }

  @Test func notificationsOfOneKindAboutAPostAreOne() throws {
    let server = try HomeServer.loggedIn(posts: 1) {
      $0.notifications = ["favourite", "favourite", "mention", "favourite"]
    }
    let text = try server.run("$program dump account:home.example:notifications").output
    #expect(text.contains("Ben, Ben and Ben") && text.contains("like your post"), "\(text)")
    #expect(try server.run("$program list").output.contains(" 2  Notifications"))
  }
}
