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

  /// The record as its source states it.
  func stated(_ id: RecordID) -> Feed.Record {
    if let source = source(of: id) { return source.record(number: id.number) }
    let message = "no source \(id.source) (expected 0 to \(sources.count - 1))"
    return .problem(
      FeedProblem(source: name, line: nil, column: nil, path: "", message: message)
    )
  }
}
