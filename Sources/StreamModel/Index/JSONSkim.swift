#if canImport(Glibc)
  import Glibc
#else
  import Musl
#endif

/// Finds the end of one JSON value without reading it, in pieces of any size.
///
/// Strings are crossed from quote to quote. Only what loses the structure is noticed: brackets
/// that do not match down to level 64, and bytes that cannot stand outside a string.
struct JSONSkim {
  enum Outcome {
    /// All bytes are read and the value goes on.
    case more
    /// The value ends before this index.
    case ended(Int)
    /// The structure is lost at this index.
    case broken(Int)
  }

  private enum Shape {
    case unknown
    case container
    case string
    case scalar
  }

  private var shape = Shape.unknown
  private var depth = 0
  /// A bit for each open container down to level 64: 1 for a list.
  private var lists: UInt64 = 0
  private var isInString = false
  /// Whether what was read ends inside a string.
  var isInside: Bool { isInString }
  /// Whether what was read ends in a list.
  var isInList: Bool { depth > 0 && depth <= 64 && lists & 1 == 1 }
  /// The piece ended between a backslash and what it escapes.
  private var isEscaped = false

  /// Reads on; the first byte of the first piece is the value's first.
  mutating func read(_ bytes: UnsafeBufferPointer<UInt8>) -> Outcome {
    guard let base = bytes.baseAddress, bytes.count > 0 else { return .more }
    if shape == .unknown {
      switch base[0] {
      case 0x7B, 0x5B: shape = .container
      case 0x22: shape = .string
      case 0x2D, 0x30...0x39, 0x61...0x7A: shape = .scalar
      default: return .broken(0)
      }
    }
    return shape == .scalar ? readScalar(base, bytes.count) : readNested(base, bytes.count)
  }

  private func readScalar(_ base: UnsafePointer<UInt8>, _ count: Int) -> Outcome {
    for at in 0..<count {
      switch base[at] {
      case 0x2C, 0x5D, 0x7D, 0x20, 0x0A, 0x0D, 0x09: return .ended(at)
      case 0x2B, 0x2D, 0x2E, 0x30...0x39, 0x45, 0x61...0x7A: continue
      default: return .broken(at)
      }
    }
    return .more
  }

  private mutating func readNested(_ base: UnsafePointer<UInt8>, _ count: Int) -> Outcome {
    var at = 0
    var depth = depth
    var lists = lists
    defer {
      self.depth = depth
      self.lists = lists
    }
    if isInString {
      guard let end = stringEnd(base, 0, count) else { return .more }
      at = end
      if depth == 0 { return .ended(at) }
    }
    while at < count {
      let byte = base[at]
      switch byte {
      case 0x22:
        guard let end = stringEnd(base, at + 1, count) else { return .more }
        at = end
        if depth == 0 { return .ended(at) }
      case 0x2C, 0x3A, 0x20, 0x0A, 0x0D, 0x09, 0x2B, 0x2D, 0x2E, 0x30...0x39, 0x45:
        at += 1
      case 0x61, 0x65, 0x66, 0x6C, 0x6E, 0x72, 0x73, 0x74, 0x75:
        at += 1
      case 0x7B, 0x5B:
        if depth < 64 { lists = lists << 1 | (byte == 0x5B ? 1 : 0) }
        depth += 1
        at += 1
      case 0x7D, 0x5D:
        depth -= 1
        if depth < 64 {
          if lists & 1 != (byte == 0x5D ? 1 : 0) { return .broken(at) }
          lists >>= 1
        }
        at += 1
        if depth == 0 { return .ended(at) }
      default:
        return .broken(at)
      }
    }
    return .more
  }

  /// Behind the closing quote, searched from `start`; nil where the string goes on.
  private mutating func stringEnd(
    _ base: UnsafePointer<UInt8>,
    _ start: Int,
    _ count: Int
  ) -> Int? {
    let floor = isEscaped ? min(start + 1, count) : start
    isEscaped = false
    var at = floor
    while at < count, let found = memchr(base + at, 0x22, count - at) {
      let quote = UnsafePointer(found.assumingMemoryBound(to: UInt8.self)) - base
      if isEven(backslashesBefore: quote, base, floor) {
        isInString = false
        return quote + 1
      }
      at = quote + 1
    }
    isInString = true
    isEscaped = !isEven(backslashesBefore: count, base, max(at, floor))
    return nil
  }

  private func isEven(
    backslashesBefore end: Int,
    _ base: UnsafePointer<UInt8>,
    _ floor: Int
  ) -> Bool {
    var at = end
    while at > floor, base[at - 1] == 0x5C { at -= 1 }
    return (end - at) & 1 == 0
  }
}
