import Addresses
import CellGrid
import StreamModel
import StreamUI
import TestSupport

/// What holds of the viewer whatever is done to it: it goes on, its frames are whole and depend on
/// nothing that may be forgotten, and nothing opens that no frame has shown.
enum AppProperties {
  private static let sizes = [
    Size(columns: 80, lines: 24), Size(columns: 40, lines: 10), Size(columns: 120, lines: 40),
    Size(columns: 23, lines: 7), Size(columns: 3, lines: 2), Size(columns: 0, lines: 0),
    Size(columns: 1, lines: 1), Size(columns: 200, lines: 3),
  ]
  private static let strategies = Strategy.allCases
  private static let wall = Timestamp(secondsSinceEpoch: 1_769_904_000)
  /// A script goes on as long as it finds something new; longer ones only take longer.
  private static let mostSteps = 400

  /// Plays a byte as what may happen at a time: keys as they are typed, others as events.
  static func check(_ input: FuzzInput) {
    var options = App.Options()
    options.strategy = strategies[input.choose(8) % strategies.count]
    options.hasHyperlinks = input.choose(2, question: 1) == 1
    // Half of the sources wait for their first post.
    var stage = Stage(options: options, posts: input.choose(2, question: 2) == 1 ? 0 : 5)
    for byte in input.bytes.prefix(mostSteps) {
      stage.take(byte)
      if stage.app.isFinished { return }
    }
    stage.show()
    stage.expectNothingForgotten()
  }

  /// The viewer, and what its reader has seen.
  private struct Stage {
    var app: App
    private var parser = InputParser()
    private var now = Moment(nanoseconds: 0)
    private var frameAck: FrameAck?
    private let source: ScriptedSource?
    /// All frames of the script, without blanks, because a target may continue on the next line.
    private var seen: [String] = []

    init(options: App.Options, posts: Int) {
      let feed = Feed(source: MemoryBytes(name: "feed", bytes: Array(AppProperties.feed.utf8)))
      source = try? ScriptedSource(feed)
      source?.append(posts)
      let timeline = source.map { Timeline(sources: [$0], order: .document) } ?? Timeline(feed)
      while (try? timeline.advance(bytes: 1 << 20)) == .more {}
      app = App(
        timeline: timeline,
        size: AppProperties.sizes[0],
        wall: AppProperties.wall,
        options: options
      )
      show()
    }

    /// Bytes below 0x80 are typed, the others are events.
    mutating func take(_ byte: UInt8) {
      switch byte {
      case 0..<0x80:
        for input in parser.parse([byte]) + (byte == 0x1B ? parser.timeOut() : []) {
          handle(.input(input))
        }
      case 0x80..<0x88: handle(.resized(AppProperties.sizes[Int(byte - 0x80)]))
      case 0x88..<0x90: show()
      case 0x90..<0x98: rest()
      case 0x98..<0xA0: now = now.advanced(byMilliseconds: 1 << Int(byte - 0x98))
      case 0xA0..<0xA4: handle(.resumed)
      case 0xA4..<0xA8: while app.hasBackgroundWork { _ = app.workInBackground(at: now) }
      case 0xA8..<0xAC: finishModeWork()
      case 0xAC..<0xB0: grow(byte)
      default: handle(.input(.mouse(Self.mouse(byte))))
      }
    }

    /// Does the work of the mode until it waits for something else, as the loop does.
    private mutating func finishModeWork() {
      while app.isJobWanted {
        let slice = app.advanceMode(at: now)
        carryOut(slice.effects)
        if slice.isWaiting { return }
      }
    }

    mutating func show() {
      let screen = app.draw()
      for line in screen.lines {
        expect(line.cells.count == screen.size.columns, "a line that is no line")
      }
      for link in screen.hyperlinks {
        expect(
          screen.lines.indices.contains(link.line)
            && link.columns.upperBound <= screen.size.columns,
          "a hyperlink off the screen"
        )
      }
      seen.append(screen.textPlane().filter { !$0.isWhitespace }.lowercased())
      frameAck = app.frameAck
    }

    /// What is kept to be fast changes no frame.
    func expectNothingForgotten() {
      // The legend of the figures counts measured rows, as the last line may.
      guard app.view.options.figures != .explained else { return }
      let before = app.draw()
      app.view.memo.clear()
      app.feed.clearCaches()
      let after = app.draw()
      expect(
        after.lines.dropLast() == before.lines.dropLast() && after.hyperlinks == before.hyperlinks,
        "a frame that depends on what is kept"
      )
    }

