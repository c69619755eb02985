import StreamModel
import StreamUI

/// What a stream is opened from, and how its reader begins.
struct StreamRequest {
  /// The posts that it shows.
  enum Target {
    /// Files, addresses and programs; and the name under which they are remembered, if the user gives one.
    case sources(NamedSources, name: String?)
    case subscriptions(SubscriptionChoice)
    case kept(KeptPosts)
    /// None: the page of sources that were opened before.
    case recent([RecentSource])
    /// None: the page of feeds that an address offers.
    case offers([OfferedFeed])
  }

  let target: Target
  /// Whether the reader begins at the end, and follows it.
  var followsEnd = false
  /// Whether the reader begins at the first post.
  var beginsAnew = false
  /// Whether programs run again whenever they end.
  var runsAgain = false
  /// The place at which the reader begins; nil for that of an earlier run.
  var place: SavedPlace?
  /// The page with which the viewer begins.
  var firstPage = StreamOptions.FirstPage.timeline
}

extension StreamRequest {
  /// Requests the sources of these names, as a command line without options would.
  init(opening names: [String]) {
    if let choice = names.isEmpty ? nil : SubscriptionChoice(named: names) {
      self.init(target: .subscriptions(choice))
    } else {
      let named = NamedSources(names: names, programs: [], hint: nil)
      self.init(target: .sources(named, name: nil))
    }
  }
}
