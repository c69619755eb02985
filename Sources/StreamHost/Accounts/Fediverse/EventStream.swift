/// Reads server-sent events from bytes as they arrive.
///
/// Source: html.spec.whatwg.org, 9.2.6; comments keep the connection alive.
struct EventStream {
  struct Event: Equatable {
    let name: String
    let data: [UInt8]
  }

  /// The bytes of an event, at most.
  private static let limit = 4 << 20

  private var line: [UInt8] = []
  private var name = ""
  private var data: [UInt8] = []
  /// Whether an event is longer than any can be.
  private(set) var isTooLong = false

  mutating func take(_ bytes: some Sequence<UInt8>) -> [Event] {
    var events: [Event] = []
    for byte in bytes {
      guard byte == 0x0A else {
        if line.count + data.count < Self.limit { line.append(byte) } else { isTooLong = true }
        continue
      }
      if line.last == 0x0D { line.removeLast() }
      if let event = end(line) { events.append(event) }
      line.removeAll(keepingCapacity: true)
    }
    return events
  }

  private mutating func end(_ line: [UInt8]) -> Event? {
    guard !line.isEmpty else {
      defer { (name, data) = ("", []) }
      return data.isEmpty || isTooLong ? nil : Event(name: name, data: data)
    }
    guard let colon = line.firstIndex(of: UInt8(ascii: ":")), colon > 0 else { return nil }
    var value = line[(colon + 1)...]
    if value.first == 0x20 { value = value.dropFirst() }
    switch String(decoding: line[..<colon], as: UTF8.self) {
    case "event": name = String(decoding: value, as: UTF8.self)
    case "data": data += data.isEmpty ? Array(value) : [0x0A] + value
    default: break
    }
    return nil
  }
}
