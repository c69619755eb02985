import Configuration
import StreamModel
import Testing

@testable import StreamUI

/// The table `[keys]` of the configuration: what binds, what is refused and why.
struct KeyConfigurationTests {
  /// A table of keys as a file has it: entry n on line n, its values at columns 10, 20 and so on.
  private static func table(_ rows: [(String, [String])], from line: Int = 1) -> ConfigTable {
    ConfigTable(
      rows.enumerated().map { number, row in
        let line = line + number
        let values = row.1.enumerated().map { index, text in
          ConfigValue(.string(text), at: ConfigPlace(line: line, column: 10 * (index + 1)))
        }
        let place = ConfigPlace(line: line, column: 10)
        return ConfigTable.Entry(
          row.0,
          at: ConfigPlace(line: line, column: 1),
          row.1.count == 1 ? values[0] : ConfigValue(.array(values), at: place)
        )
      }
    )
  }

  private static func read(_ rows: (String, [String])..., page: String? = nil) -> KeyTable {
    let table = table(rows)
    guard let page else { return KeyTable(table, over: .standard) }
    let place = ConfigPlace(line: 1, column: 1)
    return KeyTable(
      ConfigTable([.init(page, at: place, ConfigValue(.table(table), at: place))]),
      over: .standard
    )
  }

  @Test func theWarningNamesTheKeyThatIsBound() throws {
    let feed = Feeds.feed(
      #"{"version":1,"posts":[{"id":"p1","body_html":"<p>hidden</p>","content_warning":"Food"}]}"#
    )
    for (table, key) in [
      (Self.read(("toggle-fold", ["<F5>"])), "F5"),
      (Self.read(("mark-read", ["x"])), ":toggle-fold"),
    ] {
      var viewer = try Viewer(Timeline(feed))
      viewer.handle(.configured(App.Options(), table.keymap))
      #expect(viewer.page.contains { $0.contains("⚠ Food (\(key) shows it)") }, "\(viewer.page)")
    }
  }

  private static func meaning(_ keys: String, _ keymap: Keymap, on page: KeyPage = .timeline)
    throws -> PageKeymap.Meaning
  {
    keymap.on(page).meaning(of: try KeyNotation(leader: .character(" ")).sequence(keys))
  }

