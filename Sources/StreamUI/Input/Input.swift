/// One input event decoded from the terminal's bytes.
package enum Input: Hashable, Sendable {
  case key(Key)
  case mouse(MouseEvent)
  /// Pasted text as bytes, none of which is a key.
  case paste([UInt8])
}
