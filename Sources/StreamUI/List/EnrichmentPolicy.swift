/// The wishes of the reader and of the mode for enrichment.
struct EnrichmentPolicy {
  let strategy: Strategy
  /// Milliseconds without a scroll until the stream is at rest.
  let idleDelay: Int
  /// Whether a key waits for the links of the visible rows, which the strategy `flat` then enriches.
  let wantsLinks: Bool

  /// Whether rows become rich by themselves at rest.
  var enrichesRows: Bool { strategy != .flat || wantsLinks }
}
