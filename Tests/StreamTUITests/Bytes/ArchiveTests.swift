import Foundation
import StreamModel
import Testing

@testable import StreamHost

/// Feeds inside archives and folders are read without being unpacked to a disk.
struct ArchiveTests {
  private typealias Entry = ZipFixture.Entry

  private let feed = Fixture.feed(posts: 3000)

  private func zip(_ bytes: [UInt8]) throws(FeedError) -> ZipArchive {
    try ZipArchive(MemoryBytes(name: "a.zip", bytes: bytes))
  }

  private func tar(_ bytes: [UInt8]) throws(FeedError) -> TarArchive {
    try TarArchive(MemoryBytes(name: "a.tar", bytes: bytes))
  }

  private func read(_ zip: ZipArchive, _ index: Int) throws(FeedError) -> [UInt8] {
    try Fixture.drain(zip.bytes(of: index, room: Spool.Room()))
  }

  @Test(arguments: [true, false], [true, false])
  func aZipHoldsStoredAndDeflatedFiles(isWide: Bool, hasPrefix: Bool) throws {
    let archive = try zip(
      ZipFixture(
        entries: [
          Entry(name: "a.json", bytes: feed, isWide: isWide),
          Entry(name: "folder/", bytes: [], isDeflated: false),
          Entry(name: "folder/b.json", bytes: feed, isDeflated: false, isWide: isWide),
        ],
        prefix: hasPrefix ? Array("#!/bin/sh\nexit\n".utf8) : [],
        comment: Array("PK made by hand".utf8),
        isWide: isWide
      ).bytes
    )
    #expect(archive.members.map(\.path.text) == ["a.json", "folder/b.json"])
    #expect(archive.faults.isEmpty)
    #expect(try read(archive, 0) == feed)
    #expect(try read(archive, 1) == feed)
  }

  @Test func namesInAZipLeadNowhereElse() throws {
    let names = ["../../etc/passwd.json", "/abs.json", "a\\..\\b.json", "./c\u{1B}[2J.json"]
    let archive = try zip(ZipFixture(entries: names.map { Entry(name: $0, bytes: feed) }).bytes)
    #expect(
      archive.members.map(\.path.text)
        == ["etc/passwd.json", "abs.json", "a/b.json", "c[2J.json"]
    )
  }

  @Test func whatCannotBeReadOfAZipIsSaid() throws {
    let archive = try zip(
      ZipFixture(entries: [
        Entry(name: "secret.json", bytes: feed, flags: 1),
        Entry(name: "odd.json", bytes: feed, method: 14),
        Entry(name: "wrong.json", bytes: feed, checksum: 7),
        Entry(name: "a.json", bytes: feed),
      ]).bytes
    )
    #expect(throws: FeedError.unreadable(name: "a.zip/secret.json", reason: "is encrypted")) {
      try read(archive, 0)
    }
    let method = "packed with method 14 (expected 0, stored, or 8, deflated)"
    #expect(throws: FeedError.unreadable(name: "a.zip/odd.json", reason: method)) {
      try read(archive, 1)
    }
    let wrong = try archive.bytes(of: 2, room: Spool.Room())
    #expect(try Fixture.drain(wrong) == feed)
    #expect(wrong.faults == ["zip: wrong checksum; what it holds may be damaged"])
    #expect(try read(archive, 3) == feed)
  }

  @Test func filesThatOverlapAreRefused() throws {
    let archive = try zip(
      ZipFixture(entries: [
        Entry(name: "a.json", bytes: feed), Entry(name: "b.json", bytes: feed, header: 0),
      ]).bytes
    )
    for index in 0..<2 {
      #expect(throws: FeedError.self) { try read(archive, index) }
    }
  }

  @Test func aZipThatIsCutIsNoZip() throws {
    let bytes = ZipFixture(entries: [Entry(name: "a.json", bytes: feed)]).bytes
    #expect(
      throws: FeedError.unreadable(
        name: "a.zip",
        reason: "zip: no directory at the end (expected a whole zip)"
      )
    ) { try zip(Array(bytes.dropLast(10))) }
  }

  @Test func noBytesOfAZipStopTheProgram() {
    let bytes = ZipFixture(
      entries: [Entry(name: "a.json", bytes: Array("[]".utf8), isWide: true)],
      isWide: true
    ).bytes
    for index in bytes.indices {
      for value in [0, 0x7F, 0xFF] as [UInt8] {
        var damaged = bytes
        damaged[index] = value
        guard let archive = try? zip(damaged) else { continue }
        for member in archive.members.indices { _ = try? read(archive, member) }
      }
    }
  }

  @Test(arguments: TarFixture.LongNames.allCases)
  func aTarHasNamesOfAnyLength(form: TarFixture.LongNames) throws {
    let long = String(repeating: "folder/", count: 18) + "feed.json"
    let files = [("outbox.json", feed), (long, Array(feed.prefix(513))), ("z", [])]
    let archive = try tar(TarFixture(files: files, longNames: form).bytes)
    #expect(archive.members.map(\.path.text) == ["outbox.json", long, "z"])
    #expect(archive.faults.isEmpty)
    #expect(try Fixture.drain(archive.bytes(of: 0)) == feed)
    #expect(try Fixture.drain(archive.bytes(of: 1)) == Array(feed.prefix(513)))
    #expect(archive.bytes(of: 1).name == "a.tar/" + long)
  }

  @Test func aTarThatIsCutHasWhatStandsBefore() throws {
    let bytes = TarFixture(files: [("a.json", feed), ("b.json", feed)]).bytes
    let archive = try tar(Array(bytes.dropLast(4000)))
    #expect(archive.members.map(\.path.text) == ["a.json", "b.json"])
    #expect(archive.faults == ["tar: ends in the middle of a file; the rest is missing"])
    #expect(feed.starts(with: try Fixture.drain(archive.bytes(of: 1))))
  }

  @Test func noBytesOfATarStopTheProgram() {
    let long = String(repeating: "x", count: 120)
    for form in TarFixture.LongNames.allCases {
      let bytes = TarFixture(files: [(long, [1])], longNames: form).bytes
      for index in Array(0..<4) + Array(124..<136) + [156] + Array(512..<530) {
        for value in [0x20, 0x39, 0x80, 0xFF] as [UInt8] {
          var damaged = bytes
          damaged[index] = value
          TarFixture.seal(&damaged, at: 0)
          _ = try? tar(damaged)
        }
      }
    }
  }

  @Test func aTarWithSizesOfAnyLengthEnds() throws {
    for digits in ["77777777777", "\u{7F}7777777777"] {
      var bytes = TarFixture(files: [("a.json", feed)]).bytes
      bytes.replaceSubrange(124..<135, with: digits.utf8)
      TarFixture.seal(&bytes, at: 0)
      #expect(try tar(bytes).faults.count == 1)
    }
    var wide = TarFixture(files: [("a.json", feed)]).bytes
    wide.replaceSubrange(124..<136, with: [0x80, 0, 0, 0] + [UInt8](repeating: 0xFF, count: 8))
    TarFixture.seal(&wide, at: 0)
    #expect(try tar(wide).faults == ["tar: no header at byte 0; the rest is left out"])
    wide[128] = 0x7F
    TarFixture.seal(&wide, at: 0)
    #expect(try tar(wide).faults == ["tar: ends in the middle of a file; the rest is missing"])
  }
}
