import StreamModel
import Testing

@testable import StreamUI

/// What groups pass on, events, sounds, polls and groups of notifications say.
struct ActivityTests {
  private static func outbox(_ items: String...) -> String {
    #"{"@context":"https://www.w3.org/ns/activitystreams","type":"OrderedCollection","#
      + #""orderedItems":[\#(items.joined(separator: ","))]}"#
  }

  private static func announced(_ activity: String) -> String {
    #"{"type":"Announce","id":"https://l.example/a","actor":"https://l.example/c/pots","object":\#(activity)}"#
  }

  private static let page =
    #"{"type":"Page","id":"https://l.example/post/1","attributedTo":"https://l.example/u/ada","name":"Which pot?","content":"<p>Body</p>"}"#

  private static let address = #""https://l.example/post/1""#

  /// What a user of the community did to its post.
  private static func activity(_ type: String, by user: String, _ object: String = address)
    -> String
  {
    #"{"type":"\#(type)","id":"https://l.example/\#(type)/\#(user)","#
      + #""actor":"https://l.example/u/\#(user)","object":\#(object)}"#
  }

  /// Lemmy 0.19 wraps all that happens in a community in an Announce (FEP-1b12).
  @Test(arguments: [
    (activity("Create", by: "ada", page), "reshare", "Announce", "ada"),
    (activity("Update", by: "ada", page), "update", "Update", "ada"),
    (activity("Like", by: "bo"), "like", "Like", "bo"),
    (activity("Dislike", by: "bo"), "dislike", "Dislike", "bo"),
    (activity("Lock", by: "mod"), "other", "Lock", "mod"),
    (activity("Delete", by: "ada", #"\#(address),"summary":"spam""#), "delete", "Delete", "ada"),
    (activity("Undo", by: "bo", activity("Like", by: "bo")), "other", "Undo", "bo"),
    (activity("Undo", by: "mod", activity("Lock", by: "mod")), "other", "Undo", "mod"),
  ])
  func aCommunityPassesOnWhatHappens(
    _ activity: String,
    _ kind: String,
    _ word: String,
    _ user: String
  ) throws {
    for document in [Self.outbox(Self.announced(activity)), Self.outbox(activity)] {
      let dumped = try Dumped(document)
      #expect(dumped.texts("url") == ["https://l.example/post/1"], "\(document)")
      let author = dumped.texts("name", of: "author") + dumped.texts("url", of: "author")
      #expect(author.contains("https://l.example/u/\(user)"))
    }
    let dumped = try Dumped(Self.outbox(Self.announced(activity)))
    #expect(dumped.texts("kind", of: "activity") == [kind])
    #expect(dumped.texts("name", of: "activity") == [word])
    #expect(dumped.texts("id") == ["https://l.example/a"])
  }

  /// The vocabulary's example 170: somebody tells of an arrival, which is no news of a group.
  @Test func anAnnouncementOfAnythingElseIsAReshare() throws {
    let arrival =
      #"{"type":"Arrive","actor":{"type":"Person","name":"Sally"},"location":{"type":"Place","name":"Home"}}"#
    #expect(
      try Dumped(Self.outbox(Self.announced(arrival))).texts("kind", of: "activity") == ["reshare"]
    )
  }

  private static func object(_ properties: String) -> String {
    #"{"@context":"https://www.w3.org/ns/activitystreams","id":"https://m.example/3","name":"Tea",\#(properties)}"#
  }

  @Test(
    arguments: [
      (
        #""type":"Event","content":"<p>Come</p>","startTime":"2026-03-01T18:00:00Z","endTime":"2026-03-01T20:00:00Z","location":{"type":"Place","name":"Old Kettle","address":{"type":"PostalAddress","streetAddress":"1 Main St","addressLocality":"Pottown"}}"#,
        [
          "Come", "start time: 2026-03-01T18:00:00Z", "end time: 2026-03-01T20:00:00Z",
          "location: Old Kettle, 1 Main St, Pottown",
        ]
      ),
      (
        #""type":"Event","content":"<p>Come</p>","status":"CANCELLED","ical:status":"CANCELLED""#,
        ["Come", "status: CANCELLED"]
      ),
      (
        #""type":"Event","content":"<p>Come</p>","location":"https://m.example/places/1""#,
        ["location: https://m.example/places/1"]
      ),
      (
        #""type":"Place","content":"<p>Warm</p>","latitude":1.5,"longitude":2.5"#,
        ["Warm", "latitude: 1.5", "longitude: 2.5"]
      ),
      (
        #""type":"Audio","content":"<p>Notes</p>","duration":"PT1H4M3S""#,
        ["Notes", "duration: 1:04:03"]
      ),
      (#""type":"Audio","duration":240"#, ["duration: 4:00"]),
      (
        #""type":"Note","content":"<p>Good</p>","attachment":[{"type":"PropertyValue","name":"Rating","value":"4"}]"#,
        ["Good", "Rating: 4"]
      ),
      (#""type":"Review","content":"<p>Good</p>","rating":4"#, ["Good", "rating: 4"]),
    ] as [(String, [String])]
  )
  func factsStandBelowTheText(_ properties: String, _ lines: [String]) throws {
    let text = try Dumped(Self.object(properties)).text
    for line in lines { #expect(text.contains(line), "\(line) in \(text)") }
  }

  @Test func anEventThatTakesPlaceSaysNothingOfIt() throws {
    let text = try Dumped(Self.object(#""type":"Event","content":"Come","status":"CONFIRMED""#))
      .text
    #expect(text == "Come")
    #expect(try Dumped(Self.object(#""type":"Note","content":"Come""#)).text == "Come")
  }

  /// PeerTube 6 lists torrents and JSON beside its films.
  @Test func onlyFilmsAreFilms() throws {
    let files = try Dumped(
      Self.object(
        #""type":"Video","content":"x","duration":"PT2M","url":[{"type":"Link","mediaType":"text/html","href":"https://t.example/w/1"},{"type":"Link","mediaType":"application/x-mpegURL","href":"https://t.example/1.m3u8"},{"type":"Link","mediaType":"video/mp4","href":"https://t.example/1.mp4"},{"type":"Link","mediaType":"application/json","href":"https://t.example/m.json"},{"type":"Link","mediaType":"application/x-bittorrent;x-scheme-handler/magnet","href":"magnet:?xt=1"}]"#
      )
    ).files
    #expect(files.filter { $0.hasPrefix("video ") }.count == 2)
    #expect(files.contains { $0.hasPrefix("application/json https") })
    #expect(files.contains { $0.hasPrefix("application/x-bittorrent magnet:") })
  }

  // MARK: Polls

  private static func poll(_ options: String, _ more: String = "") -> String {
    #"[{"id":"1","created_at":"2026-01-01T10:00:00Z","account":{"acct":"a"},"content":"<p>which</p>","#
      + #""poll":{"options":[\#(options)]\#(more)}}]"#
  }

  private static func options(_ votes: Int...) -> String {
    votes.enumerated().map { #"{"title":"o\#($0)","votes_count":\#($1)}"# }.joined(separator: ",")
  }

  @Test(
    arguments: [
      // Mastodon, elk and Tusky count people where several options may be chosen.
      (
        poll(options(7, 5), #","multiple":true,"votes_count":12,"voters_count":10"#),
        ["o0 70% (7)", "o1 50% (5)", "10 people"]
      ),
      (
        poll(options(2, 1), #","votes_count":3,"voters_count":3"#),
        ["o0 67% (2)", "o1 33% (1)", "3 votes"]
      ),
      (poll(options(1, 1), ""), ["o0 50% (1)", "2 votes"]),
      (poll(options(0, 0), #","votes_count":0,"voters_count":0"#), ["no votes"]),
      (
        poll(
          options(1_000_000_000_000_000_000, 1),
          #","votes_count":9000000000000000000,"voters_count":0"#
        ), ["o0 100%"]
      ),
    ] as [(String, [String])]
  )
  func percentagesAreThoseOfTheServer(_ document: String, _ lines: [String]) throws {
    let text = try Stage().play("", document).text
    for line in lines { #expect(text.contains(line), "\(line) in \(text)") }
  }

  @Test func votesThatAreHiddenStayHidden() throws {
    let hidden = #"{"title":"a","votes_count":null}"#
    let text = try Stage().play("", Self.poll(hidden, #","votes_count":12,"voters_count":null"#))
      .text
    #expect(text.contains("○ a") && !text.contains("%") && text.contains("12 votes"))
  }

  @Test func aPollOfActivityPubCountsPeopleWhereTheyMayChooseSeveral() throws {
    let options =
      #"[{"type":"Note","name":"Tea","replies":{"type":"Collection","totalItems":3}},{"type":"Note","name":"Milk","replies":{"type":"Collection","totalItems":3}}]"#
    let poll = { (key: String) in
      Self.object(#""type":"Question","content":"which","\#(key)":\#(options),"votersCount":4"#)
    }
    #expect(try Stage().play("", poll("anyOf")).text.contains("Tea 75% (3)"))
    #expect(try Stage().play("", poll("oneOf")).text.contains("Tea 50% (3)"))
  }

  // MARK: Groups of notifications

  private static let accounts =
    #"[{"id":"2","acct":"bo@o.example","display_name":"Bo"},{"id":"3","acct":"cy@o.example","display_name":"Cy"}]"#
  private static let statuses =
    #"[{"id":"10","created_at":"2026-01-02T10:00:00Z","url":"https://s.example/10","account":{"acct":"ada","display_name":"Ada"},"content":"<p>Hello all</p>"}]"#
  private static let groups = """
    [{"group_key":"favourite-10-1","notifications_count":5,"type":"favourite","most_recent_notification_id":9,
      "latest_page_notification_at":"2026-01-03T10:00:00Z","sample_account_ids":["2","3"],"status_id":"10"},
     {"group_key":"ungrouped-5","notifications_count":1,"type":"mention","latest_page_notification_at":
      "2026-01-03T09:00:00Z","sample_account_ids":["2"],"status_id":"10"},
     {"group_key":"reblog-11","notifications_count":2,"type":"reblog","sample_account_ids":["7"],"status_id":"99"}]
    """

  /// `GET /api/v2/notifications` of Mastodon 4.3: accounts and statuses stand beside the groups.
  @Test(arguments: [0, 1])
  func aGroupSaysWhoDidWhat(_ order: Int) throws {
    let beside = #""accounts":\#(Self.accounts),"statuses":\#(Self.statuses)"#
    let list = #""notification_groups":\#(Self.groups)"#
    let dumped = try Dumped(order == 0 ? "{\(beside),\(list)}" : "{\(list),\(beside)}")
    #expect(dumped.texts("id") == ["favourite-10-1", "ungrouped-5", "reblog-11"])
    #expect(dumped.texts("kind", of: "activity") == ["like", "post", "reshare"])
    #expect(dumped.texts("name", of: "author") == ["Bo", "Bo", "2 accounts"])
    #expect(
      (dumped.posts[0]["author"] as? [String: Any])?["with"] as? [String] == ["Cy", "3 others"]
    )
    #expect(dumped.texts("text") == ["Hello all", "Hello all", nil])
    #expect(dumped.texts("published")[0] == "2026-01-03T10:00:00Z")
  }

  @Test func aSearchIsStillASearch() throws {
    let dumped = try Dumped(
      #"{"accounts":\#(Self.accounts),"statuses":\#(Self.statuses),"hashtags":[]}"#
    )
    #expect(dumped.posts.count == 3)
  }
}
