import CellGrid
import Foundation
import Glibc
import StreamUI
import TestSupport
import Testing

@testable import StreamTUI

/// ncurses and the hyperlinks around it, frame by frame against a terminal in memory.
@Suite struct FramePainterTests {
  /// In a process of its own: ncurses has one terminal a process, and takes its signals.
  ///
  /// What is compared does not come back from there, so it is said.
  @Test func anyFramesInAnyOrderAreShownWithTheirLinks() async {
    await #expect(processExitsWith: .success) {
      for seed in UInt64(1)...16 {
        let differences = try RandomFrames.play(seed, terminal: "xterm-256color", frames: 40)
        #expect(differences == [], "seed \(seed): \(differences)")
      }
    }
  }

  /// A terminal that can neither shift characters nor lines, and one that is known as tmux.
  @Test func otherTerminalsShowThemToo() async {
    await #expect(processExitsWith: .success) {
      for terminal in ["screen-256color", "tmux-256color"] {
        for seed in UInt64(1)...5 {
          let differences = try RandomFrames.play(seed, terminal: terminal, frames: 40)
          #expect(differences == [], "\(terminal), seed \(seed): \(differences)")
        }
      }
    }
  }

  @Test func whatStaysIsNotWrittenAgain() async {
    await #expect(processExitsWith: .success) {
      let written = try RandomFrames.bytesOfRepeatedFrame()
      #expect(
        written == ["\u{1B}]8;id=0-0;https://a.example/0\u{1B}\\", "\u{1B}]8;;\u{1B}\\"],
        "\(written)"
      )
    }
  }
}

/// Frames that follow each other in every way that frames do, and some that none does.
private struct RandomFrames {
  private var random: SplitMix
  private let size: Size
  private var rows: [[Piece]]
  private var isMoving = false

  /// Text of one kind, and where it leads to.
  private struct Piece {
    var text: SafeText
    var role: Role
    var link: Int?

    /// Blanks are underlined in links: where they look like nothing, they may be erased instead.
    ///
    /// What a selector (U+FE0F) makes wide is drawn narrow, with a blank.
    mutating func keepsLinksWritten() {
      let hasBlank = text.utf8.contains(0x20) || text.string.unicodeScalars.contains("\u{FE0F}")
      if link != nil, hasBlank { role = .link }
    }
  }

  private static let words: [SafeText] = [
    "river", "a", "the quick", "東京", "駅", "🇫🇮", "👩‍💻", "e\u{301}", "❤️", "1️⃣", "           ", "....",
    "x", "हिन्दी में", "நிலம்", "กำลัง", "ကော်", "ｶﾞ", "❤️‍🔥", "👨‍👩‍👧‍👦", "🫨", "ꟚꟜ", "☰", "한글",
    "e\u{301}\u{302}\u{303}\u{304}\u{305}",
  ]
  private static let roles: [Role] = [.text, .link, .link, .faint, .mark, .linkFocused, .hashtag]

  private init(seed: UInt64, size: Size) {
    random = SplitMix(seed: seed)
    self.size = size
    rows = []
    rows = (0..<size.lines).map { _ in line() }
  }

  /// What the terminal shows that is not in the frame, after each of `frames` frames.
  static func play(_ seed: UInt64, terminal: String, frames count: Int) throws -> [String] {
    setenv("TERM", terminal, 1)
    setenv("LC_ALL", "C.UTF-8", 1)
    Ncurses.setLocale()
    var play = RandomFrames(seed: seed, size: Size(columns: 37, lines: 11))
    let file = try #require(FrameFile())
    let ncurses = try #require(Ncurses(frames: file, size: play.size, noColor: false))
    var painter = FramePainter(ncurses: ncurses, theme: .dark)
    // Terminals do not agree about what becomes of erased cells.
    var emulators = [false, true].map {
      TerminalEmulator(columns: play.size.columns, lines: play.size.lines, erasesWithLink: $0)
    }
    var theme = Theme.dark
    for frame in 0..<count {
      // Themes of xterm's 256 colours, which the emulators report as they are.
      if frame % 7 == 6 {
        theme = Theme([.light, .contrast, .contrastLight, .dark][play.random.below(4)])
        _ = painter.change(to: theme)
      }
      let screen = play.screen
      painter.paint(screen)
      painter.take(from: file) { bytes in
        for index in emulators.indices { emulators[index].take(bytes) }
      }
      for emulator in emulators {
        let differences = emulator.differences(from: screen, in: theme)
        if !differences.isEmpty { return ["frame \(frame)"] + differences }
      }
      if play.goOn() { painter.forget() }
    }
    ncurses.end()
    file.take { _ in }
    return []
  }

