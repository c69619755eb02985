import CellGrid
import StreamModel
import StreamUI

/// One half: a whole viewer with a strategy of its own, and what it has cost.
///
/// Both halves get the same keys at the same times, so their viewers are always at the same place; a simulated wait
/// delays only the frame that is shown.
struct DemoHalf {
  /// The frames since the last choice of the user, which begins a new run.
  private struct Run {
    var coming: (screen: Screen, at: Moment)?
    /// The end of the simulated wait; nil while there is none.
    var busyUntil: Moment?
    var pacing = FramePacing()
    /// Whether the next frame is the first of the run; it is sent whole and shown at once.
    var isFirst = true
    var keyedAt: [Moment] = []

    init() { pacing.wantsFrame = true }
  }

  /// The viewer; its screen has a status line that the half does not show.
  private(set) var app: App
  private(set) var ledger = Ledger()
  /// The frame that the half shows; nil before the first.
  private(set) var shown: Screen?
  private var run = Run()
  /// Nil where no pictures are drawn.
  private var uploads: PictureUploads?
  private(set) var wishes = PictureWishes()
  private var mayLackPictures = false

  init(timeline: Timeline, size: Size, wall: Timestamp, options: ViewOptions) {
    app = App(timeline: timeline, size: size, wall: wall, options: options)
    app.begin()
  }

  var strategy: Strategy { app.view.options.strategy }

  // MARK: Changes

  /// Takes another strategy and counts from here on; rows are laid out again.
  mutating func restart(with strategy: Strategy) {
    ledger = Ledger()
    app.change(to: strategy)
    run = Run()
  }

  mutating func rewind(wall: Timestamp) {
    let view = app.view
    app = App(timeline: view.feed, size: view.size, wall: wall, options: view.options)
    app.begin()
    ledger = Ledger()
    run = Run()
  }

  var drawsPictures: Bool { uploads != nil }

  /// Draws these pictures from now on, or none.
  mutating func draw(_ pictures: LabPictures?) {
    app.change(to: pictures?.grid)
    uploads = pictures.map { PictureUploads($0) }
    wishes = PictureWishes()
    mayLackPictures = pictures != nil
    run = Run()
  }

  mutating func resize(to size: Size, at moment: Moment, wall: Timestamp) {
    guard size != app.view.size else { return }
    _ = app.handle(.resized(size), at: moment, wall: wall)
    run = Run()
  }

  // MARK: Turns

  mutating func press(_ key: Key, at moment: Moment, wall: Timestamp) {
    run.keyedAt.append(moment)
    run.pacing.endDueWork()
    _ = app.handle(.input(.key(key)), at: moment, wall: wall)
    run.pacing.wantsFrame = true
    // Pictures that are not in the terminal yet wait for the next rest.
    wishes.wanted = []
    mayLackPictures = drawsPictures
  }

  /// Shows the frame whose simulated wait is over; whether there was one.
  mutating func arrive(at moment: Moment) -> Bool {
    if let busy = run.busyUntil, busy <= moment { run.busyUntil = nil }
    guard let frame = run.coming, frame.at <= moment else { return false }
    run.coming = nil
    shown = frame.screen
    return true
  }

  /// Does one piece of work between keys: a row that is due, or a row ahead.
  mutating func work(_ simulation: Simulation, at moment: Moment, wall: Timestamp) {
    guard run.busyUntil == nil else { return }
    let before = app.view.workCounts.rowsStyled
    if run.pacing.doDueWork(of: &app, at: moment, wall: wall) != nil {
      wait(simulation.nanoseconds(forRows: app.view.workCounts.rowsStyled - before), from: moment)
    } else if app.hasRowToPrepare {
      app.prepareRow()
    } else if mayLackPictures, app.deadline(at: moment) == nil {
      sendPictures()
    }
  }

  /// Sends a slice of a picture at rest; a half that is eager has them all.
  private mutating func sendPictures() {
    mayLackPictures = strategy != .eager
    guard mayLackPictures, var uploads else { return }
    for case .wantPictures(let wishes) in app.rest() {
      self.wishes = wishes
      uploads.want(wishes)
    }
    let before = uploads.count
    let bytes = uploads.sendSlice()
    mayLackPictures = bytes != nil
    ledger.notePictures(uploads.count - before, bytes: bytes ?? 0)
    self.uploads = uploads
  }

