import StreamHost

/// A PNG file that is small enough to be sent to the terminal, without what it does not need for that.
///
/// Terminals decode PNG without limits of ours, and look at colour profiles: they get only the chunks of the pixels,
/// with checksums that are right. Source of the format: PNG, third edition, sections 5 and 11.
struct PNGFile: Equatable {
  /// The kind of the pixels, from the first chunk.
  struct Head: Equatable {
    let width: Int
    let height: Int
    let depth: Int
    let color: Int
    let isInterlaced: Bool

    var bits: Int {
      switch color {
      case 2: 3 * depth
      case 4: 2 * depth
      case 6: 4 * depth
      default: depth
      }
    }
  }

  enum Reading: Equatable {
    case whole(PNGFile)
    /// The file is larger than what is sent: a decoder makes a smaller picture of it.
    case large
    case fault(PictureFault)
  }

  let head: Head
  /// The bytes for the terminal.
  private(set) var bytes: [UInt8]
  private(set) var deflated: [UInt8] = []

  /// The largest file in bytes.
  static let mostBytes = 1 << 20
  static let mostSide = 4_096
  /// The most pixels of a picture that a decoder gets.
  static let mostDecoded = 64 << 20

  private static let signature: [UInt8] = [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]

  var pixels: Int { head.width * head.height }

  /// Looks at the bytes of a file, chunk by chunk; the pixels are left to ``PNGCheck``.
  static func read(_ bytes: [UInt8]) -> Reading {
    do throws(PictureFault) {
      let head = try readHead(bytes)
      if bytes.count > mostBytes || head.width > mostSide || head.height > mostSide {
        guard head.width * head.height <= mostDecoded else {
          return .fault(.pixels(width: head.width, height: head.height))
        }
        return .large
      }
      return .whole(try PNGFile(bytes, head))
    } catch {
      return .fault(error)
    }
  }

  private static func readHead(_ bytes: [UInt8]) throws(PictureFault) -> Head {
    guard bytes.count >= signature.count + 25 else { throw .cut(after: bytes.count) }
    guard bytes.starts(with: signature), number(bytes, 8) == 13, name(bytes, 12) == "IHDR" else {
      throw .malformed("no head", at: 8)
    }
    guard hasChecksum(bytes, at: 8, length: 13) else {
      throw .malformed("wrong checksum of IHDR", at: 8)
    }
    let (width, height) = (number(bytes, 16), number(bytes, 20))
    guard (1...Int(Int32.max)).contains(width), (1...Int(Int32.max)).contains(height) else {
      throw .pixels(width: width, height: height)
    }
    let (depth, color) = (Int(bytes[24]), Int(bytes[25]))
    let depths: [Int: Set<Int>] = [
      0: [1, 2, 4, 8, 16], 2: [8, 16], 3: [1, 2, 4, 8], 4: [8, 16], 6: [8, 16],
    ]
    guard depths[color]?.contains(depth) == true, bytes[26] == 0, bytes[27] == 0, bytes[28] < 2
    else { throw .malformed("unknown kind of pixels", at: 24) }
    // Both sides are below 2^31, so their product is one.
    return Head(
      width: width,
      height: height,
      depth: depth,
      color: color,
      isInterlaced: bytes[28] == 1
    )
  }

  private init(_ file: [UInt8], _ head: Head) throws(PictureFault) {
    self.head = head
    bytes = Self.signature
    var offset = Self.signature.count
    var hasPalette = false
    var isAfterData = false
    while true {
      guard offset + 12 <= file.count else { throw .cut(after: file.count) }
      let length = Self.number(file, offset)
      guard let name = Self.name(file, offset + 4) else {
        throw .malformed("no chunk begins here", at: offset)
      }
      guard length <= file.count - offset - 12 else { throw .cut(after: file.count) }
      let chunk = file[offset..<(offset + 12 + length)]
      switch name {
      case "IHDR", "PLTE", "IDAT", "IEND", "tRNS":
        guard Self.hasChecksum(file, at: offset, length: length) else {
          throw .malformed("wrong checksum of \(name)", at: offset)
        }
      case _ where file[offset + 4] & 0x20 == 0:
        throw .malformed("unknown chunk \(name)", at: offset)
      default: break
      }
      switch name {
      case "IHDR":
        guard offset == Self.signature.count else { throw .malformed("a second head", at: offset) }
        bytes += chunk
      case "PLTE":
        guard !hasPalette, deflated.isEmpty, length > 0, length <= 768, length % 3 == 0,
          head.color != 0, head.color != 4
        else { throw .malformed("wrong palette", at: offset) }
        hasPalette = true
        bytes += chunk
      case "tRNS":
        // Opacity that does not fit is left out, as decoders do.
        let most = [0: 2, 2: 6, 3: 256][head.color] ?? 0
        if deflated.isEmpty, length <= most, head.color != 3 || hasPalette { bytes += chunk }
      case "IDAT":
        guard head.color != 3 || hasPalette else { throw .malformed("no palette", at: offset) }
        guard !isAfterData else { throw .malformed("pixels in two places", at: offset) }
        deflated += chunk.dropFirst(8).dropLast(4)
        bytes += chunk
      case "IEND":
        guard length == 0, !deflated.isEmpty else { throw .malformed("no pixels", at: offset) }
        bytes += chunk
        return
      default: break
      }
      isAfterData = !deflated.isEmpty && name != "IDAT"
      offset += 12 + length
    }
  }

