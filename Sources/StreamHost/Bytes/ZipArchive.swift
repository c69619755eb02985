import StreamModel

/// The files inside a zip archive (PKWARE APPNOTE 6.3.10); reading them writes nothing to disk.
final class ZipArchive {
  struct Member {
    let path: ArchivePath
    /// The compressed size in bytes.
    let packed: Int
    let size: Int
    let checksum: UInt32
    let method: Int
    let isEncrypted: Bool
    /// The offset of the member's own header.
    let header: Int
    /// Whether another member shares some of its bytes, which only a zip bomb needs.
    var overlaps = false
  }

  private(set) var members: [Member] = []
  private(set) var faults: [String] = []
  private let source: any ByteSource

  /// The largest directory, in entries and in bytes.
  private static let mostMembers = 500_000
  private static let mostDirectory = 128 << 20

  /// Reads the directory of a complete source.
  ///
  /// - Throws: ``FeedError`` if there is none.
  init(_ source: any ByteSource) throws(FeedError) {
    self.source = source
    try readDirectory()
    markOverlaps()
  }

  /// Returns the bytes of a member, unpacked on demand.
  func bytes(of index: Int, room: Spool.Room) throws(FeedError) -> any ByteSource {
    let member = members[index]
    let name = "\(source.name)/\(member.path.text)"
    if member.isEncrypted { throw .unreadable(name: name, reason: "is encrypted") }
    if member.overlaps { throw .unreadable(name: name, reason: "overlaps another file of the zip") }
    let header = LittleEndian(bytes: try read(member.header, 30))
    guard header.number(at: 0, bytes: 4) == 0x0403_4B50,
      let nameLength = header.size(at: 26, bytes: 2),
      let extraLength = header.size(at: 28, bytes: 2)
    else { throw .unreadable(name: name, reason: "no file header at byte \(member.header)") }
    let start = member.header + 30 + nameLength + extraLength
    guard start <= source.count, member.packed <= source.count - start else {
      throw .unreadable(name: name, reason: "reaches beyond the end of the zip")
    }
    let slice = SliceBytes(name: name, of: source, range: start..<start + member.packed)
    switch member.method {
    case 0: return slice
    case 8:
      let filter = DeflatedMember(checksum: member.checksum, size: member.size)
      return FilteredBytes(slice, through: filter.convert, log: FaultLog(), room: room)
    default:
      throw .unreadable(
        name: name,
        reason: "packed with method \(member.method) (expected 0, stored, or 8, deflated)"
      )
    }
  }

  private struct End {
    var entries: Int
    var size: Int
    var offset: Int
    /// The offset of the record that states it.
    let place: Int
  }

  private func read(_ offset: Int, _ length: Int) throws(FeedError) -> [UInt8] {
    guard offset >= 0, length >= 0, offset <= source.count else { return [] }
    return try source.bytes(in: offset..<offset + min(length, source.count - offset))
  }

  private func damaged(_ reason: String) -> FeedError {
    .unreadable(name: source.name, reason: "zip: \(reason)")
  }

  private func readDirectory() throws(FeedError) {
    guard let end = try findEnd() else {
      throw damaged("no directory at the end (expected a whole zip)")
    }
    guard end.size <= Self.mostDirectory else {
      throw damaged(
        "a directory of \(end.size >> 20) MiB (expected at most \(Self.mostDirectory >> 20))"
      )
    }
    // Offsets do not count bytes before the zip, such as the code of a self-extracting archive.
    let (sum, overflows) = end.offset.addingReportingOverflow(end.size)
    guard !overflows, sum <= end.place else { throw damaged("a directory beyond the end") }
    let shift = end.place - sum
    let directory = LittleEndian(bytes: try read(end.offset + shift, end.size))
    var at = 0
    var seen = 0
    while at < directory.bytes.count, members.count < Self.mostMembers {
      guard let next = add(directory, at, shift) else {
        faults.append("zip: damaged directory after \(members.count) files; the rest is left out")
        return
      }
      at = next
      seen += 1
    }
    if seen < end.entries {
      let missing = end.entries - seen
      faults.append("zip: \(missing) files that the directory should have are not there")
    }
  }

  /// Finds the end record, in its 64-bit form if there is one.
  private func findEnd() throws(FeedError) -> End? {
    let start = max(0, source.count - 22 - 0xFFFF)
    let tail = LittleEndian(bytes: try read(start, source.count - start))
    var at = tail.bytes.count - 22
    while at >= 0 {
      if tail.bytes[at] == 0x50, tail.number(at: at, bytes: 4) == 0x0605_4B50,
        let comment = tail.size(at: at + 20, bytes: 2), at + 22 + comment <= tail.bytes.count,
        let entries = tail.size(at: at + 10, bytes: 2), let size = tail.size(at: at + 12, bytes: 4),
        let offset = tail.size(at: at + 16, bytes: 4)
      {
        let end = End(entries: entries, size: size, offset: offset, place: start + at)
        return try widened(end)
      }
      at -= 1
    }
    return nil
  }

