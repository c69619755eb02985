import Foundation
import Testing

/// Pages of older posts of subscriptions, without a network.
struct OlderPostTests {
  private let web = FakeWeb()
  private static let feed = "https://a.example/feed"

  private static func page(_ number: Int) -> String {
    number == 0 ? feed : "\(feed)?paged=\(number)"
  }

  /// A page with posts, a day apart, that leads to another one.
  private static func rss(_ posts: some Sequence<Int>, next: String? = nil) -> String {
    let items = posts.map { number in
      let date = Date(timeIntervalSince1970: Double(1_600_000_000 - number * 86_400))
        .formatted(.iso8601)
      return
        "<item><guid>g\(number)</guid><title>Post \(number)</title><dc:date>\(date)</dc:date></item>"
    }
    let link = next.map { "<atom:link rel='next' href='\($0)'/>" } ?? ""
    return
      "<rss version='2.0'><channel><title>Ash</title>\(link)\(items.joined())</channel></rss>"
  }

  /// Answers with `count` pages of `size` posts each, the newest first.
  private func answer(_ web: FakeWeb, pages count: Int, of size: Int = 3) throws {
    for number in 0..<count {
      let next = number + 1 < count ? Self.page(number + 1) : nil
      let posts = number * size..<(number + 1) * size
      try web.answer(Self.page(number), FakeWeb.good, Self.rss(posts, next: next))
    }
  }

  /// The titles of the subscription in the order of the screen, and the number of those that are unread.
  private func posts(in web: FakeWeb) throws -> (titles: [Int], unread: Int) {
    let dump = try web.run("$program dump --format text Ash")
    let titles = dump.output.split(separator: "\n").compactMap { line -> Int? in
      guard let word = line.split(separator: "Post ").last else { return nil }
      return line.contains("Post ") ? Int(word.prefix { $0.isNumber || $0 == "-" }) : nil
    }
    let listed = try web.run("$program list --format tsv").output
    let fields = listed.split(separator: "\t", omittingEmptySubsequences: false)
    return (titles, Int(fields[3]) ?? -1)
  }

  private func older(_ web: FakeWeb) throws -> Program.Outcome {
    try web.run("$program refresh --older --format tsv \(Self.feed)")
  }

  @Test func eachRequestFetchesOnePageAndItsPostsAreRead() throws {
    try answer(web, pages: 3)
    _ = try web.run("$program add \(Self.feed)")
    #expect(web.requests() == [Self.page(0)])
    #expect(try older(web).cleanOutput().hasSuffix("\t\(Self.feed)\t3\t0\n"))
    var shown = try posts(in: web)
    #expect(shown.titles == Array(0..<6) && shown.unread == 3)
    // A refresh in between changes nothing about the place.
    try web.answer(Self.page(0), FakeWeb.good, Self.rss([-1, 0, 1], next: Self.page(1)))
    _ = try web.run("$program refresh --all")
    #expect(try older(web).status == 0)
    shown = try posts(in: web)
    #expect(shown.titles == Array(-1..<9) && shown.unread == 4)
    // There is no further page, so nothing is asked.
    #expect(try older(web).output.hasSuffix("\t0\t0\n"))
    #expect(web.requests() == [0, 1, 0, 2].map { Self.page($0) })
  }

