import CellGrid
import StreamHost
import StreamModel
import StreamUI

/// The subscriptions during a viewer: their refreshes, and the facts that the page of subscriptions shows.
final class LiveSubscriptions {
  /// Nil where nothing may be saved.
  private let folder: StateFolder?
  private let program: ThisProgram
  /// Returns the seconds between two fetches of a subscription without an interval of its own.
  private let interval: () -> Int64
  private let background: BackgroundRefresh
  private let elsewhere: UnreadElsewhere
  /// The subscriptions of the stream that is seen, with the slots of their logs; none of other sources.
  var shown: [(subscription: Subscription, slot: Int)] = [] {
    didSet { older.shown = shown.map(\.subscription) }
  }
  let older: LiveOlderPosts
  /// Told the names of the subscriptions after a refresh, which may have brought the title of a feed; returns whether
  /// rows show other names now.
  var onNames: ([Subscription.Source: String]) -> Bool = { _ in false }
  /// Lets the open streams show subscriptions that another program has added; called whenever the list is read.
  var onListed: () -> [LoopEvent] = { [] }
  /// The numbers of posts of the stream that is seen, as they were told last.
  private var tallies: [SourceTally] = []
  /// The progress of the refresh that goes on; nil before the first.
  private var last: RefreshProgress?
  private var isAsked = false
  private var hasBegun = false

  /// - Parameter interval: the seconds between two fetches of a subscription without an interval of its own.
  init(by program: ThisProgram, interval: @escaping () -> Int64) {
    self.program = program
    self.interval = interval
    folder = Environment.isSecure ? nil : StateFolder()
    elsewhere = UnreadElsewhere(by: program)
    background = BackgroundRefresh(by: program)
    older = LiveOlderPosts(in: folder, by: program)
    background.onProgress = { [weak self] in self?.take($0) ?? [] }
  }

  /// Fetches the subscriptions that are due, from the first stream of them on as long as the viewer runs.
  func begin() {
    guard program.mayFetch, !hasBegun else { return }
    hasBegun = true
    // After the frame with the first posts. Without curl those in the logs can still be read; the key says that it is missing.
    program.loop.scheduleForSecondTurn { [background] in
      _ = background.begin()
      return []
    }
  }

  /// Fetches those that are due now, such as one that was never fetched.
  func fetchDue() { if program.mayFetch { _ = background.begin() } }

  func cancel() {
    background.cancel()
    elsewhere.cancel()
    older.cancel()
  }

  private func take(_ progress: RefreshProgress?) -> [LoopEvent] {
    defer { last = progress }
    guard progress == nil else { return [.event(.refreshing(progress))] }
    defer { isAsked = false }
    // A refresh that a key started reports its result; the others only add rows.
    let nothing = Event.message("Nothing to fetch now", isWarning: false)
    let summary = isAsked ? [last.map { Event.refreshed($0) } ?? nothing] : []
    let joined = onListed()
    // Where nothing was due, no feed has another title or leads to other posts.
    guard last != nil || isAsked else { return joined + [.event(.refreshing(nil))] }
    let known = shown.isEmpty ? [] : older.look()
    let areRenamed = onNames(shown.isEmpty ? [:] : FeedFiles.names())
    return joined + (areRenamed ? [.bytesArrived] : [])
      + ([.refreshing(nil)] + known + summary).map { .event($0) }
  }

  /// - Parameter choice: nil for the subscriptions of the stream that is seen.
  func refresh(_ choice: FeedChoice?) -> [Event] {
    let names: [String] =
      switch choice {
      case .all?: []
      case .tag(let tag)?: [tag]
      case .feeds(let keys)?: keys.map { FeedAddress.shown($0) }
      case nil: shown.map(\.subscription.source.shown)
      }
    guard program.mayFetch else { return [.warning("Not fetched: the \(Fetcher.offReason)")] }
    guard let reason = background.begin(names, all: choice == .all) else {
      isAsked = true
      return []
    }
    return [.warning(reason)]
  }

  /// Lists all subscriptions; those that are not shown once more when their unread posts are counted.
  ///
  /// - Parameter tallies: the numbers of posts of those that are shown, in their order.
  func list(_ tallies: [SourceTally]) -> [Event] {
    self.tallies = tallies
    let joined = onListed()
    if !joined.isEmpty { program.loop.post(joined) }
    let events = entries()
    if case .feeds(let entries)? = events.first, entries.count > shown.count {
      elsewhere.update { [weak self] in self?.entries().map { .event($0) } ?? [] }
    }
    return events
  }

  /// Lists the subscriptions once more: they have changed.
  func listAgain() -> [Event] { list(tallies) }

  private func entries() -> [Event] {
    guard let folder else { return [.warning("There are no subscriptions in secure mode")] }
    let all: [Subscription]
    do throws(StateError) {
      all = try SubscriptionFile(folder: folder).read().list.subscriptions
    } catch {
      return [.warning("The subscriptions cannot be read: \(error.reason)")]
    }
    let slots = Dictionary(shown.map { ($0.subscription.source, $0.slot) }) { first, _ in first }
    let known = Dictionary(tallies.map { ($0.slot, $0) }) { first, _ in first }
    let now = program.loop.time.wall
    let usual = interval()
    let records = FeedFiles(folder: folder).records(of: all)
    let entries = zip(all, records).map { subscription, record in
      let record = record ?? FetchRecord()
      let slot = slots[subscription.source]
      let tally = slot.flatMap { known[$0] }
      return FeedEntry(
        key: subscription.source.text,
        name: subscription.name ?? record.title ?? subscription.source.label,
        address: subscription.source.shown,
        tagLine: SubscriptionTextWriter.tags(of: subscription),
        tags: subscription.tags,
        unread: tally.map(\.unread) ?? elsewhere.counts[subscription.source.shown],
        posts: tally?.posts,
        shownSource: slot,
        lastSuccess: record.history.lastSuccess,
        nextFetch: Schedule.next(
          subscription.source.text,
          record.history,
          every: subscription.every ?? usual,
          now: now
        )?.shown,
        failure: record.trouble(of: subscription.source).map { SafeText(sanitizing: $0) }
      )
    }
    return [.feeds(entries)]
  }
}

