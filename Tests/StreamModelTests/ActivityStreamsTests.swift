import Testing

@testable import StreamModel

/// The post of a document that is one thing.
private func post(_ text: String) throws -> Post {
  let feed = try feed(text)
  #expect(feed.recordCount == 1)
  return try #require(feed.posts.first, "\(feed.rows)")
}

@Suite struct ActivityStreamsTests {
  static let outbox = #"""
    {"@context":["https://www.w3.org/ns/activitystreams",{"@language":"fi"}],
     "type":"OrderedCollection","totalItems":9,"name":"Olga's outbox",
     "orderedItems":[
      {"id":"https://a.example/1/activity","type":"Create","actor":"https://a.example/users/olga",
       "published":"2026-01-02T03:04:05Z","object":{"id":"https://a.example/1","type":"Note",
       "attributedTo":"https://a.example/users/olga","content":"<p>Hyvää</p>","sensitive":true,
       "summary":"food","url":"https://a.example/@olga/1","inReplyTo":"https://b.example/7",
       "tag":[{"type":"Mention","name":"@mia@b.example","href":"https://b.example/@mia"},
              {"type":"Hashtag","name":"#lakes"},{"type":"Emoji","name":":blob:"}],
       "attachment":[{"type":"Document","mediaType":"image/png","url":"https://a.example/p.png",
                      "name":"a lake"}],
       "replies":{"type":"Collection","totalItems":4,"first":{"type":"CollectionPage","items":[
          {"id":"r1","type":"Note","content":"yes","inReplyTo":"https://a.example/1",
           "attributedTo":{"type":"Person","preferredUsername":"ben","id":"https://c.example/ben"},
           "replies":{"items":[{"id":"r2","type":"Note","content":"no"}]}},
          "https://d.example/r3"]}},
       "likes":{"totalItems":12,"items":["https://c.example/ben",
          {"type":"Like","actor":{"type":"Person","name":"Zoe"}}]},
       "shares":{"totalItems":2}}},
      {"id":"https://a.example/2/activity","type":"Announce","actor":"https://a.example/users/olga",
       "published":"2026-01-02T03:04:06Z","object":"https://b.example/9"},
      "https://b.example/liked/3"
     ]}
    """#

  @Test func anOutboxShowsWhatWasPosted() throws {
    let feed = try feed(Self.outbox)
    #expect(feed.format?.vocabulary == .activityStreams)
    #expect(feed.title == "Olga's outbox")
    #expect(feed.facts.language == "fi")
    #expect(feed.problems == [])
    #expect(
      feed.outline == [
        "https://a.example/1/activity", "https://a.example/2/activity", "https://b.example/liked/3",
      ]
    )
    let post = try #require(feed.posts.first)
    #expect(post.activity == Activity(.post, name: "Create"))
    #expect(post.type == "Note")
    #expect(post.author == Account(name: nil, handle: nil, url: "https://a.example/users/olga"))
    #expect(post.published?.rfc3339 == "2026-01-02T03:04:05Z")
    #expect(post.body == .html("<p>Hyvää</p>"))
    #expect(post.contentWarning == "food")
    #expect(post.language == "fi")
    #expect(post.url == "https://a.example/@olga/1")
    #expect(post.inReplyTo == "https://b.example/7")
    #expect(post.tags == ["lakes"])
    #expect(post.mentions == [Mention(handle: "@mia@b.example", url: "https://b.example/@mia")])
    #expect(post.customEmoji == ["blob"])
    #expect(
      post.attachments == [
        Attachment(type: "image", url: "https://a.example/p.png", alt: "a lake", isSensitive: true)
      ]
    )
    #expect(post.likesCount == 12 && post.resharesCount == 2 && post.commentsCount == 4)
    #expect(post.likes.map(\.url) == ["https://c.example/ben", nil])
    #expect(post.likes.map(\.name) == [nil, "Zoe"])
    #expect(post.comments.map(\.id.rawValue) == ["r1", "r2", "https://d.example/r3"])
    #expect(post.comments.map(\.parent?.rawValue) == [nil, "r1", nil])
    #expect(post.comments[0].author?.handle == "@ben@c.example")
    #expect(post.comments[1].body == .html("no"))
  }

  @Test func whatIsKnownByItsAddressOnlyIsShownByIt() throws {
    let posts = try feed(Self.outbox).posts
    #expect(posts[1].activity == Activity(.reshare, name: "Announce"))
    #expect(posts[1].author?.url == "https://a.example/users/olga")
    #expect(posts[1].url == "https://b.example/9")
    #expect(posts[1].resharedBy == nil)
    #expect(posts[2].url == "https://b.example/liked/3")
    #expect(posts[2].body == .missing)
  }

  @Test func placesArePathsIntoTheCollection() throws {
    let document = """
      {"type":"Collection","items":[
        {"type":"Note","content":"a"},
        {"type":"Create","object":{"type":"Note","content":[1],"published":"soon"}}
      ],"totalItems":"many"}
      """
    let feed = try feed(document)
    #expect(
      feed.posts[1].problems.map(\.description) == [
        "feed:3:55: $.items[1].object.content[0]: is a number (expected text)",
        "feed:3:70: $.items[1].object.published: not a time (expected RFC 3339, such as "
          + "2026-01-30T08:15:00Z)",
      ]
    )
    #expect(
      feed.problems.map(\.description) == ["feed:4:16: $.totalItems: is text (expected a number)"]
    )
  }

  @Test(arguments: [
    #"{"type":"Collection","totalItems":3,"first":"https://a.example/page"}"#,
    #"{"type":"OrderedCollection","orderedItems":[]}"#,
    #"{"@context":"https://www.w3.org/ns/activitystreams","type":"as:Collection"}"#,
  ])
  func aCollectionMayBeEmpty(_ text: String) throws { #expect(try feed(text).recordCount == 0) }

  @Test(arguments: [
    (#"{"type":"Collection","first":{"items":[{"type":"Note","id":"x"}]}}"#, "$.first.items[0]"),
    (#"{"type":"Collection","items":{"type":"Note","id":"x"}}"#, "$.items"),
    (#"{"type":"Collection","items":"x"}"#, "$.items"),
    (
      #"{"orderedItems":[{"type":"Note","id":"x"}],"type":"OrderedCollection"}"#,
      "$.orderedItems[0]"
    ),
    (#"{"https://www.w3.org/ns/activitystreams#name":[{"@value":"n"}],"@id":"x"}"#, "$"),
    ("{\"@type\":[\"https://www.w3.org/ns/activitystreams#Note\"],\n\"@id\":\"x\"}", "$"),
    (#"{"@context":"https://www.w3.org/ns/activitystreams","id":"x","content":"c"}"#, "$"),
  ])
  func aRecordIsFoundWhereverItStands(_ text: String, _ path: String) throws {
    let feed = try feed(text)
    #expect(feed.outline == ["x"])
    #expect(feed.findings.index.path(ofRow: 0) == path)
  }

  @Test(arguments: [
    ("Like", Activity.Kind.like), ("Dislike", .dislike), ("Update", .update), ("Delete", .delete),
    ("Add", .add), ("Remove", .remove), ("Follow", .follow), ("Accept", .other),
    ("Reject", .other), ("Undo", .other), ("Invite", .other), ("Join", .other), ("Leave", .other),
    ("Move", .other), ("Travel", .other), ("Arrive", .other), ("View", .other), ("Listen", .other),
    ("Read", .other), ("Offer", .other), ("Flag", .other), ("Block", .other), ("Ignore", .other),
    ("http://verbs.example/Check", .other),
  ])
  func everyTypeIsShownByItsName(_ type: String, _ kind: Activity.Kind) throws {
    let text = """
      {"@context":"https://www.w3.org/ns/activitystreams","type":"\(type)",
       "actor":{"type":"Person","name":"Sally"},"summary":"Sally did it"}
      """
    let post = try post(text)
    #expect(post.activity == Activity(kind, name: type))
    #expect(post.author?.name == "Sally")
    #expect(post.body == .html("Sally did it"))
  }

  @Test func aReshareOfAnEmbeddedPostShowsThePost() throws {
    // Lemmy announces the Create of a Note.
    let text = """
      {"type":"Announce","id":"a","actor":{"type":"Group","name":"Lakes"},
       "object":{"type":"Create","id":"c","actor":{"type":"Person","name":"Olga"},
        "object":{"type":"Note","id":"n","content":"hi","published":"2026-01-01T00:00:00Z"}}}
      """
    let post = try post(text)
    #expect(post.id == Post.ID("a"))
    #expect(post.resharedBy?.name == "Lakes")
    #expect(post.author?.name == "Olga")
    #expect(post.body == .html("hi"))
    #expect(post.type == "Note")
    #expect(post.activity == Activity(.reshare, name: "Announce"))
    #expect(post.published?.rfc3339 == "2026-01-01T00:00:00Z")
  }

  @Test func aLikeOfAnEmbeddedPostSaysWhoseItIs() throws {
    let text = """
      {"type":"Like","actor":{"type":"Person","name":"Sally"},"published":"2026-01-02T00:00:00Z",
       "object":{"type":"Note","url":"https://a.example/n","content":"hi",
       "attributedTo":{"type":"Person","name":"A&B"},"published":"2026-01-01T00:00:00Z"}}
      """
    let post = try post(text)
    #expect(post.author?.name == "Sally")
    #expect(post.url == "https://a.example/n")
    #expect(post.body == .html("hi<p>— A&amp;B</p>"))
    #expect(post.published?.rfc3339 == "2026-01-02T00:00:00Z")
  }

  @Test func anActivitySaysWhatElseItIsAbout() throws {
    let text = """
      {"type":"Add","actor":"https://a.example/s","object":[{"type":"Image","name":"One"},
       {"type":"Image","name":"Two","url":"https://a.example/2"}],
       "target":{"type":"Collection","name":"Cats"},"origin":"https://a.example/o"}
      """
    let post = try post(text)
    #expect(post.title == .text("One"))
    let html =
      "<p>object: <a href=\"https://a.example/2\">Two</a></p><p>target: Cats</p>"
      + "<p>origin: <a href=\"https://a.example/o\">https://a.example/o</a></p>"
    #expect(post.body == .html(html))
  }

  @Test(arguments: [
    (#""content":"c","contentMap":{"de":"d"}"#, Body.html("c"), String?.none),
    (#""content":"d","contentMap":{"de":"d"}"#, .html("d"), "de"),
    (#""contentMap":{"de":"d","en":"e"},"content":"d""#, .html("d"), "de"),
    (#""contentMap":{"de":"d","en":"e"}"#, .html("d"), "de"),
    (#""@context":{"@language":"en"},"contentMap":{"de":"d","en":"e"}"#, .html("e"), "en"),
    (#""content":"*c*","mediaType":"text/markdown""#, .text("*c*"), nil),
    (#""content":"<c","mediaType":"text/plain""#, .text("<c"), nil),
    (#""content":"c","mediaType":"text/html","summary":null"#, .html("c"), nil),
    (#""summary":"only <b>this</b>""#, .html("only <b>this</b>"), nil),
    (#""source":{"content":"*s*","mediaType":"text/markdown"}"#, .text("*s*"), nil),
    (#""content":{"@value":"c","@language":"fr"}"#, .html("c"), "fr"),
  ])
  func theTextIsTakenFromWhereItIs(_ fields: String, _ body: Body, _ language: String?) throws {
    let post = try post("{\"type\":\"Note\",\"id\":\"x\",\(fields)}")
    #expect(post.body == body)
    #expect(post.language == language)
  }

  @Test(arguments: [
    (#""type":"Note","content":"c","summary":"s""#, "s"),
    (#""type":"Article","content":"c","summary":"s""#, nil),
    (#""type":"Article","content":"c","summary":"s","sensitive":true"#, "s"),
    (#""type":"Note","content":"c","summary":"c""#, nil),
    (#""type":"Note","content":"c","summary":"","sensitive":true"#, nil),
  ])
  func aSummaryMayWarn(_ fields: String, _ warning: String?) throws {
    #expect(try post("{\"id\":\"x\",\(fields)}").contentWarning == warning)
  }

  @Test(arguments: [
    (#""https://a.example/1""#, "https://a.example/1"),
    (#"["https://a.example/1","https://a.example/2"]"#, "https://a.example/1"),
    (#"{"type":"Link","href":"https://a.example/1"}"#, "https://a.example/1"),
    (
      #"[{"type":"Link","mediaType":"video/mp4","href":"v"},"#
        + #"{"type":"Link","mediaType":"text/html","href":"h"}]"#, "h"
    ),
    (#"[{"type":"Link","mediaType":"video/mp4","href":"v"}]"#, "v"),
    ("null", "x"),
  ])
  func theLinkIsAPageWhereThereIsOne(_ url: String, _ expected: String) throws {
    #expect(try post("{\"type\":\"Note\",\"id\":\"x\",\"url\":\(url)}").url == expected)
  }

  @Test func aQuestionIsAPoll() throws {
    let text = """
      {"type":"Question","id":"x","content":"Which?","endTime":"2026-02-01T00:00:00Z",
       "closed":true,"oneOf":[{"type":"Note","name":"A","replies":{"totalItems":3}},
       {"type":"Note","name":"B","replies":{"totalItems":4}}]}
      """
    let post = try post(text)
    #expect(
      post.poll
        == Poll(
          options: [.init(title: "A", votes: 3), .init(title: "B", votes: 4)],
          votesCount: 7,
          isExpired: true,
          expires: Timestamp(rfc3339: "2026-02-01T00:00:00Z")
        )
    )
    #expect(post.body == .html("Which?"))
  }

  @Test func thingsWithoutATextSayWhatTheyAre() throws {
    #expect(
      try post(
        """
        {"type":"Event","name":"Party","startTime":"2026-01-01T20:00:00Z",
         "location":{"type":"Place","name":"Home"}}
        """
      ).body == .html("<p>start time: 2026-01-01T20:00:00Z</p><p>location: Home</p>")
    )
    #expect(
      try post(#"{"type":"Place","name":"P","latitude":36.75,"units":"m"}"#).body
        == .html("<p>latitude: 36.75</p><p>units: m</p>")
    )
    let tombstone = try post(
      #"{"type":"Tombstone","id":"t","formerType":"Note","deleted":"2026-01-01T00:00:00Z"}"#
    )
    #expect(tombstone.body == .html("<p>Deleted: Note</p>"))
    #expect(tombstone.published?.rfc3339 == "2026-01-01T00:00:00Z")
    #expect(
      try post(
        """
        {"type":"Relationship","subject":{"type":"Person","name":"Sally"},
         "relationship":"IsFollowing","object":{"type":"Person","name":"Joe"}}
        """
      ).body == .html("<p>relationship: IsFollowing</p><p>subject: Sally</p><p>object: Joe</p>")
    )
  }

  @Test func anActorIsARecord() throws {
    let text = """
      {"type":"Person","id":"https://a.example/u/olga","preferredUsername":"olga","name":"Olga",
       "summary":"<p>likes lakes</p>","url":"https://a.example/@olga",
       "attachment":[{"type":"PropertyValue","name":"Web","value":"<a href='w'>w</a>"}]}
      """
    let post = try post(text)
    #expect(post.title == .text("Olga"))
    #expect(post.author == Account(name: nil, handle: "@olga@a.example"))
    #expect(post.url == "https://a.example/@olga")
    #expect(post.body == .html("<p>likes lakes</p><p>Web: <a href='w'>w</a></p>"))
    #expect(post.type == "Person")
  }

  @Test func anAttachmentStandsOnce() throws {
    let text = """
      {"type":"Article","id":"x","content":"c","image":{"type":"Image","url":"p"},"icon":"i",
       "attachment":[{"type":"Image","url":"p","name":"alt"},
       {"type":"Image","url":[{"type":"Link","href":"q","mediaType":"image/png"}]},
       {"type":"Link","href":"l"},{"type":"Note","id":"n","content":"c"}]}
      """
    let post = try post(text)
    #expect(
      post.attachments == [
        Attachment(type: "image", url: "p", alt: "alt"), Attachment(type: "image", url: "q"),
        Attachment(type: "link", url: "l"), Attachment(type: "note", url: "n", alt: "c"),
        Attachment(type: "image", url: "i"),
      ]
    )
  }

  @Test func whatHasOnlyAContextIsAnObject() throws {
    let context = "\"@context\":\"https://www.w3.org/ns/activitystreams\""
    #expect(try post("{\(context)}").type == "Object")
    #expect(try post("{\(context),\"updated\":\"2015-12-12T12:34Z\"}").type == "Object")
  }

  @Test func endlessNestingIsCutAndSaid() throws {
    // Answers to answers take no stack: they are cut only where JSON itself is.
    var text = "{\"type\":\"Note\",\"id\":\"leaf\"}"
    for level in (0..<37).reversed() {
      text = "{\"type\":\"Note\",\"id\":\"\(level)\",\"replies\":{\"items\":[\(text)]}}"
    }
    let post = try post(text)
    #expect(post.comments.count == 37)
    #expect(post.comments.last?.id.rawValue == "leaf")
    #expect(Conversation(comments: post.comments).nodes.map(\.depth) == Array(0..<37))
    #expect(post.problems == [])
    let deep = String(repeating: "{\"type\":\"Undo\",\"object\":", count: 200)
    #expect(
      try feed(
        "{\"type\":\"Collection\",\"items\":[\(deep)1\(String(repeating: "}", count: 200))]}"
      )
      .rows.count == 1
    )
    let undo = try StreamModelTests.post(
      String(repeating: "{\"type\":\"Undo\",\"object\":", count: 20)
        + "\"x\"" + String(repeating: "}", count: 20)
    )
    #expect(undo.activity.name == "Undo")
  }

  @Test func linesMayBeActivities() throws {
    let text = """
      {"id":"1","type":"Create","object":{"type":"Note","content":"a"}}
      {"id":"2","type":"Like","object":"https://a.example/1","post":"1"}
      """
    let feed = try feed(text)
    #expect(feed.outline == ["1", "2"])
    #expect(feed.posts[0].body == .html("a"))
    #expect(feed.problems == [])
  }

  @Test func pagesOneAfterTheOtherAreRead() throws {
    let page = #"{"type":"OrderedCollectionPage","orderedItems":[{"type":"Note","id":"x"}]}"#
    #expect(try feed(page + "\n" + page + "\n").outline == ["x", "x"])
  }

  @Test(arguments: [
    ("https://a.example:8080/u", "@olga@a.example"), ("https://[::1]:80/u", "@olga@[::1]"),
    // The colon ends a user's name here, not a host.
    ("https://bank.example:x@evil.example/u", "@olga@evil.example"), ("urn:a:b", "@olga"),
  ])
  func aHandleNamesTheHostThatTheActorIsFrom(_ id: String, _ handle: String) throws {
    let text = #"""
      {"@context":"https://www.w3.org/ns/activitystreams","type":"Note","id":"n","content":"x",
       "attributedTo":{"type":"Person","preferredUsername":"olga","id":"\#(id)"}}
      """#
    let note = try post(text)
    #expect(note.author?.handle == handle)
  }
}
