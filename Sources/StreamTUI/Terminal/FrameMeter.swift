import CellGrid
import StreamUI

/// Counts the bytes that the terminal would be sent for each frame, and drops them.
///
/// The frames are painted as ``NcursesTerminal`` paints them, by an ncurses of the meter's own, so
/// the counts are those of a viewer of that size on this type of terminal. The bytes that begin and
/// end the use of the terminal are not among them.
final class FrameMeter: FrameGauge {
  private let frames: FrameFile
  private let noColor: Bool
  private let theme: Theme
  private var size: Size
  private var ncurses: Ncurses
  private var painter: FramePainter
  /// ``Ncurses/resizeCount`` when `ncurses` was created: a later resize of any screen breaks it.
  private var resizeCount: Int

  /// Creates a meter for frames of `size`, which may change later.
  ///
  /// - Returns: Nil if TERM names no terminal that can show a screen, or files in memory fail.
  init?(size: Size, noColor: Bool, theme: Theme) {
    guard let frames = FrameFile(), frames.failure == nil,
      let ncurses = Ncurses(frames: frames, size: size, noColor: noColor)
    else { return nil }
    self.frames = frames
    self.noColor = noColor
    self.theme = theme
    self.size = size
    self.ncurses = ncurses
    painter = FramePainter(ncurses: ncurses, theme: theme)
    resizeCount = Ncurses.resizeCount
    begin()
  }

  func bytes(of screen: Screen) -> Int {
    if screen.size != size || Ncurses.resizeCount != resizeCount {
      guard renew(screen.size) else { return 0 }
    }
    painter.paint(screen)
    var count = 0
    painter.take(from: frames) { count = $0.count }
    return count
  }

  func forget() { painter.forget() }

  /// Begins again with a screen of `size`; false if there is no memory or descriptor for one.
  private func renew(_ size: Size) -> Bool {
    guard let new = Ncurses(frames: frames, size: size, noColor: noColor) else { return false }
    ncurses = new
    self.size = size
    resizeCount = Ncurses.resizeCount
    painter = FramePainter(ncurses: new, theme: theme)
    begin()
    return true
  }

  /// Drops the bytes that begin the use of a terminal.
  private func begin() {
    ncurses.update()
    frames.take { _ in }
  }
}
