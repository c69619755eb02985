import Addresses
import Glibc

/// The file with the user's subscriptions in the state folder, as text that a person can edit.
///
/// Each change reads the file anew under a lock and replaces it in one step, so that processes that
/// subscribe at the same time lose no entry of each other.
package struct SubscriptionFile {
  static let name = "subscriptions"
  /// The largest size in bytes: room for 10,000 lines of 800 bytes.
  package static let limit = 8 << 20
  private static let lockName = "subscriptions.lock"

  package let folder: StateFolder

  package init(folder: StateFolder) { self.folder = folder }

  /// The file of this user.
  ///
  /// - Throws: ``StateRefusal`` if nothing may be saved, or no folder is named for it.
  package static func ofUser() throws(StateRefusal) -> SubscriptionFile {
    guard !Environment.isSecure else {
      throw StateRefusal("The subscriptions are off: secure mode is on (STREAMTUI_SECURE)")
    }
    guard let folder = StateFolder() else {
      throw StateRefusal("There is no place for subscriptions: \(StateError.noPlace.reason)")
    }
    return SubscriptionFile(folder: folder)
  }

  package var path: String { folder.path + "/" + Self.name }

  /// By which a file that has changed is told; nil where there is none.
  package var stamp: PictureFile.Stamp? { PictureFile.Stamp(path: path) }

  /// Reads the file; a missing one has no subscriptions.
  ///
  /// - Throws: ``StateError`` if it cannot be read, or is no ordinary file of this user.
  package func read() throws(StateError) -> SubscriptionText {
    guard let folder = try PrivateFolder.opened(in: folder, creates: false) else { return .empty }
    return try Self.text(in: folder)
  }

  /// Changes the subscriptions by `body`; nothing is written if it changes nothing.
  ///
  /// Lines that do not change, comments and lines that are wrong stay byte for byte.
  ///
  /// - Parameters:
  ///   - comments: lines that are added as comments, unless they are there.
  ///   - isTold: whether the servers of accounts know of feeds that leave the list.
  /// - Returns: The result of `body`.
  /// - Throws: ``StateError`` if the file cannot be read or written; it is then as it was.
  package func change<Result>(
    adding comments: [[UInt8]] = [],
    isTold: Bool = false,
    _ body: (inout [Subscription]) -> Result
  ) throws(StateError) -> Result {
    try locked { (folder) throws(StateError) in
      let text = try Self.text(in: folder)
      var subscriptions = text.list.subscriptions
      let result = body(&subscriptions)
      if subscriptions != text.list.subscriptions || !comments.isEmpty {
        let new = text.replacing(with: subscriptions, adding: comments)
        if !isTold { noteLeft(text.list.subscriptions, subscriptions) }
        if new.bytes != text.bytes { try Self.write(new.bytes, in: folder) }
      }
      return result
    }
  }

  /// Replaces the text by one that the user has edited.
  ///
  /// - Parameter base: the bytes that were edited.
  /// - Returns: Whether it was replaced; false if another process has changed the file meanwhile.
  package func replace(_ base: [UInt8], with bytes: [UInt8]) throws(StateError) -> Bool {
    try locked { (folder) throws(StateError) in
      let text = try Self.text(in: folder)
      guard text.bytes == base else { return false }
      noteLeft(text.list.subscriptions, SubscriptionText(bytes).list.subscriptions)
      try Self.write(bytes, in: folder)
      return true
    }
  }

  /// Notes the feeds of accounts that the user leaves, of which their servers are told at the next exchange.
  private func noteLeft(_ old: [Subscription], _ new: [Subscription]) {
    let kept = Set(new.map(\.source))
    for case .served(let feed) in old.map(\.source) where !kept.contains(.served(feed)) {
      // Where the table cannot be written, the server sends the feed again.
      try? AccountTable(of: feed.account, in: folder).note(leaving: feed.address)
    }
  }

  private func locked<Result>(
    _ body: (PrivateFolder) throws(StateError) -> Result
  ) throws(StateError) -> Result {
    guard let folder = try PrivateFolder.opened(in: folder, creates: true),
      let lock = try folder.lock(Self.lockName, creates: true)
    else { throw .moved }
    folder.removeStaleDrafts()
    if let feeds = try? PrivateFolder.opened(PostLog.folderName, in: self.folder, creates: false) {
      feeds.removeStaleDrafts()
    }
    return try withExtendedLifetime(lock) { () throws(StateError) in try body(folder) }
  }

  private static func text(in folder: PrivateFolder) throws(StateError) -> SubscriptionText {
    try folder.read(name, limit: limit).map { SubscriptionText($0) } ?? .empty
  }

  private static func write(_ bytes: [UInt8], in folder: PrivateFolder) throws(StateError) {
    guard bytes.count <= limit else { throw .tooLarge(name) }
    try folder.replace(name, with: bytes)
  }
}

