/// Decodes the fields of one record; a field of the wrong type is noted and counts as absent.
///
/// Extensions implement the formats. Only malformed JSON throws.
struct RecordDecoder {
  /// A problem in a record whose other parts are valid.
  struct Note {
    /// The offset in bytes from the record's start.
    let offset: Int
    let path: String
    let message: String
  }

  var json: JSONReader
  /// Whether bodies are read over and come out empty, for those who want the other fields of many records.
  private let omitsBodies: Bool
  private(set) var notes: [Note] = []
  private(set) var notesLeftOut = 0

  init(_ bytes: Bytes, omitsBodies: Bool = false) {
    json = JSONReader(bytes)
    self.omitsBodies = omitsBodies
  }

  mutating func note(at offset: Int, path: String? = nil, _ message: String) {
    guard notes.count < Limits.problemsPerRecord else {
      notesLeftOut += 1
      return
    }
    notes.append(Note(offset: offset, path: path ?? json.path, message: message))
  }

  /// Enters a value of `kind`; otherwise reads the value and returns false, noting it unless it is null.
  mutating func enter(_ kind: JSONReader.Kind) throws(JSONError) -> Bool {
    guard try expect(kind) else { return false }
    try json.open()
    return true
  }

  mutating func text(limit: Int = Limits.text) throws(JSONError) -> String? {
    guard try expect(.string) else { return nil }
    let start = json.offset
    let text = try json.text()
    let decoded = json.decode(text, limit: limit)
    if decoded.isRepaired { note(at: start, "invalid Unicode became U+FFFD (expected UTF-8)") }
    if decoded.isCut { note(at: start, "text cut (expected at most \(limit) bytes)") }
    return decoded.string
  }

  mutating func body() throws(JSONError) -> String? {
    guard omitsBodies else { return try text(limit: Limits.body) }
    guard try expect(.string) else { return nil }
    _ = try json.text()
    return ""
  }

  /// Decodes text that has no meaning when it is empty; returns nil for an empty one.
  mutating func filledText(limit: Int = Limits.text) throws(JSONError) -> String? {
    guard let text = try text(limit: limit), !text.isEmpty else { return nil }
    return text
  }

  mutating func filledTexts() throws(JSONError) -> [String] {
    try list { decoder throws(JSONError) in try decoder.filledText() }
  }

  mutating func id() throws(JSONError) -> String? {
    guard try json.peek() == .number else { return try filledText() }
    let range = try json.number()
    return String(decoding: UnsafeBufferPointer(rebasing: json.bytes[range]), as: UTF8.self)
  }

  mutating func idHash() throws(JSONError) -> UInt64? {
    let start = json.offset
    if try json.peek() == .string, let bytes = try json.text().plainBytes, !bytes.isEmpty,
      bytes.count <= Limits.text
    {
      return stableHash(bytes)
    }
    json.offset = start
    return try id().map { stableHash($0.utf8) }
  }

  mutating func count() throws(JSONError) -> Int? {
    try wholeNumber(from: 0, "a whole number from 0")
  }

  /// Decodes a count that may be negative because of votes against.
  mutating func score() throws(JSONError) -> Int? {
    try wholeNumber(from: .min, "a whole number")
  }

  private mutating func wholeNumber(from least: Int, _ expected: String) throws(JSONError) -> Int? {
    guard try expect(.number) else { return nil }
    let range = try json.number()
    if let value = json.wholeNumber(range), value >= least { return value }
    note(at: range.lowerBound, "not a count (expected \(expected))")
    return nil
  }

  mutating func flag() throws(JSONError) -> Bool? {
    guard try expect(.boolean) else { return nil }
    return try json.boolean()
  }

  mutating func timestamp() throws(JSONError) -> Timestamp? {
    guard try expect(.string) else { return nil }
    let start = json.offset
    let text = try json.text()
    let timestamp =
      text.hasEscapes
      ? Timestamp(rfc3339: json.decode(text, limit: 128).string)
      : Timestamp(rfc3339Bytes: UnsafeBufferPointer(rebasing: json.bytes[text.start..<text.end]))
    if timestamp == nil {
      note(at: start, "not a time (expected RFC 3339, such as 2026-01-30T08:15:00Z)")
    }
    return timestamp
  }

  /// Decodes a list of at most `limit` elements; `element` decodes one, or returns nil to drop it.
  mutating func list<Element>(
    limit: Int = Limits.entries,
    _ element: (inout RecordDecoder) throws(JSONError) -> Element?
  ) throws(JSONError) -> [Element] {
    guard try enter(.array) else { return [] }
    var elements: [Element] = []
    var leftOut = 0
    while try json.nextElement() {
      if elements.count >= limit {
        leftOut += 1
      } else if let value = try element(&self) {
        elements.append(value)
      }
    }
    noteLeftOut(leftOut, limit)
    return elements
  }

