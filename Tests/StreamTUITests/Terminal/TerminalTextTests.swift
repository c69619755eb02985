import CellGrid
import Foundation
import TestSupport
import Testing

/// Law 2 on the terminal: what the program under a pty writes is what `dump` prints, in any script.
///
/// Both are compared after NFC, without white space, control pictures and ignorable characters. Terminals give their
/// own widths to some characters; whatever follows must be in its column all the same.
@Suite(.serialized) struct TerminalTextTests {
  @OwnFolder private var folder: String

  /// Terminals that nobody has asked yet.
  enum Model: CaseIterable {
    /// As `wcwidth` has it: xterm, VTE, Konsole, tmux.
    case library
    /// Spacing marks without a column: kitty, mlterm, foot from 1.21.
    case attached
    /// Nothing of Unicode 15 and later is known: one column, as xterm 379 has it.
    case old

    func columns(_ scalar: UInt32) -> Int {
      let usual = TerminalEmulator.columns(scalar)
      guard let properties = Unicode.Scalar(scalar)?.properties else { return usual }
      switch self {
      case .library: return usual
      case .attached:
        let isMark =
          properties.generalCategory == .spacingMark && (properties.age?.major ?? 99) < 14
        return isMark || scalar == 0x115F ? 0 : usual
      case .old: return (properties.age?.major ?? 99) > 14 ? min(1, usual) : usual
      }
    }
  }

  /// One post of a feed, and what it is looked for by.
  struct Post {
    let id: Int
    var title = ""
    var author = ""
    let text: String

    var json: [String: Any] {
      var fields: [String: Any] = ["id": "\(id)", "content_text": "<\(id)|\(text)|\(id)>"]
      if !title.isEmpty { fields["title"] = title }
      if !author.isEmpty { fields["authors"] = [["name": author]] }
      return fields
    }
  }

  private static let end = "the end of it"

  static func write(_ items: [[String: Any]], in folder: String) throws -> String {
    // The selected row, which has a bar in front of its lines, is another one.
    let first = ["id": "first", "content_text": "first"]
    let last = ["id": "last", "content_text": end]
    let feed: [String: Any] = [
      "version": "https://jsonfeed.org/version/1.1", "title": "F",
      "items": [first] + items + [last],
    ]
    let path = folder + "/feed.json"
    try JSONSerialization.data(withJSONObject: feed).write(to: URL(fileURLWithPath: path))
    return path
  }

  /// The characters that law 2 compares.
  static func visible(_ text: some StringProtocol) -> String {
    let scalars = text.unicodeScalars.filter { scalar in
      let properties = scalar.properties
      return !properties.isWhitespace && !properties.isDefaultIgnorableCodePoint
        && !(0x2400...0x2421).contains(scalar.value)
    }
    return String(String.UnicodeScalarView(scalars))
  }

  /// The texts of a feed as `dump` prints them.
  static func dumped(_ path: String) throws -> [[String: Any]] {
    let outcome = try Program.run(["dump", "--format", "ndjson", path])
    return try outcome.output.split(separator: "\n").dropFirst().dropLast().map { line in
      try #require(try JSONSerialization.jsonObject(with: Data(line.utf8)) as? [String: Any])
    }
  }

  /// Shows a feed in a terminal without answers.
  static func shown(
    _ path: String,
    columns: Int = 130,
    lines: Int = 900,
    model: Model = .library
  ) throws -> TerminalEmulator {
    let pty = try Pty(file: path, columns: columns, lines: lines)
    #expect(pty.waits(for: end, seconds: 60))
    pty.settle()
    var emulator = TerminalEmulator(columns: columns, lines: lines, widths: model.columns)
    emulator.take(pty.output)
    pty.quit()
    #expect(emulator.unknown.isEmpty, "\(emulator.unknown.prefix(3))")
    return emulator
  }

  /// The posts whose text the terminal does not show as `dump` prints it.
  static func differences(_ posts: [Post], model: Model, in folder: String) throws -> [String] {
    let path = try write(posts.map(\.json), in: folder)
    let emulator = try shown(path, model: model)
    let screen = visible(emulator.grid.map { $0.map(\.text).joined() }.joined())
    // Canonical equivalents are the same text; Foundation's search finds none of them.
    let shown = Data(screen.decomposedStringWithCanonicalMapping.utf8)
    var found: [String] = []
    for post in try dumped(path) {
      let text = try #require(post["text"] as? String)
      let wanted = Data(visible(text).decomposedStringWithCanonicalMapping.utf8)
      if shown.range(of: wanted) == nil { found.append(missing(text, screen)) }
    }
    return found
  }

