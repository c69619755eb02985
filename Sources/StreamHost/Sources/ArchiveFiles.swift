import StreamModel

/// The files of an archive by their names, read from where they lie: none is unpacked to disk.
package final class ArchiveFiles: Equatable {
  let name: String
  private let paths: () -> [ArchivePath]
  private let member: (Int, Spool.Room) throws(FeedError) -> any ByteSource
  private lazy var places = Dictionary(paths().enumerated().map { ($1.text, $0) }) { first, _ in
    first
  }

  init(
    name: String,
    paths: @escaping () -> [ArchivePath],
    member: @escaping (Int, Spool.Room) throws(FeedError) -> any ByteSource
  ) {
    self.name = name
    self.paths = paths
    self.member = member
  }

  package static func == (one: ArchiveFiles, other: ArchiveFiles) -> Bool { one === other }

  /// Returns the bytes of a file; nil if there is none, it is damaged, or larger than `most` bytes.
  func bytes(of path: String, most: Int) -> [UInt8]? {
    guard let index = places[path] else { return nil }
    // The bytes stay in memory: a file in the archive may claim any size.
    var room = Spool.Room()
    room.memory = most + FilteredBytes.sliceBytes
    do throws(FeedError) {
      let bytes = try member(index, room)
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
