import Addresses
import CellGrid
import StreamModel
import StreamUI

/// Plays a key script over a timeline, without a terminal.
struct SnapshotPlay {
  let script: KeyScript
  let size: Size
  /// The wall time at the first frame.
  let wall: Timestamp
  /// The settings; the order of the posts is one that the app does not know.
  let settings: Settings
  var options: App.Options
  let keymap: Keymap

  /// Reads pipes to their end.
  static func fill(_ feeds: [OpenedFeed]) throws(FeedError) {
    for opened in feeds {
      while let spool = opened.source.spool, !spool.isComplete { _ = try spool.fillBlocking() }
    }
  }

  /// Returns the last frame; nil if there was none.
  func screen(of timeline: Timeline) throws(FeedError) -> Screen? {
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
      case .save(let path, _), .savePost(let path, _):
        [.message(SafeText(sanitizing: "would save \(path)"), isWarning: false)]
      case .edit(let path, let line):
        [.message(SafeText(sanitizing: "would edit \(path):\(line)"), isWarning: false)]
      case .fetchArticle(_, let target):
        [.message(SafeText(sanitizing: "would fetch \(target.text)"), isWarning: false)]
      case .reload: [.reloaded(.failed("a snapshot reads its sources once"))]
      default: []
      }
    }
    try loop.run()
    return terminal.screen
  }
}
