import CellGrid
import StreamUI

/// The unread posts of subscriptions that the viewer does not show.
///
/// Another process of this program counts them, for their logs may be long and no key waits for them.
final class UnreadElsewhere {
  /// The bytes of output that are kept: 10,000 lines of 800 bytes.
  private static let limit = 8 << 20

  private let children: Children
  private var child: Children.Token?
  /// Whether flags may have changed since the process that counts was started.
  private var isStale = false
  /// The counts that were told last, by the text of the source.
  private(set) var counts: [String: Int] = [:]

  init(with children: Children) {
    self.children = children
  }

  /// Counts the unread posts; if a count is running, another one follows it.
  ///
  /// - Parameter onCounts: called if the counts have changed.
  func update(_ onCounts: @escaping () -> [TerminalEvent]) {
    guard child == nil else {
      isStale = true
      return
    }
    isStale = false
    let request = ChildRequest(
      arguments: ["/proc/self/exe", "list", "--format", "tsv"],
      streams: .pipes(input: nil, limit: Self.limit)
    )
    child = children.start(request) { [weak self] outcome in
      guard let self else { return [] }
      child = nil
      if isStale { update(onCounts) }
      let counts = Self.counts(in: outcome.output.bytes)
      guard !outcome.output.isCut, counts != self.counts else { return [] }
      self.counts = counts
      return onCounts()
    }
  }

  /// Ends the counting.
  func cancel() {
    if let child { children.cancel(child) }
    child = nil
  }

  /// Reads the lines of `streamtui list --format tsv`.
  static func counts(in bytes: [UInt8]) -> [String: Int] {
    var counts: [String: Int] = [:]
    var lines = LineSplitter(limit: limit)
    for line in lines.take(bytes) {
      let fields = line.split(separator: "\t", omittingEmptySubsequences: false)
      guard fields.count > 3, let unread = Int(fields[3]) else { continue }
      counts[String(fields[1])] = unread
    }
    return counts
  }
}
