import Testing

@testable import StreamHost

/// Unread posts that another process counts.
struct UnreadElsewhereTests {
  @Test func linesOfTheListAreRead() {
    let lines = """
      Lakes\thttps://a.example/\twater,ice\t12\t2026-01-01T00:00:00Z\t
      \thttps://b.example/\t\t0\t\tThe host was not found.
      \thttps://c.example/\t\t\t\t
      something else

      """
    #expect(
      UnreadElsewhere.counts(in: Array(lines.utf8))
        == ["https://a.example/": 12, "https://b.example/": 0]
    )
    // A line without an end may lack a part.
    #expect(UnreadElsewhere.counts(in: Array("A\thttps://a.example/\t\t1".utf8)).isEmpty)
  }
}
