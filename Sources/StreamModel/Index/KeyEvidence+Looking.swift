/// Examines the values of keys, and whole objects.
extension KeyEvidence {
  mutating func foreign() -> Verdict? {
    hasForeignKey = true
    return nil
  }

  mutating func takeContext(_ address: String?) -> Verdict? {
    hasContext = true
    return types.isEmpty ? nil : take(types: types)
  }

  mutating func take(types found: [String]) -> Verdict? {
    types = found
    for type in found {
      let name = ActivityVocabulary.localName(of: type)
      if ActivityVocabulary.collections.contains(name) {
        return .document(.activityStreams, .collection)
      }
      if hasContext || ActivityVocabulary.contains(name) || name != type {
        return .record(.activityStreams)
      }
      if type.count > 5, type.hasSuffix("Event") { return .record(.github) }
    }
    return nil
  }

  mutating func take(kind found: String) -> Verdict? {
    kind = found
    if found == "Listing" { return .document(.reddit, .listing) }
    return hasData && Self.isThing(found) ? .record(.reddit) : nil
  }

  static func isBluesky(_ type: String) -> Bool {
    type.hasPrefix("app.bsky.") || type.hasPrefix("com.atproto.")
  }

  /// Whether `kind` is one of Reddit's: "t1" to "t6", "LiveUpdate", "more" and the like.
  static func isThing(_ kind: String) -> Bool {
    kind == "more" || kind.hasPrefix("Live") || (kind.count == 2 && kind.hasPrefix("t"))
  }

  static func isNativeActivity(_ type: String) -> Bool {
    isNativeAddition(type) || ["update", "delete"].contains(type)
  }

  /// Whether lines of this type may name an account.
  static func isNativeAddition(_ type: String) -> Bool {
    ["like", "comment", "reshare", "post"].contains(type)
  }

  func word(_ json: inout JSONReader) throws(JSONFault) -> String {
    let text = try json.text()
    return json.decode(text, limit: 256).string
  }

  /// Returns the strings of a list.
  func words(_ json: inout JSONReader) throws(JSONFault) -> [String] {
    var words: [String] = []
    try json.open()
    while try json.nextElement() {
      if try json.peek() == .string, words.count < 16 {
        words.append(try word(&json))
      } else {
        try json.skipValue()
      }
    }
    return words
  }

  /// Returns the vocabulary of a list's first element.
  func first(of json: inout JSONReader) throws(JSONFault) -> Vocabulary? {
    do throws(JSONFault) {
      try json.open()
      guard try json.nextElement(), try json.peek() == .object else { return nil }
      return try Self.look(at: &json).map(\.vocabulary)
    } catch {
      // A malformed value is no evidence; a truncated one may still become some.
      guard error.offset < json.bytes.count else { throw error }
      return nil
    }
  }

  /// Whether the keys in `path` lead from an object to a list.
  func leads(_ json: inout JSONReader, to path: [String]) throws(JSONFault) -> Bool {
    for (step, wanted) in path.enumerated() {
      try json.open()
      var isFound = false
      while !isFound, let key = try json.nextKey() {
        isFound = json.decode(key, limit: 64).string == wanted
        if !isFound { try json.skipValue() }
      }
      guard isFound else { return false }
      let isLast = step == path.count - 1
      guard try json.peek() == (isLast ? .array : .object) else { return false }
    }
    return true
  }

  /// Whether the second of Reddit's listings contains posts instead of comments.
  static func endsWithPosts(_ start: JSONReader) throws(JSONFault) -> Bool {
    var json = start
    try json.open()
    guard try json.nextElement() else { return false }
    try json.skipValue()
    guard try json.nextElement(), try json.peek() == .object,
      try KeyEvidence().leads(&json, to: ["data", "children"])
    else { return false }
    try json.open()
    guard try json.nextElement(), try json.peek() == .object else { return false }
    try json.open()
    while let key = try json.nextKey() {
      if key == "kind", try json.peek() == .string {
        let kind = try json.text()
        return kind == "t3"
      }
      try json.skipValue()
    }
    return false
  }

  /// Identifies the object at the reader's position by its keys.
  static func look(at json: inout JSONReader) throws(JSONFault) -> Verdict? {
    var evidence = KeyEvidence()
    return try look(at: &json, &evidence)
  }

  /// Does the same, and leaves the evidence before a fault in `evidence`.
  static func look(
    at json: inout JSONReader,
    _ evidence: inout KeyEvidence
  ) throws(JSONFault) -> Verdict? {
    try json.open()
    while let key = try json.nextKey() {
      let name = json.decode(key, limit: 64).string
      if let verdict = try evidence.take(name, json) { return verdict }
      try json.skipValue()
    }
    return evidence.sum
  }
}
