import CellGrid
import Glibc
import StreamUI

/// The real terminal: frames out through ncurses, bytes in through one `poll`.
final class NcursesTerminal: Terminal {
  /// Why the terminal cannot be used.
  enum Failure: Error {
    /// Neither standard input nor the controlling terminal gives keys.
    case noKeys
    /// There is no description of the terminal named by TERM.
    case unknownTerminal(String)
  }

  private(set) var size: Size
  private let ncurses: Ncurses
  private let input: Int32
  private let ownsInput: Bool
  private let modes: TerminalModes
  private let usesMouse: Bool
  private let signals: SignalPipe
  private let time: SystemTime
  private var encoder: CellEncoder
  private var parser = InputParser()
  private var shown: Screen?
  private var isOpen = true
  /// Descriptors besides the keys that wake the loop, and what they mean.
  private var sources: [(descriptor: Int32, onReady: () -> TerminalEvent?)] = []
  /// Called when a child process has ended.
  var onChild: () -> [Event] = { [] }
  /// The signal that ended the wait for keys, to die of after the terminal is restored.
  private(set) var fatalSignal: Int32?

  /// Takes the controlling terminal over.
  init(time: SystemTime, usesMouse: Bool, noColor: Bool) throws(Failure) {
    let term = getenv("TERM").map { String(cString: $0) } ?? ""
    guard !term.isEmpty, term != "dumb" else { throw .unknownTerminal(term) }
    if isatty(STDIN_FILENO) == 1 {
      input = STDIN_FILENO
      ownsInput = false
    } else {
      input = open("/dev/tty", O_RDONLY | O_CLOEXEC)
      ownsInput = true
    }
    guard input >= 0, let modes = TerminalModes(of: input), let signals = SignalPipe() else {
      throw .noKeys
    }
    self.modes = modes
    self.signals = signals
    self.time = time
    self.usesMouse = usesMouse
    // Before curses touches anything: from here on a fault leaves the terminal as it was.
    Ncurses.armCrashGuard(terminal: input, bytes: ControlBytes.reset, modes: modes)
    guard let ncurses = Ncurses(input: input, noColor: noColor) else {
      Ncurses.disarmCrashGuard()
      throw .unknownTerminal(term)
    }
    self.ncurses = ncurses
    encoder = CellEncoder(ncurses: ncurses)
    size = Self.windowSize(of: input)
    ncurses.resize(columns: size.columns, lines: size.lines)
    enterModes()
  }

  /// Also wakes the loop when `descriptor` can be read, until `onReady` returns nil.
  func watch(_ descriptor: Int32, onReady: @escaping () -> TerminalEvent?) {
    sources.append((descriptor, onReady))
  }

  func present(_ screen: Screen) {
    var old = shown?.size == screen.size ? shown?.lines : nil
    // ncurses finds a scroll by itself, but its picture is brought up to date faster by moving it.
    if let lines = old, let distance = ScrollDistance.between(lines, screen.lines) {
      ncurses.scroll(lines: lines.count - 1, by: distance)
      old = ScrollDistance.moved(lines, by: distance)
    }
    for index in screen.lines.indices where old?[index] != screen.lines[index] {
      encoder.write(screen.lines[index], at: index)
    }
    ncurses.update()
    shown = screen
  }

  func invalidate() {
    ncurses.clear()
    shown = nil
  }

  /// Gives the terminal back; safe to call twice.
  func close() {
    guard isOpen else { return }
    isOpen = false
    leaveModes()
    ncurses.end()
    modes.restore(on: input)
    Ncurses.disarmCrashGuard()
  }

  /// Stops the job as ^Z does, with the terminal given back, and comes back when it goes on.
  func suspend() {
    leaveModes()
    ncurses.end()
    Ncurses.restoreDefault(SIGTSTP)
    kill(0, SIGTSTP)
    Ncurses.catchSignal(SIGTSTP)
    resume()
  }

  /// Writes control bytes that ncurses has no word for, such as OSC 52.
  func write(_ text: String) {
    ncurses.write(text)
  }

  // MARK: Waiting

  func wait(until deadline: Moment?) -> [TerminalEvent] {
    while isOpen {
      var descriptors = [
        pollfd(fd: input, events: Int16(POLLIN), revents: 0),
        pollfd(fd: signals.descriptor, events: Int16(POLLIN), revents: 0),
      ]
      descriptors += sources.map { pollfd(fd: $0.descriptor, events: Int16(POLLIN), revents: 0) }
      let ready = poll(&descriptors, nfds_t(descriptors.count), milliseconds(until: deadline))
      if ready == 0 {
        if parser.holdsEscape { return parser.timeOut().map { .input($0) } }
        return []
      }
      // A signal interrupted the wait: its byte is in the pipe by now.
      if ready < 0 { continue }
      let events = events(of: descriptors)
      if !events.isEmpty { return events }
    }
    return [.closed]
  }

  /// A lone escape is a key when nothing follows it for this long.
  private static let escapeMilliseconds: Int32 = 25

  private func milliseconds(until deadline: Moment?) -> Int32 {
    let limit = parser.holdsEscape ? Self.escapeMilliseconds : -1
    guard let deadline else { return limit }
    let left = deadline.nanoseconds(since: time.now)
    // Rounded up: to wake before the deadline would be to wake twice.
    let wait = left <= 0 ? 0 : Int32(clamping: (left + 999_999) / 1_000_000)
    return limit < 0 ? wait : min(wait, limit)
  }

  private func events(of descriptors: [pollfd]) -> [TerminalEvent] {
    var events: [TerminalEvent] = []
    if descriptors[1].revents != 0 { events += signalEvents() }
    if descriptors[0].revents != 0 { events += inputEvents() }
    for (index, ready) in descriptors.dropFirst(2).enumerated().reversed() where ready.revents != 0
    {
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
    return parser.parse(buffer[..<count]).map { .input($0) }
  }

  private func signalEvents() -> [TerminalEvent] {
    var events: [TerminalEvent] = []
    for number in signals.take() {
      switch number {
      case SIGWINCH:
        let size = Self.windowSize(of: input)
        self.size = size
        ncurses.resize(columns: size.columns, lines: size.lines)
        shown = nil
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
    if usesMouse { ncurses.write(ControlBytes.mouseOn) }
    ncurses.write(ControlBytes.pasteOn)
  }

  private func leaveModes() {
    if usesMouse { ncurses.write(ControlBytes.mouseOff) }
    ncurses.write(ControlBytes.pasteOff)
  }

  private func resume() {
    let size = Self.windowSize(of: input)
    self.size = size
    ncurses.resize(columns: size.columns, lines: size.lines)
    ncurses.clear()
    ncurses.update()
    enterModes()
    shown = nil
  }

  /// The window's size; 80x24 where the terminal does not know.
  private static func windowSize(of descriptor: Int32) -> Size {
    var window = winsize()
    guard ioctl(descriptor, UInt(TIOCGWINSZ), &window) == 0, window.ws_col > 0, window.ws_row > 0
    else { return Size(columns: 80, lines: 24) }
    return Size(columns: Int(window.ws_col), lines: Int(window.ws_row))
  }
}
