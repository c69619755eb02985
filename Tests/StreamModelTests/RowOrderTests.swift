import TestSupport
import Testing

@testable import StreamModel

@Suite struct RowOrderTests {
  @Test func rowsAreThoseOfASortedList() {
    var random = SplitMix(seed: 11)
    var order = RowOrder()
    var plain: [RowKey] = []
    for round in 0..<12_000 {
      // The list grows to some thousands, then shrinks to nothing.
      if plain.isEmpty || random.below(12_000) > round {
        let id = RecordID(source: random.below(3), number: round)
        let key = RowKey(time: Int64(random.below(500)), id: id)
        order.insert(key)
        plain.insert(key, at: plain.partitioningIndex { $0 > key })
      } else {
        let key = plain.remove(at: random.below(plain.count))
        order.remove(key)
        order.remove(key)
        #expect(order.row(of: key) == nil)
      }
      #expect(order.count == plain.count)
      guard !plain.isEmpty else { continue }
      let row = random.below(plain.count)
      #expect(order.key(at: row) == plain[row])
      #expect(order.row(of: plain[row]) == row)
    }
    #expect(order.key(at: -1) == nil && order.key(at: plain.count) == nil)
    #expect((0..<plain.count).map { order.key(at: $0) } == plain)
  }

  @Test func theFirstAreTakenOutUpToABound() {
    var order = RowOrder()
    let keys = (0..<3_000).map { RowKey(time: -$0, id: RecordID(source: 0, number: 0)) }
    for key in keys.reversed() { order.insert(key) }
    #expect(order.removeFirst(10, before: keys[5]) == Array(keys[..<5]))
    #expect(order.removeFirst(10, before: keys[5]) == [])
    #expect(order.removeFirst(1_000, before: nil) == Array(keys[5..<1_005]))
    #expect(order.row(of: keys[1_005]) == 0)
    #expect(order.removeFirst(9_000, before: nil) == Array(keys[1_005...]))
    #expect(order.isEmpty)
  }
}
