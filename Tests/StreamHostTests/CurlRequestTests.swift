import TestSupport
import Testing

@testable import StreamHost

@Suite struct CurlRequestTests {
  private func options(_ requests: [CurlRequest]) -> [[CurlConfigReader.Option]] {
    CurlConfigReader.sections(
      CurlBatch(requests: requests, most: CurlBatch.hostLimit).configuration
    )
  }

  private func values(_ name: String, _ options: [CurlConfigReader.Option]) -> [String?] {
    options.filter { $0.name == name }.map(\.value)
  }

  private func request(_ text: String, validators: Validators = .none) throws -> CurlRequest {
    request(try address(text), validators: validators)
  }

  private func request(
    _ address: FeedAddress,
    body: String = "/c/body",
    head: String = "/c/head",
    validators: Validators = .none
  ) -> CurlRequest {
    CurlRequest(
      address: address,
      body: body,
      head: head,
      accept: .feed,
      validators: validators,
      limits: CurlRequest.Limits()
    )
  }

  @Test func aRequestStatesEveryLimit() throws {
    let text = CurlBatch(
      requests: [
        try request(
          "https://a.example/feed?x=[1-3]",
          validators: Validators(etag: "W/\"a\\b\"", modified: "Sun, 06 Nov 1994 08:49:37 GMT")
        )
      ],
      most: CurlBatch.hostLimit
    )
    .configuration
    #expect(
      text == """
        parallel
        parallel-immediate
        parallel-max = 1
        url = "https://a.example/feed?x=[1-3]"
        globoff
        output = "/c/body"
        dump-header = "/c/head"
        no-buffer
        proto = "=http,https"
        connect-timeout = 10
        max-time = 60
        speed-limit = 100
        speed-time = 15
        max-filesize = 67108864
        user-agent = "streamtui/1.0.0"
        header = "Accept: application/atom+xml, application/rss+xml, application/feed+json, \
        application/xml;q=0.9, text/html;q=0.5, */*;q=0.4"
        header = "Accept-Encoding: gzip"
        header = "If-None-Match: W/\\"a\\\\b\\""
        header = "If-Modified-Since: Sun, 06 Nov 1994 08:49:37 GMT"
        no-progress-meter
        write-out = "%{stderr}\\\\n@0 %{http_code} %{exitcode} [%{remote_ip}] %{errormsg}\\\\n"

        """
    )
  }

  @Test func nothingIsSaidOnTheCommandLineOrToTheServer() throws {
    #expect(CurlBatch.arguments == ["-q", "-K", "-"])
    let options = options([try request("http://a.example/")])[0]
    let names = Set(options.map(\.name))
    for name in ["cookie", "cookie-jar", "referer", "compressed", "insecure", "netrc", "proxy"] {
      #expect(!names.contains(name))
    }
    // Each hop is judged here before it is asked.
    #expect(!names.contains("location") && !names.contains("max-redirs"))
  }

  @Test func eachRequestHasASectionOfItsOwn() throws {
    let requests = try (0..<3).map { try request("https://h\($0).example/") }
    let sections = options(requests)
    #expect(sections.map { values("url", $0) } == requests.map { [$0.address.text] })
    for (index, section) in sections.enumerated() {
      #expect(values("write-out", section).first??.contains("@\(index) ") == true)
    }
    #expect(CurlBatch(requests: [], most: CurlBatch.hostLimit).configuration.isEmpty)
  }

  @Test func anyValueSurvivesTheQuoting() {
    var random = SplitMix(seed: 7)
    let pieces = [
      "\"", "\\", "\n", "\r", "\t", "\u{B}", "next", "url = x", "#", "é", " ", "=", "\\n",
    ]
    for _ in 0..<2_000 {
      let value = (0..<random.below(12)).map { _ in pieces[random.below(pieces.count)] }.joined()
      let read = CurlConfigReader.sections(CurlText.option("url", value) + "\nnext\nurl = \"b\"")
      #expect(read.count == 2)
      #expect(read[0] == [.init(name: "url", value: value)])
    }
    #expect(CurlText.quoted("a\u{0}b") == "\"ab\"")
  }

  /// Whatever address is typed or sent, a request has one URL and its limits.
  @Test func hostileAddressesStayOneValue() {
    let pieces = [
      "\"", "\\", "\n", "\r", "\nnext\n", "output = /x", "{a,b}", "[1-9]", " ", "%0A", "@", "?q=",
      "é", "..", "/", "#",
    ]
    var random = SplitMix(seed: 9)
    var count = 0
    for _ in 0..<2_000 {
      let tail = (0..<random.below(8)).map { _ in pieces[random.below(pieces.count)] }.joined()
      guard let feed = FeedAddress.judge("https://a.example/" + tail).address else { continue }
      count += 1
      let request = request(feed, body: "/b\n\"\\", head: "/h\r")
      let sections = options([request])
      #expect(sections.count == 1)
      #expect(values("url", sections[0]) == [feed.text])
      #expect(values("output", sections[0]) == ["/b\n\"\\"])
      #expect(values("dump-header", sections[0]) == ["/h\r"])
      #expect(feed.text.utf8.allSatisfy { (0x21...0x7E).contains($0) })
    }
    #expect(count > 200)
  }
}

@Suite struct CurlEventTests {
  @Test func theEndOfATransferIsReported() throws {
    let event = try #require(CurlEvent("@12 200 0 "))
    #expect((event.number, event.exit, event.reason) == (12, 0, ""))
    let answered = try #require(CurlEvent("@2 200 0 [2001:db8::1] "))
    #expect(answered.peer == "2001:db8::1" && answered.reason.isEmpty && event.peer == nil)
    #expect(CurlEvent("@2 000 6 [] no such host")?.reason == "no such host")
    let broken = try #require(CurlEvent("@3 000 60 SSL certificate problem: has expired"))
    #expect(broken.exit == 60)
    #expect(broken.reason == "SSL certificate problem: has expired")
    #expect(
      try #require(CurlEvent("@1 0 6 " + String(repeating: "é", count: 999))).reason.count < 152
    )
  }

  @Test(arguments: [
    "", "@", "curl: (6) no host", "@x 1 2", "@1 2", "@-1 200 0", "@99999999999999999999 1 1",
  ])
  func otherLinesAreNot(line: String) {
    #expect(CurlEvent(line) == nil)
  }
}
