import Testing

@testable import StreamHost

@Suite struct TransferResultTests {
  private func result(_ text: String, exit: Int = 0, _ heads: String...) throws -> TransferResult {
    let file = heads.map { "HTTP/1.1 " + $0.replacing("|", with: "\r\n") + "\r\n\r\n" }.joined()
    return TransferResult(
      address: try address(text),
      exit: exit,
      heads: HTTPHeadReader.read(Array(file.utf8))
    )
  }

  @Test func aMoveForGoodIsRemembered() throws {
    let moved = try result(
      "http://a.example/feed",
      "301 x|Location: https://a.example/feed",
      "308 x|Location: /new",
      "302 x|Location: /today",
      "200 x|Content-Type: text/xml"
    )
    #expect(moved.movedAddress?.text == "https://a.example/new")
    #expect(moved.outcome.course == .done)
  }

  @Test func aMoveForTheMomentIsNot() throws {
    let feed = "https://a.example/feed"
    let still = [
      try result(feed, "302 x|Location: /b", "301 x|Location: /c", "200 x"),
      try result(feed, "307 x|Location: /b", "200 x"),
      try result(feed, "301 x|Location: /b", "404 x"),
      try result(feed, "301 x|Location: /b", "500 x"),
      try result(feed, exit: 18, "301 x|Location: /b", "200 x"),
      try result(feed, "200 x"),
      // A captive portal.
      try result(feed, "301 x|Location: /login", "200 x|Content-Type: text/html"),
      // Never out of https, never into the user's own network.
      try result(feed, "301 x|Location: http://a.example/feed", "200 x"),
      try result(feed, "301 x|Location: https://192.168.1.1/feed", "200 x"),
      try result(feed, "301 x|Location: file:///etc/passwd", "200 x"),
    ]
    #expect(still.map(\.movedAddress) == Array(repeating: nil, count: still.count))
  }

  @Test func aFeedThatMovedToAnUnchangedOneIsRemembered() throws {
    let moved = try result("https://a.example/feed", "308 x|Location: /b", "304 x")
    #expect(moved.movedAddress?.text == "https://a.example/b")
    #expect(moved.outcome.course == .unchanged)
  }

  @Test func theMessageNamesTheHostThatFailed() throws {
    let moved = try result("https://a.example/", "302 x|Location: https://b.example/", "503 x")
    #expect(moved.outcome.sentence.hasPrefix("b.example "))
    #expect(try result("https://a.example/").outcome.course == .later)
    #expect(try result("https://a.example/", exit: 6).outcome.sentence.contains("a.example"))
  }

  /// Whether the sentence says what to do, or what is done.
  private static func hasRemedy(_ outcome: CurlOutcome) -> Bool {
    let words = ["Try ", "Check ", "Update ", "Install ", "Sign ", "Remove ", "asked again"]
    return words.contains { outcome.sentence.contains($0) }
  }

  @Test func everyExitCodeHasASentence() {
    for exit in -1...300 {
      let outcome = CurlOutcome(exit: exit, host: "a.example")
      #expect(outcome.sentence.hasSuffix("."), "\(exit): \(outcome.sentence)")
      #expect((outcome.course == .done) == (exit == 0))
      #expect(exit == 0 || Self.hasRemedy(outcome), "\(exit): \(outcome.sentence)")
      #expect(outcome.course != .never, "an error of the network is never for ever")
    }
    #expect(CurlOutcome(exit: 60, host: "a").course == .user)
    #expect(CurlOutcome(exit: 28, host: "a").course == .later)
    #expect(CurlOutcome(exit: 6, host: "a").course == .later)
    #expect(CurlOutcome(exit: 77, host: "a").sentence.contains("ca-certificates"))
  }

  @Test func everyStatusHasASentence() {
    let courses: [(ClosedRange<Int>, CurlOutcome.Course)] = [
      (200...203, .done), (204...205, .unchanged), (206...206, .later), (300...303, .user),
      (304...304, .unchanged), (305...399, .user), (401...403, .user), (404...406, .later),
      (410...410, .never), (429...429, .later), (451...451, .user), (500...599, .later),
      (0...199, .later), (600...999, .later),
    ]
    for (range, course) in courses {
      for status in range {
        let outcome = StatusOutcome.of(status, host: "a.example")
        #expect(outcome.course == course, "\(status)")
        #expect(outcome.sentence.hasSuffix("."))
        let isGood = outcome.course == .done || outcome.course == .unchanged
        #expect(isGood || Self.hasRemedy(outcome), "\(status): \(outcome.sentence)")
      }
    }
  }
}
