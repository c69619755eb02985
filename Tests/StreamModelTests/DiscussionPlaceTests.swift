import Testing

@testable import StreamModel

/// Which address leads to which discussion.
@Suite struct DiscussionPlaceTests {
  @Test(arguments: [
    (
      "https://news.ycombinator.com/item?id=8863", "hacker-news", "news.ycombinator.com",
      "https://hn.algolia.com/api/v1/items/8863"
    ),
    (
      "http://news.ycombinator.com/item?p=2&id=8863#9", "hacker-news", "news.ycombinator.com",
      "https://hn.algolia.com/api/v1/items/8863"
    ),
    (
      "https://lobste.rs/s/ab12cd/ice_on_lakes", "lobsters", "lobste.rs",
      "https://lobste.rs/s/ab12cd.json"
    ),
    ("https://lobste.rs/s/ab12cd", "lobsters", "lobste.rs", "https://lobste.rs/s/ab12cd.json"),
    (
      "https://www.reddit.com/r/lakes/comments/1abc2d/ice/", "reddit", "reddit.com",
      "https://www.reddit.com/comments/1abc2d.json?limit=500&raw_json=1"
    ),
    (
      "https://old.reddit.com/comments/1abc2d", "reddit", "old.reddit.com",
      "https://www.reddit.com/comments/1abc2d.json?limit=500&raw_json=1"
    ),
    (
      "https://github.com/lakes/ice.js/issues/29", "github", "github.com",
      "https://api.github.com/repos/lakes/ice.js/issues/29/comments?per_page=100"
    ),
    (
      "https://github.com/lakes/ice/pull/7/files", "github", "github.com",
      "https://api.github.com/repos/lakes/ice/issues/7/comments?per_page=100"
    ),
    (
      "https://github.com/lakes/ice/discussions/12", "github", "github.com",
      "https://api.github.com/repos/lakes/ice/discussions/12/comments?per_page=100"
    ),
    (
      "https://github.com/orgs/community/discussions/12", "github", "github.com",
      "https://api.github.com/repos/community/community/discussions/12/comments?per_page=100"
    ),
    (
      "https://bsky.app/profile/olga.example/post/3kab", "bluesky", "bsky.app",
      "https://public.api.bsky.app/xrpc/app.bsky.feed.getPostThread"
        + "?uri=at://olga.example/app.bsky.feed.post/3kab&depth=40&parentHeight=0"
    ),
    (
      "https://bsky.app/profile/did:plc:abc/post/3kab", "bluesky", "bsky.app",
      "https://public.api.bsky.app/xrpc/app.bsky.feed.getPostThread"
        + "?uri=at://did:plc:abc/app.bsky.feed.post/3kab&depth=40&parentHeight=0"
    ),
    (
      "https://social.example/@olga/112233445566778899", "mastodon", "social.example",
      "https://social.example/api/v1/statuses/112233445566778899/context"
    ),
    (
      "https://Social.example:8443/users/olga/statuses/11", "mastodon", "social.example",
      "https://social.example:8443/api/v1/statuses/11/context"
    ),
    (
      "https://akkoma.example/notice/AbCd12", "mastodon", "akkoma.example",
      "https://akkoma.example/api/v1/statuses/AbCd12/context"
    ),
    (
      "https://lemmy.example/post/42", "lemmy", "lemmy.example",
      "https://lemmy.example/api/v3/comment/list?post_id=42&type_=All&sort=Old&max_depth=50&limit=500"
    ),
    (
      "https://forum.lakes.example/t/ice-on-lakes/731/4?u=olga", "discourse", "forum.lakes.example",
      "https://forum.lakes.example/t/731.json"
    ),
  ])
  func anAddressLeadsToItsDiscussion(
    _ address: String,
    _ site: String,
    _ host: String,
    _ request: String
  ) throws {
    let place = try #require(DiscussionPlace(of: address))
    #expect(place.site.rawValue == site)
    #expect(place.host == host)
    #expect(place.request == request)
  }

