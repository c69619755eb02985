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
      try Program.write(feed, to: folder + "/a.json")
      return try Program.shell("cd '\(folder)' && $program bench \(arguments) a.json")
    }
  }

  private let short = "--keys 30 --size 80x24"

  private struct Report: Decodable {
    let strategies: [[String: Figure]]
  }

  /// A name or a count.
  private enum Figure: Decodable, Equatable {
    case name(String)
    case count(Int)

    init(from decoder: any Decoder) throws {
      let value = try decoder.singleValueContainer()
      if let count = try? value.decode(Int.self) {
        self = .count(count)
      } else {
        self = .name(try value.decode(String.self))
      }
    }
  }

  @Test func theTableHasALineForEachStrategy() throws {
    let output = try bench(short, feed).cleanOutput()
    let lines = output.split(separator: "\n").map { String($0) }
    #expect(lines.first == "a.json: 200 posts, 80x24, bytes for xterm-256color")
    #expect(lines.dropFirst().first?.hasPrefix("30 line keys, 5 pages, 1 rest") == true)
    for strategy in ["idle", "strict", "sync", "eager", "flat"] {
      #expect(lines.count { $0.hasPrefix(strategy + " ") } == 1, "\(output)")
    }
  }

  @Test func countsAreTheSameInEveryRun() throws {
    func counts(_ environment: String) throws -> String {
      let outcome = try Program.inFolder { folder in
        try Program.write(feed, to: folder + "/a.json")
        return try Program.shell(
          "cd '\(folder)' && \(environment) $program bench \(short) --format json a.json"
        )
      }
      #expect(outcome.status == 0, "\(outcome.errors)")
      return outcome.output
    }
    let first = try counts("TERM=dumb LC_ALL=C")
    let report = try JSONDecoder().decode(Report.self, from: Data(first.utf8))
    let names = ["idle", "strict", "sync", "eager", "flat"]
    #expect(report.strategies.map { $0["strategy"] } == names.map { .name($0) })
    for name in ["frames", "rows_laid_out", "spans", "links", "bytes", "bytes_moving"] {
      #expect(report.strategies.allSatisfy { $0[name] != nil }, "\(name)")
    }
    #expect(try counts("TERM=xterm-256color") == first)
    #expect(try counts("TZ=Asia/Tokyo") == first)
  }

  /// The pictures of a folder: of all strategies, eager alone sends them while rows move.
  @Test func picturesBesideTheFeedOfAFolderAreCounted() throws {
    let picture = PictureMaker.png(100, 60)
    let outcome = try Program.inFolder { folder in
      try Program.makeFolder(folder + "/f/m")
      let posts = (1...60).map { number in
        #"{"id":"\#(number)","body_html":"<p>text <b>\#(number)</b></p>","attachments":"#
          + #"[{"type":"image","url":"m/\#(number).png","width":100,"height":60}]}"# + "\n"
      }
      try Data(posts.joined().utf8).write(to: URL(fileURLWithPath: folder + "/f/feed.json"))
      for number in 1...60 {
        try Data(picture)
          .write(to: URL(fileURLWithPath: folder + "/f/m/\(number).png"))
      }
      let command = "bench \(short) --format json --pictures"
      return (
        try Program.shell("cd '\(folder)' && $program \(command) f"),
        try Program.shell("$program \(command) < /dev/null")
      )
    }
    #expect(outcome.0.status == 0, "\(outcome.0.errors)")
    let report = try JSONDecoder().decode(Report.self, from: Data(outcome.0.output.utf8))
    let length = (picture.count + 2) / 3 * 4
    #expect(report.strategies.count == 5)
    for result in report.strategies {
      let isEager = result["strategy"] == .name("eager")
      #expect((result["picture_bytes_moving"] == .count(0)) == !isEager, "\(result)")
      guard case .count(let bytes)? = result["picture_bytes_resting"] else {
        Issue.record("\(result)")
        continue
      }
      #expect(bytes % length == 0 && result["pictures"] != .count(0))
    }
    #expect(outcome.1.status == 64 && outcome.1.errors.contains("--pictures needs a folder"))
  }

  @Test func theSampleIsPlayedByDefault() throws {
    let outcome = try Program.shell("$program bench \(short) --strategy flat < /dev/null")
    #expect(outcome.status == 0)
    #expect(outcome.output.hasPrefix("built-in sample: "))
  }

  // MARK: Feeds that show nothing

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
    try bench("--keys 5 --size 40x5", "{\"id\":\"a\",\"body_html\":\"\(lines)\"}")
      .ends(with: 0, output: "1 post, 40x5")
  }
}
