import Foundation
import Testing

/// What a server of the fediverse sends as it happens (server-sent events).
struct LiveTimelineTests {
  private static func status(_ id: String, _ text: String, edited: Bool = false) -> String {
    #"{"id":"\#(id)","uri":"https://home.example/\#(id)","created_at":"2026-11-29T11:00:00.000Z","#
      + (edited ? #""edited_at":"2026-11-29T11:30:00.000Z","# : "")
      + #""content":"<p>\#(text)</p>","visibility":"public","favourited":true,"#
      + #""account":{"id":"2","acct":"ben","username":"ben","display_name":"Ben"}}"#
  }

  @Test func postsComeAndAreEditedAndDeletedWhileTheyAreRead() throws {
    let server = try HomeServer.loggedIn(posts: 3)
    try server.send()
    let pty = try server.viewer().drawing("1 of 3")
    try server.send("update", Self.status("new1", "Live one"))
    #expect(pty.draws("1 new"))
    pty.type("U", drawing: "Live one")
    pty.drawing("♥ favourite")
    // mastodon-mock 0.6.1 has another name for it than Mastodon.
    for (name, text) in [("status.update", "Edited once"), ("status_update", "Edited twice")] {
      try server.send(name, Self.status("new1", text, edited: true))
      #expect(pty.draws(text))
    }
    try server.send(
      "notification",
      #"{"id":"77","type":"mention","created_at":"2026-11-29T11:00:00.000Z","account":{"acct":"eve"},"#
        + #""status":{"id":"9","content":"<p>Hello you</p>","visibility":"public"}}"#
    )
    #expect(pty.draws("1 notification"))
    try server.send("delete", "new1")
    #expect(pty.draws("× deleted"))
    pty.quit()
    let home = try server.run("$program dump account:home.example:home")
    #expect(home.errors.isEmpty, "\(home.errors)")
    #expect(try server.texts("home") == (1...3).map { "Post \($0)" })
    try server.run("$program dump account:home.example:notifications").says(output: "Hello you")
    // The next refresh goes on from the last one: what it finds is there already.
    #expect(try server.run("$program refresh account:home.example").status == 0)
    #expect(try server.texts("home") == (1...3).map { "Post \($0)" })
  }

  /// What came between the last refresh and the first event is fetched, also where the server is not ready at once.
  @Test func nothingIsMissedBeforeTheFirstEvent() throws {
    let server = try HomeServer.loggedIn(posts: 3)
    try server.send()
    try server.change { state in
      state.statuses.append(HomeServer.status(4))
      state.streaming = 503
    }
    let pty = try server.viewer().drawing("1 of 3")
    try server.change { $0.streaming = 0 }
    #expect(pty.until(20) { (try? server.texts("home").count == 4) ?? false })
    pty.quit()
  }

  @Test func aServerWithoutEventsIsNotListenedTo() throws {
    let server = try HomeServer.loggedIn(posts: 1)
    #expect(try server.run("$program refresh --live account:home.example").status == 3)
    #expect(try server.run("$program refresh --live account:nobody").status == 3)
  }

  /// Odd bytes, and an event that is no post, end nothing.
  @Test func anOddEventIsLeftOut() throws {
    let server = try HomeServer.loggedIn(posts: 3)
    try server.send()
    let pty = try server.viewer().drawing("1 of 3")
    for (name, data) in [
      ("update", "no json"), ("delete", "unknown"), ("update", #"{"id":"#),
      ("filters_changed", "{}"),
      ("notification", "[]"), ("update", String(repeating: "[", count: 10_000)),
    ] {
      try server.send(name, data)
    }
    try server.send("update", Self.status("new1", "Still here"))
    #expect(pty.draws("1 new"))
    pty.quit()
    #expect(try server.texts("home") == (1...3).map { "Post \($0)" })
  }
}
