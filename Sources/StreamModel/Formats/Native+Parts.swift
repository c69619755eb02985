/// Decodes the parts of a native post that other vocabularies have, too: mentions, card, poll, activity.
extension RecordDecoder {
  mutating func nativeMentions() throws(JSONFault) -> [Mention] {
    try list { decoder throws(JSONFault) in
      guard let texts = try decoder.texts("handle", "url") else { return nil }
      return Mention(handle: texts[0], url: texts[1])
    }
  }

  mutating func nativeCard() throws(JSONFault) -> Card? {
    guard let texts = try texts("title", "summary", "url") else { return nil }
    return Card(title: texts[0], summary: texts[1], url: texts[2])
  }

  mutating func nativePoll() throws(JSONFault) -> Poll? {
    guard try enter(.object) else { return nil }
    var options: [Poll.Option] = []
    var votesCount: Int?
    var isExpired = false
    var expires: Timestamp?
    while let key = try json.nextKey() {
      switch key {
      case "options": options = try list { decoder throws(JSONFault) in try decoder.nativeOption() }
      case "votes_count": votesCount = try count()
      case "expired": isExpired = try flag() ?? false
      case "expires": expires = try timestamp()
      default: try json.skipValue()
      }
    }
    return Poll(options: options, votesCount: votesCount, isExpired: isExpired, expires: expires)
  }

  /// Decodes the action that the record reports: an object with its kind and the feed's own word.
  mutating func nativeActivity() throws(JSONFault) -> Activity? {
    // Other formats write a word here.
    guard try isNext(.object) else { return nil }
    guard let texts = try texts("kind", "name") else { return nil }
    return texts[0].flatMap { Activity.Kind(rawValue: $0) }.map { Activity($0, name: texts[1]) }
  }

  private mutating func nativeOption() throws(JSONFault) -> Poll.Option? {
    guard try enter(.object) else { return nil }
    var title: String?
    var votes: Int?
    while let key = try json.nextKey() {
      switch key {
      case "title": title = try text()
      case "votes": votes = try count()
      default: try json.skipValue()
      }
    }
    return title.map { Poll.Option(title: $0, votes: votes) }
  }
}
