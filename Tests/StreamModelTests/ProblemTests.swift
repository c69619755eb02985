import TestSupport
import Testing

@testable import StreamModel

@Suite struct ProblemTests {
  @Test(arguments: [
    ("\"comments_count\":-1", "comments_count", "not a count (expected a whole number from 0)"),
    ("\"likes_count\":1.5", "likes_count", "not a count (expected a whole number)"),
    ("\"likes_count\":1e999", "likes_count", "not a count (expected a whole number)"),
    (
      "\"likes_count\":99999999999999999999", "likes_count",
      "not a count (expected a whole number)"
    ),
    ("\"likes_count\":\"3\"", "likes_count", "is text (expected a number)"),
    ("\"likes_count\":[{\"a\":[]}]", "likes_count", "is a list (expected a number)"),
    ("\"author\":7", "author", "is a number (expected an object)"),
    ("\"author\":{\"name\":{}}", "author.name", "is an object (expected text)"),
    (
      "\"published\":\"yesterday\"", "published",
      "not a time (expected RFC 3339, such as 2026-01-30T08:15:00Z)"
    ),
    ("\"title\":true", "title", "is true or false (expected text)"),
    ("\"tags\":[\"a\",1]", "tags[1]", "is a number (expected text)"),
    (
      "\"comments\":[{\"id\":\"c\"},{\"id\":\"d\",\"likes_count\":\"x\"}]",
      "comments[1].likes_count", "is text (expected a number)"
    ),
    ("\"comments\":[3]", "comments[0]", "is a number (expected an object)"),
    ("\"url\":\"\\ud800\"", "url", "invalid Unicode became U+FFFD (expected UTF-8)"),
  ])
  func aWrongFieldIsAbsentAndReported(_ field: String, _ path: String, _ message: String) throws {
    let feed = try feed("{\"version\":1,\"posts\":[\n{\"id\":\"x\"},\n{\"id\":\"y\",\(field)}\n]}")
    #expect(feed.outline == ["x", "y"])
    let post = try #require(feed.posts.last)
    #expect(post.problems.map(\.path) == ["$.posts[1].\(path)"])
    #expect(post.problems.map(\.message) == [message])
    #expect(post.problems.map(\.line) == [3])
    #expect(post.likesCount == nil)
    #expect(feed.problems == [])
  }

  @Test func wholeNumbersInAnyFormAreCounts() throws {
    for (text, value) in [("0", 0), ("12.0", 12), ("1.2e1", 12), ("-0", 0), ("-7", -7)] {
      #expect(try feed("{\"id\":\"x\",\"likes_count\":\(text)}").posts[0].likesCount == value)
    }
  }

