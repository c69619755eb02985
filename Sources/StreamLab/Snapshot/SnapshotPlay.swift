import Addresses
package import CellGrid
package import StreamModel
package import StreamUI

/// Plays a key script over a timeline, without a terminal.
package enum SnapshotPlay {
  /// Plays `script` over `timeline` on a screen of `size`.
  ///
  /// - Parameter wall: The wall time at the first frame.
  /// - Returns: The last frame; nil if there was none.
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
      case .open(let target):
        [.message(SafeText(sanitizing: "would open \(target.text)"), isWarning: false)]
      case .openFile(let file):
        [.message(SafeText(sanitizing: "would open \(file.reference.path)"), isWarning: false)]
      case .copy(let text):
        [.message(SafeText(sanitizing: "would copy \(text)"), isWarning: false)]
      case .run(let call):
        [.message(SafeText(sanitizing: "would run \(call.name)"), isWarning: false)]
      case .save(let path, _), .savePost(let path, _, _), .savePicture(let path, _):
        [.message(SafeText(sanitizing: "would save \(path)"), isWarning: false)]
      case .saveView(let name, _, _):
        [.message(SafeText(sanitizing: "would save the view \(name)"), isWarning: false)]
      case .edit(let path, let line):
        [.message(SafeText(sanitizing: "would edit \(path):\(line)"), isWarning: false)]
      case .ask(let request): Self.answer(request)
      case .takeUpRules: [.reloaded(.failed("a snapshot chooses its records once"))]
      case .fetchOlder: [.message("would fetch older posts", isWarning: false)]
      case .reload: [.reloaded(.failed("a snapshot reads its sources once"))]
      default: []
      }
    }
    try loop.run()
    return terminal.screen
  }

  private static func answer(_ request: Request) -> [Event] {
    switch request.wish {
    case .article(let target):
      return [.message(SafeText(sanitizing: "would fetch \(target.text)"), isWarning: false)]
    case .output(let call):
      return [.message(SafeText(sanitizing: "would run \(call.name)"), isWarning: false)]
    case .discussion(let place, let target):
      let refusal = SafeText(sanitizing: "would fetch \(target.text)")
      return [.answer(.discussion(place, .failure(refusal)), to: request.token)]
    case .people(let place, let target):
      let refusal = SafeText(sanitizing: "would fetch \(target.text)")
      return [.answer(.people(place, .failure(refusal)), to: request.token)]
    case .keptDiscussions, .visits: return []
    }
  }
}
