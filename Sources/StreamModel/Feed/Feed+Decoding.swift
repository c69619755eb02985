import Addresses

extension Feed {
  /// The vocabulary of all records, where the user's hint or the document states one; nil where
  /// each record tells its own.
  var vocabulary: Vocabulary? {
    guard let format else { return nil }
    switch (format.vocabulary, format.layout) {
    case (.native, .document): return .native
    case (.native, _), (.mastodon, .list), (.mastodon, .lines), (.mastodon, .values):
      return hint == .mastodon ? .mastodon : nil
    default: return format.vocabulary
    }
  }

  func path(ofRow row: Int) -> String {
    switch format?.layout {
    case .markup: "//item[\(findings.index.entries[row].ordinal &+ 1)]"
    case .page: ""
    default: findings.index.path(ofRow: row)
    }
  }

  /// Decodes a row that exists.
  func decode(_ index: Int, omitsBodies: Bool = false) -> Record {
    let entry = findings.index.entries[index]
    decodeCount += 1
    let prefix = path(ofRow: index)
    guard entry.length <= Limits.record else { return .problem(brokenProblem(index)) }
    let bytes: Bytes
    do throws(FeedError) {
      bytes = try records.slice(at: entry.start, length: entry.length)
    } catch {
      return .problem(unreadable(error, at: entry.start, path: prefix))
    }
    if let kept = keptIndex, index < kept.count,
      (try? RecordDecoder.idHash(of: bytes)) != kept[index].id
    {
      kept.noteMismatch()
    }
    if var item = readMarkup(bytes) {
      // The stated id, else the address, else a hash of the record.
      let id = item.fields.statedID ?? item.fields.url ?? hexDigits(stableHash(bytes))
      let problems = problems(of: item.notes, at: entry.start, path: prefix)
      item.fields.finish(as: Post.ID(id), problems: problems)
      return .post(item.fields)
    }
    let isCut = entry.isBroken && entry.range.upperBound < source.count
    var decoder = RecordDecoder(isCut ? withoutComma(bytes) : bytes, omitsBodies: omitsBodies)
    do throws(JSONError) {
      guard bytes.count == entry.length else {
        let message = JSONReader.endedEarly + " (expected the whole record)"
        throw JSONError(offset: bytes.count, message: message)
      }
      var post = try decoder.post(as: vocabulary, in: findings.facts)
      if entry.isBroken { return .problem(brokenProblem(index)) }
      complete(&post)
      var problems = problems(of: decoder.notes, at: entry.start, path: prefix)
      if decoder.notesLeftOut > 0 {
        let message = "\(decoder.notesLeftOut) further problems of this record not listed"
        problems.append(problem(at: entry.start, path: prefix, message))
      }
      let id = Post.ID(post.statedID ?? hexDigits(stableHash(bytes)))
      if !findings.activities.isEmpty {
        problems += replace(&post)
        problems += addActivities(to: &post, id: id)
      }
      post.finish(as: id, problems: problems)
      return .post(post)
    } catch {
      // The record was cut where the next begins: the input itself did not end there.
      let early = JSONReader.endedEarly
      let message =
        isCut && error.message.hasPrefix(early)
        ? "not closed before the next record" + error.message.dropFirst(early.count)
        : error.message
      let path = prefix + decoder.json.path
      return .problem(problem(at: entry.start + error.offset, path: path, message))
    }
  }

  func complete(_ fields: inout Post) {
    if let activity, fields.body == .missing, fields.title == .missing, fields.author == nil {
      fields.statedActivity = activity
      if accounts.count == 1 { fields.author = accounts.values.first }
    }
    if let home = findings.facts.homePage { resolve(&fields, against: home) }
    guard !accounts.isEmpty else { return }
    fields.author = known(fields.author)
    fields.resharedBy = known(fields.resharedBy)
  }

  /// Whether addresses may be relative to the feed's page; other formats resolve none against it.
  var hasRelativeAddresses: Bool {
    format?.vocabulary == .jsonFeed || format?.vocabulary == .rssJSON
  }

  /// Makes addresses absolute that JSON feeds write in relation to their page.
  private func resolve(_ fields: inout Post, against home: String) {
    guard hasRelativeAddresses else { return }
    fields.url = fields.url.map { Address.resolve($0, against: home) }
    fields.baseURL = fields.baseURL ?? fields.url ?? home
    fields.attachments = fields.attachments.map { attachment in
      var absolute = attachment
      absolute.url = attachment.url.map { Address.resolve($0, against: home) }
      return absolute
    }
  }

  private func known(_ account: Account?) -> Account? {
    guard let account, account.name == nil, account.handle == nil, let url = account.url else {
      return account
    }
    return accounts[url] ?? account
  }

  /// Decodes records that the scan found broken, or that look so, so that each problem says exactly where.
  func logBroken(_ rows: [Int]) {
    for row in rows {
      guard log.problems.count < Limits.problems else { return }
      _ = inspect(at: row)
    }
  }

  func problem(at offset: Int, path: String, _ message: String) -> FeedProblem {
    let place = places.place(of: offset)
    return FeedProblem(
      source: name,
      line: place.line,
      column: place.column,
      path: path,
      message: message
    )
  }

  func problems(of notes: [RecordDecoder.Note], at start: Int, path: String) -> [FeedProblem] {
    notes.map { problem(at: start + $0.offset, path: path + $0.path, $0.message) }
  }

  func problem(_ finding: Findings.Finding) -> FeedProblem {
    problem(at: finding.offset, path: finding.path, finding.message)
  }

  /// Without the comma that parts the record from the next, and white space around it.
  private func withoutComma(_ bytes: Bytes) -> Bytes {
    let blanks: [UInt8] = [0x20, 0x0A, 0x0D, 0x09]
    var rest = bytes[...]
    while let last = rest.last, blanks.contains(last) { rest.removeLast() }
    if rest.last == 0x2C { rest.removeLast() }
    while let last = rest.last, blanks.contains(last) { rest.removeLast() }
    return UnsafeBufferPointer(rebasing: rest)
  }

  func unreadable(_ error: FeedError, at offset: Int, path: String) -> FeedProblem {
    problem(at: offset, path: path, "cannot be read: \(error.problem.message)")
  }

  /// The problem that the scan has found in a broken record.
  private func brokenProblem(_ index: Int) -> FeedProblem {
    let seen = findings.index.breaks[index]
    return problem(
      at: seen?.offset ?? findings.index.entries[index].start,
      path: path(ofRow: index),
      seen?.message ?? "record too long (expected at most \(Limits.record) bytes)"
    )
  }

  var isMarkup: Bool {
    switch format?.layout {
    case .markup, .page: true
    case .document, .list, .values, .lines, nil: false
    }
  }

  func readMarkup(_ bytes: Bytes) -> (fields: Post, notes: [RecordDecoder.Note])? {
    switch format?.layout {
    case .markup:
      SyndicationRecord.read(bytes, head: findings.head, document: Address.isWeb(name) ? name : nil)
    case .page: format?.vocabulary == .opml ? SubscriptionList.read(bytes) : WebPage.read(bytes)
    case .document, .list, .values, .lines, nil: nil
    }
  }
}
