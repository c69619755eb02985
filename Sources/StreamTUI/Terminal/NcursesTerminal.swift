import CellGrid
import Glibc
import StreamUI

/// The real terminal: frames out through ncurses, bytes in through one `poll`.
///
/// It waits for nothing but in that `poll`. While the terminal has not taken a frame, further ones
/// are dropped but the newest.
final class NcursesTerminal: Terminal {
  /// Why the terminal cannot be used.
  enum Failure: Error {
    /// Neither standard input nor the controlling terminal gives keys.
    case noKeys
    /// There is no description of the terminal named by TERM.
    case unknownTerminal(String)
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
  private let time: SystemTime
  private var painter: FramePainter
  private var parser = InputParser()
  /// When an unfinished sequence of keys is taken for what it is.
  private var inputDue: Moment?
  /// The newest screen, while an older one is still on its way.
  private var waiting: Screen?
  /// Whether the newest screen was of another size and is not shown at all.
  private var isBehind = false
  private var isOpen = true
  /// Whether the terminal was lent, and there is nothing to come back to.
  private(set) var isGone = false
  /// What is to be told before anything else, as that the terminal was lent and is back.
  private var news: [TerminalEvent] = []
  /// Descriptors besides the keys that wake the loop, and what they mean.
  private var sources: [(descriptor: Int32, onReady: () -> TerminalEvent?)] = []
  /// Called when a child process has ended.
  var onChild: () -> [Event] = { [] }
  /// The signal that ended the wait for keys, to die of after the terminal is restored.
  private(set) var fatalSignal: Int32?

  /// Takes the terminal on standard output over, with keys from standard input or else from the
  /// controlling terminal.
  init(time: SystemTime, usesMouse: Bool, noColor: Bool) throws(Failure) {
    let term = Environment.value("TERM") ?? ""
    guard !term.isEmpty, term != "dumb" else { throw .unknownTerminal(term) }
    input =
      isatty(STDIN_FILENO) == 1 ? STDIN_FILENO : open("/dev/tty", O_RDONLY | O_NOCTTY | O_CLOEXEC)
    guard input >= 0, let modes = TerminalModes(of: input), let signals = SignalPipe(),
      let frames = FrameFile()
    else { throw .noKeys }
    self.modes = modes
    self.signals = signals
    self.frames = frames
    self.time = time
    self.usesMouse = usesMouse
    output = TerminalOutput(terminal: STDOUT_FILENO)
    size = Self.windowSize(of: output.descriptor)
    guard let ncurses = Ncurses(frames: frames, size: size, noColor: noColor) else {
      signals.release()
      throw .unknownTerminal(term)
    }
    self.ncurses = ncurses
    painter = FramePainter(ncurses: ncurses)
    // Before the terminal is touched: from here on a fault leaves it as it was.
    Ncurses.armCrashGuard(
      input: input,
      output: output.descriptor,
      bytes: ncurses.wayOut + ControlBytes.reset,
      modes: modes
    )
    modes.makeRaw(on: input)
    enterModes()
  }