/// The logs of subscriptions on a timeline: lets rows in as other processes append posts.
final class FollowedLogs {
  private let timeline: Timeline
  private var logs: [String: FileBytes]
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

  func cancel() { folder = nil }

  /// Follows further logs of the folder; one that was opened anew takes the place of what it was before it left.
  func add(_ further: [String: FileBytes]) { logs.merge(further) { $1 } }

  /// Looks at all logs: another process that has written to some has ended.
  func look() -> [LoopEvent] { look(nil) }

  private func look(_ names: [String]?) -> [LoopEvent] {
    let changed = names.map { $0.compactMap { logs[$0] } } ?? Array(logs.values)
    // A log that was replaced by a shorter one is read on as it was: nothing that was there is lost.
    let grown = changed.filter { $0.refresh() }
    guard !grown.isEmpty else { return [] }
    _ = timeline.resume()
    return [.bytesArrived]
  }
}

/// Keeps the subscriptions of a viewer fresh: another process of this program fetches them, now and when
/// the next of them is due.
///
/// No key waits for a request or for a document that is read: the viewer only sees logs that grow.
final class BackgroundRefresh {
  /// The longest time between two looks, in seconds: the clock may jump, and the machine sleep.
  private static let longestPause: Int64 = 3_600
  /// The seconds until another look if another process was fetching.
  private static let shortPause: Int64 = 60
  /// The longest line of the other process in bytes; the rest of a longer one is dropped.
  private static let longestLine = 200

  private let program: ThisProgram
  private var child: Children.Token?
  private var timer: EventLoop.Token?
  private var report = LineSplitter(limit: longestLine)
  private var next: Int64?
  /// Receives the progress, nil at the end, and returns events for the app.
  var onProgress: (RefreshProgress?) -> [LoopEvent] = { _ in [] }

  init(by program: ThisProgram) { self.program = program }

  /// Fetches the subscriptions that are due, or all of the named ones, unless a refresh is running.
  ///
  /// - Parameters:
  ///   - names: the subscriptions, as `streamtui refresh` takes them; none for those that are due.
  ///   - all: whether all of them are fetched.
  /// - Returns: The reason why nothing is fetched; nil if something is.
  func begin(_ names: [String] = [], all: Bool = false) -> String? {
    guard child == nil else { return "The subscriptions are being fetched already" }
    program.loop.remove(timer)
    guard Curl.exists else {
      wake(after: Self.shortPause)
      return Curl.isMissing
    }
    report = LineSplitter(limit: Self.longestLine)
    next = nil
    child = program.start(
      ["refresh", "--progress"] + (all ? ["--all"] : []),
      of: names,
      .pipes(input: nil, limit: 0)
    ) { [weak self] _ in
      self?.finish() ?? []
    } onOutput: { [weak self] bytes in
      self?.take(bytes) ?? []
    }
    guard child == nil else { return nil }
    wake(after: Self.shortPause)
    return "No process could be started to fetch the subscriptions"
  }

  /// Schedules the next look for subscriptions that are due, in seconds from now.
  private func wake(after seconds: Int64) {
    timer = program.loop.schedule(afterMilliseconds: Int(seconds) * 1_000) { [weak self] in
      _ = self?.begin()
      return []
    }
  }

  /// Looks no more; a process that fetches goes on to its end, for the next viewer.
  func cancel() {
    program.loop.remove(timer)
    program.children.release(child)
    child = nil
  }

  private func take(_ bytes: UnsafeRawBufferPointer) -> [LoopEvent] {
    var events: [LoopEvent] = []
    for line in report.take(bytes) {
      switch RefreshProgressLine(line) {
      case .progress(let progress) where progress.all > 0: events = onProgress(progress)
      case .next(let seconds): next = seconds
      case .progress, nil: break
      }
    }
    return events
  }

  private func finish() -> [LoopEvent] {
    child = nil
    wake(after: min(max(next ?? Self.shortPause, 1), Self.longestPause))
    return onProgress(nil)
  }
}

/// The progress of `streamtui refresh --progress`, a line each time that it changes: "@ done all failed
/// new edited discussed", and at the end "@ next SECONDS", the time until a subscription is due.
enum RefreshProgressLine: Equatable {
  case progress(RefreshProgress)
  /// The seconds until a subscription is due; nil if none ever is.
  case next(Int64?)

  /// Parses a line; returns nil for one that says something else.
  init?(_ line: String) {
    var words = line.split(separator: " ", maxSplits: 7)[...]
    guard words.popFirst() == "@" else { return nil }
    if words.first == "next" {
      self = .next(words.dropFirst().first.flatMap { Int64($0) })
      return
    }
    let numbers = words.compactMap { Int($0) }.filter { $0 >= 0 }
    guard numbers.count == 6 else { return nil }
    self = .progress(
      RefreshProgress(
        done: numbers[0],
        all: numbers[1],
        failed: numbers[2],
        new: numbers[3],
        edited: numbers[4],
        discussed: numbers[5]
      )
    )
  }

  var text: String {
    switch self {
    case .progress(let progress):
      "@ \(progress.done) \(progress.all) \(progress.failed) \(progress.new) \(progress.edited) \(progress.discussed)"
    case .next(let seconds): "@ next" + (seconds.map { " \($0)" } ?? "")
    }
  }
}
