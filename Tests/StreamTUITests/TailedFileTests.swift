import Foundation
import Glibc
import StreamModel
import TestSupport
import Testing

@testable import StreamHost

/// A log that is followed by its name: what the reader has of it through rotations and truncations.
@Suite(.serialized) struct TailedFileTests {
  @OwnFolder private var folder: String

  /// A log on disk, the writer's view of it, and the posts that were written.
  private final class Log {
    let path: String
    private(set) var written = 0
    private var number = 0

    init(in folder: String) {
      path = folder + "/feed.ndjson"
    }

    func post() -> String {
      defer { written += 1 }
      return "{\"id\":\"\(written)\",\"body_text\":\"text of \(written)\"}\n"
    }

    func append(_ text: String, to name: String? = nil) {
      let file = open(name ?? path, O_WRONLY | O_APPEND | O_CREAT, 0o600)
      defer { close(file) }
      #expect(
        Array(text.utf8).withUnsafeBytes { write(file, $0.baseAddress, $0.count) }
          == text.utf8.count
      )
    }

    func append(posts: Int, to name: String? = nil) {
      append((0..<posts).map { _ in post() }.joined(), to: name)
    }

    /// Renames the file, as logrotate does; returns its new name.
    func rotate() -> String {
      number += 1
      let old = "\(path).\(number)"
      #expect(rename(path, old) == 0)
      return old
    }

