import CellGrid
import StreamHost
import StreamUI

/// The addresses of a stream, and its programs that run again and again, which are read without subscriptions.
///
/// Another process of this program fetches them and appends their posts to the logs, which the stream follows.
final class LiveAddresses {
  /// The bytes of the process's output that are kept: a line of 2 kB for each of 500 addresses.
  private static let outputLimit = 1 << 20

  private let subscriptions: [Subscription]
  private let logs: [FileBytes]
  private let folder: StateFolder
  private let guesses: [String]
  private let program: ThisProgram
  private let minutes: Int
  let older: LiveOlderPosts
  private var child: Children.Token?
  private var timer: EventLoop.Token?
  private var isAsked = false
  /// Lets in the posts that the process has appended: they come before the news that it has ended.
  var onEnd: () -> [LoopEvent] = { [] }
  /// Told the title of a source's feed; returns whether rows show another one now.
  var onTitle: (Subscription.Source, String) -> Bool = { _, _ in false }
  /// Told of the feeds that the only source offers in place of posts.
  var onOffers: ([FeedLink]) -> [LoopEvent] = { _ in [] }

  /// Returns nil for a stream without such addresses.
  ///
  /// - Parameter minutes: the time between two fetches; 0 for a single one.
  init?(of opened: AddressLogs.Opened?, by program: ThisProgram, everyMinutes minutes: Int) {
    guard let opened, let addresses = opened.logs else { return nil }
    subscriptions = addresses.subscriptions
    logs = addresses.logs
    folder = addresses.folder
    guesses = opened.guesses
    self.program = program
    self.minutes = minutes
    older = LiveOlderPosts(in: folder, by: program, isOfAddresses: true)
    older.shown = subscriptions
    fetchLater()
  }

  /// Fetches every some minutes from now on; never for 0.
  private func fetchLater() {
    guard minutes > 0 else { return }
    timer = program.loop.schedule(afterMilliseconds: minutes * 60_000) { [weak self] in
      self?.fetchLater()
      // One that takes longer than the minutes goes on alone.
      return self?.start(["--all"]) ?? []
    }
  }

  var isFetching: Bool { child != nil }

  func begin() -> [LoopEvent] {
    let begun = start([]) + guesses.map { Self.message($0) }
    guard isFetching, subscriptions.count == 1, logs[0].count == 0 else { return begun }
    return begun + [unfetched("Asking \(subscriptions[0].source.host ?? "the program") …")]
  }

  /// Says in place of the posts why there are none.
  private func unfetched(_ reason: String, hasFailed: Bool = false) -> LoopEvent {
    let reason = SafeText(sanitizing: reason)
    let key = subscriptions[0].source.text
    return .event(.unfetched(.init(key: key, reason: reason, hasFailed: hasFailed)))
  }

  /// Asks the servers again because the reader wants it; returns the message for the reader.
  func ask() -> SafeText {
    let hosts = Set(subscriptions.compactMap(\.source.host))
    isAsked = true
    program.loop.post(start([]))
    guard let host = hosts.first else { return SafeText(sanitizing: "The programs run again") }
    let name = hosts.count == 1 ? host : "\(hosts.count) hosts"
    return SafeText(sanitizing: "Asking \(name) for newer posts")
  }

  func cancel() {
    program.loop.remove(timer)
    program.children.cancel(child)
    child = nil
    older.cancel()
  }

  private func start(_ options: [String]) -> [LoopEvent] {
    let wanted = subscriptions.filter { program.mayFetch || $0.source.host == nil }
    guard child == nil, !wanted.isEmpty else { return [] }
    child = program.start(
      ["refresh", "--logs", folder.path] + options,
      .pipes(input: LiveOlderPosts.input(of: wanted), limit: Self.outputLimit)
    ) { [weak self] outcome in
      self?.finish(outcome) ?? []
    }
    return child == nil
      ? [Self.message("No process could be started to fetch", isWarning: true)] : []
  }

