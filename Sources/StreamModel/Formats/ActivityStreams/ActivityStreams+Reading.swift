/// Reads objects of ActivityStreams 2.0: every property may be text, an object or a list.
extension RecordDecoder {
  /// How deep objects in objects are read, and how deep answers to answers.
  private enum Depth {
    static let objects = 4
    static let replies = 32
  }

  /// Reads an object; the reader stands before its brace.
  ///
  /// - Parameters:
  ///   - level: how many objects it stands in; bounds the calls, and with them the stack.
  ///   - language: the tag to prefer where there are texts in several.
  mutating func activityObject(level: Int, language: String?) throws(JSONFault) -> ActivityObject {
    let start = json.offset
    try json.open()
    var object = ActivityObject()
    var language = language
    while let key = try json.nextKey() {
      let name = ActivityVocabulary.localName(of: json.decode(key, limit: 128).string)
      if name == "@context" {
        language = try contextLanguage() ?? language
      } else if try !readText(name, of: &object, language),
        try !readReference(name, of: &object, level, language),
        try !readList(name, of: &object, level, language)
      {
        try json.skipValue()
      }
    }
    object.hash = stableHash(json.bytes[start..<json.offset])
    return object
  }

  /// Reads a property that is text, a number or a time; false where it is none.
  private mutating func readText(
    _ key: String,
    of object: inout ActivityObject,
    _ language: String?
  ) throws(JSONFault) -> Bool {
    switch key {
    case "id", "@id": object.id = try address() ?? object.id
    case "type", "@type": object.types = try activityTypes()
    // Version 1 of ActivityStreams says "displayName", "objectType" and "verb".
    case "objectType": object.types = try activityTypes()
    case "verb": object.verb = try textIfAny()
    case "name", "nameMap", "displayName", "title":
      let name = try localizedText(preferring: language)?.text
      if key == "name" || key == "displayName" || object.name == nil {
        object.name = name ?? object.name
      }
    case "summary", "summaryMap":
      let text = try localizedText(preferring: language, limit: Limits.body)
      if key == "summary" || object.summary == nil { object.summary = text ?? object.summary }
    case "content", "contentMap": try readContent(key, of: &object, language)
    case "mediaType": object.mediaType = try textIfAny()
    case "source": object.source = try activitySource(language)
    case "published": object.published = try firstTime()
    case "updated": object.updated = try firstTime()
    case "startTime": object.startTime = try firstTime()
    case "endTime": object.endTime = try firstTime()
    case "deleted": object.deleted = try firstTime()
    case "formerType": object.formerType = try activityTypes().first
    case "closed": try readClosed(of: &object)
    case "sensitive": object.isSensitive = try activityFlag()
    case "preferredUsername", "username": object.preferredUsername = try localizedText()?.text
    case "votersCount": object.votersCount = try count()
    case "href": object.href = try address()
    case "latitude", "longitude", "altitude", "accuracy", "radius", "units", "duration":
      if let value = try wordOrNumber() { object.details.append((key, value)) }
    default: return false
    }
    return true
  }

  /// Reads a property that refers to other things; false where it is none.
  private mutating func readReference(
    _ key: String,
    of object: inout ActivityObject,
    _ level: Int,
    _ language: String?
  ) throws(JSONFault) -> Bool {
    switch key {
    case "url":
      object.links += try activityLinks()
    case "actor": object.actors += try activityAccounts(level: level, language)
    case "attributedTo", "author":
      object.attributedTo += try activityAccounts(level: level, language)
    case "object": object.objects += try activityReferences(level: level, language)
    case "target", "origin", "location", "result", "instrument", "subject", "describes":
      for reference in try activityReferences(level: level, language) {
        object.relations.append((key, reference))
      }
    case "relationship":
      for reference in try activityReferences(level: level, language) {
        if let label = reference.label { object.details.append((key, label)) }
      }
    case "inReplyTo":
      let first = try activityReferences(level: level, language).first
      if case .object(let parent)? = first {
        // The post is known by its id; its page may be elsewhere.
        object.inReplyTo = parent.links.first?.href ?? parent.href ?? parent.id
      } else {
        object.inReplyTo = first?.address
      }
    default: return false
    }
    return true
  }

  /// Reads a property that lists things; false where it is none.
  private mutating func readList(
    _ key: String,
    of object: inout ActivityObject,
    _ level: Int,
    _ language: String?
  ) throws(JSONFault) -> Bool {
    switch key {
    case "tag", "tags": try readTags(of: &object, language)
    case "attachment", "attachments": try readAttachments(of: &object, language)
    case "image", "icon", "stream":
      object.images += try activityImages(language)
    case "oneOf", "anyOf", "options":
      object.hasOptions = true
      for case .object(let option) in try activityReferences(level: level, language) {
        guard let title = option.name ?? option.content?.text else { continue }
        object.options.append(Poll.Option(title: title, votes: option.replies.total))
      }
    case "likes": object.likes = try activityCollection(level: level, language)
    case "shares": object.shares = try activityCollection(level: level, language)
    case "replies": object.replies = try activityCollection(level: level, language)
    default: return false
    }
    return true
  }
}

// MARK: Values

extension RecordDecoder {
  /// Actors: objects, or addresses.
  mutating func activityAccounts(
    level: Int = 0,
    _ language: String? = nil
  ) throws(JSONFault) -> [Account] {
    try activityReferences(level: level, language).map { reference in
      switch reference {
      case .address(let address): Account(name: nil, handle: nil, url: address)
      case .object(let object): object.account
      }
    }
  }

