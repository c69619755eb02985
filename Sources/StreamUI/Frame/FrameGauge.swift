package import CellGrid

/// Counts the bytes that a terminal would be sent; tests replace it.
package protocol FrameGauge: AnyObject {
  /// Returns the bytes that change the terminal from the screen of the last call to `screen`.
  func bytes(of screen: Screen) -> Int
  /// Assumes a blank terminal, so that the next screen is sent whole.
  func forget()
}
