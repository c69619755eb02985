import TestSupport
import Testing

@testable import StreamSources

@Suite struct ServerSentEventsTests {
  private let stream =
    "\u{FEFF}: connected\n\nretry: 500\r\n\r\nid: 7\nevent: update\rdata: {\"a\":\r\ndata:1}\n\n"
    + "event: nothing\n\ndata\n\ndata:  two\nid\nunknown: x\ndata: é🙂\n\nid: a\u{0}b\ndata: last\n\n"
    + "data: cut off\n"

  private func events(_ pieces: [ArraySlice<UInt8>]) -> (ServerSentEvents, [ServerSentEvents.Event])
  {
    var reader = ServerSentEvents()
    let events = pieces.flatMap { reader.add($0) }
    return (reader, events)
  }

  @Test func eventsAreRead() {
    let (reader, events) = events([Array(stream.utf8)[...]])
    #expect(
      events == [
        .init(name: "update", data: "{\"a\":\n1}", id: "7", isCut: false),
        .init(name: "message", data: "", id: "7", isCut: false),
        .init(name: "message", data: " two\né🙂", id: "", isCut: false),
        .init(name: "message", data: "last", id: "", isCut: false),
      ]
    )
    #expect(reader.retry == 500)
  }

  @Test func anyPiecesGiveTheSameEvents() {
    let bytes = Array(stream.utf8)
    let whole = events([bytes[...]])
    var random = SplitMix(seed: 2)
    for _ in 0..<500 {
      var pieces: [ArraySlice<UInt8>] = []
      var at = 0
      while at < bytes.count {
        let end = min(bytes.count, at + 1 + random.below(9))
        pieces.append(bytes[at..<end])
        at = end
      }
      let split = events(pieces)
      #expect(split.1 == whole.1)
      #expect(split.0.lines == whole.0.lines)
    }
  }

  @Test func anEventWithoutAnEndKeepsNoMoreThanItsLimit() {
    var reader = ServerSentEvents()
    let piece = Array(repeating: UInt8(ascii: "x"), count: 1 << 20)
    for _ in 0..<9 {
      #expect(reader.add(Array("data:".utf8) + piece + [0x0A]).isEmpty)
    }
    let event = reader.add([0x0A]).first
    #expect(event?.data.utf8.count == ServerSentEvents.dataLimit)
    #expect(event?.isCut == true)
    #expect(reader.add("data: next\n\n".utf8).map(\.isCut) == [false])
  }

  @Test func aHeartBeatIsALine() {
    var reader = ServerSentEvents(lastID: "4")
    #expect(reader.add(": thump\n".utf8).isEmpty)
    #expect(reader.lines == 1)
    #expect(reader.add("data: x\n\n".utf8).map(\.id) == ["4"])
  }
}
