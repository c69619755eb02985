package import StreamModel

/// The course of a subscription's requests so far, as the store keeps it.
package struct FetchHistory: Equatable, Sendable {
  /// The time of the last request; nil before the first one.
  package let lastTry: Timestamp?
  /// The time of the last answer that was the document or confirmed the copy.
  package let lastSuccess: Timestamp?
  /// The number of requests that failed since then.
  package let failures: Int
  /// The course after the last request.
  package let course: CurlOutcome.Course
  /// The seconds for which the server called its last answer fresh; nil if it did not say.
  package let maxAge: Int64?
  /// The time before which the server wants no further request; nil if it did not say.
  package let notBefore: Timestamp?

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

  /// Returns the history after an answer at `now` that is not what was asked for, such as the page of a
  /// captive portal: nothing that it says about its freshness counts.
  package func addingUseless(at now: Timestamp) -> FetchHistory {
    FetchHistory(
      lastTry: now,
      lastSuccess: lastSuccess,
      failures: failures == .max ? .max : failures + 1,
      course: .later
    )
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
      maxAge: isGood ? result.head?.cacheControl.maxAge : nil,
      notBefore: result.head?.retryAfter?.time(from: now)
    )
  }
}