/// The meaning of a word of the command line that names a subscription.
package enum SubscriptionWord {
  package struct Meaning: Equatable {
    package let source: Subscription.Source
    /// A sentence on the part of the address that the user left out; nil if it is whole.
    package var note: String?
    /// The reason why the user must confirm it; nil without one.
    var doubt: String?

    /// The reason why the user must confirm it; nil also where a subscription of the same host and port was confirmed.
    package func doubt(beside subscriptions: [Subscription]) -> String? {
      doubt != nil && SubscriptionWord.isConfirmed(source, by: subscriptions) ? nil : doubt
    }
  }

  /// The reason why a word means nothing to subscribe to.
  package struct Failure: Error, Equatable {
    package let text: String
  }

  /// Whether one of the subscriptions is the source, or has its host, port and scheme.
  package static func isConfirmed(
    _ source: Subscription.Source,
    by subscriptions: [Subscription]
  ) -> Bool {
    if subscriptions.contains(where: { $0.source == source }) { return true }
    guard case .web(let address) = source, let place = WebAddress(address.text)?.trustName else {
      return false
    }
    return subscriptions.contains { subscription in
      guard case .web(let other) = subscription.source else { return false }
      return other.scheme == address.scheme && WebAddress(other.text)?.trustName == place
    }
  }

  /// Interprets an address, an account or the path of a file that exists.
  ///
  /// - Throws: ``Failure`` with a sentence for standard error.
  package static func meaning(of word: String) throws(Failure) -> Meaning {
    if let program = ProgramFeed(word) {
      return Meaning(source: .program(program), doubt: "it runs the program \(program.command)")
    }
    if let feed = ServedFeed(word) { return Meaning(source: .served(feed)) }
    if ProgramFeed.isMeant(word) { throw Failure(text: "\(word): \(ProgramFeed.form)") }
    switch AddressGuess(word) {
    case .web(.fetch(let address), let note): return Meaning(source: .web(address), note: note)
    case .web(.ask(let address, let reason), let note):
      return Meaning(source: .web(address), note: note, doubt: reason)
    case .web(.refuse(let reason), _): throw Failure(text: "\(word): \(reason)")
    case .account(let name):
      if case .ask(_, let reason) = name.verdict {
        return Meaning(source: .account(name), doubt: reason)
      }
      return Meaning(source: .account(name))
    case .refused(let reason): throw Failure(text: reason)
    case .file(let path):
      guard let found = realpath(path, nil) else {
        throw Failure(text: "\(word): \(SystemError.text(errno)) (expected a file or an address)")
      }
      defer { free(found) }
      guard let absolute = String(validatingCString: found) else {
        throw Failure(text: "\(word): a path that is not UTF-8 cannot stand in the list")
      }
      return Meaning(source: .file(absolute))
    }
  }

  /// The sources that a word may mean, whether they exist or not.
  package static func sources(of word: String) -> [Subscription.Source] {
    if let meaning = try? meaning(of: word) { return [meaning.source] }
    return word.hasPrefix("/") ? [.file(word)] : []
  }

  /// The subscriptions that a word of the user names.
  ///
  /// An address goes before a name, and a name as it is before one in other case.
  ///
  /// - Parameter title: the title of a subscription that has no name of its own.
  package static func matches(
    of word: String,
    among subscriptions: [Subscription],
    title: (Subscription) -> String?
  ) -> [Subscription] {
    if let account = ServedFeed.account(in: word) {
      return subscriptions.filter { $0.source.account == account }
    }
    let sources = sources(of: word)
    let named = subscriptions.filter {
      sources.contains($0.source) || $0.source.text == word || $0.source.shown == word
    }
    guard named.isEmpty else { return named }
    let titles = subscriptions.map { $0.name ?? title($0) ?? $0.source.name }
    let lowered = word.lowercased()
    for isSame in [{ $0 == word }, { $0.lowercased() == lowered }] as [(String) -> Bool] {
      let found = zip(subscriptions, titles).filter { isSame($0.1) }.map(\.0)
      guard found.isEmpty else { return found }
    }
    return []
  }

  /// The subscriptions whose address or name holds a word, for a message.
  package static func similar(to word: String, among subscriptions: [Subscription])
    -> [Subscription]
  {
    let lowered = word.lowercased()
    return subscriptions.filter {
      $0.source.shown.lowercased().contains(lowered)
        || ($0.name?.lowercased().contains(lowered) ?? false)
    }
  }
}
