import Foundation
import Testing

/// The command bench as a user runs it.
struct BenchCommandTests {
  /// Posts of one marked-up line.
  private let feed = (1...200).map { number in
    #"{"id":"\#(number)","body_html":"<p>text <b>\#(number)</b></p>"}"# + "\n"
  }.joined()

  private func bench(_ arguments: String, _ feed: String) throws -> Program.Outcome {
    try Program.inFolder { folder in
      try Data(feed.utf8).write(to: URL(fileURLWithPath: folder + "/a.json"))
      return try Program.shell("cd '\(folder)' && \"$program\" bench \(arguments) a.json")
    }
  }

  private let short = "--keys 30 --rounds 2 --size 80x24"

  @Test func theTableHasALineForEachStrategyAndSaysWhatFollows() throws {
    let outcome = try bench(short, feed)
    #expect(outcome.status == 0)
    #expect(outcome.errors.isEmpty)
    let lines = outcome.output.split(separator: "\n").map { String($0) }
    #expect(
      lines.first == "a.json: 200 posts, 80x24. A play: 30 line keys, 5 pages, 1 glance, 1 rest."
    )
    for strategy in ["idle", "strict", "sync", "eager", "flat"] {
      #expect(lines.count { $0.hasPrefix(strategy + " ") } == 3, "\(outcome.output)")
    }
    #expect(outcome.output.contains("Times of fewer than 5 rounds are not compared"))
    // Sentences are wrapped, and numbers decide where.
    let compared = try bench("--keys 5 --rounds 5 --size 80x24", feed).output
      .replacing("\n", with: " ")
    #expect(compared.contains("are noise here"))
  }

  /// All runs give the same counts, in any terminal and locale.
  @Test func countsAreTheSameInEveryRun() throws {
    func counts(_ environment: String) throws -> [[Substring]] {
      let outcome = try Program.inFolder { folder in
        try Data(feed.utf8).write(to: URL(fileURLWithPath: folder + "/a.json"))
        return try Program.shell(
          "cd '\(folder)' && \(environment) \"$program\" bench \(short) --format csv a.json"
        )
      }
      #expect(outcome.status == 0, "\(outcome.errors)")
      return outcome.output.split(separator: "\n").map { Array($0.split(separator: ",")[..<11]) }
    }
    let first = try counts("TERM=dumb LC_ALL=C")
    #expect(first[0].last == "bytes_resting")
    #expect(first.count == 6)
    #expect(try counts("TERM=xterm-256color") == first)
    #expect(try counts("TZ=Asia/Tokyo") == first)
  }

  /// The pictures of a folder: of all strategies, eager alone sends them while rows move.
  @Test func picturesBesideTheFeedOfAFolderAreCounted() throws {
    let picture = PictureMaker.png(100, 60)
    let outcome = try Program.inFolder { folder in
      let files = FileManager.default
      try files.createDirectory(atPath: folder + "/f/m", withIntermediateDirectories: true)
      let posts = (1...60).map { number in
        #"{"id":"\#(number)","body_html":"<p>text <b>\#(number)</b></p>","attachments":"#
          + #"[{"type":"image","url":"m/\#(number).png","width":100,"height":60}]}"# + "\n"
      }
      try Data(posts.joined().utf8).write(to: URL(fileURLWithPath: folder + "/f/feed.json"))
      for number in 1...60 {
        try Data(picture)
          .write(to: URL(fileURLWithPath: folder + "/f/m/\(number).png"))
      }
      let csv = "bench \(short) --format csv --pictures"
      return (
        try Program.shell("cd '\(folder)' && \"$program\" \(csv) f"),
        try Program.shell("\"$program\" \(csv) < /dev/null")
      )
    }
    #expect(outcome.0.status == 0, "\(outcome.0.errors)")
    let lines = outcome.0.output.split(separator: "\n").map { $0.split(separator: ",") }
    let column = try #require(lines.first?.firstIndex(of: "picture_bytes_moving"))
    let length = (picture.count + 2) / 3 * 4
    for line in lines.dropFirst() {
      #expect((line[column] == "0") == (line[0] != "eager"), "\(line)")
      #expect((Int(line[column + 1]) ?? 1) % length == 0 && line[column - 1] != "0")
    }
    #expect(outcome.1.status == 64 && outcome.1.errors.contains("--pictures needs a folder"))
  }

  @Test func theSampleIsPlayedByDefault() throws {
    let outcome = try Program.shell("\"$program\" bench \(short) --strategy flat < /dev/null")
    #expect(outcome.status == 0)
    #expect(outcome.output.hasPrefix("built-in sample: "))
    #expect(outcome.output.contains("Only one strategy was played: there is nothing to compare."))
  }

  @Test func otherFormatsAreForPrograms() throws {
    let json = try bench(short + " --format json", feed).output
    #expect(try JSONSerialization.jsonObject(with: Data(json.utf8)) is [String: Any])
    #expect(try bench(short + " --format csv", feed).output.hasPrefix("strategy,frames,"))
    let svg = try bench(short + " --format svg", feed).output
    #expect(svg.hasPrefix("<svg xmlns=") && svg.hasSuffix("</svg>\n"))
  }

  // MARK: Feeds that show nothing

  @Test func aFeedWithoutMarkupIsSaidToHaveNone() throws {
    let plain = (1...200).map { "{\"id\":\"\($0)\",\"body_text\":\"text \($0)\"}\n" }.joined()
    let outcome = try bench(short, plain)
    #expect(outcome.status == 0)
    #expect(outcome.output.contains("No row of this scroll has markup"), "\(outcome.output)")
  }

  @Test func anEmptyFeedCannotBeScrolled() throws {
    let none = try bench(short, "{\"version\":1,\"posts\":[]}")
    #expect(none.status == 1)
    #expect(none.errors == "a.json: no posts, so there is nothing to scroll\n")
    #expect(none.output.isEmpty)
    let empty = try bench(short, "")
    #expect(empty.status == 1)
    #expect(empty.errors == "a.json: empty (expected a feed)\n")
  }

  @Test func onePostThatFitsCannotBeScrolled() throws {
    let outcome = try bench(short, "{\"id\":\"a\",\"body_html\":\"<p>one <b>word</b></p>\"}\n")
    #expect(outcome.status == 1)
    #expect(outcome.errorLines.count == 1)
    #expect(outcome.errors.hasPrefix("a.json: everything fits on 80x24"), "\(outcome.errors)")
  }

  @Test func oneLongPostCan() throws {
    let lines = (1...60).map { "<p>line <b>\($0)</b></p>" }.joined()
    let outcome = try bench(
      "--keys 5 --rounds 1 --size 40x5",
      "{\"id\":\"a\",\"body_html\":\"\(lines)\"}"
    )
    #expect(outcome.status == 0, "\(outcome.errors)")
    #expect(outcome.output.contains("1 post, 40x5"))
  }
}
