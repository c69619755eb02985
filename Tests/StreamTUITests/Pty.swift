import Foundation
import Glibc
import Testing

/// A program under a pseudo-terminal: keys in, bytes out, and what becomes of the terminal.
final class Pty {
  let child: pid_t
  private var primary: Int32
  private var secondary: Int32
  private(set) var output: [UInt8] = []
  /// The terminal's modes before the program was started.
  let modesBefore: [UInt32]
  private var shellModes = termios()

  /// Starts `arguments` with a controlling terminal of `columns` x `lines`.
  init(
    _ arguments: [String],
    columns: Int = 80,
    lines: Int = 24,
    environment: [String: String] = [:]
  ) throws {
    // A child that holds the other end of its own terminal would never see it hang up.
    primary = posix_openpt(O_RDWR | O_NOCTTY | O_CLOEXEC)
    // Not ptsname, which has one place for the names of all threads: tests run side by side.
    var name = [CChar](repeating: 0, count: 64)
    guard primary >= 0, grantpt(primary) == 0, unlockpt(primary) == 0,
      ptsname_r(primary, &name, name.count) == 0
    else { throw POSIXError(.EIO) }
    let path = String(
      decoding: name.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) },
      as: UTF8.self
    )
    secondary = open(path, O_RDWR | O_NOCTTY | O_CLOEXEC)
    tcgetattr(secondary, &shellModes)
    var window = winsize()
    window.ws_col = UInt16(columns)
    window.ws_row = UInt16(lines)
    _ = ioctl(primary, UInt(TIOCSWINSZ), &window)

    modesBefore = Self.modes(of: secondary)

    var actions = posix_spawn_file_actions_t()
    posix_spawn_file_actions_init(&actions)
    defer { posix_spawn_file_actions_destroy(&actions) }
    // Opened by the new session's leader, so it becomes the controlling terminal.
    posix_spawn_file_actions_addopen(&actions, 0, path, O_RDWR, 0)
    posix_spawn_file_actions_adddup2(&actions, 0, 1)
    posix_spawn_file_actions_adddup2(&actions, 0, 2)
    var attributes = posix_spawnattr_t()
    posix_spawnattr_init(&attributes)
    defer { posix_spawnattr_destroy(&attributes) }
    // Test threads have signals blocked, and a child would inherit that.
    var signals = sigset_t()
    sigemptyset(&signals)
    posix_spawnattr_setsigmask(&attributes, &signals)
    // POSIX_SPAWN_SETSID (0x80) is hidden from strict modes.
    posix_spawnattr_setflags(&attributes, Int16(POSIX_SPAWN_SETSIGMASK | 0x80))

    var values = ProcessInfo.processInfo.environment
    // The terminal that the tests are run in is not the one that they show.
    for name in [
      "TERM_PROGRAM", "TERM_PROGRAM_VERSION", "TMUX", "STY", "VTE_VERSION", "KONSOLE_VERSION",
      "KITTY_WINDOW_ID", "ALACRITTY_WINDOW_ID", "WT_SESSION", "NO_COLOR", "COLORFGBG",
    ] {
      values[name] = nil
    }
    values["TERM"] = "xterm-256color"
    values["LC_ALL"] = "C.UTF-8"
    // No place and no mark of another test, or of whoever runs them.
    values["HOME"] = "/nonexistent"
    values["XDG_STATE_HOME"] = nil
    values.merge(environment) { _, new in new }
    var variables: [UnsafeMutablePointer<CChar>?] = values.map { strdup("\($0)=\($1)") } + [nil]
    var vector: [UnsafeMutablePointer<CChar>?] = arguments.map { strdup($0) } + [nil]
    defer { for text in variables + vector { free(text) } }
    var child: pid_t = 0
    let failed = posix_spawn(&child, arguments[0], &actions, &attributes, &vector, &variables)
    guard failed == 0 else { throw POSIXError(POSIXErrorCode(rawValue: failed) ?? .EIO) }
    self.child = child
    _ = fcntl(primary, F_SETFL, O_NONBLOCK)
  }

  /// Opens a file in the viewer, without a state and a configuration.
  convenience init(
    file path: String,
    _ options: String...,
    columns: Int = 80,
    lines: Int = 24,
    environment: [String: String] = [:]
  ) throws {
    let arguments = [Program.path, "--no-state", "--no-config"] + options + [path]
    try self.init(arguments, columns: columns, lines: lines, environment: environment)
  }

  /// The terminal's modes as `stty -a` would show them.
  var modes: [UInt32] { Self.modes(of: secondary) }

  private static func modes(of terminal: Int32) -> [UInt32] {
    var modes = termios()
    tcgetattr(terminal, &modes)
    return [modes.c_iflag, modes.c_oflag, modes.c_cflag, modes.c_lflag]
  }

  /// Sets the modes that the terminal had at first, as a shell does when it comes back.
  func takeModesBack() {
    tcsetattr(secondary, TCSANOW, &shellModes)
  }

  deinit {
    close(primary)
    close(secondary)
  }

  /// The bytes that the next program on the terminal would read, without waiting for the end of a line.
  var unreadInput: Int32 {
    var raw = shellModes
    cfmakeraw(&raw)
    tcsetattr(secondary, TCSANOW, &raw)
    var count: Int32 = 0
    _ = ioctl(secondary, UInt(FIONREAD), &count)
    return count
  }

  func send(_ text: String) {
    let bytes = Array(text.utf8)
    _ = write(primary, bytes, bytes.count)
  }

  func resize(columns: Int, lines: Int) {
    var window = winsize()
    window.ws_col = UInt16(columns)
    window.ws_row = UInt16(lines)
    _ = ioctl(primary, UInt(TIOCSWINSZ), &window)
  }

  func signal(_ number: Int32) {
    kill(child, number)
  }

  /// Reads until the output since `mark` has `text`; false after the time limit.
  func waits(for text: String, since mark: Int = 0, seconds: Double = 10) -> Bool {
    until(seconds) { Data(output[min(mark, output.count)...]).range(of: Data(text.utf8)) != nil }
  }

  /// Reads until there is output after `mark`; false after the time limit.
  func waitsForBytes(since mark: Int, seconds: Double = 10) -> Bool {
    until(seconds) { output.count > mark }
  }

  /// Reads until nothing has come for `milliseconds`.
  func settle(milliseconds: Int32 = 250) {
    while readSome(milliseconds) {}
  }

  /// The wait status of the child; nil when it has not ended within the time limit.
  func end(seconds: Double = 10) -> Int32? {
    var status: Int32 = 0
    var ended = false
    _ = until(seconds) {
      ended = waitpid(child, &status, WNOHANG) == child
      return ended
    }
    while readSome(20) {}
    return ended ? status : nil
  }

  /// Whether the terminal takes bytes from the program.
  var takesOutput: Bool {
    var descriptor = pollfd(fd: secondary, events: Int16(POLLOUT), revents: 0)
    return poll(&descriptor, 1, 0) > 0
  }

  /// Reads until a condition holds; false after the time limit.
  func until(_ seconds: Double, _ condition: () -> Bool) -> Bool {
    let limit = Date().addingTimeInterval(seconds)
    while !condition() {
      guard Date() < limit else { return false }
      _ = readSome(20)
    }
    return true
  }

  private func readSome(_ milliseconds: Int32) -> Bool {
    var descriptor = pollfd(fd: primary, events: Int16(POLLIN), revents: 0)
    guard poll(&descriptor, 1, milliseconds) > 0 else { return false }
    var buffer = [UInt8](repeating: 0, count: 65536)
    let count = read(primary, &buffer, buffer.count)
    guard count > 0 else { return false }
    output += buffer[..<count]
    return true
  }
}

