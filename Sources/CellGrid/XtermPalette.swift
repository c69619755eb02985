/// The 256 colours of xterm as red, green and blue: 16 named colours, a cube with six levels per
/// axis and a ramp of greys.
package enum XtermPalette {
  /// Returns the colour at `index`, each component from 0 to 255.
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
