import Foundation
import Testing
import TestSupport

/// A tour of a home timeline by keys, as the terminal shows it, with servers that answer as snac and Mastodon do.
struct HomeTourTests {
  private static func server(_ kind: String) throws -> HomeServer {
    try HomeServer.loggedIn(leavesGap: kind == "snac", posts: 30) { state in
      // Long ago, so that no age is shown.
      state.day = "2019-11-29"
      state.notifications = ["favourite", "mention", "reblog", "follow", "favourite", "favourite"]
      (state.parents, state.replies, state.likes) = (["How it began"], ["I agree", "So do I"], 2)
      if kind == "snac" {
        (state.lacks, state.refusesAgain) = (["mute"], true)
      } else {
        (state.groups, state.wraps, state.options) = (true, true, ["Tea", "Coffee"])
      }
    }
  }

  /// The screens of a tour, one below the other.
  private struct Shots {
    private(set) var text = ""

    /// Types keys, waits until the screen has `words`, and keeps it under a name.
    mutating func take(
      _ name: String,
      _ words: String,
      after keys: String? = nil,
      of pty: Pty,
      _ columns: Int = 100,
      _ lines: Int = 24
    ) {
      if let keys { pty.send(keys) }
      #expect(pty.draws(words), "\(name): \(words)")
      let mark = pty.output.count
      pty.type("\u{0C}")
      var emulator = TerminalEmulator(columns: columns, lines: lines)
      emulator.take(pty.output[mark...])
      let rows = emulator.grid.map { row in
        String(row.map(\.text).joined().reversed().drop { $0 == " " }.reversed())
      }
      text += "=== \(name)\n" + rows.joined(separator: "\n") + "\n"
    }
  }

  @Test(arguments: ["snac", "mastodon"])
  func theScreensAreThese(_ kind: String) throws {
    let server = try Self.server(kind)
    if kind == "mastodon" { try server.send() }
    var shots = Shots()
    let pty = try server.viewer("account:home.example:home")
    shots.take("home", "post 1 of 25", of: pty)
    pty.type("J\r", awaiting: "So do I")
    shots.take("post with its conversation", "So do I", of: pty)
    shots.take("what it answers", "How it began", after: "p", of: pty)
    pty.type("qw", awaiting: "Liked by")
    shots.take("who likes it", "Eve", after: "\r", of: pty)
    shots.take("answered", "⚑ bookmarked", after: "qJ;f;b;k", of: pty)
    #expect(pty.until(10) { (try? server.state().bookmark.count == 1) ?? false })
    pty.send(";m")
    if kind == "mastodon" {
      // The exchange ends with or without a message, as its requests fall.
      #expect(pty.until(20) { (try? server.state().mute.count == 1) ?? false })
      pty.settle(milliseconds: 1_500)
      pty.send("KJ")
    }
    shots.take("muted, or not", kind == "snac" ? "Taken back" : "− muted", of: pty)
    shots.take("the keys that answer", "f favourite", after: ";", of: pty)
    shots.take("undone", "Undone", after: "+u", of: pty)
    if kind == "mastodon" {
      shots.take("a poll", "1 Tea", after: ";v", of: pty)
      shots.take("voted", "✓ voted", after: "2", of: pty)
      let status =
        #"{"id":"new","uri":"https://home.example/new","created_at":"2019-12-01T09:00:00.000Z","#
      let rest =
        #""visibility":"public","account":{"id":"2","acct":"eve","username":"eve","display_name":"Eve"}}"#
      try server.send("update", status + #""content":"<p>As it happens</p>","# + rest)
      shots.take("one that has just come", "1 new", after: "JK", of: pty)
      shots.take("and is shown", "As it happens", after: "U", of: pty)
      try server.send("delete", "new")
      shots.take("deleted", "× deleted", of: pty)
      pty.send("J")
    }
    shots.take("place set", "Other programs can read on here", after: "m@", of: pty)
    // The next viewer offers no place that has been read.
    shots.take("the end", "older posts", after: "RG", of: pty)
    shots.take("place found", "⚑ bookmarked", after: "'@", of: pty)
    pty.quit()
    let notifications = try server.viewer("account:home.example:notifications")
    shots.take("notifications", "My post", of: notifications)
    notifications.quit()
    let all = try server.viewer(columns: 40).drawing("unread")
    all.resize(columns: 40, lines: 10)
    shots.take("all, small", "unread", of: all, 40, 10)
    shots.take("subscriptions, small", "Notifications", after: "B", of: all, 40, 10)
    all.quit("qQ")
    let golden = GoldenScreen(
      "home-\(kind)",
      beside: URL(filePath: #filePath).deletingLastPathComponent().path
    )
    if let difference = try golden.difference(fromFrame: shots.text) {
      Issue.record("\(difference)")
    }
  }
}
