import Configuration
import Glibc
import Testing

/// Compares the reader with Python's on generated files, where script/toml-cases has written some.
struct ConfigConformanceTests {
  @Test(
    "A file without problems has the values that Python's TOML reader finds in it",
    .enabled(if: getenv("STREAMTUI_TOML") != nil)
  )
  func generatedFiles() throws {
    let cases = try #require(Self.cases)
    var counts = (accepted: 0, refused: 0, leftOut: 0)
    for line in cases.split(separator: "\n") {
      let parts = line.split(separator: "\t", omittingEmptySubsequences: false)
      guard parts.count == 2 else { continue }
      let bytes = Self.bytes(parts[0])
      let document = ConfigDocument(bytes)
      let text = String(decoding: bytes, as: UTF8.self)
      guard let problem = document.problems.first else {
        counts.accepted += 1
        #expect(Self.shown(.table(document.root)) == parts[1], "\(text.debugDescription)")
        continue
      }
      guard parts[1] != "invalid" else {
        counts.refused += 1
        continue
      }
      // Valid TOML that is left out on purpose.
      counts.leftOut += 1
      let reasons = [
        "fraction", "a date or time", "a list of tables", "0o7", "0b1", "has lines of its own",
        "too large",
      ]
      #expect(
        reasons.contains { problem.message.contains($0) },
        "\(text.debugDescription): \(problem.message)"
      )
    }
    print("accepted \(counts.accepted), refused \(counts.refused), left out \(counts.leftOut)")
    #expect(counts.accepted > 0)
  }

  private static var cases: String? {
    guard let path = getenv("STREAMTUI_TOML"), let file = fopen(path, "r") else { return nil }
    defer { fclose(file) }
    var bytes: [UInt8] = []
    var buffer: [UInt8] = Array(repeating: 0, count: 65_536)
    while true {
      let count = fread(&buffer, 1, buffer.count, file)
      guard count > 0 else { return String(decoding: bytes, as: UTF8.self) }
      bytes += buffer[..<count]
    }
  }

  private static func bytes(_ hexadecimal: Substring) -> [UInt8] {
    let digits = hexadecimal.compactMap(\.hexDigitValue)
    return stride(from: 0, to: digits.count - 1, by: 2).map {
      UInt8(digits[$0] * 16 + digits[$0 + 1])
    }
  }

  private static func hexadecimal(_ text: String) -> String {
    text.utf8.map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined()
  }

  private static func shown(_ content: ConfigValue.Content) -> String {
    switch content {
    case .string(let text): "\"" + hexadecimal(text) + "\""
    case .integer(let number): String(number)
    case .boolean(let isTrue): String(isTrue)
    case .array(let values): "[" + values.map { shown($0.content) }.joined(separator: ",") + "]"
    case .table(let table):
      "{"
        + table.entries.map { (hexadecimal($0.key), shown($0.value.content)) }
        .sorted { $0.0 < $1.0 }.map { "\($0)=\($1)" }.joined(separator: ",") + "}"
    }
  }
}
