package import StreamModel

/// The last post of each subscription that a digest has printed, so that the next digest begins after it.
///
///     streamtui-digest 1
///     20d68762c72e678a ca0b4da99dcbd516
///
/// A line of the file for each subscription: the name of its files without their endings, and the hash of the id of the last
/// post of its log. Posts are appended in the order in which they come.
package struct Digest {
  private static let name = "digest"
  private static let head = "streamtui-digest 1"
  /// The bytes of the file that are read: 40,000 subscriptions.
  private static let limit = 2 << 20

  private let folder: StateFolder
  private var last: [String: UInt64] = [:]

  /// Reads the file; there is none before the first digest, and a damaged one is as good as none.
  ///
  /// - Throws: ``StateError`` if it cannot be read.
  package init(in folder: StateFolder) throws(StateError) {
    self.folder = folder
    let files = try PrivateFolder.opened(in: folder, creates: false)
    let bytes = try files?.read(Self.name, limit: Self.limit) ?? []
    let lines = String(decoding: bytes, as: UTF8.self).split(separator: "\n")
    guard lines.first.map({ $0 == Self.head }) == true else { return }
    for line in lines.dropFirst() {
      let fields = line.split(separator: " ")
      guard fields.count == 2, let id = UInt64(fields[1], radix: 16) else { continue }
      last[String(fields[0])] = id
    }
  }

  /// Returns the number of the first post of a log that came since, once all of it is scanned; nil if no digest had any of
  /// its posts, or the last of them is gone.
  package func first(of feed: Feed, from source: Subscription.Source) -> Int? {
    guard let id = last[PostLog.stem(of: source)] else { return nil }
    return (0..<feed.recordCount).reversed().first { feed.statedKeyID(ofNumber: $0) == id }
      .map { $0 + 1 }
  }

  /// Forgets the last post of a subscription, or of all.
  ///
  /// - Throws: ``StateError`` if that cannot be saved.
  static func forget(_ source: Subscription.Source?, in folder: StateFolder) throws(StateError) {
    guard let files = try PrivateFolder.opened(in: folder, creates: false) else { return }
    var digest = try Digest(in: folder)
    if let source {
      guard digest.last.removeValue(forKey: PostLog.stem(of: source)) != nil else { return }
      try digest.save([])
    } else {
      _ = try files.remove(Self.name)
    }
  }

  /// Remembers that all posts of the feeds were printed.
  ///
  /// - Throws: ``StateError`` if that cannot be saved.
  package mutating func save(_ feeds: [OpenedFeed]) throws(StateError) {
    for opened in feeds {
      guard let source = opened.subscription?.source, opened.feed.recordCount > 0 else { continue }
      last[PostLog.stem(of: source)] = opened.feed.statedKeyID(
        ofNumber: opened.feed.recordCount - 1
      )
    }
    let lines = last.sorted { $0.key < $1.key }.map { "\($0.key) \(hexDigits($0.value))\n" }
    let files = try PrivateFolder.opened(in: folder, creates: true)
    try files?.replace(Self.name, with: Array("\(Self.head)\n\(lines.joined())".utf8))
  }
}
