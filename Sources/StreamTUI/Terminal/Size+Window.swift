import CellGrid
import Glibc

extension Size {
  /// The largest supported window: three times a wall of small type.
  private static let largest = Size(columns: 2000, lines: 1000)

  /// The size of the window of a terminal; 80x24 if the terminal does not report one.
  init(ofWindow descriptor: Int32) {
    var window = winsize()
    let isKnown =
      ioctl(descriptor, UInt(TIOCGWINSZ), &window) == 0 && window.ws_col > 0 && window.ws_row > 0
    self.init(
      columns: isKnown ? min(Self.largest.columns, Int(window.ws_col)) : 80,
      lines: isKnown ? min(Self.largest.lines, Int(window.ws_row)) : 24
    )
  }
}
