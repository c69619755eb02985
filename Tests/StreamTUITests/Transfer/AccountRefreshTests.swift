import Testing

/// Refreshes of accounts: their names, the pages of their outboxes, and boosts.
struct AccountRefreshTests {
  private let web = FakeWeb()

  /// Posts of an outbox state their author by address; the actor on the way to them has the name.
  @Test func postsOfAnAccountBearItsName() throws {
    let json = "200 OK|Content-Type: application/activity+json"
    try web.answer(
      "https://a.example/.well-known/webfinger?resource=acct:mia@a.example",
      json,
      #"{"links": [{"rel": "self", "type": "application/activity+json", "href": "https://a.example/u/mia"}]}"#
    )
    try web.answer(
      "https://a.example/u/mia",
      json,
      """
      {"id": "https://a.example/u/mia", "name": "Mia Berg", "preferredUsername": "mia",
      "outbox": "https://a.example/u/mia/out"}
      """
    )
    let note = { (id: String, author: String) in
      """
      {"type": "Create", "actor": "\(author)", "object": {"type": "Note", "id": "\(id)",
      "attributedTo": "\(author)", "content": "<p>\(id)</p>"}}
      """
    }
    let notes = [note("n1", "https://a.example/u/mia"), note("n2", "https://b.example/u/ben")]
    try web.answer(
      "https://a.example/u/mia/out",
      json,
      """
      {"@context": "https://www.w3.org/ns/activitystreams", "type": "OrderedCollection",
      "orderedItems": [\(notes.joined(separator: ","))]}
      """
    )
    try web.run("$program add acct:mia@a.example").says(output: "Mia Berg, 2 posts")
    let dump = try web.run("$program dump --format ndjson 'Mia Berg'").output
    let lines = dump.split(separator: "\n")
    let mine = lines.first { $0.contains("n1") } ?? ""
    #expect(mine.contains(#""author":{"name":"Mia Berg","handle":"@mia@a.example""#), "\(mine)")
    // Nobody else is given the name.
    let other = lines.first { $0.contains("n2") } ?? ""
    #expect(other.contains("b.example/u/ben") && !other.contains(#""author":{"name":"Mia"#))
  }

  private let activity = "200 OK|Content-Type: application/activity+json"

  /// An account whose outbox has pages of activities; the answers of its server.
  private func answer(_ pages: [[String]], in web: FakeWeb) throws {
    let host = "https://a.example"
    try web.answer(
      host + "/.well-known/webfinger?resource=acct:mia@a.example",
      activity,
      #"{"links": [{"rel": "self", "type": "application/activity+json", "href": "https://a.example/u/mia"}]}"#
    )
    try web.answer(
      host + "/u/mia",
      activity,
      #"{"id": "https://a.example/u/mia", "name": "Mia", "outbox": "https://a.example/u/mia/out"}"#
    )
    try web.answer(
      host + "/u/mia/out",
      activity,
      #"{"type": "OrderedCollection", "first": "https://a.example/out/0"}"#
    )
    for (number, items) in pages.enumerated() {
      let next =
        number + 1 < pages.count ? #""next": "https://a.example/out/\#(number + 1)", "# : ""
      try web.answer(
        "\(host)/out/\(number)",
        activity,
        """
        {"@context": "https://www.w3.org/ns/activitystreams", "type": "OrderedCollectionPage",
        \(next)"orderedItems": [\(items.joined(separator: ","))]}
        """
      )
    }
  }

  private func note(_ id: String, on day: Int = 1) -> String {
    """
    {"id": "\(id)/activity", "type": "Create", "actor": "https://a.example/u/mia", "object":
    {"type": "Note", "id": "https://a.example/\(id)", "attributedTo": "https://a.example/u/mia",
    "published": "2026-01-\(day < 10 ? "0" : "")\(day)T00:00:00Z", "content": "<p>text \(id)</p>"}}
    """
  }

  private func boost(_ id: String, of address: String) -> String {
    """
    {"id": "https://a.example/\(id)", "type": "Announce", "actor": "https://a.example/u/mia",
    "published": "2026-02-01T00:00:00Z", "object": "\(address)"}
    """
  }

  /// Who posts 21 times a day loses no post, and who is read for the first time has a past.
  @Test func olderPagesOfAnOutboxAreReadUpToKnownPosts() throws {
    let pages = (0..<12).map { page in [note("n\(page)-a"), note("n\(page)-b")] }
    try answer(pages, in: web)
    let added = try web.run("$program add acct:mia@a.example --name Mia")
    // Ten pages at most.
    #expect(added.output.contains("Mia, 20 posts"), "\(added.output) \(added.errors)")
    #expect(!web.requests().contains { $0.hasPrefix("https://a.example/out/10") })
    // Nothing new: the first page is enough.
    let before = web.requests().count
    #expect(try web.run("$program refresh --all").status == 0)
    #expect(web.requests().dropFirst(before).filter { $0.contains("/out/") }.count == 1)
    // Two pages of new posts, and a third with one that is known.
    try answer(
      [
        [note("x1"), note("x2")], [note("x3"), note("x4")], [note("x5"), note("n0-a")],
        [note("x6")],
      ],
      in: web
    )
    try web.run("$program refresh --all --format tsv").says(output: "\t5\t0")
    let dump = try web.run("$program dump Mia").output
    #expect(dump.contains("text x5") && !dump.contains("text x6"))
    // A page that fails loses none of those before it.
    try answer([[note("y1")], [note("y2")]], in: web)
    try web.answer("https://a.example/out/1", "500 Error")
    try web.run("$program refresh --all --format tsv").ends(with: 0, output: "\t1\t0")
  }

