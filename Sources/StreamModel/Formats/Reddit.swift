/// Converts things of the Reddit API (www.reddit.com/dev/api): links, comments, subreddits, live
/// updates.
extension RecordDecoder {
  /// Decodes a thing, or a thread: the listing of a post and the listing of its comments.
  mutating func redditRecord() throws(JSONFault) -> PostFields {
    let isThread = try json.peek() == .array
    let things = try redditThings()
    guard let first = things.first else { return PostFields() }
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

  /// The position of the walk through a tree of things.
  private enum Place {
    /// In the list of a thread's listings.
    case thread
    /// In a listing, whose things reply to the thing `parent`.
    case listing(parent: Int?)
    case listingData(parent: Int?)
    case children(parent: Int?)
    /// In a thing, or in its data.
    case thing(Int)
    case thingData(Int)
  }

  /// Returns all things of a tree in document order, each with its parent; without recursion.
  private mutating func redditThings() throws(JSONFault) -> [RedditThing] {
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
        default: try json.skipValue()
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
  ) throws(JSONFault) -> Bool {
    guard let place, try json.peek() == kind else {
      try json.skipValue()
      return false
    }
    try json.open()
    places.append(place)
    return true
  }
}
