package import StreamModel

/// The way in which a viewer starts transfers: by which program, and into which folder.
package struct Transfers {
  package let children: Children
  let cache: CacheFolder?
  private let program: String

  /// - Parameter program: curl, or a program in its place.
  package init(
    with children: Children,
    cache: CacheFolder? = CacheFolder(),
    program: String = Curl.program
  ) {
    self.children = children
    self.cache = cache
    self.program = program
  }

  package var now: Timestamp { children.loop.time.wall }

  /// Starts retrievals.
  ///
  /// - Throws: the reason why they cannot be started.
  package func begin(
    _ retrievals: [Retrieval],
    limits: CurlRequest.Limits = CurlRequest.Limits(),
    most: Int = CurlBatch.hostLimit,
    owner: @escaping TransferRun.Owner,
    onOver: @escaping () -> [LoopEvent]
  ) throws(StateRefusal) -> TransferRun {
    let run = TransferRun(
      retrievals,
      with: children,
      in: try ScratchFolder(in: cache),
      limits: limits,
      most: most,
      program: program,
      owner: owner,
      onOver: onOver
    )
    guard run.begin() else { throw StateRefusal(run.startFailure) }
    return run
  }
}
