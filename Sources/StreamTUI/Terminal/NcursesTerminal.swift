import CellGrid
import Glibc
import StreamHost
import StreamModel
import StreamUI

/// The real terminal: writes frames through ncurses and reads keys as bytes.
///
/// It never waits: ``EventLoop`` calls it. While the terminal has not accepted a frame, only the
/// newest of the later frames is kept.
final class NcursesTerminal: Terminal {
  private(set) var size: Size
  private(set) var isCaughtUp = true
  private let ncurses: Ncurses
  private let frames: FrameFile
  private let output: TerminalOutput
  private let input: Int32
  private let modes: TerminalModes
  private let usesMouse: Bool
  private let signals: SignalPipe
  private let loop: EventLoop
  private var painter: FramePainter
  private var colors: ThemeTracker
  private var pictures = PictureQuery()
  private var clusters = ClusterQuery()
  private var hasAskedForPictures = false
  private var decodesPictures = false
  /// The pictures that the terminal has; nil before any can be drawn.
  var shelf: PictureShelf? {
    didSet { shelf?.onChange = { [weak self] in self?.armGuard() } }
  }
  var pictureTraffic: PictureTraffic { shelf?.traffic ?? PictureTraffic() }
  private let keys: KeyReader
  /// The interval at which pending output is retried whatever `poll` reports, in milliseconds.
  private static let sendAgain = 100
  /// The watch for room in the terminal while output is pending.
  private var room: EventLoop.Token?
  private var retry: EventLoop.Token?
  /// The newest screen while an older one is still being sent.
  private var waiting: Screen?
  /// Whether the newest screen has another size than the terminal and was not shown at all.
  private var isBehind = false
  private var isOpen = true
  /// Whether the terminal was lent and cannot be taken back.
  private(set) var isGone = false
  /// The system's error code if frames could not be written, which ends the loop; otherwise nil.
  var frameFailure: Int32? { frames.failure }
  /// Keeps the bytes of each frame that is sent; nil for none.
  var recording: Recording?

  /// Takes over the terminal on standard output and registers its keys and signals with `loop`.
  ///
  /// Keys come from standard input, or from the controlling terminal if that is not one.
  ///
  /// - Parameter signals: The signals that `loop` reports; it must catch them already.
  init(
    loop: EventLoop,
    signals: SignalPipe,
    usesMouse: Bool,
    showsCursor: Bool,
    noColor: Bool,
    theme: ThemeChoice
  ) throws(Failure) {
    let term = Environment.value("TERM") ?? ""
    guard !term.isEmpty, term != "dumb" else { throw .unknownTerminal(term) }
    input =
      isatty(STDIN_FILENO) == 1 ? STDIN_FILENO : open("/dev/tty", O_RDONLY | O_NOCTTY | O_CLOEXEC)
    guard input >= 0, let modes = TerminalModes(of: input), let frames = FrameFile()
    else { throw .noKeys }
    if let failure = frames.failure { throw .noFrames(failure) }
    self.modes = modes
    self.signals = signals
    self.frames = frames
    self.loop = loop
    self.usesMouse = usesMouse
    output = TerminalOutput(terminal: STDOUT_FILENO)
    size = WindowSize.of(output.descriptor)
    guard
      let ncurses = Ncurses(frames: frames, size: size, noColor: noColor, showsCursor: showsCursor)
    else { throw .unknownTerminal(term) }
    self.ncurses = ncurses
    colors = ThemeTracker(theme, colors: ncurses.colors)
    painter = FramePainter(
      ncurses: ncurses,
      theme: colors.theme,
      forms: .expected(Environment.value)
    )
    keys = KeyReader(input, loop: loop)
    // Arm the guard before touching the terminal: a crash from here on restores it.
    armGuard()
    modes.makeRaw(on: input)
    enterModes()
    register()
    askForClusters()
    askForBackground()
    keys.frameColumn = { [weak self] mouse in
      self?.painter.frameColumn(line: mouse.line, column: mouse.column) ?? mouse.column
    }
    keys.onInput = { [weak self] in self?.shelf?.pause() }
  }

