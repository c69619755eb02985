import StreamModel
import TestSupport
import Testing

@testable import StreamHost

@Suite struct HTTPHeadTests {
  private func heads(_ text: String) -> [HTTPHead] { HTTPHeadReader.read(Array(text.utf8)) }

  private func head(_ fields: String, status: Int = 200) throws -> HTTPHead {
    try #require(heads("HTTP/1.1 \(status) OK\r\n\(fields)\r\n\r\n").last)
  }

  @Test func theLastHeadOfARedirectCounts() throws {
    let all = heads(
      """
      HTTP/1.1 200 Connection established\r
      Via: proxy\r
      \r
      HTTP/1.1 100 Continue\r
      \r
      HTTP/1.1 301 Moved\r
      Location: /new\r
      \r
      HTTP/2 200 \r
      content-type: text/xml; charset="UTF-8"\r
      ETag: W/"a, b"\r
      \r
      X-Trailer: late\r

      """
    )
    #expect(all.map(\.status) == [200, 100, 301, 200])
    #expect(all[2].isPermanentRedirect)
    let last = try #require(all.last)
    #expect(last.contentType == ContentType("text/xml;charset=utf-8"))
    #expect(last.validators.etag == "W/\"a, b\"")
    #expect(last["x-trailer"] == nil)
  }

  @Test func oddLinesCostOnlyThemselves() throws {
    let odd = try head(
      "no colon here\r\n: no name\r\nX-A : 1\r\nX-Folded: a\r\n\t b\r\n  \r\nX-B:2\nX-C: a\u{1}b\rc\r\n"
        + "X-Fäke: no\r\n folded onto nothing"
    )
    #expect(odd["x-a"] == "1")
    #expect(odd["x-folded"] == "a b")
    #expect(odd["x-b"] == "2")
    #expect(odd["x-c"] == "a b c")
    #expect(odd.fields.count == 4)
  }

  @Test(arguments: [
    ("HTTP/1.1 404", 404), ("HTTP/2 200 ", 200), ("HTTP/1.0 200 Very good", 200),
    ("HTTP/1.1  503 x", 503), ("HTTP/1.1 20 x", 0), ("HTTP/1.1 2000", 0), ("HTTP/1.1", 0),
    ("HTTP/1.1 099 x", 0), ("HTTP/ +20 x", 0),
  ])
  func statusLines(line: String, status: Int) {
    #expect(heads(line + "\r\nA: b\r\n\r\n").map(\.status) == [status])
  }

  @Test func limitsAreKept() throws {
    let many = try head((0..<10_000).map { "X-\($0): \($0)" }.joined(separator: "\r\n"))
    #expect(many.fields.count == HTTPHead.fieldLimit)
    let long = try head("A: 1\r\nX-Long: " + String(repeating: "a", count: 1 << 20) + "\r\nB: 2")
    #expect(long["a"] == "1")
    #expect(long["x-long"] == nil)
    let chain = heads(String(repeating: "HTTP/1.1 302 x\r\nLocation: /\r\n\r\n", count: 300))
    #expect(chain.count == HTTPHeadReader.headLimit)
  }

  @Test func retryAfterIsSecondsOrADate() throws {
    let now = Timestamp(secondsSinceEpoch: 784_111_777 - 60)
    let cases: [(String, Int64?)] = [
      ("Retry-After: 120", 120), ("Retry-After: 0", 0),
      ("Retry-After: Sun, 06 Nov 1994 08:49:37 GMT", 60),
      ("Retry-After: Sunday, 06-Nov-94 08:49:37 GMT", 60),
      ("Retry-After: Sun Nov  6 08:49:37 1994", 60),
      ("Retry-After: Sun, 06 Nov 1990 08:49:37 GMT", 0),
      ("Retry-After: 99999999999999999999999999", 2_147_483_648 - (784_111_777 - 60)),
      ("Retry-After: -5 soon", nil), ("X: y", nil),
    ]
    for (field, seconds) in cases {
      let time = try head(field, status: 429).retryAfter?.time(from: now)
      #expect(time?.seconds(since: now) == seconds, "\(field)")
    }
    // Mastodon's limit is a date, other servers state seconds since 1970.
    let date = try head("X-RateLimit-Reset: 2026-11-22T10:05:00.123Z", status: 429)
    #expect(try date.retryAfter == head("X-RateLimit-Reset: 1795341900", status: 429).retryAfter)
    #expect(try head("X-RateLimit-Reset: 1795341900").retryAfter == nil)
  }

