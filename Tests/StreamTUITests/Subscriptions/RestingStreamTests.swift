import StreamModel
import StreamUI
import Testing

@testable import StreamHost
@testable import StreamTUI

/// A start that reads the first rows of its logs alone, because an earlier run has counted the others.
struct RestingStreamTests {
  private let stage = StateStage()

  /// Subscribes to two feeds of 1,600 posts each.
  private func subscribe() throws {
    for name in ["a", "b"] {
      let lines = (1...1_600).map { number in
        let minute = 100_000 + number * 2
        let time = Timestamp(secondsSinceEpoch: Int64(minute) * 60).rfc3339
        return
          "{\"id\":\"\(name)\(number)\",\"published\":\"\(time)\",\"body_text\":\"\(name) post \(number)\"}\n"
      }
      try Program.write(lines.joined(), to: stage.folder + "/\(name).ndjson")
    }
    let added = try stage.shell(
      "$program add ./a.ndjson && $program add ./b.ndjson && $program refresh"
    )
    try #require(added.status == 0, "\(added.errors)")
  }

  private func unread() throws -> [Int] {
    try stage.shell("$program list --format tsv").output.split(separator: "\n").compactMap {
      Int($0.split(separator: "\t", omittingEmptySubsequences: false)[3])
    }
  }

  @Test func countsAreRightWhateverWasReadMeanwhile() throws {
    try subscribe()
    let first = try stage.open(columns: 100)
    #expect(first.draws("unread 1 of 3,200"))
    #expect(first.draws("3,200 unread"))
    first.quit()
    // A start that rests, a mark in it, and the start after that.
    let second = try stage.open(columns: 100)
    #expect(second.draws("unread 1 of 3,200"))
    second.send("Rj")
    #expect(second.draws("3,199 unread"))
    second.quit()
    let third = try stage.open(columns: 100)
    #expect(third.draws("3,199 unread"))
    third.send("q")
    #expect(third.draws("post 1 of 3,200 · 3,199 unread"))
    third.send("G")
    #expect(third.draws("post 3,200 of 3,200 · 3,199 unread"))
    third.quit()
    #expect(try unread().reduce(0, +) == 3_199)
  }

  /// All of them are marked, and all of them come back, although most rest when the key comes.
  @Test func aKeyForAllPostsWaitsForThem() throws {
    try subscribe()
    for _ in 0..<2 {
      let pty = try stage.open(columns: 100)
      #expect(pty.draws("unread 1 of 3,200"))
      #expect(pty.draws("3,200 unread"))
      pty.quit()
    }
    let pty = try stage.open(columns: 100)
    #expect(pty.draws("3,200 unread"))
    pty.send("q")
    pty.send("A")
    #expect(pty.draws("Marked 1,600 posts"))
    pty.send("A")
    #expect(pty.draws("Marked 1,600 posts"))
    pty.quit()
    #expect(try unread() == [0, 0])
    let again = try stage.open(columns: 100)
    #expect(again.draws("No unread posts"))
    again.quit()
  }

  /// What another program or viewer has done since is not overlooked.
  @Test func aMarkOfAnotherViewerAndAPostThatCameAreCounted() throws {
    try subscribe()
    let first = try stage.open(columns: 100)
    #expect(first.draws("3,200 unread"))
    first.quit()
    let watching = try stage.open(columns: 100)
    #expect(watching.draws("3,200 unread"))
    let other = try stage.open(columns: 100)
    #expect(other.draws("3,200 unread"))
    // Far behind the first rows of the one that watches.
    other.send("qGRk")
    #expect(other.draws("3,199 unread"))
    other.quit()
    #expect(watching.draws("3,199 unread"))
    watching.quit()
    let post = "{\"id\":\"new\",\"published\":\"2001-01-01T00:00:00Z\",\"body_text\":\"new\"}\n"
    let refreshed = try stage.shell("printf '%s' '\(post)' >> a.ndjson && $program refresh --all")
    #expect(refreshed.status == 0)
    let later = try stage.open(columns: 100)
    #expect(later.draws("3,200 unread"))
    later.quit()
  }
}
