extension Timeline {
  /// The name of a post in all sources of a timeline: under it flags and places are kept.
  public struct SourceKey: Hashable, Sendable {
    /// The number of the source among those that are shown, counted from 0 in the order they were
    /// named.
    public let source: Int
    /// The identity of the post within that source.
    public let identity: PostIdentity

    /// Names a post of a source.
    public init(source: Int, identity: PostIdentity) {
      self.source = source
      self.identity = identity
    }
  }

  /// The number of the first source that is shown; those before it were retired by reloads.
  public var firstShownSource: Int { retired }

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
    guard id.source >= retired, only != nil || rows.copies(of: id).isEmpty else { return nil }
    return source(of: id)?.statedKeyID(ofNumber: id.number).map { (id.source - retired, $0) }
  }

  /// The key of a record alone, without its copies.
  public func key(of id: RecordID) -> SourceKey? {
    guard id.source >= retired, case .post(let post) = record(id) else { return nil }
    return SourceKey(source: id.source - retired, identity: PostIdentity(post))
  }

  /// The sources that hold a row's record, by title or file name; empty for one source alone.
  public func sources(of id: RecordID) -> [String] {
    guard only == nil, row(of: id) != nil else { return [] }
    return ([id] + rows.copies(of: id)).map { sources[$0.source].label }
  }

  /// The accounts whose archives are shown, each with its biography.
  public var owners: [Account] { sources.compactMap(\.owner) }
}
