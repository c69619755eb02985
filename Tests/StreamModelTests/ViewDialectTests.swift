import Testing

@testable import StreamModel

/// The first tries of people who come from other programs.
struct ViewDialectTests {
  /// What is typed, and the canonical line that answers it.
  @Test(arguments: [
    // Gmail
    ("from:olga to:ben", "author:olga mentions:ben"),
    ("subject:\"lake level\" -water", "title:\"lake level\" -water"),
    ("label:work is:unread", "in:work is:unread"),
    ("has:attachment newer_than:2d", "has:file after:2d"),
    ("older_than:1y is:starred", "before:1y is:kept"),
    ("after:2004/04/16 before:2004/04/18", "after:2004-04-16 before:2004-04-18"),
    ("lake OR river", "lake or river"),
    ("from:(olga)", "column 6: a value is missing (expected a word or a phrase)"),
    // GitHub
    ("author:olga comments:>10", "author:olga comments>10"),
    ("likes:>=5 created:<2023-01-01", "likes:>=5 before:2023-01-01"),
    ("created:2023-01..2023-06", "date:2023-01..2023-06"),
    ("stars:10..50 sort:top", "likes:10..50 sort:likes"),
    ("NOT water", "-water"),
    ("is:important", "column 4: \"important\" is no state"),
    // Mastodon and Bluesky
    ("from:@olga@a.example has:media", "author:\"@olga@a.example\" has:file"),
    ("@olga@a.example is:reply", "author:\"@olga@a.example\" is:reply"),
    ("has:poll language:de", "has:poll lang:de"),
    ("during:2023-07 -is:boost", "date:2023-07 -is:reshare"),
    ("since:2025-01-01 until:2025-02-01", "after:2025-01-01 before:2025-02-01"),
    ("domain:a.example mentions:@ben", "host:a.example mentions:\"@ben\""),
    ("#lakes #rivers", "tag:lakes tag:rivers"),
    ("\"exact words\" is:sensitive", "\"exact words\" is:sensitive"),
    // FreshRSS
    ("intitle:'deals'", "title:deals"),
    ("!intitle:deals inurl:a.example", "-title:deals link:a.example"),
    ("f:12,34 labels:a", "feed:12,34 in:a"),
    ("pubdate:2014-02/04", "date:2014-02..2014-04"),
    ("pubdate:P3W/", "after:3w"),
    ("date:/2014-05", "before:2014-06"),
    ("date:P1Y6M/P1M", "date:18mo..1mo"),
    ("search:water", "view:water"),
    ("intext:x S:y", "text:x \"S:y\""),
    // notmuch
    ("date:yesterday..today", "date:yesterday..today"),
    ("date:2weeks.. from:olga", "after:2w author:olga"),
    ("date:..2023-12-31", "before:2024-01-01"),
    ("tag:unread and subject:x", "tag:unread title:x"),
    ("body:water*", "text:\"water*\""),
    ("water*", "water"),
    ("query:todo", "view:todo"),
    // elfeed
    ("@6-months-ago +unread", "after:6mo is:unread"),
    ("@2-weeks-ago--3-days-ago", "date:2w..3d"),
    ("@2019-06-24--2019-06-30", "date:2019-06-24..2019-06-30"),
    ("@2019-06-24", "after:2019-06-24"),
    ("@5-days-old +linux -junk", "after:5d tag:linux -junk"),
    ("#20", "limit:20"),
    ("=lakes", "feed:lakes"),
    ("~news", "column 1: \"~\" begins no term"),
    // newsboat
    ("unread = \"yes\"", "is:unread"),
    ("unread = true", "is:unread"),
    ("unread = 1", "is:unread"),
    ("unread != \"yes\"", "-is:unread"),
    ("title =~ \"vance\"", "title:/vance/"),
    ("title !~ \"vance\" and author = \"x\"", "-title:/vance/ author=x"),
    ("age between 0:10", "date:11d..0d"),
    ("age between 2:0", "date:3d..0d"),
    ("age between \"-1:2\"", "date:3d..0d"),
    ("age = 2", "date:3d..2d"),
    ("age <= 2 or age >= 30", "after:3d or before:30d"),
    ("age < 3", "after:3d"),
    ("age > 3", "before:4d"),
    ("tags # \"work\" and unread = \"yes\"", "in:work is:unread"),
    ("content =~ \"a b\" or flagged_at = x", "column 21: flagged_at is no field"),
    ("feedtitle =~ lake", "feedtitle:/lake/"),
    ("rssurl =~ \"a.example/\"", "rssurl:/a.example\\//"),
    ("title =~ \"[Rr]iver\"", "title:/[Rr]iver/"),
    ("title=~\"river|lantern\"", "title:/river|lantern/"),
    ("link =~ \"site[0-5]/\"", "url:/site[0-5]\\//"),
    ("author !~ \"^Writer [34]$\"", "-author:/^Writer [34]$/"),
    ("content !~ \"violin|bakery\"", "-text:/violin|bakery/"),
    ("title =~ \"v1\\.2\"", "title:/v1\\.2/"),
    ("title =~ \" AI \"", "title:/ AI /"),
    ("title =~ \"[\\.]x\"", "title:/[\\\\.]x/"),
    ("title =~ \"[]x[:alpha:]\\w]\"", "title:/[]x[:alpha:]\\\\w]/"),
    ("title =~ \"\\<rust\\>\"", "title:/\\b(?=\\w)rust\\b(?<=\\w)/"),
    ("title =~ \"say \\\"hi\\\"\"", "title:/say \\\"hi\\\"/"),
    ("title =~ \"\"", "title://"),
    ("content =~ \"^No$\"", "text:/(?-m)^No$/"),
    ("title =~ \"(a\"", "column 13: in the expression, missing closing parenthesis"),
    ("title =~ /a.c/ or title =~ \"c++\"", "title:/a.c/ or title:/c++/"),
    ("title # \"C++\"", "title:/(?<!\\S)C\\+\\+(?!\\S)/c"),
    ("title !# \"x\"", "-title:/(?<!\\S)x(?!\\S)/c"),
    ("tags !# \"work\" and tags#\"home\"", "in:home -in:work"),
    ("tags =~ \"wor\"", "in:/wor/"),
    ("tag:a tag =~ \"b\"", "tag:a tag:/b/"),
    ("author != \"\" and author == \"A B\"", "author:/./ author=\"A B\""),
    ("title = \"\"", "-title:/./"),
    ("flags # \"s\" or flags =~ \"[ab]\"", "is:kept or is:kept"),
    ("flags != \"\" and flags !# \"s\"", "is:kept -is:kept"),
    ("flags = \"\" and unread =~ \"no\"", "-is:kept -is:unread"),
    ("guid # \"x\"", "column 1: guid is no field"),
    ("total_count between 1:5", "column 1: total_count is no field"),
    ("enclosure_type =~ \"audio/\"", "column 1: enclosure_type is no field"),
    ("unread_count > 0", "column 1: unread_count is no field"),
    ("articleindex <= 20", "column 1: articleindex is no field"),
    ("water between rocks", "water \"between\" rocks"),
    ("water #\"big lake\"", "water tag:\"big lake\""),
    // eilmeldung
    ("newer:\"3 days ago\"", "after:3d"),
    ("older:\"a week ago\" marked=true", "before:1w is:kept"),
    ("title:lake unread=yes", "title:lake is:unread"),
    // lnav, less, SQL and shells
    (":filter-in water", "column 1: a filter has no commands"),
    ("a || b && c", "a or b c"),
    ("likes > 10 AND comments<=2", "likes>10 comments<=2"),
    ("important | relevant", "important or relevant"),
    // ours
    ("IOS", "IOS"),
    ("https://x.example/a", "\"https://x.example/a\""),
    ("before:02/01/2020 is:unread", "column 8: \"02/01/2020\" is 2020-01-02 or 2020-02-01"),
    ("words>500 time<5m volume<3", "words>500 time<5m volume<3"),
    ("time:1h", "time:60m"),
    ("feed:lake or -in:work", "feed:lake or -in:work"),
    ("view:a sort:old limit:5", "view:a sort:oldest limit:5"),
    ("age:0 is:new,first,dup", "date:1d..0d is:new,first,duplicate"),
    ("date:3d,2024", "date:3d..now,2024"),
    ("date>2026-01 date<=2026-11-30", "after:2026-02 before:2026-12-01"),
  ])
  func aFirstTryIsAnswered(_ line: String, _ answer: String) {
    do {
      let view = try View(line)
      #expect(view.description == answer.replacing(":>", with: ">"))
      #expect(try View(view.description) == view)
    } catch {
      #expect(error.description.hasPrefix(answer))
    }
  }

