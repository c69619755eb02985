/// Decodes the values of properties: accounts, collections, texts, times.
extension RecordDecoder {
  private static let depthLimit = 4

  /// Decodes actors: objects or addresses.
  mutating func activityAccounts(
    level: Int = 0,
    _ language: String? = nil
  ) throws(JSONError) -> [Account] {
    try activityReferences(level: level, language).map { reference in
      switch reference {
      case .address(let address): Account(name: nil, handle: nil, url: address)
      case .object(let object): object.account
      }
    }
  }

  /// Decodes references: objects or addresses; text, Link objects and objects too deep to read are
  /// addresses.
  mutating func activityReferences(
    level: Int,
    limit: Int = Limits.entries,
    _ language: String?
  ) throws(JSONError) -> [ActivityObject.Reference] {
    var references: [ActivityObject.Reference] = []
    try each(limit: limit) { decoder, kind throws(JSONError) in
      switch kind {
      case .string:
        if let text = try decoder.filledText() { references.append(.address(text)) }
      case .object where level < Self.depthLimit:
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

  /// Decodes a collection: an object, its embedded first page, a list, or an address.
  ///
  /// - Parameter item: Decodes one item; the reader is before it.
  mutating func activityCollection(
    _ item: (inout RecordDecoder) throws(JSONError) -> Void
  ) throws(JSONError) -> ActivityObject.CollectionHead {
    var head = ActivityObject.CollectionHead()
    switch try json.peek() {
    case .array: try eachItem(item)
    case .string: head.leadOn(to: try address())
    case .object:
      try json.open()
      var own: String?
      while let key = try json.nextKey() {
        switch ActivityVocabulary.localName(of: json.decode(key, limit: 128).string) {
        case "id", "@id": own = try address()
        case "totalItems": head.total = try count()
        case "items", "orderedItems": try eachItem(item)
        case "next": head.leadOn(to: try address())
        case "first":
          // A page inside a page is ignored.
          guard try json.peek() == .object else {
            head.leadOn(to: try address())
            continue
          }
          try json.open()
          while let key = try json.nextKey() {
            switch ActivityVocabulary.localName(of: json.decode(key, limit: 128).string) {
            case "items", "orderedItems": try eachItem(item)
            case "next": head.leadOn(to: try address())
            default: try json.skipValue()
            }
          }
        default: try json.skipValue()
        }
      }
      head.address = own ?? head.address
    default: try json.skipValue()
    }
    return head
  }

  /// Decodes a collection of likes or reshares.
  mutating func activityAccountCollection(
    level: Int,
    _ language: String?
  ) throws(JSONError) -> ActivityObject.Collection {
    var items: [ActivityObject.Reference] = []
    let head = try activityCollection { decoder throws(JSONError) in
      items += try decoder.activityReferences(level: level, language)
    }
    return ActivityObject.Collection(total: head.total, items: items)
  }

  /// Decodes the embedded items of a collection of replies or likes: objects and addresses.
  private mutating func eachItem(
    _ item: (inout RecordDecoder) throws(JSONError) -> Void
  ) throws(JSONError) {
    try each(limit: Limits.comments) { decoder, kind throws(JSONError) in
      switch kind {
      case .string, .object: try item(&decoder)
      default: try decoder.json.skipValue()
      }
    }
  }

  mutating func activityTypes() throws(JSONError) -> [String] {
    var types: [String] = []
    try each { decoder, kind throws(JSONError) in
      guard kind == .string else { return try decoder.json.skipValue() }
      if let type = try decoder.filledText() {
        types.append(ActivityVocabulary.localName(of: type))
      }
    }
    return types
  }

  mutating func readContent(
    _ key: String,
    of object: inout ActivityObject,
    _ language: String?
  ) throws(JSONError) {
    let text = try localizedText(preferring: language, limit: Limits.body)
    guard key == "contentMap", let content = object.content else {
      if let text {
        // The language from the map still applies.
        let tag = text.language ?? object.content?.language
        object.content = LocalizedText(text: text.text, language: tag)
      }
      return
    }
    // The content comes first; from the map only the language of the same text is used.
    if content.language == nil, let text, text.text == content.text {
      object.content = LocalizedText(text: content.text, language: text.language)
    }
  }

  mutating func activitySource(_ language: String?) throws(JSONError) -> Body {
    var body = Body.missing
    try each { decoder, kind throws(JSONError) in
      if kind == .string {
        body = try decoder.filledText().map { .text($0) } ?? body
        return
      }
      guard kind == .object else { return try decoder.json.skipValue() }
      try decoder.json.open()
      var text: String?
      var isHTML = false
      while let key = try decoder.json.nextKey() {
        switch key {
        case "content":
          text = try decoder.localizedText(preferring: language, limit: Limits.body)?.text
        case "mediaType": isHTML = try decoder.textIfAny()?.contains("html") ?? false
        default: try decoder.json.skipValue()
        }
      }
      if let text { body = isHTML ? .html(text) : .text(text) }
    }
    return body
  }

  /// Decodes a flag, or a time that stands for true.
  mutating func readClosed(of object: inout ActivityObject) throws(JSONError) {
    var isClosed = false
    var end: Timestamp?
    try each { decoder, kind throws(JSONError) in
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

  mutating func firstTime() throws(JSONError) -> Timestamp? {
    var date: Timestamp?
    try each { decoder, kind throws(JSONError) in
      if kind == .object {
        // The long form of JSON-LD.
        date = try decoder.localizedText().flatMap { Timestamp(feedDate: $0.text) } ?? date
      } else {
        let next = try decoder.date()
        date = date ?? next
      }
    }
    return date
  }

  /// Decodes the address of a place: text, or the parts of a postal address (schema.org).
  mutating func postalAddress() throws(JSONError) -> String? {
    guard try json.peek() == .object else { return try textIfAny() }
    try json.open()
    let names = [
      "streetAddress", "postalCode", "addressLocality", "addressRegion", "addressCountry",
    ]
    var parts: [String: String] = [:]
    while let key = try json.nextKey() {
      let name =
        json.decode(key, limit: 64).string.split(separator: ":").last.map(String.init) ?? ""
      let value = try textIfAny()
      if names.contains(name) { parts[name] = value }
    }
    return parts.isEmpty ? nil : names.compactMap { parts[$0] }.joined(separator: ", ")
  }

  /// Decodes text, or a number as written.
  mutating func wordOrNumber() throws(JSONError) -> String? {
    switch try json.peek() {
    case .number, .string: return try id()
    default:
      try json.skipValue()
      return nil
    }
  }
}
