/// xterm's 256 colours as red, green and blue: 16 named, a cube of six levels, a ramp of grey.
package enum XtermPalette {
  /// The colour at `index`.
  package static func rgb(_ index: UInt8) -> (red: Int, green: Int, blue: Int) {
    let index = Int(index)
    let levels = [0, 95, 135, 175, 215, 255]
    switch index {
    case ..<16: return named[index]
    case ..<232:
      let cube = index - 16
      return (levels[cube / 36], levels[cube / 6 % 6], levels[cube % 6])
    default:
      let grey = 8 + (index - 232) * 10
      return (grey, grey, grey)
    }
  }

  private static let named: [(red: Int, green: Int, blue: Int)] = [
    (0, 0, 0), (205, 0, 0), (0, 205, 0), (205, 205, 0), (0, 0, 238), (205, 0, 205),
    (0, 205, 205), (229, 229, 229), (127, 127, 127), (255, 0, 0), (0, 255, 0), (255, 255, 0),
    (92, 92, 255), (255, 0, 255), (0, 255, 255), (255, 255, 255),
  ]
}
