/// How pages share the screen.
package enum ScreenLayout: String, CaseIterable, Sendable {
  /// Side by side where there is room for both.
  case auto
  /// One page at a time.
  case list
  /// Side by side, unless the screen is narrower than the fewest columns of panes.
  case split
}
