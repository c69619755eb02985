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

  /// Marks of another viewer and posts that another program fetched are counted, too.
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

  /// A start that rests, once for each of these keys, which come at once and alone.
  private func afterKeys(_ keys: String, _ body: (Pty) -> Void) throws {
    let pty = try stage.open(["--from-start"], columns: 100)
    #expect(pty.draws("unread 1 of 3,200"))
    #expect(pty.draws("3,200 unread"))
    pty.send(keys)
    body(pty)
    pty.quit()
  }

  @Test func keysThatMeanRowsWhichRestWaitForThem() throws {
    try subscribe()
    for (keys, place) in [
      ("", "1"), ("G", "3,200"), (":2900\r", "2,900"), ("2600g", "2,600"), ("Gg", "1"),
    ] {
      try afterKeys(keys) { #expect($0.draws("unread \(place) of 3,200"), "\(keys)") }
    }
    try afterKeys("\r") { #expect($0.draws("post 1 of 3,200")) }
    let last = try stage.open(["--from-start"], columns: 100)
    #expect(last.waits(for: "3,199 unread"))
    last.send("AA")
    #expect(last.draws("posts read"))
    last.quit()
    #expect(try unread() == [0, 0])
  }

  /// Alone, because it reads the posts that it passes if they were on the screen for long enough.
  @Test func aCountedStepWaitsForRows() throws {
    try subscribe()
    try afterKeys("") { #expect($0.draws("unread 1 of 3,200")) }
    try afterKeys("2500J") { #expect($0.draws("unread 2,501 of 3,200")) }
  }

  /// Also where an earlier run has counted for a place far above.
  @Test func aPlaceFarBelowTheFirstRowsIsFound() throws {
    try subscribe()
    for keys in ["", "q3190g"] {
      let pty = try stage.open(["--from-start"], columns: 100)
      #expect(pty.draws("3,200 unread"))
      pty.send(keys)
      pty.settle()
      if !keys.isEmpty { #expect(pty.draws("post 3,190 of 3,200")) }
      pty.quit()
    }
    for _ in 0..<2 {
      let pty = try stage.open(columns: 100)
      // A key would end the search for the place.
      #expect(pty.waits(for: "3,200 unread"))
      pty.send("q")
      #expect(pty.draws("post 3,190 of 3,200"))
      pty.quit()
    }
  }
}
