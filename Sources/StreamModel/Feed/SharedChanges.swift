/// Passes the changes of a source on to each of its followers: the rows that are shown, and those
/// that are being put in another order.
final class SharedChanges {
  let source: any RecordSource
  /// The number of the source in its library; see ``RecordID/source``.
  let number: Int
  /// See ``Library/slot(of:)``.
  let slot: Int
  /// The changes that each follower has not taken yet.
  private var waiting: [Int: [SourceChange]] = [:]
  private var followerCount = 0

  init(_ source: any RecordSource, number: Int, slot: Int) {
    self.source = source
    self.number = number
    self.slot = slot
  }

  /// Begins to follow the source; whatever it holds now is no change.
  func follow() -> Follower {
    distribute()
    followerCount += 1
    waiting[followerCount] = []
    return Follower(changes: self, number: followerCount)
  }

  fileprivate func take(_ follower: Int) -> [SourceChange] {
    distribute()
    guard let taken = waiting[follower], !taken.isEmpty else { return [] }
    waiting[follower] = []
    return taken
  }

  fileprivate func leave(_ follower: Int) {
    waiting[follower] = nil
  }

  private func distribute() {
    let changes = source.takeChanges()
    guard !changes.isEmpty else { return }
    for follower in waiting.keys { waiting[follower]? += changes }
  }

  /// One of those who follow a source.
  struct Follower {
    fileprivate let changes: SharedChanges
    fileprivate let number: Int

    var source: any RecordSource { changes.source }

    /// Returns the changes since the last call.
    func takeChanges() -> [SourceChange] { changes.take(number) }

    /// Ends: changes are no longer kept for it.
    func leave() { changes.leave(number) }
  }
}
