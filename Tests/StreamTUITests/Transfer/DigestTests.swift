import Foundation
import Testing

/// `dump --new`, as cron runs it.
struct DigestTests {
  private let web = FakeWeb()

  /// Answers with a feed of posts 1 to `posts`.
  private func publish(_ name: String, _ posts: Int) throws {
    let address = "https://\(name.lowercased()).example/feed"
    try web.answer(address, FakeWeb.good, FakeWeb.rss(name, posts))
  }

  private func subscribe() throws {
    for name in ["Ash", "Birch"] {
      try publish(name, 2)
      let word = name.lowercased()
      _ = try web.run("$program add --no-network https://\(word).example/feed --tag \(word)")
    }
    #expect(try web.run("$program refresh --all").status == 0)
  }

  /// The headings of a digest: the names of feeds, and the titles of posts with their numbers.
  private func headings(_ arguments: String = "") throws -> [String] {
    let output = try web.run("$program dump --new \(arguments)").cleanOutput()
    let lines = output.split(separator: "\n").map { String($0) }
    return lines.filter { ["Ash", "Birch"].contains($0) || $0.last?.isNumber == true }
  }

  private var digest: String { web.folder + "/state/streamtui/digest" }

  @Test func printsWhatCameSinceTheLastOneByFeed() throws {
    try subscribe()
    #expect(try headings() == ["Ash", "Ash 2", "Ash 1", "Birch", "Birch 2", "Birch 1"])
    #expect(try web.run("$program dump --new").output.isEmpty)
    try publish("Birch", 4)
    #expect(try web.run("$program refresh --all").status == 0)
    let lines = try web.run(
      "cp '\(digest)' '\(digest).former'; $program dump --new --format ndjson"
    )
    #expect(lines.output.split(separator: "\n").count == 2)
    let page = try web.run("cp '\(digest).former' '\(digest)'; $program dump --new --format html")
      .output
    #expect(page.contains("<h1>Birch</h1>\n<h2>Birch 4</h2>"))
    #expect(page.hasPrefix("<!DOCTYPE html>") && page.hasSuffix("</html>\n"))
    #expect(!page.contains("Ash"))
    #expect(try web.run("$program dump --new --format html").output.isEmpty)
  }

  /// Posts that could not be written, or whose subscription was forgotten, are printed again.
  @Test func remembersWhatWasPrinted() throws {
    try subscribe()
    #expect(try headings("tag:birch") == ["Birch", "Birch 2", "Birch 1"])
    #expect(try web.run("$program dump --new > /dev/full").status == 1)
    #expect(try headings() == ["Ash", "Ash 2", "Ash 1"])
    #expect(try web.run("$program forget https://ash.example/feed").status == 0)
    #expect(try web.run("$program refresh --all").status == 0)
    #expect(try headings() == ["Ash", "Ash 2", "Ash 1"])
    #expect(FileManager.default.fileExists(atPath: digest))
    #expect(try web.run("$program forget all").status == 0)
    #expect(!FileManager.default.fileExists(atPath: digest))
  }

  @Test func theFirstOneHasTheUnreadPosts() throws {
    try subscribe()
    let pty = try web.open(["tag:ash"])
    pty.showing("Ash 2").type("R", "Marked read")
    pty.quit()
    #expect(try headings("--no-network").count == 5)
  }

  @Test(arguments: ["-", "kept", "--exec true"])
  func takesSubscriptionsOnly(source: String) throws {
    try subscribe()
    try web.run("echo '{\"id\":\"a\"}' | $program dump --new \(source)")
      .ends(with: 64, errors: "--new takes subscriptions only, by name or as tag:NAME")
    #expect(try web.run("STREAMTUI_SECURE=1 $program dump --new").status == 1)
    #expect(!FileManager.default.fileExists(atPath: digest))
  }
}