extension Pty {
  func text(since mark: Int = 0) -> String {
    String(decoding: output[min(mark, output.count)...], as: UTF8.self)
  }

  /// Waits until the output since `mark` has `text`, and for rest.
  @discardableResult func showing(
    _ text: String,
    since mark: Int = 0,
    sourceLocation: SourceLocation = #_sourceLocation
  ) -> Pty {
    #expect(waits(for: text, since: mark), "\(text)", sourceLocation: sourceLocation)
    settle()
    return self
  }

  /// Waits until the output has each of these texts.
  @discardableResult func awaiting(
    _ texts: String...,
    sourceLocation: SourceLocation = #_sourceLocation
  ) -> Pty {
    for text in texts { #expect(waits(for: text), "\(text)", sourceLocation: sourceLocation) }
    return self
  }

  /// Waits until the screen, drawn whole, has each of these texts.
  @discardableResult func drawing(
    _ texts: String...,
    sourceLocation: SourceLocation = #_sourceLocation
  ) -> Pty {
    for text in texts {
      let isDrawn = draws(text)
      let last = String(decoding: output.suffix(4_000), as: UTF8.self).debugDescription
      #expect(isDrawn, "\(text); the terminal last got: \(last)", sourceLocation: sourceLocation)
    }
    return self
  }

  /// Types `keys`, waits until the output after them, or since `mark`, has `text`, and for rest.
  func type(
    _ keys: String,
    _ text: String = "",
    since mark: Int? = nil,
    sourceLocation: SourceLocation = #_sourceLocation
  ) {
    let mark = mark ?? output.count
    send(keys)
    if text.isEmpty { settle() } else { showing(text, since: mark, sourceLocation: sourceLocation) }
  }

  /// Whether the screen comes to have a text, drawn whole: a text that takes the place of a similar one comes in pieces.
  ///
  /// - Parameter keys: typed each time: posts of a page that come one after the other move the end away.
  func draws(_ text: String, after keys: String = "") -> Bool {
    for _ in 0..<40 {
      let mark = output.count
      send(keys + "\u{0C}")
      settle()
      if waits(for: text, since: mark, seconds: 0.2) { return true }
    }
    return false
  }

  /// Types `keys`, and waits until the screen, drawn whole, has `text`.
  func type(
    _ keys: String,
    drawing text: String,
    sourceLocation: SourceLocation = #_sourceLocation
  ) {
    send(keys)
    drawing(text, sourceLocation: sourceLocation)
  }

  /// Types `keys`, and waits until the output has `text`, which may have come before them.
  func type(
    _ keys: String,
    awaiting text: String,
    sourceLocation: SourceLocation = #_sourceLocation
  ) {
    send(keys)
    awaiting(text, sourceLocation: sourceLocation)
  }

  /// Types the keys that leave the program, which ends well.
  func quit(_ keys: String = "Q", sourceLocation: SourceLocation = #_sourceLocation) {
    send(keys)
    #expect(end() == 0, sourceLocation: sourceLocation)
  }
}

/// The program under test.
enum Program {
  /// The program named by `STREAMTUI_PROGRAM`, such as the release build; else the one beside the tests.
  static let path =
    ProcessInfo.processInfo.environment["STREAMTUI_PROGRAM"]
    ?? URL(fileURLWithPath: CommandLine.arguments[0])
    .resolvingSymlinksInPath().deletingLastPathComponent().appendingPathComponent("streamtui").path

  /// The root of the package.
  static let root = URL(fileURLWithPath: #filePath)
    .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()

  static let sample = root.appendingPathComponent("sample-feed.json").path
}

@_silgen_name("posix_openpt") private func posix_openpt(_ flags: Int32) -> Int32
@_silgen_name("grantpt") private func grantpt(_ descriptor: Int32) -> Int32
@_silgen_name("unlockpt") private func unlockpt(_ descriptor: Int32) -> Int32
@_silgen_name("ptsname_r")
private func ptsname_r(
  _ descriptor: Int32,
  _ name: UnsafeMutablePointer<CChar>,
  _ count: Int
) -> Int32
