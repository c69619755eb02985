import Glibc
package import StreamModel

/// The subscriptions that a stream is opened for.
package struct SubscriptionChoice {
  let folder: StateFolder
  /// The chosen ones, in the order of the user's list; at least one.
  package let subscriptions: [Subscription]
  /// The choice that named them.
  package let feeds: FeedChoice

  /// Finds the subscriptions that words of a command line name: addresses, names, or tags as `tag:NAME`.
  ///
  /// Nil without words, and if any of them names no subscription.
  package init?(named words: [String]) {
    // A file has precedence, as it has over addresses. Nearly every start is one of a file, so the list
    // is read only after that.
    guard !words.isEmpty, words.allSatisfy({ access($0, F_OK) != 0 }),
      let (folder, all) = Self.all()
    else { return nil }
    // The place in a tag is that of the page of subscriptions.
    if words.count == 1, let tag = words.first.flatMap(Self.tag) {
      self.init(.tag(tag), of: all, in: folder)
      return
    }
    var named: Set<Subscription.Source> = []
    for word in words {
      let found = Self.subscriptions(named: word, among: all, in: folder)
      guard !found.isEmpty else { return nil }
      named.formUnion(found.map(\.source))
    }
    let chosen = all.filter { named.contains($0.source) }
    self.init(chosen, by: .feeds(chosen.map(\.source.text)), in: folder)
  }

  /// The subscriptions that a word names: by address, name or tag.
  static func subscriptions(named word: String) -> [Subscription] {
    all().map { subscriptions(named: word, among: $0.1, in: $0.0) } ?? []
  }

  private static func subscriptions(
    named word: String,
    among all: [Subscription],
    in folder: StateFolder
  ) -> [Subscription] {
    if let tag = tag(word) { return all.filter { $0.tags.contains(tag) } }
    let files = FeedFiles(folder: folder)
    return SubscriptionWord.matches(of: word, among: all) { files.title(of: $0.source) }
  }

  /// The tag that a word of the command line names: `tag:NAME`.
  package static func tag(_ word: String) -> String? {
    word.hasPrefix("tag:") ? String(word.dropFirst(4)) : nil
  }

  package static var tags: [String] {
    var seen: Set<String> = []
    return (all()?.1 ?? []).flatMap(\.tags).filter { seen.insert($0).inserted }
  }

  /// The name of a subscription that has `word` as a part of it; nil without one.
  package static func name(with word: String) -> String? {
    let part = word.lowercased()
    guard part.count > 2, let (folder, all) = all() else { return nil }
    let files = FeedFiles(folder: folder)
    let names = all.lazy.compactMap { $0.name ?? files.title(of: $0.source) }
    return names.first { $0.lowercased().contains(part) }
  }

  /// The tag that names all of them; nil for another choice.
  package var tag: String? { if case .tag(let tag) = feeds { tag } else { nil } }

  private init(_ subscriptions: [Subscription], by feeds: FeedChoice, in folder: StateFolder) {
    self.folder = folder
    self.subscriptions = subscriptions
    self.feeds = feeds
  }

  /// Sources whose logs are in a folder.
  package init(_ sources: [Subscription.Source], in folder: StateFolder) {
    self.init(sources.map { Subscription($0) }, by: .feeds(sources.map(\.text)), in: folder)
  }

  /// Finds the subscriptions of a choice; nil if there are none.
  package init?(_ feeds: FeedChoice) {
    guard let (folder, all) = Self.all() else { return nil }
    self.init(feeds, of: all, in: folder)
  }

  /// The choice of a tag where all subscriptions are chosen and a view reads those of this tag alone; else the choice as it is.
  package func scoped(to view: View?) -> SubscriptionChoice {
    guard feeds == .all, let tag = view?.scope.tag(among: subscriptions.flatMap(\.tags))
    else { return self }
    return Self(.tag(tag), of: subscriptions, in: folder) ?? self
  }

  /// The same choice of the subscriptions as they are now; nil where single ones were named, or none are left.
  package var again: SubscriptionChoice? { if case .feeds = feeds { nil } else { Self(feeds) } }

  /// The choice without some subscriptions; nil if no other is left.
  package func without(_ others: Set<Subscription.Source>) -> SubscriptionChoice? {
    let rest = subscriptions.filter { !others.contains($0.source) }
    return rest.isEmpty ? nil : SubscriptionChoice(rest, by: feeds, in: folder)
  }

  private init?(_ feeds: FeedChoice, of all: [Subscription], in folder: StateFolder) {
    let chosen = all.filter { feeds.contains($0.source.text, tags: $0.tags) }
    guard !chosen.isEmpty else { return nil }
    self.init(chosen, by: feeds, in: folder)
  }

  /// All subscriptions of the user; nil if there are none, or none may be read.
  private static func all() -> (StateFolder, [Subscription])? {
    guard !Environment.isSecure, let folder = StateFolder(),
      let text = try? SubscriptionFile(folder: folder).read()
    else { return nil }
    let list = text.list.subscriptions
    return list.isEmpty ? nil : (folder, list)
  }
}

extension FeedChoice {
  private static let allName = "subscriptions"
  private static let tagName = "subscriptions\ttag:"

  /// The name under which the place in these subscriptions is kept.
  package var placeName: String {
    switch self {
    case .all: Self.allName
    case .tag(let tag): Self.tagName + tag
    case .feeds(let keys): keys.joined(separator: "\n")
    }
  }

  /// Returns all, or those of a tag, if the place in them is kept under a name; else nil.
  package static func placed(_ name: String) -> FeedChoice? {
    if name == allName { return .all }
    return name.hasPrefix(tagName) ? .tag(String(name.dropFirst(tagName.count))) : nil
  }
}
