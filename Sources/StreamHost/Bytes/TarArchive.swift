import StreamModel

/// The files inside a complete tar archive; reading them writes nothing to disk.
final class TarArchive {
  struct Member {
    let path: ArchivePath
    let range: Range<Int>
  }

  private(set) var members: [Member] = []
  private(set) var faults: [String] = []
  private let source: any ByteSource

  /// The most bytes of a long name or of pax data about a file.
  private static let mostNaming = 1 << 20

  /// Reads all headers of a complete source.
  ///
  /// - Parameter mostMembers: The most files that are listed.
  init(_ source: any ByteSource, mostMembers: Int = 500_000) throws(FeedError) {
    self.source = source
    try readHeaders(mostMembers)
  }

  func bytes(of index: Int) -> any ByteSource {
    let member = members[index]
    return SliceBytes(name: "\(source.name)/\(member.path.text)", of: source, range: member.range)
  }

  /// The name and size that earlier headers state for the next file.
  private struct Naming {
    var path: [UInt8]?
    var length: Int?
  }

  private func readHeaders(_ mostMembers: Int) throws(FeedError) {
    var at = 0
    var naming = Naming()
    while at < source.count {
      let block = try source.bytes(in: at..<at + TarHeader.size)
      if block.allSatisfy({ $0 == 0 }) { return }
      guard let header = TarHeader(block) else {
        faults.append("tar: no header at byte \(at); the rest is left out")
        return
      }
      let start = at + TarHeader.size
      let length =
        header.kind == .longName || header.kind == .extended
        ? header.length : naming.length ?? header.length
      let room = source.count - start
      let range = start..<start + min(length, room)
      switch header.kind {
      case .longName: naming.path = try nameBytes(range)
      case .extended: try extend(&naming, range)
      case .file:
        guard members.count < mostMembers else {
          faults.append("tar: more than \(mostMembers) files; the rest is left out")
          return
        }
        let path = ArchivePath(naming.path ?? header.path)
        if !path.text.isEmpty { members.append(Member(path: path, range: range)) }
        naming = Naming()
      case .sparse:
        faults.append("tar: \(ArchivePath(naming.path ?? header.path).text): has holes; left out")
        naming = Naming()
      case .other: naming = Naming()
      }
      guard length <= room else {
        faults.append("tar: ends in the middle of a file; the rest is missing")
        return
      }
      at = start + length + (TarHeader.size - length % TarHeader.size) % TarHeader.size
    }
  }

  private func nameBytes(_ range: Range<Int>) throws(FeedError) -> [UInt8] {
    Array(try source.bytes(in: range.prefix(Self.mostNaming)).prefix { $0 != 0 })
  }

  /// Parses records of the form "LENGTH KEY=VALUE\n"; the length covers the whole record.
  private func extend(_ naming: inout Naming, _ range: Range<Int>) throws(FeedError) {
    var rest = try source.bytes(in: range.prefix(Self.mostNaming))[...]
    while let space = rest.firstIndex(of: 0x20) {
      guard let length = Int(String(decoding: rest[..<space], as: UTF8.self)),
        length > space - rest.startIndex + 1, length <= rest.count
      else { return }
      let record = rest[(space + 1)..<rest.startIndex + length].dropLast()
      if record.starts(with: "path=".utf8) {
        naming.path = Array(record.dropFirst(5))
      } else if record.starts(with: "size=".utf8) {
        naming.length = Int(String(decoding: record.dropFirst(5), as: UTF8.self)).map { max(0, $0) }
      }
      rest = rest.dropFirst(length)
    }
  }
}

/// One header block of a tar archive (POSIX.1-2024, pax, "ustar Interchange Format"; GNU tar's sizes).
struct TarHeader {
  static let size = 512

  enum Kind: Equatable {
    case file
    case longName
    case extended
    case other
    case sparse
  }

  let kind: Kind
  let path: [UInt8]
  /// The number of bytes that follow, without the padding to a full block.
  let length: Int

  /// Parses a block; nil if the checksum shows that it is not a header.
  init?(_ block: [UInt8]) {
    guard block.count == Self.size, let stated = Self.number(block[148..<156]) else { return nil }
    let plain = zip(block.indices, block).map { (148..<156).contains($0) ? 0x20 : $1 }
    // Old programs summed the bytes as signed numbers.
    let signed = plain.reduce(0) { $0 + Int(Int8(bitPattern: $1)) }
    guard stated == plain.reduce(0, { $0 + Int($1) }) || stated == signed,
      let length = Self.number(block[124..<136])
    else { return nil }
    self.length = length
    let name = block[0..<100].prefix { $0 != 0 }
    let isUstar = block[257..<263].elementsEqual([0x75, 0x73, 0x74, 0x61, 0x72, 0])
    let prefix = isUstar ? block[345..<500].prefix { $0 != 0 } : []
    path = prefix.isEmpty ? Array(name) : Array(prefix) + [0x2F] + Array(name)
    switch block[156] {
    case 0, 0x30, 0x37: kind = path.last == 0x2F ? .other : .file
    case 0x4C: kind = .longName
    case 0x78: kind = .extended
    case 0x53: kind = .sparse
    default: kind = .other
    }
  }

  /// Parses octal digits, or a base-256 number if the first bit is set (GNU); nil for anything else.
  private static func number(_ field: ArraySlice<UInt8>) -> Int? {
    guard let first = field.first else { return nil }
    var value: UInt64 = 0
    if first & 0x80 != 0 {
      guard first == 0x80 else { return nil }
      for byte in field.dropFirst() {
        guard value >> 55 == 0 else { return nil }
        value = value << 8 | UInt64(byte)
      }
      return Int(exactly: value)
    }
    let digits = field.drop { $0 == 0x20 }.prefix { $0 != 0 && $0 != 0x20 }
    for digit in digits {
      guard (0x30...0x37).contains(digit) else { return nil }
      value = value << 3 | UInt64(digit - 0x30)
    }
    return Int(exactly: value)
  }
}

/// The safe name of a file inside an archive: relative, with "/", without "..".
struct ArchivePath {
  let text: String

  init(_ bytes: some Sequence<UInt8>) {
    let raw = String(decoding: Array(bytes), as: UTF8.self)
    let parts = raw.split { $0 == "/" || $0 == "\\" }.filter { $0 != "." && $0 != ".." }
    let clean = parts.map { part in
      String(
        String.UnicodeScalarView(part.unicodeScalars.filter { $0.value >= 0x20 && $0 != "\u{7F}" })
      )
    }
    text = clean.joined(separator: "/")
  }

  /// The folder of the file, without a slash at its end; empty at the top.
  var folder: String { text.split(separator: "/").dropLast().joined(separator: "/") }

  var name: Substring { text.split(separator: "/").last ?? "" }

  var isHidden: Bool {
    text.split(separator: "/").contains { $0.hasPrefix(".") || $0 == "__MACOSX" }
  }

  var looksLikeFeed: Bool {
    guard !isHidden else { return false }
    var name = name.lowercased()
    if name.hasSuffix(".gz") { name.removeLast(3) }
    return Self.endings.contains { name.hasSuffix($0) }
  }

  private static let endings = [
    ".json", ".ndjson", ".jsonl", ".xml", ".rss", ".atom", ".rdf", ".html", ".htm", ".opml",
  ]
}
