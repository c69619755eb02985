/// Converts things of the Reddit API (www.reddit.com/dev/api): links, comments, subreddits, live updates.
extension RecordDecoder {
  /// Decodes a thing, or a thread: the listing of a post and the listing of its comments.
  mutating func redditRecord() throws(JSONError) -> Post {
    json.depthLimit = JSONReader.deepest
    let isThread = try json.peek() == .array
    let things = try redditThings()
    guard let first = things.first else { return Post.draft }
    var post = first.fields
    var leftOut = 0
    var places: [Int: Post.ID] = [:]
    for (index, thing) in things.enumerated().dropFirst() {
      guard post.comments.count < Limits.comments else {
        leftOut += 1
        continue
      }
      let parent = thing.parent.flatMap { places[$0] }
      if thing.kind == "more" {
        // The page of the comment whose replies it stands for, else that of the whole thread.
        let page = thing.parent.flatMap { things[$0].fields.url } ?? post.url
        post.comments.append(thing.stub(parent: parent, page: page, number: index))
        continue
      }
      let comment = thing.comment(parent: parent)
      places[index] = comment.id
      post.comments.append(comment)
    }
    if leftOut > 0 {
      note(at: 0, "\(leftOut) comments left out (expected at most \(Limits.comments))")
    }
    if isThread, post.commentsCount == nil { post.commentsCount = post.comments.listedCount }
    return post
  }

  private enum Place {
    case thread
    /// In a listing, whose things reply to the thing `parent`.
    case listing(parent: Int?)
    case listingData(parent: Int?)
    case children(parent: Int?)
    case thing(Int)
    case thingData(Int)
  }

  /// Returns all things of a tree in document order, each with its parent; without recursion.
  private mutating func redditThings() throws(JSONError) -> [RedditThing] {
    var things: [RedditThing] = []
    var places: [Place] = []
    if try json.peek() == .array {
      places.append(.thread)
    } else {
      things.append(RedditThing(parent: nil))
      places.append(.thing(0))
    }
    try json.open()
    while let place = places.last {
      switch place {
      case .thread:
        guard try json.nextElement() else { places.removeLast(); continue }
        try descend(.object, to: .listing(parent: nil), &places)
      case .children(let parent):
        guard try json.nextElement() else { places.removeLast(); continue }
        if try descend(.object, to: .thing(things.count), &places) {
          things.append(RedditThing(parent: parent))
        }
      case .listing(let parent):
        guard let key = try json.nextKey() else { places.removeLast(); continue }
        let isData = key == "data"
        try descend(.object, to: isData ? .listingData(parent: parent) : nil, &places)
      case .listingData(let parent):
        guard let key = try json.nextKey() else { places.removeLast(); continue }
        let isList = key == "children"
        try descend(.array, to: isList ? .children(parent: parent) : nil, &places)
      case .thing(let index):
        guard let key = try json.nextKey() else { places.removeLast(); continue }
        switch key {
        case "kind": things[index].kind = try textIfAny()
        case "data": try descend(.object, to: .thingData(index), &places)
        default: break
        }
      case .thingData(let index):
        guard let key = try json.nextKey() else { places.removeLast(); continue }
        switch key {
        case "replies": try descend(.object, to: .listing(parent: index), &places)
        default: try readReddit(key, of: &things[index])
        }
      }
    }
    return things
  }

  /// Enters the next value if it is of `kind` and leads to a position; otherwise skips it.
  @discardableResult
  private mutating func descend(
    _ kind: JSONReader.Kind,
    to place: Place?,
    _ places: inout [Place]
  ) throws(JSONError) -> Bool {
    guard let place, try json.peek() == kind else { return false }
    try json.open()
    places.append(place)
    return true
  }

  mutating func readReddit(_ key: JSONReader.Text, of thing: inout RedditThing) throws(JSONError) {
    switch key {
    case "id": thing.id = try id()
    case "name": thing.name = try textIfAny()
    case "author": thing.author = try redditAuthor()
    case "title", "subject": thing.title = try textIfAny() ?? thing.title
    case "link_title": thing.linkTitle = try textIfAny()
    case "selftext", "body", "public_description":
      thing.text = try textIfAny(limit: Limits.body) ?? thing.text
    case "selftext_html", "body_html", "public_description_html":
      thing.html = try textIfAny(limit: Limits.body) ?? thing.html
    case "permalink": thing.permalink = try textIfAny()
    case "url": thing.url = try textIfAny()
    case "subreddit", "display_name": thing.subreddit = try textIfAny()
    case "link_flair_text": thing.flair = try textIfAny()
    case "parent_id": thing.parentID = try textIfAny()
    case "created_utc": thing.post.published = try dateIfAny()
    case "edited": thing.post.edited = try dateIfAny()
    case "score": thing.post.likesCount = try scoreIfAny() ?? thing.post.likesCount
    case "ups":
      let ups = try scoreIfAny()
      thing.post.likesCount = thing.post.likesCount ?? ups
    case "num_comments": thing.post.commentsCount = try scoreIfAny()
    case "count": thing.count = try scoreIfAny()
    case "over_18": thing.isAdult = try isTrueIfAny()
    case "spoiler": thing.isSpoiler = try isTrueIfAny()
    case "preview": try readPreview(of: &thing)
    case "media_metadata": try readGallery(of: &thing)
    case "media", "secure_media": try readMedia(of: &thing)
    case "poll_data": thing.post.poll = try redditPoll()
    case "crosspost_parent_list": try readCrosspost(of: &thing)
    default: break
    }
  }

