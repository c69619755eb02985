import CellGrid
import StreamModel
import StreamUI

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

  private let children: Children
  /// The options that name the configuration.
  private let options: [String]
  private var child: Children.Token?
  private var timer: EventLoop.Token?
  private var report = LineSplitter(limit: longestLine)
  private var next: Int64?
  /// Receives the progress, nil at the end, and returns events for the app.
  var onProgress: (RefreshProgress?) -> [TerminalEvent] = { _ in [] }

  /// - Parameter options: the options of `streamtui refresh` that name the configuration.
  init(with children: Children, options: [String]) {
    self.children = children
    self.options = options
  }

  /// Fetches the subscriptions that are due, or all of the named ones, unless a refresh is running.
  ///
  /// - Parameter names: arguments of `streamtui refresh` that choose subscriptions; nil for those that are
  ///   due.
  /// - Returns: The reason why nothing is fetched; nil if something is.
  func begin(_ names: [String]? = nil) -> String? {
    guard child == nil else { return "The subscriptions are being fetched already" }
    children.loop.remove(timer)
    guard Curl.exists else {
      wake(after: Self.shortPause)
      return Curl.isMissing
    }
    report = LineSplitter(limit: Self.longestLine)
    next = nil
    let request = ChildRequest(
      arguments: ["/proc/self/exe", "refresh", "--progress"] + options + (names ?? []),
      streams: .pipes(input: nil, limit: 0),
      onOutput: { [weak self] bytes in self?.take(bytes) ?? [] }
    )
    child = children.start(request) { [weak self] _ in self?.finish() ?? [] }
    guard child == nil else { return nil }
    wake(after: Self.shortPause)
    return "No process could be started to fetch the subscriptions"
  }

  /// Schedules the next look for subscriptions that are due, in seconds from now.
  private func wake(after seconds: Int64) {
    timer = children.loop.schedule(afterMilliseconds: Int(seconds) * 1_000) { [weak self] in
      _ = self?.begin()
      return []
    }
  }

  /// Looks no more; a process that fetches goes on to its end, for the next viewer.
  func cancel() {
    children.loop.remove(timer)
    if let child { children.release(child) }
    child = nil
  }

  private func take(_ bytes: UnsafeRawBufferPointer) -> [TerminalEvent] {
    var events: [TerminalEvent] = []
    for line in report.take(bytes) {
      switch RefreshProgressLine(line) {
      case .progress(let progress) where progress.all > 0: events = onProgress(progress)
      case .next(let seconds): next = seconds
      case .progress, nil: break
      }
    }
    return events
  }

  private func finish() -> [TerminalEvent] {
    child = nil
    wake(after: min(max(next ?? Self.shortPause, 1), Self.longestPause))
    return onProgress(nil)
  }
}

/// The progress of `streamtui refresh --progress`, a line each time that it changes: "@ done all failed
/// new", and at the end "@ next SECONDS", the time until a subscription is due.
enum RefreshProgressLine: Equatable {
  case progress(RefreshProgress)
  /// The seconds until a subscription is due; nil if none ever is.
  case next(Int64?)

  /// Parses a line; returns nil for one that says something else.
  init?(_ line: String) {
    var words = line.split(separator: " ", maxSplits: 5)[...]
    guard words.popFirst() == "@" else { return nil }
    if words.first == "next" {
      self = .next(words.dropFirst().first.flatMap { Int64($0) })
      return
    }
    let numbers = words.compactMap { Int($0) }.filter { $0 >= 0 }
    guard numbers.count == 4 else { return nil }
    self = .progress(
      RefreshProgress(done: numbers[0], all: numbers[1], failed: numbers[2], new: numbers[3])
    )
  }

  /// The line without its end.
  var text: String {
    switch self {
    case .progress(let progress):
      "@ \(progress.done) \(progress.all) \(progress.failed) \(progress.new)"
    case .next(let seconds): "@ next" + (seconds.map { " \($0)" } ?? "")
    }
  }
}
