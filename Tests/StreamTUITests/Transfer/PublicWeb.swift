import Foundation

/// A server of the fediverse with one person, and Bluesky, in a web without a network.
enum PublicWeb {
  static let json = "200 OK|Content-Type: application/json; charset=utf-8"
  static let activity = "200 OK|Content-Type: application/activity+json"
  static let html = "200 OK|Content-Type: text/html"
  static let origin = "https://social.example"
  static let bluesky = "https://public.api.bsky.app/xrpc/"
  static let tag = origin + "/api/v1/timelines/tag/lakes?limit=40"
  static let lookup = origin + "/api/v1/accounts/lookup?acct=mia"
  static let posts = origin + "/api/v1/accounts/113/statuses?limit=40"
  static let finger = origin + "/.well-known/webfinger?resource=acct:mia@social.example"
  static let feed =
    bluesky
    + "app.bsky.feed.getAuthorFeed?actor=lakes.example&filter=posts_and_author_threads&limit=50"

  static func account(_ name: String, _ id: Int) -> String {
    let user = name.lowercased()
    return """
      {"id":"\(id)","username":"\(user)","acct":"\(user)","display_name":"\(name)",
      "url":"\(origin)/@\(user)"}
      """
  }

  static func status(_ id: Int, by name: String, _ text: String, _ more: String = "")
    -> String
  {
    """
    {"id":"\(id)","uri":"\(origin)/users/\(name.lowercased())/statuses/\(id)",
    "url":"\(origin)/@\(name.lowercased())/\(id)","created_at":"2026-11-25T1\(id % 10):00:00.000Z",
    "account":\(account(name, 113)),"content":"<p>\(text)</p>","favourites_count":\(id % 7),
    "reblogs_count":1,"replies_count":0,"visibility":"public"\(more)}
    """
  }

  static let tagged =
    "<a href=\\\"\(origin)/tags/lakes\\\" class=\\\"mention hashtag\\\">#lakes</a>"
  static let statuses = """
    [\(status(8, by: "Mia", "Ice on the \(tagged) today")),
    \(status(6, by: "Ben", "", ",\"reblog\":\(status(3, by: "Olga", "A boat for two")),\"replies_count\":2"))]
    """
  static let views = """
    {"feed":[{"post":{"uri":"at://did:plc:abc/app.bsky.feed.post/3k","cid":"c",
    "author":{"did":"did:plc:abc","handle":"lakes.example","displayName":"Lakes"},
    "record":{"$type":"app.bsky.feed.post","text":"The level falls","createdAt":"2026-11-25T11:00:00Z"},
    "likeCount":4,"replyCount":1,"repostCount":2,"indexedAt":"2026-11-25T11:00:00Z"}}],"cursor":"x"}
    """
  static let outbox = """
    {"type":"OrderedCollectionPage","orderedItems":[{"type":"Create","actor":"\(origin)/users/mia",
    "id":"\(origin)/users/mia/statuses/8/activity",
    "published":"2026-11-25T10:00:00Z","object":{"type":"Note","id":"\(origin)/users/mia/statuses/8",
    "url":"\(origin)/@mia/8","attributedTo":"\(origin)/users/mia","content":"<p>Ice on the lakes</p>",
    "published":"2026-11-25T10:00:00Z","to":["https://www.w3.org/ns/activitystreams#Public"]}}]}
    """

  /// A server of the fediverse, and Bluesky.
  ///
  /// - Parameter hidesOutbox: whether it shows accounts to servers that it knows only.
  static func web(hidesOutbox: Bool = false) throws -> FakeWeb {
    do {
      let web = FakeWeb()
      let actor = origin + "/users/mia"
      for address in [
        tag, posts, origin + "/api/v1/timelines/public?limit=40",
        origin + "/api/v1/timelines/public?local=true&limit=40",
      ] {
        try web.answer(address, json, statuses)
      }
      try web.answer(lookup, json, account("Mia", 113))
      try web.answer(
        finger,
        "200 OK|Content-Type: application/jrd+json",
        #"{"links":[{"rel":"self","type":"application/activity+json","href":"\#(actor)"}]}"#
      )
      try web.answer(
        actor,
        hidesOutbox ? "401 Unauthorized" : activity,
        #"{"id":"\#(actor)","type":"Person","preferredUsername":"mia","name":"Mia","outbox":"\#(actor)/outbox"}"#
      )
      try web.answer(actor + "/outbox", activity, outbox)
      try web.answer(
        origin + "/@mia",
        html,
        "<html><head><link rel=\"alternate\" type=\"application/activity+json\" href=\"\(actor)\"></head></html>"
      )
      try web.answer(feed, json, views)
      try web.answer(
        bluesky + "com.atproto.identity.resolveHandle?handle=lakes.example",
        json,
        #"{"did":"did:plc:abc"}"#
      )
      for kind in [
        "getFeed?feed=at://did:plc:abc/app.bsky.feed.generator/ice",
        "getListFeed?list=at://did:plc:abc/app.bsky.graph.list/3kx",
      ] {
        try web.answer(bluesky + "app.bsky.feed.\(kind)&limit=50", json, views)
      }
      return web
    }
  }
}
