import Addresses
import CellGrid
import StreamModel
import StreamUI
import Testing

@testable import StreamLab

/// A play of the bench: every key moves rows, and counts are those of the work that was done.
struct BenchPlayTests {
  /// Each post has a line of text with one bold word and one link, and so takes the same lines; their words differ, so no
  /// row repeats another.
  private func play(posts: Int, size: Size = Size(columns: 60, lines: 20)) -> BenchPlay {
    let lines = (1...max(1, posts)).prefix(posts).map { number in
      let numbers = (1...3).map { (number &* 2_654_435_761 &+ $0 &* 2_246_822_519) & 0xFFFF_FFFF }
      let words = numbers.map { "\($0)" }.joined(separator: " ")
      return
        #"{"id":"p\#(number)","body_html":"<p>\#(words) <b>number</b> <a href=\"https://a.example/\#(number)\">"#
        + #"page \#(number)</a></p>"}"# + "\n"
    }
    let bytes = MemoryBytes(name: "made.json", bytes: Array(lines.joined().utf8))
    return BenchPlay(bytes: bytes, hint: nil, isPublicOnly: false, size: size)
  }

  private func counts(
    _ strategy: Strategy,
    _ play: BenchPlay,
    _ scroll: BenchScroll,
    _ gauge: FrameLog = FrameLog()
  ) throws -> BenchCounts {
    try play.count(strategy, scroll, gauge)
  }

