/// Watches for changes of flags that other viewers of the same state write.
///
/// After each commit a viewer sets the time of the database, which wakes the loop of the others (inotify(7)); see
/// ``StateFiles/touch()``. Nothing is read unless another connection has written.
package final class OtherViewers {
  /// Receives the changes of a turn.
  package typealias Handler = (ForeignChanges) -> [LoopEvent]

  private let store: StateStore
  private let loop: EventLoop
  private let handler: Handler
  private var folder: WatchedFolder?

  /// Watches the folder of a store until this is freed, and takes what came since the store was opened.
  package init(
    of store: StateStore,
    in folder: StateFolder,
    on loop: EventLoop,
    handler: @escaping Handler
  ) {
    self.store = store
    self.loop = loop
    self.handler = handler
    self.folder = WatchedFolder(folder.path, on: loop, notes: .touched) { [weak self] notes in
      let isTold = notes.map { $0[StateFiles.name] != nil } ?? true
      return isTold ? self?.look() ?? [] : []
    }
    lookLater()
  }

  private func lookLater() {
    loop.schedule(afterMilliseconds: 0) { [weak self] in self?.look() ?? [] }
  }

  private func look() -> [LoopEvent] {
    // Changes of this viewer that wait are newer. Their own commit wakes the loop again.
    guard store.waitingCount == 0, let news = store.takeForeignChanges() else { return [] }
    if news.isMore { lookLater() }
    return handler(news)
  }
}
