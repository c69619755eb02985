/// Names one enrichment in flight; a result with an older one is thrown away.
package struct EnrichmentToken: Hashable, Sendable {
  let number: Int
}

/// A row to be enriched, with all that the work needs.
package struct EnrichmentJob: Sendable, Equatable {
  package let token: EnrichmentToken
  package let laid: LaidRow

  package static func == (lhs: EnrichmentJob, rhs: EnrichmentJob) -> Bool {
    lhs.token == rhs.token
  }
}

/// What became of a job.
package enum EnrichmentOutcome: Sendable {
  case done(RichRow)
  /// The row stays flat; the line is free for the next.
  case failed
}
