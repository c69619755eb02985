@testable import StreamHost

/// Makes picture files: whole ones, and their parts, of which broken ones are made.
enum PictureMaker {
  /// A chunk of a PNG file.
  struct Chunk {
    var name: String
    var data: [UInt8]
    /// A wrong checksum, or length; nil for the right one.
    var checksum: Int?
    var length: Int?

    init(_ name: String, _ data: [UInt8] = [], checksum: Int? = nil, length: Int? = nil) {
      self.name = name
      self.data = data
      self.checksum = checksum
      self.length = length
    }

    var bytes: [UInt8] {
      let body = Array(name.utf8) + data
      let sum = body.withUnsafeBufferPointer { Int(Inflater.checksum(0, $0)) }
      return PictureMaker.big(length ?? data.count) + body + PictureMaker.big(checksum ?? sum)
    }
  }

  static let signature: [UInt8] = [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]

  static func big(_ number: Int) -> [UInt8] {
    [24, 16, 8, 0].map { UInt8(truncatingIfNeeded: number >> $0) }
  }

  static func little(_ number: Int, bytes: Int = 2) -> [UInt8] {
    (0..<bytes).map { UInt8(truncatingIfNeeded: number >> (8 * $0)) }
  }

  // MARK: PNG

  static func head(
    _ width: Int,
    _ height: Int,
    depth: Int = 8,
    color: Int = 2,
    interlace: Int = 0,
    compression: Int = 0,
    filter: Int = 0
  ) -> Chunk {
    let kind = [depth, color, compression, filter, interlace].map { UInt8($0) }
    return Chunk("IHDR", big(width) + big(height) + kind)
  }

  /// The stream of zlib for `bytes`, which it does not compress (RFC 1951 section 3.2.4).
  static func deflated(_ bytes: [UInt8]) -> [UInt8] {
    var stream: [UInt8] = [0x78, 0x01]
    var (a, b) = (1, 0)
    var start = 0
    repeat {
      let part = bytes[start..<min(start + 65_535, bytes.count)]
      start += part.count
      stream += [start == bytes.count ? 1 : 0] + little(part.count) + little(~part.count) + part
    } while start < bytes.count
    for byte in bytes {
      a = (a + Int(byte)) % 65_521
      b = (b + a) % 65_521
    }
    return stream + big(b << 16 | a)
  }

  /// The stream of zlib for at least `count` zeros, 258 of them in thirteen bits: the most that deflated bytes can stand for (RFC 1951 section 3.2.6).
  static func zeros(_ count: Int) -> [UInt8] {
    var stream: [UInt8] = [0x78, 0x01]
    var (bits, room) = (0, 0)
    func add(_ value: Int, _ length: Int) {
      bits |= value << room
      room += length
      while room >= 8 {
        stream.append(UInt8(truncatingIfNeeded: bits))
        bits >>= 8
        room -= 8
      }
    }
    add(0b011, 3)
    // The literal 0 is 00110000, most significant bit first.
    add(0b0000_1100, 8)
    // Length 258 is 285, 11000101; distance 1 is 00000.
    let times = count / 258 + 1
    for _ in 0..<times { add(0b1010_0011, 8); add(0, 5) }
    add(0, 7)
    add(0, 7)
    return stream + big((258 * times + 1) % 65_521 << 16 | 1)
  }

  /// The lines of a picture without interlace, each with its filter.
  static func lines(_ count: Int, bytes: Int, filter: UInt8 = 0) -> [UInt8] {
    (0..<count).flatMap { line in [filter] + (0..<bytes).map { UInt8(($0 + line) & 0xFF) } }
  }

  static func png(_ chunks: [Chunk]) -> [UInt8] { signature + chunks.flatMap(\.bytes) }

  /// A whole PNG file of three bytes a pixel.
  static func png(_ width: Int = 40, _ height: Int = 20, more: [Chunk] = []) -> [UInt8] {
    png(
      [head(width, height)] + more
        + [Chunk("IDAT", deflated(lines(height, bytes: 3 * width))), Chunk("IEND")]
    )
  }

