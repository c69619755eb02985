import Addresses
import CellGrid
import Foundation
import StreamModel
import Testing

@testable import StreamUI

/// The presets: the acts of people who know another program, each with the built-in keys for the same.
///
/// Both must show the same page, and the act another one than before or a message of its own.
struct PresetTests {
  private static func play(_ keys: String, _ keymap: Keymap) throws -> Stage.Outcome {
    try Stage(remembersPosts: true, keymap: keymap).play(keys, feed)
  }

  private static let feed = Feeds.posts(
    (1...60).map {
      #"<p>post \#($0) about boats</p><p>see <a href="https://host.example/\#($0)">it</a></p>"#
    }
  )

  private static let acts: [String: [(keys: String, standard: String)]] = [
    "less": [
      ("<Space>", "<Space>"), ("f", "<Space>"), ("<C-f>", "<Space>"), ("<C-v>", "<Space>"),
      ("fb", "<Space>b"), ("ff<C-b>", "<Space><Space>b"), ("d", "<C-d>"), ("<C-d>", "<C-d>"),
      ("du", "<C-d><C-u>"), ("ddu", "<C-d><C-d><C-u>"), ("j", "j"), ("e", "j"), ("<Down>", "j"),
      ("<C-e>", "j"), ("<C-n>", "j"), ("jjk", "j"), ("eey", "j"), ("jj<C-y>", "j"),
      ("dd<C-u>", "<C-d><C-d><C-u>"), ("5j", "5j"), ("5e", "5j"),
      ("jj<Up>", "j"), ("G", "G"), ("Gg", "Gg"), ("20g", "20g"), ("20G", "20g"), ("F", "G"),
      ("50p", "50%"), ("50%", "50%"), ("p", "%"), ("/boats<CR>", "/boats<CR>"),
      ("/boats<CR>n", "/boats<CR>n"), ("/boats<CR>nN", "/boats<CR>nN"),
      ("G?post 3<CR>", "G:search-backward<CR>post 3<CR>"), ("jjmaG'a", "jjmaG'a"),
      ("jjG''", "jjG''"), ("h", ":help<CR>"), ("hq", "hq"), ("q", "q"), (":q<CR>", ":q<CR>"),
      ("Q", "Q"), ("v", "o"), ("o", "o"), ("Y", "y"), ("i", "f"), ("=", "=="), ("100p", "100%"),
    ],
    "vim": [
      ("j", "j"), ("k", "k"), ("jjk", "j"), ("5j", "5j"), ("gg", "g"), ("Ggg", "Gg"),
      ("20gg", "20g"), ("G", "G"), ("20G", "20G"), ("<C-d>", "<C-d>"), ("<C-d><C-u>", "<C-d><C-u>"),
      ("<C-f>", "<Space>"), ("<C-f><C-b>", "<Space>b"), ("<C-e>", "j"), ("jj<C-y>", "j"),
      ("<C-f>l", "<Space><CR>"), ("lh", "<CR>q"), ("l<C-o>", "<CR>q"), ("l", "<CR>"),
      ("/boats<CR>", "/boats<CR>"), ("/boats<CR>nn", "/boats<CR>nn"),
      ("/boats<CR>nN", "/boats<CR>nN"), ("G?post 3<CR>", "G:search-backward<CR>post 3<CR>"),
      ("jjmaG'a", "jjmaG'a"), ("jjmaG`a", "jjmaG'a"), ("jjG''", "jjG''"), ("za", "x"),
      ("zc", "z"), ("zo", "z"), ("zM", "Z"), ("zR", "Z"), ("gx", "o"),
      ("yy", "y"), ("gl", "l"), ("*u", "*u"), ("50%", "50%"), (":q<CR>", ":q<CR>"),
      ("ZZ", "Q"), (":20<CR>", ":20<CR>"), ("g?", ":help<CR>"),
      ("20GJzt", "20GJ:selection-to-top<CR>"), ("20GJzz", "20GJ:selection-to-middle<CR>"),
      ("20Gzb", "20G:selection-to-bottom<CR>"), ("20GL", "20G:last-on-screen<CR>"),
      ("20GM", "20G:middle-on-screen<CR>"), ("20GLH", "20G:last-on-screen<CR>:first-on-screen<CR>"),
    ],
    "newsboat": [
      ("j", "J"), ("jj", "JJ"), ("jjk", "J"), ("<Down>", "J"), ("JJ", "JJ"), ("JJK", "J"),
      ("5j", "5J"), ("<CR>", "<CR>"), ("l", "<CR>"), ("<Right>", "<CR>"), ("jl", "J<CR>"),
      ("jlh", "J<CR>q"), ("jlq", "J<CR>q"), ("jlj", "J<CR>j"), ("jl<Down>", "J<CR>j"),
      ("jlJ", "J<CR>J"), ("<Space>", "<Space>"), ("<PageDown>", "<Space>"),
      ("<PageDown>b", "<Space>b"), ("<C-d>", "<C-d>"), ("<C-d><C-u>", "<C-d><C-u>"),
      ("<End>", "G"), ("<End><Home>", "Gg"), ("20G", "20G"), ("n", "t"), ("p", "T"), ("N", "R"),
      ("NN", "RR"), ("o", "o"), ("u", "l"), ("uq", "lq"), ("us", "ls"), ("s", "*"), ("ss", "**"),
      ("/boats<CR>", "/boats<CR>"), ("/boats<CR>;", "/boats<CR>n"),
      ("/boats<CR>;,", "/boats<CR>nN"), ("?", ":help<CR>"), ("r", "r"), ("R", "r"), ("g", "c"),
      ("q", "q"), ("Q", "Q"), (":q<CR>", ":q<CR>"), ("An", "jk"), ("Cn", "jk"),
    ],
  ]