    private mutating func rest() {
      now = now.advanced(byMilliseconds: 200)
      for _ in 0..<200 {
        guard let deadline = app.deadline(at: now), deadline <= now else { return show() }
        handle(.due)
      }
      show()
    }

    /// Records come, go and change.
    private mutating func grow(_ byte: UInt8) {
      switch byte {
      case 0xAC: source?.append()
      case 0xAD: source?.prepend(2)
      case 0xAE: source?.insert(at: 1)
      default:
        source?.remove(at: 1)
        source?.update(at: 0)
      }
      app.holdVisibleRows()
      _ = try? app.feed.advance(bytes: 1 << 10)
      _ = app.takeInGrowth()
    }

    private mutating func handle(_ event: Event) {
      if case .input = event, let frameAck { app.frameShown(frameAck) }
      carryOut(app.handle(event, at: now, wall: AppProperties.wall))
    }

    private mutating func carryOut(_ effects: [Effect]) {
      for effect in effects {
        switch effect {
        case .open(let target): expectSeen(target)
        case .redraw: show()
        default: break
        }
      }
    }

    private func expectSeen(_ target: LinkTarget) {
      let host = String(decoding: target.text.utf8.prefix(target.columnsToItsHost), as: UTF8.self)
      expect(
        seen.contains { $0.contains(host.lowercased()) } || AppProperties.sites.contains(host),
        "opened \(target.text), which no frame has shown"
      )
    }

    /// A button or wheel at one of a few places.
    private static func mouse(_ byte: UInt8) -> MouseEvent {
      let kinds: [MouseEvent.Kind] = [
        .press, .press, .drag, .release, .release, .wheelUp, .wheelDown, .wheelRight,
      ]
      let places = [(9, 1), (24, 1), (4, 2), (9, 9), (70, 3), (2, 23), (30, 5), (400, 400)]
      let place = places[Int(byte >> 3) % places.count]
      return MouseEvent(kinds[Int(byte) % kinds.count], column: place.0, line: place.1)
    }
  }

  /// The sites of the posts: an address on the site of its post opens although no frame has shown it.
  private static let sites = ["https://a.example", "https://b.example"]

  /// Posts with links of every kind, comments, a warning, wide letters and a broken record.
  private static let feed = #"""
    {"version":1,"title":"T","posts":[
    {"id":"p1","author":{"name":"Ann","handle":"@ann@a.example"},"published":"2026-01-31T12:00:00Z",
     "url":"https://a.example/p1","likes_count":2,"likes":["@bob@b.example",{"name":"Cem"}],
     "body_html":"<p>see <a href=\"https://one.example/x\">this</a>, <a href=\"https://two.example/\">https://two.example/</a> and <a href=\"http://localhost/\">that</a></p><p><a class=\"mention\" href=\"https://b.example/@bob\">@bob</a> <a class=\"hashtag\" href=\"https://a.example/tags/tea\">#tea</a></p>",
     "attachments":[{"type":"image","url":"https://img.example/1.jpg","alt":"東京 at night"}],
     "comments":[{"id":"c1","author":{"name":"Bob","handle":"@bob@b.example"},"body_html":"<p>one <a href=\"https://c.example/\">c</a></p>"},
     {"id":"c2","parent":"c1","author":{"name":"Ann","handle":"@ann@a.example"},"body_html":"<p>two</p>"},
     {"id":"c3","author":{"name":"Cem"},"body_html":"<p>three</p>"}]},
    {"id":"p2","author":{"name":"Bob","handle":"@bob@b.example"},"content_warning":"cw","url":"https://b.example/p2",
     "body_html":"<p>👩‍💻 <a href=\"https://xn--80ak6aa92e.example/\">wide 東京 駅</a> and a text that goes on for longer than a line of the narrow window is</p>"},
    {"id":5,"body_html":7},
    {"id":"p4","in_reply_to":"p1","body_html":"<ul><li>a</li><li><a href=\"https://a.example/p1\">inside</a></li></ul><p>1</p><p>2</p><p>3</p><p>4</p><p>5</p><p>6</p><p>7</p><p>8</p>"},
    {"id":"p5","body_text":"plain https://bare.example/path #tea"}]}
    """#
}
