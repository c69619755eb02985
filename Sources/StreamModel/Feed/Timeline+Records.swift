/// Records as the timeline shows them.
extension Timeline {
  /// The record, whether it is a row or not; a problem where there is none.
  ///
  /// A reshare that only names its post shows that post if it is a row, too, and known by now. The
  /// number of comments is that of the whole conversation, once all records are known by their names.
  public func record(_ id: RecordID) -> Feed.Record {
    let record = uncounted(id)
    guard case .post(let post) = record, let count = commentCount(of: id) else { return record }
    return .post(post.counting(comments: count))
  }

  /// As ``record(_:)``, with the number of comments that the record itself states.
  public func uncounted(_ id: RecordID) -> Feed.Record {
    let record = stated(id)
    guard case .post(let reshare) = record, reshare.resharedAddress != nil,
      let original = resharedPost(of: id), case .post(let post) = stated(original)
    else { return record }
    return .post(post.reshared(by: reshare))
  }

  /// Adds those of the records that are malformed to ``problems``; whether one was not there yet.
  public func noteProblems(of records: [RecordID]) -> Bool {
    var hasNew = false
    for id in records {
      guard case .problem = stated(id), let source = source(of: id) else { continue }
      let known = source.problems.count
      _ = source.inspect(number: id.number)
      hasNew = hasNew || source.problems.count != known
    }
    return hasNew
  }

  /// The record as its source states it, for those that read every one: if it cannot be read, that
  /// joins ``problems``.
  public func inspect(_ id: RecordID) -> Feed.Record {
    source(of: id)?.inspect(number: id.number) ?? stated(id)
  }

  /// The record as its source states it.
  func stated(_ id: RecordID) -> Feed.Record {
    if let source = source(of: id) { return source.record(number: id.number) }
    let message = "no source \(id.source) (expected 0 to \(library.count - 1))"
    return .problem(
      FeedProblem(source: name, line: nil, column: nil, path: "", message: message)
    )
  }
}