  private static func missing(_ text: String, _ screen: String) -> String {
    let number = text.prefix { $0 != "|" }
    let start = screen.range(of: "\(number)|")?.lowerBound ?? screen.endIndex
    return "\(visible(text)) is shown as \(screen[start...].prefix(text.count))"
  }

  // MARK: Languages

  static let languages: [(code: String, sentence: String)] = {
    let file = Program.root.appendingPathComponent("Tests/StreamTUITests/Terminal/Languages.txt")
    let lines = (try? String(contentsOf: file, encoding: .utf8))?.split(separator: "\n") ?? []
    return lines.compactMap { line in
      let parts = line.split(separator: "\t")
      return parts.count == 2 ? (String(parts[0]), String(parts[1])) : nil
    }
  }()

  @Test(arguments: Model.allCases) func languagesAreShownWhole(_ model: Model) throws {
    #expect(Self.languages.count > 65)
    try Program.inFolder { folder in
      let posts = Self.languages.enumerated().map { index, language in
        Post(
          id: index,
          title: language.sentence,
          author: language.sentence,
          text: language.code + ":" + language.sentence
        )
      }
      #expect(try Self.differences(posts, model: model, in: folder) == [])
      // Titles and authors, too: a line each.
      let emulator = try Self.shown(Self.write(posts.map(\.json), in: folder), model: model)
      let screen = Self.visible(emulator.grid.map { $0.map(\.text).joined() }.joined())
      for post in posts {
        let text = Self.visible(post.title).decomposedStringWithCanonicalMapping
        let count = screen.decomposedStringWithCanonicalMapping.ranges(of: text).count
        #expect(count >= 3, "\(post.text): \(count)")
      }
    }
  }

