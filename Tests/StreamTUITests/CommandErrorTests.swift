import Foundation
import Testing

/// What the commands say when they refuse, and with which status they end.
struct CommandErrorTests {
  private typealias Entry = ZipFixture.Entry

  private func bytes(_ text: String) -> [UInt8] { Array(text.utf8) }

  private let feed = Array("{\"id\":\"a\",\"body_text\":\"one\"}\n".utf8)

  // MARK: Usage

  @Test(arguments: [
    ("--no-such-option", "Unknown option '--no-such-option'"),
    ("bench --keys 0 x", "--keys takes 1 to 100000"),
    ("bench --keys 100001 x", "--keys takes 1 to 100000"),
    ("bench --format csv x", "Please provide one of 'table' and 'json'."),
    ("view --strategy rich x", "expected idle, strict, sync, eager or flat"),
    ("demo --left sticky", "expected idle, strict, sync, eager or flat"),
    ("demo --size 80x24", "--size and --format work only with --keys"),
    ("demo --keys j --record x", "--record needs a terminal and does not work with --keys"),
    ("demo --keys '<nokey>'", "--keys:1:"),
    ("bench --format html x", "The value 'html' is invalid for '--format <format>'"),
    ("snapshot --compare idle", "--compare takes two strategies"),
    ("snapshot --compare idle a.json", "--compare takes two strategies"),
    ("snapshot --format svg --compare idle eager -- x", "--compare works only with --format text"),
    ("bench --strategy none x", "The value 'none' is invalid for '--strategy <strategy>'"),
    ("view --idle-delay 60001 x", "--idle-delay takes 0 to 60000 milliseconds"),
    ("snapshot --idle-delay -1 x", "--idle-delay"),
    ("snapshot --keys 'jj<Nope>' x", "--keys:3: unknown key <Nope>"),
    ("snapshot --keys 'j<Tab' x", "--keys:2: '<' without '>' (write <lt> for the key itself)"),
    ("dump --width 10001 x", "--width takes 1 to 10000 columns"),
    ("snapshot --size 0x9 x", "The value '0x9' is invalid for '--size <size>'"),
    ("snapshot --at yesterday x", "The value 'yesterday' is invalid for '--at <at>'"),
  ])
  func wrongUsageSaysWhatIsTaken(_ arguments: String, _ message: String) throws {
    let outcome = try Program.shell("$program \(arguments)", in: [("a.json", feed)])
    #expect(outcome.status == 64)
    #expect(outcome.errorLines.first?.hasPrefix("Error: ") == true)
    #expect(outcome.errors.contains(message), "\(outcome.errors)")
    #expect(outcome.output.isEmpty)
  }

  // MARK: What is no feed

  @Test(arguments: ["dump", "check", "snapshot", "bench --strategy flat", "view"])
  func whatIsNoFeedIsTwoLines(_ command: String) throws {
    let outcome = try Program.shell("$program \(command) a.txt", in: [("a.txt", bytes("<root/>"))])
    #expect(outcome.status == 1)
    #expect(outcome.errorLines.count == 2)
    #expect(outcome.errors.hasPrefix("a.txt:1:1: <root> (expected <rss>"))
    #expect(outcome.errorLines.last?.hasPrefix("man streamtui-formats lists the formats") == true)
    #expect(outcome.output.isEmpty)
  }

  /// A log, numbers and objects of one's own are posts, a line each.
  @Test(arguments: [
    ("seq 3 | $program dump -", ["1", "3"]),
    ("$program dump a.txt", ["disk is full", "n: 4"]),
    ("$program dump --exec 'echo a word'", ["a word"]),
    ("$program snapshot a.txt", ["disk is full"]),
    ("printf '<x/>' | $program dump --format-hint lines -", ["<x/>"]),
  ])
  func linesOfProgramsArePosts(_ command: String, _ words: [String]) throws {
    let log = bytes("2026-01-30 08:15:00 disk is full\n{\"msg\":\"again\",\"n\":4}\n")
    let output = try Program.shell(command, in: [("a.txt", log)]).cleanOutput()
    for word in words { #expect(output.contains(word)) }
  }

  @Test(arguments: [("--hepl", "--help"), ("--verison", "--version"), ("--filtre", "--filter")])
  func aMisspeltOptionFindsItsNeighbour(_ word: String, _ name: String) throws {
    for command in ["", "dump", "view"] where name != "--version" || command.isEmpty {
      try Program.shell("$program \(command) \(word)")
        .ends(with: 64, errors: "Unknown option '\(word)'. Did you mean '\(name)'?")
    }
  }

  @Test(arguments: [
    ("--no-merge a", "--no-merge was removed: use --order document\n"),
    ("kept --no-merge", "--no-merge was removed: use --order document\n"),
    (
      "view --exec date --again",
      "--again was removed: use --refresh MINUTES, or press r to run the program again\n"
    ),
    (
      "--no-unread",
      "--no-unread was removed: use --no-state, or unread = false in the configuration\n"
    ),
  ])
  func anOptionThatWentNamesTheOneToUse(_ arguments: String, _ line: String) throws {
    let outcome = try Program.shell("$program \(arguments)")
    #expect(outcome.status == 64)
    #expect(outcome.errors == line)
  }

  @Test func checkGoesOnBehindWhatIsNoFeed() throws {
    let outcome = try Program.shell(
      "$program check a.txt b.json c.json",
      in: [("a.txt", bytes("<root/>")), ("b.json", feed)]
    )
    #expect(outcome.status == 1)
    #expect(
      outcome.output == "b.json: native, one record a line, 1 post, 0 problems\n",
      "\(outcome.output)"
    )
    #expect(outcome.errorLines.contains("c.json: No such file or directory"))
    #expect(outcome.errorLines.contains { $0.hasPrefix("a.txt:1:1: ") })
  }