  private mutating func noteLeftOut(_ count: Int, _ limit: Int) {
    guard count > 0 else { return }
    note(at: json.offset - 1, "\(count) entries left out (expected at most \(limit))")
  }

  /// Returns whether the next value is of `kind`; otherwise reads it, and notes it unless it is null.
  private mutating func expect(_ kind: JSONReader.Kind) throws(JSONError) -> Bool {
    let found = try json.peek()
    if found == kind { return true }
    if found == .null {
      try json.null()
      return false
    }
    let start = json.offset
    try json.skipValue()
    note(at: start, "is \(found.rawValue) (expected \(kind.rawValue))")
    return false
  }

  /// Text with the language that the document states for it.
  struct LocalizedText {
    let text: String
    let language: String?
  }

  /// Decodes a value that may be one element or a list of elements; nulls are skipped.
  ///
  /// - Parameter element: Decodes one value, which is neither null nor a list.
  mutating func each(
    limit: Int = Limits.entries,
    _ element: (inout RecordDecoder, JSONReader.Kind) throws(JSONError) -> Void
  ) throws(JSONError) {
    let kind = try json.peek()
    guard kind == .array else { return kind == .null ? try json.null() : try element(&self, kind) }
    try json.open()
    var taken = 0
    var leftOut = 0
    while try json.nextElement() {
      switch try json.peek() {
      case .null, .array: break
      case let kind where taken < limit:
        taken += 1
        try element(&self, kind)
      default: leftOut += 1
      }
    }
    noteLeftOut(leftOut, limit)
  }

  /// Skips the next value and returns a reader before it, to read it later.
  ///
  /// Values that may nest to any depth are thus read from a queue instead of by recursion.
  mutating func passedOver() throws(JSONError) -> JSONReader {
    _ = try json.peek()
    let reader = json
    try json.skipValue()
    return reader
  }

  /// Returns whether the next value is of `kind`; skips any other value without a note.
  mutating func isNext(_ kind: JSONReader.Kind) throws(JSONError) -> Bool {
    if try json.peek() == kind { return true }
    try json.skipValue()
    return false
  }

  /// Enters a value of `kind`; skips any other value without a note and returns false.
  mutating func enterIfAny(_ kind: JSONReader.Kind) throws(JSONError) -> Bool {
    guard try isNext(kind) else { return false }
    try json.open()
    return true
  }

  mutating func textIfAny(limit: Int = Limits.text) throws(JSONError) -> String? {
    try isNext(.string) ? filledText(limit: limit) : nil
  }

  mutating func isTrueIfAny() throws(JSONError) -> Bool {
    try isNext(.boolean) ? json.boolean() : false
  }

  /// Decodes a whole number from 0, written as a number or as text; skips any other value without a note.
  mutating func countIfAny() throws(JSONError) -> Int? {
    switch try json.peek() {
    case .number:
      let range = try json.number()
      return json.wholeNumber(range).flatMap { $0 < 0 ? nil : $0 }
    case .string: return try textIfAny(limit: 32).flatMap { Int($0) }.flatMap { $0 < 0 ? nil : $0 }
    default:
      try json.skipValue()
      return nil
    }
  }

  /// Decodes the "width" and the "height" of an object; skips any other value without a note.
  mutating func pixelSizeIfAny() throws(JSONError) -> PixelSize? {
    guard try enterIfAny(.object) else { return nil }
    var width: Int?
    var height: Int?
    while let key = try json.nextKey() {
      if key == "width" { width = try countIfAny() }
      if key == "height" { height = try countIfAny() }
    }
    return PixelSize(width: width, height: height)
  }

  /// The texts under `names` in an object, nil for each missing one; notes anything but an object.
  mutating func texts(_ names: StaticString...) throws(JSONError) -> [String?]? {
    guard try enter(.object) else { return nil }
    var texts = [String?](repeating: nil, count: names.count)
    while let key = try json.nextKey() {
      if let place = names.firstIndex(where: { key == $0 }) { texts[place] = try filledText() }
    }
    return texts
  }

  /// Decodes an address: text, or the "href", "url", "@id" or "id" of an object, or the first of a list.
  mutating func address() throws(JSONError) -> String? {
    var found: String?
    try each { decoder, kind throws(JSONError) in
      var candidate: String?
      switch kind {
      case .string: candidate = try decoder.filledText()
      case .object: candidate = try decoder.addressInObject()
      default: try decoder.json.skipValue()
      }
      found = found ?? candidate
    }
    return found
  }

