import CZlib
import StreamModel

@testable import StreamHost

/// A source that more comes of, a piece at each pull, as through a slow pipe.
final class DrippingBytes: ByteSource {
  let name: String
  private(set) var count = 0
  private let bytes: [UInt8]
  private let step: Int
  private var isSaid = false

  var isComplete: Bool { isSaid }

  init(_ bytes: [UInt8], step: Int, name: String = "feed") {
    self.bytes = bytes
    self.step = step
    self.name = name
  }

  func read(at offset: Int, into buffer: UnsafeMutableRawBufferPointer) throws(FeedError) -> Int {
    guard offset < count else { return 0 }
    let part = bytes[offset..<min(count, offset + buffer.count)]
    buffer.copyBytes(from: part)
    return part.count
  }

  /// The end is said a pull after the last byte, as a pipe does.
  func pull() throws(FeedError) -> Bool {
    guard !isSaid else { return false }
    if count == bytes.count { isSaid = true }
    count = min(bytes.count, count + step)
    return true
  }
}

/// What came out of a source, pulled to its end.
struct Unwrapped {
  var bytes: [UInt8] = []
  var notes: [String] = []
  var faults: [String] = []
  var error: FeedError?

  var text: String { String(decoding: bytes, as: UTF8.self) }

  init(
    _ source: any ByteSource,
    limits: FilteredBytes.Limits = FilteredBytes.Limits(),
    room: Spool.Room = Spool.Room()
  ) {
    do throws(FeedError) {
      let unwrapped = try UnwrappedBytes(source, limits: limits, room: room)
      do throws(FeedError) {
        bytes = try Fixture.drain(unwrapped)
      } catch {
        self.error = error
      }
      notes = unwrapped.notes
      faults = unwrapped.faults
    } catch {
      self.error = error
    }
  }

  /// From a source that is complete.
  init(_ bytes: [UInt8], limits: FilteredBytes.Limits = FilteredBytes.Limits()) {
    self.init(MemoryBytes(name: "feed", bytes: bytes), limits: limits)
  }
}

/// Bytes made in code.
enum Fixture {
  /// Pulls until no more comes, and reads everything.
  static func drain(_ source: any ByteSource) throws(FeedError) -> [UInt8] {
    while !source.isComplete { guard try source.pull() else { break } }
    var bytes = [UInt8](repeating: 0, count: source.count)
    var filled = 0
    while filled < bytes.count {
      var piece = [UInt8](repeating: 0, count: min(10_000, bytes.count - filled))
      let got = try piece.withUnsafeMutableBufferPointer { buffer throws(FeedError) in
        try source.read(at: filled, into: UnsafeMutableRawBufferPointer(buffer))
      }
      guard got > 0 else { break }
      bytes.replaceSubrange(filled..<filled + got, with: piece[..<got])
      filled += got
    }
    return Array(bytes[..<filled])
  }

  static func gzip(_ bytes: [UInt8]) -> [UInt8] { deflate(bytes, windowBits: 31) }
  static func deflateRaw(_ bytes: [UInt8]) -> [UInt8] { deflate(bytes, windowBits: -15) }

  static func checksum(_ bytes: [UInt8]) -> UInt32 {
    UInt32(truncatingIfNeeded: crc32(0, bytes, UInt32(bytes.count)))
  }

  /// A feed of posts, a line each, with text that does not pack to nothing.
  static func feed(posts: Int) -> [UInt8] {
    var state: UInt64 = 42
    var text = ""
    for number in 0..<posts {
      state = state &* 6_364_136_223_846_793_005 &+ 1
      text += #"{"id":"p\#(number)","body_text":"Grüße \#(String(state, radix: 36))"}"# + "\n"
    }
    return Array(text.utf8)
  }

  private static func deflate(_ bytes: [UInt8], windowBits: Int32) -> [UInt8] {
    var stream = z_stream()
    guard cz_deflate_init(&stream, 6, windowBits) == Z_OK else { return [] }
    defer { deflateEnd(&stream) }
    var packed = [UInt8](repeating: 0, count: Int(deflateBound(&stream, UInt(bytes.count))) + 64)
    let made = bytes.withUnsafeBufferPointer { input in
      packed.withUnsafeMutableBufferPointer { output in
        stream.next_in = input.baseAddress
        stream.avail_in = UInt32(input.count)
        stream.next_out = output.baseAddress
        stream.avail_out = UInt32(output.count)
        _ = CZlib.deflate(&stream, Z_FINISH)
        return output.count - Int(stream.avail_out)
      }
    }
    return Array(packed[..<made])
  }
}
