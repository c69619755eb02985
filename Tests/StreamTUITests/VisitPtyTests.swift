import Foundation
import StreamModel
import Testing

@testable import StreamHost

/// Followed links from run to run, with the real program and its database.
@Suite(.serialized) struct VisitPtyTests {
  private let stage = StoreStage()
  private static let address = "https://a.example/lake"
  private static let feed =
    #"{"version":1,"posts":[{"id":"p1","author":{"name":"Olga"},"#
    + #""body_html":"<p>one <a href=\"https://a.example/lake\">first</a>, "#
    + #"two <a href=\"https://a.example/hill\">second</a></p>"}]}"#
  /// The colour of a visited link on a dark background, as the terminal gets it.
  private static let visited = "38;5;146"

  private func view(
    _ file: String,
    _ stage: StoreStage,
    _ options: [String] = [],
    browser: String = "/bin/true"
  ) throws -> Pty {
    let state = (stage.path as NSString).deletingLastPathComponent
    return try Pty(
      [Program.path] + options + ["--theme", "dark", file],
      // The path of the file fits beside the other facts, wherever the temporary folder is.
      columns: 160,
      // Without a path there is no other program that opens addresses.
      environment: ["XDG_STATE_HOME": state, "BROWSER": browser, "PATH": stage.place]
    )
  }

  /// Follows the first link and quits.
  private func follow(_ file: String, _ stage: StoreStage, _ options: [String] = []) throws {
    let pty = try view(file, stage, options).showing("Olga")
    pty.type("\t", Self.address, since: 0)
    pty.type("\r")
    pty.quit()
  }

  @Test func aFollowedLinkIsDrawnAsVisitedInTheNextRun() throws {
    let file = stage.place + "/feed.json"
    try Program.write(Self.feed, to: file)
    let first = try view(file, stage).showing("Olga")
    #expect(!first.waits(for: Self.visited, seconds: 0.1))
    first.quit()

    try follow(file, stage)
    let store = stage.open()
    let visits = try #require(store.visits(limit: 9))
    #expect(visits.map(\.address) == [Self.address])
    #expect(visits.first?.hash == stableHash(of: Self.address))
    #expect(visits.first?.manner == .focus)
    #expect(visits.first?.source != nil)
    #expect(visits.first?.post?.id == stableHash(of: "p1\u{0}"))
    store.close()

    let later = try view(file, stage).showing(Self.visited)
    let mark = later.output.count
    later.type("V", "by key · \(file)")
    #expect(later.waits(for: "Enter opens", since: mark))
    later.type("p", "post 1 of 1", since: mark)
    later.quit()
  }

  /// A link that no program opened counts as not followed, and its host is asked about as before.
  @Test(arguments: [
    ("/no/such/browser", "no browser found"), ("/bin/false", "false failed (exit status 1)"),
  ])
  func aLinkThatWasNotOpenedIsNotFollowed(_ browser: String, _ words: String) throws {
    let file = stage.place + "/feed.json"
    try Program.write(Self.feed, to: file)
    let pty = try view(file, stage, browser: browser).showing("Olga")
    pty.type("\t", Self.address, since: 0)
    pty.type("\r", drawing: words)
    pty.type("V", drawing: "No links were followed yet")
    pty.quit()
    let store = stage.open()
    #expect(store.visits(limit: 9)?.isEmpty == true)
    #expect(store.trustedHosts()?.isEmpty == true)
    store.close()
  }

  @Test func withoutStateNothingIsKept() throws {
    let file = stage.place + "/feed.json"
    try Program.write(Self.feed, to: file)
    try follow(file, stage, ["--no-state"])
    #expect(stage.names().isEmpty)
  }
}