  @Test(arguments: [
    "", "https://lakes.example/", "https://lakes.example/post/ice", "https://news.ycombinator.com/",
    "https://news.ycombinator.com/item", "https://news.ycombinator.com/item?id=",
    "https://news.ycombinator.com/item?id=8863/../../x", "https://news.ycombinator.com/user?id=1",
    // Another host may end in the same letters.
    "https://fakenews.ycombinator.com.example/item?id=1", "https://notreddit.com/comments/abc",
    "https://lobste.rs/s/", "https://lobste.rs/s/a%2fb", "https://github.com/../x/issues/1",
    "https://github.com/a/b/issues/new", "https://social.example/@olga/photos",
    "https://user:pass@social.example/@olga/11", "mailto:olga@lakes.example", "/@olga/11",
    "ftp://social.example/@olga/11", "https://bsky.app/profile/a?b/post/c",
  ])
  func otherAddressesLeadNowhere(_ address: String) { #expect(DiscussionPlace(of: address) == nil) }

  @Test func anAddressOfAnyLengthIsLookedAtOrRefused() {
    let long = "https://social.example/@olga/" + String(repeating: "1", count: 5_000)
    #expect(DiscussionPlace(of: long) == nil)
    #expect(DiscussionPlace(of: String(repeating: "/", count: 1 << 20)) == nil)
  }

  /// The id of a feed may be the page of the discussion, whatever its link is.
  @Test func aPostIsDiscussedAtEachOfItsAddressesOnce() {
    var post = Post(id: Post.ID("https://news.ycombinator.com/item?id=7"), isStated: true)
    post.url = "https://lakes.example/ice"
    #expect(DiscussionPlace.places(of: post).map(\.host) == ["news.ycombinator.com"])
    post.url = "https://news.ycombinator.com/item?id=7"
    post.card = Card(title: nil, url: "https://github.com/lakes/ice/issues/3")
    #expect(DiscussionPlace.places(of: post).map(\.host) == ["news.ycombinator.com", "github.com"])
    // The page that the feed names comes first, and a feed of comments after the pages.
    post.commentsAddress = "https://lobste.rs/s/ab12cd"
    post.commentsFeed = "https://www.lakes.example/ice/feed/"
    let places = DiscussionPlace.places(of: post)
    #expect(
      places.map(\.host) == ["lobste.rs", "news.ycombinator.com", "lakes.example", "github.com"]
    )
    #expect(places[2].request == post.commentsFeed && places[2].page == post.commentsAddress)
    post.aliases = (0..<20).map { "https://lobste.rs/s/a\($0)" }
    #expect(DiscussionPlace.places(of: post).count == 4)
  }

  /// A collection of replies is a place of its own, unless the API of its server is known.
  @Test func aCollectionOfRepliesIsAPlace() throws {
    var post = Post(id: Post.ID("https://www.akkoma.example/objects/1"), isStated: true)
    post.repliesAddress = "https://www.akkoma.example/objects/1/replies"
    let place = try #require(DiscussionPlace.places(of: post).first)
    #expect(place.site == .activityStreams && place.host == "akkoma.example" && place.isCertain)
    #expect(place.request == post.repliesAddress)
    post.url = "https://www.akkoma.example/notice/1"
    #expect(DiscussionPlace.places(of: post).map(\.site) == [.mastodon])
    post.repliesAddress = "https://other.example/1/replies"
    #expect(DiscussionPlace.places(of: post).map(\.site) == [.mastodon, .activityStreams])
    for address in ["mailto:a@b.example", "https://a:b@c.example/r", "no address"] {
      post.repliesAddress = address
      #expect(DiscussionPlace.places(of: post).count == 1)
    }
  }

  /// The replies to a comment of Reddit have an address of their own.
  @Test func thePageOfACommentIsAPart() throws {
    let page = "https://www.reddit.com/r/lakes/comments/1abc2d/ice/"
    let whole = try #require(DiscussionPlace(of: page))
    let part = try #require(DiscussionPlace(part: page + "c1/", of: whole))
    #expect(part.request == "https://www.reddit.com/comments/1abc2d/_/c1.json?limit=500&raw_json=1")
    #expect(part.page == page + "c1/" && part.host == "reddit.com")
    let other = "https://www.reddit.com/r/lakes/comments/zzz/ice/c1/"
    #expect(DiscussionPlace(part: page, of: whole) == nil)
    #expect(DiscussionPlace(part: other, of: whole) == nil)
    let news = try #require(DiscussionPlace(of: "https://news.ycombinator.com/item?id=1"))
    #expect(DiscussionPlace(part: page + "c1/", of: news) == nil)
  }
}
