/// A feed's records have their positions for numbers: it only ever grows at its end.
extension Feed: RecordSource {
  package var numberLimit: Int { recordCount }
  package var numbersArePositions: Bool { true }

  package func number(at position: Int) -> Int? {
    findings.index.entries.indices.contains(position) ? position : nil
  }

  package func position(ofNumber number: Int) -> Int? {
    findings.index.entries.indices.contains(number) ? number : nil
  }

  package func record(number: Int) -> Record { record(at: number) }
  package func inspect(number: Int) -> Record { inspect(at: number) }
  package func revision(ofNumber number: Int) -> Int { revision(at: number) }
  /// Whether addresses are as they will stay; other formats resolve none against the feed's page.
  package var hasSettledRelations: Bool {
    switch format?.vocabulary {
    case .jsonFeed, .rssJSON: isSettled
    default: true
    }
  }

  /// True for collections of ActivityStreams, and for small lists of Mastodon.
  ///
  /// Replies and boosts of the former are often addresses alone; a status counts direct replies only.
  package var wantsConversations: Bool {
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
  package func relations(ofNumber number: Int) -> PostRelations {
    guard findings.index.entries.indices.contains(number) else { return .none }
    guard case .post(let post) = uncached(number) else { return .none }
    return PostRelations(post)
  }

  /// Whether everybody may read the post, as far as it states that; true for anything but a post.
  func isPublic(_ number: Int) -> Bool {
    guard case .post(let post) = uncached(number) else { return true }
    return post.isPublic
  }

  /// Whether an update has made a post private that was package when it was found.
  func hidesNow(_ number: Int) -> Bool {
    findings.activities.hasReplacements && !isPublic(number)
  }

  /// A record that exists, which the cache need not keep.
  private func uncached(_ number: Int) -> Record {
    cache.record(at: number, revision: revision(at: number)) ?? decode(number)
  }

  /// Read from the record where its own id is that of the post; see ``RecordSource``.
  package func statedKeyID(ofNumber number: Int) -> UInt64? {
    switch format?.vocabulary {
    case .native, .mastodon: break
    default: return nil
    }
    guard findings.index.entries.indices.contains(number) else { return nil }
    let entry = findings.index.entries[number]
    return entry.isBroken ? nil : statedIDHash(entry).map { PostIdentity.id(statedHash: $0) }
  }

  /// Records found at the end since the last call, as one value, whether later bytes added to others,
  /// and those that later bytes replaced.
  package func takeChanges() -> [SourceChange] {
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
