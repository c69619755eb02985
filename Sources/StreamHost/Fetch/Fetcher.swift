package import StreamModel

/// Asks servers, for every purpose: by which program, into which folder, and whether at all.
package final class Fetcher {
  package let children: Children
  let cache: CacheFolder?
  /// Whether documents and the pauses of hosts are kept for later runs.
  let keepsCopies: Bool
  package let mayFetch: Bool
  package static let offReason = "network is off (--no-network, or network = false)"
  private let program: String
  private let hosts: Hosts
  private var scratch: ScratchFolder?

  /// - Parameters:
  ///   - mayFetch: whether the network may be used.
  ///   - keepsCopies: whether anything is kept for later runs.
  ///   - program: curl, or a program in its place.
  package init(
    with children: Children,
    mayFetch: Bool = true,
    keepsCopies: Bool = true,
    cache: CacheFolder? = CacheFolder(),
    program: String = Curl.program
  ) {
    self.children = children
    self.mayFetch = mayFetch
    self.keepsCopies = keepsCopies
    self.cache = cache
    self.program = program
    hosts = Hosts(in: keepsCopies ? cache : nil)
  }

  package var now: Timestamp { children.loop.time.wall }

  /// Starts retrievals.
  ///
  /// - Parameters:
  ///   - most: the most requests at the same time.
  ///   - owner: called with the end of each.
  ///   - onOver: called once, after the last of them.
  /// - Throws: the reason why they cannot be started.
  package func begin(
    _ retrievals: [Retrieval],
    most: Int = CurlBatch.hostLimit,
    owner: @escaping TransferRun.Owner,
    onOver: @escaping () -> [LoopEvent]
  ) throws(StateRefusal) -> TransferRun {
    guard mayFetch else { throw StateRefusal("The \(Self.offReason).") }
    let run = TransferRun(
      retrievals,
      with: children,
      in: try folder(),
      hosts,
      most: most,
      program: program,
      owner: owner,
      onOver: onOver
    )
    guard run.begin() else { throw StateRefusal(run.startFailure) }
    return run
  }

  private func folder() throws(StateRefusal) -> ScratchFolder {
    if let scratch { return scratch }
    let made = try ScratchFolder(in: cache)
    scratch = made
    return made
  }
}
