import CellGrid
import StreamModel
import TestSupport
import Testing

@testable import StreamUI

/// Filters that are typed on the screen, as a reader uses them.
struct FilterKeyTests {
  private static let feed = Feeds.posts([
    "<p>Rain in the morning</p>", "<p>sun</p>", "<p>more rain</p>", "<p>snow</p>",
    "<p>rain again</p>",
  ])

  @Test func theListFollowsEachKey() throws {
    let typed = try Stage().play("&rain", Self.feed)
    #expect(typed.statusLine.hasPrefix(" &rain▏  3 posts"))
    typed.shows("Rain in the morning", "rain again", hides: "snow")
    #expect(try Stage().play("&rain aga", Self.feed).statusLine.hasPrefix(" &rain aga▏  1 post "))
    let kept = try Stage().play("&rain<CR>J", Self.feed)
    #expect(kept.statusLine.hasPrefix(" 2 of 3 · &rain "))
    // Opening a post and coming back changes nothing.
    #expect(try Stage().play("&rain<CR>J<CR>q", Self.feed).screen == kept.screen)
  }

  @Test(arguments: [
    "&rain<Esc>", "&rain<CR>&&", "&rain<CR>JJq", "&rain<CR>&<C-u><CR>", "&snow<C-u><CR>",
  ])
  func theListComesBackAsItWas(_ keys: String) throws {
    let before = try Stage().play("JJ<wait 400>", Self.feed)
    let after = try Stage().play("JJ\(keys)<wait 400>", Self.feed)
    #expect(after.screen == before.screen)
    let filtered = try Stage().play("JJ&rain<CR>", Self.feed)
    #expect(filtered.statusLine.hasPrefix(" 2 of 3"))
    #expect(filtered.lines.contains { $0.hasPrefix("▌") })
  }

  @Test func theNearestPostIsSelected() throws {
    #expect(try Stage().play("J&rain<CR>", Self.feed).statusLine.hasPrefix(" 2 of 3"))
    #expect(try Stage().play("JJJJ&sun<CR>", Self.feed).statusLine.hasPrefix(" 1 of 1"))
  }

