/// Decodes objects of ActivityStreams 2.0, where every property may be text, an object or a list.
extension RecordDecoder {
  /// Decodes an object; the reader is before its brace.
  ///
  /// - Parameters:
  ///   - level: The number of objects around it, which bounds the recursion and thus the stack.
  ///   - language: The preferred tag if there are texts in several languages.
  mutating func activityObject(level: Int, language: String?) throws(JSONError) -> ActivityObject {
    let start = json.offset
    try json.open()
    var object = ActivityObject()
    var language = language
    while let key = try json.nextKey() {
      let name = ActivityVocabulary.localName(of: json.decode(key, limit: 128).string)
      if name == "@context" {
        language = try contextLanguage() ?? language
        object.hasContext = true
      } else if try !readText(name, of: &object, language),
        try !readReference(name, of: &object, level, language),
        try !readList(name, of: &object, level, language)
      {
        try json.skipValue()
      }
    }
    if object.id == nil { object.hash = stableHash(json.bytes[start..<json.offset]) }
    return object
  }

  /// Decodes a property that is text, a number or a time; returns false if it is none of these.
  private mutating func readText(
    _ key: String,
    of object: inout ActivityObject,
    _ language: String?
  ) throws(JSONError) -> Bool {
    switch key {
    case "id", "@id": object.id = try address() ?? object.id
    case "type", "@type": object.types = try activityTypes()
    // Version 1 of ActivityStreams uses "displayName", "objectType" and "verb".
    case "objectType":
      object.types = try activityTypes()
      object.isVersion1 = true
    case "verb":
      object.verb = try textIfAny()
      object.isVersion1 = true
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
    case "sensitive": object.isSensitive = try isTrueIfAny()
    case "preferredUsername", "username": object.preferredUsername = try localizedText()?.text
    case "votersCount": object.votersCount = try count()
    case "href": object.href = try address()
    case "duration":
      if let value = try wordOrNumber() {
        object.details.append((key, PlayingTime(value)?.text ?? value))
      }
    case "latitude", "longitude", "altitude", "accuracy", "radius", "units", "rating":
      if let value = try wordOrNumber() { object.details.append((key, value)) }
    // Mobilizon and Gancio: iCalendar's word for an event that is off, or may be.
    case "status", "ical:status":
      if let value = try textIfAny(), value != "CONFIRMED",
        !object.details.contains(where: { $0.name == "status" })
      {
        object.details.insert(("status", value), at: 0)
      }
    case "address": object.postalAddress = try postalAddress()
    default: return false
    }
    return true
  }

  /// Decodes a property that refers to other objects; returns false if it does not.
  private mutating func readReference(
    _ key: String,
    of object: inout ActivityObject,
    _ level: Int,
    _ language: String?
  ) throws(JSONError) -> Bool {
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
        // The id identifies the post; its page may be elsewhere.
        object.inReplyTo = parent.links.first?.href ?? parent.href ?? parent.id
      } else {
        object.inReplyTo = first?.address
      }
    case "context":
      switch try activityReferences(level: level, language).first {
      case .object(let whole)?: object.context = whole.id ?? whole.href
      case .address(let address)?: object.context = address
      case nil: break
      }
    default: return false
    }
    return true
  }

  /// Decodes a property that lists objects; returns false if it does not.
  private mutating func readList(
    _ key: String,
    of object: inout ActivityObject,
    _ level: Int,
    _ language: String?
  ) throws(JSONError) -> Bool {
    switch key {
    case "tag", "tags": try readTags(of: &object, language)
    case "attachment", "attachments": try readAttachments(of: &object, language)
    case "image", "icon", "stream":
      object.images += try activityImages(language)
    case "oneOf", "anyOf", "options":
      object.hasOptions = true
      object.isMultiple = key == "anyOf"
      for case .object(let option) in try activityReferences(level: level, language) {
        guard let title = option.name ?? option.content?.text else { continue }
        object.options.append(Poll.Option(title: title, votes: option.replies.head.total))
      }
    case "likes": object.likes = try activityAccountCollection(level: level, language)
    case "shares": object.shares = try activityAccountCollection(level: level, language)
    case "replies":
      var readers: [JSONReader] = []
      let head = try activityCollection { decoder throws(JSONError) in
        readers.append(try decoder.passedOver())
      }
      object.replies = ActivityObject.Replies(head: head, readers: readers)
    case "to": try readAudience(of: &object, isCopy: false)
    case "cc": try readAudience(of: &object, isCopy: true)
    default:
      guard ActivityVocabulary.quotes.contains(key) else { return false }
      object.quotes += try activityReferences(level: level, language)
    }
    return true
  }
}

extension RecordDecoder {
  /// Decodes the value of "to" or "cc": addresses, or objects that have one.
  mutating func readAudience(
    of object: inout ActivityObject,
    isCopy: Bool
  ) throws(JSONError) {
    if try json.peek() != .null { object.audience.noteList() }
    try each { decoder, kind throws(JSONError) in
      var address: String?
      switch kind {
      case .string: address = try decoder.filledText()
      case .object: address = try decoder.address()
      default: try decoder.json.skipValue()
      }
      if let address { object.audience.add(address, isCopy: isCopy) }
    }
  }
}
