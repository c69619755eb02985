import Foundation
import TestSupport
import Testing

/// The bytes that each strategy sends at each pace of reading.
struct BenchPaceTests {
  /// The default strategy never sends over 5 % more than eager, and less where rows pass by.
  ///
  /// In the real program, whose ncurses counts the bytes.
  @Test(arguments: ["80x24", "120x40"]) func idleNeverLosesToEager(_ size: String) throws {
    let paces = try Self.paces("--size \(size)", posts: 200)
    #expect(paces.count >= 8)
    for pace in paces {
      let eager = try #require(pace.bytes["eager"])
      let idle = try #require(pace.bytes["idle"])
      let flat = try #require(pace.bytes["flat"])
      #expect(idle * 100 <= eager * 105, "\(pace.pace): \(idle) of \(eager)")
      #expect(flat <= idle, "\(pace.pace)")
    }
    let leafing = try #require(paces.first { $0.pace == "10 pages" })
    let (flat, idle) = (leafing.bytes["flat"] ?? 0, leafing.bytes["idle"] ?? 0)
    let eager = leafing.bytes["eager"] ?? 0
    #expect(eager - idle >= (eager - flat) / 2, "flat \(flat), idle \(idle), eager \(eager)")
    // The bug that this table was made for: a blink at every line.
    let reading = try #require(paces.first { $0.pace == "1 line" })
    #expect((reading.bytes["strict"] ?? 0) > 2 * (reading.bytes["idle"] ?? 0))
  }

  @Test func twoRunsPrintTheSame() throws {
    for format in ["table", "json"] {
      let arguments = "--size 60x12 --format \(format)"
      let first = try Self.bench(arguments, posts: 40)
      #expect(first == (try Self.bench(arguments, posts: 40)))
      #expect(first.contains("10 pages"))
    }
  }

  @Test func theTableHasALineForEachPace() throws {
    let text = try Self.bench("--size 60x12", posts: 40)
    let lines = text.split(separator: "\n", omittingEmptySubsequences: false)
    #expect(lines.allSatisfy { $0.count <= 80 })
    #expect(lines.contains { $0.hasPrefix("1 line ") && $0.contains("1.00") })
    let alone = try Self.bench("--size 60x12 --strategy idle", posts: 40)
    #expect(!alone.contains("multiples") && alone.contains("10 pages"))
  }

  private struct Report: Decodable {
    let paces: [Pace]
  }

  private struct Pace: Decodable {
    struct Result: Decodable {
      let strategy: String
      let bytes: Int
    }

    let pace: String
    let strategies: [Result]

    var bytes: [String: Int] {
      Dictionary(strategies.map { ($0.strategy, $0.bytes) }) { first, _ in first }
    }
  }

  private static let words = [
    "a", "river", "without", "many", "bridges", "carries", "slow", "boats", "past", "the", "old",
    "harbour",
    "where", "nobody", "counts", "them", "any", "more", "because", "Tuesday", "is", "for", "soup",
  ]

  /// Posts of several paragraphs, in which every line has a span or a link.
  private static func feed(posts: Int) -> String {
    var random = SplitMix(seed: 7)
    return (1...posts).map { number in
      func words() -> String {
        (0...(random.next() % 5)).map { _ in Self.words[random.below(Self.words.count)] }
          .joined(separator: " ")
      }
      let body = (0...(random.next() % 4)).map { part in
        "<p>\(words()) <b>\(words())</b>, \(words()) <a href='https://a.example/\(number)/\(part)'>"
          + "\(words())</a> \(words()) <code>\(words())</code> \(words()) <i>\(words())</i>.</p>"
      }
      return "{\"id\":\"p\(number)\",\"published\":\"2024-01-01T00:00:00Z\","
        + "\"body_html\":\"\(body.joined())\"}\n"
    }.joined()
  }

  private static func bench(_ arguments: String, posts: Int) throws -> String {
    try Program.inFolder { folder in
      try Data(feed(posts: posts).utf8).write(to: URL(fileURLWithPath: folder + "/a.json"))
      let outcome = try Program.shell(
        "cd '\(folder)' && $program bench --paces \(arguments) a.json"
      )
      #expect(outcome.status == 0, "\(outcome.errors)")
      return outcome.output
    }
  }

  private static func paces(_ arguments: String, posts: Int) throws -> [Pace] {
    let json = try bench(arguments + " --format json", posts: posts)
    return try JSONDecoder().decode(Report.self, from: Data(json.utf8)).paces
  }
}
