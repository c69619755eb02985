/// Decodes the attachments of Bluesky posts: images, videos, cards, quoted posts.
extension RecordDecoder {
  mutating func blueskyEmbed(_ level: Int) throws(JSONFault) -> BlueskyThing.Embed {
    var embed = BlueskyThing.Embed()
    guard level < 40, try enter(.object) else {
      if level >= 40 { try json.skipValue() }
      return embed
    }
    var video: String?
    var alt: String?
    var isVideo = false
    while let key = try json.nextKey() {
      switch key {
      case "$type": isVideo = try textIfAny()?.hasPrefix("app.bsky.embed.video") ?? false
      case "images":
        embed.attachments += try list { decoder throws(JSONFault) in try decoder.blueskyImage() }
      case "external": embed.card = try blueskyCard()
      case "media": embed.add(try blueskyEmbed(level + 1))
      case "record": embed.quotes += try blueskyQuote(level + 1)
      case "playlist": video = try textIfAny()
      case "alt": alt = try textIfAny()
      default: try json.skipValue()
      }
    }
    if video != nil || isVideo {
      embed.attachments.append(Attachment(type: "video", url: video, alt: alt))
    }
    return embed
  }

  /// Decodes a quoted record; together with media it is nested in another object.
  private mutating func blueskyQuote(_ level: Int) throws(JSONFault) -> [BlueskyThing] {
    let thing = try blueskyThing(level: level)
    // A view has its text in "value"; the outer object of a record with media has no address.
    if thing.uri == nil, thing.author == nil, let inner = thing.nested(\.record) { return [inner] }
    return thing.uri == nil && thing.text == nil ? [] : [thing]
  }

  private mutating func blueskyImage() throws(JSONFault) -> Attachment? {
    guard let texts = try texts("fullsize", "thumb", "alt") else { return nil }
    return Attachment(type: "image", url: texts[0] ?? texts[1], alt: texts[2])
  }

  private mutating func blueskyCard() throws(JSONFault) -> Card? {
    guard let texts = try texts("title", "description", "uri") else { return nil }
    return Card(title: texts[0], summary: texts[1], url: texts[2])
  }
}
