/// What a scan has found so far, apart from the records themselves.
struct Findings {
  /// A problem of the document, not yet given its line.
  struct Finding {
    let offset: Int
    let path: String
    let message: String
  }

  var index = RecordIndex()
  var title: String?
  /// What an XML feed says of itself.
  var head = SyndicationHead()
  var facts = FeedFacts()
  /// Activities that add to posts.
  var activities = ActivityTable()
  /// Found since they were last taken.
  private(set) var pending: [Finding] = []
  /// Every finding counts, only so many are kept.
  private var kept = 0

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

  mutating func takePending() -> [Finding] {
    let taken = pending
    pending = []
    return taken
  }
}

/// What a scan can do next.
enum ScanStep {
  case more
  case waiting
  case done
}
