import Foundation
import TestSupport
import Testing

@testable import StreamModel

/// Which posts a filter passes.
struct FilterTests {
  private static let post = Post(
    id: Post.ID("1"),
    author: Account(name: "Olga Ørsted", handle: "@olga@a.example", companions: ["Ben"]),
    published: Timestamp(rfc3339: "2026-02-28T23:59:59Z"),
    edited: Timestamp(rfc3339: "2026-03-02T00:00:00Z"),
    url: "https://a.example/1",
    title: .text("The café & the lake"),
    body: .html(
      "<p>Wa<b>ter</b> level, <a href=\"/levels?year=2026\">all</a> levels #Flood&amp;more #low_tide</p>"
    ),
    baseURL: "https://b.example/",
    language: "de-AT",
    contentWarning: "Weather",
    likesCount: 4,
    resharesCount: 0,
    commentsCount: 2,
    attachments: [
      Attachment(type: "gifv", url: "https://c.example/film.mp4"),
      Attachment(type: "application/pdf", url: "https://c.example/table.pdf"),
    ],
    tags: ["Rivers", "Zürich"],
    mentions: [Mention(handle: "@ben@a.example", url: "https://a.example/@ben")],
    card: Card(title: nil, url: "https://d.example/card"),
    poll: Poll(options: [Poll.Option(title: "yes")]),
    statedActivity: Activity(.update),
    inReplyTo: "https://a.example/0",
    visibility: .unlisted,
    state: .updated
  )

  private func matches(
    _ line: String,
    _ post: Post = post,
    _ flags: PostFlags = []
  ) throws -> Bool {
    try #require(try View(line).filter).matches(post, FilterFacts(flags: flags))
  }

  /// A filter that asks for flags alone gives the same answer with and without the post.
  @Test(arguments: [
    "is:unread", "is:read,kept", "-(is:kept is:read)", "is:kept or is:unread", "is:unread water",
    "is:unread,reply", "water",
  ])
  func flagsAloneDecideWhereNothingElseIsAsked(_ line: String) throws {
    let filter = try #require(try View(line).filter)
    #expect(filter.asksPosts == (line.contains("water") || line.contains("reply")))
    #expect(filter.asksFlags == line.contains("is:"))
    guard !filter.asksPosts else { return }
    for flags in [[], .read, .kept, [.read, .kept]] as [PostFlags] {
      #expect(filter.matches(flags: flags) == filter.matches(Self.post, FilterFacts(flags: flags)))
    }
  }

  @Test(arguments: [
    "water", "WATER", "wåter", "\"water level\"", "orsted", "cafe", "rivers", "olga",
    "text:level", "text:weather", "text:\"levels #flood\"", "title:CAFE",
    "title=\"the cafe & the lake\"", "author:olga", "author=@olga@a.example", "author:ben",
    "mentions:ben", "mentions:a.example/@ben",
    "#rivers", "#zurich", "tag:flood", "tag:low_tide", "tag:x,rivers", "tag=flood",
    "link:a.example/1", "link:card", "link:film", "link=https://b.example/levels?year=2026",
    "lang:de", "lang:de-at", "lang=de-AT",
    "likes:4", "likes>3", "likes>=4", "likes<5", "likes<=4", "likes=4", "likes:1,4", "likes:2..9",
    "likes!=5", "reshares:0", "comments>1",
    "date:2026", "date:2026-02", "date:2026-02-28", "date:2026/02/28", "date:2025-12..2026-02",
    "date:2024,2026", "after:2026-02-28", "before:2026-03", "before:2026-03-01", "since:2025",
    "kind:update", "kind:post,update", "visibility:unlisted", "visibility:public,unlisted",
    "is:reply", "is:edited", "is:changed", "is:sensitive", "is:unread", "is:read,unread",
    "words:6", "words>5", "time:1m", "time<2m", "time<1m", "time<=1m", "is:thread",
    "host:a.example", "host:example",
    "host=b.example", "link:levels host:c.example",
    "/wat.r/", "/WATER level/", "/^water.*more/", "text:/level,\\s+all/", "title:/café/c",
    "author:/^olga/", "tag:/^riv/", "link:/\\.pdf$/", "host:/^[abc]\\.example$/", "lang:/^de/",
    "tag:x,/zür/", "/\\blake\\b/ -/\\bwat\\b/",
    "has:video", "has:file", "has:poll", "has:link", "has:comments", "has:image,video",
    "water or fire", "fire or water", "fire OR water", "fire|water", "(fire or water) likes:4",
    "-fire", "!fire", "not fire", "-(fire or ice)", "-(water fire)", "water and -fire", "--water",
    "not -water", "water AND not fire", "a:b or water",
  ])
  func passes(_ line: String) throws {
    #expect(try matches(line))
    #expect(try !matches("-(\(line))"))
  }

