/// The results of a scan so far, apart from the records themselves.
struct Findings {
  /// A problem of the document whose line is not known yet.
  struct Finding {
    let offset: Int
    let path: String
    let message: String
  }

  var index = RecordIndex()
  var title: String?
  /// The facts that an XML feed states about itself.
  var head = SyndicationHead()
  var facts = FeedFacts()
  /// The activities that add to posts.
  var activities = ActivityTable()
  /// The findings since they were last taken.
  private(set) var pending: [Finding] = []
  /// The rows since they were last taken that look malformed and must be decoded to find out.
  private var suspects: [Int] = []
  /// Counts every problem; the first ``Limits/problems`` are kept.
  private var kept = 0
  /// Whether the document ends before its structure does: in a record, or before the end of its list.
  var endsEarly = false

  mutating func report(at offset: Int, path: String = "", _ message: String) {
    kept += 1
    if kept <= Limits.problems {
      pending.append(Finding(offset: offset, path: path, message: message))
    } else if kept == Limits.problems + 1 {
      pending.append(
        Finding(offset: offset, path: "", message: "further problems of the document not listed")
      )
    }
  }

  /// Reports that the document ends before its structure does.
  mutating func reportEarlyEnd(at offset: Int, path: String = "", expected: String) {
    endsEarly = true
    report(at: offset, path: path, "input ended early (expected \(expected))")
  }

  /// Records that the record of a row looks malformed.
  mutating func suspect(_ row: Int) {
    suspects.append(row)
  }

  mutating func takeSuspects() -> [Int] {
    defer { suspects.removeAll() }
    return suspects
  }

  mutating func takePending() -> [Finding] {
    let taken = pending
    pending = []
    return taken
  }
}

/// The next step of a scan.
enum ScanStep {
  case more
  case waiting
  case done
}
