import ArgumentParser
import Glibc
import StreamSources

/// The posts that the words of a command line name.
///
/// A file of that name comes first. Else `kept` means the kept posts, `unread` the unread posts of all
/// subscriptions, and any other word a subscription or a tag (``SubscriptionChoice/init(named:)``), or a
/// source that is no subscription.
struct NamedStream {
  enum Posts {
    case sources([String])
    case subscriptions(SubscriptionChoice)
    case kept
  }

  let posts: Posts
  /// Whether only the unread ones are meant.
  private(set) var isUnread = false

  init(_ posts: Posts) {
    self.posts = posts
  }

  /// Finds out what the words name; without words, they name no subscription.
  ///
  /// - Parameter asksServers: Whether an address means the document that its server has now, also if it is a
  ///   subscription.
  /// - Throws: Status 1, after a message, for `unread` or a tag that no subscription has.
  init(_ words: [String], asksServers: Bool = false) throws {
    let word = words.count == 1 && access(words[0], F_OK) != 0 ? words[0] : nil
    if word == "kept" {
      posts = .kept
    } else if word == "unread" {
      guard let all = SubscriptionChoice(named: []) else {
        Diagnostics.print("unread: no subscriptions yet; add one: streamtui add ADDRESS")
        throw ExitCode(1)
      }
      posts = .subscriptions(all)
      isUnread = true
    } else if !words.isEmpty, !asksServers || !words.contains(where: Self.isAddress),
      let choice = SubscriptionChoice(named: words)
    {
      posts = .subscriptions(choice)
    } else {
      posts = .sources(words)
      let tags = word.flatMap { SubscriptionChoice.tag($0) == nil ? nil : SubscriptionChoice.tags }
      if let word, let tags {
        let known =
          tags.isEmpty ? "no subscription has a tag" : "tags: " + tags.joined(separator: ", ")
        Diagnostics.print("\(word): no subscription has this tag (\(known))")
        throw ExitCode(1)
      }
    }
  }

  private static func isAddress(_ word: String) -> Bool {
    switch AddressGuess(word) {
    case .web, .account: true
    case .file, .refused: false
    }
  }
}
