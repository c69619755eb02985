import StreamUI

/// Watches for changes of flags that other viewers of the same state write.
///
/// Each commit adds to the log of the database, and the folder wakes the loop for it (inotify(7)). Nothing is read
/// unless another connection has written.
final class OtherViewers {
  /// Receives the changes of a turn.
  typealias Handler = (ForeignChanges) -> [TerminalEvent]

  /// The file that grows with each commit, and the database, which alone changes where no log can be used.
  private static let files = [StateFiles.name + "-wal", StateFiles.name]

  private let store: StateStore
  private let loop: EventLoop
  private let handler: Handler
  private var folder: WatchedFolder?

  /// Watches the folder of a store until this is freed, and takes what came since the store was opened.
  init(of store: StateStore, in folder: StateFolder, on loop: EventLoop, handler: @escaping Handler)
  {
    self.store = store
    self.loop = loop
    self.handler = handler
    self.folder = WatchedFolder(folder.path, on: loop, notes: .written) { [weak self] notes in
      let isWritten = notes.map { notes in Self.files.contains { notes[$0] != nil } } ?? true
      return isWritten ? self?.look() ?? [] : []
    }
    lookLater()
  }

  private func lookLater() {
    loop.schedule(afterMilliseconds: 0) { [weak self] in self?.look() ?? [] }
  }

  private func look() -> [TerminalEvent] {
    // Changes of this viewer that wait are newer. Their own commit wakes the loop again.
    guard store.waitingCount == 0, let news = store.takeForeignChanges() else { return [] }
    if news.isMore { lookLater() }
    return handler(news)
  }
}
