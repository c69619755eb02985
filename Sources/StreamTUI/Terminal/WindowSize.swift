import CellGrid
import Glibc

/// The size of the terminal's window.
enum WindowSize {
  /// The largest supported window: three times a wall of small type.
  private static let limit = Size(columns: 2000, lines: 1000)

  /// Returns the window's size; 80x24 if the terminal does not report one.
  static func of(_ descriptor: Int32) -> Size {
    reported(by: descriptor) ?? Size(columns: 80, lines: 24)
  }

  /// Returns the height of a cell divided by its width; nil if the terminal does not report its pixels.
  static func cellAspect(of descriptor: Int32) -> Double? {
    var window = winsize()
    guard ioctl(descriptor, UInt(TIOCGWINSZ), &window) == 0, window.ws_col > 0, window.ws_row > 0,
      window.ws_xpixel > 0, window.ws_ypixel > 0
    else { return nil }
    let width = Double(window.ws_xpixel) / Double(window.ws_col)
    return Double(window.ws_ypixel) / Double(window.ws_row) / width
  }

  /// Returns the window's size; nil if the terminal does not report one.
  static func reported(by descriptor: Int32) -> Size? {
    var window = winsize()
    guard ioctl(descriptor, UInt(TIOCGWINSZ), &window) == 0, window.ws_col > 0, window.ws_row > 0
    else { return nil }
    return Size(
      columns: min(limit.columns, Int(window.ws_col)),
      lines: min(limit.lines, Int(window.ws_row))
    )
  }
}
