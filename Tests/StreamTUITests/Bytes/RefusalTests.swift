import Foundation
import Glibc
import StreamModel
import Testing

@testable import StreamHost
@testable import StreamTUI

/// What the layers of bytes refuse, in which words, and what they keep all the same.
struct RefusalTests {
  @OwnFolder private var place: String
  private let feed = Fixture.feed(posts: 300)

  private func write(_ bytes: [UInt8], _ path: String) throws {
    let url = URL(fileURLWithPath: path)
    let folder = url.deletingLastPathComponent()
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    try Data(bytes).write(to: url)
  }

  /// Runs `body` as one who is not root, where the tests are run by root; of this thread only.
  private func withoutPrivileges<T>(_ body: () throws -> T) rethrows -> T {
    let user = setfsuid(65_534)
    defer { _ = setfsuid(UInt32(bitPattern: user)) }
    return try body()
  }

  // MARK: Files

  @Test func aFileThatCannotBeReadSaysWhy() throws {
    let file = FileBytes(name: "feed", descriptor: open("/dev/null", O_WRONLY), count: 10)
    #expect(throws: FeedError.unreadable(name: "feed", reason: "Bad file descriptor")) {
      try Fixture.drain(file)
    }
  }

  @Test func aFileThatIsGoneHasNotGrown() {
    let file = FileBytes(name: "/no/such/feed", descriptor: open("/dev/null", O_RDONLY), count: 0)
    #expect(!file.refresh())
  }

  @Test func aNameWithASignIsANameLikeOthers() throws {
    let name = "\(place)/b\u{FFFD}.json"
    try write(feed, name)
    #expect(try Fixture.drain(SourceOpener.open(name).bytes) == feed)
  }

  // MARK: Pipes

  @Test func aPipeIsTakenInABitAtATime() throws {
    let pipe = SpoolBytes(name: "zeros", pipe: open("/dev/zero", O_RDONLY | O_CLOEXEC))
    defer { close(pipe.pipe) }
    #expect(try pipe.fill())
    #expect(pipe.count == 64 << 10)
    #expect(!pipe.isComplete)
    #expect(try pipe.fill())
    #expect(pipe.count == 128 << 10)
  }

  @Test func aPipeThatCannotBeReadSaysWhy() throws {
    let pipe = SpoolBytes(name: "pipe", pipe: open("/dev/null", O_WRONLY | O_CLOEXEC))
    defer { close(pipe.pipe) }
    #expect(throws: FeedError.unreadable(name: "pipe", reason: "Bad file descriptor")) {
      try pipe.fill()
    }
    #expect(pipe.isComplete)
    #expect(try !pipe.fill())
  }

  @Test func whatEndsAPipeIsAFaultOfWhatIsReadFromIt() throws {
    let room = Spool.Room(memory: 0, isSecure: true, secureLimit: 100_000)
    let pipe = SpoolBytes(name: "pipe", pipe: open("/dev/zero", O_RDONLY | O_CLOEXEC), room: room)
    defer { close(pipe.pipe) }
    let source = try OpenedSource(unwrapping: pipe)
    #expect(try pipe.fill())
    #expect(try !pipe.fill())
    while try source.advance() {}
    #expect(pipe.count == 64 << 10)
    let reason = "cannot be kept: more than 0 MiB in memory (STREAMTUI_SECURE is set)"
    #expect(source.bytes.faults == [reason])
    #expect(source.bytes.isComplete)
  }

  // MARK: Folders

  @Test func aFolderThatIsGoneSaysWhy() {
    let gone = FeedError.unreadable(name: "/no/such", reason: "No such file or directory")
    #expect(throws: gone) { try FolderArchive("/no/such") }
  }

  @Test func aFolderInsideThatMayNotBeReadIsSaid() throws {
    try write(feed, "\(place)/outbox.json")
    try write(feed, "\(place)/media_attachments/closed/a.png")
    try #require(chmod("\(place)/media_attachments/closed", 0) == 0)
    defer { chmod("\(place)/media_attachments/closed", 0o700) }
    try withoutPrivileges {
      let archive = try FolderArchive(place)
      #expect(archive.members.map(\.path.text) == ["outbox.json"])
      #expect(archive.faults == ["media_attachments/closed: Permission denied"])
      let opened = try SourceOpener().openAll(place)
      #expect(opened.exports.first?.outbox.bytes.name == "\(place)/outbox.json")
      let reason = "media_attachments/closed: Permission denied"
      #expect(opened.problems == [.unreadable(name: place, reason: reason)])
    }
  }

  @Test func moreFilesThanAreListedAreSaid() throws {
    for number in 0..<5 { try write([], "\(place)/\(number).json") }
    let archive = try FolderArchive(place, mostEntries: 3)
    #expect(archive.members.count == 3)
    #expect(archive.faults == ["more than 3 files; the rest is left out"])
    #expect(try FolderArchive(place, mostEntries: 5).faults == [])
  }

  @Test func aFileOfAFolderThatIsGoneOrNoFileAnyMoreIsSaid() throws {
    try write(feed, "\(place)/a.json")
    let archive = try FolderArchive(place)
    let name = "\(place)/a.json"
    #expect(try Fixture.drain(archive.bytes(of: 0)) == feed)
    try FileManager.default.removeItem(atPath: name)
    let gone = FeedError.unreadable(name: name, reason: "No such file or directory")
    #expect(throws: gone) { try archive.bytes(of: 0) }
    try Program.makeFolder(name)
    #expect(throws: FeedError.unreadable(name: name, reason: "is no longer a file")) {
      try archive.bytes(of: 0)
    }
  }

  // MARK: Archives

  @Test func aFileWithHolesIsLeftOutAndSaid() throws {
    let tar =
      TarFixture.block("holes.json", 0x53, feed)
      + TarFixture(files: [("a.json", feed)]).bytes
    let archive = try TarArchive(MemoryBytes(name: "a.tar", bytes: tar))
    #expect(archive.members.map(\.path.text) == ["a.json"])
    #expect(archive.faults == ["tar: holes.json: has holes; left out"])
  }

  @Test func moreFilesOfATarThanAreListedAreSaid() throws {
    let tar = TarFixture(files: (0..<5).map { ("\($0).json", []) }).bytes
    let source = MemoryBytes(name: "a.tar", bytes: tar)
    let archive = try TarArchive(source, mostMembers: 3)
    #expect(archive.members.map(\.path.text) == ["0.json", "1.json", "2.json"])
    #expect(archive.faults == ["tar: more than 3 files; the rest is left out"])
    #expect(try TarArchive(source, mostMembers: 5).faults == [])
  }

  @Test func paxSaysTheSizeOfTheNextFile() throws {
    // The header's own field says 0, as it does for files of eight gigabytes and more.
    var file = TarFixture(files: [("a.json", feed)]).bytes
    file.replaceSubrange(124..<135, with: "00000000000".utf8)
    TarFixture.seal(&file, at: 0)
    let record = " size=\(feed.count)\n"
    let length = record.utf8.count + 2
    let pax = TarFixture.block("PaxHeader", 0x78, Array("\(length)\(record)".utf8))
    let archive = try TarArchive(MemoryBytes(name: "a.tar", bytes: pax + file))
    #expect(archive.members.map(\.path.text) == ["a.json"])
    #expect(try Fixture.drain(archive.bytes(of: 0)) == feed)
    #expect(archive.faults == [])
  }

  @Test func aTarThatIsWrappedInWhatIsDamagedSaysBoth() throws {
    let files = [("a.json", feed), ("b.json", Fixture.feed(posts: 9_000))]
    let packed = Fixture.gzip(TarFixture(files: files).bytes)
    try write(Array(packed.dropLast(packed.count / 3)), "\(place)/a.tar.gz")
    let opened = try SourceOpener().openAll("\(place)/a.tar.gz")
    #expect(opened.sources.count == 2)
    #expect(opened.problems.count == 2)
    #expect(
      Diagnostics.text(of: try #require(opened.problems.first))
        .hasPrefix("\(place)/a.tar.gz: gzip: ends in the middle, at byte ")
    )
    let reason = "tar: ends in the middle of a file; the rest is missing"
    #expect(opened.problems.last == .unreadable(name: "\(place)/a.tar.gz", reason: reason))
  }

  // MARK: Charsets

  @Test func aCharsetThatIsNotThereIsRefusedEachTime() throws {
    let label = "<?xml version=\"1.0\" encoding=\"x-no-such\"?><t>\u{E9}".unicodeScalars
    let source = DrippingBytes(label.map { UInt8(truncatingIfNeeded: $0.value) }, step: 7)
    let unwrapped = try UnwrappedBytes(source)
    let refusal = FeedError.unreadable(
      name: "feed",
      reason: "charset \"x-no-such\" cannot be converted here"
    )
    #expect(throws: refusal) { while try unwrapped.pull() {} }
    #expect(throws: refusal) { try unwrapped.pull() }
    #expect(Transcoder(.platform(iconv: "X-NO-SUCH", name: "x-no-such")) == nil)
  }

  @Test func everyCharsetOfTheTableIsConverted() {
    for line in Charset.table.split(separator: "\n") {
      for label in line.split(separator: " ").dropFirst() {
        let charset = Charset(label: String(label))
        #expect(charset != nil, "\(label)")
        #expect(charset.flatMap { Transcoder($0) } != nil, "\(label)")
      }
    }
  }

  @Test func ebcdicThroughAPipeIsWaitedFor() throws {
    // "<?xml ?><t>" in IBM037.
    let text: [UInt8] = [0x4C, 0x6F, 0xA7, 0x94, 0x93, 0x40, 0x6F, 0x6E, 0x4C, 0xA3, 0x6E]
    let whole = Unwrapped(text)
    #expect(whole.text == "<?xml ?><t>")
    #expect(whole.notes == ["ibm037 (found)"])
    for step in [1, 3] {
      let part = Unwrapped(DrippingBytes(text, step: step))
      #expect(part.bytes == whole.bytes)
      #expect(part.notes == whole.notes)
    }
  }

  @Test(arguments: [
    "<!doctype", "<!-- <meta charset=iso-8859-2> -->", "<html><meta name=x><title>",
    "<html><!-- no end", "<?xml version=\"1.0\" encoding?><t>",
  ])
  func markupThatNamesNoCharsetIsUTF8(_ head: String) {
    let result = Unwrapped(Array((head + "é").utf8))
    #expect(result.text == head + "é")
    #expect(result.notes.isEmpty)
    #expect(result.faults.isEmpty)
  }
}

/// Sets whose rights over files this thread has, and returns whose it had.
@_silgen_name("setfsuid") private func setfsuid(_ user: UInt32) -> Int32
