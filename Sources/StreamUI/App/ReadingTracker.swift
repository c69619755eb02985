import Addresses
import StreamModel

/// Watches what the reader does: which rows stood on the screen and were scrolled past, and which
/// posts were opened.
struct ReadingTracker {
  /// The state before an event that tells what the event has done.
  struct Start {
    fileprivate let page: Int
  }

  /// The rows that stand on each page that lists posts, by the number of the page.
  private var dwellTimes: [Int: DwellTime] = [:]
  /// The post that stands whole beside its list, and since when; nil while none does, or nobody looks.
  private var beside: (post: RecordID, since: Moment)?
  /// Whether rows may have come or changed without an event since they were looked at.
  var isStale = true
  var hasFocus = true
  private var isSuspended = false

  // The view is passed in place although none of these changes it: a copy for each key would cost more than the look.

  /// Looks at the rows before an event; nil where nothing is tracked.
  ///
  /// - Parameter isTyping: whether a text to search for is typed: rows come and go then that only may be where
  ///   the reader goes.
  mutating func begin(in view: inout PageView, isTyping: Bool, at moment: Moment) -> Start? {
    guard view.options.stream.tracksReading else { return nil }
    if isStale { _ = update(in: &view, mayRead: false, isTyping: isTyping, at: moment) }
    isStale = false
    let page = view.page.number
    let times = view.readingTimes
    if dwellTimes[page]?.isDue(times, at: moment) == true {
      let (list, rows) = (view.list, view.rows)
      dwellTimes[page]?.settle(list, in: rows, times)
    }
    return Start(page: view.page.number)
  }

  /// Looks at the rows after an event.
  ///
  /// - Parameters:
  ///   - effects: the effects of the event.
  ///   - mayRead: whether the reader, not the feed, has moved the rows, if they moved.
  /// - Returns: the posts that were opened, and the rows that were scrolled past.
  mutating func finish(
    _ start: Start,
    _ effects: [Effect],
    mayRead: Bool,
    in view: inout PageView,
    isTyping: Bool,
    at moment: Moment
  ) -> (opened: [RecordID], passed: [RowID]) {
    if effects.contains(.suspend) { isSuspended = true }
    // A page above others has a higher number than those before it.
    let opened = view.page.number > start.page ? view.page.content.opened : nil
    let read = [opened, Self.ownAddress(in: effects, of: view)].compactMap(\.self)
    let passed = update(in: &view, mayRead: mayRead, isTyping: isTyping, at: moment)
    let left = leaveBeside(in: view, isTyping: isTyping, at: moment)
    return (read + (mayRead ? left : []), passed)
  }

  /// Looks at the post beside the list; the one that was there, if another took its place after it had stood long
  /// enough.
  private mutating func leaveBeside(
    in view: PageView,
    isTyping: Bool,
    at moment: Moment
  ) -> [RecordID] {
    let isSeen = hasFocus && !isSuspended && !isTyping && !view.hidesBeside
    let shown = isSeen ? view.wholePreview : nil
    guard shown != beside?.post else { return [] }
    let times = view.readingTimes
    let left = beside.flatMap { post, since in
      isSeen && moment >= since.advanced(byMilliseconds: max(times.idle, times.reading))
        ? post : nil
    }
    beside = shown.map { ($0, moment) }
    return left.map { [$0] } ?? []
  }

  /// The reader presses on at the end of the page: the rows that stood there are read.
  mutating func pressOn(in view: inout PageView, at moment: Moment) -> [RowID] {
    guard view.options.stream.tracksReading else { return [] }
    let (list, rows, times) = (view.list, view.rows, view.readingTimes)
    return dwellTimes[view.page.number]?.pressOn(list, in: rows, times, at: moment) ?? []
  }

  /// The program goes on after it was stopped: nobody has looked at the rows meanwhile.
  mutating func resume() {
    isSuspended = false
    for number in dwellTimes.keys { dwellTimes[number]?.interrupt() }
  }

  private mutating func update(
    in view: inout PageView,
    mayRead: Bool,
    isTyping: Bool,
    at moment: Moment
  ) -> [RowID] {
    let current = view.page.number
    let times = view.readingTimes
    for number in dwellTimes.keys where number != current || isTyping {
      if view.pages.pages.contains(where: { $0.number == number }) {
        dwellTimes[number]?.pause(at: moment, times)
      } else {
        dwellTimes[number] = nil
      }
    }
    guard view.page.content.listsPosts, !isTyping else { return [] }
    let shape = DwellTime.Shape(
      size: view.size,
      density: view.options.density,
      order: view.feed.order
    )
    let (list, rows) = (view.list, view.rows)
    // In place: another holder of what stands there would have every key copy it.
    return dwellTimes[current, default: DwellTime()].update(
      list,
      in: rows,
      shape,
      times,
      mayRead: mayRead,
      isSeen: hasFocus && !isSuspended,
      at: moment
    )
  }

  /// The post whose own address is opened, if it is one of the row that the reader is on.
  private static func ownAddress(in effects: [Effect], of view: PageView) -> RecordID? {
    let opened = effects.compactMap {
      if case .open(let target) = $0 { target.written } else { nil }
    }
    guard !opened.isEmpty, let id = view.linkedRecord, case .post(let post) = view.feed.record(id),
      let address = post.url, opened.contains(address)
    else { return nil }
    return id
  }
}

extension PageView {
  fileprivate var readingTimes: DwellTime.Times {
    DwellTime.Times(idle: max(0, options.idleDelay), reading: max(0, options.readingMilliseconds))
  }
}
