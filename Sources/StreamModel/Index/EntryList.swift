/// The entries of an index, in chunks: to grow never copies what is there, so no key waits for it.
struct EntryList: RandomAccessCollection {
  private static let chunkBits = 12
  private static let chunkSize = 1 << chunkBits

  private var chunks: [[RecordIndex.Entry]] = []
  private(set) var count = 0

  var startIndex: Int { 0 }
  var endIndex: Int { count }

  subscript(position: Int) -> RecordIndex.Entry {
    chunks[position >> Self.chunkBits][position & (Self.chunkSize - 1)]
  }

  mutating func append(_ entry: RecordIndex.Entry) {
    if count & (Self.chunkSize - 1) == 0 {
      var chunk: [RecordIndex.Entry] = []
      // The first stays as small as its feed; the others are full soon.
      if count > 0 { chunk.reserveCapacity(Self.chunkSize) }
      chunks.append(chunk)
    }
    chunks[chunks.count - 1].append(entry)
    count += 1
  }
}
