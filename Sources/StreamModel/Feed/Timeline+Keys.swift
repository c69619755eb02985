extension Timeline {
  /// The name of a post in all sources of a timeline: under it flags and places are kept.
  public struct SourceKey: Hashable, Sendable {
    /// The slot of the source; see ``Library/slot(of:)``.
    public let source: Int
    /// The identity of the post within that source.
    public let identity: PostIdentity

    /// Names a post of a source.
    public init(source: Int, identity: PostIdentity) {
      self.source = source
      self.identity = identity
    }
  }

  /// Whether a source is one of those that are shown: reloads let others go.
  private func shows(_ number: Int) -> Bool {
    // Asked about each record of a sweep, and most timelines show one source.
    guard changes.count > 1 else { return changes.first?.number == number }
    let index = changes.partitioningIndex { $0.number >= number }
    return index < changes.count && changes[index].number == number
  }

  /// The records of a source that is shown; nil for any other.
  package func records(ofSource number: Int) -> (any RecordSource)? {
    shows(number) ? library.source(number) : nil
  }

  /// The slot of a source that is shown; nil for any other.
  public func slot(of number: Int) -> Int? { shows(number) ? library.slot(of: number) : nil }

  /// The slot of the nth source in the order in which they were named, counted from 0; nil where there is none.
  public func slot(at index: Int) -> Int? { number(at: index).flatMap { library.slot(of: $0) } }

  /// The number of the source in a slot; nil where it is not shown.
  public func number(ofSlot slot: Int) -> Int? { changes.first { $0.slot == slot }?.number }

  /// The keys of a record: its own first, then those of its copies in other sources.
  ///
  /// Decodes the records unless that was done lately. Empty where the record is no post, or one of
  /// before a reload.
  public func keys(of id: RecordID) -> [SourceKey] {
    guard let own = key(of: id) else { return [] }
    guard only == nil else { return [own] }
    return [own] + rows.copies(of: id).compactMap(key)
  }

  /// The source and ``PostIdentity/id`` of a record that has no copies, without decoding it; nil where only
  /// ``keys(of:)`` can tell.
  public func statedKey(of id: RecordID) -> (source: Int, id: UInt64)? {
    guard let slot = slot(of: id.source), only != nil || rows.copies(of: id).isEmpty else {
      return nil
    }
    return source(of: id)?.statedKeyID(ofNumber: id.number).map { (slot, $0) }
  }

  /// The key of a record alone, without its copies.
  public func key(of id: RecordID) -> SourceKey? {
    guard let slot = slot(of: id.source), case .post(let post) = record(id) else { return nil }
    return SourceKey(source: slot, identity: PostIdentity(post))
  }

  /// The sources that hold a row's record, by title or file name; empty for one source alone.
  public func sources(of id: RecordID) -> [String] {
    guard only == nil, row(of: id) != nil else { return [] }
    return ([id] + rows.copies(of: id)).compactMap { source(of: $0)?.label }
  }

  /// The accounts whose archives are shown, each with its biography.
  public var owners: [Account] { sources.compactMap(\.owner) }
}