  @Test func fromTheStartReadsEveryPage() throws {
    try answer(web, pages: 40)
    let added = try web.run("$program add --from-start \(Self.feed)")
    #expect(added.status == 0, "\(added.errors)")
    #expect(
      added.output
        == "Added \(Self.feed): Ash, 3 posts.\nBack to the first post: 117 older posts on 39 pages.\n"
    )
    let shown = try posts(in: web)
    #expect(shown.titles == Array(0..<120) && shown.unread == 3)
    let again = try web.run("$program add --from-start \(Self.feed)")
    #expect(again.output.hasSuffix("The first post is here already.\n"))
    #expect(web.requests().count == 41)
  }

  @Test func tenThousandPostsAreEachThereOnce() throws {
    // Every page but the first comes at another place: 7 and 249 have no common divisor.
    let order = [0] + (0..<249).map { $0 * 7 % 249 + 1 }
    for (place, page) in order.enumerated() {
      let next = place + 1 < order.count ? Self.page(place + 1) : nil
      let posts = max(0, page * 40 - 5)..<page * 40 + 40
      try web.answer(Self.page(place), FakeWeb.good, Self.rss(posts, next: next))
    }
    let added = try web.run("$program add --from-start \(Self.feed)")
    #expect(
      added.output.hasSuffix("Back to the first post: 9,960 older posts on 249 pages.\n"),
      "\(added.output)\(added.errors)"
    )
    #expect(web.requests().count == 250)
    let shown = try posts(in: web)
    #expect(shown.titles == Array(0..<10_000) && shown.unread == 40)
  }

  /// A WordPress blog names no further page: the numbers are tried until there is none.
  @Test func wordPressIsAskedPageByPage() throws {
    let generator = "<channel><generator>https://wordpress.org/?v=6.4</generator>"
    for number in 0..<4 {
      let text = Self.rss(number * 3..<number * 3 + 3).replacing("<channel>", with: generator)
      try web.answer(Self.page(number == 0 ? 0 : number + 1), FakeWeb.good, text)
    }
    try web.answer(Self.page(5), "404 Not Found|Content-Type: text/html", "<html>")
    let added = try web.run("$program add --from-start \(Self.feed)")
    #expect(added.output.hasSuffix("Back to the first post: 9 older posts on 3 pages.\n"))
    #expect(try posts(in: web).titles == Array(0..<12))
  }

  @Test func aServerThatKnowsNoPagesIsNotAskedForEver() throws {
    let generator = "<channel><generator>https://wordpress.org/?v=6.4</generator>"
    for number in 0..<9 {
      let text = Self.rss(0..<3).replacing("<channel>", with: generator)
      try web.answer(Self.page(number), FakeWeb.good, text)
    }
    let added = try web.run("$program add --from-start \(Self.feed)")
    #expect(added.status == 1)
    #expect(added.output.hasSuffix("then: The last page leads back to one that was read.\n"))
    #expect(web.requests().count < 5)
  }

  /// Pages that overlap, repeat, come in another order or form a circle: each post is there once.
  @Test(arguments: [
    ([0..<6, 3..<9, 7..<12], nil), ([0..<3, 0..<3, 0..<3, 3..<6], nil),
    ([6..<9, 0..<3, 9..<12, 3..<6], nil), ([0..<3, 3..<6, 6..<9], 1), ([0..<3, 3..<6], 0),
    ([0..<3, 3..<6], 1),
  ])
  func eachPostIsThereOnce(_ pages: [Range<Int>], _ circle: Int?) throws {
    for (number, posts) in pages.enumerated() {
      let next = number + 1 < pages.count ? number + 1 : circle
      let text = Self.rss(posts.reversed(), next: next.map(Self.page))
      try web.answer(Self.page(number), FakeWeb.good, text)
    }
    let added = try web.run("$program add --from-start \(Self.feed)")
    let all = Set(pages.joined())
    #expect(try posts(in: web).titles == all.sorted())
    #expect(added.status == (circle == nil ? 0 : 1), "\(added.output)")
    #expect(added.output.contains("back to one that was read") == (circle != nil))
    #expect(web.requests().count < 12)
  }

  typealias Fault = FakeWeb.Fault
  private static let faults = [
    Fault(head: "401 Unauthorized", words: "wants you to sign in to see older posts (401)"),
    Fault(head: "403 Forbidden", words: "refuses access to older posts (403)"),
    Fault(head: "404 Not Found", words: "does not have the next page (404)"),
    Fault(head: "410 Gone", words: "has removed the next page (410)"),
    Fault(head: "429 Slow|Retry-After: 300", words: "pause (429): it can be asked again in 5m."),
    Fault(head: "429 Slow", words: "wants fewer requests or is overloaded (429)"),
    Fault(head: "500 Error", words: "has an error of its own (500)"),
    Fault(
      head: "200 OK|Content-Type: text/html",
      body: "<!DOCTYPE html><html><body>Log in",
      words: "sent no feed: a web page"
    ),
    Fault(head: FakeWeb.good, body: String(rss(3..<6).dropLast(40)), words: "only a part"),
    Fault(head: FakeWeb.good, body: "plain words", words: "sent no feed"),
    Fault(head: FakeWeb.good, exit: 28, words: "is too slow"),
    Fault(head: FakeWeb.good, exit: 18, words: "closed the connection"),
    Fault(head: "302 x|Location: http://192.168.1.1/", words: "redirects (302)"),
  ]

  @Test(arguments: faults)
  func aFaultIsSaidAndThePageIsAskedForAgain(_ fault: Fault) throws {
    try answer(web, pages: 3)
    try web.answer(Self.page(1), fault.head, fault.body, exit: fault.exit)
    _ = try web.run("$program add \(Self.feed)")
    try older(web).ends(with: 1, errors: fault.words)
    // The subscription itself has no fault.
    #expect(try web.run("$program list --format tsv").output.hasSuffix("Z\t\n"))
    try web.answer(Self.page(1), FakeWeb.good, Self.rss(3..<6, next: Self.page(2)))
    let count = web.requests().count
    let again = try older(web)
    if fault.head.hasPrefix("429") {
      // A server that asks for a pause gets it.
      #expect(again.status == 1 && web.requests().count == count)
    } else {
      #expect(again.status == 0 && again.errors.isEmpty, "\(again.errors)")
      #expect(try posts(in: web).titles == Array(0..<6))
    }
  }

  @Test func anotherHostNeedsAnAnswer() throws {
    let old = "https://old.example/archive"
    try web.answer(Self.feed, FakeWeb.good, Self.rss(0..<3, next: old))
    try web.answer(old, FakeWeb.good, Self.rss(3..<6, next: "http://10.0.0.1/x"))
    _ = try web.run("$program add \(Self.feed)")
    try older(web).ends(with: 1, errors: "another host, old.example")
    #expect(web.requests() == [Self.feed])
    try web.run("$program refresh --older --older-host old.example \(Self.feed)").ends(with: 0)
    #expect(try posts(in: web).titles == Array(0..<6))
    #expect(try older(web).errors.contains("is not fetched: https://10.0.0.1/x"))
    #expect(web.requests() == [Self.feed, old])
  }

  @Test func aGapIsFilledAndThenTheWayGoesOn() throws {
    try answer(web, pages: 6)
    _ = try web.run("$program add \(Self.feed)")
    #expect(try older(web).status == 0)
    // Nine posts came since: the feed lists the last three.
    let missed = (1...2).map { "https://a.example/missed/\($0)" }
    try web.answer(Self.feed, FakeWeb.good, Self.rss(-9 ..< -6, next: missed[0]))
    try web.answer(missed[0], FakeWeb.good, Self.rss(-6 ..< -3, next: missed[1]))
    try web.answer(missed[1], FakeWeb.good, Self.rss(-3..<0, next: "/known/0"))
    for number in 0..<6 {
      let posts = number * 3..<number * 3 + 3
      let text = Self.rss(posts, next: number < 5 ? "/known/\(number + 1)" : nil)
      try web.answer("https://a.example/known/\(number)", FakeWeb.good, text)
    }
    #expect(try web.run("$program refresh --all").status == 0)
    let before = web.requests().count
    #expect(try older(web).output.hasSuffix("\t3\t0\n"))
    // A refresh that misses nothing leaves the gap where it is.
    #expect(try web.run("$program refresh --all").status == 0)
    let rest = try web.run("$program add --from-start \(Self.feed)")
    #expect(rest.output.contains("Back to the first post: 15 older posts on 7 pages"), "\(rest)")
    #expect(try posts(in: web).titles == Array(-9..<18))
    let asked = web.requests().dropFirst(before).filter { $0 != Self.feed }
    let known = (0..<2).map { "https://a.example/known/\($0)" }
    #expect(Array(asked) == missed + known + (2..<6).map { Self.page($0) })
  }

  @Test func aFeedThatWasNeverFetchedIsFetchedFirst() throws {
    try answer(web, pages: 2)
    _ = try web.run("$program add --no-network \(Self.feed)")
    #expect(try older(web).status == 0)
    #expect(web.requests() == [0, 1].map { Self.page($0) })
    #expect(try posts(in: web).titles == Array(0..<6))
  }

  /// An address that the command may ask after all, and one that it may not.
  @Test func fromTheStartGoesToAnotherHostOnlyWithYes() throws {
    let old = "https://old.example/archive"
    try web.answer(Self.feed, FakeWeb.good, Self.rss(0..<3, next: old))
    try web.answer(old, FakeWeb.good, Self.rss(3..<6))
    try web.run("$program add --from-start \(Self.feed)")
      .ends(with: 1, output: "No older posts: The next page is on another host, old.example")
    #expect(web.requests() == [Self.feed])
    let agreed = try web.run("$program add --from-start --yes \(Self.feed)")
    #expect(agreed.status == 0 && agreed.output.hasSuffix("3 older posts on 1 page.\n"))
    #expect(try posts(in: web).titles == Array(0..<6))
  }

  @Test func postsWithoutTimesAreOlderThanAllOthers() throws {
    func bare(_ posts: Range<Int>, next: String?) -> String {
      Self.rss(posts, next: next).replacing(#/<dc:date>.*?</dc:date>/#, with: "")
    }
    try web.answer(Self.page(0), FakeWeb.good, Self.rss(0..<3, next: Self.page(1)))
    try web.answer(Self.page(1), FakeWeb.good, bare(3..<6, next: Self.page(2)))
    try web.answer(Self.page(2), FakeWeb.good, bare(6..<9, next: nil))
    _ = try web.run("$program add --from-start \(Self.feed)")
    #expect(try posts(in: web).titles == Array(0..<9))
  }

  @Test func postsThatWereAskedForAreNotPruned() throws {
    let file = web.folder + "/own.toml"
    try Program.write("keep-posts = 2\nkeep-days = 1", to: file)
    try answer(web, pages: 4)
    _ = try web.run("$program add --from-start \(Self.feed)")
    for number in 1...9 {
      try web.answer(Self.feed, FakeWeb.good, Self.rss([-number]))
      _ = try web.run("$program refresh --all --config '\(file)'")
    }
    #expect(try Set(posts(in: web).titles).isSuperset(of: 0..<12))
  }

  @Test func aRunThatIsStoppedGoesOn() throws {
    try answer(web, pages: 60)
    try web.run(
      """
      $program add --from-start \(Self.feed) > '\(web.folder)/out' & p=$!
      for i in $(seq 600); do [ $(wc -l < '\(web.folder)/web/log' || echo 0) -ge 9 ] && break; sleep 0.02; done
      kill -TERM $p; wait $p; cat '\(web.folder)/out'
      """
    ).says(output: "The same command goes on.")
    let count = web.requests().count
    #expect((9..<60).contains(count))
    try web.run("$program add --from-start \(Self.feed)").says(output: "Back to the first post")
    #expect(try posts(in: web).titles == Array(0..<180))
    // The document once more, and at most the page that was on its way.
    #expect((61...63).contains(web.requests().count))
  }
}
