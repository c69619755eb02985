import Testing

@testable import Addresses

struct HostScriptsTests {
  @Test(arguments: [
    ("https://\u{430}pple.example/", "the host mixes Cyrillic and Latin letters"),
    ("https://xn--pple-43d.example/", "the host mixes Cyrillic and Latin letters"),
    ("https://www.xn--80ak6aa92e.example/", "the host has Cyrillic letters, which may look like"),
    ("https://ελλάδα.example/", "the host has Greek letters, which may look like others"),
    ("https://xn--bcher-kva.example/", "the host has letters that may look like others"),
    ("https://xn--99999999999999.example/", "the host has letters that may look like others"),
    ("https://xn--.example/", "the host has letters that may look like others"),
    ("https://%61.example/", "the host has letters that may look like others"),
    ("https://日本のカナ.example/", "the host mixes Han, Hiragana and Katakana letters"),
  ])
  func saysWhichScriptsAreMixed(_ target: String, _ reason: String) {
    guard case .ask(_, let doubt) = LinkGate.judge(target, label: "") else {
      Issue.record("not asked about")
      return
    }
    #expect(doubt.reason.hasPrefix(reason), "\(doubt.reason)")
  }

  @Test(arguments: [
    ("egbpdaj6bu4bxfgehfvwxn", "ليهمابتكلموشعربي؟"), ("ihqwcrb4cv8a8dqg056pqjye", "他们为什么不说中文"),
    ("Hello-Another-Way--fc4qua05auwb3674vfr0b".lowercased(), "hello-another-way-それぞれの場所"),
    ("d9juau41awczczp", "そのスピードで"),
  ])
  func readsPunycode(_ code: String, _ text: String) {
    // The samples of RFC 3492, 7.1.
    let decoded = HostScripts.decoded(Array("xn--\(code)".unicodeScalars))
    #expect(String(String.UnicodeScalarView(decoded)) == text)
  }
}
