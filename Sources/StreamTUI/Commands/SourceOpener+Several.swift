import ArgumentParser
import StreamModel
import StreamUI

/// A feed with what keeps its bytes coming.
struct OpenedFeed {
  let feed: Feed
  let source: OpenedSource
}

extension SourceOpener {
  /// Opens all that can be opened, archives as the feeds in them; what cannot is said.
  ///
  /// - Parameter waits: whether what comes through a pipe is waited for; see ``openAll(_:waits:)``.
  /// - Throws: status 1 when none can.
  static func openAll(
    _ names: [String],
    hint: FormatHint?,
    waits: Bool = true
  ) throws -> [OpenedFeed] {
    var feeds: [OpenedFeed] = []
    for name in names {
      do throws(FeedError) {
        let found = try openAll(name, waits: waits)
        for problem in found.problems { Diagnostics.print(Diagnostics.text(of: problem)) }
        if let archive = found.archive {
          feeds += archive.feeds
        } else {
          feeds += found.sources.map {
            OpenedFeed(feed: Feed(source: $0.bytes, hint: hint), source: $0)
          }
        }
      } catch {
        Diagnostics.print(Diagnostics.text(of: error))
      }
    }
    guard !feeds.isEmpty else { throw ExitCode(1) }
    return feeds
  }
}

extension AccountArchive {
  /// What the account posted, liked and kept; its posts name it as it names itself.
  var feeds: [OpenedFeed] {
    let accounts = account
    var feeds = [
      OpenedFeed(feed: Feed(source: outbox.bytes, accounts: accounts), source: outbox)
    ]
    if let likes {
      let activity = Activity(.like, name: "Like")
      feeds.append(
        OpenedFeed(
          feed: Feed(source: likes.bytes, accounts: accounts, activity: activity),
          source: likes
        )
      )
    }
    if let bookmarks {
      let activity = Activity(.other, name: "Bookmark")
      feeds.append(
        OpenedFeed(
          feed: Feed(source: bookmarks.bytes, accounts: accounts, activity: activity),
          source: bookmarks
        )
      )
    }
    return feeds
  }

  /// The account under its address; empty where the archive does not say who it is.
  private var account: [String: Account] {
    guard let actor else { return [:] }
    let feed = Feed(source: actor.bytes)
    while case .more? = try? feed.advance(bytes: RunLoop.sliceBytes) {}
    guard case .post(let post) = feed.record(at: 0) else { return [:] }
    var name: String?
    if case .text(let text) = post.title { name = text }
    let known = Account(
      name: name ?? post.author?.name,
      handle: post.author?.handle,
      url: post.url ?? post.id.rawValue
    )
    return [post.id.rawValue: known]
  }
}
