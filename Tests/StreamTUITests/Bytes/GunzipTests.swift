import StreamModel
import Testing

@testable import StreamHost

/// A feed that is packed with gzip reads as if it were not.
struct GunzipTests {
  private let feed = Fixture.feed(posts: 20_000)

  @Test func aPackedFeedIsUnpacked() {
    let result = Unwrapped(Fixture.gzip(feed))
    #expect(result.bytes == feed)
    #expect(result.notes == ["gzip"])
    #expect(result.faults.isEmpty)
  }

  @Test(arguments: [1, 7, 4096])
  func aPipeGivesTheSame(step: Int) {
    let small = Fixture.feed(posts: 600)
    let result = Unwrapped(DrippingBytes(Fixture.gzip(small) + Fixture.gzip(small), step: step))
    #expect(result.bytes == small + small)
    #expect(result.notes == ["gzip"])
    #expect(result.faults.isEmpty)
  }

  @Test func itIsReadWhileItArrives() throws {
    let source = DrippingBytes(Fixture.gzip(feed), step: 4096)
    let opened = try Feed(source: UnwrappedBytes(source))
    while opened.recordCount == 0 { _ = try opened.advance(bytes: 4096) }
    #expect(!source.isComplete)
    var progress = Feed.Progress.more
    while case .more = progress { progress = try opened.advance(bytes: 256 << 10) }
    #expect(opened.recordCount == 20_000)
    #expect(opened.problems.isEmpty)
  }

  @Test func membersBehindOneAnotherAreOneFeed() {
    let members = [Array("[".utf8), [], Array("]".utf8)].flatMap(Fixture.gzip)
    #expect(Unwrapped(members).text == "[]")
  }

  @Test func zerosBehindTheEndAreNothing() {
    let result = Unwrapped(Fixture.gzip(feed) + [UInt8](repeating: 0, count: 200_000))
    #expect(result.bytes == feed)
    #expect(result.faults.isEmpty)
  }

  @Test func anythingElseBehindTheEndIsSaid() {
    let packed = Fixture.gzip(feed)
    let result = Unwrapped(packed + Array("garbage".utf8))
    #expect(result.bytes == feed)
    #expect(
      result.faults == ["gzip: something else follows at byte \(packed.count); it is left out"]
    )
  }

  @Test(arguments: [1, 4, 7, 1000])
  func whatStandsBeforeACutIsRead(missing: Int) throws {
    let packed = Array(Fixture.gzip(feed).dropLast(missing))
    let result = Unwrapped(packed)
    #expect(result.faults.count == 1)
    #expect(result.faults.first?.contains("ends in the middle, at byte \(packed.count)") == true)
    #expect(feed.starts(with: result.bytes))
    #expect(result.bytes.count > feed.count - 10_000)
  }

  @Test func aCutFeedShowsItsPostsAndSaysSo() throws {
    let packed = Array(Fixture.gzip(feed).dropLast(1000))
    let opened = try Feed(source: UnwrappedBytes(MemoryBytes(name: "a.gz", bytes: packed)))
    var progress = Feed.Progress.more
    while case .more = progress { progress = try opened.advance(bytes: 1 << 20) }
    #expect(opened.recordCount > 19_000)
    let said = opened.problems.map(\.description).filter { $0.hasPrefix("a.gz: gzip: ends") }
    #expect(said.count == 1)
  }

  @Test func aCutBeforeTheFirstByteIsAnError() {
    let result = Unwrapped(Array(Fixture.gzip(feed).prefix(12)))
    #expect(
      result.error
        == .unreadable(
          name: "feed",
          reason: "gzip: ends in the middle, at byte 12; the rest is missing"
        )
    )
  }

  @Test func aWrongChecksumIsSaidAndTheNextMemberRead() {
    var first = Fixture.gzip(feed)
    first[first.count - 8] ^= 1
    let result = Unwrapped(first + Fixture.gzip(feed))
    #expect(result.bytes == feed + feed)
    #expect(result.faults == ["gzip: wrong checksum; what it holds may be damaged"])
  }

  @Test func aWrongLengthIsSaid() {
    var packed = Fixture.gzip(feed)
    packed[packed.count - 1] ^= 1
    let result = Unwrapped(packed)
    #expect(result.bytes == feed)
    #expect(result.faults == ["gzip: wrong length; what it holds may be damaged"])
  }

  @Test func damageInTheMiddleEndsItThere() {
    var packed = Fixture.gzip(feed)
    for index in packed.count / 2..<packed.count / 2 + 300 { packed[index] = 0xFF }
    let result = Unwrapped(packed)
    #expect(result.bytes.count > 1000)
    #expect(result.faults.count == 1)
    #expect(result.faults.first?.contains("the rest is left out") == true)
  }

  @Test func gzipInGzipIsUnpackedTwice() {
    let result = Unwrapped(Fixture.gzip(Fixture.gzip(feed)))
    #expect(result.bytes == feed)
    #expect(result.notes == ["gzip", "gzip"])
  }

  @Test func whatIsWrappedTooOftenIsLeft() {
    var packed = feed
    for _ in 0..<6 { packed = Fixture.gzip(packed) }
    let result = Unwrapped(packed)
    #expect(result.notes.count == 4)
    #expect(result.faults == ["wrapped more than 4 times; the rest is left as it is"])
  }

  @Test func aBombStopsAtTheLimit() {
    var limits = FilteredBytes.Limits()
    limits.output = 1_000_000
    let result = Unwrapped(Fixture.gzip([UInt8](repeating: 32, count: 5_000_000)), limits: limits)
    #expect(result.bytes.count == 1_000_000)
    #expect(result.faults == ["more than 1000000 bytes when unpacked; the rest is left out"])
  }

  @Test func aBombOfBombsStopsAtTheRatio() {
    var limits = FilteredBytes.Limits()
    limits.free = 1 << 20
    let bomb = Fixture.gzip(Fixture.gzip([UInt8](repeating: 32, count: 20_000_000)))
    let result = Unwrapped(bomb, limits: limits)
    #expect(result.bytes.count < 2_000_000)
    #expect(result.faults == ["unpacks to more than 1100 times its size; the rest is left out"])
  }

  @Test(arguments: [[], [0x1F], [0x1F, 0x8B], Array("{}".utf8)] as [[UInt8]])
  func whatIsNotPackedStaysAsItIs(bytes: [UInt8]) {
    let result = Unwrapped(bytes)
    #expect(result.bytes == bytes)
    #expect(result.notes.isEmpty)
    #expect(Unwrapped(DrippingBytes(bytes, step: 1)).bytes == bytes)
  }
}
