import Glibc
package import StreamModel

/// The subscriptions that a viewer is opened for.
package struct SubscriptionChoice {
  let folder: StateFolder
  /// The chosen ones, in the order of the user's list; at least one.
  package let subscriptions: [Subscription]
  let placeName: String

  /// Finds the subscriptions that words of a command line name: addresses, names, or tags as `tag:NAME`.
  ///
  /// Without words all subscriptions are meant. Nil if any word names no subscription, or there are none.
  package init?(named words: [String]) {
    // A file has precedence, as it has over addresses. Nearly every start is one of a file, so the list
    // is read only after that.
    guard words.allSatisfy({ access($0, F_OK) != 0 }), let (folder, all) = Self.all() else {
      return nil
    }
    if words.count <= 1 {
      // The place in all of them, and that in a tag, are those of the page of subscriptions.
      guard let word = words.first else {
        self.init(.all, of: all, in: folder)
        return
      }
      if let tag = Self.tag(word) {
        self.init(.tag(tag), of: all, in: folder)
        return
      }
    }
    var named: Set<Subscription.Source> = []
    for word in words {
      let found = Self.subscriptions(named: word, among: all, in: folder)
      guard !found.isEmpty else { return nil }
      named.formUnion(found.map(\.source))
    }
    let chosen = all.filter { named.contains($0.source) }
    self.init(chosen, placed: chosen.map(\.source.text).joined(separator: "\n"), in: folder)
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

  private static let allName = "subscriptions"
  private static let tagName = "subscriptions\ttag:"

  /// The tag that names all of them; nil for another choice.
  package var tag: String? {
    placeName.hasPrefix(Self.tagName) ? String(placeName.dropFirst(Self.tagName.count)) : nil
  }

  /// Returns the choice whose place is kept under a name; nil for one of other sources.
  package static func choice(placed name: String) -> FeedChoice? {
    if name == allName { return .all }
    return name.hasPrefix(tagName) ? .tag(String(name.dropFirst(tagName.count))) : nil
  }

  private init(_ subscriptions: [Subscription], placed placeName: String, in folder: StateFolder) {
    self.folder = folder
    self.subscriptions = subscriptions
    self.placeName = placeName
  }

  /// Sources whose logs are in a folder, without a place of their own.
  package init(_ sources: [Subscription.Source], in folder: StateFolder) {
    self.init(sources.map { Subscription($0) }, placed: "", in: folder)
  }

  /// Finds the subscriptions of a choice on the page of subscriptions; nil if there are none.
  package init?(_ choice: FeedChoice) {
    guard let (folder, all) = Self.all() else { return nil }
    self.init(choice, of: all, in: folder)
  }

  /// The choice of a tag where all subscriptions are chosen and a view reads those of this tag alone; else the choice as it is.
  package func scoped(to view: View?) -> SubscriptionChoice {
    guard placeName == Self.allName, let tag = view?.scope.tag(among: subscriptions.flatMap(\.tags))
    else { return self }
    return Self(.tag(tag), of: subscriptions, in: folder) ?? self
  }

  /// The same choice of the subscriptions as they are now; nil where single ones were named, or none are left.
  package var again: SubscriptionChoice? { Self.choice(placed: placeName).flatMap { Self($0) } }

  /// The choice without some subscriptions; nil if no other is left.
  package func without(_ others: Set<Subscription.Source>) -> SubscriptionChoice? {
    let rest = subscriptions.filter { !others.contains($0.source) }
    return rest.isEmpty ? nil : SubscriptionChoice(rest, placed: placeName, in: folder)
  }

  private init?(_ choice: FeedChoice, of all: [Subscription], in folder: StateFolder) {
    let (chosen, name): ([Subscription], String) =
      switch choice {
      case .all, .shown: (all, Self.allName)
      case .tag(let tag): (all.filter { $0.tags.contains(tag) }, Self.tagName + tag)
      case .one(let key): (all.filter { $0.source.text == key }, key)
      }
    guard !chosen.isEmpty else { return nil }
    self.init(chosen, placed: name, in: folder)
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
