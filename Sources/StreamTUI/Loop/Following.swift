import StreamModel

/// How the sources of a viewer change while they are shown, beside files that grow and pipes.
struct Following {
  /// The minutes between two fetches of an address; 0 for a single one.
  var refreshMinutes = 0
  /// When programs run again.
  var repetition = ProgramArrivals.Repetition.never
  /// The folders whose new files become sources.
  var folders: [String] = []
  /// The format of these files, if they do not show it.
  var hint: FormatHint?
}

extension Following {
  /// Takes what settings and the command line say of these feeds.
  init(_ settings: Settings, _ feeds: OpenedFeeds, runsAgain: Bool, hint: FormatHint?) {
    let minutes = settings.refreshMinutes
    self.init(
      refreshMinutes: settings.usesNetwork ? minutes : 0,
      repetition: runsAgain ? .atEnd : minutes > 0 ? .minutes(minutes) : .never,
      folders: feeds.folders,
      hint: hint
    )
  }
}