  /// Also wakes the loop when `descriptor` can be read, until `onReady` returns nil.
  func watch(_ descriptor: Int32, onReady: @escaping () -> TerminalEvent?) {
    sources.append((descriptor, onReady))
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
  private var hasShownAll: Bool { output.isEmpty && waiting == nil && !isBehind }

  func invalidate() {
    painter.forget()
  }

  /// Gives the terminal back; safe to call twice.
  func close() {
    guard isOpen else { return }
    isOpen = false
    if !isGone { giveBack() }
    Ncurses.disarmCrashGuard()
    // Nobody waits for the pipe any more.
    signals.release()
  }

  /// Stops the job as ^Z does, with the terminal given back, and comes back when it goes on.
  func suspend() {
    giveBack()
    signals.stopJob()
    resume()
  }

  /// Gives the terminal to a program for as long as it runs; everything must be drawn anew then.
  ///
  /// - Returns: how it ended; nil when it could not be started.
  func lend(to arguments: [String]) -> ChildEnd? {
    guard isOpen, !isGone else { return nil }
    giveBack()
    let outcome = ForegroundChild.run(arguments, keys: input, signals: signals)
    if outcome != nil { output.send(ControlBytes.afterOthers) }
    guard case .leave(let signal) = outcome else {
      resume()
      news = [.resized(size), .resumed]
      if case .ended(let end) = outcome { return end }
      return nil
    }
    isGone = true
    fatalSignal = signal
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

  // MARK: Waiting

  func wait(until deadline: Moment?) -> [TerminalEvent] {
    if !news.isEmpty, !isGone {
      defer { news = [] }
      isCaughtUp = hasShownAll
      return news
    }
    while isOpen, !isGone, !output.isBroken {
      var descriptors = [
        pollfd(fd: input, events: Int16(POLLIN), revents: 0),
        pollfd(fd: signals.descriptor, events: Int16(POLLIN), revents: 0),
        // A negative one is not looked at.
        pollfd(fd: output.isEmpty ? -1 : output.descriptor, events: Int16(POLLOUT), revents: 0),
      ]
      let fixed = descriptors.count
      descriptors += sources.map { pollfd(fd: $0.descriptor, events: Int16(POLLIN), revents: 0) }
      let patience = milliseconds(until: deadline)
      // Keys are brought, and frames taken away, by a thread of the kernel that may wait for this
      // very processor while the index is built.
      if patience == 0 { sched_yield() }
      let ready = poll(&descriptors, nfds_t(descriptors.count), patience)
      guard ready >= 0 || errno == EINTR else { return [.closed] }
      // What is sent from here on was not seen by who pressed the keys that are read now.
      isCaughtUp = hasShownAll
      // Where a signal interrupted the wait, its byte is in the pipe by now.
      var events = ready > 0 ? events(of: descriptors, fixed: fixed) : []
      if !output.isEmpty { output.flush() }
      if let screen = waiting, output.isEmpty { present(screen) }
      if events.isEmpty { events = unfinishedInput() }
      if !events.isEmpty { return events }
      if let deadline, deadline <= time.now { return [] }
    }
    return [.closed]
  }

  /// While something waits to be sent, it is tried again after this many milliseconds, whatever
  /// `poll` says.
  private static let sendAgain: Int64 = 100

  private func milliseconds(until deadline: Moment?) -> Int32 {
    let now = time.now
    var left = [deadline, inputDue].compactMap { $0?.nanoseconds(since: now) }
    if !output.isEmpty { left.append(Self.sendAgain * 1_000_000) }
    guard let first = left.min() else { return -1 }
    // Rounded up: to wake before the deadline would be to wake twice.
    return first <= 0 ? 0 : Int32(clamping: (first + 999_999) / 1_000_000)
  }

  /// What the first `fixed` descriptors and the sources behind them have to say.
  private func events(of descriptors: [pollfd], fixed: Int) -> [TerminalEvent] {
    var events: [TerminalEvent] = []
    if descriptors[1].revents != 0 { events += signalEvents() }
    if descriptors[0].revents != 0 {
      // A key does not wait for what can be read again.
      events += inputEvents()
      return events
    }
    let ready = descriptors.dropFirst(fixed).enumerated().filter { $0.element.revents != 0 }
    for (index, _) in ready.reversed() {
      if let event = sources[index].onReady() {
        events.append(event)
      } else {
        sources.remove(at: index)
        events.append(.bytesArrived)
      }
    }
    return events
  }

  private func inputEvents() -> [TerminalEvent] {
    var buffer: [UInt8] = Array(repeating: 0, count: 4096)
    let count = read(input, &buffer, buffer.count)
    if count < 0, errno == EINTR || errno == EAGAIN { return [] }
    // Nothing to read and nothing more to come: the terminal is gone.
    guard count > 0 else { return [.closed] }
    let inputs = parser.parse(buffer[..<count])
    inputDue = parser.patience.map { time.now.advanced(byMilliseconds: $0) }
    return inputs.map { .input($0) }
  }

  /// What a sequence of keys is that nothing more came of.
  private func unfinishedInput() -> [TerminalEvent] {
    guard let due = inputDue, due <= time.now else { return [] }
    inputDue = nil
    return parser.timeOut().map { .input($0) }
  }

  private func signalEvents() -> [TerminalEvent] {
    var events: [TerminalEvent] = []
    for number in signals.take() {
      switch number {
      case SIGWINCH:
        takeSize()
        events.append(.resized(size))
      case SIGTSTP:
        suspend()
        events.append(.resumed)
      case SIGCONT:
        // After a stop that could not be caught the modes are the shell's.
        resume()
        events.append(.resumed)
      case SIGCHLD:
        events += onChild().map { .event($0) }
      default:
        fatalSignal = number
        events.append(.closed)
      }
    }
    return events
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
