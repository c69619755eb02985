import Addresses
import StreamUI

/// What holds for any keys and any link.
enum InputProperties {
  private static let starts = ["", "http://", "https://a@", "mailto:"]

  static func checkGate(_ input: FuzzInput) {
    let half = input.bytes.startIndex + input.bytes.count / 2
    let target = String(decoding: input.bytes[..<half], as: UTF8.self)
    let label = String(decoding: input.bytes[half...], as: UTF8.self)
    switch LinkGate.judge(starts[input.choose(starts.count)] + target, label: label) {
    case .refuse: return
    case .open(let checked), .ask(let checked, because: _):
      let text = checked.text
      let schemes = ["http://", "https://", "mailto:"]
      expect(schemes.contains { text.hasPrefix($0) }, "another scheme: \(text)")
      expect(text.utf8.allSatisfy { (0x21...0x7E).contains($0) }, "no plain bytes: \(text)")
      expect(text.utf8.count <= LinkGate.limit, "too long")
      let host = checked.hostRange
      expect(host.upperBound <= checked.columnsToItsHost, "a host behind its end")
      expect(checked.columnsToItsHost <= text.utf8.count, "an end behind the text")
    }
  }

  static func checkKeys(_ input: FuzzInput) {
    if input.choose(4) == 0 {
      _ = try? KeyScript(input.text)
      return
    }
    var whole = InputParser()
    let inputs = whole.parse(Array(input.bytes)) + whole.timeOut()
    var parser = InputParser()
    let pieces = input.bytes.flatMap { parser.parse([$0]) } + parser.timeOut()
    expect(inputs == pieces, "pieces give other keys")
  }
}