  /// Decodes text, JSON-LD's "@value", or texts by language; of a list, the first element.
  ///
  /// Among several languages, `preferred` is taken, or else the first.
  mutating func localizedText(
    preferring preferred: String? = nil,
    limit: Int = Limits.text
  ) throws(JSONError) -> LocalizedText? {
    var found: LocalizedText?
    try each { decoder, kind throws(JSONError) in
      var candidate: LocalizedText?
      switch kind {
      case .string:
        candidate = try decoder.text(limit: limit).map { LocalizedText(text: $0, language: nil) }
      case .object: candidate = try decoder.languageMap(preferring: preferred, limit: limit)
      default:
        decoder.note(at: decoder.json.offset, "is \(kind.rawValue) (expected text)")
        try decoder.json.skipValue()
      }
      found = found ?? candidate.flatMap { $0.text.isEmpty ? nil : $0 }
    }
    return found
  }

  /// Decodes the "@language" of a JSON-LD context, at any position in it.
  mutating func contextLanguage() throws(JSONError) -> String? {
    var language: String?
    try each { decoder, kind throws(JSONError) in
      guard kind == .object else { return try decoder.json.skipValue() }
      try decoder.json.open()
      while try decoder.json.next("@language") { language = try decoder.textIfAny() ?? language }
    }
    return language
  }

  /// Decodes a time: a date in any form that feeds use, or the seconds since 1970 as a number.
  mutating func date() throws(JSONError) -> Timestamp? {
    switch try json.peek() {
    case .number:
      let range = try json.number()
      let text = String(decoding: UnsafeBufferPointer(rebasing: json.bytes[range]), as: UTF8.self)
      if let timestamp = Double(text).flatMap({ Timestamp(unixTime: $0) }) { return timestamp }
      note(at: range.lowerBound, "not a time (expected seconds since 1970)")
      return nil
    case .string:
      let start = json.offset
      let text = try json.text()
      guard text.start < text.end else { return nil }
      let timestamp =
        text.hasEscapes
        ? Timestamp(feedDate: json.decode(text, limit: 128).string)
        : Timestamp(feedDateBytes: UnsafeBufferPointer(rebasing: json.bytes[text.start..<text.end]))
      if let timestamp { return timestamp }
      note(at: start, "not a time (expected RFC 3339, such as 2026-01-30T08:15:00Z)")
      return nil
    default:
      // Notes the value that is here instead.
      return try timestamp()
    }
  }

  private mutating func languageMap(
    preferring preferred: String?,
    limit: Int
  ) throws(JSONError) -> LocalizedText? {
    try json.open()
    var first: LocalizedText?
    var best: LocalizedText?
    var plain: String?
    var language: String?
    while let key = try json.nextKey() {
      guard try json.peek() == .string else { continue }
      let name = json.decode(key, limit: 64).string
      guard let text = try text(limit: limit) else { continue }
      switch name {
      case "@value": plain = text
      case "@language": language = text
      default:
        let entry = LocalizedText(text: text, language: name)
        first = first ?? entry
        if name == preferred { best = entry }
      }
    }
    if let plain { return LocalizedText(text: plain, language: language) }
    return best ?? first
  }

  private mutating func addressInObject() throws(JSONError) -> String? {
    try json.open()
    var href: String?
    var url: String?
    var id: String?
    while let key = try json.nextKey() {
      switch key {
      case "href": href = try textIfAny()
      case "url": url = try textIfAny()
      case "id", "@id": id = try textIfAny()
      default: try json.skipValue()
      }
    }
    return href ?? url ?? id
  }
}

/// A kind of fact about the feed that a document states outside its records.
enum FeedFact: Equatable {
  case version, title
  /// A title in ActivityStreams' form: text, or texts by language.
  case names
  /// The description of the feed, which replaces a missing title.
  case summary
  case total, homePage, icon, language, author, authors, context, namedAccounts, namedStatuses

  var limit: Int {
    self == .namedAccounts || self == .namedStatuses ? Limits.record : Limits.text
  }
}

/// The facts about the feed that a document states outside its records.
///
/// Records are decoded with them, so a fact after the list applies to all of them.
public struct FeedFacts: Equatable, Sendable {
  /// The description of the feed.
  public internal(set) var summary: String?
  /// The page that the feed belongs to.
  public internal(set) var homePage: String?
  /// The address of a picture for the feed.
  public internal(set) var icon: String?
  /// The language of records that state none, as a BCP 47 tag.
  public internal(set) var language: String?
  /// The author of records that name none.
  public internal(set) var author: Account?
  /// The address to which the publisher has moved the feed for good, as a permanent redirect would say.
  public internal(set) var newAddress: String?
  /// The minutes between two requests that the publisher asks for.
  public internal(set) var minutesToLive: Int?
  var authorIsListed = false
  var namedAccounts: [String: Account] = [:]
  var namedPosts: [String: Post] = [:]
  /// The number of changes that affect records since the first of them was found.
  var revision = 0
}