  @Test(arguments: Model.allCases) func whatFollowsIsInItsColumn(_ model: Model) throws {
    let posts = Self.languages.enumerated().map { Post(id: $0, text: $1.sentence) }
    let emulator = try Self.shown(Self.write(posts.map(\.json), in: folder), model: model)
    for post in posts {
      let start = "<\(post.id)|"
      let line = try #require(
        emulator.grid.first { $0.map(\.text).joined().contains(start) },
        "\(post.text)"
      )
      let texts = line.map(\.text)
      let first = try #require(texts.indices.first { texts[$0...].joined().hasPrefix(start) })
      let columns = ColumnWidth.columns(of: SafeText(sanitizing: start + post.text))
      let rest = texts[(first + columns)...].joined()
      #expect(rest.hasPrefix("|\(post.id)>"), "\(model): \(post.text): \(rest.prefix(20))")
    }
  }

  // MARK: Characters

  /// The graphic characters of Unicode 17, which Swift knows: all marks and all that are newer than Unicode 14; of
  /// ideographs and syllables one in `step`, of others one in four if `step` is more than 1.
  static func graphic(step: UInt32) -> [Unicode.Scalar] {
    (UInt32(0x21)...0x3FFFF).compactMap { value in
      guard let scalar = Unicode.Scalar(value) else { return nil }
      let properties = scalar.properties
      switch properties.generalCategory {
      case .control, .format, .surrogate, .privateUse, .unassigned, .lineSeparator,
        .paragraphSeparator:
        return nil
      case .nonspacingMark, .spacingMark, .enclosingMark: return scalar
      default: break
      }
      let isOneOfMany =
        (0x3400...0x9FFF).contains(value) || (0xAC00...0xD7A3).contains(value)
        || (0x12000...0x18CFF).contains(value) || value >= 0x20000
      if isOneOfMany { return value % step == 0 ? scalar : nil }
      return step == 1 || value % 4 == 0 || (properties.age?.major ?? 0) > 14 ? scalar : nil
    }
  }

  /// Each after a letter and after a blank.
  @Test func eachCharacterIsShown() throws {
    let scalars = Self.graphic(step: isLongRun ? 1 : 97)
    let texts = stride(from: 0, to: scalars.count, by: 24).map { start in
      scalars[start..<min(start + 24, scalars.count)]
        .map { "x\(String($0))y \(String($0)) z" }.joined()
    }
    let models: [Model] = isLongRun ? Model.allCases : [.library]
    for model in models {
      for start in stride(from: 0, to: texts.count, by: 150) {
        let some = texts[start..<min(start + 150, texts.count)]
        try Program.inFolder { folder in
          let posts = some.enumerated().map { Post(id: $0, text: $1) }
          let found = try Self.differences(posts, model: model, in: folder)
          #expect(found == [], "\(model), from \(start)")
        }
      }
    }
  }

  /// Marks and letters of all scripts in any order, with emoji, joiners and what the sanitizer replaces.
  @Test func randomTextIsShown() throws {
    let letters = Self.graphic(step: 997)
    let marks = letters.filter {
      $0.properties.generalCategory == .spacingMark || $0.properties.isGraphemeExtend
    }
    let pieces = Self.languages.flatMap { $0.sentence.split(separator: " ").map(String.init) }
    let others = [
      "\u{200D}", "\u{200C}", "\u{FE0F}", "\u{1B}[31m", "\u{202E}", "👩‍💻", "\u{34F}", " ",
      "\u{10FFFD}",
    ]
    // Another seed tries other texts.
    let seed = ProcessInfo.processInfo.environment["STREAMTUI_SEED"].flatMap { UInt64($0) } ?? 27
    var random = SplitMix(seed: seed)
    for round in 0..<(isLongRun ? 6_700 : 4) {
      let posts = (0..<150).map { id in
        let text = (0..<random.below(30)).map { _ in
          switch random.below(9) {
          case 0...2: String(letters[random.below(letters.count)])
          case 3...5: String(marks[random.below(marks.count)])
          case 6...7: pieces[random.below(pieces.count)]
          default: others[random.below(others.count)]
          }
        }
        // A tone after an emoji is left out until the terminal says that it draws it.
        return Post(id: id, text: text.joined().filter { $0 != "\n" }.replacing("👩‍💻", with: "👩‍💻 "))
      }
      let tones = { (post: Post) in
        post.text.unicodeScalars.contains { (0x1F3FB...0x1F3FF).contains($0.value) }
      }
      try Program.inFolder { folder in
        let kept = posts.enumerated().map { Post(id: $0, text: tones($1) ? "x" : $1.text) }
        let model = Model.allCases[round % Model.allCases.count]
        let found = try Self.differences(kept, model: model, in: folder)
        #expect(found == [], "round \(round), \(model)")
      }
    }
  }

  // MARK: Around the text

  @Test func promptsAndMessagesAreShownWhole() throws {
    let path = try Self.write([["id": "1", "content_text": "plain"]], in: folder)
    let pty = try Pty(file: path, columns: 300)
      .showing("plain")
    let all =
      isLongRun
      ? Self.languages
      : Self.languages.filter {
        ["hi", "ta", "th", "my", "km", "bn", "ja", "ko-nfd", "si", "emoji", "new-letters"]
          .contains($0.code)
      }
    for (code, sentence) in all {
      // A flag of tags is typed a tag at a time, and the sanitizer replaces each.
      let sentence = sentence.replacing("🏴󠁧󠁢󠁥󠁮󠁧󠁿", with: "")
      let wanted = Self.visible(sentence)
      for key in ["/", "&"] {
        pty.send(key + sentence)
        #expect(Self.shows(pty, "\(key)\(wanted)▏"), "\(key) \(code)")
        guard key == "/" else {
          pty.send("\u{1B}")
          #expect(Self.shows(pty, "F·post1of3"))
          continue
        }
        pty.send("\r")
        #expect(Self.shows(pty, "Nomatchfor\"\(wanted)\""), "\(code)")
      }
    }
    pty.quit()
  }

  /// Whether the last line comes to show `text`; it is printed if not.
  private static func shows(_ pty: Pty, _ text: String) -> Bool {
    let limit = Date().addingTimeInterval(20)
    var line = ""
    while Date() < limit {
      pty.settle(milliseconds: 50)
      var emulator = TerminalEmulator(columns: 300, lines: 24)
      emulator.take(pty.output)
      line = visible((emulator.grid.last ?? []).map(\.text).joined())
      let wanted = text.decomposedStringWithCanonicalMapping
      if line.decomposedStringWithCanonicalMapping.contains(wanted) { return true }
    }
    Issue.record("\(line), not \(text)")
    return false
  }

  /// A link after such text, with such text, is where its cells are: a hint leaves it whole, and a click opens it.
  ///
  /// In a terminal that draws marks in the column of their letter, text and link move together.
  @Test(arguments: [Model.library, .attached]) func linksAreWhereTheyAreShown(_ model: Model) throws
  {
    let log = try FakeBrowser()
    defer { log.remove() }
    try Program.inFolder { folder in
      let html = "<p>हिन्दी में पानी <a href=\"https://a.example/k\">நிலம் கிணறு</a> end</p>"
      let path = try Self.write([["id": "1", "content_html": html]], in: folder)
      let pty = try Pty(file: path, "--hyperlinks", "always", environment: ["BROWSER": log.path])
        .awaiting("\u{1B}[6n")
      let marks = model == .attached ? 2 : 3
      pty.send([3, 3, 3, 3, marks, 3].map { "\u{1B}[2;\($0)R" }.joined() + "\u{1B}[?6c")
      pty.showing("https://a.example/k")
      var emulator = TerminalEmulator(columns: 80, lines: 24, widths: model.columns)
      emulator.take(pty.output)
      let line = try #require(emulator.grid.firstIndex { $0.contains { $0.link != nil } })
      #expect(emulator.grid[line].filter { $0.link != nil }.map(\.text).joined() == "நிலம் கிணறு")
      let text = emulator.grid[line].map(\.text).joined()
      #expect(text.contains("हिन्दी में पानी நிலம் கிணறு end"))
      // A hint and its end.
      pty.type("f")
      pty.type("\u{1B}")
      emulator = TerminalEmulator(columns: 80, lines: 24, widths: model.columns)
      emulator.take(pty.output)
      #expect(emulator.grid[line].map(\.text).joined() == text)
      // Clicks on the last cell of the link: the first one shows where it leads.
      let column = try #require(emulator.grid[line].lastIndex { $0.link != nil }) + 1
      for _ in 0..<2 {
        pty.type("\u{1B}[<0;\(column);\(line + 1)M\u{1B}[<0;\(column);\(line + 1)m")
      }
      #expect(log.waitsForArguments(pty))
      #expect(log.arguments == ["https://a.example/k"])
      pty.quit()
    }
  }

  /// A flag that takes the place of another is written whole, as its second half alone would be another sign.
  @Test func aFlagIsWrittenWhole() throws {
    let flags = ["🇩🇪", "🇩🇰", "🇫🇷"].map { String(repeating: "a\($0)b ", count: 5) }
    let posts = (0..<30).map { Post(id: $0, text: flags[$0 % 3]) }
    let path = try Self.write(posts.map(\.json), in: folder)
    let pty = try Pty(file: path).showing("post 1")
    for _ in 0..<6 {
      let mark = pty.output.count
      pty.send("j")
      pty.settle(milliseconds: 100)
      let new = pty.text(since: mark).unicodeScalars.map(\.value)
      let letters = new.indices.filter { (0x1F1E6...0x1F1FF).contains(new[$0]) }
      #expect(letters.count.isMultiple(of: 2))
      for pair in stride(from: 0, to: letters.count - 1, by: 2) {
        #expect(letters[pair + 1] == letters[pair] + 1)
      }
    }
    pty.quit()
  }

  /// Where there is no alternate screen, as in mosh and in GNU screen, the prompt of the shell comes in the last line.
  @Test func theLastLineIsEmptyAtTheEnd() throws {
    let pty = try Pty(file: Program.sample).showing("post 1")
    pty.quit("q")
    var emulator = TerminalEmulator(columns: 80, lines: 24)
    emulator.take(Array(pty.text().replacing("\u{1B}[?1049", with: "\u{1B}[?12").utf8))
    #expect(try #require(emulator.grid.last).allSatisfy { $0.text == " " })
    #expect(emulator.grid.contains { $0.map(\.text).joined().contains("Olga Hansen") })
  }
}