  /// Makes a crash from now on restore the terminal, and delete its pictures.
  private func armGuard() {
    Ncurses.armCrashGuard(
      input: input,
      output: output.descriptor,
      bytes: (shelf?.farewell ?? "") + ncurses.wayOut + ControlBytes.reset,
      modes: modes
    )
  }

  /// Asks the terminal, or tmux, once, whether pictures can be drawn; ``Event/pictures(_:)`` says how if they can.
  ///
  /// The question stands in front of the next frame, and nothing waits for the answer.
  ///
  /// - Parameters:
  ///   - decodes: Whether files of other kinds than PNG can be decoded.
  ///   - children: The programs to which that of tmux is added.
  func askForPictures(decodes: Bool, _ children: Children) {
    guard isOpen, !isGone, !hasAskedForPictures, ncurses.isUTF8, ncurses.colors >= 256 else {
      return
    }
    hasAskedForPictures = true
    decodesPictures = decodes
    switch PictureQuery.way(Environment.value) {
    case .none: break
    case .tmux:
      TmuxPassthrough.ask(children) { [weak self] answer in
        guard let self, answer.refusal == nil else { return [] }
        shelf?.isInTmux = true
        tellPictures()
        return []
      }
    case .terminal:
      let now = loop.time.now
      ncurses.write(pictures.ask(at: now, afterOthers: colors.wait.isPending(at: now)))
      keys.onReply = { [weak self] in self?.take($0) }
    }
  }

  var colorCount: Int { ncurses.colors }

  /// Tells the app that pictures can be drawn, and how.
  private func tellPictures() {
    let run = UInt8.random(in: .min ... .max)
    loop.post([.event(.pictures(PictureGrid(aspect: aspect, run: run, decodes: decodesPictures)))])
  }

  /// Tells the app that pictures can be drawn as blocks, where text may have such signs.
  func offerSymbols() {
    guard ncurses.isUTF8 else { return }
    var grid = PictureGrid(aspect: aspect, run: 0, decodes: true)
    grid.usesSymbols = true
    loop.post([.event(.pictureSymbols(grid))])
  }

  private var aspect: Double {
    WindowSize.cellAspect(of: output.descriptor) ?? PictureGrid.usualAspect
  }

  /// Draws in other colours from now on, beginning with the screen that is shown.
  func use(_ theme: ThemeChoice) {
    guard isOpen, !isGone, colors.change(to: theme) else { return }
    askForBackground()
    repaint()
  }

  /// Asks which clusters the terminal draws as one sign; the next question, or one of its own, ends the answers.
  private func askForClusters() {
    guard ncurses.isUTF8, size.lines >= ClusterQuery.fewestLines, colors.asksNext else { return }
    ncurses.write(clusters.ask(at: loop.time.now))
  }

  private func askForBackground() {
    guard let questions = colors.questions(at: loop.time.now) else { return }
    // In front of the next frame, in the same write: the frame covers what a terminal prints by mistake.
    ncurses.write(questions)
    keys.onReply = { [weak self] in self?.take($0) }
  }

  func present(_ screen: Screen) {
    // A screen of another size is outdated; a resize event follows.
    isBehind = screen.size != size
    guard !isGone, !isBehind else { return }
    guard output.isEmpty else {
      waiting = screen
      return
    }
    waiting = nil
    painter.paint(screen)
    sendFrame()
  }

  private var hasShownAll: Bool {
    output.isEmpty && waiting == nil && !isBehind && frames.failure == nil
  }

  func invalidate() { painter.forget() }

