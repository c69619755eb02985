import CellGrid
package import Configuration

/// A view that the user saved in the configuration, under a name.
package struct SavedView: Equatable, Sendable {
  /// The longest name, in characters.
  package static let longestName = 40
  package static let nameForm =
    "a letter, then letters, digits and hyphens, at most \(longestName)"

  package let name: String
  /// The one-line form, as the user wrote it.
  package let line: String
  package let place: ConfigPlace
  /// The view that the line states, with the conditions of other saved views in place of their names.
  package let view: View

  package init(name: String, line: String, at place: ConfigPlace, _ view: View) {
    self.name = name
    self.line = line
    self.place = place
    self.view = view
  }

  /// The words of a title that may stand in a name, in lower case and without accents; none of other scripts.
  package static func words(of title: String) -> [String] {
    let folded = TextFolding.caseless.scalars(of: title).compactMap { Unicode.Scalar($0) }
    let plain = String(String.UnicodeScalarView(folded)).lowercased()
    return plain.split { !$0.isASCII || !$0.isLetter && !$0.isNumber }.map(String.init)
  }

  /// Whether a view, a rule or a command may have this name.
  package static func isName(_ text: String) -> Bool {
    let isPlain = text.utf8.allSatisfy { byte in
      (0x30...0x39).contains(byte) || (0x41...0x5A).contains(byte)
        || (0x61...0x7A).contains(byte) || byte == UInt8(ascii: "-")
    }
    return isPlain && text.utf8.count <= longestName
      && (text.utf8.first.map { $0 >= 0x41 } ?? false)
  }
}

extension [SavedView] {
  /// Reads the one-line form of a view, with the conditions of these views in place of their names.
  ///
  /// - Throws: ``ViewError`` with its column in the line.
  package func view(_ line: String) throws(ViewError) -> View {
    try View(line).expanded(
      by: { name in first { $0.name == name }?.line },
      among: map(\.name),
      in: line
    )
  }
}