  @Test(arguments: [
    "words<6", "time>1", "time>=1m", "host:x.a.example", "host:ample", "host=example", "has:code",
    "has:table",
    "/fire/", "title:/Cafe/", "title:/Café/c", "text:/^levels/", "tag:/^ivers/", "/water$/",
    "fire", "water-level", "\"level water\"", "b>ter", "ater#flood", "text:olga", "text:cafe",
    "title:water", "title=cafe", "author=olga", "author:carla", "mentions:olga", "#river", "#flo",
    "#more", "tag:low", "link=a.example/1", "link:olga", "lang:d", "lang:de-a", "lang=de",
    "lang:en",
    "likes:5", "likes>4", "likes<4", "likes!=4", "likes:5..9,0", "reshares>0", "comments:1,3",
    "date:2026-03", "date:2025..2026-01", "after:2026-03", "before:2026-02-28", "kind:post",
    "visibility:public", "is:read", "is:kept", "is:reshare", "has:image", "has:audio",
    "water fire", "fire or ice", "-water", "water -level", "-(water or fire)",
    "water (fire or ice)", "not water", "fire or water -level",
  ])
  func passesNot(_ line: String) throws { #expect(try !matches(line)) }

  /// Feeds of articles have their pictures in the text.
  @Test func aPictureInTheTextIsOne() throws {
    let body = Body.html(
      "<p>A <a href='/p'><img src='p.png' alt='pond'></a></p><video src='f.mp4'></video>"
    )
    let post = Post(id: Post.ID("1"), body: body)
    #expect(try matches("has:image has:video -has:audio -has:file", post))
  }

  @Test func flagsAreAskedFor() throws {
    #expect(try matches("is:read", Self.post, .read))
    #expect(try !matches("is:unread", Self.post, .read))
    #expect(try matches("is:kept", Self.post, [.kept, .expanded]))
    #expect(try matches("is:starred -is:read", Self.post, .kept))
  }

  @Test func aFactThatIsNotStatedPassesNoTestOfIt() throws {
    let empty = Post(id: Post.ID("1"))
    for line in [
      "likes<5", "likes>-5", "comments:0", "date:0000..9999", "after:0000", "before:9999",
      "lang:de",
      "visibility:public,unlisted,followers,direct,unknown", "author:a", "link:a", "has:link",
      "tag:a",
    ] {
      #expect(try !matches(line, empty), "\(line)")
      #expect(try matches("-\(line)", empty), "\(line)")
    }
  }

  @Test func ageIsCountedFromTheClockOfTheCaller() throws {
    let post = Post(id: Post.ID("1"), published: Timestamp(rfc3339: "2026-11-23T08:00:00Z"))
    let passes = { (line: String, now: String?) throws in
      let now = now.flatMap { Timestamp(rfc3339: $0) }
      return try #require(try View(line).filter).matches(post, FilterFacts(now: now))
    }
    for line in [
      "after:1d", "age<1d", "newer_than:1d", "@1-day-ago", "date:yesterday", "date:2d..now",
      "after:yesterday", "before:1h", "date:1w..1h", "date:yesterday..today", "age:0", "age<1",
      "after:1mo", "before:today", "date:P1D/", "age between 0:1", "after:1y", "after:100000y",
    ] {
      #expect(try passes(line, "2026-11-24T07:00:00Z"), "\(line)")
      #expect(try !passes(line, nil), "\(line) without a clock")
    }
    for line in [
      "after:22h", "before:24h", "date:today", "before:yesterday", "age>1d", "age>=1", "age:1",
      "before:1mo", "date:2w..2d",
    ] {
      #expect(try !passes(line, "2026-11-24T07:00:00Z"), "\(line)")
    }
    // A month before the last day of March is the last day of February.
    #expect(try passes("before:1mo", "2027-03-31T00:00:00Z"))
    #expect(try passes("after:3mo", "2027-02-23T08:00:00Z"))
    #expect(try !passes("after:3mo", "2027-02-23T08:00:01Z"))
  }

  @Test func factsThatTheCallerHasAreAsked() throws {
    var facts = FilterFacts()
    facts.feed = ["Lake News", "https://a.example/feed"]
    facts.feedTags = ["work", "Wasser"]
    facts.volume = 3
    facts.isDuplicate = false
    for line in [
      "feed:lake", "feed=\"lake news\"", "feed:x,a.example", "in:WORK", "in:x,wasser", "volume<4",
      "-is:duplicate", "-in:wor", "-feed=lake", "feed:lake in:work volume:3",
    ] {
      #expect(try #require(try View(line).condition).matches(Self.post, facts), "\(line)")
    }
  }

  @Test func aFactThatNobodyKnowsIsSaid() throws {
    let sentence = { (line: String) in
      try #require(try View(line).condition).unmet(by: [.post, .flags])
    }
    #expect(try sentence("water is:unread likes>3 after:2026") == nil)
    #expect(try sentence("water or after:3d")?.hasPrefix("ages such as 3d need a clock") == true)
    #expect(try sentence("-feed:x")?.hasPrefix("feed: needs the names") == true)
    #expect(try sentence("in:x")?.hasPrefix("in: needs the tags") == true)
    #expect(try sentence("volume>3")?.hasPrefix("volume needs") == true)
    #expect(try sentence("is:new")?.hasPrefix("is:new needs") == true)
    #expect(try sentence("is:first")?.hasPrefix("is:first needs") == true)
    #expect(try sentence("is:duplicate,read")?.hasPrefix("is:duplicate needs") == true)
    #expect(try sentence("view:a")?.hasPrefix("view: names") == true)
  }

  @Test func anExpressionSeesTheLinesThatAreShown() throws {
    let body = "<p>one wa&shy;ter</p><p>two</p>"
    let post = Post(id: Post.ID("1"), body: .html(body))
    for line in ["/^two$/", "/water$/", "text:/^one/", "/water\\s+two/", "-/one.*two/"] {
      #expect(try matches(line, post), "\(line)")
    }
  }

  @Test func partsOfABodyAreFound() throws {
    let post = { (html: String) in Post(id: Post.ID("1"), body: .html(html)) }
    #expect(try matches("has:code", post("<p>a <code>b</code></p>")))
    #expect(try matches("has:code", post("<pre>b</pre>")))
    #expect(try !matches("has:code", post("<p>&lt;code&gt;</p>")))
    #expect(
      try matches(
        "has:table",
        post("<table><tr><td>1</td><td>2</td></tr><tr><td>3</td><td>4</td></tr></table>")
      )
    )
    #expect(try matches("words:0 time:0", Post(id: Post.ID("1"))))
    #expect(try matches("words:201 time:2m", post(String(repeating: "a b c ", count: 67))))
  }

