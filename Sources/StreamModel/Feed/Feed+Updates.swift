/// Lines that replace a post, or take it away.
extension Feed {
  /// Puts what the last update says in the place of `fields`; returns what could not be read of it.
  ///
  /// An update that cannot be read replaces nothing.
  func replace(_ fields: inout PostFields) -> [FeedProblem] {
    guard let id = fields.id,
      let replacement = findings.activities.replacement(of: stableHash(id.utf8))
    else { return [] }
    guard replacement.kind == .update else {
      fields = fields.deleted
      return []
    }
    let start = replacement.start
    let bytes: UnsafeBufferPointer<UInt8>
    do throws(FeedError) {
      bytes = try records.slice(at: start, length: Int(replacement.length))
    } catch {
      return [unreadable(error, at: start, path: "$")]
    }
    var decoder = RecordDecoder(bytes)
    do throws(JSONFault) {
      var update = try decoder.post(as: .native)
      complete(&update)
      fields = fields.replaced(by: update)
    } catch {
      return [problem(at: start + error.offset, path: "$" + decoder.json.path, error.message)]
    }
    return decoder.notes.map { problem(at: start + $0.offset, path: "$" + $0.path, $0.message) }
  }

  /// The changes of rows that were replaced since the last call, and of replaced rows that were found.
  func takeReplaced() -> [SourceChange] {
    var rows = Set(named.takeNews())
    for post in findings.activities.takeTouched() {
      rows.formUnion(named.rows(of: post))
      // Many rows of one id would be told once for each line that names it.
      if rows.count > Self.mostReplaced { return [.updatedAll] }
    }
    return rows.sorted().map { .revised(number: $0) }
  }

  /// More rows than this are reported as all.
  private static let mostReplaced = 1 << 16

  /// The bytes that a row's last update has in the document; nil where it has none.
  func replacingBytes(of row: Int) -> UnsafeBufferPointer<UInt8>? {
    guard findings.activities.hasReplacements, let identity = identity(at: row),
      let replacement = findings.activities.replacement(of: identity)
    else { return nil }
    return try? searching.slice(at: replacement.start, length: Int(replacement.length))
  }
}

extension PostFields {
  /// The post as `update` says it is now, with the id, time and place that it had.
  func replaced(by update: PostFields) -> PostFields {
    var new = update
    new.state = .updated
    new.id = id
    new.aliases = aliases + update.aliases.filter { !aliases.contains($0) }
    // The row must not move because its text changed.
    new.published = published
    new.firstSeen = firstSeen
    if update.edited == nil, update.published != published { new.edited = update.published }
    new.resharedAt = resharedAt ?? update.resharedAt
    // An edit neither changes hands nor reaches more readers than the post did.
    new.author = update.author ?? author
    new.url = update.url ?? url
    new.resharedBy = update.resharedBy ?? resharedBy
    new.visibility = Visibility.stricter(visibility, update.visibility)
    return new
  }

  /// The post without its content: what is left names it, and its place in a conversation.
  var deleted: PostFields {
    var left = PostFields()
    left.state = .deleted
    left.id = id
    left.aliases = aliases
    left.author = author
    left.published = published
    left.firstSeen = firstSeen
    // Without another time it is what gives the row its place.
    if published == nil { left.edited = edited }
    left.url = url
    left.resharedBy = resharedBy
    left.resharedAt = resharedAt
    left.activity = activity
    left.inReplyTo = inReplyTo
    left.inReplyToAccount = inReplyToAccount
    left.community = community
    left.visibility = visibility
    left.comments = comments
    left.commentsCount = commentsCount
    return left
  }
}
