import StreamModel
import Testing

/// A start that reads the first rows of its logs alone, because an earlier run has counted the others.
struct RestingStreamTests {
  private let stage = StateStage()

  /// Subscribes to two feeds of 1,600 posts each.
  init() throws {
    for name in ["a", "b"] {
      let lines = (1...1_600).map { number in
        let time = Timestamp(secondsSinceEpoch: Int64(100_000 + number * 2) * 60).rfc3339
        return
          "{\"id\":\"\(name)\(number)\",\"published\":\"\(time)\",\"body_text\":\"\(name) post \(number)\"}\n"
      }
      try Program.write(lines.joined(), to: stage.folder + "/\(name).ndjson")
    }
    try stage.shell(
      "$program add ./a.ndjson && $program add ./b.ndjson && $program refresh"
    ).ends(with: 0)
  }

  private func unread() throws -> [Int] {
    try stage.shell("$program list --format tsv").output.split(separator: "\n").compactMap {
      Int($0.split(separator: "\t", omittingEmptySubsequences: false)[3])
    }
  }

  /// A run of the viewer that comes to show these texts; then `body` types keys.
  private func view(
    _ texts: String...,
    fromStart: Bool = false,
    _ body: (Pty) throws -> Void = { _ in }
  ) throws {
    let pty = try stage.open(fromStart ? ["--from-start"] : [], columns: 100)
    for text in texts { #expect(pty.draws(text), "\(text)") }
    try body(pty)
    pty.quit()
  }

  @Test func countsAreRightWhateverWasReadMeanwhile() throws {
    try view("unread 1 of 3,200", "3,200 unread")
    // A start that rests, a mark in it, and the start after that.
    try view("unread 1 of 3,200") { $0.type("Rj", drawing: "3,199 unread") }
    try view("3,199 unread") { pty in
      pty.type("q", drawing: "post 1 of 3,200 · 3,199 unread")
      pty.type("G", drawing: "post 3,200 of 3,200 · 3,199 unread")
    }
    #expect(try unread().reduce(0, +) == 3_199)
  }

  /// All of them are marked, and all of them come back, although most rest when the key comes.
  @Test func aKeyForAllPostsWaitsForThem() throws {
    for _ in 0..<2 { try view("unread 1 of 3,200", "3,200 unread") }
    try view("3,200 unread") { pty in
      pty.type("qA", drawing: "Marked 1,600 posts")
      pty.type("A")
      #expect(pty.draws("Marked 1,600 posts"))
      pty.settle()
    }
    #expect(try unread() == [0, 0])
    try view("No unread posts")
  }

  /// Marks of another viewer and posts that another program fetched are counted, too.
  @Test func aMarkOfAnotherViewerAndAPostThatCameAreCounted() throws {
    try view("3,200 unread")
    try view("3,200 unread") { watching in
      // Far behind the first rows of the one that watches.
      try view("3,200 unread") { $0.type("qGRk", drawing: "3,199 unread") }
      #expect(watching.draws("3,199 unread"))
    }
    let post = "{\"id\":\"new\",\"published\":\"2001-01-01T00:00:00Z\",\"body_text\":\"new\"}\n"
    try stage.shell("printf '%s' '\(post)' >> a.ndjson && $program refresh --all").ends(with: 0)
    try view("3,200 unread")
  }

  /// A start that rests, once for each of these keys, which come at once and alone.
  @Test func keysThatMeanRowsWhichRestWaitForThem() throws {
    for (keys, text) in [
      ("", "unread 1 of 3,200"), ("G", "unread 3,200 of 3,200"),
      (":2900\r", "unread 2,900 of 3,200"), ("2600g", "unread 2,600 of 3,200"),
      ("Gg", "unread 1 of 3,200"), ("\r", "post 1 of 3,200"),
    ] {
      try view("unread 1 of 3,200", "3,200 unread", fromStart: true) {
        $0.type(keys, drawing: text)
      }
    }
    let last = try stage.open(["--from-start"], columns: 100).awaiting("3,199 unread")
    last.type("AA")
    #expect(last.draws("posts read"))
    last.settle()
    last.quit()
    #expect(try unread() == [0, 0])
  }

  /// Alone, because it reads the posts that it passes if they were on the screen for long enough.
  @Test func aCountedStepWaitsForRows() throws {
    for (keys, place) in [("", "1"), ("2500J", "2,501")] {
      try view("unread 1 of 3,200", "3,200 unread", fromStart: true) {
        $0.type(keys, drawing: "unread \(place) of 3,200")
      }
    }
  }

  @Test func aPlaceFarBelowTheFirstRowsIsFound() throws {
    try view("3,200 unread", fromStart: true) { $0.settle() }
    try view("3,200 unread", fromStart: true) {
      $0.type("q3190g", drawing: "post 3,190 of 3,200")
    }
    for _ in 0..<2 {
      let pty = try stage.open(columns: 100)
      // A key would end the search for the place.
      #expect(pty.waits(for: "3,200 unread"))
      pty.type("q", drawing: "post 3,190 of 3,200")
      pty.quit()
    }
  }
}