  /// Older posts of an account go on behind the pages that a refresh reads, and boosts among them are their posts.
  @Test func olderPostsOfAnAccountGoOnBehindItsLastPage() throws {
    try web.answer(
      "https://b.example/1",
      activity,
      #"{"@context": "https://www.w3.org/ns/activitystreams", "type": "Note", "id": "https://b.example/1", "attributedTo": "https://b.example/u/ben", "content": "<p>words of ben</p>"}"#
    )
    var pages = (0..<12).map { page in [note("n\(page)-a"), note("n\(page)-b")] }
    pages[10].append(boost("b1", of: "https://b.example/1"))
    try answer(pages, in: web)
    try web.run("$program add acct:mia@a.example --name Mia").says(output: "Mia, 20 posts")
    #expect(try web.run("$program refresh --all").status == 0)
    let before = web.requests().count
    let older = try web.run("$program refresh --older --format tsv Mia")
    #expect(older.status == 0 && older.output.hasSuffix("\t3\t0\n"), "\(older.errors)")
    #expect(
      Array(web.requests().dropFirst(before))
        == ["https://a.example/out/10", "https://b.example/1"]
    )
    let dump = try web.run("$program dump --format ndjson Mia").output
    #expect(dump.contains("text n10-b") && dump.contains("words of ben"))
    // The account is named on older pages, too.
    let author = dump.split(separator: "\n").first { $0.contains("text n10-a") }
    #expect(author?.contains("\"author\":{\"name\":\"Mia\"") == true, "\(author ?? "")")
    #expect(try web.run("$program refresh --older --format tsv Mia").output.hasSuffix("\t2\t0\n"))
    let end = web.requests().count
    #expect(try web.run("$program refresh --older --format tsv Mia").output.hasSuffix("\t0\t0\n"))
    #expect(web.requests().count == end)
  }

  /// A boost states an address; its post is fetched once, and says who wrote it.
  @Test func boostsAreTheirPosts() throws {
    let other = { (id: String, author: String, more: String) in
      """
      {"@context": "https://www.w3.org/ns/activitystreams", "type": "Note", "id": "https://b.example/\(id)",
      "attributedTo": "\(author)", "content": "<p>words of \(id)</p>"\(more)}
      """
    }
    let picture =
      #", "attachment": [{"type": "Document", "mediaType": "image/png", "url": "https://b.example/p.png", "name": "a lake at dawn"}]"#
    try web.answer("https://b.example/1", activity, other("1", "https://b.example/u/ben", picture))
    // A server that speaks for an account of another one is not believed.
    try web.answer("https://b.example/2", activity, other("2", "https://c.example/u/eve", ""))
    try web.answer(
      "https://b.example/3",
      "200 OK|Content-Type: text/html",
      "<html><body>enable JavaScript</body></html>"
    )
    // A boost never leads into the reader's own network.
    let own = boost("b5", of: "http://192.168.1.1/admin")
    let boosts = (1...4).map { boost("b\($0)", of: "https://b.example/\($0)") } + [own]
    try answer([[note("n1")] + boosts], in: web)
    try web.run("$program add acct:mia@a.example --name Mia").says(output: "Mia, 6 posts")
    #expect(!web.requests().contains { $0.contains("192.168") })
    let lines = try web.run("$program dump --format ndjson Mia").output.split(separator: "\n")
    let first = try #require(lines.first { $0.contains("words of 1") })
    #expect(first.contains(#""activity":{"kind":"reshare""#))
    #expect(first.contains("https://b.example/u/ben"))
    #expect(first.contains(#""alt":"a lake at dawn""#) && first.contains(#""reshared_by":"#))
    #expect(!lines.contains { $0.contains("words of 2") || $0.contains("JavaScript") })
    #expect(lines.count == 6)
    #expect(lines.filter { $0.contains(#""activity":{"kind":"reshare""#) }.count == 5)
    // They are there now: nothing is fetched or changed again.
    let before = web.requests().count
    try web.run("$program refresh --all --format tsv").says(output: "\t0\t0")
    #expect(!web.requests().dropFirst(before).contains { $0.contains("b.example") })
  }

  @Test func atMostTwentyBoostsARefreshAreFetched() throws {
    let boosts = (0..<25).map { boost("b\($0)", of: "https://b.example/\($0)") }
    try answer([boosts], in: web)
    try web.run("$program add acct:mia@a.example --name Mia").says(output: "Mia, 25 posts")
    #expect(web.requests().filter { $0.hasPrefix("https://b.example/") }.count == 20)
  }
}
