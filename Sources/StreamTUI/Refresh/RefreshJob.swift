import StreamModel
import StreamSources

/// A subscription that is fetched from the web.
struct RefreshJob {
  let subscription: Subscription
  /// The state of its requests before this one.
  let record: FetchRecord
  /// The host that is asked first.
  let host: String
  let retrieval: Retrieval

  /// Returns nil for a file, which nobody has to be asked for.
  ///
  /// - Parameter hasPosts: whether the posts of the last document are there, so that the server need not send
  ///   it again.
  init?(_ subscription: Subscription, _ record: FetchRecord, hasPosts: Bool) {
    let validated = hasPosts ? record.validatedAddress : nil
    let copy = validated.map { Retrieval.Copy(from: $0, record.validators) }
    switch subscription.source {
    case .web(let address):
      // A feed that has moved keeps its name here, and with it all that is known of its posts.
      let start = record.moved ?? address
      host = start.host
      retrieval = Retrieval(start, copy: copy, trusting: address.host)
    case .account(let account):
      guard let way = Retrieval(account, copy: copy) else { return nil }
      host = account.host
      retrieval = way
    case .file: return nil
    }
    self.subscription = subscription
    self.record = record
  }

  /// Returns the state after the end of the requests.
  func record(after end: RetrievalEnd, at now: Timestamp) -> FetchRecord {
    var record = record
    record.address = end.result.address
    record.history = record.history.adding(end.result, at: now)
    record.failure =
      switch end.content {
      case .document, .unchanged: nil
      case .offers(let links): WebSource.sentence(for: links, of: end.address.host)
      case .part, .nothing: end.outcome.sentence
      }
    if let moved = end.moved, record.failure == nil { record.moved = moved }
    // An answer that came whole, but is no feed and confirms none.
    if record.failure != nil, [.done, .unchanged].contains(end.result.outcome.course) {
      record.history = self.record.history.addingUseless(at: now)
    }
    return record
  }
}

extension FetchRecord {
  /// The failures in a row after which the place that a feed moved to counts as dead.
  private static let patience = 3

  /// Returns the record for the address in the list, if the place to which the feed moved does not have it:
  /// a server that was set up wrongly may have named that place.
  func backFromDeadPlace() -> FetchRecord {
    // A server that asks for a pause is alive.
    guard moved != nil, failure != nil, history.notBefore == nil else { return self }
    let isFinal = history.course == .never || history.course == .user
    guard isFinal || history.failures >= Self.patience else { return self }
    var record = self
    record.moved = nil
    // Only what the address in the list answers counts.
    record.history = FetchHistory(
      lastTry: history.lastTry,
      lastSuccess: history.lastSuccess,
      failures: 1,
      course: .later
    )
    return record
  }
}
