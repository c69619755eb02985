import Foundation
import Testing

/// Saved views on the screen: saved from a filter, listed beside the subscriptions, opened there and from the shell.
struct SavedViewPtyTests {
  private let stage = StateStage()

  private func open(_ arguments: [String] = []) throws -> Pty {
    try stage.open(arguments, columns: 100)
  }

  @Test func aViewIsTheFirstPage() throws {
    _ = try stage.feed("a.ndjson", ["water one", "fire", "water two"])
    try stage.shell("$program add ./a.ndjson && $program refresh").ends(with: 0)
    let config = stage.folder + "/first.toml"
    func configure(_ name: String) throws {
      let text = "first-page = \"view:\(name)\"\n[views.drops]\nfilter = \"water\"\n"
      try Program.write(text, to: config)
    }
    try configure("drops")
    let pty = try open(["--config", config]).drawing("1 of 2 · &view:drops")
    // As from the unread posts, the way back leads to all posts, and from there out.
    pty.type("q", drawing: "of 3")
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
    let usual = try open(["--config", config]).drawing("1 problem")
    usual.quit()
  }

  @Test func aFilterBecomesALineOfTheListOfSubscriptions() throws {
    _ = try stage.feed("a.ndjson", ["water one", "fire", "water two"])
    _ = try stage.feed("b.ndjson", ["water three", "earth"])
    try stage.shell(
      "$program add ./a.ndjson --tag wet && $program add ./b.ndjson && $program refresh"
    ).ends(with: 0)
    let pty = try open().showing("unread 1 of 5")
    pty.type("&in:wet water\r:view save drops\r", "View drops is saved in", since: 0)
    pty.type("B", drawing: " · in:wet water")
    pty.type("J\r", drawing: "1 of 2 · &view:drops")
    // It was opened from the list, and leads back there.
    pty.type("q", drawing: "All feeds")
    // A view over a filter leads back to that.
    pty.type("qq&three\r", drawing: "1 of 1 · is:unread · &three")
    pty.type(":view drops\r", drawing: "of 2 · is:unread · &view:drops")
    pty.type("q", drawing: "1 of 1 · is:unread · &three")
    pty.type("B", drawing: " · in:wet water")
    pty.type("D", drawing: "e edits or removes it in the configuration")
    pty.type("\r", drawing: "1 of 2 · &view:drops")
    pty.type("A", "Marked 2 posts read", since: 0)
    // Once they are read, the line says that there are none.
    pty.type("q", drawing: "0 unread")
    pty.type("qi", drawing: "unread")
    pty.quit()
    let again = try open(["view:drops"]).drawing("1 of 2 · &view:drops")
    again.quit()
    let printed = try stage.shell("XDG_CONFIG_HOME=$PWD/config $program view:drops </dev/null")
    #expect(printed.output.contains("water two") && !printed.output.contains("water three"))
  }

  @Test func whatIsMissingIsSaid() throws {
    try stage.shell("$program view:drops")
      .ends(with: 1, errors: "view:drops: column 6: there is no view \"drops\"")
    let path = try stage.feed("a.ndjson", ["water"])
    let pty = try open([path]).showing("post 1 of 1")
    pty.type(":view save drops\r", "Filter the posts first (&)", since: 0)
    pty.type(":view drops\r", "No view \"drops\". :view save NAME", since: 0)
    pty.quit()
  }
}
