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
  private(set) var notes: [Note] = []
  /// The number of notes beyond the limit, which were not kept.
  private(set) var notesLeftOut = 0

  init(_ bytes: UnsafeBufferPointer<UInt8>) {
    json = JSONReader(bytes)
  }

  mutating func note(at offset: Int, path: String? = nil, _ message: String) {
    guard notes.count < Limits.problemsPerRecord else {
      notesLeftOut += 1
      return
    }
    notes.append(Note(offset: offset, path: path ?? json.path, message: message))
  }

  /// Enters a value of `kind`; otherwise reads the value and returns false, noting it unless it is
  /// null.
  mutating func enter(_ kind: JSONReader.Kind) throws(JSONFault) -> Bool {
    guard try expect(kind) else { return false }
    try json.open()
    return true
  }

  /// Decodes text that may be empty, such as a body.
  mutating func text(limit: Int = Limits.text) throws(JSONFault) -> String? {
    guard try expect(.string) else { return nil }
    let start = json.offset
    let text = try json.text()
    let decoded = json.decode(text, limit: limit)
    if decoded.isRepaired {
      note(at: start, "invalid Unicode became U+FFFD (expected UTF-8)")
    }
    if decoded.isCut {
      note(at: start, "text cut (expected at most \(limit) bytes)")
    }
    return decoded.string
  }

  /// Decodes text that has no meaning when it is empty; returns nil for an empty one.
  mutating func filledText() throws(JSONFault) -> String? {
    guard let text = try text(), !text.isEmpty else { return nil }
    return text
  }

  /// Decodes an id: text, or a number as written.
  mutating func id() throws(JSONFault) -> String? {
    guard try json.peek() == .number else { return try filledText() }
    let range = try json.number()
    return String(decoding: UnsafeBufferPointer(rebasing: json.bytes[range]), as: UTF8.self)
  }

  /// The hash of an id; see ``id()``.
  mutating func idHash() throws(JSONFault) -> UInt64? {
    let start = json.offset
    if try json.peek() == .string, let bytes = try json.text().plainBytes, !bytes.isEmpty,
      bytes.count <= Limits.text
    {
      return stableHash(bytes)
    }
    json.offset = start
    return try id().map { stableHash($0.utf8) }
  }

  mutating func count() throws(JSONFault) -> Int? {
    guard try expect(.number) else { return nil }
    let range = try json.number()
    if let value = json.wholeNumber(range), value >= 0 { return value }
    note(at: range.lowerBound, "not a count (expected a whole number from 0)")
    return nil
  }

  /// Decodes a count that may be negative because of votes against.
  mutating func score() throws(JSONFault) -> Int? {
    guard try expect(.number) else { return nil }
    let range = try json.number()
    if let value = json.wholeNumber(range) { return value }
    note(at: range.lowerBound, "not a count (expected a whole number)")
    return nil
  }

  mutating func flag() throws(JSONFault) -> Bool? {
    guard try expect(.boolean) else { return nil }
    return try json.boolean()
  }

  mutating func timestamp() throws(JSONFault) -> Timestamp? {
    guard try expect(.string) else { return nil }
    let start = json.offset
    let text = try json.text()
    let timestamp: Timestamp?
    if text.hasEscapes {
      timestamp = Timestamp(rfc3339: json.decode(text, limit: 128).string)
    } else {
      let part = UnsafeBufferPointer(rebasing: json.bytes[text.start..<text.end])
      timestamp = Timestamp(rfc3339Bytes: part)
    }
    if timestamp == nil {
      note(at: start, "not a time (expected RFC 3339, such as 2026-01-30T08:15:00Z)")
    }
    return timestamp
  }

  /// Decodes a list of at most `limit` elements; `element` decodes one, or returns nil to drop it.
  mutating func list<Element>(
    limit: Int = Limits.entries,
    _ element: (inout RecordDecoder) throws(JSONFault) -> Element?
  ) throws(JSONFault) -> [Element] {
    guard try enter(.array) else { return [] }
    var elements: [Element] = []
    var leftOut = 0
    while try json.nextElement() {
      if elements.count < limit {
        if let value = try element(&self) { elements.append(value) }
      } else {
        try json.skipValue()
        leftOut += 1
      }
    }
    if leftOut > 0 {
      note(at: json.offset - 1, "\(leftOut) entries left out (expected at most \(limit))")
    }
    return elements
  }

  /// Returns whether the next value is of `kind`; otherwise reads it, and notes it unless it is
  /// null.
  private mutating func expect(_ kind: JSONReader.Kind) throws(JSONFault) -> Bool {
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
}
