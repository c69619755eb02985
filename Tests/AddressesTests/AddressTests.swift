import Testing

@testable import Addresses

@Suite struct AddressTests {
  /// RFC 3986 sections 5.4.1 and 5.4.2, in their order.
  @Test(arguments: [
    ("g:h", "g:h"), ("g", "http://a/b/c/g"), ("./g", "http://a/b/c/g"),
    ("g/", "http://a/b/c/g/"), ("/g", "http://a/g"), ("//g", "http://g"),
    ("?y", "http://a/b/c/d;p?y"), ("g?y", "http://a/b/c/g?y"), ("#s", "http://a/b/c/d;p?q#s"),
    ("g#s", "http://a/b/c/g#s"), ("g?y#s", "http://a/b/c/g?y#s"), (";x", "http://a/b/c/;x"),
    ("g;x", "http://a/b/c/g;x"), ("g;x?y#s", "http://a/b/c/g;x?y#s"),
    ("", "http://a/b/c/d;p?q"), (".", "http://a/b/c/"), ("./", "http://a/b/c/"),
    ("..", "http://a/b/"), ("../", "http://a/b/"), ("../g", "http://a/b/g"),
    ("../..", "http://a/"), ("../../", "http://a/"), ("../../g", "http://a/g"),
    ("../../../g", "http://a/g"), ("../../../../g", "http://a/g"), ("/./g", "http://a/g"),
    ("/../g", "http://a/g"), ("g.", "http://a/b/c/g."), (".g", "http://a/b/c/.g"),
    ("g..", "http://a/b/c/g.."), ("..g", "http://a/b/c/..g"), ("./../g", "http://a/b/g"),
    ("./g/.", "http://a/b/c/g/"), ("g/./h", "http://a/b/c/g/h"), ("g/../h", "http://a/b/c/h"),
    ("g;x=1/./y", "http://a/b/c/g;x=1/y"), ("g;x=1/../y", "http://a/b/c/y"),
    ("g?y/./x", "http://a/b/c/g?y/./x"), ("g?y/../x", "http://a/b/c/g?y/../x"),
    ("g#s/./x", "http://a/b/c/g#s/./x"), ("g#s/../x", "http://a/b/c/g#s/../x"),
    ("http:g", "http:g"),
  ])
  func examplesOfTheStandard(_ reference: String, _ expected: String) {
    #expect(Address.resolve(reference, against: "http://a/b/c/d;p?q") == expected)
  }

  @Test(arguments: [
    ("x", "https://a.example", "https://a.example/x"),
    ("?x", "https://a.example", "https://a.example?x"),
    ("../x", "https://a.example", "https://a.example/x"),
    ("#n", "https://a.example/b#m", "https://a.example/b#n"),
    ("", "https://a.example/b#m", "https://a.example/b"),
    ("/ä b/%7e", "https://a.example/c", "https://a.example/ä b/%7e"),
    ("//b.example:80/x/../y", "https://user@a.example/", "https://b.example:80/y"),
    ("a:b", "https://a.example/", "a:b"), ("1:b", "https://a.example/", "https://a.example/1:b"),
    (" x\n", "https://a.example/", "https://a.example/x"),
    ("ht\ntps://b.exam\tple/ ", "https://a.example/", "https://b.example/"),
    ("x", " https://a.example/b\n/c ", "https://a.example/b/x"),
    ("b", "file:/usr/a", "file:/usr/b"), ("b//c/..//d", "http://a", "http://a/b///d"),
    ("..//x", "http://a/b/c", "http://a//x"),
    // Nothing to be relative to.
    ("x", "mailto:olga@a.example", "x"), ("x", "tag:a.example,2004:1", "x"), ("x", "/a/b", "x"),
    ("x", "", "x"), ("#n", "about:blank", "#n"), (" x ", "urn:a", "x"),
  ])
  func realFeeds(_ reference: String, _ base: String, _ expected: String) {
    #expect(Address.resolve(reference, against: base) == expected)
  }

  @Test func withoutABaseOnlyTheSpaceAroundIsGone() {
    #expect(Address.resolve(" ../x ", against: nil) == "../x")
    #expect(Address.resolve("   ", against: nil) == "")
  }

  @Test func longPathsAreResolvedAndEndlessOnesLeftAlone() {
    let deep = String(repeating: "a/../", count: 13_000)
    #expect(Address.resolve(deep + "x", against: "http://a/b") == "http://a/x")
    let endless = String(repeating: "a/../", count: 14_000)
    #expect(Address.resolve(endless, against: "http://a/b") == endless)
    #expect(Address.resolve("x", against: "http://a/" + endless) == "x")
  }
}