  /// The sequences of a frame that differs from the one before in one cell, of a line with a link.
  static func bytesOfRepeatedFrame() throws -> [String] {
    setenv("TERM", "xterm-256color", 1)
    let size = Size(columns: 30, lines: 5)
    let file = try #require(FrameFile())
    let ncurses = try #require(Ncurses(frames: file, size: size, noColor: false))
    var painter = FramePainter(ncurses: ncurses, theme: .dark)
    var play = RandomFrames(seed: 1, size: size)
    let words = Self.words.prefix(4)
    play.rows = words.enumerated().map { index, word in
      [Piece(text: "..", role: .text), Piece(text: word, role: .link, link: index)]
    }
    painter.paint(play.screen)
    file.take { _ in }
    painter.paint(play.screen)
    var count = 0
    file.take { count = $0.count }
    // At most the cursor is hidden again.
    #expect(count < 10)
    play.rows[0][0].text = "x."
    painter.paint(play.screen)
    var text = ""
    file.take { text = String(decoding: $0, as: UTF8.self) }
    return text.split(separator: "\u{1B}]8;", omittingEmptySubsequences: false).dropFirst().map {
      part in
      let end = part.range(of: "\u{1B}\\")?.upperBound ?? part.endIndex
      return "\u{1B}]8;" + part[..<end]
    }
  }

  private var screen: Screen {
    var screen = Screen(size: size)
    var links: [Hyperlink] = []
    for (index, pieces) in rows.enumerated() {
      var line = CellLine(columns: size.columns)
      var column = 0
      for piece in pieces where column < size.columns {
        let start = column
        column = line.put(piece.text, at: column, role: piece.role)
        guard let link = piece.link, !isMoving,
          let target = Hyperlink.Target("https://a.example/\(link)")
        else { continue }
        let identity = Hyperlink.Identity(row: link, link: 0)
        links.append(
          Hyperlink(line: index, columns: start..<column, target: target, identity: identity)
        )
      }
      screen.set(line: index, to: line)
    }
    screen.set(hyperlinks: links)
    return screen
  }

  private mutating func line() -> [Piece] {
    if random.below(6) == 0 { return [] }
    return (0..<random.below(9)).map { _ in piece() }
  }

  private mutating func piece() -> Piece {
    let text = Self.words[random.below(Self.words.count)]
    var piece = Piece(text: text, role: Self.roles[random.below(Self.roles.count)])
    if random.below(3) == 0 { piece.link = random.below(9) }
    piece.keepsLinksWritten()
    return piece
  }

  /// Makes the next frame; whether what is on the terminal is to be forgotten first.
  private mutating func goOn() -> Bool {
    let line = random.below(rows.count)
    switch random.below(10) {
    case 0, 1: scroll()
    case 2: isMoving.toggle()
    case 3:
      isMoving = true
      scroll()
    case 4: rows[line] = self.line()
    case 5: rows[line].insert(piece(), at: random.below(rows[line].count + 1))
    case 6: if !rows[line].isEmpty { rows[line].remove(at: random.below(rows[line].count)) }
    case 7:
      for place in rows[line].indices {
        rows[line][place].link = random.below(2) == 0 ? 3 : nil
        rows[line][place].keepsLinksWritten()
      }
    case 8:
      for place in rows[line].indices {
        rows[line][place].role = Self.roles[random.below(7)]
        rows[line][place].keepsLinksWritten()
      }
    default:
      if random.below(3) == 0 { rows = rows.map { _ in self.line() } }
      return random.below(3) == 0
    }
    return false
  }

  /// The page moves, the last line stays.
  private mutating func scroll() {
    let distance = 1 + random.below(4)
    var page = Array(rows.dropLast())
    let new = (0..<distance).map { _ in line() }
    page =
      random.below(2) == 0
      ? Array((page + new).suffix(page.count)) : Array((new + page).prefix(page.count))
    rows = page + rows.suffix(1)
  }
}