  @Test(arguments: [
    ("unread", ["Did you mean is:unread?"]), ("Starred", ["Did you mean is:kept?"]),
    ("water -unread", ["Did you mean is:unread?"]), ("tag:unread", ["Did you mean is:unread?"]),
    ("titel:lake", ["Did you mean title:lake?"]),
    ("unread or unread", ["Did you mean is:unread?"]),
    ("https://a.example", []), ("water is:unread", []), ("12:30", []),
    ("ab:c", ["ab is no field, so this is a word."]),
    ("like>3", ["Did you mean likes>3?"]), ("score>=3", ["score is no field, so this is a word."]),
    ("rain likse<3", ["Did you mean likes<3?"]), ("a<b", []), ("well=", []),
  ])
  func aWordThatMayBeMoreHasAHint(_ line: String, _ hints: [String]) throws {
    #expect(try View(line).hints() == hints)
  }

  /// `tag:` means hashtags; the tag of a subscription is another word.
  @Test(arguments: [
    ("tag:News", ["News is a tag of subscriptions: in:News."]),
    ("#news", ["News is a tag of subscriptions: in:News."]),
    ("rain tag:x,\"at work\"", ["at work is a tag of subscriptions: in:\"at work\"."]),
    ("tag:other", []), ("news", []), ("in:news", []),
  ])
  func aTagOfSubscriptionsIsNoHashtag(_ line: String, _ hints: [String]) throws {
    #expect(try View(line).hints(feedTags: ["News", "at work"]) == hints)
  }

