import Glibc
import StreamSources

/// The meaning of a word of the command line that names a subscription.
enum SubscriptionWord {
  /// Something to subscribe to.
  struct Meaning: Equatable {
    let source: Subscription.Source
    /// A sentence on the part of the address that the user left out; nil if it is whole.
    var note: String?
    /// The reason why the user must confirm it; nil without one.
    var doubt: String?
  }

  /// The reason why a word means nothing to subscribe to.
  struct Refusal: Error, Equatable {
    let text: String
  }

  /// Interprets an address, an account or the path of a file that exists.
  ///
  /// - Throws: ``Refusal`` with a sentence for standard error.
  static func meaning(of word: String) throws(Refusal) -> Meaning {
    switch AddressGuess(word) {
    case .web(.fetch(let address), let note): return Meaning(source: .web(address), note: note)
    case .web(.ask(let address, let reason), let note):
      return Meaning(source: .web(address), note: note, doubt: reason)
    case .web(.refuse(let reason), _): throw Refusal(text: "\(word): \(reason)")
    case .account(let name): return Meaning(source: .account(name))
    case .refused(let reason): throw Refusal(text: reason)
    case .file(let path):
      guard let found = realpath(path, nil) else {
        throw Refusal(text: "\(word): \(SystemError.text(errno)) (expected a file or an address)")
      }
      defer { free(found) }
      guard let absolute = String(validatingCString: found) else {
        throw Refusal(text: "\(word): a path that is not UTF-8 cannot stand in the list")
      }
      return Meaning(source: .file(absolute))
    }
  }

  /// The sources that a word may mean, whether they exist or not.
  static func sources(of word: String) -> [Subscription.Source] {
    if let meaning = try? meaning(of: word) { return [meaning.source] }
    return word.hasPrefix("/") ? [.file(word)] : []
  }

  /// The subscriptions that a word of the user names.
  ///
  /// An address goes before a name, and a name as it is before one in other case.
  ///
  /// - Parameter title: the title of a subscription that has no name of its own.
  static func matches(
    of word: String,
    among subscriptions: [Subscription],
    title: (Subscription) -> String?
  ) -> [Subscription] {
    let sources = sources(of: word)
    let named = subscriptions.filter {
      sources.contains($0.source) || $0.source.text == word || $0.source.shown == word
    }
    guard named.isEmpty else { return named }
    let titles = subscriptions.map { $0.name ?? title($0) ?? "" }
    let lowered = word.lowercased()
    for isSame in [{ $0 == word }, { $0.lowercased() == lowered }] as [(String) -> Bool] {
      let found = zip(subscriptions, titles).filter { isSame($0.1) }.map(\.0)
      guard found.isEmpty else { return found }
    }
    return []
  }

  /// The subscriptions whose address or name holds a word, for a message.
  static func similar(to word: String, among subscriptions: [Subscription]) -> [Subscription] {
    let lowered = word.lowercased()
    return subscriptions.filter {
      $0.source.shown.lowercased().contains(lowered)
        || ($0.name?.lowercased().contains(lowered) ?? false)
    }
  }
}
