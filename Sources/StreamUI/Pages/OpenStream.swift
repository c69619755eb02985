package import CellGrid
package import StreamModel

package struct OpenStream {
  /// The state of a stream while the pages of another cover its own.
  struct Covered {
    let options: StreamOptions
    let configured: ViewOptions
    let keymap: Keymap
    var unread: UnreadCount
  }

  package let timeline: Timeline
  /// nil for the stream that is seen.
  var covered: Covered?
  /// The pages that lay over the first one when the reader left them for it, as for a mark.
  var departed: [Page] = []
}

/// A stream that a page or a key wants to be opened, by its name.
///
/// A ``View`` is only the filter in it: it names no files, and not the page on which the reader begins.
package enum StreamChoice: Equatable, Sendable {
  /// Subscriptions, with the page over their posts with which the reader begins, or the filter of the posts that are
  /// listed at first.
  case subscriptions(FeedChoice, StreamOptions.FirstPage = .timeline, filter: String? = nil)
  /// The posts that the reader keeps.
  case kept
  /// Files and addresses, named as on the command line; none for the built-in sample.
  case sources([String])
  /// A file, address or archive that was opened before, by its stable name.
  case known(String)
  /// The page that lists these.
  case recent
}

/// A stream that opens over the pages that are there; its first rows are scanned.
package struct StreamOpening {
  package let timeline: Timeline
  package let options: ViewOptions
  package let keymap: Keymap
  /// Whether it takes the place of the stream that is seen: there is no way back to that.
  package let replaces: Bool

  package init(_ timeline: Timeline, options: ViewOptions, keymap: Keymap, replaces: Bool = false) {
    self.timeline = timeline
    self.options = options
    self.keymap = keymap
    self.replaces = replaces
  }
}

package struct StreamEnding: Equatable, Sendable {
  /// nil where no post is on the screen, or it is still searched for.
  package let place: SavedPlace?
  package let tallies: [SourceTally]
  package var counts: KnownCounts?
  package var comments: [SeenConversation] = []
}

package struct StreamOptions: Equatable, Sendable {
  /// The page with which a viewer begins: the timeline, or one over it.
  package enum FirstPage: String, CaseIterable, Sendable {
    case unread, feeds, timeline
  }

  /// Why a source has no post yet: a fetch that goes on, or the last one, which failed.
  package struct Failure: Equatable, Sendable {
    let key: String
    package internal(set) var reason: SafeText
    package var mayFetch = true
    let hasFailed: Bool

    package init(key: String, reason: SafeText, hasFailed: Bool = true) {
      self.key = key
      self.reason = reason
      self.hasFailed = hasFailed
    }
  }

  /// The sources of a start page in place of the timeline, which is empty then; nil for the timeline.
  package var recent: [RecentSource]?
  /// The feeds of a page of offers in place of the timeline, which is empty then; nil for the timeline.
  package var offers: [OfferedFeed]?
  /// Where the reader begins; nil for the first row.
  package var place: SavedPlace?
  /// The density of that place, with which a viewer begins; nil for the configured one.
  package var density: Density?
  /// The order without the reader's choice: the configured one, else the usual one of the sources.
  package var usualOrder: Timeline.Order?
  package var usualDensity: Density?
  /// The marks of earlier runs on the timeline.
  package var marks: [SavedPlace.Mark] = []
  package var keepsPlace = false
  package var followsEnd = false
  package var firstPage = FirstPage.timeline
  package var sources: [SourceFacts] = []
  /// The filter of the posts that are listed at first; nil for all.
  package var filter: String?
  /// The reader's rules by which its records were chosen; nil where rules have no say, as among kept posts.
  package var rules: [PostRule]?
  /// The rule that hides nothing while its posts are listed; nil for none.
  var liftedRule: LiftedRule?
  package var tracksReading = false
  package var remembersPosts = false
  /// Whether posts can be read and kept for this run alone, as in the sample.
  package var marksEndWithRun = false
  /// The slots of the sources of which opening a post fetches the web page that it is about.
  package var fullTextSlots: Set<Int> = []
  /// The slots of feeds that a server reads, which may leave out a part of each post.
  package var servedSlots: Set<Int> = []
  /// The accounts of streams whose server takes answers to their posts, by the slots of the streams.
  package var answeredSlots: [Int: StreamAccount] = [:]
  /// The slots of streams of notifications.
  package var notificationSlots: Set<Int> = []
  /// The posts before the first one; nil where no source leads to any.
  package var older: OlderPosts?
  /// Why the only subscription has brought no post so far; nil where it has, or no fetch has failed.
  package var failure: Failure?
  /// Whether files beside the feeds may be shown: the reader has opened their folder.
  package var opensFiles = false
  /// Whether the timeline shows subscriptions, whose new posts can be fetched.
  package var refreshes = false

  package init() {}
}

/// A rule that hides nothing while its posts are listed.
struct LiftedRule: Equatable {
  let name: String
  /// The pages over the timeline to which the way back from that list leads, the lowest first.
  let below: [Relocation.Listing]
}

/// The facts about a source that filters can ask for, besides its own title.
package struct SourceFacts: Equatable, Sendable {
  /// The names that the user knows it by: of its subscription, of its file or address.
  let names: [String]
  /// Nil where it is no subscription.
  let tags: [String]?

  package init(names: [String], tags: [String]?) {
    self.names = names
    self.tags = tags
  }
}
