/// The records decoded last, in as many slots as one screen and its surroundings need.
///
/// A record's slot is its index modulo the number of slots: neighbours never push each other out.
struct RecordCache {
  private struct Slot {
    let index: Int
    let record: Feed.Record
    let revision: Int
    let cost: Int
  }

  static let capacity = 512
  /// In bytes of the documents that the records were decoded from.
  static let costLimit = 64 << 20

  /// As many as were needed so far: a feed of a few posts is opened without the rest.
  private var slots: [Slot?] = []
  private var cost = 0

  func record(at index: Int, revision: Int) -> Feed.Record? {
    let place = index % Self.capacity
    guard place < slots.count, let slot = slots[place], slot.index == index,
      slot.revision == revision
    else { return nil }
    return slot.record
  }

  mutating func store(_ record: Feed.Record, at index: Int, revision: Int, cost added: Int) {
    if cost + added > Self.costLimit {
      slots = []
      cost = 0
    }
    let place = index % Self.capacity
    if place >= slots.count {
      let count = min(Self.capacity, max(2 * slots.count, place + 1))
      slots += Array(repeating: nil, count: count - slots.count)
    }
    cost += added - (slots[place]?.cost ?? 0)
    slots[place] = Slot(index: index, record: record, revision: revision, cost: added)
  }
}
