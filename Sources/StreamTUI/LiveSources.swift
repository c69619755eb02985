import CellGrid
import StreamModel
import StreamSources
import StreamUI

/// The sources of a viewer as they change: files that grow, pipes and documents that arrive, and what a
/// reload reads in their place.
final class LiveSources {
  /// The slices of feeds in an order of their own that a reload scans at once.
  private static let headSlices = 64

  private var sources: [OpenedSource]
  private let timeline: Timeline
  private let isPublicOnly: Bool
  private let mayFetch: Bool
  private let refreshMinutes: Int
  private let reopen: () throws(FeedError) -> [OpenedFeed]
  private let files: FollowedFiles?
  /// The subscriptions, shown or not.
  let subscriptions: LiveSubscriptions
  /// The pages that posts link to.
  let articles: ArticleFetcher
  private let children: Children
  private var arrivals: WebArrivals
  private let programs: ProgramArrivals

  /// - Parameters:
  ///   - subscribed: the subscriptions, if the sources are their logs.
  ///   - mayFetch: whether documents are fetched from the web.
  ///   - refreshMinutes: the time between two fetches of a document; 0 for a single one.
  ///   - repetition: when programs run again.
  ///   - reopen: opens the sources once more.
  init(
    _ sources: [OpenedSource],
    of timeline: Timeline,
    with children: Children,
    subscribed: SubscribedFeeds?,
    isPublicOnly: Bool,
    mayFetch: Bool,
    refreshMinutes: Int,
    repetition: ProgramArrivals.Repetition,
    reopen: @escaping () throws(FeedError) -> [OpenedFeed]
  ) {
    self.sources = sources
    self.timeline = timeline
    self.children = children
    self.isPublicOnly = isPublicOnly
    self.mayFetch = mayFetch
    self.refreshMinutes = mayFetch ? refreshMinutes : 0
    self.reopen = reopen
    // Logs of subscriptions are watched all together.
    files = subscribed == nil ? FollowedFiles(timeline, on: children.loop) : nil
    subscriptions = LiveSubscriptions(
      subscribed,
      of: timeline,
      with: children,
      mayFetch: mayFetch
    )
    articles = ArticleFetcher(with: children, mayFetch: mayFetch)
    arrivals = WebArrivals(
      sources.compactMap(\.web),
      with: children,
      refreshedAfterMinutes: self.refreshMinutes
    )
    programs = ProgramArrivals(sources.compactMap(\.program), with: children, again: repetition)
  }

  /// Returns the records of feeds for a timeline; those that are read again take in what comes.
  static func records(
    of feeds: [OpenedFeed],
    isPublicOnly: Bool,
    _ refreshMinutes: Int
  ) -> [any RecordSource] {
    let records = Timeline.sources(feeds.map(\.feed), isPublicOnly: isPublicOnly)
    return zip(feeds, records).map { opened, records in
      if let program = opened.source.program {
        // A reload shows the same editions.
        let editions = program.editions ?? Editions(of: opened.feed, isPublicOnly: isPublicOnly)
        program.editions = editions
        return editions.records
      }
      guard refreshMinutes > 0, let web = opened.source.web else { return records }
      let editions = Editions(of: opened.feed, isPublicOnly: isPublicOnly)
      web.editions = editions
      return editions.records
    }
  }

  /// The feeds that a page offers in place of posts, if the viewer ended for the choice among them.
  var offers: [FeedLink] { arrivals.offers }

  /// Begins to take in what arrives and grows.
  func begin() {
    watchPipes()
    files?.follow(sources)
    children.loop.post(programs.begin())
    guard mayFetch else { return }
    children.loop.post(arrivals.begin())
    subscriptions.begin()
  }

  /// Ends what goes on.
  func cancel() {
    arrivals.cancel()
    programs.cancel()
    articles.cancel()
    subscriptions.cancel()
  }

  /// Reads the sources again; their start is scanned at once, so that a frame shows the place there.
  ///
  /// Programs run again, and their posts come in by themselves.
  /// Documents of the web are read as they came last; if no newer ones came, their servers are asked first.
  func reload() -> Event {
    if !programs.isEmpty {
      let (text, events) = programs.ask()
      children.loop.post(events)
      if sources.allSatisfy({ $0.program != nil }) { return .reloaded(failure: text) }
    }
    if mayFetch, !arrivals.isEmpty, !arrivals.hasNewer {
      return .reloaded(failure: arrivals.ask())
    }
    do throws(FeedError) {
      let feeds = try reopen()
      arrivals.cancel()
      sources = feeds.map(\.source)
      if files != nil { FollowedFiles.prepare(sources) }
      timeline.reload(Self.records(of: feeds, isPublicOnly: isPublicOnly, refreshMinutes))
      files?.follow(sources)
      arrivals = WebArrivals(
        sources.compactMap(\.web),
        with: children,
        refreshedAfterMinutes: refreshMinutes
      )
      var slices = Self.headSlices
      while slices > 0, try timeline.advance(bytes: RunLoop.headBytes) == .more { slices -= 1 }
      return .reloaded(failure: nil)
    } catch {
      return .reloaded(failure: SafeText(sanitizing: Diagnostics.text(of: error)))
    }
  }

  /// Where the feed was found that names `file`.
  func location(of file: FileTarget) -> FeedLocation {
    sources.first { $0.bytes.name == file.source }?.location ?? .alone
  }

  /// Makes pipes wake the loop.
  private func watchPipes() {
    for source in sources {
      guard let spool = source.spool, !spool.isComplete else { continue }
      let loop = children.loop
      var token: EventLoop.Token?
      token = loop.watch(spool.pipe, for: .reading) { [weak loop] in
        let goesOn = (try? spool.fill()) ?? false
        if !goesOn { loop?.remove(token) }
        return [.bytesArrived]
      }
    }
  }
}
