/// A picture made of blocks and dots, in the colours of the palette.
package struct SymbolPicture: Equatable, Sendable {
  /// A cell of it.
  package struct Symbol: Equatable, Sendable {
    package let scalar: UInt32
    /// The colours of sign and background, numbers of the palette; nil for those of the terminal.
    package let foreground: UInt8?
    package let background: UInt8?

    /// Makes a cell; a blank with a background of its own becomes a full block.
    package init(_ scalar: UInt32, foreground: UInt8?, background: UInt8?) {
      let isFilled = scalar == 0x20 && background != nil
      self.scalar = isFilled ? 0x2588 : scalar
      self.foreground = isFilled ? background : foreground
      self.background = isFilled ? nil : background
    }
  }

  /// The lines from top to bottom, each as long as it has signs.
  package let lines: [[Symbol]]

  package init(lines: [[Symbol]]) { self.lines = lines }

  /// Whether a sign is a part of pictures: box drawing, blocks and shapes, and Braille.
  package static func allows(_ scalar: UInt32) -> Bool {
    scalar == 0x20 || (0x2500...0x259F).contains(scalar) || (0x2800...0x28FF).contains(scalar)
  }
}