  private static func number(_ bytes: [UInt8], _ offset: Int) -> Int {
    bytes[offset..<(offset + 4)].reduce(0) { $0 << 8 | Int($1) }
  }

  /// The name of a chunk, which has four letters; nil for other bytes.
  private static func name(_ bytes: [UInt8], _ offset: Int) -> String? {
    let letters = bytes[offset..<(offset + 4)]
    guard letters.allSatisfy({ (0x41...0x5A).contains($0 & 0xDF) && $0 < 0x80 }) else { return nil }
    return String(decoding: letters, as: UTF8.self)
  }

  private static func hasChecksum(_ bytes: [UInt8], at offset: Int, length: Int) -> Bool {
    let end = offset + 8 + length
    let sum = bytes.withUnsafeBufferPointer { bytes in
      Inflater.checksum(0, UnsafeBufferPointer(rebasing: bytes[(offset + 4)..<end]))
    }
    return sum == UInt(number(bytes, end))
  }
}

/// Unpacks the pixels of a PNG file in slices, to see whether they are there; none is kept.
final class PNGCheck {
  private let file: PNGFile
  private let inflater = Inflater(.zlib)
  private var read = 0
  /// The lines that are still to come: their bytes with that of the filter, and their number.
  private var lines: [(bytes: Int, count: Int)]
  /// The bytes that are left of the line.
  private var left = 0

  /// The unpacked bytes of a slice: less than a millisecond.
  private static let slice = 256 << 10

  init(_ file: PNGFile) {
    self.file = file
    lines = Self.lines(of: file.head).reversed()
  }

  /// Looks at a slice; returns whether there is more.
  func advance() throws(PictureFault) -> Bool {
    var buffer = [UInt8](repeating: 0, count: Self.slice)
    let result = file.deflated.withUnsafeBufferPointer { input in
      buffer.withUnsafeMutableBufferPointer { output in
        inflater.inflate(UnsafeBufferPointer(rebasing: input[read...]), into: output)
      }
    }
    read += result.consumed
    try look(at: buffer[..<result.produced])
    guard left > 0 || !lines.isEmpty else { return false }
    switch result.outcome {
    case .ended: throw .malformed("pixels are missing", at: file.bytes.count)
    case .failed: throw .malformed("damaged pixels", at: read)
    case .goesOn where result.produced == 0: throw .malformed("pixels are missing", at: read)
    case .goesOn: return true
    }
  }

  private func look(at bytes: ArraySlice<UInt8>) throws(PictureFault) {
    var rest = bytes
    while !rest.isEmpty {
      if left == 0 {
        guard let next = lines.last else { return }
        lines[lines.count - 1].count -= 1
        if next.count == 1 { lines.removeLast() }
        left = next.bytes
        guard rest[rest.startIndex] <= 4 else { throw .malformed("unknown filter", at: read) }
      }
      let step = min(left, rest.count)
      left -= step
      rest = rest.dropFirst(step)
    }
  }

  /// The lines of a picture in their order; those of an interlaced one come in seven passes.
  private static func lines(of head: PNGFile.Head) -> [(bytes: Int, count: Int)] {
    let passes: [(x: Int, y: Int, dx: Int, dy: Int)] =
      head.isInterlaced
      ? [
        (0, 0, 8, 8), (4, 0, 8, 8), (0, 4, 4, 8), (2, 0, 4, 4), (0, 2, 2, 4), (1, 0, 2, 2),
        (0, 1, 1, 2),
      ] : [(0, 0, 1, 1)]
    return passes.compactMap { pass in
      let columns = (head.width - pass.x + pass.dx - 1) / pass.dx
      let count = (head.height - pass.y + pass.dy - 1) / pass.dy
      guard columns > 0, count > 0 else { return nil }
      return (1 + (columns * head.bits + 7) / 8, count)
    }
  }
}
