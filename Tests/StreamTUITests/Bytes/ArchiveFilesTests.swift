import StreamModel
import Testing

@testable import StreamHost

/// Files of an archive by their names, for the pictures of its feeds.
struct ArchiveFilesTests {
  private static let picture = [UInt8]((0..<3_000).map { UInt8(truncatingIfNeeded: $0 * $0 / 7) })

  private func files(zip entries: [ZipFixture.Entry]) throws -> ArchiveFiles {
    let source = MemoryBytes(name: "a.zip", bytes: ZipFixture(entries: entries).bytes)
    return Archive.zip(try ZipArchive(source)).files(name: "a.zip")
  }

  @Test func filesOfEachKindOfArchiveAreRead() throws {
    let all: [(name: String, bytes: [UInt8])] = [
      ("outbox.json", [UInt8]("{}".utf8)), ("media/a.png", Self.picture),
    ]
    let tar = TarFixture(files: all).bytes
    let stored = all.map { ZipFixture.Entry(name: $0.name, bytes: $0.bytes, isDeflated: false) }
    let deflated = all.map { ZipFixture.Entry(name: $0.name, bytes: $0.bytes) }
    let unpacked = try OpenedSource(
      unwrapping: MemoryBytes(name: "a.tgz", bytes: Fixture.gzip(tar))
    )
    while try unpacked.advance() {}
    for files in [
      try files(zip: stored), try files(zip: deflated),
      Archive.tar(try TarArchive(MemoryBytes(name: "a.tar", bytes: tar))).files(name: "a.tar"),
      Archive.tar(try TarArchive(unpacked.bytes)).files(name: "a.tgz"),
    ] {
      // In any order, and again.
      for name in ["media/a.png", "media/a.png"] {
        #expect(files.bytes(of: name, most: 3_000) == Self.picture, "\(files.name)")
      }
      #expect(files.bytes(of: "outbox.json", most: 3_000) == [UInt8]("{}".utf8))
      for name in ["a.png", "media/b.png", "media", "", "../media/a.png"] {
        #expect(files.bytes(of: name, most: 3_000) == nil)
      }
      #expect(files.bytes(of: "media/a.png", most: 2_999) == nil)
    }
  }

  @Test func filesThatCannotBeReadWholeAreNone() throws {
    let bomb = [UInt8](repeating: 0, count: 64 << 20)
    let files = try files(zip: [
      ZipFixture.Entry(name: "bomb.png", bytes: bomb),
      ZipFixture.Entry(name: "sum.png", bytes: Self.picture, checksum: 1),
      ZipFixture.Entry(name: "locked.png", bytes: Self.picture, flags: 1),
      ZipFixture.Entry(name: "odd.png", bytes: Self.picture, method: 12),
      ZipFixture.Entry(name: "empty.png", bytes: [], isDeflated: false),
      ZipFixture.Entry(name: "twice.png", bytes: Self.picture),
      ZipFixture.Entry(name: "twice.png", bytes: [1]),
    ])
    for name in ["bomb", "sum", "locked", "odd", "empty"] {
      #expect(files.bytes(of: name + ".png", most: 8 << 20) == nil, "\(name)")
    }
    #expect(files.bytes(of: "twice.png", most: 8 << 20) == Self.picture)
  }
}
