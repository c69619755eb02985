import CNcurses
import CellGrid

/// The binding to ncursesw; the only file that calls the C library through CNcurses.
///
/// Several may exist, each with a picture and a file of its own; each call selects its own first.
/// All of them belong to one thread.
///
/// ncurses is used only for output (terminfo, the difference between frames); input is read as
/// bytes. Every return code that can indicate a failure is checked.
final class Ncurses {
  /// The number of colours of the terminal; 0 for none.
  let colors: Int
  /// Whether text may be any Unicode scalar; otherwise only those in the locale's charset.
  let isUTF8: Bool
  private let screen: OpaquePointer
  private let output: UnsafeMutablePointer<FILE>
  private let input: UnsafeMutablePointer<FILE>
  private let frames: FrameFile

  /// Sets up a picture of `size` for the terminal named by TERM, without touching the terminal's modes.
  ///
  /// - Parameter frames: The file that ncurses writes to.
  /// - Returns: Nil if the terminal has no description or cannot position the cursor.
  init?(frames: FrameFile, size: Size, noColor: Bool, showsCursor: Bool = false) {
    // If the output is not a terminal, ncurses reads the size from these variables, and the shell's values may be
    // outdated. (`use_env(false)` would reject terminals whose description has no size, such as linux.)
    setenv("LINES", String(size.lines), 1)
    setenv("COLUMNS", String(size.columns), 1)
    defer {
      unsetenv("LINES")
      unsetenv("COLUMNS")
    }
    guard let output = fdopen(dup(frames.descriptor), "w"),
      let input = fdopen(dup(frames.descriptor), "r"), let screen = newterm(nil, output, input)
    else { return nil }
    self.screen = screen
    self.output = output
    self.input = input
    self.frames = frames
    cn_use(screen)
    guard cn_capability("cup") != nil, cn_capability("clear") != nil else { return nil }
    isUTF8 = Self.codesetIsUTF8
    raw()
    noecho()
    nonl()
    typeahead(-1)
    curs_set(showsCursor ? 1 : 0)
    if !noColor, has_colors(), start_color() == OK {
      use_default_colors()
      colors = Int(cn_colors())
    } else {
      colors = 0
    }
    leaveok(cn_picture(), true)
  }

  /// Closes the descriptors of the screen.
  ///
  /// Its memory stays: after `delscreen` of one screen ncurses 6.4 shows nothing on any other.
  deinit {
    fclose(output)
    fclose(input)
  }

  /// The bytes that restore the terminal, according to its description.
  ///
  /// They turn the cursor on and the keypad off, reset the style and leave the alternate screen,
  /// without requests for pauses.
  var wayOut: String {
    cn_use(screen)
    return ["cnorm", "rmkx", "op", "sgr0", "rmcup"].compactMap { name in
      guard let capability = cn_capability(name) else { return nil }
      return String(unsafeUninitializedCapacity: strlen(capability)) { room in
        cn_without_pauses(capability, room.baseAddress, room.count)
      }
    }.joined()
  }

  /// Sets the locale from the environment; C.UTF-8 if that fails or is unusable.
  static func setLocale() {
    // Only the charset is needed: every other category would open more files.
    if setlocale(LC_CTYPE, "") == nil { setlocale(LC_CTYPE, "C.UTF-8") }
  }

  static var codesetIsUTF8: Bool {
    guard let name = cn_codeset() else { return false }
    return String(cString: name) == "UTF-8"
  }

  /// Returns the colours of a type: -1 for none, -2 if it cannot place the cursor, -3 if unknown.
  static func describedColors(of term: String) -> Int { Int(cn_described_colors(term)) }

  /// The facts that `script/build` has linked in; empty in other builds.
  static var buildFacts: String { String(cString: cn_build_facts()) }

  /// The release of the library, such as "ncurses 6.4.20221231".
  static var version: String { String(cString: curses_version()) }

  /// Returns the number of a colour pair, allocating it if it is new; 0 if none is available.
  func pair(foreground: Int, background: Int) -> Int32 {
    cn_use(screen)
    return max(0, alloc_pair(Int32(clamping: foreground), Int32(clamping: background)))
  }

  /// Returns the columns of `scalar` in the C library; negative if it is not printable.
  func width(of scalar: UInt32) -> Int32 { wcwidth(wchar_t(bitPattern: scalar)) }