  private func finish(_ outcome: ChildOutcome) -> [LoopEvent] {
    child = nil
    defer { isAsked = false }
    var events = onEnd()
    let lines = outcome.output.bytes.split(separator: 0x0A).map {
      String(decoding: $0, as: UTF8.self)
    }
    let reports = lines.compactMap { AddressReport($0) }
    if reports.count == 1, let offers = reports.first?.offers, !offers.isEmpty,
      subscriptions.count == 1,
      logs[0].count == 0
    {
      return events + onOffers(offers)
    }
    for (subscription, log) in zip(subscriptions, logs) {
      guard let report = reports.first(where: { $0.source == subscription.source.text }) else {
        continue
      }
      if let title = report.title, onTitle(subscription.source, title) {
        events.append(.bytesArrived)
      }
      events += messages(on: report, subscription, hasPosts: log.count > 0)
    }
    if reports.isEmpty, outcome.end != .exited(0) {
      events.append(Self.message(LiveOlderPosts.reason(in: outcome), isWarning: true))
    } else if isAsked, reports.allSatisfy({ $0.failure == nil }) {
      var progress = RefreshProgress(done: 0, all: reports.count)
      for report in reports {
        progress.add(new: report.new, edited: report.edited, discussed: report.discussed)
      }
      events.append(.event(.refreshed(progress)))
    }
    return events + older.look().map { .event($0) }
  }

  private func messages(
    on report: AddressReport,
    _ subscription: Subscription,
    hasPosts: Bool
  ) -> [LoopEvent] {
    let moved = report.moved.map {
      Self.message("\(subscription.source.name) has moved for good to \($0)")
    }
    guard let failure = report.failure else {
      let isEmpty = !hasPosts && subscriptions.count == 1
      return [moved].compactMap(\.self) + (isEmpty ? [unfetched("It has no posts.")] : [])
    }
    let sentence = failure + (failure.hasSuffix(".") ? "" : ".")
    let warning = Self.message(sentence + (hasPosts ? " The posts stay." : ""), isWarning: true)
    guard !hasPosts, subscriptions.count == 1 else { return [warning] }
    return [unfetched(sentence, hasFailed: true)] + (isAsked ? [warning] : [])
  }

  private static func message(_ text: String, isWarning: Bool = false) -> LoopEvent {
    .message(SafeText(sanitizing: text), isWarning: isWarning)
  }
}

/// How the refresh of an address ended, a line of another process of this program: the source, the numbers of posts that
/// are new, edited and discussed, the feed's title, the place to which it has moved, the failure, and for each feed that is
/// offered its kind, address and title.
struct AddressReport: Equatable {
  private static let fieldCount = 7

  let source: String
  let new: Int
  let edited: Int
  let discussed: Int
  let title: String?
  let moved: String?
  let failure: String?
  let offers: [FeedLink]

  init(_ outcome: RefreshOutcome) {
    let subscription = outcome.subscription
    source = subscription.source.text
    (new, edited, discussed) = (outcome.new, outcome.edited, outcome.discussed)
    title = outcome.name == subscription.source.name ? nil : outcome.name
    moved = outcome.moved?.shown
    failure = outcome.failure
    offers = outcome.offers
  }

  init?(_ line: String) {
    let fields = line.split(separator: "\t", omittingEmptySubsequences: false).map { String($0) }
    let counts = fields.dropFirst().prefix(3).compactMap { Int($0) }
    guard counts.count == 3, fields.count >= Self.fieldCount else { return nil }
    let stated = { fields[$0].isEmpty ? nil : fields[$0] }
    source = fields[0]
    (new, edited, discussed) = (counts[0], counts[1], counts[2])
    (title, moved, failure) = (stated(4), stated(5), stated(6))
    offers = stride(from: Self.fieldCount, to: fields.count - 2, by: 3).compactMap { start in
      guard let kind = FeedLink.Kind(rawValue: fields[start]),
        let address = FeedAddress.judge(fields[start + 1]).address
      else { return nil }
      return FeedLink(address, title: stated(start + 2), kind: kind)
    }
  }

  var line: String {
    let counts = [new, edited, discussed].map { "\($0)" }
    let offered = offers.flatMap { [$0.kind.rawValue, $0.address.text, $0.title ?? ""] }
    let facts = [title, moved, failure].map { $0 ?? "" }
    return TextTable([[source] + counts + facts + offered]).tabSeparated
  }
}
