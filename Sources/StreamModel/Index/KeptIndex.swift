/// The positions of a large feed's records with their scalars, as bytes that a later run takes up instead of a scan.
///
/// A head of words; then blocks of positions, for each record the bytes between it and the one before and its own
/// length, seven bits a byte; then the blocks of ``ScalarTable``; then the hashes of ids. Each part has a sum. The bytes are those of this
/// machine: nobody carries them to another.
enum KeptIndex {
  /// The form of the bytes: a file of another form is no index.
  fileprivate static let version: UInt64 = 0x1_5844_4e49_5453
  /// The words that tell the file apart, of which an index is.
  static let keyWords = 7
  fileprivate static let headWords = keyWords + 6
  /// The records of a block of positions.
  fileprivate static let blockSize = ChunkedList<UInt64>.chunkSize
  /// The most bytes of a record in it: a gap and a length.
  fileprivate static let mostBytes = 20

  /// Returns the bytes for the first `count` records.
  ///
  /// - Parameter end: the place from which the scan goes on after them.
  static func bytes(
    key: [UInt64],
    _ entries: ChunkedList<RecordIndex.Entry>,
    count: Int,
    end: Int,
    _ scalars: ScalarTable?,
    _ ids: ChunkedList<UInt64>?
  ) -> [UInt8] {
    let blocks = scalars?.blocks.prefix(Self.scalarBlocks(count)) ?? []
    var bytes: [UInt8] = []
    let room = blocks.count * (ScalarTable.blockBytes + 8) + (ids == nil ? 4 : 13) * count
    bytes.reserveCapacity(room + 4_096)
    let numbers = [count, end, blocks.count, ids == nil ? 0 : 1]
    let head = [version] + key + numbers.map { UInt64($0) }
    for word in head { bytes.append(word) }
    bytes.append(head.withUnsafeBytes { sum($0) })
    var position = 0
    var part: [UInt8] = []
    for first in stride(from: 0, to: count, by: blockSize) {
      part.removeAll(keepingCapacity: true)
      for number in first..<min(count, first + blockSize) {
        let entry = entries[number]
        part.append(varint: UInt64(entry.start - position))
        part.append(varint: UInt64(entry.length))
        position = entry.start + entry.length
      }
      bytes.append(UInt64(part.count))
      bytes.append(part.withUnsafeBytes { sum($0) })
      bytes += part
    }
    for block in blocks {
      let all =
        block.scalars.isEmpty
        ? Array(repeating: PostScalars.unknown, count: ScalarTable.blockSize) : block.scalars
      all.withUnsafeBytes { part in
        bytes.append(sum(part))
        bytes += part
      }
    }
    for first in stride(from: 0, to: ids == nil ? 0 : count, by: blockSize) {
      let all = (first..<min(count, first + blockSize)).map { ids?[$0] ?? 0 }
      all.withUnsafeBytes { part in
        bytes.append(sum(part))
        bytes += part
      }
    }
    return bytes
  }

  fileprivate static func scalarBlocks(_ count: Int) -> Int {
    (count + ScalarTable.blockSize - 1) / ScalarTable.blockSize
  }

  /// A sum that tells bytes from those of a damaged file: any change of one word alters it.
  static func sum(_ bytes: UnsafeRawBufferPointer) -> UInt64 {
    var sum = UInt64(bytes.count)
    var offset = 0
    func add(_ word: UInt64) {
      let mixed = sum ^ word
      sum = (mixed << 29 | mixed >> 35) &* 0x9e37_79b9_7f4a_7c15
    }
    while offset + 8 <= bytes.count {
      add(bytes.loadUnaligned(fromByteOffset: offset, as: UInt64.self))
      offset += 8
    }
    add(bytes[offset...].reduce(0) { $0 << 8 | UInt64($1) })
    return sum
  }
}

/// Reads a ``KeptIndex`` in slices.
///
/// No byte of it is trusted: positions ascend within the feed, or it is given up as a whole.
struct KeptIndexReader {
  enum Step {
    case more, done
    /// It is damaged, or is not the index of this file.
    case refused
  }

  private struct Refusal: Error {}

  /// Bytes of a slice.
  private static let slice = 256 << 10

  private let window: ByteWindow
  private let size: Int
  private let count: Int
  private let scalarBlocks: Int
  private let hasIDs: Bool
  private var offset = KeptIndex.headWords * 8
  private var position = 0
  private(set) var entries = ChunkedList<RecordIndex.Entry>()
  /// Empty where none were kept.
  private(set) var scalars = ScalarTable()
  /// The hashes of stated ids; empty where none were kept.
  private(set) var ids = ChunkedList<UInt64>()
  /// The place from which the scan goes on.
  let end: Int

