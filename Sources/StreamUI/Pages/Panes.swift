/// Where a page lies on a screen that is split.
enum Pane {
  case list
  case post
  case whole
}

/// The columns of a list and of the post beside it.
struct Panes: Equatable {
  /// The narrowest screen that is split: the list keeps 32 columns then.
  static let fewestColumns = 80
  /// From this width on the screen is split without being asked for: the post has 80 columns then.
  static let roomyColumns = 140
  private static let listColumns = 32...72

  let list: Range<Int>
  let post: Range<Int>
  /// The column of the line between them.
  var rule: Int { list.upperBound }

  /// Nil where a screen of `columns` shows one page.
  init?(columns: Int, _ layout: ScreenLayout) {
    switch layout {
    case .list: return nil
    case .split where columns < Self.fewestColumns: return nil
    case .auto where columns < Self.roomyColumns: return nil
    case .split, .auto: break
    }
    let width = min(max(columns * 2 / 5, Self.listColumns.lowerBound), Self.listColumns.upperBound)
    list = 0..<width
    post = (width + 1)..<columns
  }
}

extension KeyPage {
  var pane: Pane {
    switch self {
    case .timeline, .account, .tag, .unread, .matches, .filtered: .list
    case .detail, .links, .people, .article, .difference: .post
    case .start, .visited, .counts, .rules, .problems, .output, .feeds, .help, .picture: .whole
    }
  }
}

extension ScreenLayout {
  /// The meaning, for the status line.
  var sentence: String {
    switch self {
    case .auto: "side by side from \(Panes.roomyColumns) columns on"
    case .list: "one page at a time"
    case .split: "the list and beside it the post"
    }
  }
}