  @Test func checkIsNotContentWithProblems() throws {
    let outcome = try Program.shell(
      "$program check a.json",
      in: [("a.json", feed + bytes("{\"id\":\"b\",\"likes_count\":\"x\"}\n"))]
    )
    #expect(outcome.status == 1)
    #expect(outcome.output.hasPrefix("a.json:2:25: $.likes_count: is text (expected a number)\n"))
    #expect(outcome.output.hasSuffix("2 posts, 1 problem\n"))
    #expect(outcome.errors.isEmpty)
  }

  @Test func aDumpShowsAThousandBrokenRecordsAndCountsTheRest() throws {
    let broken = String(repeating: "{\"id\":}\n", count: 1_003)
    let outcome = try Program.shell("$program dump a.json", in: [("a.json", feed + bytes(broken))])
    #expect(outcome.status == 0)
    #expect(outcome.errorLines.first == "a.json: 3 more malformed records not shown")
    #expect(outcome.output.split(separator: "\n").filter { $0.contains("a.json:") }.count == 1_000)
  }

  // MARK: What cannot be written

  @Test(arguments: ["dump", "snapshot", "bench --strategy flat --keys 1 --size 9x2"])
  func aFullDiskIsAFailureOfAnyCommand(_ command: String) throws {
    try Program.shell(
      "$program \(command) a.json > /dev/full",
      in: [("a.json", feed)]
    ).ends(with: 1)
  }

  // MARK: What cannot be read

  @Test(arguments: [
    ("dump - <&-", "standard input: Bad file descriptor\n", nil),
    ("dump - 0>/dev/null", "standard input: Bad file descriptor\n", nil),
    ("dump - <'standard input'", "standard input: Is a directory\n", nil),
    ("dump \"$(printf 'c\\377.json')\"", "c\u{FFFD}.json: No such file or directory\n", nil),
    ("dump b*.json", "", "one"),
    ("dump rest.zip", "rest.zip/secret.json: is encrypted\n", "one"),
    ("dump secret.zip", "secret.zip/secret.json: is encrypted\n", nil),
    ("dump export.zip", "export.zip/likes.json: is encrypted\n", "one"),
  ])
  func whatCannotBeReadIsSaidAndTheRestShown(_ line: String, _ said: String, _ shown: String?)
    throws
  {
    let secret = Entry(name: "secret.json", bytes: feed, flags: 1)
    let likes = Entry(name: "likes.json", bytes: feed, flags: 1)
    let zips = [
      ("rest.zip", [Entry(name: "a.json", bytes: feed), secret]), ("secret.zip", [secret]),
      ("export.zip", [Entry(name: "outbox.json", bytes: feed), likes]),
    ]
    let outcome = try Program.shell(
      "cp a.json \"$(printf 'b\\377.json')\" && mkdir 'standard input' && "
        + "cp a.json 'standard input' && $program \(line)",
      in: [("a.json", feed)] + zips.map { ($0.0, ZipFixture(entries: $0.1).bytes) }
    )
    #expect(outcome.status == (shown == nil ? 1 : 0))
    #expect(outcome.errors == said)
    if let shown {
      #expect(outcome.output.contains(shown))
    } else {
      #expect(outcome.output.isEmpty)
    }
  }

  // MARK: What cannot be kept

  /// Nine megabytes, of which eight stay in memory.
  private var long: [UInt8] {
    feed
      + (0..<18).flatMap { number in
        bytes(
          "{\"id\":\"p\(number)\",\"body_text\":\"\(String(repeating: "x", count: 1 << 19))\"}\n"
        )
      }
  }

  @Test func whatCannotBeKeptOfAPipeIsSaid() throws {
    let said = "standard input: cannot be kept: /no/such: No such file or directory\n"
    let environment = ["TMPDIR": "/no/such"]
    let dump = "cat long | $program dump --format links -"
    let shown = try Program.shell(dump, in: [("long", long)], environment: environment)
    #expect(shown.status == 0 && shown.errors.contains(said), "\(shown.errors)")
    // Of what would be written to a file, more than half a megabyte is refused (EFBIG).
    try Program.shell("trap '' 25; ulimit -f 1024; \(dump)", in: [("long", long)])
      .ends(with: 0, errors: "standard input: cannot be kept: File too large\n")
    let check = "cat long | $program check -"
    let ended = try Program.shell(check, in: [("long", long)], environment: environment)
    #expect(ended.status == 1 && ended.output.contains(said), "\(ended.output)")
    let whole = try Program.shell(check, in: [("long", long)])
    #expect(whole.status == 0)
    #expect(whole.output == "standard input: native, one record a line, 19 posts, 0 problems\n")
  }

  // MARK: Archives

  @Test func anArchiveThatIsCutIsSaid() throws {
    let tar = TarFixture(files: [("a.json", feed), ("b.json", Fixture.feed(posts: 300))]).bytes
    let outcome = try Program.shell(
      "$program dump a.tar",
      in: [("a.tar", Array(tar.dropLast(4000)))]
    )
    #expect(outcome.status == 0)
    #expect(
      outcome.errorLines.first == "a.tar: tar: ends in the middle of a file; the rest is missing"
    )
    #expect(outcome.output.contains("one"))
  }
}
