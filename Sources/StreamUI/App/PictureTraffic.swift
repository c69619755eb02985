/// The pictures that the terminal was sent, counted where they are written.
package struct PictureTraffic: Equatable, Sendable {
  /// Pictures that were sent to their ends.
  package var pictures = 0
  /// Bytes of pictures, commands that delete them included.
  package var bytes = 0

  /// None.
  package init() {}
}
