package import StreamModel

/// How pages are shown: what the command line chose, and keys change.
package struct ViewOptions: Equatable, Sendable {
  package var strategy = Strategy.idle
  /// Milliseconds without a scroll until the stream is at rest.
  package var idleDelay = 150
  package var figures = FiguresDisplay.hidden
  package var isSecure = false
  /// Whether frames at rest say which cells lead where: for terminals that know hyperlinks.
  package var hasHyperlinks = false
  package var showsCursor = false
  package var layout = ScreenLayout.auto
  package var density = Density.normal
  /// The number of lines of a text at normal density before "+N lines", from 1.
  package var foldLines = PostRow.usualFoldLines
  /// The most columns of a row's text, at the left of the window; 0 for no limit but that of all rows.
  package var measure = 0
  /// The problems of the configuration file; nil without one.
  package var configReport: ConfigReport?
  /// The names of the reader's own themes, in alphabetical order, for completion.
  package var themes: [String] = []
  package var views: [SavedView] = []
  /// The reader's rules in the order of the configuration, those that have ended among them.
  package var rules: [PostRule] = []
  package var discussions: [DiscussionLine] = []
  /// Milliseconds that a row stands at rest before it counts as read once it is scrolled past.
  package var readingMilliseconds = 1_000
  /// Whether the viewer begins at the first unread post, once flags and rows are known.
  package var firstUnread = false
  /// Whether the newest post stays at the top of the screen while the reader stands on it.
  package var sticksToTop = false
  package var older = OlderFetching.ask
  package var pictureChoice = PictureChoice.local
  var allowedPictures = PicturePermission.Allowed()
  /// How the terminal draws pictures; nil where it cannot, or is not known to.
  package var pictures: PictureGrid?
  /// How pictures are drawn as blocks on pages of their own; nil where nothing can decode them.
  package var symbols: PictureGrid?
  package var zone = TimeZoneRules.utc
  package var stream = StreamOptions()

  package init() {}

  var drawsPictures: Bool { pictures != nil && wantsPictures }

  var grid: PictureGrid? {
    get { drawsPictures ? pictures : symbols }
    set { if drawsPictures { pictures = newValue } else { symbols = newValue } }
  }

  package var wantsPictures: Bool {
    pictureChoice.isOfNetwork || pictureChoice == .local && stream.opensFiles
  }

  var hasPagePictures: Bool { wantsPictures && (pictures != nil || symbols != nil) }

  func pagePictures(_ keymap: PageKeymap) -> PictureGrid? {
    guard wantsPictures, var grid = pictures ?? symbols else { return nil }
    grid.permission = PicturePermission(
      choice: pictureChoice,
      opensFiles: stream.opensFiles,
      allowed: allowedPictures,
      key: pictureChoice == .ask ? keymap.name(of: .showPictures) : ""
    )
    return grid
  }

  var shownOlder: OlderPosts? { older == .never ? nil : stream.older }

  func textColumns(of columns: Int) -> Int { measure > 0 ? min(columns, measure) : columns }

  /// When rows become rich, while keys wait for links or do not.
  func policy(wantsLinks: Bool) -> EnrichmentPolicy {
    EnrichmentPolicy(strategy: strategy, idleDelay: max(0, idleDelay), wantsLinks: wantsLinks)
  }
}

package enum FiguresDisplay: Sendable {
  case hidden
  /// On the status line, beside the place.
  case shown
  /// With a legend above the status line.
  case explained

  var next: FiguresDisplay {
    switch self {
    case .hidden: .shown
    case .shown: .explained
    case .explained: .hidden
    }
  }
}
