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
  private let live: LiveAddresses
  private let logs: FollowedLogs
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
    let addresses = try #require(AddressLogs(keepsPosts: true, in: cache))
    let found = addresses.opened([address], mayFetch: true)
    let opened = try #require(found.logs)
    let timeline = Timeline(sources: opened.feeds.list.map(\.feed), order: .newest)
    logs = FollowedLogs(opened.logsByName, in: opened.path, of: timeline, on: stage.loop)
    let variables = web.environment.map { "\($0)=\($1)" }
    let arrivals = LiveAddresses(
      of: found,
      by: ThisProgram(
        with: stage.children,
        mayFetch: true,
        options: [],
        command: ["env"] + variables + [Program.path]
      ),
      everyMinutes: minutes
    )
    live = try #require(arrivals)
    live.onEnd = { [logs] in logs.look() }
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
    stage.loop.post(live.begin())
    try serve { app.feed.recordCount > 0 }
    app.begin(at: stage.time.now)
  }

  func ask() { _ = live.ask() }

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
    while !isDone() || live.isFetching {
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
