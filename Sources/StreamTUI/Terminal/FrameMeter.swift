import CellGrid
import StreamUI

/// Counts the bytes that the terminal would be sent for each frame, and drops them.
///
/// The frames are painted as ``NcursesTerminal`` paints them, by an ncurses of the meter's own, so
/// the counts are those of a viewer of that size on this type of terminal. The bytes that begin and
/// end the use of the terminal are not among them.
final class FrameMeter: FrameGauge {
  private let ncurses: Ncurses
  private let frames: FrameFile
  private var painter: FramePainter
  private var size: Size

  /// Creates a meter for frames of `size`, which may change later.
  ///
  /// - Returns: Nil if TERM names no terminal that can show a screen, or files in memory fail.
  init?(size: Size, noColor: Bool, theme: Theme) {
    guard let frames = FrameFile(), frames.failure == nil,
      let ncurses = Ncurses(frames: frames, size: size, noColor: noColor)
    else { return nil }
    self.frames = frames
    self.ncurses = ncurses
    self.size = size
    painter = FramePainter(ncurses: ncurses, theme: theme)
    // The first update begins the use of the terminal.
    ncurses.update()
    frames.take { _ in }
  }

  func bytes(of screen: Screen) -> Int {
    if screen.size != size {
      size = screen.size
      ncurses.resize(columns: size.columns, lines: size.lines)
      painter.forget()
    }
    painter.paint(screen)
    var count = 0
    frames.take { count = $0.count }
    return count
  }

  func forget() {
    painter.forget()
  }
}