  @Test func anotherFilterTakesThePlaceOfTheFirst() throws {
    // The line begins empty; `Up` recalls the filter in force.
    let changed = try Stage().play("&rain<CR>&again<CR>", Self.feed)
    #expect(changed.statusLine.hasPrefix(" 1 of 1 · &again "))
    let extended = try Stage().play("&rain<CR>&<Up> again<CR>", Self.feed)
    #expect(extended.statusLine.hasPrefix(" 1 of 1 · &rain again "))
    // One page lies over the timeline, whatever was typed.
    #expect(try Stage().play("&rain<CR>&again<CR>q", Self.feed).statusLine.contains("of 5"))
    // A filter that is given up leaves the one before.
    #expect(
      try Stage().play("&rain<CR>J&ag<Esc>", Self.feed).statusLine.hasPrefix(" 2 of 3 · &rain ")
    )
    // Earlier filters are the keys' history.
    #expect(try Stage().play("&rain<CR>q&<Up>", Self.feed).statusLine.hasPrefix(" &rain▏  3 posts"))
  }

  @Test(arguments: [
    "likes>10 sort:likes", "after:2025 sort:oldest limit:5", "likes>10 sort:newest",
  ])
  func theFirstPostOfAnOwnOrderIsSelected(_ filter: String) throws {
    let keys = "&\(filter.replacing(">", with: "<gt>"))<CR><wait 400>"
    let list = try Stage().play(keys, try Feeds.sample())
    #expect(list.lines[0].hasPrefix("▌"))
    #expect(list.statusLine.hasPrefix(" 1 of "))
    let name = list.lines[0].dropFirst(2).prefix { $0 != "@" }
    let opened = try Stage().play(keys + "<CR><wait 400>", try Feeds.sample())
    #expect(opened.app.view.page.content.opened != nil)
    #expect(opened.lines[0].dropFirst(2).hasPrefix(name))
  }

  @Test(arguments: ["<CR>", "*", "R", "Y", "s", "o", "x", "<gt>"])
  func keysDoNothingOnAnEmptyList(_ key: String) throws {
    var stage = Stage()
    stage.remembersPosts = true
    let list = try stage.play("JJ&zzzz<CR>", Self.feed)
    let outcome = try stage.play("JJ&zzzz<CR>\(key)", Self.feed)
    #expect(outcome.app.view.page.content.typedFilter != nil)
    #expect(outcome.effects == list.effects)
    // Another filter begins where the reader was.
    let next = try stage.play("JJ&zzzz<CR>&<C-u>rain<CR>", Self.feed)
    #expect(next.screen == (try stage.play("JJ&rain<CR>", Self.feed)).screen)
  }

  @Test func aQuestionMarkInAnEmptyPromptListsHowFiltersAreWritten() throws {
    #expect(try Stage().play("&", Self.feed).statusLine.contains("? lists all"))
    let help = try Stage(size: Size(columns: 80, lines: 40)).play("&?", Self.feed)
    for form in [
      "water ice", "/wat[ae]r/", "-ice", "is:", "unread, read, kept, reply", "likes:", "limit:",
    ] {
      #expect(help.text.contains(form), "\(form)")
    }
    #expect(help.statusLine.contains("filters · & in a list writes one · q goes back"))
    #expect(try Stage().play("&?q", Self.feed).screen == Stage().play("", Self.feed).screen)
    #expect(try Stage().play("&a?", Self.feed).statusLine.hasPrefix(" &a?▏"))
  }

  @Test func whatIsWrongIsSaidWhileItIsTyped() throws {
    for (typed, problem) in [
      ("(rain", #"column 1: "(" is not closed"#), ("likes>many", "column 7:"),
      ("tag:", "column 5:"),
    ] {
      let outcome = try Stage().play("&\(typed.replacing("<", with: "<lt>"))", Self.feed)
      #expect(outcome.statusLine.contains(problem), "\(outcome.statusLine)")
      // Enter accepts nothing that does not read.
      let entered = try Stage().play("&\(typed)<CR>", Self.feed)
      #expect(entered.statusLine.contains(problem))
      #expect(try Stage().play("&\(typed)<CR><Esc>", Self.feed).statusLine.contains("post 1 of 5"))
    }
    // The list of the last text that reads stays.
    #expect(try Stage().play("&rain (", Self.feed).text.contains("more rain"))
    try Stage().play("&is:", Self.feed).shows(status: "unread", "… (Tab completes)")
    try Stage().play("&is:first", Self.feed).shows(status: "is:first needs")
    // One source has no copies.
    #expect(try Stage().play("&is:dup", Self.feed).statusLine.contains("is:duplicate needs"))
  }

  @Test func anEmptyListSaysWhichTermEmptiedIt() throws {
    let none = try Stage().play("&rain likes>5<CR><wait 100>", Self.feed)
    #expect(none.statusLine.hasPrefix(" 0 of 5. Without likes>5: 3."))
    let hint = try Stage().play("&unread<CR><wait 100>", Self.feed)
    #expect(hint.statusLine.contains("0 of 5. Did you mean is:unread? · &unread"))
  }

  @Test func tabCompletesFieldsValuesAndNames() throws {
    let completed = [
      ("au<Tab>ol<Tab>", "author:\"Olga Hansen\"▏"), ("is:unr<Tab>", "is:unread▏"),
      ("rain -ha<Tab>im<Tab>", "rain -has:image▏"), ("host:so<Tab>", "host:social.example▏"),
      ("au<Tab>ol<Tab><Tab>", "author:olga@social.example▏"),
    ]
    for (keys, text) in completed {
      let line = try Stage().play("&\(keys)", Self.feed).statusLine
      #expect(line.hasPrefix(" &\(text)"), "\(line)")
    }
  }

  @Test func aKeyOffersFiltersForThePostThatIsSelected() throws {
    let sample = try Feeds.sample()
    let first = try Stage().play(",", sample)
    #expect(first.statusLine.hasPrefix(" &author:olga@social.example▏"))
    #expect(try Stage().play(",,", sample).statusLine.hasPrefix(" &tag:Lakes▏"))
    #expect(try Stage().play(",,,,", sample).statusLine.hasPrefix(" &host:social.example▏"))
    #expect(try Stage().play(",<CR>", sample).statusLine.contains("· &author:"))
    #expect(try Stage().play(",<Esc>", sample).statusLine.contains("post 1 of"))
    // A further one narrows the list that is there.
    let narrowed = try Stage().play(",<CR>,,", sample)
    #expect(narrowed.statusLine.hasPrefix(" &author:olga@social.example tag:Lakes▏"))
  }

  @Test func anOrderListsThePostsOnceAllAreKnown() throws {
    let sorted = try Stage().play("G&likes>0 sort:likes limit:3<CR><wait 100>", try Feeds.sample())
    #expect(sorted.statusLine.hasPrefix(" 1 of 3 of "))
    let likes = sorted.lines.compactMap { line in
      line.split(separator: " ").last == "likes"
        ? line.split(separator: " ").first.flatMap { Int($0) } : nil
    }
    #expect(!likes.isEmpty && likes == likes.sorted(by: >))
  }

  @Test(arguments: [("count-author", 80, 24), ("count-author-narrow", 40, 10)])
  func aListIsCountedByAField(_ name: String, _ columns: Int, _ lines: Int) throws {
    let stage = Stage(size: Size(columns: columns, lines: lines))
    try expectGolden(try stage.play(":count author<CR><wait 100>", Feeds.sample()), name)
  }

  @Test func enterOnACountFiltersByIt() throws {
    let sample = try Feeds.sample()
    try Stage().play(":count author<CR><wait 50><CR>", sample).shows(status: "· &author=")
    let both = try Stage().play("&has:image or likes>20<CR>:count kind<CR><wait 50><CR>", sample)
    #expect(both.statusLine.contains("&(has:image or likes>20) kind:"), "\(both.statusLine)")
    #expect(
      try Stage().play(":count kind<CR><wait 50><CR>q", sample).screen
        == Stage().play(":count kind<CR><wait 50>", sample).screen
    )
    #expect(try Stage().play(":count<CR>", sample).statusLine.contains(":count "))
    try Stage().play("?:count tag<CR>", sample).shows(status: "Works on lists of posts")
    try Stage().play(":count author<CR><wait 50>/mia", sample).shows(status: "1 of ")
  }

  @Test func anOrderAloneListsAll() throws {
    let all = try Stage().play("&sort:likes<CR><wait 100>", try Feeds.sample())
    #expect(all.statusLine.hasPrefix(" 1 of 59 · &sort:likes"))
    #expect(try Stage().play("&limit:2<CR>", Self.feed).statusLine.hasPrefix(" 1 of 2 · &limit:2"))
  }

  @Test func pagesWithoutPostsHaveNoFilter() throws {
    let outcome = try Stage().play("?&", Self.feed)
    #expect(outcome.statusLine.contains("No posts or comments to filter here (q goes back)"))
  }

  @Test func inAConversationItListsComments() throws {
    let sample = try Feeds.sample()
    let listed = try Stage().play("<CR>&author:mia<CR><wait 400>", sample)
    listed.shows("hedgehogs", "Fish → otters", status: "&author:mia · 2 comments", hides: "compost")
    // The heading follows each key.
    #expect(listed.text.contains("Comments with &author:mia\n"))
    // Enter leads to the comment in its conversation, and && back to all.
    #expect(try Stage().play("<CR>&compost<CR>J<CR>", sample).statusLine.contains("comment 5 of 7"))
    #expect(try Stage().play("<CR>&compost<CR>&&", sample).text.contains("hedgehogs"))
    let none = try Stage().play("<CR>&likes>99<CR><wait 10>", sample)
    #expect(none.statusLine.contains("no comment passes &likes>99"))
    #expect(try Stage().play("<CR>&is:kept", sample).statusLine.contains("need the kept state"))
    #expect(
      try Stage().play("<CR>JJJ,", sample).statusLine.hasPrefix(" &author:mia@hedge.example▏")
    )
  }

  @Test func theFilterOutlivesAReload() throws {
    var viewer = try Viewer(Timeline(Feeds.feed(Self.feed)))
    viewer.type("&rain\rJ")
    #expect(viewer.press("r") == [.reload])
    let bodies = [
      "<p>new rain</p>", "<p>Rain in the morning</p>", "<p>sun</p>", "<p>more rain</p>",
    ]
    let posts = Feeds.posts(bodies).replacing("\"p1\"", with: "\"p0\"")
      .replacing("\"p2\"", with: "\"p1\"").replacing("\"p3\"", with: "\"p2\"")
      .replacing("\"p4\"", with: "\"p3\"")
    try viewer.reload(Feeds.feed(posts))
    viewer.work()
    #expect(viewer.page.contains { $0.contains("new rain") })
    #expect(!viewer.page.contains { $0.contains("sun") })
    // The post on which the reader stood is selected again.
    let selected = viewer.page.firstIndex { $0.hasPrefix("▌") }
    #expect(selected.map { viewer.page[$0 + 1].contains("more rain") } == true)
    viewer.press("q")
    #expect(viewer.page.contains { $0.contains("sun") })
  }

  @Test func aViewerCanBeginWithAFilter() throws {
    var viewer = try Viewer(Timeline(Feeds.feed(Self.feed))) { $0.stream.filter = "rain" }
    viewer.work()
    #expect(viewer.status.hasPrefix(" 1 of 3 · &rain"))
    viewer.press("q")
    #expect(viewer.status.contains("post 1 of 5"))
  }

  @Test func aFilterThatBeginsTheViewerWaitsForTheFlags() throws {
    let feed = Timeline(Feeds.feed(Self.feed))
    var stage = try ReadingStage(feed, recalled: nil) { $0.stream.filter = "is:unread" }
    stage.work()
    #expect(!stage.viewer.status.contains("1 of"), "\(stage.viewer.status)")
    for number in [0, 2] { stage.handle(.recalled([try stage.state(number, .read)])) }
    stage.handle(.recalled([]))
    stage.work()
    #expect(stage.viewer.status.hasPrefix(" 1 of 3 · &is:unread"), "\(stage.viewer.status)")
  }

  @Test func aLongTextShowsItsEnd() throws {
    let long = String(repeating: "water or ", count: isLongRun ? 20 : 10)
    for key in ["&", ":", "/"] {
      let typed = try Stage().play(key + long + "milk", Self.feed).statusLine
      #expect(typed.hasPrefix(" \(key)…") && typed.contains("or water or milk▏"), "\(typed)")
      let narrow = try Stage(size: Size(columns: 20, lines: 10)).play(
        key + long.suffix(36) + "milk",
        Self.feed
      )
      #expect(narrow.statusLine.contains("milk▏"), "\(narrow.statusLine)")
    }
    let wide = try Stage().play("&" + String(repeating: "界", count: 100), Self.feed).statusLine
    #expect(wide.contains("界▏"))
  }

  // MARK: Flags

  @Test func aFilterOverUnreadPostsListsUnreadOnesOnly() throws {
    var stage = try ReadingStage(Timeline(Feeds.feed(Self.feed)))
    stage.work(after: "R", "i")
    stage.type("&rain\r")
    stage.work()
    #expect(stage.viewer.status.hasPrefix(" 1 of 2 · is:unread · &rain"))
    // All that the filter lists is marked, and nothing else; the undo is one.
    stage.work(after: "A")
    #expect(stage.viewer.status.contains("Marked 2 posts read"))
    #expect(stage.read == [0, 2, 4])
    stage.work(after: "u")
    #expect(stage.read == [0])
  }

  @Test func aPostThatPassesNoMoreIsFaintUntilTheListIsMadeAgain() throws {
    let feed = Timeline(Feeds.feed(Self.feed))
    var stage = try ReadingStage(feed) { $0.stream.refreshes = true }
    stage.type("&is:unread\r")
    stage.work()
    func roles(_ stage: ReadingStage, _ text: String) -> String? {
      let screen = stage.viewer.app.draw()
      let lines = screen.textPlane().split(separator: "\n", omittingEmptySubsequences: false)
      let styles = screen.stylePlane().split(separator: "\n", omittingEmptySubsequences: false)
      return lines.firstIndex { $0.contains(text) }.map { String(styles[$0]) }
    }
    let before = roles(stage, "Rain in the morning")
    stage.work(after: "R")
    #expect(stage.viewer.app.view.status.hasPrefix("1 of 5"))
    let faint = roles(stage, "Rain in the morning")
    #expect(faint != before && faint?.contains(",") == true && faint?.contains(".") == false)
    #expect(roles(stage, "sun")?.contains(".") == true)
    // Marked unread again it is as before.
    stage.press("R")
    #expect(roles(stage, "Rain in the morning") == before)
    stage.work(after: "R", "r")
    #expect(roles(stage, "Rain in the morning") == nil)
    #expect(stage.viewer.app.view.status.hasPrefix("1 of 4"))
  }

  @Test(arguments: [("filter-typed", 80, 24), ("filter-typed-narrow", 40, 10)])
  func goldenScreens(_ name: String, _ columns: Int, _ lines: Int) throws {
    let stage = Stage(size: Size(columns: columns, lines: lines))
    try expectGolden(try stage.play("JJJ&has:image likes>10<wait 400>", Feeds.sample()), name)
  }
}
