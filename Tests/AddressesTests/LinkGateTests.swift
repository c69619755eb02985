import TestSupport
import Testing

@testable import Addresses

struct LinkGateTests {
  @Test(arguments: [
    "https://host.example/a?b=c#d", "http://host.example", "https://host.example:8443/x",
    "  https://host.example/  ", "https://host.example./", "https://host.example:065535/",
    "https://host.example:/", "https://a_b.host.example/%2F%00",
  ])
  func opens(_ target: String) {
    guard case .open(let checked) = LinkGate.judge(target, label: "here") else {
      Issue.record("\(target) was not opened")
      return
    }
    #expect(checked.text.hasPrefix("http"))
    #expect(checked.text.utf8.allSatisfy { (0x21...0x7E).contains($0) })
  }

  @Test(arguments: [
    "https://a@host.example/", "https://xn--bcher-kva.example/", "https://bücher.example/",
    "http://127.0.0.1/", "http://192.168.1.1/", "http://10.0.0.1:80/", "http://localhost:3000/",
    "http://0x7f000001/", "http://2130706433/", "http://[::1]/", "mailto:olga@host.example",
    "http://printer.local/", "http://localhost./", "http://127.0.0.1./", "http://0177.0.0.1/",
    "http://0300.0250.0.1/", "http://0x7f.1/",
  ])
  func asks(_ target: String) {
    guard case .ask = LinkGate.judge(target, label: "here") else {
      Issue.record("\(target) was not asked about: \(LinkGate.judge(target, label: "here"))")
      return
    }
  }

  @Test(arguments: [
    "javascript:alert(1)", "data:text/html,x", "file:///etc/passwd", "-oProxyCommand=x", "--help",
    "/relative", "ftp://host.example/", "https://", "http:///x", "https:host", "", "x",
    "https://host.example\n-x", "https://ho st.example/", "https:\\\\host.example", "mailto:nobody",
    "https://host.example:port/", "vbscript:x", "https://ho\"st.example/",
    "https://host.example:65536/", "https://[zz]/", "https://[1/", "https://[::1]x/",
    "https://host..example/", "https://.example/", "https://./", "https://-host.example/",
    "https://host.example/\u{FFFD}", "https://%00/", "https://ho%2Fst.example/",
    "https://bank%40evil.example/",
    "https://bank.example%2F@evil.example/",
    "https://" + String(repeating: "a", count: 64) + ".example/",
    "https://" + String(repeating: "a.", count: 128) + "example/",
  ])
  func refuses(_ target: String) {
    #expect(LinkGate.judge(target, label: "here").target == nil)
  }

  @Test(arguments: [
    ("bank.example", "https://evil.example", "bank.example"),
    ("https://bank.example/login", "https://evil.example", "bank.example"),
    ("www.a.example", "https://a.example/x", nil), ("README.md", "https://a.example", nil),
    ("see here", "https://a.example", nil), ("a.example/path…", "https://a.example/path/x", nil),
    ("sub.a.example", "https://a.example/", "sub.a.example"),
  ])
  func namesTheOtherHost(_ label: String, _ target: String, _ host: String?) {
    #expect(LinkGate.otherHost(in: label, than: target) == host)
  }

  @Test(arguments: [
    ("https://a.example/x", "https://a.example/x", true),
    ("a.example", "https://www.a.example/", true),
    ("see here", "https://a.example", false), ("bank.example", "https://evil.example", false),
  ])
  func knowsATextThatNamesTheHost(_ label: String, _ target: String, _ isNamed: Bool) {
    #expect(LinkGate.isHostNamed(of: target, in: label) == isNamed)
  }

  @Test func anyBytesAreJudgedAndWhatOpensIsOneHarmlessArgument() {
    var random = SplitMix(seed: 13)
    let pieces = [
      "http", "https", ":", "/", "//", "@", "[", "]", "%", "é", "\u{1B}", " ", "-", "x.example",
      "127.0.0.1", "?", "#", "xn--", "xn--a-80z", "mailto:", "99999999", "\\", "\n", "ж", "mailto",
      "..", "0x1", "'", ";", "$(x)", "&",
    ]
    for _ in 0..<20_000 {
      let target = (0..<(1 + random.next() % 9)).map { _ in
        pieces[Int(random.next() % UInt64(pieces.count))]
      }.joined()
      switch LinkGate.judge(target, label: "x") {
      case .refuse: continue
      case .open(let checked), .ask(let checked, _):
        #expect(checked.text.utf8.allSatisfy { (0x21...0x7E).contains($0) })
        #expect(["http://", "https://", "mailto:"].contains { checked.text.hasPrefix($0) })
        #expect(checked.hostRange.upperBound <= checked.columnsToItsHost)
      }
    }
  }

  @Test(arguments: [
    ("https://a@Evil.example:80/x", "evil.example"), ("https://[::1]:80/", "[::1]"),
    ("http://plain.example", "plain.example"),
    ("mailto:olga@host.example?subject=x@y", "host.example"),
  ])
  func stressesTheHostThatItLeadsTo(_ target: String, _ host: String) {
    guard case .ask(let checked, _) = LinkGate.judge(target, label: "other.example/") else {
      Issue.record("not asked about")
      return
    }
    let bytes = Array(checked.text.utf8)[checked.hostRange]
    #expect(String(decoding: bytes, as: UTF8.self).lowercased() == host)
  }
}
