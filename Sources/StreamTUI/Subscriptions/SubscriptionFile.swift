import StreamSources

/// The file with the user's subscriptions in the state folder, as text that a person can edit.
///
/// Each change reads the file anew under a lock and replaces it in one step, so that processes that
/// subscribe at the same time lose no entry of each other.
struct SubscriptionFile {
  /// The name in the state folder.
  static let name = "subscriptions"
  /// The largest size in bytes: room for 10,000 lines of 800 bytes.
  static let limit = 8 << 20
  private static let lockName = "subscriptions.lock"

  let folder: StateFolder

  /// The file of this user.
  ///
  /// - Throws: ``StateRefusal`` if nothing may be saved, or no folder is named for it.
  static func ofUser() throws(StateRefusal) -> SubscriptionFile {
    guard !Environment.isSecure else {
      throw StateRefusal("The subscriptions are off: secure mode is on (STREAMTUI_SECURE)")
    }
    guard let folder = StateFolder() else {
      throw StateRefusal("There is no place for subscriptions: \(StateFault.noPlace.reason)")
    }
    return SubscriptionFile(folder: folder)
  }

  /// The path, for messages.
  var path: String { folder.path + "/" + Self.name }

  /// Reads the file; a missing one has no subscriptions.
  ///
  /// - Throws: ``StateFault`` if it cannot be read, or is no ordinary file of this user.
  func read() throws(StateFault) -> SubscriptionText {
    guard let folder = try PrivateFolder.opened(in: folder, creates: false) else { return .empty }
    return try Self.text(in: folder)
  }

  /// Changes the subscriptions by `body`; nothing is written if it changes nothing.
  ///
  /// Lines that do not change, comments and lines that are wrong stay byte for byte.
  ///
  /// - Returns: The result of `body`.
  /// - Throws: ``StateFault`` if the file cannot be read or written; it is then as it was.
  func change<Result>(
    _ body: (inout [Subscription]) -> Result
  ) throws(StateFault) -> Result {
    try locked { (folder) throws(StateFault) in
      let text = try Self.text(in: folder)
      var subscriptions = text.list.subscriptions
      let result = body(&subscriptions)
      if subscriptions != text.list.subscriptions {
        try Self.write(text.replacing(with: subscriptions).bytes, in: folder)
      }
      return result
    }
  }

  /// Gives the subscription of `old` the source `new`, as after a permanent redirect; its line keeps
  /// its place and comment.
  ///
  /// - Throws: ``StateFault`` if the file cannot be read or written.
  func move(_ old: Subscription.Source, to new: Subscription.Source) throws(StateFault) {
    try locked { (folder) throws(StateFault) in
      let text = try Self.text(in: folder)
      let subscriptions = text.list.subscriptions.map {
        $0.source == old
          ? $0.moved(to: new) : $0
      }
      guard subscriptions != text.list.subscriptions else { return }
      try Self.write(text.replacing(with: subscriptions, moved: [old: new]).bytes, in: folder)
    }
  }

  /// Replaces the text by one that the user has edited.
  ///
  /// - Parameter base: the bytes that were edited.
  /// - Returns: Whether it was replaced; false if another process has changed the file meanwhile.
  /// - Throws: ``StateFault`` if the file cannot be read or written.
  func replace(_ base: [UInt8], with bytes: [UInt8]) throws(StateFault) -> Bool {
    try locked { (folder) throws(StateFault) in
      guard try Self.text(in: folder).bytes == base else { return false }
      try Self.write(bytes, in: folder)
      return true
    }
  }

  private func locked<Result>(
    _ body: (PrivateFolder) throws(StateFault) -> Result
  ) throws(StateFault) -> Result {
    guard let folder = try PrivateFolder.opened(in: folder, creates: true),
      let lock = try folder.lock(Self.lockName, creates: true)
    else { throw .moved }
    folder.removeStaleDrafts()
    if let feeds = try? PrivateFolder.opened(PostLog.folderName, in: self.folder, creates: false) {
      feeds.removeStaleDrafts()
    }
    return try withExtendedLifetime(lock) { () throws(StateFault) in try body(folder) }
  }

  private static func text(in folder: PrivateFolder) throws(StateFault) -> SubscriptionText {
    try folder.read(name, limit: limit).map { SubscriptionText($0) } ?? .empty
  }

  private static func write(_ bytes: [UInt8], in folder: PrivateFolder) throws(StateFault) {
    guard bytes.count <= limit else { throw .tooLarge(name) }
    try folder.replace(name, with: bytes)
  }
}
