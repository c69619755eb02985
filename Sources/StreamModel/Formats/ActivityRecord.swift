/// An activity that concerns a post, as a line of its own: it adds to the post, replaces it or deletes
/// it.
struct ActivityRecord {
  /// The addition of an activity to its post.
  enum Addition {
    case like(Account?)
    case reshare(Account?)
    case comment(Comment)
    /// Nothing: the activity names a post but adds no content.
    case nothing
  }

  /// The type and the post of an activity line.
  struct Head {
    enum Kind {
      case post
      case like
      case reshare
      case comment
      case update
      case delete
      case other

      /// Whether the line replaces the content of its post, so that only the last one counts.
      var replaces: Bool { self == .update || self == .delete }
    }

    let kind: Kind
    let post: String
  }

  enum Line {
    case record
    case activity(Head)
    case broken(JSONError, path: String)
  }
}

extension RecordDecoder {
  /// Decodes the parts that make a line an activity: a "type" and a "post", both text.
  static func activityLine(_ bytes: UnsafeBufferPointer<UInt8>) -> ActivityRecord.Line {
    var decoder = RecordDecoder(bytes)
    var kind: ActivityRecord.Head.Kind?
    var post: String?
    do throws(JSONError) {
      guard try decoder.json.peek() == .object else { return .record }
      try decoder.json.open()
      while let key = try decoder.json.nextKey() {
        let isText = try decoder.json.peek() == .string
        if isText, key == "type" {
          kind = decoder.activityKind(try decoder.json.text())
        } else if isText, key == "post" {
          post = try decoder.filledText()
        } else {
          try decoder.json.skipValue()
        }
      }
      try decoder.json.end()
      guard let kind, let post, kind != .post else { return .record }
      return .activity(ActivityRecord.Head(kind: kind, post: post))
    } catch {
      switch kind {
      case .like, .reshare, .comment, .update, .delete:
        return .broken(error, path: decoder.json.path)
      case .post, .other, nil: return .record
      }
    }
  }

  /// Decodes an activity of `kind`; the record starts with its object.
  mutating func addition(_ kind: ActivityRecord.Head.Kind) throws(JSONError)
    -> ActivityRecord.Addition
  {
    if kind == .comment {
      return try nativeComment().map { .comment($0) } ?? .nothing
    }
    guard try enter(.object) else { return .nothing }
    var account: Account?
    while let key = try json.nextKey() {
      switch key {
      case "author", "account", "actor", "by": account = try nativeAccount() ?? account
      default: try json.skipValue()
      }
    }
    switch kind {
    case .like: return .like(account)
    case .reshare: return .reshare(account)
    case .post, .comment, .update, .delete, .other: return .nothing
    }
  }

  private func activityKind(_ text: JSONReader.Text) -> ActivityRecord.Head.Kind {
    switch text {
    case "like": .like
    case "comment": .comment
    case "reshare": .reshare
    case "update": .update
    case "delete": .delete
    case "post": .post
    default: .other
    }
  }
}
