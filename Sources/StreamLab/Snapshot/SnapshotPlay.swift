import Addresses
package import CellGrid
package import StreamModel
package import StreamUI

/// Plays a key script over a timeline, without a terminal.
package enum SnapshotPlay {
  /// Plays `script` over `timeline` on a screen of `size`, from the wall time on; the last frame, nil if there was none.
  package static func screen(
    of timeline: Timeline,
    playing script: KeyScript,
    size: Size,
    wall: Timestamp,
    options: ViewOptions,
    keymap: Keymap
  ) throws(FeedError) -> Screen? {
    let time = ManualTime(wall: wall)
    let terminal = HeadlessTerminal(size: size, script: script, time: time)
    let app = App(timeline: timeline, size: size, wall: wall, options: options, keymap: keymap)
    var loop = RunLoop(app: app, terminal: terminal, events: terminal, time: time) { effect in
      switch effect {
      case .open(let target): would("open \(target.text)")
      case .openFile(let file): would("open \(file.reference.path)")
      case .copy(let text): would("copy \(text)")
      case .run(let call): would("run \(call.name)")
      case .save(let path, _), .savePost(let path, _, _), .savePicture(let path, _):
        would("save \(path)")
      case .saveView(let name, _, _): would("save the view \(name)")
      case .edit(let path, let line): would("edit \(path):\(line)")
      case .ask(let request): Self.answer(request)
      case .takeUpRules: [.reloaded(.failed("a snapshot chooses its records once"))]
      case .fetchOlder: would("fetch older posts")
      case .reload: [.reloaded(.failed("a snapshot reads its sources once"))]
      default: []
      }
    }
    try loop.run()
    return terminal.screen
  }

  private static func would(_ deed: String) -> [Event] {
    [.message(SafeText(sanitizing: "would " + deed), isWarning: false)]
  }

  private static func answer(_ request: Request) -> [Event] {
    switch request.wish {
    case .article(let target): return would("fetch \(target.text)")
    case .output(let call): return would("run \(call.name)")
    case .discussion(let place, let target):
      let refusal = SafeText(sanitizing: "would fetch \(target.text)")
      return [.answer(.discussion(place, .failure(refusal)), to: request.token)]
    case .keptDiscussions, .visits: return []
    }
  }
}

/// The last frames of one key script under two strategies, side by side for the doubtful.
package struct SnapshotComparison {
  private let strategies: (Strategy, Strategy)
  private let screens: (Screen, Screen)
  private let difference: ScreenDifference

  private static let mostPlaces = 20

  package init(_ strategies: (Strategy, Strategy), _ screens: (Screen, Screen)) {
    self.strategies = strategies
    self.screens = screens
    difference = ScreenDifference(screens.0, screens.1)
  }

  package var isSame: Bool { difference.characters.isEmpty }

  package var text: String {
    let size = screens.0.size
    let cells = (size.columns * size.lines).grouped
    let restyled = difference.restyledCount
    return """
      \(strategies.0.rawValue):
      \(screens.0.textPlane())
      \(strategies.1.rawValue):
      \(screens.1.textPlane())
      \(difference.characterCount.grouped) of \(cells) cells differ in their characters, \
      \(restyled.grouped) in their style alone.
      \(places)
      """
  }

  private var places: String {
    let shown = difference.characters.prefix(Self.mostPlaces).map { place in
      "line \(place.line + 1), columns \(place.columns.lowerBound + 1) to "
        + "\(place.columns.upperBound): \(Self.part(place, of: screens.0)) and "
        + "\(Self.part(place, of: screens.1))\n"
    }
    let rest = difference.characters.count - shown.count
    return shown.joined() + (rest > 0 ? "\(rest.grouped) more places\n" : "")
  }

  private static func part(_ place: ScreenDifference.Place, of screen: Screen) -> String {
    guard screen.lines.indices.contains(place.line) else { return "\"\"" }
    let line = screen.lines[place.line]
    let columns = place.columns.clamped(to: line.cells.indices)
    let text = columns.filter { !line.cells[$0].isContinuation }.map(line.text)
    return "\"\(text.joined())\""
  }
}
