/// Decodes items of Hacker News with all comments below them, as Algolia sends them (hn.algolia.com/api).
extension RecordDecoder {
  /// The position of the walk through a tree of items, by their indices; nil in an item that is not kept.
  private enum ItemPlace {
    case item(Int?)
    case replies(to: Int?)
  }

  /// Decodes an item, without recursion.
  mutating func hackerNewsItem() throws(JSONError) -> Post {
    json.depthLimit = JSONReader.deepest
    try json.open()
    var items = [HackerNewsItem(parent: nil)]
    var leftOut = 0
    var places = [ItemPlace.item(0)]
    while let place = places.last {
      switch place {
      case .item(let index):
        guard let key = try json.nextKey() else { places.removeLast(); continue }
        if key == "children", try json.peek() == .array {
          try json.open()
          places.append(.replies(to: index))
        } else if let index {
          try readItem(key, of: &items[index])
        } else {
          try json.skipValue()
        }
      case .replies(let parent):
        guard try json.nextElement() else { places.removeLast(); continue }
        guard try enterIfAny(.object) else { continue }
        if items.count <= Limits.comments {
          places.append(.item(items.count))
          items.append(HackerNewsItem(parent: parent))
        } else {
          leftOut += 1
          places.append(.item(nil))
        }
      }
    }
    var post = items[0].post
    var comments = DiscussionComments()
    for item in items.dropFirst() {
      // The comments of the post itself state no parent.
      let parent = item.parent.flatMap { $0 == 0 ? nil : items[$0].id }
      comments.append(item.comment(parent: parent.map { Post.ID($0) }))
    }
    comments.leftOut += leftOut
    comments.finish(&post, &self)
    post.commentsCount = post.comments.listedCount
    return post
  }

  private mutating func readItem(
    _ key: JSONReader.Text,
    of item: inout HackerNewsItem
  ) throws(JSONError) {
    switch key {
    case "id": item.id = try id()
    case "type": item.type = try textIfAny()
    case "author": item.author = try textIfAny()
    case "title": item.title = try textIfAny()
    case "url": item.url = try textIfAny()
    case "text": item.text = try textIfAny(limit: Limits.body)
    case "points": item.points = try isNext(.number) ? score() : nil
    case "created_at": item.published = try date()
    default: try json.skipValue()
    }
  }
}

/// The fields of an item of Hacker News before it becomes a post or comment.
private struct HackerNewsItem {
  let parent: Int?
  var id: String?
  var type: String?
  var author: String?
  var title: String?
  var url: String?
  var text: String?
  var points: Int?
  var published: Timestamp?

  init(parent: Int?) {
    self.parent = parent
  }

  var post: Post {
    var post = Post.draft
    post.statedID = id
    post.type = type
    post.author = account
    post.published = published
    post.url = page
    post.title = title.map { .text($0) } ?? .missing
    post.body = text.map { .html($0) } ?? .missing
    post.card = url.map { Card(title: nil, url: $0) }
    post.likesCount = points
    return post
  }

  func comment(parent: Post.ID?) -> Comment {
    Comment(
      id: Post.ID(id ?? ""),
      parent: parent,
      author: account,
      published: published,
      body: text.map { .html($0) } ?? DiscussionComments.deleted,
      url: page,
      likesCount: points
    )
  }

  private var page: String? { id.map { "https://news.ycombinator.com/item?id=\($0)" } }

  private var account: Account? {
    author.map { name in
      Account(name: name, handle: nil, url: "https://news.ycombinator.com/user?id=\(name)")
    }
  }
}
