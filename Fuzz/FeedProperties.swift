import CellGrid
import StreamModel
import StreamUI

/// What holds for any bytes taken for a feed.
enum FeedProperties {
  /// Long inputs are read whole only: pieces of one byte would take all the time.
  private static let longest = 8 << 10

  static func check(_ bytes: [UInt8], prefixedBy start: String?) {
    // Half of the inputs begin as the format does, so that the sniffer lets them through.
    var bytes = bytes
    if let start, bytes.first.map({ $0 & 1 == 1 }) ?? false {
      bytes.replaceSubrange(0..<1, with: Array(start.utf8))
    }
    check(bytes, pieces: bytes.count <= longest)
  }

  /// - Parameter pieces: whether pieces of one and seven bytes are to show the same.
  static func check(_ bytes: [UInt8], pieces: Bool) {
    let whole = outline(bytes, piece: bytes.count + 1)
    check(whole, bytes)
    guard pieces else { return }
    for piece in [1, 7] {
      let pieces = outline(bytes, piece: piece)
      expect(pieces == whole, "pieces of \(piece) bytes show \(pieces), the whole \(whole)")
    }
  }

  /// What is shown: a line a row, and the problems.
  private static func outline(_ bytes: [UInt8], piece: Int) -> [String] {
    let source = MemoryBytes(name: "feed", bytes: [], isComplete: false)
    let feed = Feed(source: source)
    var at = 0
    do throws(FeedError) {
      while at < bytes.count {
        let end = min(at + max(1, piece), bytes.count)
        source.append(bytes[at..<end])
        at = end
        while try feed.advance(bytes: 1 << 20) == .more {}
      }
      source.finish()
      while try feed.advance(bytes: 1 << 20) == .more {}
    } catch {
      return ["refused"]
    }
    var dump = PostDump(now: Timestamp(secondsSinceEpoch: 1_769_904_000))
    let rows = (0..<feed.recordCount).map { row -> String in
      switch feed.record(at: row) {
      case .post(let post): String(decoding: dump.json(post, source: "feed"), as: UTF8.self)
      case .problem(let problem): "! \(problem.line ?? 0):\(problem.column ?? 0) \(problem.message)"
      }
    }
    return rows + feed.problems.map { "\($0.line ?? 0):\($0.column ?? 0)" }
  }

  /// Nothing that a terminal acts upon leaves in a dump.
  private static func check(_ rows: [String], _ bytes: [UInt8]) {
    for row in rows where !row.hasPrefix("!") {
      expect(TextProperties.isSafe(row, newlines: false), "a dump holds what it must not")
    }
  }
}
