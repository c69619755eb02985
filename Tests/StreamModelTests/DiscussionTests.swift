import Testing

@testable import StreamModel

/// The answers of sites with whole discussions.
@Suite struct DiscussionTests {
  static let hackerNews = #"""
    {"id":100,"created_at":"2026-01-30T08:15:00Z","created_at_i":1769760900,"type":"story",
     "author":"olga","title":"Ice on the lakes","url":"https://lakes.example/ice","text":null,
     "points":57,"parent_id":null,"story_id":100,"options":[],"children":[
      {"id":101,"created_at":"2026-01-30T09:00:00Z","type":"comment","author":"mia","title":null,
       "url":null,"text":"<p>How <i>thick</i> is it?","points":null,"parent_id":100,"children":[
        {"id":102,"created_at":"2026-01-30T09:05:00Z","type":"comment","author":"olga",
         "text":"Ten centimetres.","parent_id":101,"children":[]}]},
      {"id":103,"type":"comment","author":null,"text":null,"parent_id":100,"children":[]},
      null,
      {"id":104,"created_at":"2026-01-30T10:00:00Z","type":"comment","author":"ben",
       "text":"Skates!","parent_id":100,"children":[]}]}
    """#

  static let lobsters = #"""
    {"short_id":"ab12cd","created_at":"2026-01-30T02:15:00.000-06:00","title":"Ice on the lakes",
     "url":"https://lakes.example/ice","score":12,"flags":0,"comment_count":3,"description":"",
     "submitter_user":"olga","tags":["lakes","science"],
     "short_id_url":"https://lobste.rs/s/ab12cd",
     "comments_url":"https://lobste.rs/s/ab12cd/ice_on_lakes","comments":[
      {"short_id":"c1","created_at":"2026-01-30T03:00:00.000-06:00","is_deleted":false,
       "is_moderated":false,"score":5,"parent_comment":null,"comment":"<p>How thick?</p>",
       "depth":0,"commenting_user":"mia","url":"https://lobste.rs/c/c1"},
      {"short_id":"c2","score":1,"is_deleted":true,"parent_comment":"c1","comment":"<p>gone</p>",
       "depth":1,"commenting_user":{"username":"ben"},"short_id_url":"https://lobste.rs/c/c2"},
      {"short_id":"c3","score":2,"comment":"<p>Level alone</p>","indent_level":2,
       "commenting_user":"olga"}]}
    """#

  static let discourse = #"""
    {"post_stream":{"posts":[
      {"id":11,"name":"Olga Hansen","username":"olga","created_at":"2026-01-30T08:15:00.000Z",
       "cooked":"<p>Ice on the lakes</p>","post_number":1,"reply_to_post_number":null,
       "actions_summary":[{"id":2,"count":4}]},
      {"id":12,"name":"","username":"mia","created_at":"2026-01-30T09:00:00.000Z",
       "cooked":"<p>How thick?</p>","post_number":2,"reply_to_post_number":1,
       "actions_summary":[{"id":3,"count":9},{"id":2,"count":1}]},
      {"id":14,"username":"ben","cooked":"<p>x</p>","post_number":4,"reply_to_post_number":2,
       "user_deleted":true}],
     "stream":[11,12,14,15,16]},
     "id":731,"title":"Ice on the lakes","slug":"ice-on-lakes","posts_count":5,"tags":["lakes"]}
    """#

  static let lemmy = #"""
    {"comments":[
      {"comment":{"id":5,"post_id":42,"content":"How *thick*?","removed":false,"deleted":false,
        "published":"2026-01-30T09:00:00.123456Z","ap_id":"https://lemmy.example/comment/5",
        "path":"0.5"},
       "creator":{"name":"mia","display_name":"Mia","actor_id":"https://lemmy.example/u/mia"},
       "post":{"id":42,"name":"Ice on the lakes","ap_id":"https://lemmy.example/post/42",
        "url":"https://lakes.example/ice"},"community":{"name":"lakes"},"counts":{"score":3}},
      {"comment":{"id":6,"content":"secret","deleted":true,"path":"0.5.6"},
       "creator":{"name":"ben"},"counts":{"score":-1}}]}
    """#

  private func thread(_ text: String) throws -> Post {
    let feed = try feed(text, hint: .discussion)
    #expect(feed.format?.vocabulary == .discussion)
    return try #require(feed.posts.first)
  }

  @Test func hackerNewsIsReadAsAThread() throws {
    // The document tells its format, too.
    #expect(try feed(Self.hackerNews).format?.vocabulary == .discussion)
    let post = try thread(Self.hackerNews)
    #expect(post.problems == [])
    #expect(post.title == .text("Ice on the lakes"))
    #expect(post.url == "https://news.ycombinator.com/item?id=100")
    #expect(post.card?.url == "https://lakes.example/ice")
    #expect(post.likesCount == 57 && post.commentsCount == 4)
    #expect(post.comments.map(\.id.rawValue) == ["101", "102", "103", "104"])
    #expect(post.comments.map(\.parent?.rawValue) == [nil, "101", nil, nil])
    #expect(post.comments[0].body == .html("<p>How <i>thick</i> is it?"))
    #expect(post.comments[0].url == "https://news.ycombinator.com/item?id=101")
    #expect(post.comments[1].published?.rfc3339 == "2026-01-30T09:05:00Z")
    #expect(post.comments[2].body == .text("[deleted]") && post.comments[2].author == nil)
  }

  @Test func lobstersIsReadAsAThread() throws {
    #expect(try feed(Self.lobsters).format?.vocabulary == .discussion)
    let post = try thread(Self.lobsters)
    #expect(post.problems == [])
    #expect(post.url == "https://lobste.rs/s/ab12cd/ice_on_lakes")
    #expect(post.likesCount == 12 && post.commentsCount == 3)
    #expect(post.comments.map(\.id.rawValue) == ["c1", "c2", "c3"])
    #expect(post.comments.map(\.parent?.rawValue) == [nil, "c1", "c2"])
    #expect(post.comments[1].body == .text("[deleted]"))
    #expect(post.comments[1].author?.name == "ben")
    #expect(post.comments.map(\.likesCount) == [5, 1, 2])
  }

  @Test func discourseIsReadAsAThread() throws {
    #expect(try feed(Self.discourse).format?.vocabulary == .discussion)
    let post = try thread(Self.discourse)
    #expect(post.author?.name == "Olga Hansen" && post.likesCount == 4)
    #expect(post.commentsCount == 4)
    #expect(post.comments.map(\.id.rawValue) == ["2", "4", "more 15 16"])
    #expect(post.comments.map(\.parent?.rawValue) == [nil, "2", nil])
    #expect(post.comments[0].likesCount == 1)
    #expect(post.comments[1].body == .text("[deleted]"))
    #expect(post.comments[2].kind == .stub(count: 2))
  }

  @Test func lemmyIsReadAsAThread() throws {
    #expect(try feed(Self.lemmy).format?.vocabulary == .discussion)
    let post = try thread(Self.lemmy)
    #expect(post.title == .text("Ice on the lakes") && post.url == "https://lemmy.example/post/42")
    #expect(post.comments.map(\.id.rawValue) == ["5", "6"])
    #expect(post.comments.map(\.parent?.rawValue) == [nil, "5"])
    #expect(post.comments[0].body == .text("How *thick*?"))
    #expect(post.comments[1].body == .text("[deleted]"))
    #expect(post.comments.map(\.likesCount) == [3, -1])
  }

  // MARK: As discussions

  private func place(_ address: String) throws -> DiscussionPlace {
    try #require(DiscussionPlace(of: address))
  }

  private func discussion(_ text: String, _ address: String) throws -> Discussion {
    let place = try place(address)
    return try DiscussionReader.read(
      try feed(text, hint: DiscussionReader.hint(for: place.site)),
      from: place
    )
  }

  private func failure(_ text: String, _ address: String) -> DiscussionReader.Failure? {
    do {
      _ = try discussion(text, address)
      return nil
    } catch {
      return error as? DiscussionReader.Failure ?? .malformed
    }
  }

  private static let item = "https://news.ycombinator.com/item?id=100"

  @Test func aThreadIsADiscussion() throws {
    let found = try discussion(Self.hackerNews, Self.item)
    #expect(found.count == 4 && found.leftOut == 0)
    #expect(found.entries[0].names == ["https://news.ycombinator.com/item?id=101"])
    let topic = try discussion(Self.discourse, "https://forum.example/t/ice/731")
    #expect(topic.count == 2 && topic.leftOut == 2)
    #expect(topic.entries[0].comment.url == "https://forum.example/t/ice/731/2")
  }

  /// Replies to the post come without a parent; those above it are left out.
  @Test func theContextOfAStatusIsADiscussion() throws {
    func status(_ id: Int, to parent: Int?, _ text: String) -> String {
      """
      {"id":"\(id)","created_at":"2026-01-30T09:00:00Z","content":"<p>\(text)</p>",
       "in_reply_to_id":\(parent.map { "\"\($0)\"" } ?? "null"),"spoiler_text":"",
       "uri":"https://social.example/users/mia/statuses/\(id)","account":{"acct":"mia"}}
      """
    }
    let context = """
      {"ancestors":[\(status(1, to: nil, "above"))],
       "descendants":[\(status(3, to: 2, "one")),\(status(4, to: 3, "two")),
       \(status(9, to: 8, "lost"))]}
      """
    let found = try discussion(context, "https://social.example/@olga/2")
    #expect(found.entries.map(\.comment.id.rawValue) == ["3", "4", "9"])
    #expect(found.entries.map(\.comment.parent?.rawValue) == [nil, "3", "8"])
    #expect(found.entries[0].names == ["https://social.example/users/mia/statuses/3"])
    let none = try discussion(
      #"{"ancestors":[],"descendants":[]}"#,
      "https://social.example/@olga/2"
    )
    #expect(none.entries.isEmpty)
    #expect(found.parents.map(\.id.rawValue) == ["1"])
    // A malformed post above costs nothing else.
    let odd = try discussion(
      #"{"ancestors":[7],"descendants":[]}"#,
      "https://social.example/@olga/2"
    )
    #expect(odd.entries.isEmpty && odd.parents.isEmpty)
  }

  @Test func commentsOnAnIssueAreADiscussion() throws {
    let text = #"""
      [{"id":1,"html_url":"https://github.com/lakes/ice/issues/29#issuecomment-1",
        "user":{"login":"mia"},"created_at":"2026-01-30T09:00:00Z","body":"How *thick*?",
        "reactions":{"total_count":2}}]
      """#
    let found = try discussion(text, "https://github.com/lakes/ice/issues/29")
    #expect(found.entries.map(\.comment.body) == [.text("How *thick*?")])
    #expect(found.entries[0].comment.likesCount == 2)
    #expect(try discussion("[]", "https://github.com/lakes/ice/issues/29").entries.isEmpty)
  }

  @Test func aFeedOfCommentsIsADiscussion() throws {
    var post = Post(id: Post.ID("p"), isStated: true)
    post.url = "https://blog.example/ice"
    let place = try #require(DiscussionPlace(feed: "https://blog.example/ice/feed/", of: post))
    let text = """
      <rss version="2.0" xmlns:dc="http://purl.org/dc/elements/1.1/"><channel><item><title>By: Mia</title>
      <dc:creator>Mia</dc:creator><guid>https://blog.example/ice#c1</guid>
      <description>How thick?</description></item><item><guid>https://blog.example/ice#c2</guid>
      <description>Skates!</description></item></channel></rss>
      """
    let found = try DiscussionReader.read(try feed(text), from: place)
    #expect(found.entries.map(\.comment.body) == [.html("How thick?"), .html("Skates!")])
    #expect(found.entries[0].names == ["https://blog.example/ice#c1"])
    // WordPress writes the author's name in place of a title.
    #expect(found.entries[0].post?.title == .missing)
  }

  /// WordPress writes the newest first, and says in words alone which comment is answered.
  @Test(arguments: ["In reply to", "Als Antwort auf", "返信先:"])
  func commentsOfWordPressAreATree(words: String) throws {
    var post = Post(id: Post.ID("p"), isStated: true)
    post.url = "https://blog.example/ice"
    let place = try #require(DiscussionPlace(feed: "https://blog.example/ice/feed/", of: post))
    let page = "https://blog.example/ice"
    let text = """
      <rss version="2.0"><channel><item><link>\(page)#comment-3</link><guid isPermaLink="false">\(page)?p=1#comment-3</guid>
      <description><![CDATA[\(words) <a href="\(page)#comment-2">Mia</a>.

      <p>Five is enough, says <a href="\(page)#comment-1">the first</a>.</p>]]></description></item>
      <item><link>\(page)#comment-2</link><guid isPermaLink="false">\(page)?p=1#comment-2</guid>
      <description><![CDATA[<p>Ten centimetres? Read this first, which tells of it at length: <a href="\(page)#comment-1">Olga</a></p>]]></description>
      </item></channel></rss>
      """
    let found = try DiscussionReader.read(try feed(text), from: place)
    #expect(found.entries.map { $0.comment.parent?.rawValue } == ["\(page)#comment-2", nil])
    #expect(found.entries[1].names.contains("\(page)#comment-2"))
  }

  @Test func redditAndBlueskyAreDiscussions() throws {
    let reddit = try discussion(RedditTests.thread, "https://www.reddit.com/r/lakes/comments/a/")
    #expect(reddit.count == 3 && reddit.leftOut == 5)
    let bluesky = #"""
      {"thread":{"$type":"app.bsky.feed.defs#threadViewPost",
        "post":{"uri":"at://did:plc:o/app.bsky.feed.post/1","author":{"handle":"olga.example"},
         "record":{"text":"Ice"}},
        "replies":[{"$type":"app.bsky.feed.defs#threadViewPost",
         "post":{"uri":"at://did:plc:m/app.bsky.feed.post/2","author":{"handle":"mia.example"},
          "record":{"text":"How thick?"},"likeCount":1},"replies":[]}]}}
      """#
    let thread = try discussion(bluesky, "https://bsky.app/profile/olga.example/post/1")
    #expect(thread.entries.map(\.comment.body) == [.text("How thick?")])
    #expect(thread.entries[0].names.contains("at://did:plc:m/app.bsky.feed.post/2"))
  }

  // MARK: Further pages

  @Test func aLongTopicIsAskedForInBatches() throws {
    let place = try place("https://forum.example/t/ice/731")
    let first = try discussion(Self.discourse, place.page)
    let next = DiscussionReader.next(after: first, of: first, number: 1, from: place)
    #expect(next == "https://forum.example/t/731/posts.json?post_ids%5B%5D=15&post_ids%5B%5D=16")
    let batch = try discussion(
      #"""
      {"post_stream":{"posts":[{"id":15,"username":"ben","cooked":"<p>y</p>","post_number":5},
       {"id":12,"username":"mia","cooked":"<p>again</p>","post_number":2}]},"id":731}
      """#,
      place.page
    )
    let all = DiscussionReader.joined(first, batch)
    #expect(all.entries.map(\.comment.id.rawValue) == ["2", "4", "5"])
    #expect(DiscussionReader.next(after: batch, of: all, number: 2, from: place) == nil)
  }

  @Test func pagesEnd() throws {
    let place = try place("https://github.com/lakes/ice/issues/29")
    let full = Discussion(
      (0..<100).map {
        Discussion.Entry(Comment(id: Post.ID("\($0)")), names: [])
      }
    )
    #expect(
      DiscussionReader.next(after: full, of: full, number: 1, from: place)
        == "https://api.github.com/repos/lakes/ice/issues/29/comments?per_page=100&page=2"
    )
    #expect(DiscussionReader.next(after: full, of: full, number: 10, from: place) == nil)
    #expect(DiscussionReader.joined(full, full).entries.count == 100)
  }

  // MARK: Hostile answers

  @Test func wrongAnswersAreNoDiscussions() throws {
    #expect(failure("<!DOCTYPE html><html><body>Too many requests", Self.item) == .page)
    #expect(failure(#"{"error":"not found","status":404}"#, Self.item) != nil)
    #expect(failure("[]", Self.item) == .malformed)
    #expect(failure("7", Self.item) == .malformed)
    // Of the first bytes alone nothing tells what they are.
    #expect(failure(String(Self.hackerNews.prefix(40)), Self.item) != nil)
    for length in [300, Self.hackerNews.utf8.count - 2] {
      let cut = String(decoding: Array(Self.hackerNews.utf8.prefix(length)), as: UTF8.self)
      #expect(failure(cut, Self.item) == .cut, "\(length)")
    }
    let context = #"{"ancestors":[],"descendants":[{"id":"3","content":"x"},{"id":"4","con"#
    #expect(failure(context, "https://social.example/@olga/2") == .cut)
  }

  @Test func tenThousandLevelsAreRead() throws {
    let levels = 10_000
    let open = (0..<levels).map { #"{"id":\#($0),"text":"x","children":["# }.joined()
    let text =
      #"{"created_at_i":1,"id":"s","children":["# + open
      + String(repeating: "]}", count: levels + 1)
    let found = try discussion(text, Self.item)
    #expect(found.count == levels)
    let comments = found.entries.map(\.comment)
    #expect(comments[0].parent == nil && comments[9_999].parent?.rawValue == "9998")
    #expect(Conversation(comments: comments).nodes.last?.depth == levels - 1)
    // Deeper ones are a fault, not a crash.
    let deep = String(repeating: #"{"children":["#, count: 200_000)
    #expect(failure(#"{"created_at_i":1,"children":["# + deep, Self.item) != nil)
  }

  @Test func tooManyCommentsAreCounted() throws {
    let list = (0..<20_000).map { #"{"id":\#($0),"text":"x","children":[{"id":"r\#($0)"}]}"# }
    let text = #"{"created_at_i":1,"id":"s","children":["# + list.joined(separator: ",") + "]}"
    let found = try discussion(text, Self.item)
    #expect(found.count == 10_000 && found.leftOut == 30_000)
    let comments = (0..<10_050).map { #"{"id":\#($0),"user":{"login":"mia"},"body":"x"}"# }
    let issue = try discussion(
      "[\(comments.joined(separator: ","))]",
      "https://github.com/lakes/ice/issues/29"
    )
    #expect(issue.count == 10_000 && issue.leftOut == 50)
  }

  @Test func wrongParentsCostNoComment() throws {
    let lobsters = #"""
      {"short_id":"a","comments":[{"short_id":"1","parent_comment":"2","comment":"x"},
       {"short_id":"2","parent_comment":"1","comment":"y"},{"comment":"no id"},
       {"short_id":"3","parent_comment":"9","comment":"z"},
       {"short_id":"3","parent_comment":"3","comment":"again"},7,"text"]}
      """#
    let found = try discussion(lobsters, "https://lobste.rs/s/a")
    #expect(found.count == 5)
    let nodes = Conversation(comments: found.entries.map(\.comment)).nodes
    #expect(Set(nodes.map(\.documentIndex)) == Set(found.entries.indices))
    #expect(nodes.count == found.entries.count)
    // Both of a circle stand at the top.
    #expect(
      nodes.filter { ["1", "2"].contains($0.comment.id.rawValue) }.allSatisfy { $0.depth == 0 }
    )
  }
}
