/// How pages share the screen.
package enum ScreenLayout: String, CaseIterable, Sendable {
  case auto
  case list
  /// Side by side, unless the screen is narrower than the fewest columns of panes.
  case split
}
