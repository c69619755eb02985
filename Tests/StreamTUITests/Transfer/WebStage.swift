import CellGrid
import Foundation
import Glibc
import StreamModel
import TestSupport
import Testing

@testable import StreamHost
@testable import StreamTUI
@testable import StreamUI

/// A viewer of one address under a clock that stands still, with a web that answers from a folder.
final class WebStage {
  let web: FakeWeb
  let stage: LoopStage
  private let source: WebSource
  private let arrivals: WebArrivals
  private(set) var app: App
  private(set) var messages: [String] = []

  init(
    _ address: String,
    in folder: String,
    refreshedAfterMinutes minutes: Int,
    sticks: Bool = false
  ) throws {
    web = try FakeWeb(in: folder)
    stage = try LoopStage()
    let cache = CacheFolder(path: folder + "/cache/streamtui")
    let program = folder + "/curl"
    let found = try WebSource(
      address,
      mayFetch: true,
      usesCopy: true,
      cache: cache,
      program: program
    )
    source = try #require(found)
    let feed = Feed(source: try OpenedSource(arriving: source).bytes)
    let editions = Editions(of: feed, RecordChoice())
    source.editions = editions
    source.isRefreshed = minutes > 0
    arrivals = WebArrivals(
      [source],
      Fetcher(with: stage.children, cache: cache, program: program),
      refreshedAfterMinutes: minutes
    )
    let timeline = Timeline(sources: [editions.records], order: .document)
    var options = App.Options()
    options.sticksToTop = sticks
    app = App(
      timeline: timeline,
      size: Size(columns: 60, lines: 8),
      wall: Timestamp(secondsSinceEpoch: 0),
      options: options
    )
  }

  /// Asks for the document, and shows it once it is there.
  func begin() throws {
    stage.loop.post(arrivals.begin())
    try serve { source.bytes.isComplete }
    app.begin(at: stage.time.now)
  }

  func ask() { _ = arrivals.ask() }

  /// One turn of the loop, and what the viewer makes of it.
  func turn() throws {
    for event in stage.turn() {
      if case .event(let event) = event {
        if case .message(let text, _) = event { messages.append(text.string) }
        _ = app.handle(event, at: stage.time.now, wall: stage.time.wall)
      }
    }
    app.holdVisibleRows()
    _ = try app.feed.advance(bytes: 1 << 16)
    _ = app.takeInGrowth()
  }

  /// Serves the loop until `isDone`, and until no program runs.
  func serve(until isDone: () -> Bool) throws {
    let end = Date(timeIntervalSinceNow: 20)
    while !isDone() || arrivals.isFetching {
      try #require(Date.now < end, "the web does not answer")
      // The kernel would say so; a program may end at any time.
      stage.signals.raise(SIGCHLD)
      try turn()
      sched_yield()
    }
    while app.feed.isIndexed == false { try turn() }
  }

  /// Presses keys.
  func press(_ keys: String) throws {
    for step in try KeyScript(keys).steps {
      if case .input(let input) = step {
        _ = app.handle(.input(input), at: stage.time.now, wall: stage.time.wall)
      }
    }
  }

  /// The lines of the screen; the status line comes last.
  var lines: [String] {
    app.draw().textPlane().split(separator: "\n", omittingEmptySubsequences: false)
      .prefix(8).map { String($0) }
  }
}
