import StreamModel
import StreamUI

struct Settings: Equatable {
  /// The options that pages know.
  var options = App.Options()
  /// The order of the posts; nil for the usual one.
  var order: Timeline.Order?
  var isPublicOnly = false
  /// Whether times are shown in UTC.
  var usesUTC = false
  /// The name of the theme, or "auto".
  var theme = "auto"
  /// The theme of "auto" on a light background.
  var themeLight = "light"
  /// The theme of "auto" on a dark background.
  var themeDark = "dark"
  /// The keys that the table `[keys]` changes.
  var preset = "default"
  var usesMouse = true
  var hyperlinks = HyperlinkChoice.auto
  /// Whether posts are printed one at a time, without a screen.
  var isLinear = false
  /// The program that copies its input, and its arguments; empty for the terminal.
  var copyCommand: [String] = []
  /// The program that a refresh starts if there are new posts, and its arguments; empty for none.
  var notifyCommand: [String] = []
  /// How long posts of subscriptions stay.
  var retention = Retention()
  /// Whether addresses and subscriptions are fetched.
  var usesNetwork = true
  /// The minutes between two fetches of an address that is shown; 0 for a single one.
  var refreshMinutes = 0
  /// Whether anything is remembered from run to run.
  var keepsState = true
  /// Whether read posts are told from unread ones.
  var tracksReading = true
  /// The first page where all subscriptions are shown and no source is named.
  var firstPage = StreamOptions.FirstPage.unread
}
