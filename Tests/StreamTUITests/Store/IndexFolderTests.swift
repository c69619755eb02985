import Foundation
import StreamModel
import TestSupport
import Testing

@testable import StreamTUI

/// The indexes of large files on disk: taken up while the file is the same, bounded, private, and never in the way.
struct IndexFolderTests {
  private let place =
    FileManager.default.temporaryDirectory.path + "/streamtui-\(UUID().uuidString)"

  private var folder: IndexFolder {
    var folder = IndexFolder(cache: CacheFolder(path: place + "/cache"))
    (folder.least, folder.rest) = (1_000, -1)
    return folder
  }

  private static func text(_ count: Int, _ word: String = "water") -> String {
    (0..<count).map { "{\"id\":\"p\($0)\",\"likes_count\":\($0 % 7),\"body_text\":\"\(word)\"}\n" }
      .joined()
  }

  private func write(_ text: String, to name: String = "feed.ndjson") throws -> String {
    try FileManager.default.createDirectory(atPath: place, withIntermediateDirectories: true)
    let path = "\(place)/\(name)"
    // In place: the file keeps its number.
    if let file = FileHandle(forWritingAtPath: path) {
      try file.truncate(atOffset: 0)
      try file.write(contentsOf: Data(text.utf8))
      try file.close()
    } else {
      try Data(text.utf8).write(to: URL(fileURLWithPath: path))
    }
    return path
  }

  /// A run that reads a file to its end and looks at every post.
  ///
  /// - Returns: the number of posts, and whether an index was taken up.
  @discardableResult
  private func run(
    _ path: String,
    _ folder: IndexFolder,
    meanwhile: () throws -> Void = {}
  ) throws -> (posts: Int, restored: Bool) {
    let opened = try #require(try SourceOpener().feeds(of: path).feeds.first)
    let indexes = KeptIndexes(folder)
    indexes.add([opened])
    let feed = opened.feed
    while feed.recordCount == 0, try feed.advance(bytes: 1) == .more {}
    while try feed.advance(bytes: SliceBudget.bytes) == .more {}
    // A scan has found something that can be kept, and an index says it all.
    let wasRestored = feed.indexToKeep == nil
    for number in 0..<feed.recordCount {
      _ = feed.recordInPassing(number: number, omitsBodies: true)
      _ = feed.statedKeyID(ofNumber: number)
    }
    try meanwhile()
    indexes.keep()
    return (feed.recordCount, wasRestored)
  }

  private var files: [String] {
    (try? FileManager.default.contentsOfDirectory(atPath: place + "/cache/index")) ?? []
  }

  private func remove() { try? FileManager.default.removeItem(atPath: place) }

  @Test func aSecondOpeningTakesUpTheIndex() throws {
    defer { remove() }
    let path = try write(Self.text(4_000))
    #expect(try run(path, folder) == (4_000, false))
    let name = try #require(files.first)
    let attributes = try FileManager.default.attributesOfItem(
      atPath: "\(place)/cache/index/\(name)"
    )
    #expect((attributes[.posixPermissions] as? Int) == 0o600)
    #expect(try run(path, folder) == (4_000, true))
    #expect(files == [name])
    #expect(folder.remove(of: path) == true && files.isEmpty)
    #expect(folder.removeAll() == 0)
  }

  @Test func aFileThatHasChangedIsScanned() throws {
    defer { remove() }
    let path = try write(Self.text(4_000))
    try run(path, folder)
    // As many bytes, in place.
    _ = try write(Self.text(4_000, "earth"))
    #expect(try run(path, folder) == (4_000, false))
    #expect(try run(path, folder) == (4_000, true))
    _ = try write(Self.text(3_000))
    #expect(try run(path, folder) == (3_000, false))
    _ = try write(Self.text(3_100))
    #expect(try run(path, folder) == (3_100, false))
    // Another file with its name.
    try FileManager.default.removeItem(atPath: path)
    _ = try write(Self.text(3_100, "earth"))
    #expect(try run(path, folder).posts == 3_100)
  }

  /// The index of the former bytes is not kept for those that came meanwhile.
  @Test func nothingIsKeptOfAFileThatChangesMeanwhile() throws {
    defer { remove() }
    let path = try write(Self.text(4_000))
    try run(path, folder) { _ = try write(Self.text(4_000, "earth")) }
    #expect(files.isEmpty)
  }

  @Test func smallAndFreshFilesHaveNone() throws {
    defer { remove() }
    let path = try write(Self.text(4_000))
    var large = folder
    large.least = 1 << 30
    try run(path, large)
    var calm = folder
    calm.rest = 3_600
    try run(path, calm)
    #expect(files.isEmpty)
  }

  @Test func theOldestGoFirst() throws {
    defer { remove() }
    let paths = try (0..<4).map { try write(Self.text(4_000), to: "feed-\($0).ndjson") }
    try run(paths[0], folder)
    let name = try #require(files.first)
    let size = try #require(
      try FileManager.default.attributesOfItem(atPath: "\(place)/cache/index/\(name)")[.size]
        as? Int
    )
    var small = folder
    small.most = size * 3
    try run(paths[1], small)
    try run(paths[2], small)
    // The first one is used again, so the second is the oldest.
    #expect(try run(paths[0], small).restored)
    try run(paths[3], small)
    #expect(files.count == 3)
    #expect(try run(paths[0], small).restored)
    #expect(try !run(paths[1], small).restored)
    small.most = size - 1
    try run(paths[2], small)
    #expect(files.count <= 3)
  }

  /// Two programs that end one after the other, with drafts of one that was killed.
  @Test func twoProgramsAtOnce() throws {
    defer { remove() }
    let path = try write(Self.text(4_000))
    try run(path, folder) { try run(path, folder) }
    #expect(files.count == 1)
    #expect(try run(path, folder) == (4_000, true))
  }

  @Test func aFolderThatCannotBeUsedIsPassedBySilently() throws {
    defer { remove() }
    let path = try write(Self.text(4_000))
    try Data().write(to: URL(fileURLWithPath: place + "/cache"))
    #expect(try run(path, folder) == (4_000, false))
    try FileManager.default.removeItem(atPath: place + "/cache")
    try FileManager.default.createDirectory(
      atPath: place + "/cache",
      withIntermediateDirectories: true
    )
    try FileManager.default.createSymbolicLink(
      atPath: place + "/cache/index",
      withDestinationPath: place
    )
    #expect(try run(path, folder) == (4_000, false))
    #expect(
      try FileManager.default.contentsOfDirectory(atPath: place).sorted() == [
        "cache", "feed.ndjson",
      ]
    )
  }
}