  @Test(arguments: [
    // Syntax inside a record: its neighbours stand.
    (#"{"id":"2","url":nul}"#, "20: $.posts[1].url: unexpected '}' (expected null)"),
    (#"{"id":"2",}"#, "11: $.posts[1].id: unexpected '}' (expected a key)"),
    (#"{"id":"2" "url":1}"#, "11: $.posts[1].id: unexpected '\"' (expected ',' or '}')"),
    // Structure lost: found again at the next record.
    (
      #"{"id":"2","url":"x}"#,
      "20: $.posts[1].url: not closed before the next record (expected '\"')"
    ),
    (#"{"id":"2","tags":["a"}"#, "22: $.posts[1].tags[0]: unexpected '}' (expected ',' or ']')"),
    (
      #"{"id":"2","tags":[]"#,
      "20: $.posts[1].tags: not closed before the next record (expected ',' or '}')"
    ),
    (#"{"id":"2",<html>}"#, "11: $.posts[1].id: unexpected '<' (expected a key)"),
    ("7", "1: $.posts[1]: is a number (expected an object)"),
    (
      "{}",
      #"1: $.posts[1]: neither an id nor a text (expected "id", "body_html" or "body_text")"#
    ),
  ])
  func oneBrokenRecordIsOneRow(_ record: String, _ problem: String) throws {
    let records = [#"{"id":"1"}"#, record, #"{"id":"3"}"#].joined(separator: ",\n")
    let feed = try feed("{\"version\":1,\"posts\":[\n\(records)\n]}")
    #expect(feed.outline.count == 3)
    #expect(feed.outline.first == "1")
    #expect(feed.outline.last == "3")
    #expect(problems(feed) == ["feed:3:\(problem)"])
  }

  @Test func compactFeedsAreFoundAgainAmongComments() throws {
    let comment = "{\"id\":\"c\",\"body_text\":\"c\"}"
    func post(_ id: Int, _ tail: String = "}") -> String {
      "{\"id\":\"\(id)\",\"body_text\":\"t\",\"comments\":[\(comment),\(comment)],\"likes\":[]"
        + tail
    }
    for tail in ["", "]}", ",\"x\":\"}", ",\"x\":'y'}"] {
      let text =
        "{\"version\":1,\"posts\":[\(post(1)),\(post(2)),\(post(3, tail)),\(post(4)),\(post(5))]}"
      let feed = try feed(text)
      #expect(feed.outline.count == 5, "\(tail)")
      #expect(feed.posts.map(\.id.rawValue) == ["1", "2", "4", "5"], "\(tail)")
      #expect(problems(feed).count >= 1)
    }
  }

  @Test func prettyFeedsAreFoundAgain() throws {
    let text = """
      [
        {
          "id": "1",
          "content": "x",
          "account": {
            "id": "9"
          }
        },
        {
          "id": "2",
          "content": "x,
          "account": {
            "id": "9"
          }
        },
        {
          "id": "3",
          "content": "x"
        }
      ]
      """
    let feed = try feed(text)
    #expect(feed.outline == ["1", "!11:19", "3"])
    #expect(
      problems(feed) == [
        "feed:11:19: $[1].content: unexpected line end (expected an escape such as \\n instead of the bare control character)"
      ]
    )
  }

  @Test(arguments: [
    (",]}", ["a"], "34: $.posts: unexpected ']' after ',' (expected a record)"),
    (#",,{"id":"b"}]}"#, ["a", "b"], "34: $.posts: unexpected ',' (expected a record)"),
    (#"{"id":"b"}]}"#, ["a", "b"], "33: $.posts: unexpected '{' (expected ',' or ']')"),
    ("", ["a"], "33: $.posts: input ended early (expected ',' or ']')"),
    ("]", ["a"], "34: $.posts: input ended early (expected ',' or '}')"),
    (
      #",{"id":"b""#, ["a", "!1:43"],
      "43: $.posts[1].id: input ended early (expected ',' or '}')"
    ),
    ("]} x", ["a"], "36: $.posts: unexpected byte (expected nothing more)"),
  ])
  func problemsBehindARecordHaveTheirPlace(
    _ rest: String,
    _ outline: [String],
    _ problem: String
  ) throws {
    let feed = try feed(#"{"version":1,"posts":[{"id":"a"}"# + rest)
    #expect(feed.outline == outline)
    #expect(problems(feed) == ["feed:1:\(problem)"])
  }

  @Test func problemsOfTheHeadHaveTheirPlace() throws {
    let feed = try feed(#"{"version":2,"total":-1,"posts":[{"id":"a"}]}"#)
    #expect(feed.outline == ["a"])
    #expect(
      problems(feed) == [
        "feed:1:12: $.version: unknown version (expected 1)",
        "feed:1:22: $.total: not a count (expected a whole number from 0)",
      ]
    )
  }

  @Test func problemsAreListedOnceAndInOrder() throws {
    let feed = try feed("{\"id\":\"a\",\"body_text\":\"x\"}\n{}\n{}\n{\"id\":\"b\"}\n{}\n")
    _ = feed.inspect(at: 4)
    _ = feed.inspect(at: 1)
    #expect(feed.problems.map(\.line) == [2, 5])
    _ = feed.rows
    _ = feed.rows
    #expect(feed.problems.map(\.line) == [2, 3, 5])
  }

  @Test func lookingAtRecordsAddsNoProblem() throws {
    let feed = try feed(
      "{\"id\":\"a\"}\nx\n{\"id\":\"b\",}\n{\"type\":\"like\",\"post\":\"nobody\",\"author\":\"@c\"}\n"
    )
    let scanned = feed.problems
    // The second line is no object, which the scan sees; the third is read only where it is shown.
    #expect(scanned.map(\.line) == [2, 4])
    for index in [2, 0, 1, 2] { _ = feed.record(at: index) }
    #expect(feed.problems == scanned)
    for index in 0..<feed.recordCount { #expect(feed.inspect(at: index) == feed.record(at: index)) }
    #expect(feed.problems.map(\.line) == [2, 3, 4])
  }

  @Test func whatIsTooMuchIsLeftOutAndReported() throws {
    let comments = (0..<100_003).map { "{\"id\":\"\($0)\"}" }.joined(separator: ",")
    let likes = (0..<10_001).map { "\"@\($0)\"" }.joined(separator: ",")
    let body = String(repeating: "é", count: (1 << 20) / 2 + 10)
    let post = try firstPost(
      "{\"id\":\"a\",\"body_text\":\"\(body)\",\"comments\":[\(comments)],\"likes\":[\(likes)]}"
    )
    #expect(post.comments.count == 100_000)
    #expect(post.likes.count == 10_000)
    #expect(post.body == .text(String(repeating: "é", count: (1 << 20) / 2)))
    #expect(
      post.problems.map(\.message) == [
        "text cut (expected at most 1048576 bytes)",
        "3 entries left out (expected at most 100000)",
        "1 entries left out (expected at most 10000)",
      ]
    )
    let many = (0..<500).map { _ in "1" }.joined(separator: ",")
    let noisy = try #require(
      try StreamModelTests.feed("{\"id\":\"a\",\"body_text\":\"\",\"tags\":[\(many)]}").posts.first
    )
    #expect(noisy.problems.count == 101)
    #expect(noisy.problems.last?.message == "400 further problems of this record not listed")
  }

  @Test(
    arguments: [
      ("", nil), (" \n\t ", nil), ("\u{FEFF}", nil),
      ("hello", "feed:1:1: unexpected 'h' (expected '{' or '[')"),
      ("\n\n  <?xml version=\"1.0\"?>", "feed:3:3: no element (expected <rss>"),
      ("[1,2]", "feed:1:2: not an object; a list whose records are unknown (expected a feed, "),
      ("[{\"a\":1}]", "feed:1:1: a list whose records are unknown (expected a feed, "),
      ("{\"a\":1}", "feed:1:1: an object of something else (expected"),
      ("{\"items\":[]}", "feed:1:1: an object of something else (expected"),
      ("{\"version\":1}", "feed:1:1: no \"posts\" (expected"),
      ("{\"id\":", "feed:1:7: input ended early (expected a value)"),
    ] as [(String, String?)]
  )
  func whatIsNoFeedIsRefusedInWords(_ text: String, _ expected: String?) throws {
    switch refusal(text) {
    case .empty(let name)?:
      #expect(name == "feed")
      #expect(expected == nil)
    case .unknownFormat(let problem)?:
      #expect(problem.description.hasPrefix(try #require(expected)), "\(problem.description)")
    case .unreadable?, nil:
      Issue.record("neither shown nor refused")
    }
  }

  @Test func otherEncodingsAreNamed() throws {
    for bytes: [UInt8] in [[0xFF, 0xFE, 0x7B, 0], [0x7B, 0, 0x22, 0], [0, 0x5B, 0, 0x5D]] {
      let problem = try #require(unknownFormat(bytes))
      #expect(problem.message.contains("UTF-16"))
    }
  }

  @Test func deepRecordsAreProblemsAndTheRestStands() throws {
    let deep = String(repeating: "[", count: 300_000) + String(repeating: "]", count: 300_000)
    let feed = try feed(
      "[{\"id\":\"1\",\"content\":\"\"},{\"id\":\"2\",\"x\":\(deep)},{\"id\":\"3\"}]"
    )
    #expect(feed.outline == ["1", "!1:200039", "3"])
    #expect(feed.problems.map(\.message) == ["nested too deep (expected at most 200000 levels)"])
  }

  @Test func aSourceThatFailsIsAProblemOfTheRow() throws {
    let source = ScriptedBytes(#"{"id":"a","body_text":"x"}"# + "\n")
    let feed = try scanned(Feed(source: source))
    source.failsFrom = 0
    #expect(problems(feed).count == 1)
    #expect(problems(feed)[0].hasSuffix("$: cannot be read: Input/output error"))
    #expect(throws: FeedError.self) { try scanned(Feed(source: source)) }
  }
}
