import Foundation
import Testing

/// Subscriptions to programs, in newsboat's form.
@Suite struct ProgramSubscriptionTests {
  private let web = FakeWeb()
  private static let feed = "https://a.example/feed"

  /// A program that copies its input, or a file where there is none, with another word in it.
  private func writeProgram() throws {
    try Program.write(FakeWeb.rss("Ash", 3), to: web.folder + "/posts")
    let script = "touch \"${0%/*}/ran\"; cat \"${@:-/dev/stdin}\" | sed s/Ash/Birch/g"
    try Program.writeScript(script, to: web.folder + "/birch")
  }

  private var hasRun: Bool { FileManager.default.fileExists(atPath: web.folder + "/ran") }

  private var exec: String { "exec:\(web.folder)/birch \(web.folder)/posts" }
  private var filter: String { "filter:\(web.folder)/birch:\(Self.feed)" }

  @Test func aProgramOfNewsboatWaitsForAYes() throws {
    try writeProgram()
    try Program.write("\"\(exec)\" trees \"~Birches\"\n", to: web.folder + "/urls")
    try web.run("$program import '\(web.folder)/urls'").says(errors: "It waits as a comment")
    let listed = try web.run("$program list")
    let command = "streamtui add '\(exec)' --name 'Birches' --tag 'trees'"
    #expect(listed.errors.contains("A program waits for your yes: \(command)\n"))
    _ = try web.run("$program refresh --all")
    try web.run("$program add '\(exec)'").ends(with: 1, errors: "it runs the program")
    #expect(!hasRun)
    // With a terminal it is asked about, its command shown.
    let pty = try web.open(["add", exec, "--name", "Birches", "--tag", "trees"])
    #expect(pty.waits(for: "it runs the program") && !hasRun)
    pty.send("y\r")
    #expect(pty.waits(for: "Added") && pty.end() == 0)
    #expect(hasRun)
    #expect(try web.titles() == ["Birch 1", "Birch 2", "Birch 3"].reversed())
    #expect(try !web.run("$program list").errors.contains("waits"))
  }

  @Test func newPostsComeWithEachRunAndAFailureTakesNothingAway() throws {
    try writeProgram()
    #expect(try web.run("$program add --yes '\(exec)'").status == 0)
    try Program.write(FakeWeb.rss("Ash", 5), to: web.folder + "/posts")
    try web.run("$program refresh --format tsv '\(exec)'").says(output: "\t2\t0\n")
    try FileManager.default.removeItem(atPath: web.folder + "/birch")
    try web.run("$program refresh '\(exec)'").ends(with: 1, errors: "was not found")
    #expect(try web.titles().count == 5)
  }

  @Test func aProgramFiltersTheDocumentOfAnAddress() throws {
    try writeProgram()
    try web.answer(Self.feed, FakeWeb.good, FakeWeb.rss("Ash", 2))
    try web.run("$program add --yes '\(filter)'").ends(with: 0)
    #expect(Set(try web.titles()) == ["Birch 1", "Birch 2"])
    try web.answer(Self.feed, "500 Oops")
    try web.run("$program refresh '\(filter)'").ends(with: 1, errors: "(500)")
    #expect(try web.titles().count == 2)
  }
}
