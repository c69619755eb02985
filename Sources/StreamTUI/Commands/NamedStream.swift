import ArgumentParser
import Glibc
import StreamHost

/// The posts that the words of a command line name.
///
/// A file of that name comes first. Else `kept` means the kept posts and `unread` the unread posts, of all
/// subscriptions or of those that further words name. Any other word is a subscription or a tag
/// (``SubscriptionChoice/init(named:)``), or a source that is no subscription.
struct NamedStream {
  enum Posts {
    case sources([String])
    case subscriptions(SubscriptionChoice)
    case kept(SubscriptionChoice?)
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
  /// - Throws: Status 1, after a message, for `unread` and `kept` without subscriptions that go with them, or a tag
  ///   that no subscription has.
  init(_ words: [String], asksServers: Bool = false) throws {
    let word = words.count == 1 && access(words[0], F_OK) != 0 ? words[0] : nil
    let kinds = words.filter { ["unread", "kept"].contains($0) && access($0, F_OK) != 0 }
    if let kind = kinds.first {
      let choice = try Self.choice(of: words.filter { !kinds.contains($0) }, with: kinds)
      isUnread = kind == "unread"
      if !isUnread {
        posts = .kept(choice)
      } else if let choice {
        posts = .subscriptions(choice)
      } else {
        throw Diagnostics.failure("unread: no subscriptions yet; add one: streamtui add ADDRESS")
      }
    } else if !words.isEmpty, !asksServers || !words.contains(where: Self.isAddress),
      let choice = SubscriptionChoice(named: words)
    {
      posts = .subscriptions(choice)
    } else {
      // Beside addresses and files, a viewer shows what the servers of subscriptions have now.
      posts = .sources(asksServers ? words : words.flatMap(Self.sources))
      if let word, SubscriptionChoice.tag(word) != nil { throw Self.hasNoTag(word) }
    }
  }

  /// The subscriptions that the words beside `unread` or `kept` name; without words, all of them for `unread`, and nil
  /// for `kept`, which means posts of other sources, too.
  private static func choice(
    of words: [String],
    with kinds: [String]
  ) throws -> SubscriptionChoice? {
    guard kinds.count == 1 else {
      throw Diagnostics.failure(
        "unread and kept: name one of them, with tags or subscriptions if you like"
      )
    }
    guard !words.isEmpty else { return kinds == ["kept"] ? nil : SubscriptionChoice(named: []) }
    if let choice = SubscriptionChoice(named: words) { return choice }
    for word in words where SubscriptionChoice(named: [word]) == nil {
      if SubscriptionChoice.tag(word) != nil { throw hasNoTag(word) }
      Diagnostics.print("\(word): no subscription has this name (streamtui list shows them all)")
    }
    throw ExitCode(1)
  }

  private static func hasNoTag(_ word: String) -> ExitCode {
    let tags = SubscriptionChoice.tags
    let known = tags.isEmpty ? "no subscription has a tag" : "tags: " + tags.joined(separator: ", ")
    Diagnostics.print("\(word): no subscription has this tag (\(known))")
    return ExitCode(1)
  }

  /// The addresses of the subscriptions that a word names; the word itself where it names none.
  private static func sources(of word: String) -> [String] {
    guard isSubscription(word), let choice = SubscriptionChoice(named: [word]) else {
      return [word]
    }
    return choice.subscriptions.map(\.source.text)
  }

  /// Whether a word that names no file and no address is the name of subscriptions, or `tag:NAME` of some.
  static func isSubscription(_ word: String) -> Bool {
    access(word, F_OK) != 0 && !isAddress(word) && SubscriptionChoice(named: [word]) != nil
  }

  private static func isAddress(_ word: String) -> Bool {
    switch AddressGuess(word) {
    // "Heise: News" has the form of an address, and is a name.
    case .web(let verdict, _): verdict.address != nil
    case .account: true
    case .file, .refused: false
    }
  }
}
