import Glibc
import StreamModel
import StreamSources
import StreamUI

/// A refresh of subscriptions by a command, which waits for its end.
///
/// Only one process of the user fetches at a time; the others see what it appends.
struct RefreshRun {
  /// The name of the file whose lock says that a process fetches.
  private static let lockName = "refresh.lock"

  private let folder: StateFolder
  private let scratch: ScratchFolder
  private let lock: PrivateFolder.LockedFile

  /// Takes the lock; returns nil if another process has it.
  ///
  /// - Throws: ``StateRefusal`` if nothing can be saved or fetched.
  init?(in folder: StateFolder) throws(StateRefusal) {
    do throws(StateFault) {
      guard let files = try PrivateFolder.opened(in: folder, creates: true),
        let lock = try files.lock(Self.lockName, creates: true, waits: false)
      else { return nil }
      self.lock = lock
    } catch .locked {
      return nil
    } catch {
      throw StateRefusal("Nothing can be fetched: \(error.reason)")
    }
    self.folder = folder
    scratch = try ScratchFolder(in: CacheFolder())
  }

  /// Fetches subscriptions and waits for all of them.
  ///
  /// - Parameters:
  ///   - say: called with the end of each.
  ///   - showsProgress: whether to print lines of ``RefreshProgressLine``.
  /// - Returns: Whether any has failed.
  func fetch(
    _ list: [Subscription],
    _ extent: RefreshExtent,
    say: @escaping (RefreshOutcome) -> Void,
    showsProgress: Bool
  ) throws -> Bool {
    guard let signals = SignalPipe() else {
      throw SubscriptionFile.failure("streamtui: no pipe for signals: \(SystemError.text(errno))")
    }
    let loop = EventLoop(signals: signals, time: SystemTime())
    let children = Children(loop: loop)
    var records = list.map { record(of: $0) }
    let chosen = extent.chosen(of: list, records, now: loop.time.wall)
    var progress = RefreshProgress(done: 0, all: chosen.count, failed: 0, new: 0)
    var grown: [RefreshOutcome] = []
    var isOver = false
    let refresher = Refresher(in: folder, with: children, scratch: scratch) { outcome in
      say(outcome)
      if outcome.new + outcome.edited > 0 { grown.append(outcome) }
      progress = RefreshProgress(
        done: progress.done + 1,
        all: progress.all,
        failed: progress.failed + (outcome.failure == nil ? 0 : 1),
        new: progress.new + outcome.new
      )
      if showsProgress { Self.print(.progress(progress)) }
    } onOver: {
      isOver = true
      return [.bytesArrived]
    }
    if showsProgress { Self.print(.progress(progress)) }
    refresher.begin(chosen.map { list[$0] }, chosen.map { records[$0] })
    while !isOver, loop.endingSignal == nil { _ = loop.wait(until: nil) }
    refresher.cancel()
    children.endAll()
    prune(grown, now: loop.time.wall)
    if showsProgress {
      records = list.map { record(of: $0) }
      let now = loop.time.wall
      let next = RefreshExtent.wake(for: list, records, now: now)
      Self.print(.next(next.map { max(0, $0.seconds(since: now)) }))
    }
    signals.release()
    if let signal = loop.endingSignal { raise(signal) }
    return progress.failed > 0
  }

  /// Removes old posts from logs that have grown, unless a viewer shows logs now.
  private func prune(_ grown: [RefreshOutcome], now: Timestamp) {
    guard !grown.isEmpty, let lock = ShownLogs.replace(in: folder) else { return }
    // A state that cannot be read may name kept posts: nothing is removed then.
    guard let state = try? SavedState.opened() else { return }
    let kept = KeptKeys(store: state.store)
    withExtendedLifetime(lock) {
      for outcome in grown {
        let source = outcome.subscription.source
        guard let keys = kept.keys(of: source) else { continue }
        let log = PostLog(of: source, in: folder)
        // What could not be removed now is removed another time.
        _ = try? log.prune(keeping: keys, listed: outcome.listed, now: now)
      }
    }
    state.close()
  }

  /// The state of a subscription's requests; that of one never fetched where it cannot be read.
  private func record(of subscription: Subscription) -> FetchRecord {
    (try? FetchFile(of: subscription.source, in: folder).read()) ?? FetchRecord()
  }

  private static func print(_ line: RefreshProgressLine) {
    Diagnostics.write(line.text + "\n", to: STDOUT_FILENO)
  }
}