  /// Objects, or addresses: text, Link objects, and what is nested too deep to be read.
  private mutating func activityReferences(
    level: Int,
    limit: Int = Limits.entries,
    _ language: String?
  ) throws(JSONFault) -> [ActivityObject.Reference] {
    var references: [ActivityObject.Reference] = []
    try each(limit: limit) { decoder, kind throws(JSONFault) in
      switch kind {
      case .string:
        if let text = try decoder.filledText() { references.append(.address(text)) }
      case .object where level < Depth.objects:
        references.append(
          .object(try decoder.activityObject(level: level + 1, language: language))
        )
      case .object:
        if let address = try decoder.address() { references.append(.address(address)) }
      default: try decoder.json.skipValue()
      }
    }
    return references
  }

  /// A collection, its first page where that is embedded, a list, or an address, which says nothing.
  private mutating func activityCollection(
    level: Int,
    _ language: String?
  ) throws(JSONFault) -> ActivityObject.Collection {
    var collection = ActivityObject.Collection()
    switch try json.peek() {
    case .array: collection.items = try replyReferences(level, language)
    case .object:
      try json.open()
      while let key = try json.nextKey() {
        switch ActivityVocabulary.localName(of: json.decode(key, limit: 128).string) {
        case "totalItems": collection.total = try count()
        case "items", "orderedItems": collection.items += try replyReferences(level, language)
        case "first":
          // A page in a page is none.
          guard try json.peek() == .object else {
            try json.skipValue()
            continue
          }
          try json.open()
          while let key = try json.nextKey() {
            switch ActivityVocabulary.localName(of: json.decode(key, limit: 128).string) {
            case "items", "orderedItems": collection.items += try replyReferences(level, language)
            default: try json.skipValue()
            }
          }
        default: try json.skipValue()
        }
      }
    default: try json.skipValue()
    }
    return collection
  }

  /// What a collection of answers or likes embeds.
  private mutating func replyReferences(
    _ level: Int,
    _ language: String?
  ) throws(JSONFault) -> [ActivityObject.Reference] {
    var references: [ActivityObject.Reference] = []
    try each(limit: Limits.comments) { decoder, kind throws(JSONFault) in
      switch kind {
      case .string:
        if let text = try decoder.filledText() { references.append(.address(text)) }
      case .object where level < Depth.replies:
        references.append(
          .object(try decoder.activityObject(level: level + 1, language: language))
        )
      default:
        decoder.note(at: decoder.json.offset, "nested too deep (expected \(Depth.replies) levels)")
        try decoder.json.skipValue()
      }
    }
    return references
  }

  private mutating func activityTypes() throws(JSONFault) -> [String] {
    var types: [String] = []
    try each { decoder, kind throws(JSONFault) in
      guard kind == .string else { return try decoder.json.skipValue() }
      if let type = try decoder.filledText() {
        types.append(ActivityVocabulary.localName(of: type))
      }
    }
    return types
  }

  private mutating func readContent(
    _ key: String,
    of object: inout ActivityObject,
    _ language: String?
  ) throws(JSONFault) {
    let text = try localizedText(preferring: language, limit: Limits.body)
    guard key == "contentMap", let content = object.content else {
      if let text {
        // What the map said of the language still holds.
        let tag = text.language ?? object.content?.language
        object.content = LocalizedText(text: text.text, language: tag)
      }
      return
    }
    // The content comes first; of the map only the language of the same text counts.
    if content.language == nil, let text, text.text == content.text {
      object.content = LocalizedText(text: content.text, language: text.language)
    }
  }

  private mutating func activitySource(_ language: String?) throws(JSONFault) -> Body {
    var body = Body.missing
    try each { decoder, kind throws(JSONFault) in
      if kind == .string {
        body = try decoder.filledText().map { .text($0) } ?? body
        return
      }
      guard kind == .object else { return try decoder.json.skipValue() }
      try decoder.json.open()
      var text: String?
      var isHTML = false
      while let key = try decoder.json.nextKey() {
        if decoder.json.matches(key, "content") {
          text = try decoder.localizedText(preferring: language, limit: Limits.body)?.text
        } else if decoder.json.matches(key, "mediaType") {
          isHTML = try decoder.textIfAny()?.contains("html") ?? false
        } else {
          try decoder.json.skipValue()
        }
      }
      if let text { body = isHTML ? .html(text) : .text(text) }
    }
    return body
  }

  /// A flag, or a time that stands for true.
  private mutating func readClosed(of object: inout ActivityObject) throws(JSONFault) {
    var isClosed = false
    var end: Timestamp?
    try each { decoder, kind throws(JSONFault) in
      switch kind {
      case .boolean: isClosed = try decoder.json.boolean()
      case .string:
        end = try decoder.date()
        isClosed = true
      default:
        isClosed = true
        try decoder.json.skipValue()
      }
    }
    object.isClosed = isClosed
    object.endTime = object.endTime ?? end
  }

  private mutating func activityFlag() throws(JSONFault) -> Bool {
    guard try json.peek() == .boolean else {
      try json.skipValue()
      return false
    }
    return try json.boolean()
  }

  private mutating func firstTime() throws(JSONFault) -> Timestamp? {
    var date: Timestamp?
    try each { decoder, kind throws(JSONFault) in
      if kind == .object {
        // JSON-LD's long form.
        date = try decoder.localizedText().flatMap { Timestamp(feedDate: $0.text) } ?? date
      } else {
        let next = try decoder.date()
        date = date ?? next
      }
    }
    return date
  }

  /// Text, or a number as it is written.
  private mutating func wordOrNumber() throws(JSONFault) -> String? {
    switch try json.peek() {
    case .number, .string: return try id()
    default:
      try json.skipValue()
      return nil
    }
  }
}
