/// A place outside where the index of one large file is kept from run to run.
package protocol IndexStore: AnyObject {
  /// The words that tell the file apart, ``keptIndexKeyWords`` of them, with those bytes that an earlier run has kept;
  /// nil where nothing can be kept. Asked once, after the first rows are found.
  func open() -> (key: [UInt64], kept: (any ByteSource)?)?
}

/// The words of a key of an ``IndexStore``.
package let keptIndexKeyWords = KeptIndex.keyWords

/// Returns a sum of bytes, for the key of an ``IndexStore``.
package func keptIndexSum(_ bytes: UnsafeRawBufferPointer) -> UInt64 { KeptIndex.sum(bytes) }

/// The dealings of a feed with the index that is kept of it.
struct IndexKeeping {
  private enum State {
    case unopened
    case reading(KeptIndexReader)
    case closed
  }

  private let store: any IndexStore
  private var state = State.unopened
  private var key: [UInt64]?
  /// The scalars of the records, as far as somebody has looked at them.
  private(set) var scalars = ScalarTable()
  /// The records whose positions may be kept, and the place from which a scan goes on after them; nil where the scan
  /// found more than positions, or has not ended.
  var whole: (count: Int, end: Int)?
  /// The hashes of the stated ids of the first records; 0 where a record states none.
  private var ids = ChunkedList<UInt64>()
  /// Whether the positions are kept already, and the numbers of scalars and ids that are.
  private var kept = (positions: false, scalars: 0, ids: 0)

  init(_ store: any IndexStore) {
    self.store = store
  }

  /// Whether nothing of what an earlier run has kept was read yet.
  var isUnopened: Bool { if case .unopened = state { true } else { false } }
  /// Whether what an earlier run has kept is being read.
  var isReading: Bool { if case .reading = state { true } else { false } }

  /// Reads a slice of what an earlier run has kept; returns it once it is read, and nil before and where there is nothing.
  mutating func restore(size: Int) -> KeptIndexReader? {
    var reader: KeptIndexReader?
    switch state {
    case .unopened:
      let opened = store.open()
      key = opened?.key
      reader = opened.flatMap { opened in
        opened.kept.flatMap { KeptIndexReader($0, key: opened.key, size: size) }
      }
    case .reading(let one): reader = one
    case .closed: return nil
    }
    state = .closed
    guard var reader else { return nil }
    switch reader.advance() {
    case .more: state = .reading(reader)
    case .refused: break
    case .done: return reader
    }
    return nil
  }

  /// Takes up the scalars of an index whose positions were taken up.
  mutating func take(_ reader: KeptIndexReader) {
    kept = (true, reader.scalars.seen, reader.ids.count)
    if kept.scalars > 0 { scalars = reader.scalars }
    if kept.ids > 0 { ids = reader.ids }
  }

  mutating func note(_ post: Post?, of number: Int) {
    scalars.note(PostScalars(post), of: number)
  }

  /// The hash of the id that a record states; nil where it is not known.
  func id(of number: Int) -> UInt64? {
    guard number < ids.count, ids[number] != 0 else { return nil }
    return ids[number]
  }

  /// Keeps the hash of the id that a record states, if those of all records before it are kept.
  mutating func note(id: UInt64?, of number: Int) {
    if number == ids.count { ids.append(id ?? 0) }
  }

  /// The bytes that a later run can begin with; nil where nothing new can be kept.
  func bytes(_ entries: ChunkedList<RecordIndex.Entry>) -> [UInt8]? {
    guard let key, let whole else { return nil }
    // Some scalars are worth little: a filter decodes the other records.
    let hasScalars = scalars.seen >= whole.count - whole.count / 64
    let hasIDs = ids.count >= whole.count
    guard
      !kept.positions || (hasScalars && kept.scalars < scalars.seen)
        || (hasIDs && kept.ids < whole.count)
    else { return nil }
    return KeptIndex.bytes(
      key: key,
      entries,
      count: whole.count,
      end: whole.end,
      hasScalars ? scalars : nil,
      hasIDs ? ids : nil
    )
  }
}
