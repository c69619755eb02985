import StreamModel

/// The files inside a complete tar archive; reading them writes nothing to disk.
final class TarArchive {
  struct Member {
    let path: ArchivePath
    let range: Range<Int>
  }

  private(set) var members: [Member] = []
  /// The problems of the archive, one sentence each.
  private(set) var faults: [String] = []
  /// The name of the tar as the user gave it.
  var name: String { source.name }
  private let source: any ByteSource

  /// The most bytes of a long name or of pax data about a file.
  private static let mostNaming = 1 << 20

  /// Reads all headers of a complete source.
  ///
  /// - Parameter mostMembers: The most files that are listed.
  /// - Throws: ``FeedError`` if the headers cannot be read.
  init(_ source: any ByteSource, mostMembers: Int = 500_000) throws(FeedError) {
    self.source = source
    try readHeaders(mostMembers)
  }

  func bytes(of index: Int) -> any ByteSource {
    let member = members[index]
    return SliceBytes(
      name: "\(source.name)/\(member.path.text)",
      of: source,
      range: member.range
    )
  }
}

extension TarArchive {
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
