package import StreamModel

/// The outcome of an account's last exchange, saved for all its subscriptions together.
package enum AccountRecord {
  static func file(of account: String, in folder: StateFolder) -> FetchFile {
    // All feeds of an account have one file.
    FetchFile(of: .served(ServedFeed(of: "", in: account)), in: folder)
  }

  package static func of(_ account: String, in folder: StateFolder) -> FetchRecord {
    (try? file(of: account, in: folder).read()) ?? FetchRecord()
  }

  /// Whether the server may be asked now: after a failure it is asked at growing intervals.
  package static func mayBeAsked(
    _ account: String,
    in folder: StateFolder,
    at now: Timestamp
  ) -> Bool {
    let record = of(account, in: folder)
    guard record.failure != nil else { return true }
    let word = ServedFeed.word(for: account)
    let interval = Schedule.intervals.lowerBound
    return Schedule.next(word, record.history, every: interval, now: now).map { $0.time <= now }
      ?? false
  }

  /// The account as posts of its streams know it; nil where it has none.
  package static func stream(of account: ServerAccount, in folder: StateFolder) -> StreamAccount? {
    guard !account.readsFeeds else { return nil }
    let base = account.base
    return StreamAccount(
      name: account.name,
      base: base.hasSuffix("/") ? String(base.dropLast()) : base,
      lacks: of(account.name, in: folder).lacks
    )
  }

  /// Forgets what the server could not do.
  package static func forgetLacks(of account: String, in folder: StateFolder) {
    var record = of(account, in: folder)
    guard !record.lacks.isEmpty else { return }
    record.lacks = []
    try? file(of: account, in: folder).write(record)
  }

  /// Notes the end of an exchange; returns the outcome of each of the account's subscriptions.
  package static func outcomes(
    of subscriptions: [Subscription],
    in account: String,
    _ exchanged: AccountExchange.Report,
    in folder: StateFolder,
    at now: Timestamp
  ) -> [RefreshOutcome] {
    let failure = exchanged.failure
    var record = of(account, in: folder)
    record.waiting = exchanged.waiting
    record.lacks.formUnion(exchanged.lacks)
    if !exchanged.isPostponed || failure != nil {
      record.refused = exchanged.refused
      if let place = exchanged.place { (record.elsewhere, record.offer) = (place.id, place.offer) }
      record.failure = failure?.text
      record.history = record.history.counting(atMost: 1_000)
        .ending(failure == nil ? .done : failure?.kind == .later ? .later : .user, at: now)
    }
    try? file(of: account, in: folder).write(record)
    return subscriptions.map { subscription in
      var report = PostLog.Report()
      if case .served(let feed) = subscription.source {
        report.new = exchanged.new[feed.address] ?? 0
        report.listed = exchanged.listed[feed.address] ?? []
      }
      return RefreshOutcome(
        subscription,
        record,
        report,
        failure: record.trouble(of: subscription.source)
      )
    }
  }
}