  @Test func everyKeyMovesTheRowsAndTheScrollTurnsAtTheEnds() throws {
    let play = play(posts: 30)
    let scroll = try #require(try play.scroll(lineKeys: 120))
    #expect(scroll.lineCount == 120)
    #expect(scroll.pageCount == 15)
    #expect(scroll.restCount == 3)
    #expect(scroll.steps.contains(.key(.character("j"))))
    #expect(scroll.steps.contains(.key(.character("k"))))
    let log = FrameLog()
    _ = try counts(.flat, play, BenchScroll(steps: scroll.steps.filter { $0.isKey }), log)
    // The first frame, and one for each key, for each changed the screen.
    #expect(log.pages.count == 136)
    for (one, next) in zip(log.pages, log.pages.dropFirst()) { #expect(one != next) }
  }

  @Test func whatFitsOnTheScreenCannotBeScrolled() throws {
    #expect(try play(posts: 1).scroll(lineKeys: 10) == nil)
    #expect(try play(posts: 3).postCount() == 3)
  }

  @Test func everyKeyOfAPaceMovesRowsAndRestsComeBetween() throws {
    let play = play(posts: 60, size: Size(columns: 60, lines: 12))
    for pace in BenchPace.all {
      let scroll = try #require(try play.scroll(at: pace))
      #expect(scroll.restCount == pace.rests)
      #expect(scroll.steps.count - scroll.restCount == pace.keyCount)
      #expect(scroll.steps.last == .rest)
    }
  }

  @Test(arguments: Strategy.allCases) func countsAreTheSameInEveryRun(_ strategy: Strategy) throws {
    let play = play(posts: 200)
    let scroll = try #require(try play.scroll(lineKeys: 40))
    let first = try counts(strategy, play, scroll)
    for _ in 0..<3 { #expect(try counts(strategy, play, scroll) == first) }
  }

  /// Counted otherwise: by the posts that the frames showed, each with a span and a link.
  @Test func theCountsAreThoseOfTheFrames() throws {
    let play = play(posts: 400)
    let scroll = try #require(try play.scroll(lineKeys: 100))
    for strategy in Strategy.allCases {
      let log = FrameLog()
      let counts = try counts(strategy, play, scroll, log)
      let work = counts.work
      let seen = log.postsSeen.count
      let ahead = 20
      #expect(work.rowsLaidOut >= seen && work.rowsLaidOut <= seen + ahead, "\(strategy)")
      #expect(work.spansPlaced == work.rowsStyled, "\(strategy)")
      #expect(work.linksPlaced == work.rowsStyled, "\(strategy)")
      #expect(counts.frames == log.pages.count, "\(strategy)")
      #expect(counts.bytes == log.pages.count * FrameLog.bytesOfFrame, "\(strategy)")
      // Rows shown rich are rows that were enriched.
      #expect(log.postsSeenRich.count <= work.rowsEnriched, "\(strategy)")
      switch strategy {
      case .flat: #expect(work.rowsEnriched == 0 && log.postsSeenRich.isEmpty)
      case .eager: #expect(log.postsSeenRich == log.postsSeen)
      case .idle, .strict, .sync: #expect(!log.postsSeenRich.isEmpty)
      }
    }
  }

  @Test func theStrategiesDoMoreWorkInTheirOrder() throws {
    let play = play(posts: 400)
    let scroll = try #require(try play.scroll(lineKeys: 100))
    let styled = try [Strategy.flat, .strict, .sync, .eager].map {
      try counts($0, play, scroll).work.rowsStyled
    }
    #expect(styled == styled.sorted())
    #expect(Set(styled).count == 4, "\(styled)")
    #expect(try counts(.idle, play, scroll).work.rowsStyled == styled[1])
  }

  /// Posts with a picture each, of three slices of 1,000 bytes, but every tenth file is no picture.
  private func pictured(posts: Int) -> BenchPlay {
    let lines = (1...posts).map { number in
      #"{"id":"p\#(number)","body_html":"<p>post <b>number</b></p>","attachments":[{"type":"image","#
        + #""url":"media/\#(number).png","width":100,"height":60}]}"# + "\n"
    }
    let bytes = MemoryBytes(name: "made.json", bytes: Array(lines.joined().utf8))
    let size = Size(columns: 60, lines: 20)
    var play = BenchPlay(bytes: bytes, hint: nil, isPublicOnly: false, size: size)
    play.pictures = LabPictures(grid: PictureGrid(run: 0)) { wish in
      guard !wish.target.path.hasSuffix("0.png") else { return nil }
      var left = 3
      return {
        left -= 1
        return left >= 0 ? 1_000 : nil
      }
    }
    return play
  }

  /// Eager alone sends pictures while rows move, those that pass by, too.
  @Test func picturesComeAtRestOrBeforeTheirFrame() throws {
    let play = pictured(posts: 200)
    let keys = [BenchScroll.Step](repeating: .key(Key(.pageDown)), count: 10)
    let scroll = BenchScroll(steps: keys + [.rest] + keys + keys + [.rest])
    for strategy in Strategy.allCases {
      let counts = try counts(strategy, play, scroll)
      let bytes = counts.pictureBytesMoving + counts.pictureBytesResting
      #expect(counts.pictures > 0 && bytes == counts.pictures * 3_000, "\(strategy)")
      if strategy == .eager {
        // Each page brings in a screenful; the first frame answers no key.
        #expect(counts.pictures > 60 && counts.pictureBytesResting < 12_000)
      } else {
        #expect(counts.pictureBytesMoving == 0 && counts.pictures < 40, "\(strategy)")
      }
    }
    var plain = play
    plain.pictures = nil
    #expect(try counts(.eager, plain, scroll).pictures == 0)
  }
}

extension BenchScroll.Step {
  fileprivate var isKey: Bool { key != nil }
  fileprivate var key: Key? { if case .key(let key) = self { key } else { nil } }
}

/// Keeps what frames showed, and claims the same bytes for each.
private final class FrameLog: FrameGauge {
  static let bytesOfFrame = 100

  /// The text of each frame without its status line.
  private(set) var pages: [[Substring]] = []
  /// The numbers of the posts whose body was seen.
  private(set) var postsSeen: Set<Int> = []
  /// Those whose link looked like one.
  private(set) var postsSeenRich: Set<Int> = []

  func bytes(of screen: Screen) -> Int {
    let lines = screen.textPlane().split(separator: "\n", omittingEmptySubsequences: false)
    pages.append(Array(lines.prefix(screen.size.lines - 1)))
    for (line, text) in zip(screen.lines, lines).dropLast() {
      guard let match = text.firstMatch(of: /page (\d+)/), let number = Int(match.1) else {
        continue
      }
      postsSeen.insert(number)
      if line.cells.contains(where: { $0.role == .link }) { postsSeenRich.insert(number) }
    }
    return Self.bytesOfFrame
  }

  func forget() {}
}
