@testable import StreamHost

/// Reads curl's configuration file as curl does (curl's `src/tool_parsecfg.c`): the options in
/// their order, for each request.
struct CurlConfigReader {
  struct Option: Equatable {
    let name: String
    let value: String?
  }

  /// The options of each section; "next" separates them.
  static func sections(_ text: String) -> [[Option]] {
    var sections: [[Option]] = [[]]
    for line in text.utf8.split(separator: 0x0A) {
      let rest = line.drop { $0 == 0x20 || $0 == 0x09 }
      guard let first = rest.first, !"#/*\r".utf8.contains(first) else { continue }
      let name = rest.prefix { !" \t=:\r".utf8.contains($0) }
      let value = rest.dropFirst(name.count).drop { " \t=:".utf8.contains($0) }
      let option = Option(
        name: String(decoding: name, as: UTF8.self),
        value: value.isEmpty ? nil : read(value)
      )
      if option.name == "next" {
        sections.append([])
      } else {
        sections[sections.count - 1].append(option)
      }
    }
    return sections
  }

  private static func read(_ value: Substring.UTF8View.SubSequence) -> String {
    guard value.first == UInt8(ascii: "\"") else {
      return String(decoding: value.prefix { $0 > 0x20 }, as: UTF8.self)
    }
    var result: [UInt8] = []
    var rest = value.dropFirst()
    while let byte = rest.popFirst(), byte != UInt8(ascii: "\"") {
      guard byte == UInt8(ascii: "\\"), let letter = rest.popFirst() else {
        result.append(byte)
        continue
      }
      switch letter {
      case UInt8(ascii: "t"): result.append(0x09)
      case UInt8(ascii: "n"): result.append(0x0A)
      case UInt8(ascii: "r"): result.append(0x0D)
      case UInt8(ascii: "v"): result.append(0x0B)
      default: result.append(letter)
      }
    }
    return String(decoding: result, as: UTF8.self)
  }
}
