import Foundation
import Testing

/// `snapshot --compare`: the proof that enrichment moves nothing, for anybody's feed and keys.
struct SnapshotCompareTests {
  private func compare(_ arguments: String) throws -> Program.Outcome {
    let feed = (1...50).map { number in
      #"{"id":"\#(number)","body_html":"<p>see <a href=\"https://a.example/\#(number)\">page</a> "#
        + #"<b>東京</b> \#(number)</p>"}"# + "\n"
    }.joined()
    return try Program.inFolder { folder in
      try Program.write(feed, to: folder + "/a.json")
      return try Program.shell("cd '\(folder)' && $program snapshot \(arguments)")
    }
  }

  @Test(arguments: ["flat eager", "idle sync", "strict flat"])
  func strategiesShowTheSameCharacters(_ pair: String) throws {
    let output = try compare("--keys '<Space>jjj' --size 60x12 a.json --compare \(pair)")
      .cleanOutput()
    let lines = output.split(separator: "\n", omittingEmptySubsequences: false)
    let names = pair.split(separator: " ")
    #expect(lines.first == "\(names[0]):")
    #expect(lines.contains("\(names[1]):"))
    // Both text planes, one after the other, are the same.
    #expect(lines[1...12] == lines[15...26])
    #expect(output.contains("\n0 of 720 cells differ in their characters, "))
  }

  @Test func stylesThatDifferAreCounted() throws {
    let outcome = try compare("--size 60x12 --keys '<Space>' --compare flat eager a.json")
    let count = outcome.output.firstMatch(of: /characters, (\d+) in their style alone/)
    #expect(count.flatMap { Int($0.1) }.map { $0 > 20 } == true, "\(outcome.output)")
    let same = try compare("--size 60x12 --compare idle idle a.json")
    #expect(same.output.contains("characters, 0 in their style alone."))
  }

  /// The figures of the strategy name it, so these frames cannot be the same.
  @Test func cellsThatDifferArePrintedWithTheirPlace() throws {
    let keys = "--keys 'j:cycle-strategy<CR>'"
    let outcome = try compare("--size 100x12 \(keys) --compare idle eager a.json")
    #expect(outcome.status == 1)
    #expect(!outcome.output.contains("\n0 of 1,200 cells"))
    #expect(outcome.output.contains("\nline 12, columns "), "\(outcome.output)")
  }

  @Test func sourcesMayStandOnBothSidesOfTheStrategies() throws {
    let before = try compare("--size 60x12 a.json --compare flat eager")
    let after = try compare("--size 60x12 --compare flat eager a.json")
    let piped = try compare("--size 60x12 --compare flat eager < a.json")
    #expect(before.status == 0 && after.status == 0 && piped.status == 0)
    #expect(before.output == after.output)
    #expect(before.output == piped.output)
  }
}
