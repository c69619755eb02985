public import ArgumentParser
package import CellGrid
public import StreamModel
package import StreamUI

/// How values of the other rooms are written on the command line.
extension Size: ExpressibleByArgument {
  package init?(argument: String) {
    let parts = argument.split(separator: "x")
    guard parts.count == 2, let columns = Int(parts[0]), let lines = Int(parts[1]),
      (1...1000).contains(columns), (1...1000).contains(lines)
    else { return nil }
    self.init(columns: columns, lines: lines)
  }
}

extension Timestamp: ExpressibleByArgument {
  /// Reads an RFC 3339 time.
  public init?(argument: String) {
    self.init(rfc3339: argument)
  }
}

extension Strategy: ExpressibleByArgument {}

extension HyperlinkChoice: ExpressibleByArgument {
  /// Written out: what is made of all cases needs a look through all conformances, in each start.
  static var allValueStrings: [String] { ["auto", "always", "never"] }
}

extension FormatHint: ExpressibleByArgument {
  static var list: String { allCases.map(\.rawValue).joined(separator: ", ") }
}
