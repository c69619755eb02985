import CellGrid
import StreamModel
import Testing

@testable import StreamUI

/// The start page: sources that were opened before.
struct HistoryPageTests {
  private static let none = #"{"version": 1, "posts": []}"#
  private static let recent = [
    source("file:/home/olga/lakes.ndjson", "~/lakes.ndjson", 20, 5_000, 12, hours: 3),
    source(
      "file:/srv/Ferry Timetables 2026.xml",
      "/srv/Ferry Timetables 2026.xml",
      nil,
      1,
      0,
      hours: 0
    ),
    source("name:news", "news", 3, 7, nil, hours: 50),
    source(
      "file:/home/olga/archive",
      "~/a long path/that no narrow window/has room for/archive.zip",
      nil,
      40_000,
      39_999,
      hours: 24 * 30
    ),
  ]

  private static func source(
    _ key: String,
    _ name: String,
    _ place: Int?,
    _ posts: Int,
    _ unread: Int?,
    hours: Int64
  ) -> RecentSource {
    let seen = Timestamp(secondsSinceEpoch: Stage.wall.secondsSinceEpoch - hours * 3600)
    return RecentSource(
      key: key,
      name: name,
      place: place,
      posts: posts,
      unread: unread,
      seen: seen
    )
  }

  private func play(_ keys: String, columns: Int = 80, lines: Int = 24) throws -> Stage.Outcome {
    let stage = Stage(size: Size(columns: columns, lines: lines), recent: Self.recent)
    return try stage.play(keys, Self.none)
  }

  @Test func theSourcesAreListedWithPlaceUnreadAndAge() throws {
    try expectGolden(play("<wait 400>"), "start")
    try expectGolden(play("<wait 400>", columns: 40, lines: 10), "start-narrow")
    try expectGolden(play("/na"), "start-narrowing")
    try expectGolden(play("d<wait 400>"), "start-forget")
    try expectGolden(play("GKKKd<wait 400>", columns: 40, lines: 10), "start-forget-narrow")
  }

  @Test func enterOpensTheSelectedSource() throws {
    #expect(try play("<CR>").effects == [.openStream(.known("file:/home/olga/lakes.ndjson"))])
    #expect(try play("JJ<CR>").effects == [.openStream(.known("name:news"))])
    #expect(try play("G<CR>").effects == [.openStream(.sources([]))])
  }

  @Test func theWaysToOtherSourcesAreRows() throws {
    #expect(try play("GKK<CR>").statusLine.hasPrefix(" :add ▏"))
    #expect(try play("GK<CR>").statusLine.hasPrefix(" :open ▏"))
    #expect(try play("GK<CR>a.xml<CR>").effects == [.openStream(.sources(["a.xml"]))])
    #expect(try play("/add<CR><CR>").statusLine.hasPrefix(" :add ▏"))
  }

  @Test func aForgottenSourceLeavesTheWaysOn() throws {
    var app = try play("GK").app
    let moment = Moment(nanoseconds: 1)
    for source in Self.recent.prefix(2) {
      _ = app.handle(.forgotten(source.key), at: moment, wall: Stage.wall)
    }
    _ = app.handle(.recent([Self.recent[3]]), at: moment, wall: Stage.wall)
    _ = app.handle(.input(.key(Key(.enter))), at: moment, wall: Stage.wall)
    #expect(app.draw().textPlane().contains(":open ▏"))
  }

  @Test func narrowingListsNamesThatContainTheText() throws {
    let ferry = StreamChoice.known("file:/srv/Ferry Timetables 2026.xml")
    #expect(try play("/ferry<CR><CR>").effects == [.openStream(ferry)])
    #expect(try play("/built<CR><CR>").effects == [.openStream(.sources([]))])
    let nothing = try play("/zzz<CR><CR>d")
    #expect(nothing.effects.isEmpty && nothing.text.contains("Only feeds that you opened"))
    // The one row that was left at "z" stays selected.
    let archive = StreamChoice.known("file:/home/olga/archive")
    #expect(try play("/zzz<CR><Esc><CR>").effects == [.openStream(archive)])
  }

  @Test func forgettingAsksFirst() throws {
    #expect(try play("d<wait 400>y").effects == [.forget("file:/home/olga/lakes.ndjson")])
    let kept = try play("d<wait 400>n")
    #expect(kept.effects.isEmpty && kept.statusLine.contains("Not forgotten"))
    #expect(try play("Gd<wait 400>y").effects.isEmpty)
  }

  @Test func aKeySubscribesToAnAddress() throws {
    let wish = Effect.changeFeeds(.add("a.example", agreedTo: nil))
    #expect(try play("aa.example<CR>").effects == [wish])
  }

  @Test func aForgottenSourceLeavesThePage() throws {
    var app = try play("J").app
    let moment = Moment(nanoseconds: 1)
    _ = app.handle(.forgotten(Self.recent[1].key), at: moment, wall: Stage.wall)
    #expect(!app.draw().textPlane().contains("Ferry"))
    let effects = app.handle(.input(.key(Key(.enter))), at: moment, wall: Stage.wall)
    #expect(effects == [.openStream(.known(Self.recent[2].key))])
  }

  @Test func everyKeyOfTheViewerIsHarmless() throws {
    // The list of subscriptions and the kept posts open over it.
    let ends: [Action] = [.quit, .leave, .enter, .suspend, .redraw, .feeds, .kept]
    let moment = Moment(nanoseconds: 1)
    for binding in Keymap.standard.on(.start).bindings {
      guard let action = binding.command?.action, !ends.contains(action), action != .forget else {
        continue
      }
      var app = try play("J").app
      for key in [binding.keys.first, Key(.escape), Key(.escape)] {
        let effects = app.handle(.input(.key(key)), at: moment, wall: Stage.wall)
        #expect(effects.isEmpty, "\(action)")
      }
      #expect(app.draw().textPlane().contains("~/lakes.ndjson"), "\(action)")
    }
  }
}
