import Foundation
import Glibc
import StreamModel
import Testing

@testable import StreamHost

/// A file on disk under the viewer: it grows, is truncated, written anew, replaced and renamed.
@Suite(.serialized) struct FollowedFileTests {
  @OwnFolder private var folder: String

  private static func lines(_ ids: Range<Int>) -> String {
    ids.map { "{\"id\":\"post-\($0)\",\"body_text\":\"text of \($0)\"}\n" }.joined()
  }

  private func write(_ text: String, to path: String) throws {
    try Data(text.utf8).write(to: URL(filePath: path))
  }

  private func append(_ text: String, to path: String) throws {
    let file = try #require(FileHandle(forWritingAtPath: path))
    try file.seekToEnd()
    try file.write(contentsOf: Data(text.utf8))
    try file.close()
  }

  // MARK: The bytes

  private func opened(_ path: String) -> FileBytes {
    let descriptor = Glibc.open(path, O_RDONLY)
    var status = stat()
    fstat(descriptor, &status)
    return FileBytes(name: path, descriptor: descriptor, count: Int(status.st_size))
  }

  private func read(_ file: FileBytes, at offset: Int, _ count: Int) throws(FeedError) -> String {
    let buffer = UnsafeMutableRawBufferPointer.allocate(byteCount: count, alignment: 1)
    defer { buffer.deallocate() }
    return String(decoding: buffer[..<(try file.read(at: offset, into: buffer))], as: UTF8.self)
  }

  @Test func bytesThatWereReadOutliveATruncation() throws {
    let path = folder + "/a"
    try write("0123456789abcdef\n", to: path)
    let file = opened(path)
    file.keep(upTo: 12)
    #expect(try read(file, at: 0, 5) == "01234")
    #expect(try read(file, at: 3, 20) == "3456789abcdef\n")
    #expect(file.change() == .none)
    #expect(truncate(path, 3) == 0)
    #expect(file.change() == .truncated)
    #expect(try read(file, at: 2, 8) == "23456789")
    // Beyond what is kept nothing is made up.
    #expect(throws: FeedError.self) { try read(file, at: 10, 5) }
    try append("other bytes in its place\n", to: path)
    #expect(try read(file, at: 2, 8) == "23456789")
    #expect(throws: FeedError.self) { try read(file, at: 10, 5) }
    #expect(!file.refresh())
  }

  @Test func whatBecameOfAFileIsTold() throws {
    let path = folder + "/a"
    try write(Self.lines(0..<3), to: path)
    let file = opened(path)
    file.keep(upTo: 1 << 20)
    _ = try read(file, at: 0, file.count)
    try append(Self.lines(3..<4), to: path)
    #expect(file.change() == .none)
    #expect(file.refresh())
    #expect(rename(path, folder + "/b") == 0)
    #expect(file.change() == .gone)
    try write(Self.lines(0..<9), to: path)
    #expect(file.change() == .replaced)
    #expect(rename(folder + "/b", path) == 0)
    #expect(file.change() == .none)
    // Written over in place, longer than before.
    let handle = try #require(FileHandle(forWritingAtPath: path))
    try handle.write(contentsOf: Data(Self.lines(500..<600).utf8))
    #expect(file.change() == .rewritten)
  }

  // MARK: The viewer

  /// Plays with a file of 60 posts and its viewer.
  private func view(_ arguments: [String] = [], _ body: (Pty, String) throws -> Void) throws {
    let path = folder + "/feed.ndjson"
    try write(Self.lines(0..<60), to: path)
    let pty = try Pty([Program.path] + arguments + [path])
      .showing(arguments.isEmpty ? "text of 0" : "text of 59")
    try body(pty, path)
    pty.quit()
  }

  @Test func aTruncatedFileIsSaidAndLosesNothingUntilItIsReloaded() throws {
    try view { pty, path in
      let mark = pty.output.count
      #expect(truncate(path, 500) == 0)
      #expect(pty.waits(for: "feed.ndjson was truncated; r reloads", since: mark))
      // Rows that no frame has shown, and no cache holds.
      pty.type("G", "text of 59")
      pty.type("5gr", "Reloaded")
      pty.type("j", drawing: "post 5 of 13 · 1 problem")
    }
  }

