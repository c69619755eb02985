import Testing

@testable import StreamModel

/// The one-line form of a view.
struct ViewTests {
  @Test func aPrintedViewIsReadBack() throws {
    var random = RandomView(seed: 3)
    for _ in 0..<5_000 {
      let view = try random.view()
      let line = view.description
      #expect(try View(line) == view, "\(line)")
      #expect(!line.unicodeScalars.contains("\n"))
    }
  }

  @Test(arguments: [
    ("", ""), ("  ", ""), ("in:work is:unread sort:newest", "in:work is:unread sort:newest"),
    ("sort:likes water in:work", "in:work water sort:likes"),
    ("label:a,\"b c\" from:olga", "in:a,\"b c\" author:olga"),
    ("feed:\"Lake news\"", "feed:\"Lake news\""), ("f:a,b", "feed:a,b"),
    ("subject:x by:y to:z url:u", "title:x author:y mentions:z link:u"),
    ("#lakes #a,b", "tag:lakes tag:a,b"), ("a AND b", "a b"), ("a|b", "a or b"),
    ("a OR b", "a or b"),
    ("not (a or b)", "-(a or b)"), ("!a", "-a"), ("- -a", "a"), ("-(-a)", "a"), ("((a))", "a"),
    ("(a b) c", "a b c"), ("(a or b) or c", "a or b or c"), ("a b or c d", "a b or c d"),
    ("(a or b) c", "(a or b) c"), ("in:x (a or b)", "in:x (a or b)"),
    ("(a or b) sort:oldest", "(a or b) sort:oldest"), ("(a or b)", "a or b"),
    ("https://x.example/a", "\"https://x.example/a\""), ("a:b", "\"a:b\""),
    ("'a \"b\"'", "\"a \\\"b\\\"\""), ("\"or\"", "\"or\""), ("orange", "orange"),
    ("well-known", "well-known"), ("\" a \t b \"", "\"a b\""),
    ("likes>3", "likes>=4"), ("likes<3", "likes<=2"), ("likes==3", "likes:3"),
    ("likes!=3", "-likes:3"), ("likes:2..5,9", "likes:2..5,9"), ("author!=x", "-author=x"),
    ("author=~x", "author:x"), ("since:2026/01", "after:2026-01"), ("older:2026", "before:2026"),
    ("on:2026-11-23", "date:2026-11-23"), ("is:starred,boost", "is:kept,reshare"),
    ("FROM:x", "author:x"),
  ])
  func isPrintedInOneForm(_ line: String, _ expected: String) throws {
    #expect(try View(line).description == expected)
  }

  @Test(arguments: [
    ("a (b", "column 3: \"(\" is not closed (expected \")\")"),
    ("a) b", "column 2: \")\" closes nothing (expected \"(\" before it)"),
    ("()", "column 1: no term in parentheses (expected a term before \")\")"),
    ("a (b or)", "column 6: no term after or (expected a term)"),
    ("a or", "column 3: no term after or (expected a term)"),
    ("or a", "column 1: no term before or (expected a term)"),
    ("a or or b", "column 6: no term before or (expected a term)"),
    ("and a", "column 1: no term before and (expected a term)"),
    ("not", "column 1: no term after not (expected a term)"),
    ("a -", "column 3: no term after - (expected a term)"),
    ("\"a", "column 1: \" is not closed (expected another \")"),
    ("\"\"", "column 1: no text (expected a word or a phrase)"),
    ("ä title:", "column 9: a value is missing (expected a word or a phrase)"),
    ("tag:a,", "column 7: a value is missing (expected a word or a phrase)"),
    (
      "/x/",
      "column 1: a regular expression is not supported (expected a word, or the text in quotation marks)"
    ),
    ("likes>many", "column 7: \"many\" is unknown here (expected a number such as 10)"),
    (
      "likes>9223372036854775807",
      "column 7: \"9223372036854775807\" is unknown here (expected a number such as 10)"
    ),
    (
      "likes:5..2",
      "column 7: \"5..2\" is unknown here (expected a number such as 10, or a range such as 2..5)"
    ),
    (
      "is:unred",
      "column 4: \"unred\" is unknown here (expected one of unread, read, kept, reply, reshare, edited, sensitive)"
    ),
    ("title>3", "column 1: title has no > (expected title:, title=~, title=, title==, title!=)"),
    (
      "after:02/01/2020",
      "column 7: \"02/01/2020\" is unknown here (expected a date such as 2026, 2026-11 or 2026-11-23)"
    ),
    (
      "date:2026-02-30",
      "column 6: \"2026-02-30\" is unknown here (expected a date such as 2026, 2026-11 or 2026-11-23, or a range such as 2026-01..2026-06)"
    ),
    (
      "date:2026..2025",
      "column 6: \"2026..2025\" is unknown here (expected a date such as 2026, 2026-11 or 2026-11-23, or a range such as 2026-01..2026-06)"
    ),
    (
      "a @olga",
      "column 3: \"@\" begins no term (expected a word, a field such as author:olga, or the text in quotation marks)"
    ),
    (
      "age:3d",
      "column 1: age: is not supported (expected one of text, title, author, mentions, tag, link, lang, likes, reshares, comments, after, before, date, kind, visibility, is, has, in, feed, sort, or the text in quotation marks)"
    ),
    (
      "(in:a)",
      "column 2: in: and feed: name the scope of the whole view (expected it once, outside parentheses and without not)"
    ),
    (
      "in:a feed:b",
      "column 6: in: and feed: name the scope of the whole view (expected it once, outside parentheses and without not)"
    ),
    (
      "-sort:newest",
      "column 2: sort: names the order of the whole view (expected it once, outside parentheses and without not)"
    ),
    (
      "a or b sort:newest",
      "column 8: in:, feed: and sort: hold for the whole view, not for one side of or (expected parentheses around the terms with or)"
    ),
  ])
  func anErrorNamesPlaceAndRemedy(_ line: String, _ expected: String) throws {
    #expect(throws: ViewError.self) { try View(line) }
    do { _ = try View(line) } catch { #expect(error.description == expected) }
  }

  @Test func lengthAndDepthAreBounded() throws {
    let deep = { (count: Int) in
      String(repeating: "(a or ", count: count) + "b" + String(repeating: ")", count: count)
    }
    #expect(try View(deep(View.deepest)).filter != nil)
    let tooDeep = #expect(throws: ViewError.self) { try View(deep(View.deepest + 1)) }
    #expect(tooDeep?.column == View.deepest * 6 + 1)
    let long = String(repeating: "-", count: View.longest - 1) + "a"
    #expect(try View(long).filter?.nodes.count == 2)
    let tooLong = #expect(throws: ViewError.self) { try View(long + "b") }
    #expect(tooLong?.expected == "at most 16384 bytes")
  }
}
