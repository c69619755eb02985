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
    ("feed:\"Lake news\"", "feed=\"Lake news\""), ("f:a,b", "feed:a,b"),
    ("feed =~ \"Lake news\"", "feed:/Lake news/"), ("feed:\"Lake\"", "feed=Lake"),
    ("feed:lake,\"Lake news\"", "feed:lake or feed=\"Lake news\""),
    ("-feed:\"Feed 3\"", "-feed=\"Feed 3\""),
    ("subject:x by:y to:z url:u", "title:x author:y mentions:z url:u"),
    ("#lakes #a,b", "tag:lakes tag:a,b"), ("a AND b", "a b"), ("a|b", "a or b"),
    ("a OR b", "a or b"),
    ("not (a or b)", "-(a or b)"), ("!a", "-a"), ("- -a", "a"), ("-(-a)", "a"), ("((a))", "a"),
    ("(a b) c", "a b c"), ("(a or b) or c", "a or b or c"), ("a b or c d", "a b or c d"),
    ("(a or b) c", "(a or b) c"), ("in:x (a or b)", "in:x (a or b)"),
    ("(a or b) sort:oldest", "(a or b) sort:oldest"), ("(a or b)", "a or b"),
    ("https://x.example/a", "\"https://x.example/a\""), ("a:b", "\"a:b\""),
    ("'a \"b\"'", "\"a \\\"b\\\"\""), ("\"or\"", "\"or\""), ("orange", "orange"),
    ("well-known", "well-known"), ("-has (between x)", "-has \"between\" x"),
    ("\" a \t b \"", "\"a b\""),
    ("likes>3", "likes>3"), ("likes<3", "likes<3"), ("likes==3", "likes:3"),
    ("likes!=3", "-likes:3"), ("likes:2..5,9", "likes:2..5,9"), ("author!=x", "-author=x"),
    ("author=~x", "author:/x/"), ("since:2026/01", "after:2026-01"), ("older:2026", "before:2026"),
    ("on:2026-11-23", "date:2026-11-23"), ("is:starred,boost", "is:kept,reshare"),
    ("FROM:x", "author:x"), ("/a b/", "/a b/"), ("/a/i", "/a/"),
    ("title:/A\\/b/c,x", "title:/A\\/b/c,x"),
    ("-/\\d+\\\\/ or text=/x/", "-/\\d+\\\\/ or text=/x/"), ("(/a|b/)", "/a|b/"),
  ])
  func isPrintedInOneForm(_ line: String, _ expected: String) throws {
    #expect(try View(line).description == expected)
  }

  private static let dateRemedy =
    "(expected a date such as 2026-11 or 2026-11-23, or an age such as 3d or yesterday)"

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
    ("/x", "column 1: / is not closed (expected another /, or the text in quotation marks)"),
    (
      "/usr/bin",
      "column 6: \"b\" is no ending of an expression (expected /…/ or /…/c, or the text in quotation marks)"
    ),
    ("title:/a(b/", "column 11: in the expression, missing closing parenthesis"),
    (
      "/\(String(repeating: "a", count: 1_001))/",
      "column 2: in the expression, it is longer than 1000 bytes"
    ),
    (
      "/(((a{1,100}){1,100}){1,100}){1,100}/",
      "column 37: in the expression, regular expression is too large"
    ),
    (
      "/a\tb/",
      "column 3: in the expression, a control character is written as an escape such as \\n"
    ),
    ("likes>many", "column 7: \"many\" is no number (expected a number such as 10)"),
    (
      "likes>9223372036854775808",
      "column 7: \"9223372036854775808\" is no number (expected a number such as 10)"
    ),
    (
      "likes:5..2",
      "column 7: \"5..2\" is no number (expected a number such as 10, or a range such as 2..5)"
    ),
    ("is:unred", "column 4: \"unred\" is no state: unread?"),
    (
      "is:important",
      "column 4: \"important\" is no state (expected one of unread, read, kept, reply, reshare, thread, duplicate, edited, changed, sensitive)"
    ),
    ("has:vidoe", "column 5: \"vidoe\" is no part: video?"),
    (
      "has:",
      "column 5: a value is missing (expected one of image, video, audio, poll, link, comments, code, table, file)"
    ),
    ("title>3", "column 6: title has no > (expected title:, title=~, title=, title!=)"),
    ("after:02/01/2020", "column 7: \"02/01/2020\" is 2020-01-02 or 2020-02-01: write one of them"),
    ("date:13/01/2020", "column 6: \"13/01/2020\": write 2020-01-13"),
    ("date:2026-02-30", "column 6: \"2026-02-30\" is no date \(dateRemedy)"),
    ("date:2026..2025", "column 6: \"2026..2025\" is no date \(dateRemedy)"),
    ("date:3d..1w", "column 6: \"3d..1w\" is no date \(dateRemedy)"),
    (
      "age:young",
      "column 5: \"young\" is no age (expected days such as 3, or an age such as 3d, 2w or 6mo)"
    ),
    ("time<long", "column 6: \"long\" is no number (expected minutes such as 5m)"),
    ("unread=maybe", "column 8: \"maybe\" is not yes or no (expected is:unread or -is:unread)"),
    (
      "is:bot",
      "column 4: which authors are bots is not read from feeds (expected -author:NAME for each of them)"
    ),
    (
      "unread_count > 0",
      "column 1: unread_count is no field (expected a field such as author, or the text in quotation marks)"
    ),
    (
      "titel =~ x",
      "column 1: titel is no field: title? (expected a field such as author, or the text in quotation marks)"
    ),
    ("limit:0", "column 7: \"0\" is no number of posts (expected a number such as 20)"),
    (
      "~news",
      "column 1: \"~\" begins no term (expected -word for not, -feed:NAME for all but a feed)"
    ),
    (
      ":filter-in x",
      "column 1: a filter has no commands (expected the word alone, or -word for posts without it)"
    ),
    (
      "a @",
      "column 3: \"@\" begins no term (expected a word, a field such as author:olga, or the text in quotation marks)"
    ),
    (
      "-sort:newest",
      "column 2: sort: names the order of the whole view (expected it once, outside parentheses and without not)"
    ),
    (
      "a or b sort:newest",
      "column 8: sort: and limit: hold for the whole view, not for one side of or (expected parentheses around the terms with or)"
    ),
  ])
  func anErrorNamesPlaceAndRemedy(_ line: String, _ expected: String) throws {
    let error = #expect(throws: ViewError.self) { try View(line) }
    #expect(error?.description == expected)
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
    let values = String(repeating: "a,", count: 999)
    #expect(try View("tag:" + values + "a").filter != nil)
    let tooMany = #expect(throws: ViewError.self) { try View("tag:" + values + "a,a") }
    #expect(tooMany?.expected == "at most 1000")
  }
}
