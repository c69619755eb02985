/// A feed's records have their positions for numbers: it only ever grows at its end.
extension Feed: RecordSource {
  /// Equal to ``recordCount``: no record goes.
  public var numberLimit: Int { recordCount }
  /// Always: a feed only grows at its end.
  public var numbersArePositions: Bool { true }

  /// The position itself, where there is a record.
  public func number(at position: Int) -> Int? {
    findings.index.entries.indices.contains(position) ? position : nil
  }

  /// The number itself, where there is a record.
  public func position(ofNumber number: Int) -> Int? {
    findings.index.entries.indices.contains(number) ? number : nil
  }

  /// See ``record(at:)``.
  public func record(number: Int) -> Record { record(at: number) }
  /// See ``inspect(at:)``.
  public func inspect(number: Int) -> Record { inspect(at: number) }
  /// See ``revision(at:)``.
  public func revision(ofNumber number: Int) -> Int { revision(at: number) }
  /// Whether addresses are as they will stay; other formats resolve none against the feed's page.
  public var hasSettledRelations: Bool {
    switch format?.vocabulary {
    case .jsonFeed, .rssJSON: isSettled
    default: true
    }
  }

  /// True for collections of ActivityStreams, and for small lists of Mastodon.
  ///
  /// Replies and boosts of the former are often addresses alone; a status counts direct replies only.
  public var wantsConversations: Bool {
    switch format?.vocabulary {
    case .activityStreams, .activityStreams1: true
    case .mastodon: source.count <= Self.smallList
    default: false
    }
  }

  /// The largest list whose conversations are known from the start, in bytes: about 300 statuses.
  private static let smallList: Int64 = 1 << 20

  /// Taken from the record, which the cache does not keep: all records are asked for one after the
  /// other.
  public func relations(ofNumber number: Int) -> PostRelations {
    guard findings.index.entries.indices.contains(number) else { return .none }
    guard case .post(let post) = uncached(number) else { return .none }
    return PostRelations(post)
  }

  /// Whether everybody may read the post, as far as it states that; true for anything but a post.
  func isPublic(_ number: Int) -> Bool {
    guard case .post(let post) = uncached(number) else { return true }
    return post.isPublic
  }

  /// Whether an update has made a post private that was public when it was found.
  func hidesNow(_ number: Int) -> Bool {
    findings.activities.hasReplacements && !isPublic(number)
  }

  /// A record that exists, which the cache need not keep.
  private func uncached(_ number: Int) -> Record {
    cache.record(at: number, revision: revision(at: number)) ?? decode(number)
  }

  /// Read from the record where its own id is that of the post; see ``RecordSource``.
  public func statedKeyID(ofNumber number: Int) -> UInt64? {
    switch format?.vocabulary {
    case .native, .mastodon: break
    default: return nil
    }
    guard findings.index.entries.indices.contains(number) else { return nil }
    let entry = findings.index.entries[number]
    return entry.isBroken ? nil : statedIDHash(entry).map { PostIdentity.id(statedHash: $0) }
  }

  /// The size of the record in bytes; 0 where there is none.
  public func byteCount(ofNumber number: Int) -> Int { byteCount(at: number) }

  /// Whether the bytes of the record hold `needle`, as it is or as the format may escape it.
  public func holds(_ needle: [UInt8], number: Int, ignoringCase: Bool) -> Bool {
    holds(needle, at: number, ignoringCase: ignoringCase)
  }

  /// See ``search(_:from:bytes:ignoringCase:)``.
  public func search(
    _ needle: [UInt8],
    fromNumber: Int,
    bytes: Int,
    ignoringCase: Bool
  ) -> Search {
    search(needle, from: fromNumber, bytes: bytes, ignoringCase: ignoringCase)
  }

  /// See ``search(_:from:bytes:)``.
  public func mayShow(_ needle: TextNeedle, number: Int) -> Bool { mayShow(needle, at: number) }
  /// See ``search(_:from:bytes:)``.
  public func search(_ needle: TextNeedle, fromNumber: Int, bytes: Int) -> Search {
    search(needle, from: fromNumber, bytes: bytes)
  }

  /// Records found at the end since the last call, as one value, whether later bytes added to others,
  /// and those that later bytes replaced.
  public func takeChanges() -> [SourceChange] {
    let replaced = findings.activities.hasReplacements ? takeReplaced() : []
    guard recordCount != reported.records || changes != reported.additions || !replaced.isEmpty
    else { return [] }
    var taken: [SourceChange] = []
    if recordCount > reported.records {
      taken.append(.inserted(positions: reported.records..<recordCount))
    }
    if changes != reported.additions { taken.append(.updatedAll) }
    reported = (recordCount, changes)
    return taken + replaced
  }
}
