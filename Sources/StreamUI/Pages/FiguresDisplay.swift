/// How the strategy's live figures are shown.
package enum FiguresDisplay: Sendable {
  case hidden
  /// On the status line, beside the place.
  case shown
  /// With a legend above the status line.
  case explained

  /// The display that the key for the figures leads to.
  var next: FiguresDisplay {
    switch self {
    case .hidden: .shown
    case .shown: .explained
    case .explained: .hidden
    }
  }
}