  @Test(arguments: [("", "empty"), ("\u{0}\u{1}\u{2}", "feed.ndjson")])
  func aReloadOfWhatIsNoFeedAnyMoreKeepsThePosts(_ text: String, _ words: String) throws {
    try view { pty, path in
      let mark = pty.output.count
      #expect(truncate(path, 0) == 0)
      #expect(pty.waits(for: "r reloads", since: mark))
      try write(text, to: path)
      pty.settle()
      pty.type("r", words)
      pty.type("G", drawing: "text of 59")
    }
  }

  /// Few bytes tell a log of plain lines, too.
  @Test(arguments: [2, 20, 21, 40]) func aShortLogIsFollowedThroughARotation(_ count: Int) throws {
    let path = folder + "/x.log"
    try write((1...count).map { "line \($0)\n" }.joined(), to: path)
    let pty = try Pty([Program.path, "--no-state", "-f", path]).showing("line \(count)")
    let mark = pty.output.count
    #expect(rename(path, path + ".old") == 0)
    try write("fresh\n", to: path)
    #expect(pty.waits(for: "fresh", since: mark))
    pty.quit()
  }

  @Test func postsThatWereShownOutliveATruncationOfALargeFile() throws {
    let path = folder + "/feed.ndjson"
    let more = String(repeating: " and more", count: 4_000)
    let lines = (0..<60).map { number in
      "{\"id\":\"post-\(number)\",\"body_text\":\"text of \(number).\(more)\"}\n"
    }
    try write(lines.joined(), to: path)
    let pty = try Pty([Program.path, path]).drawing("post 1 of 60")
    pty.type("G", drawing: "text of 59.")
    let mark = pty.output.count
    #expect(truncate(path, 500) == 0)
    #expect(pty.waits(for: "feed.ndjson was truncated; r reloads", since: mark))
    // The post lies two megabytes into the file, and another density needs all of its text.
    pty.type("-", drawing: "text of 59.")
    // No frame has shown this one, and it lies beyond the first MiB.
    // Its line begins with the path of the file, so at full density it has room for all of its words.
    pty.type("=35g", drawing: "truncated")
    pty.type("g", drawing: "text of 0.")
    pty.quit()
  }

  @Test func aReplacedFileIsSaidAndReloadedAtThePlace() throws {
    try view { pty, path in
      pty.type("30g", drawing: "post 30 of 60")
      let mark = pty.output.count
      // As an editor does it.
      try write(Self.lines(20..<80), to: path + ".new")
      #expect(rename(path + ".new", path) == 0)
      #expect(pty.waits(for: "feed.ndjson was replaced; r reloads", since: mark))
      pty.type("j", "source changed (r)")
      pty.type("30gr", "Reloaded")
      pty.type("j", drawing: "post 10 of 60")
    }
  }

  @Test func aRenamedFileGoesOnGrowing() throws {
    try view { pty, path in
      pty.type("G", "text of 59", since: 0)
      var mark = pty.output.count
      #expect(rename(path, path + ".1") == 0)
      #expect(pty.waits(for: "was renamed or deleted; its posts stay", since: mark))
      mark = pty.output.count
      try append(Self.lines(60..<61), to: path + ".1")
      #expect(pty.waits(for: "text of 60", since: mark))
      mark = pty.output.count
      try write(Self.lines(90..<95), to: path)
      // Only the letters that differ are sent.
      #expect(pty.waits(for: "placed", since: mark))
      pty.drawing("feed.ndjson was replaced; r reloads")
    }
  }

  @Test(arguments: [[], ["-f"], ["--follow"]])
  func theEndOfAGrowingFileIsFollowed(_ arguments: [String]) throws {
    try view(arguments) { pty, path in
      if arguments.isEmpty {
        pty.type("G", "text of 59", since: 0)
      }
      for number in 60..<63 {
        let mark = pty.output.count
        try append(Self.lines(number..<number + 1), to: path)
        #expect(pty.waits(for: "text of \(number)", since: mark))
      }
    }
  }

  @Test func aFileThatIsGoneIsNotReloaded() throws {
    try view { pty, path in
      unlink(path)
      #expect(pty.waits(for: "was renamed or deleted"))
      // A long path stands on a line of its own.
      pty.type("r", "Not reloaded:")
    }
  }
}
