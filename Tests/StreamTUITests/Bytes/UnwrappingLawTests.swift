import StreamModel
import Testing

/// Whatever the bytes are, a pipe gives what a file gives, and nothing stops the program.
struct UnwrappingLawTests {
  private static var documents: [[UInt8]] {
    let feed = Fixture.feed(posts: 40)
    let text = String(decoding: feed, as: UTF8.self)
    func xml(_ label: String) -> [UInt8] {
      Array("<?xml version=\"1.0\" encoding=\"\(label)\"?><t>".utf8) + feed.map { $0 &* 31 }
    }
    return [
      feed, Fixture.gzip(feed), Fixture.gzip(feed) + Fixture.gzip(feed),
      Fixture.gzip(UnicodeForm.utf16be.encode("\u{FEFF}" + text)), UnicodeForm.utf32le.encode(text),
      UnicodeForm.utf16le.encode("{😀" + text), xml("shift_jis"), xml("gb18030"), xml("iso-2022-jp"),
      xml("euc-jp"), xml("big5"), xml("windows-1258"), xml("latin1"), xml("euc-kr"), xml("utf-8"),
    ]
  }

  @Test(arguments: 0..<15)
  func aPipeGivesWhatAFileGives(number: Int) {
    var state = UInt64(number)
    func random(_ limit: Int) -> Int {
      state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
      return Int(state >> 33) % limit
    }
    let document = Self.documents[number]
    for round in 0..<40 {
      var bytes = document
      if round > 0 {
        for _ in 0..<random(6) + 1 { bytes[random(bytes.count)] = UInt8(random(256)) }
        if random(3) == 0 { bytes.removeLast(random(bytes.count)) }
      }
      let whole = Unwrapped(bytes)
      for step in [1, 7, 4096] where step > 1 || round < 4 {
        let part = Unwrapped(DrippingBytes(bytes, step: step))
        #expect(part.bytes == whole.bytes)
        #expect(part.notes == whole.notes)
        #expect(part.faults.count == whole.faults.count)
        #expect((part.error == nil) == (whole.error == nil))
      }
    }
  }
}

/// A source that has fewer bytes than it said, as a file that somebody cuts.
private final class ShrunkBytes: ByteSource {
  let name = "feed"
  let count: Int
  let isComplete = true
  private let bytes: [UInt8]

  init(_ bytes: [UInt8], said count: Int) {
    self.bytes = bytes
    self.count = count
  }

  func read(at offset: Int, into buffer: UnsafeMutableRawBufferPointer) throws(FeedError) -> Int {
    guard offset < bytes.count else { return 0 }
    let part = bytes[offset..<min(bytes.count, offset + buffer.count)]
    buffer.copyBytes(from: part)
    return part.count
  }
}

extension UnwrappingLawTests {
  @Test(arguments: [0, 1, 3, 100, 70_000])
  func aFileThatGetsShorterIsReadToItsEnd(left: Int) {
    let feed = Fixture.feed(posts: 9000)
    let text = UnicodeForm.utf16le.encode("{" + String(repeating: "a", count: 90_000))
    for bytes in [Fixture.gzip(feed), text, Array("<t>".utf8) + text] {
      let result = Unwrapped(ShrunkBytes(Array(bytes.prefix(left)), said: bytes.count))
      if !result.notes.isEmpty, result.error == nil {
        #expect(result.faults.contains("was cut short while it was read; the rest is missing"))
      }
    }
  }
}
