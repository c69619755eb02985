/// Does the work of enriching; tests put slow and failing ones in its place.
package protocol EnrichmentWorker: AnyObject {
  /// The result, or nil when it will come later as an event of the terminal.
  func enrich(_ job: EnrichmentJob) -> EnrichmentOutcome?
}

/// Enriches at once, on the caller's thread.
package final class InPlaceWorker: EnrichmentWorker {
  package init() {}

  package func enrich(_ job: EnrichmentJob) -> EnrichmentOutcome? {
    .done(RowEnricher.enrich(job.laid))
  }
}