  // MARK: Saved views

  private static let views = [
    "a": "water is:unread sort:likes limit:3", "b": "view:a or fire", "c": "view:b -view:a",
    "one": "view:two", "two": "x view:three", "three": "view:one", "empty": "", "bad": "is:x",
    "work": "in:work",
  ]

  @Test(arguments: [
    ("view:a", "water is:unread sort:likes limit:3"),
    ("view:a sort:newest", "water is:unread sort:newest limit:3"),
    ("view:a olga", "water is:unread olga"), ("-view:a", "-(water is:unread)"),
    ("view:b", "water is:unread or fire"),
    ("view:c", "(water is:unread or fire) -(water is:unread)"),
    ("view:work x", "in:work x"), ("x or view:empty", "x or is:unread or is:read"),
    ("view:empty", ""), ("water", "water"),
    ("view:none", "column 1: there is no view \"none\" (expected the name of a saved view)"),
    ("x view:one", "column 1: the views name each other: one, two, three, one"),
    ("view:bad", "column 1: view \"bad\": column 4: \"x\" is no state"),
  ])
  func aSavedViewStandsForItsFilter(_ line: String, _ answer: String) throws {
    do {
      #expect(try View(line).expanded { Self.views[$0] }.description == answer)
    } catch {
      #expect(error.description.hasPrefix(answer))
    }
  }

  @Test func viewsThatDoubleEachOtherAreBounded() throws {
    let error = #expect(throws: ViewError.self) {
      try View("view:40").expanded { name in
        Int(name).map { $0 == 0 ? "x" : "view:\($0 - 1) or -view:\($0 - 1)" }
      }
    }
    #expect(error?.problem == "too many tests in all views together")
  }
}
