import StreamModel
import TestSupport
import Testing

/// Several timelines over the sources of one library.
struct LibraryTests {
  private static func lines(_ numbers: ClosedRange<Int>, _ name: String) -> Feed {
    let text =
      numbers.map { number in
        #"{"id":"https://\#(name).example/\#(number)","published":"2026-01-01T00:\#(10 + number):00Z","body_text":"x"}"#
      }.joined(separator: "\n") + "\n"
    return Feed(source: MemoryBytes(name: name, bytes: Array(text.utf8)), hint: .ndjson)
  }

  private static func ids(_ timeline: Timeline) throws -> [RecordID] {
    while try timeline.advance(bytes: 1 << 20) == .more {}
    return (0..<timeline.recordCount).compactMap(timeline.id)
  }

  @Test func aRecordHasOneNameInAllOfThem() throws {
    let library = Library()
    let numbers = ["a", "b", "c"].compactMap { library.add(Self.lines(1...9, $0)) }
    let all = Timeline(numbers, of: library, order: .newest)
    let one = Timeline([numbers[1]], of: library, order: .newest)
    let every = try Self.ids(all)
    let some = try Self.ids(one)
    #expect(every.count == 27 && some.count == 9)
    #expect(every.filter { $0.source == numbers[1] } == some)
    for id in some { #expect(all.key(of: id) == one.key(of: id)) }
    // A record of another stream is no row here, and has no key.
    let other = try #require(every.first { $0.source == numbers[0] })
    #expect(one.row(of: other) == nil && one.key(of: other) == nil)
  }

  @Test(arguments: Timeline.Order.allCases)
  func sourcesThatWereScannedShowAllRowsAtOnce(_ order: Timeline.Order) throws {
    let library = Library()
    let numbers = ["a", "b", "c"].compactMap { library.add(Self.lines(1...9, $0)) }
    let first = Timeline(numbers, of: library, order: order)
    let expected = try Self.ids(first)
    let second = Timeline(numbers, of: library, order: order)
    #expect(try Self.ids(second) == expected)
    #expect(first.takeChanges().isEmpty == false && second.takeChanges().isEmpty == false)
  }

  @Test func whatNoTimelineShowsIsLetGo() throws {
    let library = Library()
    let numbers = ["a", "b"].compactMap { library.add(Self.lines(1...3, $0)) }
    let all = Timeline(numbers, of: library, order: .newest)
    let one = Timeline([numbers[0]], of: library, order: .newest)
    let ids = try Self.ids(all)
    all.close()
    #expect(library.isShown(numbers[0]) && !library.isShown(numbers[1]))
    let gone = try #require(ids.first { $0.source == numbers[1] })
    guard case .problem = one.record(gone) else {
      Issue.record("a record of a source that was let go is read")
      return
    }
    #expect(try Self.ids(one).count == 3)
  }

  @Test func placesCountSourcesInTheOrderInWhichTheyWereNamed() throws {
    let library = Library()
    let numbers = ["a", "b", "c"].compactMap { library.add(Self.lines(1...3, $0), slot: nil) }
    let reversed = Timeline(numbers.reversed(), of: library, order: .newest)
    #expect(reversed.numbers == numbers)
    #expect(reversed.slots == [2, 1, 0])
    #expect(Timeline([1, 7, 0, -1, 1], of: library, order: .newest).slots == [1, 0])
    #expect(reversed.number(at: 0) == numbers[2] && reversed.slot(at: 2) == 0)
  }

  @Test func aReloadKeepsTheSlots() throws {
    let timeline = Timeline([Self.lines(1...3, "a"), Self.lines(1...3, "b")], order: .newest)
    let before = try Self.ids(timeline).map { timeline.key(of: $0) }
    timeline.reload([Self.lines(1...3, "a"), Self.lines(1...3, "b")])
    #expect(try Self.ids(timeline).map { timeline.key(of: $0) } == before)
    #expect(timeline.numbers == [2, 3] && timeline.slots == [0, 1])
  }
}