  private func take(_ reply: TerminalReply) {
    if pictures.take(reply, at: loop.time.now) == true { tellPictures() }
    if let forms = clusters.take(reply, at: loop.time.now), let screen = painter.change(to: forms) {
      present(waiting ?? screen)
    }
    let outcome = colors.take(reply, at: loop.time.now)
    if !outcome.bytes.isEmpty { output.send(outcome.bytes) }
    if outcome.hasChanged { repaint() }
  }

  private func repaint() {
    let shown = painter.change(to: colors.theme)
    if let screen = waiting ?? shown { present(screen) }
  }

  /// Waits until no answer of the terminal is on its way: it would reach the program that reads next.
  ///
  /// - Returns: the keys that came meanwhile.
  private func settleReplies() -> [LoopEvent] {
    let isPending = { [self] in
      let now = loop.time.now
      return [colors.wait, pictures.wait, clusters.wait].contains { $0.isPending(at: now) }
    }
    guard isPending() else { return [] }
    defer {
      // The terminal is another program's now: what arrives later is not for us.
      colors.wait.end()
      pictures.wait.end()
      clusters.wait.end()
    }
    return keys.collect(milliseconds: Self.replyTime) { !isPending() }
  }

  /// The time for the terminal to answer, in milliseconds.
  private static let replyTime = 250

  /// Restores the terminal; safe to call twice.
  func close() {
    guard isOpen else { return }
    isOpen = false
    if !isGone { giveBack() }
    Ncurses.disarmCrashGuard()
    loop.close()
    if input != STDIN_FILENO { Glibc.close(input) }
  }

  /// Restores the terminal, stops the job as ^Z does, and takes the terminal over again when it continues.
  func suspend() {
    giveBack()
    signals.stopJob()
    resume()
  }

  /// Lends the terminal to a program until it ends; afterwards everything must be redrawn.
  ///
  /// Signals that arrive meanwhile are consumed, SIGCHLD included, so check other children afterwards.
  ///
  /// - Returns: The end of the program; nil if it could not be started.
  func lend(to arguments: [String], _ variables: [String: String?] = [:]) -> ChildEnd? {
    guard isOpen, !isGone else { return nil }
    giveBack()
    let outcome = ForegroundChild.run(
      arguments,
      keys: input,
      signals: signals,
      variables: variables
    )
    if outcome != nil { output.send(ControlBytes.afterOthers) }
    guard case .leave(let signal) = outcome else {
      resume()
      loop.post([.resized(size), .resumed])
      if case .ended(let end) = outcome { return end }
      return nil
    }
    isGone = true
    loop.close(signal: signal)
    _ = output.drain(milliseconds: Self.farewell)
    modes.restore(on: input)
    return .killed(signal ?? SIGHUP)
  }

  /// Writes control bytes that ncurses does not support, such as OSC 52.
  ///
  /// Returns false if the terminal has not accepted earlier output.
  func write(_ text: String) -> Bool {
    guard output.isEmpty else { return false }
    output.send(text)
    return true
  }

  // MARK: Signals

  private func register() {
    loop.observer = self
    loop.onSignal(SIGWINCH) { [weak self] in
      guard let self else { return [] }
      takeSize()
      return [.resized(size)]
    }
    loop.onSignal(SIGTSTP) { [weak self] in
      self?.suspend()
      return [.resumed]
    }
    loop.onSignal(SIGCONT) { [weak self] in
      // After a stop that could not be caught, the modes are the shell's.
      self?.resume()
      return [.resumed]
    }
  }

  // MARK: Modes

  private func enterModes() { output.send(ControlBytes.modesOn(mouse: usesMouse) + colors.modeOn) }

  /// The time for a terminal to accept the last bytes, in milliseconds.
  private static let farewell = 300

