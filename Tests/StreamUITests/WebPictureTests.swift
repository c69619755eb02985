import Addresses
import CellGrid
import TestSupport
import Testing

@testable import StreamModel
@testable import StreamUI

/// Pictures of the network in rows: which have lines, which wait for the reader, and which are asked for.
struct WebPictureTests {
  /// A post with a picture on each of two hosts, a warned one and a sensitive one, and many after them.
  static let feed: String = {
    let posts = (0..<20).map { index in
      let warning = index % 5 == 1 ? #","content_warning":"food""# : ""
      let sensitive = index % 5 == 2 ? #","sensitive":true"# : ""
      let other =
        index == 0 ? #",{"type":"image","url":"https://n.example/b.jpg","alt":"a shore"}"# : ""
      return """
        {"id":"p\(index)","author":{"name":"Olga"},"published":"2026-01-30T08:00:00Z"\(warning),
         "body_html":"<p>Post \(index) is <a href=\\"https://a.example/\(index)\\">here</a></p>",
         "attachments":[{"type":"image","url":"https://m.example/\(index).png","alt":"lake \(index)",
         "width":400,"height":100\(sensitive)}\(other)]}
        """
    }
    return #"{"version":1,"posts":["# + posts.joined(separator: ",") + "]}"
  }()

  static func stage(_ choice: PictureChoice, _ size: Size = Size(columns: 80, lines: 24)) -> Stage {
    let grid = PictureGrid(run: 7, decodes: true)
    return Stage(size: size, pictures: grid, pictureChoice: choice, opensFiles: false)
  }

  private static func wanted(_ outcome: Stage.Outcome) -> [String] {
    outcome.app.view.pictureWishes.wanted.map(\.target.path)
  }

  private static func attachment(_ type: String?, _ address: String) -> StreamModel.Attachment {
    var file = StreamModel.Attachment()
    file.type = type
    file.url = address
    return file
  }

  // MARK: Which have lines

  @Test(arguments: [
    ("image", "https://m.example/a.png", true, true),
    ("image", "http://m.example/a.PNG", true, true),
    (nil, "https://m.example/a.png?size=1", true, true),
    (nil, "https://m.example/a.jpg", false, true),
    ("image", "https://m.example/a.webp#x", false, true),
    ("image", "https://m.example/id", false, true),
    ("image", "https://m.example/id@jpeg", false, true),
    ("image", "https://m.example", false, true),
    (nil, "https://m.example/id", false, false), ("image", "https://m.example/a.svg", false, false),
    ("image", "https://m.example/a.avif", false, false),
    ("gifv", "https://m.example/a.png", false, false),
    ("video", "https://m.example/a.png", false, false),
    // The own network, doubtful hosts, and addresses that are not of the web.
    ("image", "http://127.0.0.1/a.png", false, false),
    ("image", "http://router/a.png", false, false),
    ("image", "https://192.168.1.1/a.png", false, false),
    ("image", "https://me@m.example/a.png", false, false),
    ("image", "https://xn--mple-43d5a.example/a.png", false, false),
    ("image", "mailto:a@m.example", false, false), ("image", "file:///etc/a.png", false, false),
    ("image", "javascript:a.png", false, false),
    ("image", "data:image/png;base64,AA==", false, false),
    ("image", "//m.example/a.png", false, false), ("image", "a.png", false, false),
  ])
  func onlyThoseThatMayComeHaveLines(type: String?, address: String, plain: Bool, decoded: Bool) {
    let file = Self.attachment(type, address)
    for (decodes, expected) in [(false, plain), (true, decoded)] {
      for (choice, isWanted) in [
        (PictureChoice.off, false), (.local, false), (.ask, true), (.on, true),
      ] {
        let permission = PicturePermission(choice: choice, opensFiles: false)
        let place = PicturePlace(of: file, permission, decodes: decodes)
        #expect((place != nil) == (expected && isWanted), "\(address) \(choice) \(decodes)")
      }
    }
  }

