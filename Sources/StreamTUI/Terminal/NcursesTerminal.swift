import CellGrid
import Glibc
import StreamUI

/// The real terminal: frames out through ncurses, bytes in from the keys.
///
/// It waits for nothing: ``EventLoop`` calls it. While the terminal has not taken a frame, all later
/// frames but the newest are dropped.
final class NcursesTerminal: Terminal {
  /// Why the terminal cannot be used.
  enum Failure: Error {
    /// Neither standard input nor the controlling terminal gives keys.
    case noKeys
    /// There is no description of the terminal named by TERM.
    case unknownTerminal(String)
    /// Frames cannot be written to a file in memory; a code of the system.
    case noFrames(Int32)
  }

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
  private let keys: KeyReader
  /// The wait for the terminal to take more, while output is waiting.
  private var room: EventLoop.Token?
  private var retry: EventLoop.Token?
  /// The newest screen, while an older one is still on its way.
  private var waiting: Screen?
  /// Whether the newest screen was of another size and is not shown at all.
  private var isBehind = false
  private var isOpen = true
  /// Whether the terminal was lent, and there is nothing to come back to.
  private(set) var isGone = false
  /// Why frames could not be written, as a code of the system; it ends the loop.
  var frameFailure: Int32? { frames.failure }

  /// Takes over the terminal on standard output, with keys from standard input or else from the
  /// controlling terminal, and registers them and its signals with `loop`.
  ///
  /// - Parameter signals: the signals that `loop` reports; it must catch them already.
  init(loop: EventLoop, signals: SignalPipe, usesMouse: Bool, noColor: Bool) throws(Failure) {
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
    size = Self.windowSize(of: output.descriptor)
    guard let ncurses = Ncurses(frames: frames, size: size, noColor: noColor) else {
      throw .unknownTerminal(term)
    }
    self.ncurses = ncurses
    painter = FramePainter(ncurses: ncurses)
    keys = KeyReader(input, loop: loop)
    // Before the terminal is touched: from here on a fault leaves it as it was.
    Ncurses.armCrashGuard(
      input: input,
      output: output.descriptor,
      bytes: ncurses.wayOut + ControlBytes.reset,
      modes: modes
    )
    modes.makeRaw(on: input)
    enterModes()
    register()
  }

  func present(_ screen: Screen) {
    // Of another size it is out of date; the new one is about to be told.
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

  /// Whether the newest screen has reached the terminal.
  private var hasShownAll: Bool {
    output.isEmpty && waiting == nil && !isBehind && frames.failure == nil
  }

  func invalidate() {
    painter.forget()
  }

  /// Gives the terminal back; safe to call twice.
  func close() {
    guard isOpen else { return }
    isOpen = false
    if !isGone { giveBack() }
    Ncurses.disarmCrashGuard()
    loop.close()
  }

  /// Stops the job as ^Z does, with the terminal given back, and comes back when it goes on.
  func suspend() {
    giveBack()
    signals.stopJob()
    resume()
  }

  /// Gives the terminal to a program for as long as it runs; everything must be drawn anew then.
  ///
  /// Signals that come meanwhile are used up, SIGCHLD too: look after other children afterwards.
  ///
  /// - Returns: how it ended; nil when it could not be started.
  func lend(to arguments: [String]) -> ChildEnd? {
    guard isOpen, !isGone else { return nil }
    giveBack()
    let outcome = ForegroundChild.run(arguments, keys: input, signals: signals)
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

  /// Writes control bytes that ncurses has no word for, such as OSC 52; false for a terminal that
  /// has not taken what it got before.
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
      // After a stop that could not be caught the modes are the shell's.
      self?.resume()
      return [.resumed]
    }
  }

  // MARK: Modes

  private func enterModes() {
    output.send((usesMouse ? ControlBytes.mouseOn : "") + ControlBytes.pasteOn)
  }

  /// Milliseconds that a terminal has to take the last bytes.
  private static let farewell = 300

  private func giveBack() {
    output.send((usesMouse ? ControlBytes.mouseOff : "") + ControlBytes.pasteOff)
    ncurses.end()
    sendFrame()
    // Where frames cannot be written, the way out was not either.
    if frames.failure != nil { output.send(ncurses.wayOut + ControlBytes.reset) }
    if !output.drain(milliseconds: Self.farewell), !output.isBroken {
      // It is stuck. What is in its way is thrown away, for these few bytes matter most.
      output.abandon()
      output.send(ncurses.wayOut + ControlBytes.reset)
      _ = output.drain(milliseconds: Self.farewell)
    }
    modes.restore(on: input)
  }

  private func resume() {
    // First, for it stops a job in the background before that writes anything.
    modes.makeRaw(on: input)
    // After a stop that could not be caught ncurses does not know that it was away.
    ncurses.end()
    frames.take { _ in }
    takeSize()
    ncurses.update()
    sendFrame()
    enterModes()
  }

  /// Follows the window's size, and draws all anew: a window that was smaller for a moment may
  /// have lost what ncurses believes to be there.
  private func takeSize() {
    size = Self.windowSize(of: output.descriptor)
    ncurses.resize(columns: size.columns, lines: size.lines)
    waiting = nil
    invalidate()
  }

  private func sendFrame() {
    frames.take { output.send($0) }
    // Nothing could be shown any more, and no key be answered by a frame.
    if frames.failure != nil { loop.close() }
  }

  /// The largest picture that is made of a window: three times a wall of small type.
  private static let limit = Size(columns: 2000, lines: 1000)

  /// The window's size; 80x24 where the terminal does not know.
  private static func windowSize(of descriptor: Int32) -> Size {
    var window = winsize()
    guard ioctl(descriptor, UInt(TIOCGWINSZ), &window) == 0, window.ws_col > 0, window.ws_row > 0
    else { return Size(columns: 80, lines: 24) }
    return Size(
      columns: min(limit.columns, Int(window.ws_col)),
      lines: min(limit.lines, Int(window.ws_row))
    )
  }
}

extension NcursesTerminal: TurnObserver {
  /// While output is waiting, it is tried again after this many milliseconds, whatever `poll` says.
  private static let sendAgain = 100

  func willPoll() {
    if output.isBroken { loop.close() }
    loop.remove(retry)
    retry = nil
    if output.isEmpty {
      loop.remove(room)
      room = nil
      return
    }
    // Both only end the wait: each turn sends what it can.
    retry = loop.schedule(afterMilliseconds: Self.sendAgain) { [] }
    if room == nil { room = loop.watch(output.descriptor, for: .writing) { [] } }
  }

  func willCollect() {
    // What is sent from here on was not seen by who pressed the keys that are read now.
    isCaughtUp = hasShownAll
  }

  func didCollect() {
    if !output.isEmpty { output.flush() }
    if let screen = waiting, output.isEmpty { present(screen) }
  }
}
