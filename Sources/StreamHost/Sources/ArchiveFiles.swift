import StreamModel

/// The files of an archive by their names, read from where they lie: none is unpacked to disk.
package final class ArchiveFiles: Equatable {
  let name: String
  private let archive: Archive
  private lazy var places: [String: Int] = {
    let paths = archive.paths.enumerated().map { ($1.text, $0) }
    return Dictionary(paths) { first, _ in first }
  }()

  init(_ archive: Archive, name: String) {
    self.archive = archive
    self.name = name
  }

  package static func == (one: ArchiveFiles, other: ArchiveFiles) -> Bool { one === other }

  /// Returns the bytes of a file; nil if there is none, it is damaged, or larger than `most` bytes.
  func bytes(of path: String, most: Int) -> [UInt8]? {
    guard let index = places[path] else { return nil }
    // The bytes stay in memory: a file in the archive may claim any size.
    var room = Spool.Room()
    room.memory = most + FilteredBytes.sliceBytes
    do throws(FeedError) {
      let bytes = try archive.bytes(of: index, room: room)
      while !bytes.isComplete, bytes.count <= most, try bytes.pull() {}
      guard bytes.isComplete, bytes.faults.isEmpty, (1...most).contains(bytes.count) else {
        return nil
      }
      let all = try bytes.bytes(in: 0..<bytes.count)
      return all.count == bytes.count ? all : nil
    } catch {
      return nil
    }
  }
}