  @Test(arguments: ["less", "vim", "newsboat"]) func actsMeanTheSame(_ name: String) throws {
    let preset = try #require(Keymap.preset(named: name))
    let acts = try #require(Self.acts[name])
    #expect(acts.count >= 40)
    for (keys, standard) in acts {
      let own = try Self.play(keys, preset)
      let other = try Self.play(standard, .standard)
      #expect(own.app.isFinished == other.app.isFinished, "\(keys)")
      #expect(own.effects == other.effects, "\(keys)")
      #expect(own.app.view.page.content.name == other.app.view.page.content.name, "\(keys)")
      guard own.app.view.page.content.name != "key-list", !own.app.isFinished, keys != "=" else {
        continue
      }
      #expect(own.lines.dropLast(2) == other.lines.dropLast(2), "\(keys) and \(standard)")
      #expect(!own.statusLine.contains("nothing here"), "\(keys): \(own.statusLine)")
    }
  }

  /// The keys of each program's own manual (less.hlp, newsboat's keycmds.dsv, vim's index.txt) that act
  /// on what is shown.
  private static let programKeys = [
    "less": """
    h H q Q j e ^E ^N k y ^Y ^K ^P J K Y f ^F ^V b ^B z w d ^D u ^U r ^R ^L R F / ? n N & g < G > p % { } ( ) \
    [ ] m M ' t T = ^G : V v ! # | s - _ + ^X ^C ^O Left Right
    """,
    "vim": """
    j k h l w W b B e gg G H M L ^D ^U ^F ^B ^E ^Y z a A i I o O s S c C r R x X p P u U y Y d D v V J K * # n N / \
    ? f F t T ; , . m ' ` g ] [ } { < > = + - ! | & @ ^R ^W ^O ^C % : Z
    """,
    "newsboat": """
    CR q Q r R A C s n p J K ^K o O ? ^U N l u ^T t / # 1 9 0 e E ^R ^L : F f ^F ^B ^E ^N ^P j k D ^D $ v ^X ^V \
    ^G | g G Home End ,
    """,
  ]

  private static let marks = CharacterSet(charactersIn: ",.;:")

