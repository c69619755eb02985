/// One thing that a terminal's input bytes mean.
package enum Input: Hashable, Sendable {
  case key(Key)
  case mouse(MouseEvent)
  /// Text that was pasted, as bytes; nothing in it is a key.
  case paste([UInt8])
}