  @Test func cacheControlIsRead() throws {
    let cases: [(String, Int64?)] = [
      ("Cache-Control: max-age=60", 60),
      ("Cache-Control: public, Max-Age=\"300\" , no-store", 300),
      ("Cache-Control: private=\"a, max-age=5\", max-age=7", 7),
      ("Cache-Control: max-age=100\r\nAge: 40", 60),
      ("Cache-Control: max-age=100\r\nAge: 400", 0),
      ("Cache-Control: no-cache, max-age=60", 0),
      ("Cache-Control: max-age=-1", nil),
      ("Cache-Control: s-maxage=9\r\nCache-Control: max-age=8", 8),
      ("Cache-Control: ;;;,,,===", nil),
    ]
    for (field, maxAge) in cases {
      #expect(try head(field).maxAge == maxAge, "\(field)")
    }
  }

  @Test func linksLeadToPages() throws {
    let links = try head(
      "Link: <https://m.example/api?max_id=1>; rel=\"next\", </prev?a=b,c>; rel=\"prev last\"\r\n"
        + "Link: <feed.xml>; rel=alternate; type=\"application/rss+xml\"; title=\"All, of it\""
    ).links
    #expect(
      links.map(\.target) == ["https://m.example/api?max_id=1", "/prev?a=b,c", "feed.xml"]
    )
    #expect(links.map(\.relations) == [["next"], ["prev", "last"], ["alternate"]])
    #expect(links.last?.title == "All, of it")
    #expect(
      try head("Link: <unclosed; rel=next, <a>; rel=next").links.map(\.relations) == [["next"]]
    )
  }

  @Test func validatorsCannotAddFields() throws {
    #expect(Validators(etag: "\"a\"\r\nX: y", modified: "a\u{0}b") == .none)
    #expect(Validators(etag: "é", modified: String(repeating: "a", count: 2_000)) == .none)
    let date = "Sun, 06 Nov 1994 08:49:37 GMT"
    let head = try head("Last-Modified: \(date)\r\nETag: unquoted")
    #expect(head.validators == Validators(etag: "unquoted", modified: date))
  }

  /// Any bytes give heads within the limits, and a prefix of a file never has other first heads.
  @Test func anyBytesGiveHeads() {
    let pieces = [
      "HTTP/1.1 200 OK", "HTTP/2 301", "\r\n", "\n", "\r\n\r\n", "Location: /a", "Link: <a>;rel=\"",
      "Retry-After: ", "9999999999999999999", "Cache-Control: max-age=", "Content-Type: ",
      "text/html;charset=\"", "\t", " ", ":", ";", ",", "=", "\\", "\"", "<", ">", "\u{0}", "é",
      "Age: ", "X-RateLimit-Reset: ", "Sun, 06 Nov",
    ]
    var random = SplitMix(seed: 18)
    for _ in 0..<3_000 {
      var bytes: [UInt8] = []
      for _ in 0..<random.below(40) {
        if random.below(8) == 0 { bytes.append(UInt8(random.below(256))) }
        bytes += pieces[random.below(pieces.count)].utf8
      }
      let all = HTTPHeadReader.read(bytes)
      #expect(all.count <= HTTPHeadReader.headLimit)
      for head in all {
        #expect(head.status == 0 || (100...999).contains(head.status))
        _ = (head.links, head.maxAge, head.retryAfter, head.contentType)
        #expect(head.fields.allSatisfy { !$0.value.utf8.contains { $0 < 0x20 } })
      }
      let cut = HTTPHeadReader.read(Array(bytes.prefix(random.below(bytes.count + 1))))
      #expect(cut.dropLast().elementsEqual(all.prefix(max(0, cut.count - 1))))
    }
  }
}