  private func giveBack() {
    loop.post(settleReplies())
    if let shelf { output.send(shelf.leave()) }
    output.send(ControlBytes.modesOff(mouse: usesMouse) + colors.modeOff)
    // Where there is no alternate screen, the shell's prompt would be written over the status line.
    ncurses.write(ControlBytes.eraseLine(size.lines - 1))
    ncurses.end()
    sendFrame()
    // If frames could not be written, ncurses' own restoring bytes were lost too.
    if frames.failure != nil { output.send(ncurses.wayOut + ControlBytes.reset) }
    if !output.drain(milliseconds: Self.farewell), !output.isBroken {
      // The terminal is stuck: discard the pending output, because these few bytes matter most.
      output.abandon()
      output.send(ncurses.wayOut + ControlBytes.reset)
      _ = output.drain(milliseconds: Self.farewell)
    }
    modes.restore(on: input)
    // From here on the terminal is the shell's or another program's.
    Ncurses.disarmCrashGuard()
  }

  private func resume() {
    // Set the modes first: this stops a background job before it writes anything.
    modes.makeRaw(on: input)
    armGuard()
    // After a stop that could not be caught, ncurses does not know that the program was away.
    ncurses.end()
    frames.take { _ in }
    takeSize()
    ncurses.update()
    sendFrame()
    enterModes()
  }

  /// Reads the window's size and redraws everything.
  ///
  /// A window that was smaller for a moment may have lost cells that ncurses assumes to be there.
  private func takeSize() {
    size = WindowSize.of(output.descriptor)
    ncurses.resize(columns: size.columns, lines: size.lines)
    waiting = nil
    recording?.resize(to: size)
    invalidate()
  }

  private func sendFrame() {
    painter.take(from: frames) { bytes in
      output.send(bytes)
      recording?.add(bytes)
    }
    // Without frames nothing can be shown and no key answered.
    if frames.failure != nil { loop.close() }
  }
}

extension NcursesTerminal: TurnObserver {
  func willPoll() {
    if output.isBroken { loop.close() }
    wakeForOutput()
  }

  /// Sees to it that the loop wakes up when the terminal has room, if output is pending.
  ///
  /// Both the watch and the timer only end the wait: each turn sends as much as the terminal accepts.
  private func wakeForOutput() {
    loop.remove(retry)
    retry = nil
    if output.isEmpty {
      loop.remove(room)
      room = nil
      return
    }
    retry = loop.schedule(afterMilliseconds: Self.sendAgain) { [] }
    if room == nil { room = loop.watch(output.descriptor, for: .writing) { [] } }
  }

  func willCollect() {
    // Frames sent from here on were not seen by the user who pressed the keys that are read now.
    isCaughtUp = hasShownAll
  }

  func didCollect() {
    if !output.isEmpty { output.flush() }
    if let screen = waiting, output.isEmpty { present(screen) }
    if output.isEmpty { shelf?.outputIsFree() }
  }
}

enum WindowSize {
  /// The largest supported window: three times a wall of small type.
  private static let limit = Size(columns: 2000, lines: 1000)

  /// Returns the window's size; 80x24 if the terminal does not report one.
  static func of(_ descriptor: Int32) -> Size {
    reported(by: descriptor) ?? Size(columns: 80, lines: 24)
  }

  /// Returns the height of a cell divided by its width; nil if the terminal does not report its pixels.
  static func cellAspect(of descriptor: Int32) -> Double? {
    guard let window = window(of: descriptor), window.ws_xpixel > 0, window.ws_ypixel > 0 else {
      return nil
    }
    let width = Double(window.ws_xpixel) / Double(window.ws_col)
    return Double(window.ws_ypixel) / Double(window.ws_row) / width
  }

  static func reported(by descriptor: Int32) -> Size? {
    window(of: descriptor).map {
      Size(columns: min(limit.columns, Int($0.ws_col)), lines: min(limit.lines, Int($0.ws_row)))
    }
  }

  private static func window(of descriptor: Int32) -> winsize? {
    var window = winsize()
    let isKnown = ioctl(descriptor, UInt(TIOCGWINSZ), &window) == 0
    return isKnown && window.ws_col > 0 && window.ws_row > 0 ? window : nil
  }
}
