import Foundation
import Testing

@testable import RichText

/// html5lib's tokenizer tests, where the machine has them (STREAMTUI_CORPORA/html5lib-tokenizer).
///
/// Comments and doctypes mean nothing in a fragment, so their tokens are left out of what is expected; where
/// they end still counts.
struct TokenizerConformanceTests {
  static let folder = ProcessInfo.processInfo.environment["STREAMTUI_CORPORA"].map {
    "\($0)/html5lib-tokenizer"
  }

  @Test(.enabled(if: folder != nil)) func tokenizesAsTheStandardSays() throws {
    let folder = try #require(Self.folder)
    var total = 0
    var failed: [String] = []
    for file in try FileManager.default.contentsOfDirectory(atPath: folder).sorted()
    where file.hasSuffix(".test.json") {
      let data = try Data(contentsOf: URL(fileURLWithPath: "\(folder)/\(file)"))
      let document = try #require(try JSONSerialization.jsonObject(with: data) as? [String: Any])
      for case let test as [String: Any] in document["tests"] as? [Any] ?? [] {
        for state in test["initialStates"] as? [String] ?? ["Data state"] {
          guard let sample = Sample(test, state: state) else { continue }
          total += 1
          let got = sample.tokens()
          if got != sample.expected {
            failed.append(
              "\(file): \(sample.name) [\(state)] \(sample.input.debugDescription)\n    expected \(sample.expected)\n    got      \(got)"
            )
          }
        }
      }
    }
    print("html5lib tokenizer: \(total - failed.count) of \(total)")
    #expect(total > 1000)
    #expect(failed.isEmpty, "\(failed.prefix(40).joined(separator: "\n"))")
  }
}

/// One test of the suite in one state.
private struct Sample {
  let name: String
  let input: String
  let expected: [String]
  private let content: Tokenizer.Content
  private let lastStartTag: String

  init?(_ test: [String: Any], state: String) {
    let isEscaped = test["doubleEscaped"] as? Bool ?? false
    guard let input = test["input"] as? String, let output = test["output"] as? [Any] else {
      return nil
    }
    name = test["description"] as? String ?? ""
    lastStartTag = test["lastStartTag"] as? String ?? ""
    switch state {
    case "Data state": content = .data
    case "RCDATA state": content = .rcdata
    case "RAWTEXT state": content = .rawText
    case "Script data state": content = .script
    case "PLAINTEXT state": content = .plainText
    default: return nil
    }
    // A lone surrogate cannot be in a UTF-8 document.
    guard let clear = isEscaped ? Self.unescaped(input) : input else { return nil }
    self.input = clear
    var list: [String] = []
    for case let token as [Any] in output {
      guard let text = Self.text(of: token, isEscaped) else { return nil }
      guard !text.isEmpty else { continue }
      if text.hasPrefix("text "), let last = list.last, last.hasPrefix("text ") {
        list[list.count - 1] = last + text.dropFirst(5)
      } else {
        list.append(text)
      }
    }
    expected = list
  }

  func tokens() -> [String] {
    var list: [String] = []
    var input = self.input.replacing("\r\n", with: "\n").replacing("\r", with: "\n")
    input.withUTF8 { bytes in
      var tokenizer = Tokenizer(bytes)
      tokenizer.content = content
      tokenizer.lastStartTag = Array(lastStartTag.utf8)
      while let token = tokenizer.next() {
        let text: String
        switch token {
        case .text: text = "text " + String(decoding: bytes[tokenizer.textRange], as: UTF8.self)
        case .characters: text = "text " + String(decoding: tokenizer.scratch, as: UTF8.self)
        case .endTag: text = "end " + String(decoding: tokenizer.name, as: UTF8.self)
        case .startTag:
          let attributes = tokenizer.attributes.map {
            let name = String(decoding: tokenizer.attributeBytes[$0.name], as: UTF8.self)
            return "\(name)=\(String(decoding: tokenizer.attributeBytes[$0.value], as: UTF8.self))"
          }.sorted()
          text = "start \(String(decoding: tokenizer.name, as: UTF8.self)) \(attributes)"
        }
        if text.hasPrefix("text "), let last = list.last, last.hasPrefix("text ") {
          list[list.count - 1] = last + text.dropFirst(5)
        } else {
          list.append(text)
        }
      }
    }
    return list
  }

  private static func text(of token: [Any], _ isEscaped: Bool) -> String? {
    let clear = { (text: Any?) -> String? in
      guard let text = text as? String else { return nil }
      return isEscaped ? unescaped(text) : text
    }
    switch token.first as? String {
    case "Character": return clear(token[1]).map { "text " + $0 }
    case "EndTag": return clear(token[1]).map { "end " + $0 }
    case "StartTag":
      guard let name = clear(token[1]) else { return nil }
      var attributes: [String] = []
      for (key, value) in token[2] as? [String: String] ?? [:] {
        guard let key = clear(key), let value = clear(value) else { return nil }
        attributes.append("\(key)=\(value)")
      }
      return "start \(name) \(attributes.sorted())"
    default: return ""
    }
  }

  /// The "\\uXXXX" of doubly escaped tests; nil for a lone surrogate.
  private static func unescaped(_ text: String) -> String? {
    var units: [UInt16] = []
    var rest = Substring(text)
    while let first = rest.first {
      if rest.hasPrefix("\\u"), let unit = UInt16(rest.dropFirst(2).prefix(4), radix: 16) {
        units.append(unit)
        rest = rest.dropFirst(6)
      } else {
        units += Array(String(first).utf16)
        rest = rest.dropFirst()
      }
    }
    let result = String(decoding: units, as: UTF16.self)
    return Array(result.utf16) == units ? result : nil
  }
}
