import Foundation
import Testing

/// Copies, drafts and temporary files: who can read them, how long they stay, and how they go.
struct StoredTextTests {
  private let address = "https://a.example/feed"
  private let rss = """
    <rss version="2.0"><channel><title>News</title>
    <item><guid>a</guid><title>SECRET one</title><description>SECRET</description></item>
    </channel></rss>
    """

  private let web = FakeWeb()

  init() throws {
    try web.answer(address, "200 OK|Content-Type: application/rss+xml", rss)
    try Program.makeFolder(web.folder + "/tmp")
  }

  /// The files below cache, state and temporary folder that have the text.
  private func files(with text: String, _ web: FakeWeb) throws -> [Substring] {
    try web.run("cd '\(web.folder)'; grep -rl '\(text)' cache state tmp 2>/dev/null; true")
      .output.split(separator: "\n")
  }

  @Test func copiesAreForTheUserAloneWhateverTheUmask() throws {
    #expect(try web.run("umask 0; $program dump \(address)").status == 0)
    let open = try web.run("find '\(web.folder)/cache' -type f -perm /077")
    #expect(!web.cached().isEmpty && open.output.isEmpty, "\(open.output)")
  }

  @Test func forgetRemovesTheCopyOfAnAddress() throws {
    #expect(try web.run("$program dump \(address)").status == 0)
    #expect(try web.run("$program dump --no-network \(address)").output.contains("SECRET"))
    let outcome = try web.run("$program forget \(address)")
    #expect(outcome.status == 0 && outcome.output == "Forgotten: the copy of \(address)\n")
    #expect(try web.run("$program dump --no-network \(address)").status == 1)
    #expect(try files(with: "SECRET", web) == [])
    #expect(try web.run("$program forget \(address)").status == 1)
  }

  @Test func forgetAllLeavesTheListOfSubscriptionsAlone() throws {
    #expect(try web.run("$program add \(address)").status == 0)
    #expect(try web.run("$program dump \(address) https://b.example/x").status == 1)
    try web.run(
      "cd '\(web.folder)'; echo SECRET > state/streamtui/subscriptions.999999999.tmp; echo SECRET > tmp/streamtui-999999999-aBcDeF.txt; echo SECRET > tmp/streamtui-other"
    ).ends(with: 0)
    try web.run("TMPDIR='\(web.folder)/tmp' $program forget all")
      .ends(with: 0, output: "1 copy, 1 temporary file")
    #expect(try files(with: "SECRET", web) == ["tmp/streamtui-other"])
    #expect(try files(with: "a.example", web) == ["state/streamtui/subscriptions"])
    #expect(try web.run("$program list --format tsv").output.contains(address))
  }

  @Test func withoutANameItSaysWhatIsStored() throws {
    #expect(try web.run("$program dump \(address)").status == 0)
    let output = try web.run("TMPDIR='\(web.folder)/tmp' $program forget").cleanOutput()
    let lines = output.split(separator: "\n")
    let copies = try #require(lines.first { $0.hasPrefix("Copies of addresses") })
    #expect(copies.contains("at most 30 days and 500 documents: 2 files, "), "\(copies)")
    #expect(copies.hasSuffix("(\(web.folder)/cache/streamtui/copies)"))
    #expect(
      lines.contains {
        $0.hasPrefix("Read marks, kept posts, followed links, trusted hosts: none")
      }
    )
    #expect(lines.contains { $0.contains("streamtui forget all") })
  }

  @Test func copiesGoAfterThirtyDays() throws {
    #expect(try web.run("$program dump \(address)").status == 0)
    let age = { (days: Int) in
      "find '\(web.folder)/cache' -type f -exec touch -d '\(days) days ago' {} +"
    }
    _ = try web.run(age(29))
    _ = try web.run("$program dump https://b.example/x")
    #expect(try files(with: "SECRET", web).count == 1)
    _ = try web.run(age(31))
    _ = try web.run("$program dump https://b.example/x")
    #expect(web.cached().isEmpty)
  }

  @Test func textsOfKilledEditorsGoAfterADay() throws {
    try web.run(
      """
      export TMPDIR='\(web.folder)/tmp'; cd "$TMPDIR"
      for n in 1 2; do echo SECRET$n > streamtui-99999999$n-aBcDeF.txt; done
      touch -d '2 days ago' streamtui-999999991-aBcDeF.txt
      EDITOR=true $program edit
      """
    ).says(output: "Nothing changed")
    #expect(try files(with: "SECRET", web) == ["tmp/streamtui-999999992-aBcDeF.txt"])
  }
}
