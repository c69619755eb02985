import CellGrid
import StreamModel
import TestSupport
import Testing

@testable import StreamUI

/// What a key costs does not depend on how many posts there are: the same counts at a million as at
/// a thousand.
struct MillionTests {
  /// A fifth of a million tells most of the same, in a fifth of the time.
  private static let most = isLongRun ? 1_000_000 : 200_000

  /// Posts of equal length, made where they are read.
  private final class Posts: ByteSource {
    private static let template =
      Array(
        #"{"id":"0000000","body_html":"<p>see <a href='https://a.example/'>0000000</a></p>"}"#.utf8
      ) + [0x0A]
    let name = "posts.ndjson"
    let count: Int
    let isComplete = true

    init(_ posts: Int) { count = posts * Self.template.count }

    func read(at offset: Int, into buffer: UnsafeMutableRawBufferPointer) -> Int {
      let length = Self.template.count
      let wanted = min(buffer.count, count - offset)
      guard wanted > 0 else { return 0 }
      var post = offset / length
      var line: [UInt8] = []
      var filled = 0
      while filled < wanted {
        line = Self.template
        var number = post + 1
        for digit in 0..<7 {
          let sign = UInt8(0x30 + number % 10)
          line[13 - digit] = sign
          line[length - 12 - digit] = sign
          number /= 10
        }
        let skipped = (offset + filled) % length
        let taken = min(length - skipped, wanted - filled)
        for index in 0..<taken { buffer[filled + index] = line[skipped + index] }
        filled += taken
        post += 1
      }
      return filled
    }
  }

  /// How much work the keys were: rows decoded, measured, enriched, and frames.
  private struct Work: Equatable {
    let decoded: Int
    let measured: Int
    let enriched: Int
    let frames: Int
  }

  private func work(_ keys: String, in feed: Feed) throws -> (Work, Stage.Outcome) {
    let before = feed.decodeCount
    let outcome = try Stage().play(keys, feed)
    return (
      Work(
        decoded: feed.decodeCount - before,
        measured: outcome.app.view.memo.measuredCount,
        enriched: outcome.app.view.pages.enrichmentCounts.enriched,
        frames: outcome.frames.count
      ), outcome
    )
  }

  private func indexed(_ posts: Int) throws -> Feed {
    try Feed(source: Posts(posts)).scanned()
  }

  @Test func aKeyCostsTheSameAtAMillionPosts() throws {
    for keys in ["j", "jjjjjjjjjj", "<Space><Space>", "Gkkkkk", "50%j<wait 200>"] {
      let (little, _) = try work(keys, in: indexed(1_000))
      let (much, _) = try work(keys, in: indexed(Self.most))
      #expect(much == little, "\(keys)")
    }
    // A line of scroll: nothing that was not there before but the rows that come in.
    let large = try indexed(1_000_000)
    #expect(large.recordCount == 1_000_000)
    let (still, _) = try work("", in: large)
    let (moved, _) = try work("jjj", in: large)
    #expect(moved.measured - still.measured <= 3)
    let end = try work("G", in: large).1
    #expect(end.text.contains("see 1000000"))
    #expect(end.statusLine.contains("post 1,000,000 of 1,000,000"))
    #expect(try work(":700000<Enter>", in: large).1.text.contains("see 0700000"))
  }
}
