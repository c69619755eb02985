package import CellGrid
import StreamModel
package import StreamUI

/// The last frames of one key script under two strategies, side by side for the doubtful.
package struct SnapshotComparison {
  private let strategies: (Strategy, Strategy)
  private let screens: (Screen, Screen)
  private let difference: ScreenDifference

  private static let mostPlaces = 20

  /// Compares `screens`, which `strategies` made.
  package init(_ strategies: (Strategy, Strategy), _ screens: (Screen, Screen)) {
    self.strategies = strategies
    self.screens = screens
    difference = ScreenDifference(screens.0, screens.1)
  }

  package var isSame: Bool { difference.characters.isEmpty }

  package var text: String {
    let size = screens.0.size
    let cells = (size.columns * size.lines).grouped
    let restyled = difference.restyledCount
    return """
      \(strategies.0.rawValue):
      \(screens.0.textPlane())
      \(strategies.1.rawValue):
      \(screens.1.textPlane())
      \(difference.characterCount.grouped) of \(cells) cells differ in their characters, \
      \(restyled.grouped) in their style alone.
      \(places)
      """
  }

  private var places: String {
    let shown = difference.characters.prefix(Self.mostPlaces).map { place in
      "line \(place.line + 1), columns \(place.columns.lowerBound + 1) to "
        + "\(place.columns.upperBound): \(Self.part(place, of: screens.0)) and "
        + "\(Self.part(place, of: screens.1))\n"
    }
    let rest = difference.characters.count - shown.count
    return shown.joined() + (rest > 0 ? "\(rest.grouped) more places\n" : "")
  }

  private static func part(_ place: ScreenDifference.Place, of screen: Screen) -> String {
    guard screen.lines.indices.contains(place.line) else { return "\"\"" }
    let line = screen.lines[place.line]
    let columns = place.columns.clamped(to: line.cells.indices)
    let text = columns.filter { !line.cells[$0].isContinuation }.map(line.text)
    return "\"\(text.joined())\""
  }
}
