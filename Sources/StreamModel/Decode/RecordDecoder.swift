/// Reads the fields of one record: a wrong type is noted and counts as absent, the rest stands.
///
/// The formats are extensions of it. Only broken JSON is thrown.
struct RecordDecoder {
  /// Something wrong in a record that otherwise stands.
  struct Note {
    /// In bytes from the record's start.
    let offset: Int
    let path: String
    let message: String
  }

  var json: JSONReader
  private(set) var notes: [Note] = []
  /// How many notes were not kept.
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

  /// Steps into a value of `kind`; false, with the value read, where it is null or another kind.
  mutating func enter(_ kind: JSONReader.Kind) throws(JSONFault) -> Bool {
    guard try expect(kind) else { return false }
    try json.open()
    return true
  }

  /// Text of a kind that may be empty, such as a body.
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

  /// Text that says nothing when it is empty.
  mutating func filledText() throws(JSONFault) -> String? {
    guard let text = try text(), !text.isEmpty else { return nil }
    return text
  }

  /// An id: text, or a number as it is written.
  mutating func id() throws(JSONFault) -> String? {
    guard try json.peek() == .number else { return try filledText() }
    let range = try json.number()
    return String(decoding: UnsafeBufferPointer(rebasing: json.bytes[range]), as: UTF8.self)
  }

  mutating func count() throws(JSONFault) -> Int? {
    guard try expect(.number) else { return nil }
    let range = try json.number()
    if let value = json.wholeNumber(range), value >= 0 { return value }
    note(at: range.lowerBound, "not a count (expected a whole number from 0)")
    return nil
  }

  /// A count that votes against may make negative.
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

  /// A list of at most `limit` elements; `element` reads one and yields nil where it is nothing.
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

  /// Whether the next value is of `kind`; if not it is read, and noted unless it is null.
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
