import Addresses
import StreamModel

/// Watches what the reader does: which rows stood on the screen and were scrolled past, and which
/// posts were opened.
enum ReadingTracker {
  /// The state before an event that tells what the event has done.
  struct Start {
    fileprivate let page: Int
  }

  /// Looks at the rows before an event; nil where nothing is tracked.
  static func begin(on desk: inout App, at moment: Moment) -> Start? {
    guard desk.view.options.stream.tracksReading else { return nil }
    if desk.reading.isStale { _ = update(mayRead: false, on: &desk, at: moment) }
    desk.reading.isStale = false
    let page = desk.view.page.number
    let times = desk.view.readingTimes
    if desk.reading.standing[page]?.isDue(times, at: moment) == true {
      let (list, rows) = (desk.view.list, desk.view.rows)
      desk.reading.standing[page]?.settle(list, in: rows, times)
    }
    return Start(page: desk.view.page.number)
  }

  /// Looks at the rows after an event.
  ///
  /// - Parameters:
  ///   - effects: the effects of the event.
  ///   - mayRead: whether the reader, not the feed, has moved the rows, if they moved.
  /// - Returns: those effects, and those that keep what was read.
  static func finish(
    _ start: Start?,
    _ effects: [Effect],
    mayRead: Bool,
    on desk: inout App,
    at moment: Moment
  ) -> [Effect] {
    guard let start else { return effects }
    if effects.contains(.suspend) { desk.reading.isSuspended = true }
    // A page above others has a higher number than those before it.
    let opened = desk.view.page.number > start.page ? desk.view.page.content.opened : nil
    let read = [opened, ownAddress(in: effects, on: desk)].compactMap(\.self)
    return effects + desk.reading.read(read, in: &desk.view)
      + pass(update(mayRead: mayRead, on: &desk, at: moment), on: &desk)
  }

  /// The reader presses on at the end of the page: the rows that stood there are read.
  static func pressOn(on desk: inout App, at moment: Moment) -> [Effect] {
    let page = desk.view.page.number
    guard desk.view.options.stream.tracksReading else { return [] }
    let (list, rows, times) = (desk.view.list, desk.view.rows, desk.view.readingTimes)
    let passed = desk.reading.standing[page]?.pressOn(list, in: rows, times, at: moment)
    return pass(passed ?? [], on: &desk)
  }

  /// The program goes on after it was stopped: nobody has looked at the rows meanwhile.
  static func resume(on desk: inout App) {
    desk.reading.isSuspended = false
    for number in desk.reading.standing.keys { desk.reading.standing[number]?.interrupt() }
  }

  private static func update(
    mayRead: Bool,
    on desk: inout App,
    at moment: Moment
  ) -> [RowID] {
    let current = desk.view.page.number
    let times = desk.view.readingTimes
    // While a text is typed, rows come and go that only may be where the reader goes.
    let isTyping = desk.mode.search?.prompt != nil
    let isSeen = desk.reading.hasFocus && !desk.reading.isSuspended && !isTyping
    for number in desk.reading.standing.keys where number != current || isTyping {
      if desk.view.pages.pages.contains(where: { $0.number == number }) {
        desk.reading.standing[number]?.pause(at: moment, times)
      } else {
        desk.reading.standing[number] = nil
      }
    }
    guard desk.view.page.content.listsPosts, !isTyping else { return [] }
    let shape = Standing.Shape(
      size: desk.view.size,
      density: desk.view.options.density,
      order: desk.view.feed.order
    )
    let (list, rows) = (desk.view.list, desk.view.rows)
    // In place: another holder of what stands there would have every key copy it.
    return desk.reading.standing[current, default: Standing()].update(
      list,
      in: rows,
      shape,
      times,
      mayRead: mayRead,
      isSeen: isSeen,
      at: moment
    )
  }

  /// Reads rows that were scrolled past, but for those that a key marked unread.
  private static func pass(_ rows: [RowID], on desk: inout App) -> [Effect] {
    // No copy of the view: the flags are changed in place only while nobody else holds them.
    let ids = rows.compactMap { row -> RecordID? in
      guard case .record(let id) = row else { return nil }
      let keys = desk.view.memory.keys.keys(of: id, in: desk.view.feed)
      return desk.reading.keptUnread.isDisjoint(with: keys) ? id : nil
    }
    return desk.reading.read(ids.sorted(), in: &desk.view)
  }

  /// The post whose own address is opened, if it is one of the row that the reader is on.
  private static func ownAddress(in effects: [Effect], on desk: App) -> RecordID? {
    let opened = effects.compactMap {
      if case .open(let target) = $0 { target.written } else { nil }
    }
    guard !opened.isEmpty, let id = desk.view.linkedRecord,
      case .post(let post) = desk.view.feed.record(id), let address = post.url,
      opened.contains(address)
    else { return nil }
    return id
  }
}

extension PageView {
  /// The times after which rows are at rest and count as read.
  fileprivate var readingTimes: Standing.Times {
    Standing.Times(idle: max(0, options.idleDelay), reading: max(0, options.readingMilliseconds))
  }
}
