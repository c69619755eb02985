extension RecordDecoder {
  /// Which vocabulary a record is written in.
  enum Flavour {
    case native
    case mastodon
  }

  /// Reads one record from its first byte to the end of the bytes.
  mutating func post(as stated: Flavour? = nil) throws(JSONFault) -> PostFields {
    let kind = try json.peek()
    let start = json.offset
    guard kind == .object else {
      try json.skipValue()
      throw JSONFault(offset: start, message: "is \(kind.rawValue) (expected an object)")
    }
    let flavour = stated ?? Self.flavour(of: json.bytes)
    try json.open()
    let fields: PostFields
    switch flavour {
    case .native: fields = try nativePost()
    case .mastodon: fields = try mastodonStatus()
    }
    try json.end()
    if fields.id == nil, fields.body == .missing {
      let wanted = flavour == .native ? "\"id\", \"body_html\" or \"body_text\"" : "\"content\""
      throw JSONFault(offset: start, message: "neither an id nor a text (expected \(wanted))")
    }
    return fields
  }

  /// The vocabulary of the first key that only one of them has; native where none tells.
  static func flavour(of bytes: UnsafeBufferPointer<UInt8>) -> Flavour {
    var json = JSONReader(bytes)
    do throws(JSONFault) {
      guard try json.peek() == .object else { return .native }
      try json.open()
      while let key = try json.nextKey() {
        if isNativeOnly(key, json) { return .native }
        if isMastodonOnly(key, json) { return .mastodon }
        try json.skipValue()
      }
    } catch {
      return .native
    }
    return .native
  }

  /// The record's stated id, found without reading further than it.
  static func identity(of bytes: UnsafeBufferPointer<UInt8>) throws(JSONFault) -> String? {
    var decoder = RecordDecoder(bytes)
    guard try decoder.json.peek() == .object else { return nil }
    try decoder.json.open()
    var namedPost: String?
    while let key = try decoder.json.nextKey() {
      if decoder.json.matches(key, "id") {
        if let id = try decoder.id() { return id }
      } else if decoder.json.matches(key, "post"), try decoder.json.peek() == .string {
        namedPost = try decoder.filledText()
      } else {
        try decoder.json.skipValue()
      }
    }
    return namedPost
  }

  static func isNativeOnly(_ key: JSONReader.Text, _ json: JSONReader) -> Bool {
    json.matches(key, "body_html") || json.matches(key, "body_text")
      || json.matches(key, "author") || json.matches(key, "published")
      || json.matches(key, "likes_count") || json.matches(key, "comments_count")
      || json.matches(key, "reshares_count") || json.matches(key, "reshared_by")
  }

  static func isMastodonOnly(_ key: JSONReader.Text, _ json: JSONReader) -> Bool {
    json.matches(key, "content") || json.matches(key, "reblog")
      || json.matches(key, "favourites_count") || json.matches(key, "spoiler_text")
      || json.matches(key, "account") || json.matches(key, "created_at")
  }
}