  // MARK: Others

  /// A GIF file whose pictures have the same pixels; the codes are not compressed (they are cleared often enough).
  static func gif(_ width: Int = 8, _ height: Int = 4, frames: Int = 1) -> [UInt8] {
    var file = Array("GIF89a".utf8) + little(width) + little(height) + [0x80, 0, 0]
    file += [0, 0, 0, 255, 255, 255]
    for _ in 0..<frames {
      // No delay, then the picture with codes of three bits: 4 clears, 5 ends.
      file += [0x21, 0xF9, 4, 0, 0, 0, 0, 0, 0x2C] + little(0) + little(0)
      file += little(width) + little(height) + [0, 2]
      var (bits, room) = (0, 0)
      var data: [UInt8] = []
      func add(_ code: Int) {
        bits |= code << room
        room += 3
        while room >= 8 {
          data.append(UInt8(truncatingIfNeeded: bits))
          bits >>= 8
          room -= 8
        }
      }
      add(4)
      for pixel in 0..<min(width * height, 4_000) {
        add(pixel & 1)
        if pixel % 2 == 1 { add(4) }
      }
      add(5)
      if room > 0 { data.append(UInt8(truncatingIfNeeded: bits)) }
      while !data.isEmpty {
        let part = data.prefix(255)
        file += [UInt8(part.count)] + part
        data.removeFirst(part.count)
      }
      file.append(0)
    }
    return file + [0x3B]
  }

  /// A JPEG file of one grey block of 8 x 8 pixels, or one that states other sides.
  static func jpeg(_ width: Int = 8, _ height: Int = 8, more: [UInt8] = []) -> [UInt8] {
    let sides = [UInt8(height >> 8), UInt8(height & 255), UInt8(width >> 8), UInt8(width & 255)]
    var file: [UInt8] = [0xFF, 0xD8] + more
    file += [0xFF, 0xDB, 0, 67, 0] + [UInt8](repeating: 1, count: 64)
    file += [0xFF, 0xC0, 0, 11, 8] + sides + [1, 1, 0x11, 0]
    // Tables with a single code each, of one bit: the symbol 0.
    for table in [0x00, 0x10] as [UInt8] {
      file += [0xFF, 0xC4, 0, 20, table, 1] + [UInt8](repeating: 0, count: 15) + [0]
    }
    file += [0xFF, 0xDA, 0, 8, 1, 1, 0, 0, 63, 0, 0x3F]
    return file + [0xFF, 0xD9]
  }

  /// A segment of a JPEG file.
  static func segment(_ marker: UInt8, _ data: [UInt8], length: Int? = nil) -> [UInt8] {
    let length = length ?? data.count + 2
    return [
      0xFF, marker, UInt8(truncatingIfNeeded: length >> 8), UInt8(truncatingIfNeeded: length),
    ]
      + data
  }

  /// A WebP file with one chunk of this name and these bytes.
  static func webp(_ name: String, _ data: [UInt8], length: Int? = nil) -> [UInt8] {
    let padded = data.count % 2 == 1 ? data + [0] : data
    let chunk = Array(name.utf8) + little(length ?? data.count, bytes: 4) + padded
    return Array("RIFF".utf8) + little(4 + chunk.count, bytes: 4) + Array("WEBP".utf8) + chunk
  }

  /// The beginning of lossless pixels of these sides, each at most 16,384.
  static func lossless(_ width: Int, _ height: Int) -> [UInt8] {
    [0x2F] + little((width - 1) | (height - 1) << 14, bytes: 4)
      // No transforms, no cache, no groups; five codes of one symbol each.
      + [0x88, 0x88, 0x88, 0x88, 0x08]
  }

  /// A lossless WebP file of one colour.
  static func webp(_ width: Int = 8, _ height: Int = 4) -> [UInt8] {
    webp("VP8L", lossless(width, height))
  }
}