  private mutating func redditAuthor() throws(JSONError) -> String? {
    guard try json.peek() == .object else { return try textIfAny() }
    return try named("name")
  }

  private mutating func scoreIfAny() throws(JSONError) -> Int? {
    try isNext(.number) ? score() : nil
  }

  /// Decodes a time, or false for none.
  private mutating func dateIfAny() throws(JSONError) -> Timestamp? {
    try isNext(.number) ? date() : nil
  }

  /// Decodes the first key's object in each object of a list, or in the values of an object.
  private mutating func readPreview(of thing: inout RedditThing) throws(JSONError) {
    guard try enterIfAny(.object) else { return }
    while let key = try json.nextKey() {
      guard key == "images" else { continue }
      let urls = try list { decoder throws(JSONError) in try decoder.addressUnder("source") }
      thing.post.attachments += urls.map {
        Attachment(type: "image", url: RedditThing.absolute($0))
      }
    }
  }

  private mutating func readGallery(of thing: inout RedditThing) throws(JSONError) {
    guard try enterIfAny(.object) else { return }
    while try json.nextKey() != nil {
      if let url = try addressUnder("s") {
        thing.post.attachments.append(Attachment(type: "image", url: RedditThing.absolute(url)))
      }
    }
  }

  private mutating func readMedia(of thing: inout RedditThing) throws(JSONError) {
    guard try isNext(.object) else { return }
    if let url = try addressUnder("reddit_video"),
      !thing.post.attachments.contains(where: { $0.url == url })
    {
      thing.post.attachments.append(Attachment(type: "video", url: RedditThing.absolute(url)))
    }
  }

  private mutating func addressUnder(_ wanted: StaticString) throws(JSONError) -> String? {
    guard try enterIfAny(.object) else { return nil }
    var found: String?
    while let key = try json.nextKey() {
      guard key == wanted, try json.peek() == .object else { continue }
      try json.open()
      while let key = try json.nextKey() {
        switch key {
        case "url", "u", "gif", "fallback_url": found = try textIfAny() ?? found
        default: break
        }
      }
    }
    return found
  }

  private mutating func redditPoll() throws(JSONError) -> Poll? {
    guard try enterIfAny(.object) else { return nil }
    var poll = Poll()
    while let key = try json.nextKey() {
      switch key {
      case "options": poll.options = try redditOptions()
      case "total_vote_count": poll.votesCount = try scoreIfAny()
      case "voting_end_timestamp": poll.expires = try dateIfAny()
      default: break
      }
    }
    return poll
  }

  private mutating func redditOptions() throws(JSONError) -> [Poll.Option] {
    try list { decoder throws(JSONError) in
      guard try decoder.enter(.object) else { return nil }
      var title: String?
      var votes: Int?
      while let key = try decoder.json.nextKey() {
        if key == "text" { title = try decoder.textIfAny() }
        if key == "vote_count" { votes = try decoder.scoreIfAny() }
      }
      return title.map { Poll.Option(title: $0, votes: votes) }
    }
  }

  private mutating func readCrosspost(of thing: inout RedditThing) throws(JSONError) {
    guard try enterIfAny(.array) else { return }
    while try json.nextElement() {
      guard thing.crosspost == nil, try json.peek() == .object else { continue }
      try json.open()
      var original = RedditThing(parent: nil)
      original.kind = "t3"
      while let key = try json.nextKey() {
        if key == "crosspost_parent_list" { continue }
        try readReddit(key, of: &original)
      }
      let post = original.fields
      let text = HTMLText.joined(.html("<p>"), post.title, .html("</p>"), post.body)
      thing.crosspost = (post.author, post.url, text)
      thing.post.attachments += post.attachments
    }
  }
}

struct RedditThing {
  /// The kind: "t1" a comment, "t3" a link, "t5" a subreddit, "more" a stub.
  var kind: String?
  let parent: Int?
  /// The fields that need no other one beside them.
  var post = Post.draft
  var id: String?
  var name: String?
  var author: String?
  var title: String?
  var linkTitle: String?
  var text: String?
  var html: String?
  var permalink: String?
  var url: String?
  var subreddit: String?
  var flair: String?
  var parentID: String?
  var count: Int?
  var crosspost: (author: Account?, url: String?, body: Body)?
  var isSpoiler = false
  var isAdult = false

