import StreamModel
import StreamUI

/// The logs of subscriptions on a timeline: lets rows in as other processes append posts.
final class FollowedLogs {
  private let timeline: Timeline
  private let logs: [String: FileBytes]
  private var folder: WatchedFolder?

  /// - Parameters:
  ///   - logs: the logs by the names of their files.
  ///   - path: their folder.
  init(_ logs: [String: FileBytes], in path: String, of timeline: Timeline, on loop: EventLoop) {
    self.logs = logs
    self.timeline = timeline
    folder = WatchedFolder(path, on: loop) { [weak self] notes in
      self?.look(notes.map { Array($0.keys) }) ?? []
    }
    if folder != nil { timeline.mayGrow = true }
  }

  /// Follows no log any more.
  func cancel() { folder = nil }

  private func look(_ names: [String]?) -> [TerminalEvent] {
    let changed = names.map { $0.compactMap { logs[$0] } } ?? Array(logs.values)
    // A log that was replaced by a shorter one is read on as it was: nothing that was there is lost.
    let grown = changed.filter { $0.refresh() }
    guard !grown.isEmpty else { return [] }
    _ = timeline.resume()
    return [.bytesArrived]
  }
}