  /// Both are keys of the table `[keys]`.
  @Test func noPageHasTheNameOfAnAction() {
    for page in KeyPage.allCases { #expect(Action(named: page.rawValue) == nil, "\(page)") }
  }

  @Test func anActionHasTheKeysOfTheFileAndNoOthers() throws {
    let read = Self.read(("row-down", ["n", "<Down>"]), ("mark-read", []), ("reload", ["g r"]))
    #expect(read.problems.map(\.message) == [])
    #expect(try Self.meaning("n", read.keymap) == .command(KeyCommand(.rowDown)))
    #expect(try Self.meaning("<Down>", read.keymap) == .command(KeyCommand(.rowDown)))
    #expect(try Self.meaning("J", read.keymap) == .nothing)
    #expect(try Self.meaning("R", read.keymap) == .nothing)
    #expect(try Self.meaning("g", read.keymap) == .beginning)
    #expect(try Self.meaning("g r", read.keymap) == .command(KeyCommand(.reload)))
    // Untouched ones stay.
    #expect(try Self.meaning("k", read.keymap) == .command(KeyCommand(.lineUp)))
    #expect(try Self.meaning("<Up>", read.keymap) == .command(KeyCommand(.lineUp)))
  }

  @Test func unboundKeysLeaveLongerSequencesAlone() throws {
    let read = Self.read(("none", ["d"]), ("undo", ["d d"]))
    #expect(read.problems.isEmpty)
    #expect(try Self.meaning("d", read.keymap) == .beginning)
    #expect(try Self.meaning("d d", read.keymap) == .command(KeyCommand(.undo)))
    let none = Self.read(("none", ["d"]), page: "detail").keymap
    #expect(try Self.meaning("d", none, on: .detail) == .nothing)
    #expect(try Self.meaning("d", none) == .command(KeyCommand(.halfPageDown)))
  }

  @Test func aPageHasKeysOfItsOwn() throws {
    let read = Self.read(("parent", ["u"]), ("undo", ["d d"]), page: "detail")
    #expect(read.problems.isEmpty)
    #expect(try Self.meaning("u", read.keymap, on: .detail) == .command(KeyCommand(.parent)))
    #expect(try Self.meaning("p", read.keymap, on: .detail) == .nothing)
    #expect(try Self.meaning("d", read.keymap, on: .detail) == .beginning)
    #expect(try Self.meaning("d", read.keymap) == .command(KeyCommand(.halfPageDown)))
    #expect(try Self.meaning("u", read.keymap) == .command(KeyCommand(.undo)))
    #expect(read.keymap.on(.detail).name(of: .parent) == "u")
    #expect(read.keymap.on(.detail).name(of: .halfPageDown) == "^D")
  }

  @Test func aPageCanBeginFromNothing() throws {
    let place = ConfigPlace(line: 1, column: 1)
    let own = ConfigTable([
      .init("inherit", at: place, ConfigValue(.boolean(false), at: place)),
      .init("leave", at: place, ConfigValue(.string("x"), at: place)),
    ])
    let table = ConfigTable([.init("link-list", at: place, ConfigValue(.table(own), at: place))])
    let read = KeyTable(table, over: .standard)
    #expect(read.problems.isEmpty)
    #expect(try Self.meaning("j", read.keymap, on: .links) == .nothing)
    #expect(try Self.meaning("/", read.keymap, on: .links) == .nothing)
    #expect(try Self.meaning("x", read.keymap, on: .links) == .command(KeyCommand(.leave)))
    #expect(try Self.meaning("x", read.keymap) == .command(KeyCommand(.toggleFold)))
  }

  @Test func commandsHaveStepsArgumentsQuestionsAndALeader() throws {
    let read = Self.read(
      ("mark-read; row-down", ["<Leader> f"]),
      ("mark-all-read?", ["A"]),
      ("order likes", ["e"]),
      (":fetch", ["<C-x> <C-s>"]),
      ("leader", ["<Space>"])
    )
    #expect(read.problems.map(\.message) == [])
    #expect(
      try Self.meaning("<Space> f", read.keymap)
        == .command(
          KeyCommand(.action(.markRead, argument: nil), [.action(.rowDown, argument: nil)])
        )
    )
    #expect(
      try Self.meaning("A", read.keymap)
        == .command(KeyCommand(.action(.markAllRead, argument: nil), asksFirst: true))
    )
    #expect(try Self.meaning("e", read.keymap) == .command(KeyCommand(.order, argument: "likes")))
    #expect(try Self.meaning("<C-x> <C-s>", read.keymap) == .command(KeyCommand(.own("fetch"))))
    // The actions keep the keys that they have alone.
    #expect(try Self.meaning("J", read.keymap) == .command(KeyCommand(.rowDown)))
  }

  @Test(arguments: [
    ("next-pots", "J", "Unknown action \"next-pots\"."),
    ("row-dwon", "J", "Unknown action \"row-dwon\". Did you mean row-down"),
    ("rowDown", "J", "Unknown action \"rowDown\"."),
    ("undo", "<Foo>", "Unknown key <Foo>."),
    ("undo", "keep", "keep is an action: keys stand here, as in undo = [\"x\"]."),
    ("undo", "gg", "Unknown key gg. Part keys with blanks: \"g g\"."),
    ("undo", "Down", "Unknown key Down. Write <Down>."),
    ("undo", "<C-1>", "No terminal sends <C-1>: Control works with letters"),
    ("undo", "<S-a>", "No terminal sends <S-a>: Shift shows in the character. Write A."),
    ("undo", "<C-i>", "Terminals send the same for <C-i> as for <Tab>. Write <Tab>."),
    ("undo", "<A-[>", "<A-[> cannot be told from the beginning of other keys."),
    ("undo", "<C-Enter>", "Terminals send the same for <C-Enter> as for <Enter>."),
    ("undo", "<F13>", "No terminal sends <F13>. Write <S-F1>."),
    ("undo", "1 1", "1 1 begins with a digit, and the digits 1 to 9 begin a count."),
    ("undo", "", "No key is named."),
    ("undo", "g <Esc>", "Esc leaves a sequence"),
    ("undo", "<Leader> u", "<Leader> has no key. Set it: leader = \"<Space>\"."),
    (
      "order best", "e",
      "Unknown order \"best\". Choose newest, oldest, document, likes, comments or feed."
    ),
    ("undo now", "e", "undo takes no argument: now."),
    ("undo;", "e", "An action is missing."),
    ("preset", "vim", "preset belongs above all tables"),
  ])
  func refusalsSayWhy(_ name: String, _ keys: String, _ message: String) throws {
    let read = Self.read((name, [keys]), ("keep", ["<F9> E"]))
    #expect(read.problems.count == 1)
    let said = read.problems.first?.message ?? ""
    #expect(said.hasPrefix(message), "\(said)")
    #expect(read.problems.first?.place.line == 1)
    #expect(try Self.meaning("u", read.keymap) == .command(KeyCommand(.undo)))
    #expect(try Self.meaning("<F9> E", read.keymap) == .command(KeyCommand(.keep)))
  }

  /// Other programs name the keys first.
  @Test(arguments: [
    ("d d", "mark-read", "mark-read = [\"d d\"]"),
    ("<C-n>", "order likes", "\"order likes\" = [\"<C-n>\"]"),
    ("x", "undo|keep", "\"undo; keep\" = [\"x\"]"),
  ])
  func aLineWithTheKeysFirstIsShownTheOtherWayRound(
    _ keys: String,
    _ action: String,
    _ line: String
  ) throws {
    let read = Self.read((keys, action.split(separator: "|").map { String($0) }))
    #expect(read.problems.map(\.message) == ["The action stands first: \(line)."])
  }

  @Test func conflictsNameBothPlaces() throws {
    let twice = Self.read(("undo", ["e"]), ("keep", ["B", "e"]))
    #expect(
      twice.problems == [
        ConfigProblem(
          at: ConfigPlace(line: 2, column: 20),
          "e is bound twice: it stands at line 1, column 10, too."
        )
      ]
    )
    #expect(try Self.meaning("e", twice.keymap) == .command(KeyCommand(.undo)))
    #expect(try Self.meaning("B", twice.keymap) == .command(KeyCommand(.keep)))
    let shadowed = Self.read(("undo", ["g"]), ("keep", ["g g"]))
    #expect(
      shadowed.problems.map(\.message) == [
        "g g cannot be bound beside g at line 1, column 10: g would act before g g is complete."
      ]
    )
    #expect(try Self.meaning("*", shadowed.keymap) == .command(KeyCommand(.keep)))
  }

  @Test func sequencesThatTakeTheOnlyKeyOfAnActionSaySo() throws {
    let read = Self.read(("mark-read", ["m r"]))
    #expect(
      read.problems.map(\.message) == [
        "m r takes m from set-mark, which has no other key now."
          + " Bind it to one, or run :set-mark."
      ]
    )
    #expect(try Self.meaning("m r", read.keymap) == .command(KeyCommand(.markRead)))
    #expect(Self.read(("mark-read", ["m r"]), ("set-mark", ["m m"])).problems.isEmpty)
    #expect(Self.read(("undo", ["<Space> u"])).problems.isEmpty)
  }

  /// A key that takes the only one of another action is no problem of the file, but a reader who asks hears of it.
  @Test func anActionThatHasNoKeyAnyMoreIsRemarkedOn() throws {
    let read = Self.read(("mark-read", ["x"]), ("undo", ["M"]))
    #expect(read.problems.isEmpty)
    #expect(
      read.remarks.map(\.message) == [
        "No key is left for toggle-fold, which had x. Bind it to another, or run :toggle-fold.",
        "No key is left for mark-read-above, which had M."
          + " Bind it to another, or run :mark-read-above.",
      ]
    )
    #expect(read.remarks.map(\.place.line) == [1, 2])
    #expect(Self.read(("mark-read", ["x"]), ("toggle-fold", ["<A-x>"])).remarks.isEmpty)
    #expect(Self.read(("mark-read", ["x"]), ("toggle-fold", [])).remarks.isEmpty)
    #expect(Self.read(("undo", ["<Down>"])).remarks.isEmpty)
    // A sequence says so at each start.
    #expect(Self.read(("mark-read", ["m r"])).remarks.isEmpty)
  }

  @Test func wrongKindsAndPagesAreNamed() {
    let place = ConfigPlace(line: 3, column: 4)
    let table = ConfigTable([
      .init("undo", at: place, ConfigValue(.integer(7), at: place)),
      .init("leader", at: place, ConfigValue(.boolean(true), at: place)),
      .init("inherit", at: place, ConfigValue(.integer(1), at: place)),
      .init(
        "keep",
        at: place,
        ConfigValue(.array([ConfigValue(.integer(1), at: place)]), at: place)
      ),
      .init("front", at: place, ConfigValue(.table(ConfigTable()), at: place)),
    ])
    let read = KeyTable(table, over: .standard)
    #expect(read.problems.count == 5)
    #expect(
      read.problems.contains { $0.message.hasPrefix("Unknown page \"front\". Pages are timeline") }
    )
    #expect(read.keymap.on(.timeline).name(of: .undo) == "u")
    #expect(read.keymap.on(.timeline).name(of: .keep) == "*")
  }

  @Test func everyBindingCanBeWritten() throws {
    for preset in KeyPreset.all {
      for page in KeyPage.allCases {
        for binding in preset.keymap.on(page).bindings {
          #expect(try KeyNotation().sequence(binding.keys.notation) == binding.keys)
          let text = try #require(binding.command).text
          #expect(try KeyCommandNotation().command(text) == binding.command)
        }
      }
    }
  }
}
