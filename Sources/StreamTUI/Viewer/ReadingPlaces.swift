import CellGrid
import StreamHost
import StreamModel
import StreamUI

/// The places where the reader stopped in other programs: each is offered once, and told the server at a key.
final class ReadingPlaces {
  /// The accounts on the fediverse whose streams are seen.
  var accounts: Set<String> = []

  private let program: ThisProgram
  /// The last offer that was made, by account.
  private var offered: [String: String] = [:]

  init(by program: ThisProgram) { self.program = program }

  func offers() -> [LoopEvent] {
    guard let folder = StateFolder() else { return [] }
    return accounts.sorted().compactMap { account in
      let offer = AccountRecord.of(account, in: folder).offer
      defer { offered[account] = offer }
      guard let offer, offer != offered[account] else { return nil }
      return .event(.message(SafeText(sanitizing: offer), isWarning: false))
    }
  }

  /// Tells the server of its account that the reader stops at a post of a stream.
  func set(_ post: SavedPlace.PostName, in stream: ViewedStream) -> [Event] {
    guard let slot = stream.timeline.slot(at: post.source),
      case .success(.served(let feed)) = stream.source(in: slot), feed.isHome
    else {
      return [.warning("No server is told: the post is not of the home timeline of an account")]
    }
    guard program.mayFetch else {
      return [.warning("The server is not told: the \(Fetcher.offReason)")]
    }
    let child = program.start(
      ["refresh", "--place", String(post.identity.id, radix: 16)],
      of: [ServedFeed.word(for: feed.account)]
    ) { outcome in
      guard outcome.end != .exited(0) else {
        return [.event(.message("Other programs can read on here", isWarning: false))]
      }
      return [.event(.warning("The server is not told: \(LiveOlderPosts.reason(in: outcome))"))]
    }
    return child == nil ? [.warning("The server is not told: no process could be started")] : []
  }
}
