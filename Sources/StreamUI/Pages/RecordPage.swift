import StreamModel

/// A page whose rows are records of the timeline, except for its headings.
protocol RecordPage: PageContent {}

extension RecordPage {
  var traits: PageTraits { [.panel, .posts] }
  var searchedBytes: SearchedBytes { .records }

  func state(of row: RowID, in feed: Timeline) -> RowState {
    guard case .record(let id) = row else { return RowState() }
    return RowState(revision: feed.revision(of: id), showsAge: true)
  }

  func subject(of row: RowID, in feed: Timeline) -> RowSubject {
    if case .record(let id) = row { feed.subject(of: id) } else { .nothing }
  }

  func foldsWarning(of row: RowID, in feed: Timeline) -> Bool {
    subject(of: row, in: feed).post?.isFoldable ?? false
  }

  func enter(_ row: RowID, in feed: Timeline) -> Reply { enterRecord(row, in: feed) }

  /// Opens the post of a row.
  func enterRecord(_ row: RowID, in feed: Timeline) -> Reply {
    if let id = record(of: row) { return .push(DetailPage(of: id, in: feed)) }
    // A list that was just opened stands on its heading: the post below it is meant.
    guard row == .heading, let heading = position(of: row, in: feed),
      case .record(let first)? = self.row(at: heading + 1, in: feed)
    else { return .nothing }
    return .push(DetailPage(of: first, in: feed))
  }

  func perform(_ action: Action, on row: RowID, in feed: Timeline) -> Reply? {
    action == .parent ? parent(of: row, in: feed) : nil
  }

  /// To the post that the post of a row replies to.
  func parent(of row: RowID, in feed: Timeline) -> Reply {
    guard case .record(let id) = row, let post = feed.subject(of: id).post,
      let name = feed.parentName(of: post, id)
    else {
      return .say("This post replies to no other")
    }
    return .job(.parent(name: name, source: id.source))
  }
}
