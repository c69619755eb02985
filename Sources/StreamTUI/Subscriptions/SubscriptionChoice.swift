import Glibc
import StreamSources
import StreamUI

/// The subscriptions that a viewer is opened for.
struct SubscriptionChoice {
  let folder: StateFolder
  /// The chosen ones, in the order of the user's list; at least one.
  let subscriptions: [Subscription]
  /// The name under which the place in all of them together is kept.
  let placeName: String

  /// Finds the subscriptions that the sources of a command line name; nil if any source is another, or
  /// there are none.
  ///
  /// Without sources all subscriptions are meant.
  init?(named sources: [String]) {
    var named: Set<Subscription.Source> = []
    for name in sources {
      // A file has precedence, as it has over addresses. Nearly every start is one of a file, so the list
      // is read only after that.
      guard access(name, F_OK) != 0, let source = Self.source(AddressGuess(name)) else {
        return nil
      }
      named.insert(source)
    }
    guard let (folder, all) = Self.all() else { return nil }
    guard !sources.isEmpty else {
      self.init(.all, of: all, in: folder)
      return
    }
    guard named.isSubset(of: all.map(\.source)) else { return nil }
    let chosen = all.filter { named.contains($0.source) }
    guard !chosen.isEmpty else { return nil }
    self.init(chosen, placed: chosen.map(\.source.text).joined(separator: "\n"), in: folder)
  }

  private static let allName = "subscriptions"
  private static let tagName = "subscriptions\ttag:"

  /// Returns the choice whose place is kept under a name; nil for one of other sources.
  static func choice(placed name: String) -> FeedChoice? {
    if name == allName { return .all }
    return name.hasPrefix(tagName) ? .tag(String(name.dropFirst(tagName.count))) : nil
  }

  private init(_ subscriptions: [Subscription], placed placeName: String, in folder: StateFolder) {
    self.folder = folder
    self.subscriptions = subscriptions
    self.placeName = placeName
  }

  /// Finds the subscriptions of a choice on the page of subscriptions; nil if there are none.
  init?(_ choice: FeedChoice) {
    guard let (folder, all) = Self.all() else { return nil }
    self.init(choice, of: all, in: folder)
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

  private static func source(_ guess: AddressGuess) -> Subscription.Source? {
    switch guess {
    case .web(let verdict, _): verdict.address.map { .web($0) }
    case .account(let account): .account(account)
    case .file, .refused: nil
    }
  }
}
