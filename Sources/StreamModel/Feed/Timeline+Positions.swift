/// Access by position, for callers that do not keep ids yet.
extension Timeline {
  /// A number that changes when records said something else.
  public var changes: Int { updateCount }

  /// The record of a row; a problem where there is no row.
  public func record(at row: Int) -> Feed.Record {
    if let id = id(at: row) { return record(id) }
    let message = "no row \(row) (expected 0 to \(recordCount - 1))"
    return .problem(FeedProblem(source: name, line: nil, column: nil, path: "", message: message))
  }

  /// See ``revision(of:)``; 0 where there is no row.
  public func revision(at row: Int) -> Int { id(at: row).map { revision(of: $0) } ?? 0 }

  /// See ``sources(of:)``; empty where there is no row.
  public func sources(at row: Int) -> [String] { id(at: row).map { sources(of: $0) } ?? [] }
}
