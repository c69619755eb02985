package import CellGrid
package import StreamModel

/// The whole state of the viewer and the one switch that changes it.
///
/// Reads no clock, no environment and no file: time comes in with every event, bytes come from
/// the feed that it was given. ``draw()`` never changes it.
package struct App {
  /// What the command line chose.
  package struct Options: Equatable, Sendable {
    package var strategy = Strategy.idle
    /// Milliseconds without a scroll until the stream is at rest.
    package var idleDelay = 150
    package var showsHUD = false
    /// Nothing is opened or copied.
    package var isSecure = false
    /// Whether frames at rest say which cells lead where: for terminals that know hyperlinks.
    package var hasHyperlinks = false

    package init() {}
  }

  /// What the status line says until the next key.
  struct Message {
    let text: SafeText
    let isWarning: Bool
  }

  package let feed: Timeline
  package let memo = RowMemo()
  package internal(set) var isFinished = false
  package internal(set) var strategy: Strategy
  package internal(set) var pages: [Page]
  package internal(set) var size: Size
  let keymap = Keymap.standard
  let idleDelay: Int
  let isSecure: Bool
  let hasHyperlinks: Bool
  var now: Timestamp
  var router = Router()
  /// The link that the mouse holds down.
  var pressed: PressedLink?
  /// The link whose target the last frame named that named any and was shown.
  var shownLink: NamedLink?
  /// Whether the side panel lies open where the stream is at rest.
  var panelIsUncovered = false
  /// How much rows show.
  package internal(set) var density = Density.normal
  var showsHUD: Bool
  var message: Message?
  /// What waits for a second key.
  var question: Question? { didSet { stamp &+= 1 } }
  /// When the stream comes to rest; nil when it is at rest.
  var restDeadline: Moment?
  var queue = EnrichmentQueue()
  /// Rows out of sight that become rich once all visible ones are.
  var overscan: [Overscan] = []
  /// Whether the overscan ended with the rows that are known so far.
  var overscanIsShort = false
  /// Which ways to go on through the links, one after the other, once the rows at hand are rich.
  var pendingLinkSteps: [LinkStep] = []
  /// The way of the last scroll: what lies ahead is prepared first.
  var movesUp = false
  var preparation = Preparation()
  /// The labels over links, while they are shown.
  var hints: Hints? { didSet { stamp &+= 1 } }
  /// Tells a frame that shows question and labels as they are from older ones.
  private(set) var stamp = 0
  /// The line that is being typed.
  var prompt: Prompt?
  /// What the next key names a place for.
  var pendingMark: MarkAct?
  /// What was done last, and how often.
  var lastAct: (action: Action, count: Int?)?
  /// Addresses that were opened in this run.
  var visited: Set<String> = []
  /// The number that was typed before a key.
  var count: Int?
  /// What is being looked for, and what was last.
  var search: TextSearch?
  var lastSearch: SearchText?
  /// Whether what was found is marked wherever it is seen.
  var marksHits = false
  /// Nanoseconds that the last frame took; told by the run loop, shown by the HUD.
  package var lastFrameNanoseconds: Int64 = 0
  /// Numbers that pages had so far.
  var pageNumber = 0
  /// The feed's changes that rows show already.
  var changesTaken = 0

  package init(feed: Feed, size: Size, wall: Timestamp, options: Options) {
    self.init(timeline: Timeline(feed), size: size, wall: wall, options: options)
  }

  package init(timeline feed: Timeline, size: Size, wall: Timestamp, options: Options) {
    self.feed = feed
    self.size = size
    now = wall
    strategy = options.strategy
    idleDelay = max(0, options.idleDelay)
    isSecure = options.isSecure
    hasHyperlinks = options.hasHyperlinks
    showsHUD = options.showsHUD
    pages = [Page(number: 0, content: .timeline, list: ListState(first: .record(0)))]
    settleViewport()
    refillQueue()
  }

  /// When the app wants ``Event/due``: nil never, as long as nothing else happens.
  ///
  /// - Parameter moment: the time now.
  package func deadline(at moment: Moment) -> Moment? {
    if let restDeadline { return restDeadline }
    return queue.hasWork || (queue.inWork == nil && !overscan.isEmpty) ? moment : nil
  }

  /// Whether the stream moves: its last scroll is less than the idle delay ago.
  package var isMoving: Bool { restDeadline != nil }

  /// How many rows were enriched, cancelled and thrown away so far.
  package var enrichmentCounts: (enriched: Int, cancelled: Int, thrownAway: Int) {
    (queue.enrichedCount, queue.cancelledCount, queue.thrownAwayCount)
  }

  /// How many rows wait for their turn.
  package var queuedCount: Int { queue.waiting.count }

  /// Whether what the feed has grown by can matter to the page as it is: to what is seen or looked
  /// ahead at, to a place that the reader waits for, or to what rows say that were there before.
  package var wantsGrowth: Bool {
    overscanIsShort || !isTimeline || page.list.destination != nil || feed.changes != changesTaken
      || feed.isIndexed
  }
}
