import CNcurses
import CellGrid

/// The binding to ncursesw: everything the program asks of the C library, and the one importer of it.
///
/// ncurses is used for output only (terminfo, the difference between frames); input is read as
/// bytes. Every return code that can fail is looked at.
final class Ncurses {
  /// How many colours the terminal has; 0 for none.
  let colors: Int
  /// Whether text may be any Unicode scalar; else only what the locale's charset has.
  let isUTF8: Bool
  private let screen: OpaquePointer
  private let frames: FrameFile

  /// Sets up a picture of the terminal named by TERM, of `size`; the modes of the terminal are not its business.
  ///
  /// - Parameter frames: where it writes to.
  /// - Returns: nil when there is no description of the terminal, or it cannot place the cursor.
  init?(frames: FrameFile, size: Size, noColor: Bool) {
    // Where its output is no terminal, it asks these for the size; what the shell says in them may
    // be old. (`use_env(false)` would refuse terminals whose description has no size, as linux.)
    setenv("LINES", String(size.lines), 1)
    setenv("COLUMNS", String(size.columns), 1)
    defer {
      unsetenv("LINES")
      unsetenv("COLUMNS")
    }
    guard let output = fdopen(dup(frames.descriptor), "w"),
      let input = fdopen(dup(frames.descriptor), "r"),
      let screen = newterm(nil, output, input)
    else { return nil }
    self.screen = screen
    self.frames = frames
    _ = set_term(screen)
    guard cn_capability("cup") != nil, cn_capability("clear") != nil else { return nil }
    isUTF8 = Self.codesetIsUTF8
    raw()
    noecho()
    nonl()
    typeahead(-1)
    curs_set(0)
    if !noColor, has_colors(), start_color() == OK {
      use_default_colors()
      colors = Int(cn_colors())
    } else {
      colors = 0
    }
    leaveok(cn_picture(), true)
  }

  /// The bytes that leave the terminal as it was, after its description: cursor on, keypad off, plain
  /// style, off the alternate screen; without requests for pauses.
  var wayOut: String {
    ["cnorm", "rmkx", "op", "sgr0", "rmcup"].compactMap { name in
      guard let capability = cn_capability(name) else { return nil }
      return String(unsafeUninitializedCapacity: strlen(capability)) { room in
        cn_without_pauses(capability, room.baseAddress, room.count)
      }
    }.joined()
  }

  /// Sets the locale from the environment; where that fails or is no use, C.UTF-8.
  static func setLocale() {
    // Of a locale only the charset is asked for: each other category would be files to open.
    if setlocale(LC_CTYPE, "") == nil { setlocale(LC_CTYPE, "C.UTF-8") }
  }

  /// Whether the locale's charset is UTF-8.
  static var codesetIsUTF8: Bool {
    guard let name = cn_codeset() else { return false }
    return String(cString: name) == "UTF-8"
  }

  /// The number of a colour pair, made when it is new; 0 when there is none to be had.
  func pair(foreground: Int, background: Int) -> Int32 {
    max(0, alloc_pair(Int32(clamping: foreground), Int32(clamping: background)))
  }

  /// Columns that the C library gives `scalar`; negative when it cannot be printed.
  func width(of scalar: UInt32) -> Int32 {
    wcwidth(wchar_t(bitPattern: scalar))
  }

  /// Puts the cells that `fill` adds, `columns` at most, into ncurses' picture at `line`; what is
  /// right of `columns` is blank.
  func setLine(_ line: Int, columns: Int, _ fill: (inout CursesCells) -> Void) {
    withUnsafeTemporaryAllocation(of: cchar_t.self, capacity: max(1, columns)) { buffer in
      var cells = CursesCells(room: buffer)
      fill(&cells)
      wmove(cn_picture(), Int32(clamping: line), 0)
      wadd_wchnstr(cn_picture(), buffer.baseAddress, Int32(clamping: cells.count))
    }
    guard columns < Int(getmaxx(cn_picture())) else { return }
    wmove(cn_picture(), Int32(clamping: line), Int32(clamping: columns))
    wclrtoeol(cn_picture())
  }

  /// Moves the first `lines` lines of the terminal up by `distance`, down if negative; what comes
  /// in is blank.
  ///
  /// - Returns: false where the terminal cannot, and nothing was done.
  func scroll(lines: Int, by distance: Int) -> Bool {
    cn_scroll(frames.descriptor, Int32(clamping: lines), Int32(clamping: distance)) != 0
  }

  /// Brings the terminal up to date with the picture.
  func update() {
    doupdate()
  }

  /// Makes the next update write these cells, whatever they show now; they must be whole clusters.
  func forget(line: Int, columns: Range<Int>) {
    cn_forget_cells(
      Int32(clamping: line),
      Int32(clamping: columns.lowerBound),
      Int32(clamping: columns.upperBound)
    )
  }

  /// Puts the terminal's cursor there at once.
  func place(line: Int, column: Int) {
    leaveok(cn_picture(), false)
    wmove(cn_picture(), Int32(clamping: line), Int32(clamping: column))
    doupdate()
    leaveok(cn_picture(), true)
  }

