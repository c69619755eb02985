import StreamUI

/// What holds for any keys and any link.
enum InputProperties {
  static func checkGate(_ bytes: [UInt8]) {
    let half = bytes.count / 2
    let target = String(decoding: bytes[..<half], as: UTF8.self)
    let label = String(decoding: bytes[half...], as: UTF8.self)
    for target in [target, "http://" + target, "https://a@" + target, "mailto:" + target] {
      switch LinkGate.judge(target, label: label) {
      case .refuse: continue
      case .open(let checked), .ask(let checked, because: _):
        let text = checked.text
        let schemes = ["http://", "https://", "mailto:"]
        expect(schemes.contains { text.hasPrefix($0) }, "another scheme: \(text)")
        expect(text.utf8.allSatisfy { (0x21...0x7E).contains($0) }, "no plain bytes: \(text)")
        expect(text.utf8.count <= LinkGate.limit, "too long")
      }
    }
  }

  static func checkKeys(_ bytes: [UInt8]) {
    _ = try? KeyScript(String(decoding: bytes, as: UTF8.self))
    var whole = InputParser()
    let inputs = whole.parse(bytes) + whole.timeOut()
    var parser = InputParser()
    let pieces = bytes.flatMap { parser.parse([$0]) } + parser.timeOut()
    expect(inputs == pieces, "pieces give other keys")
  }
}
