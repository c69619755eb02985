import Foundation
import TestSupport

/// The Unicode consortium's test files, where the machine has them: in the folder named by
/// STREAMTUI_CORPORA, or where Debian's unicode-data puts them.
enum UnicodeData {
  static func lines(_ name: String) -> [String]? {
    var folders = ["/usr/share/unicode/auxiliary", "/usr/share/unicode/emoji"]
    if let corpora = ProcessInfo.processInfo.environment["STREAMTUI_CORPORA"] {
      folders.insert("\(corpora)/unicode", at: 0)
    }
    for folder in folders {
      if let text = try? String(contentsOfFile: "\(folder)/\(name)", encoding: .utf8) {
        return text.split(separator: "\n").map { String($0.prefix { $0 != "#" }) }
          .filter { !$0.allSatisfy(\.isWhitespace) }
      }
    }
    return nil
  }

  static func has(_ name: String) -> Bool { lines(name) != nil }

  /// The scalars of "÷ 0020 × 0308 ÷" and whether there is a break before each and at the end.
  static func breaks(_ line: String) -> (scalars: [UInt32], breaks: [Bool]) {
    var scalars: [UInt32] = []
    var breaks: [Bool] = []
    for word in line.split(whereSeparator: \.isWhitespace) {
      switch word {
      case "÷": breaks.append(true)
      case "×": breaks.append(false)
      default: scalars.append(UInt32(word, radix: 16) ?? 0)
      }
    }
    return (scalars, breaks)
  }

  static func utf8(_ scalars: [UInt32]) -> [UInt8] {
    var text = String.UnicodeScalarView()
    for scalar in scalars { text.append(Unicode.Scalar(scalar) ?? "\u{FFFD}") }
    return Array(String(text).utf8)
  }
}

/// Random text of everything that is hard to measure, break and draw.
enum RandomText {
  static let pieces = [
    "a", "word", "a-b", "1,000.5", "$5", "(x)", " ", "  ", "\n", "\t", "東京", "ー", "、", "。", "한국",
    "각", "e\u{301}", "\u{301}", "\u{200D}", "👩‍💻", "👨‍👩‍👧‍👦", "🇫🇮", "🇯", "👍🏽", "❤️", "1️⃣",
    "مرحبا", "שלום", "\u{202E}", "\u{2066}", "\u{200B}", "\u{AD}", "\u{FEFF}", "\u{1B}[31m",
    "\u{7}",
    "\u{9B}", "\u{E0041}", "🏴\u{E0067}\u{E0062}\u{E007F}", "https://a.example/b?c=d&e", "नमस्ते",
    "\u{2028}", "\r\n", "\r", "“q”", "…", "\u{A0}", "Z̸͖̝̤̲̞̥͙", "\u{0}", "\u{FFF9}", "ﷺ", "𝔘", "\u{1160}",
  ]

  static func make(_ random: inout SplitMix, _ count: Int) -> String {
    (0..<count).map { _ in pieces[random.below(pieces.count)] }.joined()
  }

  static func bytes(_ random: inout SplitMix, _ count: Int) -> [UInt8] {
    var bytes = Array(make(&random, count).utf8)
    for _ in 0..<random.below(6) where !bytes.isEmpty {
      bytes[random.below(bytes.count)] = UInt8(truncatingIfNeeded: random.next())
    }
    return bytes
  }
}