  @Test func localHasNone() throws {
    let outcome = try Self.stage(.local).play("<wait 400>", Self.feed)
    #expect(!outcome.text.contains("░") && Self.wanted(outcome).isEmpty)
    #expect(!outcome.wishes.contains { if case .wantPictures = $0 { true } else { false } })
  }

  // MARK: On and ask

  @Test func onAsksForThoseThatAreSeenTheNearestFirst() throws {
    let outcome = try Self.stage(.on).play("<wait 400>", Self.feed)
    #expect(outcome.text.contains("░"))
    #expect(
      Self.wanted(outcome).prefix(3) == [
        "https://m.example/0.png", "https://n.example/b.jpg", "https://m.example/3.png",
      ]
    )
  }

  @Test func askSaysWhoseItIsAndAsksForNothing() throws {
    let outcome = try Self.stage(.ask).play("<wait 400>", Self.feed)
    outcome.shows("picture of m.example: P shows it", "picture of n.example: P shows it")
    #expect(!outcome.text.contains("░") && Self.wanted(outcome).isEmpty)
    let on = try Self.stage(.on).play("<wait 400>", Self.feed)
    #expect(
      (0..<5).map { outcome.app.view.rows.laid(at: $0).height }
        == (0..<5).map { on.app.view.rows.laid(at: $0).height }
    )
  }

  @Test func aKeyAllowsThePostAlone() throws {
    let size = Size(columns: 80, lines: 50)
    let outcome = try Self.stage(.ask, size).play("<wait 400>P<wait 400>", Self.feed)
    #expect(Self.wanted(outcome) == ["https://m.example/0.png", "https://n.example/b.jpg"])
    outcome.shows("░", "picture of m.example", status: "Its pictures are fetched")
    // The post on its own page is allowed, too; after another page it still is.
    let opened = try Self.stage(.ask).play("<wait 400>P<CR><wait 400>", Self.feed)
    #expect(!opened.text.contains("P shows it") && opened.text.contains("░"))
    let back = try Self.stage(.ask).play("<wait 400>PGg<wait 400>", Self.feed)
    #expect(Self.wanted(back).contains("https://n.example/b.jpg"))
  }

  @Test func theSecondPressAsksAboutTheHost() throws {
    let asked = try Self.stage(.ask).play("<wait 400>P<wait 400>P<wait 400>", Self.feed)
    #expect(asked.text.contains("y always shows the pictures of m.example"))
    let refused = try Self.stage(.ask).play("<wait 400>P<wait 400>P<wait 400>n", Self.feed)
    #expect(refused.statusLine.contains("Not allowed"))
    #expect(Self.wanted(refused).allSatisfy { !$0.contains("3.png") })
    let outcome = try Self.stage(.ask).play(
      "<wait 400>P<wait 400>P<wait 400>y<wait 400>",
      Self.feed
    )
    #expect(Self.wanted(outcome).contains("https://m.example/3.png"))
    let kept = outcome.effects.compactMap { effect -> String? in
      if case .trust(let host) = effect { host.name } else { nil }
    }
    #expect(kept == ["m.example (pictures)"])
    // Its links are asked about as before.
    #expect(outcome.app.links.trust.level(of: "https://m.example/x", in: outcome.app.view) == .none)
  }

  @Test func aHostOfAnEarlierRunIsKnownAndCanBeRemoved() throws {
    var app = try Self.stage(.ask).play("<wait 400>", Self.feed).app
    let moment = Moment(nanoseconds: 60_000_000_000)
    let hosts = [
      TrustedHost(picturesOf: "m.example", time: Stage.wall),
      TrustedHost(name: "n.example", time: Stage.wall),
    ]
    _ = app.handle(.recalledHosts(hosts), at: moment, wall: Stage.wall)
    // A host whose links open is not one whose pictures come.
    let wanted = app.view.pictureWishes.wanted.map(\.target.path)
    #expect(wanted.contains("https://m.example/0.png"))
    #expect(!wanted.contains("https://n.example/b.jpg"))
    _ = app.perform(.visited, at: moment)
    let list = app.draw().textPlane()
    #expect(list.contains("m.example (pictures)") && list.contains("shown without a key"))
    _ = app.carryOut(.distrust("m.example (pictures)"), at: moment)
    _ = app.perform(.leave, at: moment)
    #expect(app.view.pictureWishes.wanted.isEmpty)
    #expect(app.draw().textPlane().contains("picture of m.example: P shows it"))
  }

  @Test(arguments: [
    (PictureChoice.local, "", "pictures = \"ask\""), (.on, "", "Its pictures are fetched"),
    (.ask, "J", "x unfolds it"), (.ask, "-", "x unfolds it"),
  ])
  func elsewhereTheKeySaysWhy(_ choice: PictureChoice, _ keys: String, _ words: String) throws {
    let outcome = try Self.stage(choice).play("<wait 400>\(keys)<wait 400>P<wait 400>", Self.feed)
    #expect(outcome.statusLine.contains(words), "\(outcome.statusLine)")
    #expect(choice == .on || Self.wanted(outcome).isEmpty)
  }

  @Test func secureModeAllowsNothing() throws {
    var stage = Self.stage(.ask)
    stage.isSecure = true
    let outcome = try stage.play("<wait 400>P<wait 400>", Self.feed)
    #expect(Self.wanted(outcome).isEmpty && outcome.statusLine.contains("Not fetched"))
  }

  @Test func hiddenPicturesAreNotAskedFor() throws {
    let folded = try Self.stage(.on).play("<wait 400>J<wait 400>", Self.feed)
    #expect(!Self.wanted(folded).contains { $0.hasSuffix("/1.png") || $0.hasSuffix("/2.png") })
    let warned = try Self.stage(.on).play("<wait 400>J<wait 400>x<wait 400>", Self.feed)
    #expect(Self.wanted(warned).contains("https://m.example/1.png"))
    let sensitive = try Self.stage(.on).play("<wait 400>JJ<wait 400>x<wait 400>", Self.feed)
    #expect(Self.wanted(sensitive).contains("https://m.example/2.png"))
    // A post beside the list was not asked for.
    let opened = try Self.stage(.on).play("<wait 400>J<wait 400><CR><wait 400>", Self.feed)
    #expect(Self.wanted(opened).isEmpty)
  }

  // MARK: Laws

  /// Laws 2 and 3: every strategy has the same cells, and clearing caches changes none.
  @Test(arguments: [PictureChoice.ask, .on]) func theCellsAreTheSame(_ choice: PictureChoice) throws
  {
    for size in [Size(columns: 40, lines: 12), Size(columns: 120, lines: 40)] {
      for keys in [
        "jjjj", "<Space><wait 400>", "<wait 400>P<wait 400>jj", "<CR><wait 400>P<wait 400>",
      ] {
        var stage = Self.stage(choice, size)
        stage.strategy = .flat
        let flat = try stage.play(keys, Self.feed).screen
        for strategy in Strategy.allCases {
          stage.strategy = strategy
          let outcome = try stage.play(keys, Self.feed)
          let pairs = zip(flat.lines, outcome.screen.lines).dropLast().flatMap {
            zip($0.cells, $1.cells)
          }
          #expect(pairs.allSatisfy { $0.hasSameText(as: $1) && $0.pictureColor == $1.pictureColor })
          #expect(outcome.app.drawsTheSameWithoutCaches)
        }
      }
    }
  }

  /// Laws 4 and 5: a permission, a reason and a removal change no height and move nothing.
  @Test func nothingMovesWhateverBecomesOfThem() throws {
    for keys in ["<wait 400>", "<Space>jj<wait 400>", "JJJ<wait 400>"] {
      var app = try Self.stage(.ask).play(keys, Self.feed).app
      let heights = (0..<app.view.rows.count).map { app.view.rows.laid(at: $0).height }
      let anchor = app.view.list.anchor
      let moment = Moment(nanoseconds: 60_000_000_000)
      _ = app.perform(.showPictures, at: moment)
      for number in app.view.pictureWishes.wanted.map(\.number) {
        _ = app.handle(.pictureFault(number, "not shown: 404"), at: moment, wall: Stage.wall)
      }
      let host = TrustedHost(picturesOf: "m.example", time: Stage.wall)
      _ = app.handle(.recalledHosts([host]), at: moment, wall: Stage.wall)
      #expect((0..<app.view.rows.count).map { app.view.rows.laid(at: $0).height } == heights)
      #expect(app.view.list.anchor == anchor)
    }
  }

  /// Law 6.
  @Test func rowsAreRichExactlyAtTheDeadline() throws {
    var stage = Self.stage(.ask)
    stage.strategy = .strict
    #expect(try !stage.play("jjjj<wait 149>", Self.feed).hasLinkRole)
    #expect(try stage.play("jjjj<wait 150>", Self.feed).hasLinkRole)
  }

  /// Law 12: whatever keys come, nothing that nobody allowed is wanted.
  @Test func noKeyButOneAllowsAPicture() throws {
    var random = SplitMix(seed: 31)
    let keys = Array("jkJKdb gGnNtxXlVz-+c*RuUL><q") + ["\t", "\r"]
    for _ in 0..<60 {
      let script = (0..<25).map { _ -> String in
        switch keys[Int(random.next() % UInt64(keys.count))] {
        case "\t": "<Tab>"
        case "\r": "<CR>"
        case ">": "<gt>"
        case "<": "<lt>"
        case " ": "<Space>"
        case let key: String(key)
        }
      }
      let outcome = try Self.stage(.ask).play(script.joined() + "<wait 400>", Self.feed)
      let wanted = outcome.effects.contains {
        if case .wantPictures(let wishes) = $0 { !wishes.wanted.isEmpty } else { false }
      }
      #expect(!wanted, "\(script.joined())")
    }
  }

  // MARK: Its page

  @Test func enterFillsTheScreenAndSaves() throws {
    let open = "<wait 400><Tab><Tab><CR><wait 400>"
    let outcome = try Self.stage(.on).play(open, Self.feed)
    #expect(outcome.app.view.page.content.keyPage == .picture, "\(outcome.text)")
    #expect(outcome.text.contains("https://m.example/0.png · 400 x 100 · picture 1 of 2"))
    #expect(Self.wanted(outcome) == ["https://m.example/0.png"])
    let second = try Self.stage(.on).play(open + "n<wait 400>s<CR>", Self.feed)
    let saved = second.effects.compactMap { effect -> String? in
      if case .savePicture(let path, let target) = effect { "\(path) \(target.path)" } else { nil }
    }
    #expect(saved == ["b.jpg https://n.example/b.jpg"])
    // Where the reader has allowed nothing, it waits as in its row, and the key is the same.
    let waiting = try Self.stage(.ask).play(open, Self.feed)
    #expect(waiting.text.contains("picture of m.example: P shows it"))
    #expect(Self.wanted(waiting).isEmpty)
    let allowed = try Self.stage(.ask).play(open + "P<wait 400>", Self.feed)
    #expect(Self.wanted(allowed) == ["https://m.example/0.png"])
  }

  @Test(arguments: [
    ("https://m.example/a.png?x=1", "a.png"), ("https://m.example/", "picture"),
    ("https://m.example/%2e%2e/..hidden.png", "hidden.png"), ("https://m.example/a%20b;c", "a20bc"),
    ("https://m.example/-rf.png", "rf.png"), ("https://m.example/~x", "x"),
  ])
  func aCopyGetsAPlainName(_ address: String, _ name: String) throws {
    let file = Self.attachment("image", address)
    let permission = PicturePermission(choice: .on, opensFiles: false)
    #expect(PicturePlace(of: file, permission, decodes: true)?.fileName == name)
  }

  @Test func goldens() throws {
    for (size, name) in [
      (Size(columns: 80, lines: 24), "pictures-ask"),
      (Size(columns: 40, lines: 10), "pictures-ask-narrow"),
    ] {
      try expectGolden(Self.stage(.ask, size).play("<wait 400>", Self.feed), name)
    }
  }
}
