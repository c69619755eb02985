extension Feed {
  func identity(at index: Int) -> UInt64? {
    if let known = identities[index] { return known }
    if let kept = keptIndex, index >= 0, index < kept.count { return kept[index].id }
    guard findings.index.entries.indices.contains(index) else { return nil }
    let entry = findings.index.entries[index]
    guard !entry.isBroken else { return nil }
    // 0 marks a record without an id, so that it is not read again.
    let hash = statedIDHash(entry, in: scan.held) ?? 0
    if identities.count >= 65_536 { identities.removeAll(keepingCapacity: true) }
    identities[index] = hash
    return hash
  }

  /// The hash of the id as the record writes it, read without decoding the rest.
  ///
  /// - Parameter held: the bytes that the scan holds. It has just had those of the last records: to read them again
  ///   would take as long as the scan.
  func statedIDHash(_ entry: RecordIndex.Entry, in held: HeldBytes) -> UInt64? {
    if let bytes = held.bytes(at: entry.start, length: entry.length) {
      return try? RecordDecoder.idHash(of: bytes)
    }
    let head = min(entry.length, 4096)
    if let hash = statedIDHash(at: entry.start, length: head) { return hash }
    return entry.length > head ? statedIDHash(at: entry.start, length: entry.length) : nil
  }

  private func statedIDHash(at start: Int, length: Int) -> UInt64? {
    guard length <= Limits.record, let bytes = try? records.slice(at: start, length: length) else {
      return nil
    }
    return try? RecordDecoder.idHash(of: bytes)
  }

  func addActivities(to fields: inout Post, id: Post.ID) -> [FeedProblem] {
    var problems: [FeedProblem] = []
    let chain = findings.activities.activities(of: stableHash(id.rawValue.utf8))
    guard !chain.isEmpty else { return [] }
    var likes = Roll(fields.likes, limit: Limits.likes)
    var reshares = Roll(fields.reshares, limit: Limits.reshares)
    var leftOut = 0
    for entry in chain {
      let bytes: Bytes
      do throws(FeedError) {
        bytes = try records.slice(at: entry.start, length: Int(entry.length))
      } catch {
        problems.append(unreadable(error, at: entry.start, path: "$"))
        continue
      }
      var decoder = RecordDecoder(bytes)
      do throws(JSONError) {
        switch try decoder.addition(entry.kind) {
        case .like(let account)?: likes.add(account)
        case .reshare(let account)?: reshares.add(account)
        case .comment(let comment)?:
          if fields.comments.count < Limits.comments {
            fields.comments.append(comment)
          } else {
            leftOut += 1
          }
        case nil: break
        }
      } catch {
        problems.append(
          problem(at: entry.start + error.offset, path: "$" + decoder.json.path, error.message)
        )
      }
      let room = max(0, Limits.problemsPerRecord - problems.count)
      problems += self.problems(of: Array(decoder.notes.prefix(room)), at: entry.start, path: "$")
    }
    leftOut += likes.leftOut + reshares.leftOut
    if leftOut > 0, let first = chain.first {
      let message = "\(leftOut) activities left out (expected at most \(Limits.likes) of a kind)"
      problems.append(problem(at: first.start, path: "$", message))
    }
    fields.likes = likes.accounts
    fields.reshares = reshares.accounts
    fields.likesCount = likes.count(stated: fields.likesCount)
    fields.resharesCount = reshares.count(stated: fields.resharesCount)
    if chain.contains(where: { $0.kind == .comment }) {
      fields.commentsCount = max(fields.commentsCount ?? 0, fields.comments.count)
    }
    return problems
  }

  /// Looks for the posts that activities name; false while there is more to look through.
  ///
  /// Activities that are left in the end become a problem each.
  func resolveActivities(bytes budget: Int) throws(FeedError) -> Bool {
    guard !findings.activities.isEmpty, !isResolved else { return true }
    findNamedRows(bytes: budget, onlyReplaced: false)
    guard !hasRowsToFind(onlyReplaced: false) else { return false }
    isResolved = true
    for start in findings.activities.orphans.prefix(Limits.problems) {
      log.add(problem(at: start, path: "$.post", "names a post that is not in the feed"), at: start)
    }
    return true
  }

  /// Whether rows are to be looked for that lines of their own name.
  ///
  /// - Parameter onlyReplaced: Whether to ask for rows only that lines replace.
  func hasRowsToFind(onlyReplaced: Bool) -> Bool {
    let activities = findings.activities
    guard activities.hasReplacements || !onlyReplaced && !activities.unresolved.isEmpty else {
      return false
    }
    return activities.hasFresh || named.isPassing || named.knownCount < recordCount
  }

  func findNamedRows(bytes budget: Int, onlyReplaced: Bool) {
    var left = max(1, budget)
    while left > 0, hasRowsToFind(onlyReplaced: onlyReplaced) {
      if named.isPassing {
        named.passNext(&findings.activities)
        left -= Self.passCost
      } else if findings.activities.hasFresh {
        named.beginPass(for: findings.activities.takeFresh())
      } else {
        let entry = findings.index.entries[named.knownCount]
        let hash = entry.isBroken ? nil : statedIDHash(entry, in: scan.held)
        named.append(hash ?? 0, &findings.activities)
        left -= min(entry.length, 4096) + Self.passCost
      }
    }
  }

  private static let passCost = 64
}

