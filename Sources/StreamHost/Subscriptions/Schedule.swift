package import StreamModel

/// Decides when a subscription is fetched next: the same for the same history on every machine.
package struct Schedule: Equatable, Sendable {
  /// The usual interval in seconds.
  package static let usualInterval: Int64 = 1_800
  /// The bounds of an interval that the user can choose, in seconds.
  package static let intervals: ClosedRange<Int64> = 300...2_592_000
  /// The longest pause after failures, and the longest freshness that counts, in seconds.
  package static let longestWait: Int64 = 86_400
  /// The longest pause that a server can ask for, in seconds.
  package static let longestHostPause: Int64 = 604_800
  /// The seconds that the clock may be set back before a history counts as one from the future.
  static let tolerance: Int64 = 120

  package let time: Timestamp
  /// The time for the reader, who knows the interval: never further ahead than that, as pauses that keep subscriptions
  /// apart would be.
  package let shown: Timestamp

  init(time: Timestamp, shown: Timestamp? = nil) {
    self.time = time
    self.shown = shown ?? time
  }

  /// Returns the next request of a subscription; nil if it is never to be fetched again.
  ///
  /// A history from the future, which a clock that was set back leaves, is not believed: one
  /// request is made, and its time is the new start. Pauses depend on the name, so that
  /// subscriptions of one import are not fetched in the same second for ever.
  ///
  /// - Parameters:
  ///   - name: the source as the user writes it.
  ///   - every: the interval that the user chose, in seconds.
  package static func next(
    _ name: String,
    _ history: FetchHistory,
    every: Int64? = nil,
    now: Timestamp
  ) -> Schedule? {
    guard history.course != .never else { return nil }
    guard let last = history.lastTry, last.seconds(since: now) <= tolerance else {
      return Schedule(time: now)
    }
    let own = interval(every)
    let pause = pause(history, interval: own)
    let time = last.advanced(by: pause + jitter(name, history.failures, pause))
    if let asked = pauseEnd(history, now: now), asked > time {
      return Schedule(time: asked)
    }
    return Schedule(time: time, shown: min(time, now.advanced(by: pause)))
  }

  /// Returns the end of the pause that the server asked for, within its bound; nil if it asked for none, or
  /// the history is from the future.
  package static func pauseEnd(_ history: FetchHistory, now: Timestamp) -> Timestamp? {
    guard let last = history.lastTry, last.seconds(since: now) <= tolerance else { return nil }
    return history.notBefore.map { min($0, last.advanced(by: longestHostPause)) }
  }

  static func interval(_ every: Int64?) -> Int64 {
    min(max(every ?? usualInterval, intervals.lowerBound), intervals.upperBound)
  }

  private static func pause(_ history: FetchHistory, interval: Int64) -> Int64 {
    if history.course == .user { return max(interval, longestWait) }
    if history.failures > 0 {
      // 2^12 times the shortest interval is beyond the longest pause.
      let doubled = interval << Int64(min(history.failures - 1, 12))
      return max(interval, min(doubled, longestWait))
    }
    return max(interval, min(history.maxAge ?? 0, longestWait))
  }

  /// Returns up to a tenth of the pause, or up to a quarter after failures.
  private static func jitter(_ name: String, _ failures: Int, _ pause: Int64) -> Int64 {
    let span = UInt64(clamping: pause / (failures > 0 ? 4 : 10))
    guard span > 0 else { return 0 }
    // A day's failures must not keep two servers in step, so the number is part of the hash. The
    // high bits of FNV-1a are the well mixed ones.
    return Int64(clamping: (stableHash(of: "\(failures) \(name)") >> 16) % span)
  }
}

/// The course of a subscription's requests so far, as the store keeps it.
package struct FetchHistory: Equatable, Sendable {
  /// The time of the last request; nil before the first one.
  package let lastTry: Timestamp?
  package let lastSuccess: Timestamp?
  package private(set) var failures: Int
  package let course: CurlOutcome.Course
  /// The seconds for which the server called its last answer fresh; nil if it did not say.
  package let maxAge: Int64?
  /// The time before which the server wants no further request; nil if it did not say.
  package private(set) var notBefore: Timestamp?

  package init(
    lastTry: Timestamp? = nil,
    lastSuccess: Timestamp? = nil,
    failures: Int = 0,
    course: CurlOutcome.Course = .done,
    maxAge: Int64? = nil,
    notBefore: Timestamp? = nil
  ) {
    self.lastTry = lastTry
    self.lastSuccess = lastSuccess
    self.failures = max(0, failures)
    self.course = course
    self.maxAge = maxAge
    self.notBefore = notBefore
  }

  /// Returns the history after a try that ended at `now`, of which nothing counts that an answer says about its
  /// freshness: it may be no feed, such as the page of a captive portal.
  package func ending(_ course: CurlOutcome.Course, at now: Timestamp) -> FetchHistory {
    let counted = failures == .max ? .max : failures + 1
    return FetchHistory(
      lastTry: now,
      lastSuccess: course == .done ? now : lastSuccess,
      failures: course == .done ? 0 : counted,
      course: course
    )
  }

  /// Returns the history with at most a number of failures, such as that before a request which was made early.
  package func counting(atMost most: Int) -> FetchHistory {
    var history = self
    history.failures = max(0, min(failures, most))
    return history
  }

  /// Returns the history of a request that was not made, because its host has asked for a pause until `end`.
  func waiting(until end: Timestamp) -> FetchHistory {
    var history = self
    history.notBefore = end
    return history
  }

  /// The most failures that count where no server answered: the pause is an hour then.
  private static let silentFailures = 2

  /// Returns the history after a transfer that ended at `now`.
  ///
  /// Without an answer the reason may lie in this machine: it is offline, its clock is wrong, a portal is in
  /// the way. The feed must not wait for a day once that is over.
  package func adding(_ result: TransferResult, at now: Timestamp) -> FetchHistory {
    let isSilent = result.head == nil
    let end = result.outcome.course
    let course = isSilent && end == .user ? .later : end
    let isGood = course == .done || course == .unchanged
    let next = failures == .max ? .max : failures + 1
    let counted = isSilent ? max(failures, min(next, Self.silentFailures)) : next
    return FetchHistory(
      lastTry: now,
      lastSuccess: isGood ? now : lastSuccess,
      failures: isGood ? 0 : counted,
      course: course,
      maxAge: isGood ? result.head?.maxAge : nil,
      notBefore: result.head?.retryAfter?.time(from: now)
    )
  }
}