    /// Copies the file and truncates it, as `copytruncate` does.
    func truncateCopied() throws {
      number += 1
      try FileManager.default.copyItem(atPath: path, toPath: "\(path).\(number)")
      #expect(truncate(path, 0) == 0)
    }
  }

  /// A reader of the log.
  private struct Reader {
    let bytes: TailedFile
    let feed: Feed

    init(_ path: String) throws {
      let opened = try SourceOpener(follows: true).feeds(of: path).feeds
      let source = try #require(opened.first)
      bytes = try #require(source.source.bytes as? TailedFile)
      feed = source.feed
      try scan()
    }

    /// What the viewer does when the kernel tells of a change.
    func look() throws {
      if bytes.look() { _ = feed.resume() }
      try scan()
    }

    private func scan() throws {
      while try feed.advance(bytes: 64 << 10) == .more {}
    }

    var ids: [String] {
      (0..<feed.recordCount).map {
        if case .post(let post) = feed.record(at: $0) { post.id.rawValue } else { "!" }
      }
    }
  }

  private func follow(posts: Int = 3, _ body: (Log, Reader) throws -> Void) throws {
    try Program.inFolder { folder in
      let log = Log(in: folder)
      log.append(posts: posts)
      let reader = try Reader(log.path)
      try body(log, reader)
      #expect(reader.ids == (0..<log.written).map(String.init))
      #expect(reader.feed.problems.isEmpty)
      #expect(reader.feed.isIndexed)
    }
  }

  @Test func aRenamedFileIsReadToItsEndBeforeTheNext() throws {
    try follow { log, reader in
      log.append(posts: 2)
      _ = log.rotate()
      log.append(posts: 4)
      try reader.look()
    }
  }

  @Test func aFormerFileIsFollowedWhileItsWriterGoesOn() throws {
    try follow { log, reader in
      let old = log.rotate()
      try reader.look()
      log.append(posts: 2, to: old)
      try reader.look()
      log.append(posts: 1)
      try reader.look()
      log.append(posts: 1, to: old)
      try reader.look()
      log.append(posts: 1)
      try reader.look()
    }
  }

  @Test func aTruncatedFileGoesOnBehindWhatWasRead() throws {
    try follow { log, reader in
      try log.truncateCopied()
      try reader.look()
      log.append(posts: 2)
      try reader.look()
      // Longer than before when it is looked at.
      try log.truncateCopied()
      log.append(posts: 40)
      try reader.look()
    }
  }

  @Test func aLineIsTakenWhenItEnds() throws {
    try follow { log, reader in
      let post = log.post()
      log.append(String(post.prefix(9)))
      try reader.look()
      #expect(reader.feed.recordCount == 3)
      log.append(String(post.dropFirst(9).dropLast()))
      try reader.look()
      #expect(reader.feed.recordCount == 3)
      log.append("\n")
      try reader.look()
    }
  }

  @Test func aLineThatGoesOnBehindATruncationIsOne() throws {
    try follow { log, reader in
      let post = log.post()
      log.append(String(post.prefix(9)))
      try reader.look()
      try log.truncateCopied()
      log.append(String(post.dropFirst(9)))
      try reader.look()
    }
  }

  @Test func aLastLineWithoutItsEndIsShownIfItIsWhole() throws {
    let log = Log(in: folder)
    log.append(posts: 2)
    log.append(String(log.post().dropLast()))
    let reader = try Reader(log.path)
    #expect(reader.ids == ["0", "1", "2"])
    log.append("\n")
    log.append(posts: 1)
    try reader.look()
    #expect(reader.ids == ["0", "1", "2", "3"])
    #expect(reader.feed.problems.isEmpty)
  }

  @Test func aNameThatIsGoneForAWhileIsFollowedAgain() throws {
    try follow { log, reader in
      unlink(log.path)
      try reader.look()
      try reader.look()
      log.append(posts: 2)
      try reader.look()
      log.append(posts: 2)
      try reader.look()
    }
  }

  @Test func afterManyRotationsFewFilesAreOpen() throws {
    let before = try FileManager.default.contentsOfDirectory(atPath: "/proc/self/fd").count
    try follow { log, reader in
      for _ in 0..<60 {
        _ = log.rotate()
        log.append(posts: 2)
        try reader.look()
      }
      let now = try FileManager.default.contentsOfDirectory(atPath: "/proc/self/fd").count
      // Other tests of this program open files, too.
      #expect(now - before < 40)
    }
  }

  @Test(arguments: [
    #"{"version":1,"posts":[{"id":"1","body_text":"x"}]}"#, "<rss><channel></channel></rss>",
    "[{\"id\":\"1\",\"content\":\"x\"},\n{\"id\":\"2\",\"content\":\"y\"}]\n",
  ])
  func aDocumentIsNotFollowedByItsName(_ text: String) throws {
    let path = folder + "/feed"
    try Data(text.utf8).write(to: URL(filePath: path))
    #expect(try SourceOpener(follows: true).feeds(of: path).feeds.first?.source.bytes is FileBytes)
  }

  /// 20 rotations and truncations with 25,000 posts, looked at when it happens to be.
  @Test func nothingIsLostAndNothingComesTwice() throws {
    var random = SplitMix(seed: 2618)
    try follow { log, reader in
      for round in 0..<20 {
        var left = 1_250
        while left > 0 {
          let posts = min(left, Int.random(in: 1...400, using: &random))
          left -= posts
          log.append(posts: posts)
          if Bool.random(using: &random) { try reader.look() }
          guard Int.random(in: 0..<4, using: &random) == 0 else { continue }
          let post = log.post()
          log.append(String(post.prefix(7)))
          if Bool.random(using: &random) { try reader.look() }
          log.append(String(post.dropFirst(7)))
        }
        // A file that is truncated unread is lost to every reader.
        try reader.look()
        if round % 2 == 0 { _ = log.rotate() } else { try log.truncateCopied() }
        if Bool.random(using: &random) { try reader.look() }
        log.append(posts: 1)
        try reader.look()
      }
      #expect(log.written >= 25_000)
    }
  }

  // MARK: The viewer

  /// Some writers put their newest posts into a new file and rename it over the old one.
  @Test func aFileThatRepeatsTheLastPostsOfTheOneBeforeAddsOnlyTheOthers() throws {
    let log = Log(in: folder)
    var posts = (0..<500).map { _ in log.post() }
    log.append(posts.joined())
    let reader = try Reader(log.path)
    for _ in 0..<5 {
      posts = posts.suffix(300) + (0..<20).map { _ in log.post() }
      log.append(posts.joined(), to: folder + "/next")
      #expect(rename(folder + "/next", log.path) == 0)
      try reader.look()
    }
    #expect(reader.feed.recordCount == 600)
    // Lines that only begin like old ones are new.
    log.append(posts[0] + posts[2], to: folder + "/next")
    #expect(rename(folder + "/next", log.path) == 0)
    try reader.look()
    #expect(reader.feed.recordCount == 602)
  }
}
