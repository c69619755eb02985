/// Reads server-sent events from the bytes of a stream, piece by piece (WHATWG HTML, section 9.2).
///
/// The pieces may end anywhere. An event that the stream cuts off at its end is dropped, as the
/// standard demands.
package struct ServerSentEvents: Sendable {
  /// An event.
  package struct Event: Equatable, Sendable {
    /// The name; "message" if the server states none.
    package let name: String
    /// The lines of data, joined by line feeds.
    package let data: String
    /// The id of this or of the last event with one, for "Last-Event-ID"; empty without one.
    package let id: String
    /// Whether data beyond ``dataLimit`` was dropped.
    package let isCut: Bool
  }

  /// The longest line and the most data of an event that are kept, in bytes.
  package static let dataLimit = 4 << 20

  /// The id for "Last-Event-ID" when the stream is opened again; empty without one.
  package private(set) var lastID = ""
  /// The milliseconds after which the server wants a stream that broke to be opened again.
  package private(set) var retry: Int64?
  /// The number of lines so far, comments included: a change is a heart-beat.
  package private(set) var lines = 0
  private var line: [UInt8] = []
  private var name = ""
  private var data: [UInt8] = []
  private var hasData = false
  private var isCut = false
  private var endsWithReturn = false
  private var isFirst = true

  /// Makes a reader at the start of a stream.
  ///
  /// - Parameter lastID: the id that the request stated.
  package init(lastID: String = "") { self.lastID = lastID }

  /// Takes the next bytes and returns the events that they complete.
  package mutating func add(_ bytes: some Sequence<UInt8>) -> [Event] {
    var events: [Event] = []
    for byte in bytes {
      // CR LF is one line end, also if the two come in different pieces.
      let isSecondHalf = endsWithReturn && byte == 0x0A
      endsWithReturn = byte == 0x0D
      if isSecondHalf { continue }
      guard byte == 0x0A || byte == 0x0D else {
        if line.count < Self.dataLimit { line.append(byte) } else { isCut = true }
        continue
      }
      if let event = endLine() { events.append(event) }
      line.removeAll(keepingCapacity: line.capacity <= 1 << 16)
    }
    return events
  }

  private mutating func endLine() -> Event? {
    if isFirst, line.starts(with: [0xEF, 0xBB, 0xBF]) { line.removeFirst(3) }
    isFirst = false
    lines &+= 1
    guard !line.isEmpty else { return dispatch() }
    let colon = line.firstIndex(of: UInt8(ascii: ":")) ?? line.endIndex
    var value = line[colon...].dropFirst()
    if value.first == 0x20 { value = value.dropFirst() }
    switch String(decoding: line[..<colon], as: UTF8.self) {
    case "event": name = String(decoding: value, as: UTF8.self)
    case "data": add(data: value)
    case "id" where !value.contains(0): lastID = String(decoding: value, as: UTF8.self)
    case "retry":
      let text = String(decoding: value, as: UTF8.self)
      if let number = WholeSeconds.read(text) { retry = number }
    default: break
    }
    return nil
  }

  private mutating func add(data value: ArraySlice<UInt8>) {
    if hasData, data.count < Self.dataLimit { data.append(0x0A) }
    hasData = true
    let room = Self.dataLimit - data.count
    if value.count > room { isCut = true }
    data += value.prefix(max(0, room))
  }

  private mutating func dispatch() -> Event? {
    defer {
      name = ""
      data = []
      hasData = false
      isCut = false
    }
    guard hasData else { return nil }
    return Event(
      name: name.isEmpty ? "message" : name,
      data: String(decoding: data, as: UTF8.self),
      id: lastID,
      isCut: isCut
    )
  }
}
