import FuzzProperties
import Glibc
import TestSupport

/// Every file of a folder, whole, cut at 64 places and changed 16 times, through every target that
/// reads documents (reliability goal G2).
enum Storm {
  private static let cuts = 64
  private static let mutations = 16
  /// Longer files are read whole only, so that the whole ends.
  private static let longest = 256 << 10

  /// Runs and prints how often, and how long the slowest took; a broken property ends the program.
  static func run(over folder: String) {
    var random = SplitMix(seed: 1)
    var documents = 0
    var runs = 0
    var slowest: (name: String, milliseconds: Int) = ("", 0)
    for path in files(below: folder) {
      guard let bytes = contents(of: path) else { continue }
      documents += 1
      let variants = [bytes] + (bytes.count > longest ? [] : changed(bytes, &random))
      for variant in variants {
        let start = now()
        FeedProperties.checkWhole(variant)
        if path.hasSuffix(".html") { TextProperties.checkHTML(variant) }
        let milliseconds = now() - start
        runs += 1
        if milliseconds > slowest.milliseconds { slowest = (path, milliseconds) }
      }
    }
    print("\(documents) documents, \(runs) runs, nothing broken")
    print("slowest: \(slowest.milliseconds) ms, \(slowest.name)")
  }

  private static func changed(_ bytes: [UInt8], _ random: inout SplitMix) -> [[UInt8]] {
    guard !bytes.isEmpty else { return [] }
    var variants = (0..<cuts).map { _ in Array(bytes.prefix(random.below(bytes.count))) }
    for _ in 0..<mutations {
      var variant = bytes
      for _ in 0...random.below(8) {
        let at = random.below(variant.count)
        switch random.below(4) {
        case 0: variant[at] = UInt8(truncatingIfNeeded: random.next())
        case 1: variant[at] ^= 1 << UInt8(random.below(8))
        case 2: variant.remove(at: at)
        default:
          let end = min(variant.count, at + random.below(32))
          variant.insert(contentsOf: variant[at..<end], at: random.below(variant.count))
        }
        if variant.isEmpty { variant = [0x20] }
      }
      variants.append(variant)
    }
    return variants
  }

  private static func files(below folder: String) -> [String] {
    guard let directory = opendir(folder) else { return [] }
    defer { closedir(directory) }
    var found: [String] = []
    while let entry = readdir(directory) {
      let name = withUnsafePointer(to: &entry.pointee.d_name) { pointer in
        pointer.withMemoryRebound(to: CChar.self, capacity: 256) { String(cString: $0) }
      }
      guard !name.hasPrefix(".") else { continue }
      let path = "\(folder)/\(name)"
      if Int32(entry.pointee.d_type) == Int32(DT_DIR) {
        found += files(below: path)
      } else {
        found.append(path)
      }
    }
    return found.sorted()
  }

  private static func contents(of path: String) -> [UInt8]? {
    guard let file = fopen(path, "r") else { return nil }
    defer { fclose(file) }
    var bytes: [UInt8] = []
    var buffer: [UInt8] = Array(repeating: 0, count: 64 << 10)
    while true {
      let count = fread(&buffer, 1, buffer.count, file)
      guard count > 0 else { return bytes }
      bytes += buffer[..<count]
    }
  }

  /// Milliseconds on the monotonic clock.
  private static func now() -> Int {
    var time = timespec()
    clock_gettime(CLOCK_MONOTONIC, &time)
    return Int(time.tv_sec) * 1_000 + Int(time.tv_nsec) / 1_000_000
  }
}
