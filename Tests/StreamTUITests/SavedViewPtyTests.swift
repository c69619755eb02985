import Foundation
import Testing

@testable import StreamTUI

/// Saved views on the screen: saved from a filter, listed beside the subscriptions, opened there and from the shell.
struct SavedViewPtyTests {
  private let stage = StateStage()

  private func open(_ stage: StateStage, _ arguments: [String] = []) throws -> Pty {
    try Pty(
      [Program.path] + arguments,
      columns: 100,
      environment: stage.environment.merging(["XDG_CONFIG_HOME": stage.folder + "/config"]) { $1 }
    )
  }

  /// Whether the whole screen comes to show a text: by itself only the cells that change are drawn.
  private func comesToShow(_ text: String, _ pty: Pty) -> Bool {
    (0..<60).contains { _ in
      let mark = pty.output.count
      pty.send("\u{0C}")
      return pty.waits(for: text, since: mark, seconds: 0.2)
    }
  }

  @Test func aViewIsTheFirstPage() throws {
    _ = try stage.feed("a.ndjson", ["water one", "fire", "water two"])
    let added = try stage.shell("$program add ./a.ndjson && $program refresh")
    #expect(added.status == 0, "\(added.errors)")
    let config = stage.folder + "/first.toml"
    func configure(_ name: String) throws {
      let text = "first-page = \"view:\(name)\"\n[views.drops]\nfilter = \"water\"\n"
      try Program.write(text, to: config)
    }
    try configure("drops")
    let pty = try open(stage, ["--config", config])
    #expect(comesToShow("1 of 2 · &view:drops", pty))
    // As from the unread posts, the way back leads to all posts, and from there out.
    pty.send("q")
    #expect(comesToShow("of 3", pty))
    pty.quit("q")
    // A view that is not there is a problem with a place, and the first page is the usual one.
    try configure("drips")
    let checked = try stage.shell("$program config --config first.toml --check")
    #expect(checked.status == 1)
    let problem = "first.toml:1:1: first-page is \"view:drips\", but there is no view \"drips\""
    #expect(
      (checked.output + checked.errors).contains(problem),
      "\(checked.output) \(checked.errors)"
    )
    let usual = try open(stage, ["--config", config])
    #expect(comesToShow("1 problem", usual))
    usual.send("Q")
    #expect(usual.end() == 0)
  }

  @Test func aFilterBecomesALineOfTheListOfSubscriptions() throws {
    _ = try stage.feed("a.ndjson", ["water one", "fire", "water two"])
    _ = try stage.feed("b.ndjson", ["water three", "earth"])
    let added = try stage.shell(
      "$program add ./a.ndjson --tag wet && $program add ./b.ndjson && $program refresh"
    )
    #expect(added.status == 0, "\(added.errors)")
    let pty = try open(stage).showing("unread 1 of 5")
    pty.type("&in:wet water\r:view save drops\r", "View drops is saved in", since: 0)
    pty.send("B")
    #expect(comesToShow(" · in:wet water", pty))
    pty.send("J\r")
    #expect(comesToShow("1 of 2 · &view:drops", pty))
    // It was opened from the list, and leads back there.
    pty.send("q")
    #expect(comesToShow("All feeds", pty))
    // A view over a filter leads back to that.
    pty.send("qq&three\r")
    #expect(comesToShow("1 of 1 · is:unread · &three", pty))
    pty.send(":view drops\r")
    #expect(comesToShow("of 2 · is:unread · &view:drops", pty))
    pty.send("q")
    #expect(comesToShow("1 of 1 · is:unread · &three", pty))
    pty.send("B")
    #expect(comesToShow(" · in:wet water", pty))
    pty.send("D")
    #expect(comesToShow("e edits or removes it in the configuration", pty))
    pty.send("\r")
    #expect(comesToShow("1 of 2 · &view:drops", pty))
    pty.type("A", "Marked 2 posts read", since: 0)
    // Once they are read, the line says that there are none.
    pty.send("q")
    #expect(comesToShow("0 unread", pty))
    pty.send("qi")
    #expect(comesToShow("unread", pty))
    pty.quit()
    let again = try open(stage, ["view:drops"])
    #expect(comesToShow("1 of 2 · &view:drops", again))
    again.quit()
    let printed = try stage.shell("XDG_CONFIG_HOME=$PWD/config $program view:drops </dev/null")
    #expect(printed.output.contains("water two") && !printed.output.contains("water three"))
  }

  @Test func whatIsMissingIsSaid() throws {
    let none = try stage.shell("$program view:drops")
    #expect(none.status == 1)
    #expect(none.errors.contains("view:drops: column 6: there is no view \"drops\""))
    let path = try stage.feed("a.ndjson", ["water"])
    let pty = try open(stage, [path]).showing("post 1 of 1")
    pty.type(":view save drops\r", "Filter the posts first (&)", since: 0)
    pty.type(":view drops\r", "No view \"drops\". :view save NAME", since: 0)
    pty.quit()
  }
}
