import Foundation
import Testing

@testable import StreamTUI

/// The blocks of the manual pages are what they say: configurations, filters and feeds.
struct ManualExampleTests {
  private static let folder = URL(filePath: #filePath)
    .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
    .appending(path: "docs/man")

  @Test func everyConfigurationHasNoProblem() throws {
    let blocks = try Self.blocks(of: "streamtui-config.5")
    try #require(blocks.count == 6)
    for block in blocks {
      try Program.inFolder { folder in
        let path = folder + "/config.toml"
        try Program.write(block, to: path)
        #expect(RunConfiguration(.named(path), given: []).lines == [], "\(block)")
      }
    }
  }

  @Test func everyFilterIsTaken() throws {
    let blocks = try Self.blocks(of: "streamtui-filter.7")
    try #require(blocks.count == 3)
    try StateStage.run { stage in
      _ = try stage.feed("feed.ndjson", ["water"])
      for block in blocks {
        let filter = block.trimmingCharacters(in: .whitespacesAndNewlines)
        let outcome = try stage.shell("$program check --filter '\(filter)' feed.ndjson")
        #expect(outcome.status == 0, "\(filter): \(outcome.errors)")
      }
      #expect(try stage.shell("$program check --filter 'likes>many' feed.ndjson").status == 64)
    }
  }

  @Test func theFeedIsRead() throws {
    let blocks = try Self.blocks(of: "streamtui-formats.7")
    try #require(blocks.count == 1)
    try StateStage.run { stage in
      try blocks[0].write(toFile: stage.folder + "/feed.json", atomically: true, encoding: .utf8)
      try stage.shell("$program dump --format text feed.json")
        .says(output: "Good morning, lake!", "3 likes")
    }
  }

  /// The text between the requests `.nf` and `.fi`, without the escapes of roff.
  private static func blocks(of page: String) throws -> [String] {
    let text = try String(contentsOf: folder.appending(path: page), encoding: .utf8)
    return text.components(separatedBy: "\n.nf\n").dropFirst().compactMap { part in
      part.components(separatedBy: "\n.fi").first.map {
        $0.replacing("\\-", with: "-").replacing("\\e", with: "\\") + "\n"
      }
    }
  }
}