  /// Writes what does not pass through ncurses, between two updates; it must leave the cursor and
  /// the colours as they are.
  func write(_ text: String) {
    var text = text
    text.withUTF8 { bytes in
      // A file in memory takes all there is.
      cn_write(frames.descriptor, bytes.baseAddress, bytes.count)
    }
  }

  func resize(columns: Int, lines: Int) {
    resizeterm(Int32(clamping: max(1, lines)), Int32(clamping: max(1, columns)))
  }

  /// Forgets what is on the terminal.
  func clear() {
    clearok(cn_picture(), true)
  }

  /// Leaves the alternate screen and what else belongs to a picture; a later ``update()`` comes back.
  func end() {
    endwin()
  }

  /// The attribute bits for `attributes`.
  static func bits(_ attributes: Attributes) -> UInt32 {
    var bits: UInt32 = 0
    if attributes.contains(.bold) { bits |= cn_bold() }
    if attributes.contains(.dim) { bits |= cn_dim() }
    if attributes.contains(.italic) { bits |= cn_italic() }
    if attributes.contains(.underline) { bits |= cn_underline() }
    if attributes.contains(.reverse) { bits |= cn_reverse() }
    return bits
  }

  // MARK: Signals and crashes

  /// From now on a caught signal is noted, and a byte on `descriptor` wakes who waits there.
  static func reportSignals(to descriptor: Int32) { cn_signals_to(descriptor) }

  static func catchSignal(_ signal: Int32) { cn_catch(signal) }
  static func isIgnored(_ signal: Int32) -> Bool { cn_is_ignored(signal) != 0 }
  static func restoreDefault(_ signal: Int32) { cn_default(signal) }
  static func ignore(_ signal: Int32) { cn_ignore(signal) }

  /// The caught signals that have come since the last call, in the order of their numbers.
  static func takeSignals() -> [Int32] {
    let bits = cn_take_signals()
    return bits == 0 ? [] : (1...64).filter { bits & (1 << UInt64($0 - 1)) != 0 }
  }

  /// As if `signal` had not come.
  static func forget(_ signal: Int32) { cn_forget_signal(signal) }

  /// From now on a fault writes `bytes` to `output`, sets `modes` on `input`, and only then kills.
  ///
  /// `output` must not block: a stuck terminal is no reason to live on.
  static func armCrashGuard(input: Int32, output: Int32, bytes: String, modes: TerminalModes) {
    var saved = modes.saved
    cn_guard_arm(input, output, bytes, &saved)
  }

  static func disarmCrashGuard() { cn_guard_disarm() }

  /// A file in memory; nil when the kernel has none.
  static func memoryFile() -> Int32? {
    let descriptor = cn_memory_file()
    return descriptor < 0 ? nil : descriptor
  }
}

/// A line of ncurses' cells in the making.
struct CursesCells {
  private let room: UnsafeMutableBufferPointer<cchar_t>
  /// Cells so far.
  private(set) var count = 0

  fileprivate init(room: UnsafeMutableBufferPointer<cchar_t>) {
    self.room = room
  }

  /// Adds a cell with its first scalar.
  @inline(__always)
  mutating func add(_ scalar: UInt32, attributes: UInt32, pair: Int32) {
    guard count < room.count, let base = room.baseAddress else { return }
    cn_fill(base + count, attributes, pair, scalar)
    count += 1
  }

  /// Adds a further scalar to the cell added last; the first is number 0.
  mutating func extend(_ index: Int, _ scalar: UInt32) {
    guard count > 0, let base = room.baseAddress else { return }
    cn_extend(base + count - 1, Int32(clamping: index), scalar)
  }
}

/// A terminal's modes, as they were when the program came.
struct TerminalModes {
  fileprivate let saved: termios

  /// The modes of `descriptor`; nil when it is no terminal.
  init?(of descriptor: Int32) {
    var modes = termios()
    guard tcgetattr(descriptor, &modes) == 0 else { return nil }
    saved = modes
  }

  func restore(on descriptor: Int32) {
    var modes = saved
    tcsetattr(descriptor, TCSANOW, &modes)
  }

  /// Bytes as they are, both ways: each key at once, no echo, no signals, no line ends made.
  func makeRaw(on descriptor: Int32) {
    var modes = saved
    modes.c_iflag &= ~tcflag_t(IGNBRK | BRKINT | PARMRK | ISTRIP | INLCR | IGNCR | ICRNL | IXON)
    modes.c_oflag &= ~tcflag_t(OPOST)
    modes.c_lflag &= ~tcflag_t(ECHO | ECHONL | ICANON | ISIG | IEXTEN)
    modes.c_cflag &= ~tcflag_t(PARENB)
    modes.c_cflag |= tcflag_t(CS8)
    cn_wait_for_a_byte(&modes)
    tcsetattr(descriptor, TCSANOW, &modes)
  }
}