  /// Reads the 64-bit record if there is one (APPNOTE 4.3.14 and 4.3.15).
  private func widened(_ end: End) throws(FeedError) -> End {
    let locator = LittleEndian(bytes: try read(end.place - 20, 20))
    guard locator.number(at: 0, bytes: 4) == 0x0706_4B50, let stated = locator.size(at: 8, bytes: 8)
    else { return end }
    // It is right before the locator, whatever offset that states: offsets do not count bytes before the zip.
    let near = end.place - 76
    let isNear = LittleEndian(bytes: try read(near, 4)).number(at: 0, bytes: 4) == 0x0606_4B50
    let place = isNear ? near : stated
    let record = LittleEndian(bytes: try read(place, 56))
    guard record.number(at: 0, bytes: 4) == 0x0606_4B50,
      let entries = record.size(at: 32, bytes: 8), let size = record.size(at: 40, bytes: 8),
      let offset = record.size(at: 48, bytes: 8)
    else { return end }
    return End(entries: entries, size: size, offset: offset, place: place)
  }

  /// Adds the entry at `at`; returns the offset of the next one, nil if there is no valid entry.
  private func add(_ directory: LittleEndian, _ at: Int, _ shift: Int) -> Int? {
    guard directory.number(at: at, bytes: 4) == 0x0201_4B50,
      let flags = directory.number(at: at + 8, bytes: 2),
      let method = directory.size(at: at + 10, bytes: 2),
      let checksum = directory.number(at: at + 16, bytes: 4),
      var packed = directory.size(at: at + 20, bytes: 4),
      var size = directory.size(at: at + 24, bytes: 4),
      let nameLength = directory.size(at: at + 28, bytes: 2),
      let extraLength = directory.size(at: at + 30, bytes: 2),
      let commentLength = directory.size(at: at + 32, bytes: 2),
      var header = directory.size(at: at + 42, bytes: 4)
    else { return nil }
    let name = at + 46
    let extra = name + nameLength
    let next = extra + extraLength + commentLength
    guard next <= directory.bytes.count else { return nil }
    // 64-bit values follow in this order, each only if its 32-bit field says so (4.5.3).
    var field = wideField(directory, from: extra, to: extra + extraLength)
    func widen(_ value: inout Int) {
      guard value == 0xFFFF_FFFF, let place = field, let wide = directory.size(at: place, bytes: 8)
      else { return }
      value = wide
      field = place + 8
    }
    widen(&size)
    widen(&packed)
    widen(&header)
    let (place, overflows) = header.addingReportingOverflow(shift)
    let path = ArchivePath(directory.bytes[name..<extra])
    let isFolder = directory.bytes[name..<extra].last.map { $0 == 0x2F || $0 == 0x5C } ?? true
    guard !isFolder, !overflows, place <= source.count, !path.text.isEmpty else { return next }
    members.append(
      Member(
        path: path,
        packed: packed,
        size: size,
        checksum: UInt32(truncatingIfNeeded: checksum),
        method: method,
        isEncrypted: flags & 0x2041 != 0,
        header: place
      )
    )
    return next
  }

  /// Returns the offset of the values in extra field 1; nil without it.
  private func wideField(_ directory: LittleEndian, from start: Int, to end: Int) -> Int? {
    var at = start
    while at + 4 <= end, let kind = directory.number(at: at, bytes: 2),
      let length = directory.size(at: at + 2, bytes: 2)
    {
      if kind == 1 { return at + 4 }
      at += 4 + length
    }
    return nil
  }

  /// Marks files that share bytes, because sharing lets a small zip unpack to any size.
  ///
  /// Source of this kind of bomb: David Fifield, "A better zip bomb" (2019).
  private func markOverlaps() {
    let order = members.indices.sorted { members[$0].header < members[$1].header }
    for (index, next) in zip(order, order.dropFirst()) {
      let room = members[next].header - members[index].header
      if members[index].packed > room - 30 {
        members[index].overlaps = true
        members[next].overlaps = true
      }
    }
  }
}

/// Reads little-endian numbers from bytes; nil beyond the end.
struct LittleEndian {
  let bytes: [UInt8]

  func number(at offset: Int, bytes width: Int) -> UInt64? {
    guard offset >= 0, offset <= bytes.count - width else { return nil }
    return bytes[offset..<offset + width].reversed().reduce(0) { $0 << 8 | UInt64($1) }
  }

  /// Returns a number as a count or an offset; nil if it does not fit into an `Int`.
  func size(at offset: Int, bytes width: Int) -> Int? {
    number(at: offset, bytes: width).flatMap { Int(exactly: $0) }
  }
}
