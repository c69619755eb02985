import CellGrid
import Foundation
import TestSupport
import Testing

@testable import StreamModel

/// No search by bytes passes over a text that the search through texts finds, whatever scalars fold to.
///
/// "です" was not found: "で" folds to "て" and a mark, the needle was "て", and no letter that folds to more than the
/// needle counted as a part of a match.
struct NeedlePropertyTests {
  private static let added = AddedWords(names: [], inRows: false)

  /// Whether the bytes of `text` may show `wanted`; as they are, and with JSON's escapes.
  private static func mayShow(_ wanted: String, _ text: String) -> Bool {
    let pattern = FoldedPattern(wanted, ignoringCase: true)
    guard let needle = added.needle(for: pattern, ignoringCase: true) else { return true }
    return [(text, false), (escaped(text), true)].allSatisfy { written, escapes in
      let line = #"{"id":"1","body_text":"a \#(written) b"}"#
      return Array(line.utf8).withUnsafeBufferPointer {
        needle.first(in: $0, from: 0, escapes: escapes) != nil
      }
    }
  }

  private static func escaped(_ text: String) -> String {
    text.utf16.map { unit in
      let hex = String(unit, radix: 16)
      return "\\u" + String(repeating: "0", count: 4 - hex.count) + hex
    }.joined()
  }

  private static func matches(_ wanted: String, _ text: String) -> Bool {
    FoldedPattern(wanted, ignoringCase: true).matches(text)
  }

  private static let folding: [Unicode.Scalar] = (0x80...0x2FFFF).compactMap { Unicode.Scalar($0) }
    .filter { scalar in
      scalar.properties.generalCategory != .unassigned
        && TextFolding.caseless.scalars(of: String(scalar)) != [scalar.value]
    }

  @Test func theWholeFoldingTable() {
    var missed: [String] = []
    for (index, scalar) in Self.folding.enumerated() where isLongRun || index % 24 == 0 {
      let letter = String(scalar)
      let text = "x\(letter)y"
      var wanted = [text]
      if isLongRun { wanted += [letter, "x\(letter)", "\(letter)y", "wx\(letter)"] }
      for wanted in wanted where Self.matches(wanted, text) && !Self.mayShow(wanted, text) {
        missed.append("\(wanted) in \(text)")
      }
    }
    #expect(Self.folding.count > 3_000)
    #expect(missed.isEmpty, "\(missed.count): \(missed.prefix(20))")
  }

  @Test(arguments: [
    "です", "が", "パン", "ドア", "ありがとう", "ガイド", "本だな", "হয়", "x½y", "ⅷ", "ﬁne", "Ĳssel", "한글", "ŉ", "Ⅻ",
  ])
  func wordsAreFoundInBothForms(_ word: String) {
    let forms = [
      word, word.decomposedStringWithCanonicalMapping, word.precomposedStringWithCanonicalMapping,
    ]
    for text in forms {
      for wanted in forms where Self.matches(wanted, text) {
        #expect(Self.mayShow(wanted, text), "\(wanted) in \(text)")
      }
    }
    #expect(Self.matches(word, word))
  }

  /// Lists of words, one a line, in the folder that STREAMTUI_WORDS names: with the words before and after it, and a part
  /// of it.
  @Test(.enabled(if: ProcessInfo.processInfo.environment["STREAMTUI_WORDS"] != nil))
  func wordsOfManyLanguages() throws {
    let folder = ProcessInfo.processInfo.environment["STREAMTUI_WORDS"] ?? ""
    var (missed, count): ([String], Int) = ([], 0)
    for name in try FileManager.default.contentsOfDirectory(atPath: folder).sorted() {
      let words = try String(contentsOfFile: "\(folder)/\(name)", encoding: .utf8).split(
        separator: "\n"
      )
      for (index, word) in words.enumerated() {
        let text = "\(words[max(0, index - 1)]) \(word.uppercased()) \(word)"
        let forms = [
          String(word), word.decomposedStringWithCanonicalMapping, String(word.dropFirst()),
          String(word.dropLast()),
        ]
        for text in [text, text.decomposedStringWithCanonicalMapping] {
          for wanted in forms where Self.matches(wanted, text) && !Self.mayShow(wanted, text) {
            missed.append("\(name): \(wanted)")
          }
        }
        count += 1
      }
    }
    print("words: \(count)")
    #expect(missed.isEmpty, "\(missed.count): \(missed.prefix(20))")
  }
}
