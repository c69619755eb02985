package import StreamModel

/// Chooses the subscriptions that are fetched at the same time.
package enum Batch {
  /// A subscription as far as the choice needs it.
  package struct Candidate: Equatable, Sendable {
    /// The address.
    package let address: FeedAddress
    /// The interval that the user chose, in seconds.
    package let every: Int64?
    /// The requests so far.
    package let history: FetchHistory

    /// Makes a candidate.
    package init(_ address: FeedAddress, every: Int64? = nil, history: FetchHistory) {
      self.address = address
      self.every = every
      self.history = history
    }
  }

  /// The most hosts that are asked at the same time.
  package static let hostLimit = 8

  /// Returns the indices of the subscriptions to fetch now, in the order in which they became due.
  ///
  /// Each host gets at most one request, and all together at most ``hostLimit``.
  ///
  /// - Parameter busy: the hosts with a request under way, which count.
  package static func next(
    of candidates: [Candidate],
    busy: Set<String> = [],
    now: Timestamp
  ) -> [Int] {
    var free = hostLimit - min(hostLimit, busy.count)
    guard free > 0 else { return [] }
    let due = candidates.indices.compactMap { index -> (index: Int, time: Timestamp)? in
      let candidate = candidates[index]
      let schedule = Schedule.next(
        candidate.address,
        candidate.history,
        every: candidate.every,
        now: now
      )
      return schedule.flatMap { $0.time <= now ? (index, $0.time) : nil }
    }
    var hosts = busy
    var chosen: [Int] = []
    for (index, _) in due.sorted(by: { ($0.time, $0.index) < ($1.time, $1.index) }) {
      guard hosts.insert(candidates[index].address.host).inserted else { continue }
      chosen.append(index)
      free -= 1
      if free == 0 { break }
    }
    return chosen
  }

  /// Returns the time at which the next subscription is due; nil if none ever is.
  ///
  /// A process that is idle sleeps until then.
  package static func wake(for candidates: [Candidate], now: Timestamp) -> Timestamp? {
    candidates.lazy.compactMap {
      Schedule.next($0.address, $0.history, every: $0.every, now: now)?.time
    }
    .min()
  }
}
