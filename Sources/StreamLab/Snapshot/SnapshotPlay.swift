import Addresses
package import CellGrid
package import StreamModel
package import StreamUI

/// Plays a key script over a timeline, without a terminal.
package struct SnapshotPlay {
  private let script: KeyScript
  private let size: Size
  private let wall: Timestamp
  private let options: ViewOptions
  private let keymap: Keymap

  /// Creates a play of `script` on a screen of `size`.
  ///
  /// - Parameter wall: The wall time at the first frame.
  package init(
    script: KeyScript,
    size: Size,
    wall: Timestamp,
    options: ViewOptions,
    keymap: Keymap
  ) {
    self.script = script
    self.size = size
    self.wall = wall
    self.options = options
    self.keymap = keymap
  }

  /// Returns the last frame, under `strategy` if one is given; nil if there was none.
  package func screen(
    of timeline: Timeline,
    under strategy: Strategy? = nil
  ) throws(FeedError) -> Screen? {
    var options = options
    options.strategy = strategy ?? options.strategy
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