  @Test func aReshareIsOfTheTimeWhenItWasReshared() throws {
    let reshare = Post(
      id: Post.ID("1"),
      published: Timestamp(rfc3339: "2020-01-01T00:00:00Z"),
      resharedBy: Account(name: "Ben", handle: nil),
      resharedAt: Timestamp(rfc3339: "2026-01-01T00:00:00Z")
    )
    #expect(try matches("is:reshare date:2026 -date:2020", reshare))
  }

  @Test func theLastYearEndsAfterItsLastSecond() throws {
    let post = Post(id: Post.ID("1"), published: Timestamp(rfc3339: "9999-12-31T23:59:59Z"))
    for date in ["9999", "9999-12", "9999-12-31"] { #expect(try matches("date:\(date)", post)) }
    #expect(try !matches("date:9999-11", post))
    let leap = Post(id: Post.ID("1"), published: Timestamp(rfc3339: "2024-02-29T12:00:00Z"))
    #expect(try matches("date:2024-02 date:2024-02-29 before:2024-03", leap))
  }

  // MARK: Against another evaluation

  /// The posts of the sample feeds of all formats, and the one above.
  private static let samples: [String: [Post]] = {
    let folder = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
      .appending(path: "StreamUITests/Feeds")
    let names = (try? FileManager.default.contentsOfDirectory(atPath: folder.path)) ?? []
    let read = names.map { name in
      let data = (try? Data(contentsOf: folder.appending(path: name))) ?? Data()
      let feed = Feed(source: MemoryBytes(name: name, bytes: [UInt8](data)), takesLines: true)
      return (name, (try? scanned(feed))?.posts ?? [])
    }
    return Dictionary(uniqueKeysWithValues: read + [("the post", [post])])
  }()

  /// A condition as a tree, evaluated by recursion and without a filter's code.
  private indirect enum Tree: Sendable {
    case leaf(String, @Sendable (Post, PostFlags) -> Bool)
    case not(Tree)
    case all([Tree])
    case any([Tree])

    func holds(_ post: Post, _ flags: PostFlags) -> Bool {
      switch self {
      case .leaf(_, let test): test(post, flags)
      case .not(let tree): !tree.holds(post, flags)
      case .all(let trees): trees.allSatisfy { $0.holds(post, flags) }
      case .any(let trees): trees.contains { $0.holds(post, flags) }
      }
    }

    /// With parentheses around everything.
    var line: String {
      switch self {
      case .leaf(let line, _): line
      case .not(let tree): "-(\(tree.line))"
      case .all(let trees): trees.map { "(\($0.line))" }.joined(separator: " ")
      case .any(let trees): trees.map { "(\($0.line))" }.joined(separator: " or ")
      }
    }
  }

  private static let leaves: [Tree] = [
    .leaf("is:unread") { !$1.contains(.read) },
    .leaf("is:kept") { $1.contains(.kept) },
    .leaf("is:reply") { post, _ in post.inReplyTo != nil || post.inReplyToAccount != nil },
    .leaf("is:reshare") { post, _ in post.isReshare },
    .leaf("is:sensitive") { post, _ in post.contentWarning != nil },
    .leaf("has:file") { post, _ in !post.attachments.isEmpty },
    .leaf("likes>2") { post, _ in max(post.likesCount ?? -1, post.likes.count) > 2 },
    .leaf("comments<=1") { post, _ in
      guard let count = post.knownCommentsCount else { return false }
      return count < 2
    },
    .leaf("after:2026-01-15") { post, _ in
      (post.rankTime(at: nil)?.rfc3339 ?? "") >= "2026-01-15"
    },
    .leaf("date:2026-01") { post, _ in
      (post.rankTime(at: nil)?.rfc3339 ?? "").hasPrefix("2026-01")
    },
    .leaf("title:the") { post, _ in found("the", [source(post.title)]) },
    .leaf("text:the") { post, _ in found("the", [source(post.body), post.contentWarning ?? ""]) },
    .leaf("author:e") { post, _ in
      let names = [post.author?.name, post.author?.handle].compactMap(\.self)
      let shown = names.isEmpty ? [post.author?.url].compactMap(\.self) : names
      return found("e", shown + (post.author?.companions ?? []))
    },
    .leaf("lang:en") { post, _ in
      let language = post.language?.lowercased() ?? ""
      return language == "en" || language.hasPrefix("en-")
    },
    .leaf("visibility:unlisted,direct") { post, _ in
      post.visibility == .unlisted || post.visibility == .direct
    },
    .leaf("kind:like,follow") { post, _ in
      post.activity.kind == .like || post.activity.kind == .follow
    },
  ]

  private static func source(_ body: Body) -> String {
    switch body {
    case .html(let text):
      text.replacing(#/<(br|/?p|/?li|/?div|/?h\d|/?td|/?tr|/?blockquote)\b[^>]*>/#, with: "\n")
        .replacing(#/<[^>]*>/#, with: "")
    case .text(let text): text
    case .missing: ""
    }
  }

  private static func found(_ word: String, _ texts: [String]) -> Bool {
    texts.contains {
      $0.range(of: word, options: [.caseInsensitive, .diacriticInsensitive]) != nil
    }
  }

  private static func tree(_ numbers: inout SplitMix, depth: Int) -> Tree {
    guard depth > 0 else { return leaves[numbers.below(leaves.count)] }
    let parts = (0...numbers.below(3)).map { _ in tree(&numbers, depth: depth - 1) }
    switch numbers.below(3) {
    case 0: return .all(parts)
    case 1: return .any(parts)
    default: return .not(parts[0])
    }
  }

  @Test func everyFormatHasASample() {
    #expect(Self.samples.count > 12)
    for (name, posts) in Self.samples where name != "list.opml" {
      #expect(!posts.isEmpty, "\(name)")
    }
  }

  @Test func passesWhatAnIndependentEvaluationPasses() throws {
    var numbers = SplitMix(seed: 15)
    let trees = Self.leaves + (0..<400).map { Self.tree(&numbers, depth: 1 + $0 % 4) }
    for tree in trees {
      let view = try View(tree.line)
      let filter = try #require(view.filter)
      for (name, posts) in Self.samples {
        for post in posts {
          let flags = PostFlags(rawValue: UInt32(numbers.below(4)))
          if filter.matches(post, FilterFacts(flags: flags)) != tree.holds(post, flags) {
            Issue.record("\(name), \(post.id): \(tree.line) as \(view)")
          }
        }
      }
    }
  }

  @Test func everyLeafTellsPostsApart() throws {
    let posts = Self.samples.values.joined()
    for case .leaf(let line, _) in Self.leaves {
      let filter = try #require(try View(line).filter)
      let passed = posts.count { post in
        filter.matches(post, FilterFacts(flags: post.author == nil ? [] : [.read, .kept]))
      }
      #expect(passed > 0 && passed < posts.count, "\(line): \(passed)")
    }
  }

  @Test func deepNestingIsEvaluatedAndPrinted() throws {
    var filter = Filter(.word(try #require(TextTest("water"))))
    let fire = Filter(.word(try #require(TextTest("fire"))))
    for step in 0..<2_000 {
      let joined = step % 2 == 0 ? Filter.any([fire, filter]) : Filter.all([filter, fire.negated])
      filter = try #require(joined)
    }
    #expect(filter.matches(Self.post, FilterFacts()))
    #expect(filter.negated != filter)
    #expect(filter.negated.negated == filter)
    #expect(View(.all, filter).description.utf8.count > 10_000)
  }
}