  @Test(arguments: ["less", "vim", "newsboat"]) func noKeyIsASurpriseUnnamed(_ name: String) throws
  {
    let preset = try #require(KeyPreset.all.first { $0.name == name })
    // Without the texts that are searched for.
    let acts = try #require(Self.acts[name])
      .map { $0.keys.replacing("boats", with: "").replacing("post 3", with: "") }
    let words = preset.surprises.flatMap {
      $0.split(whereSeparator: { $0 == " " }).map(String.init)
    }
    let named = Set(words + words.map { $0.count > 1 ? $0.trimmingCharacters(in: Self.marks) : $0 })
    // Quit, suspend and redraw, a command line and a pipe mean the same in all of them.
    let same = ["q", "Q", "^C", "^L", ":", "|", "n", "N", "."]
    for key in try #require(Self.programKeys[name]).components(separatedBy: " ") {
      var notation = key == "<" ? "<lt>" : key.count > 1 ? "<\(key)>" : key
      if key.hasPrefix("^"), key.count > 1 { notation = "<C-\(key.dropFirst().lowercased())>" }
      if key == "gg" { notation = key }
      let keys = key == "gg" ? "g g" : notation
      let meaning = (try? KeyNotation().sequence(keys))
        .map { preset.keymap.on(.timeline).meaning(of: $0) }
      let isAct = acts.contains { $0.contains(notation) }
      #expect(
        meaning == .nothing || isAct || named.contains(key) || same.contains(key),
        "\(name): \(key)"
      )
    }
  }

  /// No preset has a fault in its tables, and none loses an action on the way.
  @Test(arguments: KeyPreset.all.map(\.name)) func tablesAreWhole(_ name: String) throws {
    let preset = try #require(KeyPreset.all.first { $0.name == name })
    for table in preset.tables {
      let keymap = preset.keymap.on(table.page ?? .timeline)
      for row in table.rows {
        let command = try KeyCommandNotation().command(row.command)
        let keys = try row.keys.map { try KeyNotation().sequence($0) }
        #expect(
          Set(keymap.bindings.filter { $0.command == command }.map(\.keys)) == Set(keys),
          "\(name): \(row.command)"
        )
      }
      for text in table.none {
        let meaning = keymap.meaning(of: try KeyNotation().sequence(text))
        #expect(meaning == .nothing, "\(name): \(text)")
      }
    }
    let reachable = Set(
      KeyPage.allCases.flatMap { preset.keymap.on($0).bindings.compactMap { $0.command?.action } }
    )
    let usual = Set(Keymap.standard.on(.timeline).bindings.compactMap { $0.command?.action })
    #expect(usual.subtracting(reachable).map(\.name) == [], "\(name)")
  }

  @Test func digitsOpenLinksOfAnOpenPost() throws {
    let preset = try #require(Keymap.preset(named: "newsboat"))
    let links = (1...12).map { #"<a href="https://host.example/\#($0)">it \#($0)</a>"# }
    let feed = Feeds.posts(["<p>\(links.joined(separator: " "))</p>", "<p>b</p>", "<p>c</p>"])
    func opened(_ keys: String, _ keymap: Keymap) throws -> [String] {
      try Stage(keymap: keymap).play(keys, feed).effects.opened
    }
    #expect(try opened("<CR><wait 400>2", preset) == ["https://host.example/2"])
    #expect(try opened("<CR><wait 400>0", preset) == ["https://host.example/10"])
    #expect(try opened("<CR><wait 400>2", .standard).isEmpty)
    // Keys of the configuration's own leave that as it is.
    let changed = preset.applying([KeyChanges(page: nil, assignments: [], unbound: [])])
    #expect(try opened("<CR><wait 400>2", changed).count == 1)
    #expect(try Stage(keymap: preset).play("2j", feed).statusLine.contains("post 3 of 3"))
  }

  /// Keys are for readers: what compares strategies is typed by name, in every preset.
  ///
  /// Any other action without a key in some preset is a choice of one word.
  @Test func onlyComparisonsAndTypedChoicesHaveNoKey() {
    let bound = KeyPreset.all.flatMap { preset in
      KeyPage.allCases.flatMap { preset.keymap.on($0).bindings.compactMap { $0.command?.action } }
    }
    let missing = Set(Action.allCases).subtracting(bound)
    let typed: Set<Action> = [
      .strategy, .density, .layout, .theme, .order, .view, .count, .rules, .why, .configReload,
    ]
    #expect(missing == typed.union([.cycleStrategy, .cycleFigures]))
  }

  @Test func onlyPresetsHaveNames() {
    #expect(Keymap.preset(named: "emacs") == nil)
    #expect(Keymap.preset(named: "default") != nil)
  }
}
