import Glibc

/// Checks whether the machine's C library is the release that the program was linked with.
///
/// A statically linked program loads iconv's converters from the machine, and those fit only their
/// own release: converters of another release may end the process instead of failing.
enum SystemLibrary {
  static let isOurs: Bool = {
    guard let version else { return true }
    for place in places {
      guard let file = fopen(place, "re") else { continue }
      defer { fclose(file) }
      return holds("release version \(version).", file)
    }
    // There are no converters either, which iconv reports itself.
    return true
  }()

  /// The release of the linked C library, such as "2.36".
  private static var version: String? {
    var text = [CChar](repeating: 0, count: 64)
    guard confstr(Int32(_CS_GNU_LIBC_VERSION), &text, text.count) > 0 else { return nil }
    let words = text.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }
    return String(decoding: words, as: UTF8.self).split(separator: " ").last.map(String.init)
  }

  #if arch(arm64)
    private static let folder = "aarch64-linux-gnu"
  #else
    private static let folder = "x86_64-linux-gnu"
  #endif

  private static let places = [
    "/usr/lib/\(folder)/libc.so.6", "/lib/\(folder)/libc.so.6", "/usr/lib64/libc.so.6",
    "/lib64/libc.so.6", "/usr/lib/libc.so.6",
  ]

  private static func holds(_ words: String, _ file: UnsafeMutablePointer<FILE>) -> Bool {
    let wanted = Array(words.utf8)
    let size = 1 << 16
    let piece = UnsafeMutableRawPointer.allocate(byteCount: size, alignment: 1)
    defer { piece.deallocate() }
    var kept = 0
    while true {
      let got = fread(piece + kept, 1, size - kept, file)
      guard got > 0 else { return false }
      let filled = kept + got
      var at = 0
      while filled - at >= wanted.count,
        let found = memchr(piece + at, Int32(wanted[0]), filled - at)
      {
        at = UnsafeRawPointer(found) - UnsafeRawPointer(piece)
        guard filled - at >= wanted.count else { break }
        if memcmp(found, wanted, wanted.count) == 0 { return true }
        at += 1
      }
      // Text at the end of this piece may be the start of a match: check it with the next piece.
      kept = min(filled, wanted.count - 1)
      memmove(piece, piece + (filled - kept), kept)
    }
  }
}
