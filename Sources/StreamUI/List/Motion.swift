/// A move through a list.
enum Motion {
  /// Lines to scroll, down if positive.
  case lines(Int)
  /// Rows to select on, down if positive.
  case rows(Int)
  case to(Destination)
  /// Scrolls so that the selected row stands in a part of the screen.
  case place(ScreenPart)
  /// Selects a row on the screen: the one of this number, from 1, counted from its part's edge.
  case onScreen(ScreenPart, Int)

  /// Repetitions beyond this take long and lead nowhere new; for places there is a jump.
  static let mostTimes = 10_000

  /// The move that an action means after a number, on a page of `lines`; nil for other actions.
  init?(_ action: Action, count: Int?, lines: Int) {
    let times = min(count ?? 1, Self.mostTimes)
    let half = max(1, lines / 2) * times
    let whole = max(1, lines - 2) * times
    switch action {
    case .lineDown: self = .lines(times)
    case .lineUp: self = .lines(-times)
    case .halfPageDown: self = .lines(half)
    case .halfPageUp: self = .lines(-half)
    case .pageDown: self = .lines(whole)
    case .pageUp: self = .lines(-whole)
    case .rowDown: self = .rows(times)
    case .rowUp: self = .rows(-times)
    case .first: self = .to(count.map { .number($0) } ?? .row(0))
    case .last: self = .to(count.map { .number($0) } ?? .end)
    case .selectionToTop: self = .place(.top)
    case .selectionToMiddle: self = .place(.middle)
    case .selectionToBottom: self = .place(.bottom)
    case .firstOnScreen: self = .onScreen(.top, times)
    case .middleOnScreen: self = .onScreen(.middle, times)
    case .lastOnScreen: self = .onScreen(.bottom, times)
    case .percent:
      guard let count else { return nil }
      self = .to(.percentage(min(100, count)))
    default: return nil
    }
  }
}
