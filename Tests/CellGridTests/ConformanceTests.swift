import Testing

@testable import CellGrid

/// The Unicode consortium's own tests.
struct ConformanceTests {
  @Test(.enabled(if: UnicodeData.has("GraphemeBreakTest.txt")))
  func graphemeClusters() throws {
    let lines = try #require(UnicodeData.lines("GraphemeBreakTest.txt"))
    #expect(lines.count > 500)
    for line in lines {
      let (scalars, breaks) = UnicodeData.breaks(line)
      let bytes = UnicodeData.utf8(scalars)
      var starts: [Int] = []
      bytes.withUnsafeBufferPointer { buffer in
        var clusters = Graphemes(buffer, 0..<buffer.count)
        while let cluster = clusters.nextCluster() { starts.append(cluster.range.lowerBound) }
      }
      #expect(starts == offsets(scalars, breaks.dropLast()), "\(line)")
    }
  }

  @Test(.enabled(if: UnicodeData.has("LineBreakTest.txt")))
  func lineBreaks() throws {
    let lines = try #require(UnicodeData.lines("LineBreakTest.txt"))
    #expect(lines.count > 7000)
    var failed: [String] = []
    for line in lines {
      let (scalars, breaks) = UnicodeData.breaks(line)
      let bytes = UnicodeData.utf8(scalars)
      var found: [Int] = []
      bytes.withUnsafeBufferPointer { buffer in
        var rules = LineBreakRules(buffer, end: buffer.count)
        var index = 0
        while index < buffer.count {
          let (scalar, length) = UTF8Scalar.decode(buffer, at: index)
          if rules.take(scalar ?? 0, at: index, length: length) != .prohibited {
            found.append(index)
          }
          index += length
        }
      }
      if found != offsets(scalars, breaks.dropLast()) { failed.append(line) }
    }
    #expect(failed.isEmpty, "\(failed.count) of \(lines.count): \(failed.prefix(5))")
  }

  @Test(.enabled(if: UnicodeData.has("emoji-test.txt")))
  func emojiAreTwoColumns() throws {
    let lines = try #require(UnicodeData.lines("emoji-test.txt"))
    let qualified = lines.filter { $0.contains("fully-qualified") && !$0.contains("minimally") }
    #expect(qualified.count > 3000)
    for line in qualified {
      let scalars = line.prefix { $0 != ";" }.split(separator: " ").compactMap {
        UInt32($0, radix: 16)
      }
      let text = SafeText(sanitizing: String(decoding: UnicodeData.utf8(scalars), as: UTF8.self))
      #expect(ColumnWidth.columns(of: text) == 2, "\(line)")
    }
  }

  /// Byte offsets of the scalars with a break before them.
  private func offsets(_ scalars: [UInt32], _ breaks: ArraySlice<Bool>) -> [Int] {
    var offset = 0
    var result: [Int] = []
    for (scalar, isBreak) in zip(scalars, breaks) {
      if isBreak { result.append(offset) }
      offset += UnicodeData.utf8([scalar]).count
    }
    return result
  }
}