  /// Writes the cells that `fill` adds, at most `columns`, into line `line` of ncurses' picture;
  /// the rest of the line becomes blank.
  func setLine(_ line: Int, columns: Int, _ fill: (inout CursesCells) -> Void) {
    cn_use(screen)
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

  /// Scrolls the first `lines` lines of the terminal up by `distance`, down if negative; new lines are blank.
  ///
  /// - Returns: False if the terminal cannot scroll, in which case nothing was written.
  func scroll(lines: Int, by distance: Int) -> Bool {
    cn_use(screen)
    return cn_scroll(frames.descriptor, Int32(clamping: lines), Int32(clamping: distance)) != 0
  }

  /// Writes the differences between the picture and the terminal.
  func update() {
    cn_use(screen)
    doupdate()
  }

  /// Makes the next update write these cells even if they are unchanged; they must be whole clusters.
  func forget(line: Int, columns: Range<Int>) {
    cn_use(screen)
    cn_forget_cells(
      Int32(clamping: line),
      Int32(clamping: columns.lowerBound),
      Int32(clamping: columns.upperBound)
    )
  }

  /// Moves the terminal's cursor to this position at once.
  func place(line: Int, column: Int) {
    cn_use(screen)
    leaveok(cn_picture(), false)
    wmove(cn_picture(), Int32(clamping: line), Int32(clamping: column))
    doupdate()
    leaveok(cn_picture(), true)
  }

  /// Writes bytes past ncurses, between two updates.
  ///
  /// They must leave the cursor and the colours unchanged.
  func write(_ text: String) {
    var text = text
    text.withUTF8 { bytes in
      // A file in memory accepts everything.
      cn_write(frames.descriptor, bytes.baseAddress, bytes.count)
    }
  }

  func resize(columns: Int, lines: Int) {
    cn_use(screen)
    cn_resize(Int32(clamping: max(1, lines)), Int32(clamping: max(1, columns)))
  }

  /// The number of calls of ``resize(columns:lines:)`` on any screen; each leaves all other screens unusable.
  static var resizeCount: Int { Int(cn_resizes()) }

  /// Forgets the contents of the terminal.
  func clear() {
    cn_use(screen)
    clearok(cn_picture(), true)
  }

  /// Leaves the alternate screen and the other modes of ncurses; a later ``update()`` restores them.
  func end() {
    cn_use(screen)
    endwin()
  }

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

  /// Records caught signals from now on; each writes a byte to `descriptor` to wake the loop.
  static func reportSignals(to descriptor: Int32) { cn_signals_to(descriptor) }

  /// Ends the writing to `descriptor`, unless signals are reported to another one by now.
  static func stopReporting(to descriptor: Int32) { cn_signals_off(descriptor) }

  static func catchSignal(_ signal: Int32) { cn_catch(signal) }
  static func isIgnored(_ signal: Int32) -> Bool { cn_is_ignored(signal) != 0 }
  static func restoreDefault(_ signal: Int32) { cn_default(signal) }
  static func ignore(_ signal: Int32) { cn_ignore(signal) }

  /// Returns the signals caught since the last call, in ascending order.
  static func takeSignals() -> [Int32] {
    let bits = cn_take_signals()
    return bits == 0 ? [] : (1...64).filter { bits & (1 << UInt64($0 - 1)) != 0 }
  }

  /// Discards `signal` if it has arrived.
  static func forget(_ signal: Int32) { cn_forget_signal(signal) }

  /// Makes a crash restore the terminal from now on.
  ///
  /// The handler writes `bytes` to `output`, sets `modes` on `input`, and then lets the signal kill
  /// the process. `output` must not block: a stuck terminal is no reason to stay alive.
  static func armCrashGuard(input: Int32, output: Int32, bytes: String, modes: TerminalModes) {
    var saved = modes.saved
    cn_guard_arm(input, output, bytes, &saved)
  }

  static func disarmCrashGuard() { cn_guard_disarm() }
}

extension FrameFile {
  /// Opens a file in memory; nil if the kernel does not support it.
  convenience init?() {
    let descriptor = cn_memory_file()
    guard descriptor >= 0 else { return nil }
    self.init(descriptor: descriptor)
  }
}

/// Builds a line of ncurses cells.
struct CursesCells {
  static let scalarsPerCell = 5

  private let room: UnsafeMutableBufferPointer<cchar_t>
  private(set) var count = 0

  fileprivate init(room: UnsafeMutableBufferPointer<cchar_t>) { self.room = room }

  /// Adds a cell with its first scalar.
  @inline(__always)
  mutating func add(_ scalar: UInt32, attributes: UInt32, pair: Int32) {
    guard count < room.count, let base = room.baseAddress else { return }
    cn_fill(base + count, attributes, pair, scalar)
    count += 1
  }

  /// Adds another scalar to the last cell, at position `index`; the first scalar has position 0.
  mutating func extend(_ index: Int, _ scalar: UInt32) {
    guard count > 0, let base = room.baseAddress else { return }
    cn_extend(base + count - 1, Int32(clamping: index), scalar)
  }
}

/// The modes of a terminal at the start of the program.
struct TerminalModes {
  fileprivate let saved: termios

  /// Reads the modes of `descriptor`; nil if it is not a terminal.
  init?(of descriptor: Int32) {
    var modes = termios()
    guard tcgetattr(descriptor, &modes) == 0 else { return nil }
    saved = modes
  }

  func restore(on descriptor: Int32) {
    var modes = saved
    tcsetattr(descriptor, TCSANOW, &modes)
  }

  /// Shows nothing of the lines that are typed, such as a password.
  func hideTyping(on descriptor: Int32) {
    var modes = saved
    modes.c_lflag &= ~tcflag_t(ECHO)
    tcsetattr(descriptor, TCSANOW, &modes)
  }

  /// Passes all bytes through unchanged: each key at once, no echo, no signals, no conversion of line ends.
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