private struct Roll {
  private(set) var accounts: [Account]
  private(set) var leftOut = 0
  private var seen: Set<String>
  private var unnamed = 0
  private let limit: Int

  init(_ accounts: [Account], limit: Int) {
    self.accounts = accounts
    self.limit = limit
    seen = Set(accounts.compactMap { $0.handle ?? $0.name })
  }

  mutating func add(_ account: Account?) {
    guard let account, let key = account.handle ?? account.name else {
      unnamed += 1
      return
    }
    guard seen.insert(key).inserted else { return }
    if accounts.count < limit { accounts.append(account) } else { leftOut += 1 }
  }

  /// At least as many as are known of, and as the document states.
  func count(stated: Int?) -> Int? {
    let known = accounts.count + leftOut + unnamed
    guard known > 0 else { return stated }
    return max(stated ?? 0, known)
  }
}

extension Feed {
  /// Replaces `fields` by those of the last update; returns the problem of an update that cannot be read.
  ///
  /// An update that cannot be read replaces nothing.
  func replace(_ fields: inout Post) -> [FeedProblem] {
    guard let id = fields.statedID,
      let replacement = findings.activities.replacement(of: stableHash(id.utf8))
    else { return [] }
    guard replacement.kind == .update else {
      fields = fields.deleted
      return []
    }
    let start = replacement.range.lowerBound
    let bytes: Bytes
    do throws(FeedError) {
      bytes = try records.slice(at: start, length: replacement.range.count)
    } catch {
      return [unreadable(error, at: start, path: "$")]
    }
    var decoder = RecordDecoder(bytes)
    do throws(JSONError) {
      var update = try decoder.post(as: .native)
      complete(&update)
      fields = fields.replaced(by: update)
    } catch {
      return [problem(at: start + error.offset, path: "$" + decoder.json.path, error.message)]
    }
    return problems(of: decoder.notes, at: start, path: "$")
  }

  /// The post as it was before its last update, or first of all where that has brought no other text; nil for one that was
  /// not updated, or was deleted.
  package func former(ofNumber row: Int) -> Post? {
    guard findings.activities.hasReplacements, findings.index.entries.indices.contains(row),
      let identity = identity(at: row),
      let replacement = findings.activities.replacement(of: identity), replacement.kind == .update
    else { return nil }
    let entry = findings.index.entries[row]
    let own = entry.start..<entry.start + entry.length
    var former = replacement.former.flatMap { fields(at: $0, isUpdate: true) }
    if let before = former, let now = fields(at: replacement.range, isUpdate: true),
      !now.isEdited(since: before)
    {
      former = nil
    }
    guard var post = former ?? fields(at: own, isUpdate: false) else { return nil }
    post.finish(as: Post.ID(post.statedID ?? hexDigits(identity)), problems: [])
    return post
  }

  private func fields(at range: Range<Int>, isUpdate: Bool) -> Post? {
    guard range.count <= Limits.record,
      let bytes = try? records.slice(at: range.lowerBound, length: range.count)
    else { return nil }
    var decoder = RecordDecoder(bytes)
    guard
      var fields = try? isUpdate
        ? decoder.post(as: .native) : decoder.post(as: vocabulary, in: findings.facts)
    else { return nil }
    complete(&fields)
    return fields
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

  private static let mostReplaced = 1 << 16

  /// The bytes that a row's last update has in the document; nil where it has none.
  func replacingBytes(of row: Int) -> Bytes? {
    guard findings.activities.hasReplacements, let identity = identity(at: row),
      let replacement = findings.activities.replacement(of: identity)
    else { return nil }
    let range = replacement.range
    return try? searching.slice(at: range.lowerBound, length: range.count)
  }
}

extension Post {
  /// The post as `update` says it is now, with the id, time and place that it had.
  func replaced(by update: Post) -> Post {
    guard update.state != .deleted else { return deleted }
    var new = update
    // An update may only bring comments.
    new.state = update.isEdited(since: self) ? .updated : state
    new.statedID = statedID
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
  var deleted: Post {
    var left = Post.draft
    left.state = .deleted
    left.statedID = statedID
    left.aliases = aliases
    left.author = author
    left.published = published
    left.firstSeen = firstSeen
    // Without another time it is what gives the row its place.
    if published == nil { left.edited = edited }
    left.url = url
    left.resharedBy = resharedBy
    left.resharedAt = resharedAt
    left.statedActivity = statedActivity
    left.inReplyTo = inReplyTo
    left.inReplyToAccount = inReplyToAccount
    left.community = community
    left.visibility = visibility
    left.comments = comments
    left.commentsCount = commentsCount
    return left
  }
}
