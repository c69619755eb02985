import CellGrid
import StreamModel
import TestSupport
import Testing

@testable import StreamUI

/// The signs of unread and kept posts, over rows that are laid out without them.
struct UnreadSignTests {
  struct Shot: CustomTestStringConvertible {
    let name: String
    let keys: String
    var size = Size(columns: 80, lines: 24)
    var testDescription: String { name }
  }

  private static let narrow = Size(columns: 40, lines: 10)

  @Test(arguments: [
    Shot(name: "unread", keys: "JR*J*"),
    Shot(name: "unread-narrow", keys: "R*J", size: narrow),
    Shot(name: "unread-compact", keys: "-JR*J*J"),
    Shot(name: "unread-compact-narrow", keys: "-JR*J*J", size: narrow),
    Shot(name: "unread-account", keys: "RaJJ*"),
  ])
  func looksLikeItsPicture(_ shot: Shot) throws {
    var stage = try ReadingStage(Timeline(try Feeds.sample()), size: shot.size)
    for step in try KeyScript(shot.keys).steps {
      if case .input(.key(let key)) = step { stage.press(key) }
      stage.work()
    }
    // The message of the last key.
    stage.press("k")
    stage.wait(400)
    try expectGolden(stage.viewer.outcome, shot.name)
  }

  @Test(arguments: [80, 40, 23, 2, 1]) func signsMoveNoCell(_ columns: Int) throws {
    var random = SplitMix(seed: UInt64(columns))
    let keys: [Key] = [
      "J", "K", "j", " ", "b", "G", "g", "-", "+", "x", "a", "q", Key(.enter), Key(.backspace), "f",
    ]
    var isSigned = false
    for script in 0..<6 {
      let json = Feeds.generated(40, seed: UInt64(script))
      let size = Size(columns: columns, lines: 5 + random.below(30))
      var with = try ReadingStage(Timeline(Feeds.feed(json)), size: size)
      var without = try Viewer(Timeline(Feeds.feed(json)), size: size)
      for number in [3, 4, 7] { with.handle(.recalled([try with.state(number, [.read, .kept])])) }
      with.handle(.recalled([try with.state(1, .kept)]))
      for _ in 0..<30 {
        let key = keys[random.below(keys.count)]
        guard !with.viewer.app.isFinished else { break }
        with.press(key)
        without.press(key)
        let pause = random.below(2_000)
        with.wait(pause)
        without.wait(milliseconds: pause)
        let (seen, plain) = (with.viewer.app.draw(), without.app.draw())
        for (line, other) in zip(seen.lines.dropLast(), plain.lines.dropLast())
        where !line.isMessage && !other.isMessage {
          for column in line.cells.indices where line.cells[column] != other.cells[column] {
            isSigned = true
            let text = line.text(at: column)
            #expect(column < 2 && ["●", "★"].contains(text), "script \(script)")
            #expect(other.text(at: column) == " ", "script \(script)")
          }
        }
      }
    }
    #expect(isSigned)
  }

  /// A star is a kept post and a dot an unread one, also where a post is both, as soon as its flags are known.
  @Test(arguments: [false, true]) func aSignHasOneMeaning(_ isComplete: Bool) throws {
    var stage = try ReadingStage(Timeline(try Feeds.sample()), recalled: nil)
    stage.handle(.recalled([try stage.state(0, [.read, .kept]), try stage.state(1, .kept)]))
    if isComplete { stage.handle(.recalled([])) }
    #expect(stage.signed("★") == [0, 1])
    guard isComplete else { return }
    #expect(stage.signed("●★") == [1])
    #expect(!stage.signed("●").contains(0))
    stage.type("RJ")
    #expect(stage.signed("●★") == [0] && stage.signed("▌★") == [1])
  }

  /// Flat and rich rows, and rows with all caches cleared, have the same signs.
  @Test func caches() throws {
    var stage = try ReadingStage(Timeline(try Feeds.sample()))
    for keys in ["", "JR", "J*", " ", "-", "G"] {
      for key in keys.unicodeScalars { stage.press(.character(key)) }
      let moving = stage.viewer.page
      stage.wait(400)
      stage.work()
      #expect(stage.viewer.page == moving)
      let before = stage.viewer.app.draw()
      stage.viewer.app.view.memo.clear()
      stage.viewer.app.view.memory.keys.clear()
      stage.feed.clearCaches()
      #expect(stage.viewer.app.draw() == before)
    }
  }
}
