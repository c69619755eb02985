import Testing

@testable import StreamModel

/// The sizes of pictures, as formats state them.
@Suite struct PictureSizeTests {
  private func sizes(_ document: String) throws -> [PixelSize?] {
    let feed = try feed(document)
    let posts = feed.posts
    #expect(posts.allSatisfy { $0.problems.isEmpty })
    return posts.flatMap { $0.attachments.map(\.size) }
  }

  private static let lake = PixelSize(width: 1_200, height: 800)

  @Test func nativePostsStateThem() throws {
    let text = #"""
      {"version":1,"posts":[{"id":"a","body_text":"x","attachments":[
        {"type":"image","url":"1.png","width":1200,"height":800},
        {"type":"image","url":"2.png","width":1200},
        {"type":"image","url":"3.png","width":0,"height":800},
        {"type":"image","url":"4.png","width":65535,"height":65536},
        {"type":"image","url":"5.png","width":65535,"height":1}]}]}
      """#
    let found = try sizes(text)
    #expect(found == [Self.lake, nil, nil, nil, PixelSize(width: 65_535, height: 1)])
  }

  @Test(arguments: [
    (#""meta":{"original":{"width":1200,"height":800},"small":{"width":600,"height":400}}"#, lake),
    (
      #""meta":{"focus":{"x":0.5,"y":0},"small":{"width":600,"height":400,"size":"600x400"}}"#,
      PixelSize(width: 600, height: 400)
    ),
    (#""meta":{"original":{"width":"?","height":800.5}}"#, nil), (#""meta":[1]"#, nil),
    (#""meta":null"#, nil),
  ])
  func mastodonStatesThem(_ meta: String, _ size: PixelSize?) throws {
    let text = #"""
      [{"id":"1","uri":"https://a.example/1","content":"x","account":{"acct":"a"},
        "media_attachments":[{"type":"image","url":"u",\#(meta)}]}]
      """#
    let found = try sizes(text)
    #expect(found == [size])
  }

  @Test func activityStreamsStateThemInFilesAndLinks() throws {
    let text = #"""
      {"@context":"https://www.w3.org/ns/activitystreams","type":"OrderedCollection","orderedItems":[
        {"type":"Note","id":"https://a.example/1","content":"x","attachment":[
          {"type":"Document","mediaType":"image/png","url":"https://a.example/1.png",
           "width":1200,"height":800},
          {"type":"Image","url":[{"type":"Link","href":"https://a.example/2.png","width":"600",
           "height":"400"}]},
          {"type":"Image","url":"https://a.example/3.png","width":-5,"height":{}}],
         "image":{"type":"Image","url":"https://a.example/4.png","width":3,"height":2}}]}
      """#
    let found = try sizes(text)
    #expect(
      found == [Self.lake, PixelSize(width: 600, height: 400), nil, PixelSize(width: 3, height: 2)]
    )
  }

  @Test func blueskyStatesTheShape() throws {
    let text = #"""
      {"feed":[{"post":{"uri":"at://did:plc:1/app.bsky.feed.post/a",
        "author":{"did":"did:plc:1","handle":"a.example"},"record":{"text":"x"},
        "embed":{"$type":"app.bsky.embed.images#view","images":[
          {"thumb":"t","fullsize":"f","alt":"lake","aspectRatio":{"width":1200,"height":800}},
          {"thumb":"t","fullsize":"g","alt":""}]}}}]}
      """#
    let found = try sizes(text)
    #expect(found == [Self.lake, nil])
  }

  @Test func mediaRSSStatesThem() throws {
    let text = """
      <rss version="2.0" xmlns:media="http://search.yahoo.com/mrss/"><channel><title>t</title><item>
      <title>x</title><guid>1</guid>
      <media:content url="http://a.example/1.jpg" medium="image" width="1200" height="800"/>
      <media:content url="http://a.example/2.jpg" medium="image" width="wide" height="800"/>
      </item></channel></rss>
      """
    let found = try sizes(text)
    #expect(found == [Self.lake, nil])
  }

  @Test func postsThatAreSensitiveHaveSensitivePictures() throws {
    let text = #"""
      [{"id":"1","uri":"https://a.example/1","content":"x","account":{"acct":"a"},"sensitive":true,
        "spoiler_text":"","media_attachments":[{"type":"image","url":"u"}]},
       {"id":"2","uri":"https://a.example/2","content":"x","account":{"acct":"a"},"sensitive":false,
        "media_attachments":[{"type":"image","url":"u"}]}]
      """#
    let mastodon = try feed(text)
    #expect(mastodon.posts.flatMap { $0.attachments.map(\.isSensitive) } == [true, false])
    let document = #"""
      {"@context":"https://www.w3.org/ns/activitystreams","type":"OrderedCollection","orderedItems":[
        {"type":"Note","id":"https://a.example/1","content":"x","sensitive":true,
         "attachment":[{"type":"Image","url":"https://a.example/1.png"}]}]}
      """#
    let activity = try feed(document)
    #expect(activity.posts.flatMap { $0.attachments.map(\.isSensitive) } == [true])
  }

  @Test func theNativeRecordKeepsThem() throws {
    let file = Attachment(
      type: "image",
      url: "a.png",
      alt: "a lake",
      size: Self.lake,
      isSensitive: true
    )
    let post = Post(id: Post.ID("p"), body: .text("x"), attachments: [file])
    let record = String(decoding: NativeRecord(post).bytes, as: UTF8.self)
    #expect(record.contains(#""width":1200,"height":800"#))
    #expect(try feed(record).posts.first?.attachments == [file])
  }
}
