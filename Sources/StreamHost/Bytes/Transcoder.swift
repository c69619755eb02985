/// Converts text of another charset to UTF-8; each malformed sequence becomes one U+FFFD.
final class Transcoder {
  private enum Decoder {
    case utf16(Charset.Order)
    case utf32(Charset.Order)
    case windows1252
    case platform(PlatformDecoder)
  }

  private let decoder: Decoder
  private var isAtStart = true

  init?(_ charset: Charset) {
    switch charset {
    case .utf16(let order): decoder = .utf16(order)
    case .utf32(let order): decoder = .utf32(order)
    case .windows1252: decoder = .windows1252
    case .platform(let iconv, _):
      guard let platform = PlatformDecoder(charset, iconv: iconv) else { return nil }
      decoder = .platform(platform)
    }
  }

  func convert(
    _ input: UnsafeBufferPointer<UInt8>,
    isLast: Bool,
    into output: UnsafeMutableBufferPointer<UInt8>
  ) -> FilterStep {
    var writer = UTF8Writer(buffer: output)
    var consumed = 0
    var isFlushed = true
    switch decoder {
    case .utf16(let order): consumed = utf16(input, order, isLast, &writer)
    case .utf32(let order): consumed = utf32(input, order, isLast, &writer)
    case .windows1252: consumed = windows1252(input, &writer)
    case .platform(let platform):
      (consumed, isFlushed) = platform.convert(input, isLast: isLast, into: &writer)
    }
    if consumed > 0 { isAtStart = false }
    let isEnd = isLast && consumed == input.count && isFlushed
    return FilterStep(consumed: consumed, produced: writer.count, isEnd: isEnd)
  }

  /// Converts UTF-16 (RFC 2781); a lone surrogate is malformed.
  private func utf16(
    _ input: UnsafeBufferPointer<UInt8>,
    _ order: Charset.Order,
    _ isLast: Bool,
    _ writer: inout UTF8Writer
  ) -> Int {
    func unit(_ index: Int) -> UInt32 {
      let (first, second) = (UInt32(input[index]), UInt32(input[index + 1]))
      return order == .big ? first << 8 | second : second << 8 | first
    }
    var index = 0
    if isAtStart, input.count >= 2, unit(0) == 0xFEFF { index = 2 }
    while input.count - index >= 2, writer.hasRoom {
      let value = unit(index)
      if value & 0xFC00 == 0xD800 {
        guard input.count - index >= 4 else {
          if !isLast { break }
          writer.appendReplacement()
          index += 2
          continue
        }
        let next = unit(index + 2)
        if next & 0xFC00 == 0xDC00 {
          writer.append(0x10000 + (value & 0x3FF) << 10 + next & 0x3FF)
          index += 4
          continue
        }
      }
      writer.append(value)
      index += 2
    }
    if isLast, input.count - index == 1, writer.hasRoom {
      writer.appendReplacement()
      index += 1
    }
    return index
  }

  /// Converts UTF-32; a number beyond U+10FFFF and a surrogate are malformed.
  private func utf32(
    _ input: UnsafeBufferPointer<UInt8>,
    _ order: Charset.Order,
    _ isLast: Bool,
    _ writer: inout UTF8Writer
  ) -> Int {
    var index = 0
    while input.count - index >= 4, writer.hasRoom {
      var value: UInt32 = 0
      for place in 0..<4 {
        value = value << 8 | UInt32(input[index + (order == .big ? place : 3 - place)])
      }
      if !(isAtStart && index == 0 && value == 0xFEFF) { writer.append(value) }
      index += 4
    }
    if isLast, (1...3).contains(input.count - index), writer.hasRoom {
      writer.appendReplacement()
      index = input.count
    }
    return index
  }

  private func windows1252(_ input: UnsafeBufferPointer<UInt8>, _ writer: inout UTF8Writer) -> Int {
    var index = 0
    while index < input.count, writer.hasRoom {
      let byte = input[index]
      let isHigh = (0x80..<0xA0).contains(byte)
      writer.append(isHigh ? Self.windows1252High[Int(byte - 0x80)] : UInt32(byte))
      index += 1
    }
    return index
  }

  /// The characters of the bytes 0x80 to 0x9F (WHATWG Encoding, index windows-1252).
  private static let windows1252High: [UInt32] = [
    0x20AC, 0x81, 0x201A, 0x0192, 0x201E, 0x2026, 0x2020, 0x2021,
    0x02C6, 0x2030, 0x0160, 0x2039, 0x0152, 0x8D, 0x017D, 0x8F,
    0x90, 0x2018, 0x2019, 0x201C, 0x201D, 0x2022, 0x2013, 0x2014,
    0x02DC, 0x2122, 0x0161, 0x203A, 0x0153, 0x9D, 0x017E, 0x0178,
  ]
}
