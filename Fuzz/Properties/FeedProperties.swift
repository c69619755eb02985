import CellGrid
import StreamModel
import StreamUI

/// What holds for any bytes taken for a feed.
package enum FeedProperties {
  /// Longer inputs are not read by the byte, nor by seven: it would take all the time.
  private static let longest = (byOne: 2 << 10, bySeven: 8 << 10)
  private static let now = Timestamp(secondsSinceEpoch: 1_769_904_000)

  /// - Parameter start: what half of the inputs begin with, so that the sniffer lets them through.
  static func check(_ input: FuzzInput, prefixedBy start: String?) {
    var bytes = Array(input.bytes)
    if let start, input.choose(2, question: 1) == 1, !bytes.isEmpty {
      bytes.replaceSubrange(0..<1, with: start.utf8)
    }
    // Most runs look for crashes; what takes many feeds or layouts is rarer.
    switch input.choose(32) {
    case 0 where bytes.count <= longest.byOne: checkPieces(of: 1, bytes)
    case 0...2 where bytes.count <= longest.bySeven: checkPieces(of: 7, bytes)
    case 3...5: checkPieces(of: max(1, bytes.count / 2), bytes)
    case 6: checkPieces(of: 4096, bytes)
    case 7...9: checkText(bytes, columns: [1, 7, 40, 200][input.choose(4, question: 2)])
    default: checkWhole(bytes)
    }
  }

  /// A dump of the posts holds nothing that a terminal acts upon.
  package static func checkWhole(_ bytes: [UInt8]) {
    expect(TextProperties.isSafe(shown(bytes).posts, newlines: true), "an unsafe dump")
  }

  /// Pieces of any size show what the whole shows: a writer's pace changes nothing.
  private static func checkPieces(of piece: Int, _ bytes: [UInt8]) {
    let whole = shown(bytes)
    let pieces = shown(bytes, piece: piece)
    expect(
      pieces == whole,
      "pieces of \(piece) bytes show \(pieces.description), the whole \(whole.description)"
    )
  }

  /// Posts and problems laid out as text are safe, too.
  private static func checkText(_ bytes: [UInt8], columns: Int) {
    let feed = Feed(source: MemoryBytes(name: "feed", bytes: bytes))
    guard (try? finish(feed)) != nil else { return }
    let dump = PostDump(now: now)
    for row in 0..<min(feed.recordCount, 100) {
      let text = dump.text(feed.record(at: row), columns: columns)
      expect(TextProperties.isSafe(Array(text.utf8), newlines: true), "unsafe text")
    }
  }

  /// What of a feed is seen.
  private struct Shown: Equatable {
    /// A JSON object a line.
    var posts: [UInt8] = []
    /// The row, line and column of each problem; row -1 for those of the whole document.
    var problems: [[Int]] = []
    /// What is wrong with the problems is their message.
    var messages: [String] = []
    var isRefused = false

    var description: String {
      "\(String(decoding: posts, as: UTF8.self)) \(problems) \(messages) \(isRefused)"
    }
  }

  private static func shown(_ bytes: [UInt8], piece: Int = .max) -> Shown {
    var shown = Shown()
    let source: MemoryBytes
    let feed: Feed
    do throws(FeedError) {
      if piece >= bytes.count {
        source = MemoryBytes(name: "feed", bytes: bytes)
        feed = Feed(source: source)
      } else {
        source = MemoryBytes(name: "feed", bytes: [], isComplete: false)
        feed = Feed(source: source)
        var at = 0
        while at < bytes.count {
          let end = min(at + piece, bytes.count)
          source.append(bytes[at..<end])
          at = end
          try finish(feed)
        }
        source.finish()
      }
      try finish(feed)
    } catch {
      shown.isRefused = true
      return shown
    }
    let dump = PostDump(now: now)
    for row in 0..<feed.recordCount {
      switch feed.inspect(at: row) {
      case .post(let post):
        shown.posts += dump.json(post, source: "feed")
        shown.posts.append(0x0A)
      case .problem(let problem):
        shown.problems.append([row, problem.line ?? 0, problem.column ?? 0])
        shown.messages.append(problem.message)
      }
    }
    shown.problems += feed.problems.map { [-1, $0.line ?? 0, $0.column ?? 0] }
    return shown
  }

  /// Reads all that is there.
  private static func finish(_ feed: Feed) throws(FeedError) {
    while try feed.advance(bytes: 1 << 20) == .more {}
  }
}