  /// Sends the pictures of a frame before it, where the strategy is eager; returns their bytes.
  private mutating func sendPicturesOfFrame() -> Int {
    guard strategy == .eager, var uploads else { return 0 }
    wishes = app.view.pictureWishes
    uploads.wantVisible(wishes)
    wishes.wanted.removeSubrange(wishes.visibleCount...)
    let before = uploads.count
    let bytes = uploads.sendAll()
    self.uploads = uploads
    ledger.notePictures(uploads.count - before)
    return bytes
  }

  /// Draws the next frame if one is wanted and nothing delays it; whether it did.
  mutating func makeFrame(
    _ simulation: Simulation,
    _ gauge: any FrameGauge,
    _ time: any TimeSource
  ) -> Bool {
    let start = time.now
    guard run.pacing.wantsFrame, run.busyUntil == nil,
      !run.pacing.isMoreDue(in: app, at: start)
    else { return false }
    run.pacing.wantsFrame = false
    let before = app.view.workCounts.rowsStyled
    func rowWait(_ app: App) -> Int64 {
      simulation.nanoseconds(forRows: app.view.workCounts.rowsStyled - before)
    }
    FramePacing.enrich(&app, within: .standard, since: start, on: time, adding: rowWait)
    let screen = app.draw()
    if run.isFirst { gauge.forget() }
    let pictures = sendPicturesOfFrame()
    let bytes = pictures + gauge.bytes(of: screen)
    let end = time.now
    let wait = run.isFirst ? 0 : rowWait(app) + simulation.nanoseconds(forBytes: bytes)
    if run.isFirst {
      // A whole screen under every strategy: only its pictures tell them apart.
      ledger.noteFrame(bytes: pictures)
    } else if run.keyedAt.isEmpty {
      ledger.noteFrame(bytes: bytes)
    } else {
      ledger.noteFrame(bytes: bytes, after: run.keyedAt.map { end.nanoseconds(since: $0) + wait })
    }
    run.keyedAt = []
    run.isFirst = false
    run.pacing.noteFrame(at: end)
    if wait == 0 {
      shown = screen
    } else {
      self.wait(wait, from: end)
      run.coming = run.busyUntil.map { (screen, $0) }
    }
    return true
  }

  /// Whether rows still become rich, or a simulated wait goes on.
  func isBusy(at moment: Moment) -> Bool {
    run.busyUntil != nil || deadline(at: moment).map { $0 <= moment } == true
  }

  /// When the half wants a turn; nil never, as long as nothing else happens.
  func deadline(at moment: Moment) -> Moment? {
    if let busyUntil = run.busyUntil { return max(busyUntil, moment) }
    if run.pacing.wantsFrame || app.hasRowToPrepare { return moment }
    return app.deadline(at: moment) ?? (mayLackPictures ? moment : nil)
  }

  private mutating func wait(_ nanoseconds: Int64, from moment: Moment) {
    guard nanoseconds > 0 else { return }
    run.busyUntil = moment.advanced(byNanoseconds: nanoseconds)
  }
}

/// The costs of one half since its strategy was chosen.
struct Ledger: Equatable {
  /// A frame that comes later than this after its key misses one of sixty frames a second.
  static let lateNanoseconds: Int64 = 16_000_000

  /// Bytes of the frames that answered keys, and of their pictures.
  private(set) var bytesMoving = 0
  /// Bytes of the other frames and pictures.
  private(set) var bytesResting = 0
  private(set) var pictures = 0
  /// The longest time from a key to its frame in nanoseconds, simulated waits included.
  private(set) var longest: Int64 = 0
  /// Keys whose frame came later than ``lateNanoseconds`` after them: each is owed a frame of its own.
  private(set) var late = 0

  var bytes: Int { bytesMoving + bytesResting }

  /// Notes a frame of `bytes` that answers no key: it shows rows that became rich.
  mutating func noteFrame(bytes: Int) { bytesResting += bytes }

  /// Notes a frame of `bytes` that came as many nanoseconds after each key that it answers.
  mutating func noteFrame(bytes: Int, after waits: [Int64]) {
    bytesMoving += bytes
    longest = max(longest, waits.max() ?? 0)
    late += waits.count { $0 > Self.lateNanoseconds }
  }

  /// Notes pictures whose last bytes were sent, and bytes of pictures that came with no frame.
  mutating func notePictures(_ count: Int, bytes: Int = 0) {
    pictures += count
    bytesResting += bytes
  }
}