  /// - Parameters:
  ///   - size: the bytes of the feed.
  /// - Returns: nil for bytes that are no index of the file with this key.
  init?(_ source: any ByteSource, key: [UInt64], size: Int) {
    window = ByteWindow(source)
    self.size = size
    let length = KeptIndex.headWords * 8
    guard let head = try? window.slice(at: 0, length: length), head.count == length else {
      return nil
    }
    let raw = UnsafeRawBufferPointer(head)
    let words = (0..<KeptIndex.headWords).map {
      raw.loadUnaligned(fromByteOffset: $0 * 8, as: UInt64.self)
    }
    guard words.first == KeptIndex.version, Array(words[1...KeptIndex.keyWords]) == key,
      words.last == KeptIndex.sum(UnsafeRawBufferPointer(rebasing: raw.dropLast(8)))
    else { return nil }
    let numbers = Array(words.dropFirst(1 + KeptIndex.keyWords)).map { Int(clamping: $0) }
    (count, end, scalarBlocks, hasIDs) = (numbers[0], numbers[1], numbers[2], numbers[3] == 1)
    // Each record has a byte at least, and two in the index.
    guard count <= size, count <= source.count, end <= size,
      scalarBlocks <= KeptIndex.scalarBlocks(count)
    else { return nil }
  }

  /// Reads a slice further.
  mutating func advance() -> Step {
    let limit = offset + Self.slice
    do {
      while offset < limit {
        if entries.count < count {
          try readPositions()
        } else if scalars.blocks.count < scalarBlocks {
          scalars.append(ScalarTable.Block(try part(length: ScalarTable.blockBytes)))
        } else if hasIDs, ids.count < count {
          let length = min(KeptIndex.blockSize, count - ids.count)
          let bytes = try part(length: length * 8)
          ids.append(
            chunk: Array(unsafeUninitializedCapacity: length) { buffer, filled in
              UnsafeMutableRawBufferPointer(buffer).copyMemory(from: bytes)
              filled = length
            }
          )
        } else {
          return .done
        }
      }
      return .more
    } catch {
      return .refused
    }
  }

  private mutating func readPositions() throws(Refusal) {
    let length = Int(clamping: try word())
    guard length <= KeptIndex.blockSize * KeptIndex.mostBytes else { throw Refusal() }
    let bytes = try part(length: length)
    var at = 0
    var chunk: [RecordIndex.Entry] = []
    chunk.reserveCapacity(KeptIndex.blockSize)
    for number in entries.count..<min(count, entries.count + KeptIndex.blockSize) {
      guard let gap = bytes.varint(&at), let length = bytes.varint(&at), length <= Limits.record,
        gap <= size - position, length <= size - position - gap
      else { throw Refusal() }
      let start = position + gap
      position = start + length
      chunk.append(RecordIndex.Entry(start..<position, isBroken: false, ordinal: number))
    }
    guard at == bytes.count, position <= end else { throw Refusal() }
    entries.append(chunk: chunk)
  }

  private mutating func word() throws(Refusal) -> UInt64 {
    guard let bytes = try? window.slice(at: offset, length: 8), bytes.count == 8 else {
      throw Refusal()
    }
    offset += 8
    return UnsafeRawBufferPointer(bytes).loadUnaligned(as: UInt64.self)
  }

  /// The bytes of the next part, which follow their sum.
  private mutating func part(length: Int) throws(Refusal) -> UnsafeRawBufferPointer {
    let sum = try word()
    guard let bytes = try? window.slice(at: offset, length: length), bytes.count == length,
      KeptIndex.sum(UnsafeRawBufferPointer(bytes)) == sum
    else { throw Refusal() }
    offset += length
    return UnsafeRawBufferPointer(bytes)
  }
}

extension [UInt8] {
  fileprivate mutating func append(_ word: UInt64) {
    Swift.withUnsafeBytes(of: word) { append(contentsOf: $0) }
  }

  /// Appends a number, seven bits a byte, the lowest first.
  fileprivate mutating func append(varint number: UInt64) {
    var rest = number
    while rest > 0x7F {
      append(UInt8(truncatingIfNeeded: rest) | 0x80)
      rest >>= 7
    }
    append(UInt8(truncatingIfNeeded: rest))
  }
}

extension UnsafeRawBufferPointer {
  /// The number at `offset`, which moves behind it; nil where none ends within 63 bits.
  fileprivate func varint(_ offset: inout Int) -> Int? {
    var number = 0
    for shift in stride(from: 0, through: 56, by: 7) {
      guard offset < count else { return nil }
      let byte = self[offset]
      offset += 1
      number |= Int(byte & 0x7F) << shift
      if byte < 0x80 { return number }
    }
    return nil
  }
}
