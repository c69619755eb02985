import TestSupport
import Testing

@testable import StreamUI

/// The small collections of rows, against the library's.
struct RowSetTests {
  private func anyRow(_ random: inout SplitMix) -> RowID {
    switch random.below(7) {
    case 0: .post
    case 1: .likers
    case 2: .resharers
    case 3: .heading
    case 4: .record(random.below(20))
    case 5: .comment(random.below(20))
    default: .entry(random.below(20))
    }
  }

  @Test func aNumberTellsRowsApart() {
    var rows: [RowID] = [.post, .likers, .resharers, .heading]
    for index in [0, 1, 2, 3, 1_000_000, 1 << 58] {
      rows += [.record(index), .comment(index), .entry(index)]
    }
    for row in rows { #expect(RowID(code: row.code) == row) }
    #expect(Set(rows.map(\.code)).count == rows.count)
  }

  @Test func holdsWhatASetHolds() {
    var random = SplitMix(seed: 7)
    var set = RowSet()
    var model: Set<RowID> = []
    for _ in 0..<4_000 {
      let row = anyRow(&random)
      switch random.below(20) {
      case 0:
        set.removeAll()
        model.removeAll()
      case 1:
        set.keep { if case .record = $0 { true } else { false } }
        model = model.filter { if case .record = $0 { true } else { false } }
      case 2...8:
        set.remove(row)
        model.remove(row)
      default:
        set.insert(row)
        model.insert(row)
      }
      #expect(set.count == model.count)
      #expect(set.contains(row) == model.contains(row))
    }
    let moved = { (row: RowID) -> RowID? in
      if case .comment(let index) = row { index < 10 ? .comment(index + 5) : nil } else { row }
    }
    let there = Set(model.compactMap(moved))
    let followed = set.following(moved)
    #expect(followed.count == there.count && there.allSatisfy(followed.contains))
  }

  /// Against a list that forgets its first, by number and by cost.
  @Test func theLastRowsAreKept() {
    var random = SplitMix(seed: 8)
    for limit in [1, 3, 40] {
      var recent = Recent<Int>(limit: limit, bytes: 100)
      var model: [(key: RowMemo.Key, value: Int, cost: Int)] = []
      for value in 0..<3_000 {
        let shape = RowShape(minute: Int64(random.below(2)))
        let key = RowMemo.Key(page: 0, row: anyRow(&random), columns: 80, shape: shape)
        if random.below(500) == 0 {
          recent.clear()
          model.removeAll()
        } else if random.below(3) == 0 {
          #expect(recent.value(for: key) == model.first { $0.key == key }?.value)
        } else {
          let cost = random.below(30)
          recent.keep(value, for: key, cost: cost)
          if let known = model.firstIndex(where: { $0.key == key }) {
            model[known] = (key, value, cost)
          } else {
            model.append((key, value, cost))
          }
          while model.count > limit || model.reduce(0, { $0 + $1.cost }) > 100, model.count > 1 {
            model.removeFirst()
          }
        }
      }
      for entry in model { #expect(recent.value(for: entry.key) == entry.value) }
    }
  }
}