  var fields: Post {
    var post = post
    post.statedID = fullName
    post.type = kind
    post.author = account
    post.title = (title ?? linkTitle).map(Self.title) ?? .missing
    post.tags = [subreddit, flair].compactMap { $0 }
    post.community = community
    post.url = address
    post.baseURL = Self.site
    if let url, let address, url != address, !url.hasSuffix(permalink ?? "-") {
      post.card = Card(title: nil, url: Self.absolute(url))
    }
    if isAdult || isSpoiler {
      post.contentWarning = [isAdult ? "NSFW" : nil, isSpoiler ? "spoiler" : nil].compactMap { $0 }
        .joined(separator: ", ")
    }
    post.body = body
    switch kind {
    case "t1":
      post.statedActivity = Activity(.comment)
      post.inReplyTo = parentID
    case "more":
      let isContinued = (count ?? 0) == 0
      post.title = .text(isContinued ? "This thread goes on" : "\(count ?? 0) more comments")
      post.inReplyTo = parentID
      post.statedActivity = Activity(.other, name: kind)
    case "t2", "t5": post.title = (subreddit ?? title ?? name).map { .text($0) } ?? .missing
    default: break
    }
    return post
  }

  /// The base of addresses such as "/r/lakes" in a text.
  private static let site = "https://www.reddit.com/"

  func comment(parent: Post.ID?) -> Comment {
    var text = HTMLText()
    if let title {
      text.append(title, link: url.map(Self.absolute), in: "p")
      text.append(body)
    }
    return Comment(
      id: Post.ID(fullName ?? ""),
      parent: parent,
      author: account,
      published: post.published,
      body: title == nil ? body : text.body,
      baseURL: Self.site,
      url: address,
      likesCount: post.likesCount,
      attachments: post.attachments
    )
  }

  /// The comment that stands for those that a stub counts; they are at `page`.
  func stub(parent: Post.ID?, page: String?, number: Int) -> Comment {
    Comment(
      id: Post.ID(fullName ?? "more_\(number)"),
      parent: parent,
      url: page,
      kind: .stub(count: max(0, count ?? 0))
    )
  }

  /// The subreddit as people write it; "u_ann" is the page of a user.
  private var community: String? {
    guard kind == "t1" || kind == "t3", let subreddit, !subreddit.isEmpty else { return nil }
    return subreddit.hasPrefix("u_") ? "u/\(subreddit.dropFirst(2))" : "r/\(subreddit)"
  }

  private var fullName: String? {
    if kind == "t2" || kind == "more" { return id.map { "\(kind ?? "")_\($0)" } }
    return name ?? id.map { "\(kind ?? "")_\($0)" }
  }

  private var address: String? {
    permalink.map(Self.absolute) ?? (kind == "t1" ? nil : url.map(Self.absolute))
  }

  private var account: Account? {
    author.map { name in
      let isGone = name == "[deleted]"
      return Account(
        name: name,
        handle: nil,
        url: isGone ? nil : "https://www.reddit.com/user/\(name)"
      )
    }
  }

  private var body: Body {
    let own: Body =
      if let html, !html.isEmpty { .html(Self.unescaped(html)) } else {
        text.flatMap { $0.isEmpty ? nil : .text($0) } ?? .missing
      }
    guard let crosspost else { return own }
    var text = HTMLText()
    text.append(own)
    text.appendQuotation(of: crosspost.author, link: crosspost.url, crosspost.body)
    return text.body
  }

  static func absolute(_ address: String) -> String {
    let text = address.contains("&amp;") ? unescapedOnce(address) : address
    return text.hasPrefix("/") ? "https://www.reddit.com" + text : text
  }

  /// Returns a title: text, whose "&", "<" and ">" are entities unless raw_json was requested.
  static func title(_ text: String) -> Body {
    text.contains("<") || text.contains(">") || !text.contains("&") ? .text(text) : .html(text)
  }

  /// Returns HTML, which is escaped once more unless raw_json was requested.
  static func unescaped(_ html: String) -> String {
    html.contains("<") ? html : unescapedOnce(html)
  }

  /// Returns the text with the entities of markup characters decoded, each once.
  static func unescapedOnce(_ text: String) -> String {
    var out: [UInt8] = []
    let bytes = Array(text.utf8)
    out.reserveCapacity(bytes.count)
    var at = 0
    while at < bytes.count {
      guard bytes[at] == 0x26,
        let entity = Self.entities.first(where: { bytes[at...].starts(with: $0.0) })
      else {
        out.append(bytes[at])
        at += 1
        continue
      }
      out.append(entity.1)
      at += entity.0.count
    }
    return String(decoding: out, as: UTF8.self)
  }

  private static let entities: [([UInt8], UInt8)] = [
    (Array("&amp;".utf8), 0x26), (Array("&lt;".utf8), 0x3C), (Array("&gt;".utf8), 0x3E),
    (Array("&quot;".utf8), 0x22), (Array("&#39;".utf8), 0x27), (Array("&#x27;".utf8), 0x27),
  ]
}
