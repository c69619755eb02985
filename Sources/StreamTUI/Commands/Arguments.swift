public import ArgumentParser
package import CellGrid
public import StreamModel
package import StreamUI

/// Parses a size such as 80x24 on the command line.
extension Size: ExpressibleByArgument {
  /// Parses columns and lines separated by "x"; nil for anything else.
  package init?(argument: String) {
    let parts = argument.split(separator: "x")
    guard parts.count == 2, let columns = Int(parts[0]), let lines = Int(parts[1]),
      (1...1000).contains(columns), (1...1000).contains(lines)
    else { return nil }
    self.init(columns: columns, lines: lines)
  }

  /// As it is typed, such as 80x24.
  package var defaultValueDescription: String { "\(columns)x\(lines)" }
}

extension Timestamp: ExpressibleByArgument {
  /// Parses an RFC 3339 time; nil for anything else.
  public init?(argument: String) {
    self.init(rfc3339: argument)
  }

  /// As it is typed, such as 2026-02-01T00:00:00Z.
  public var defaultValueDescription: String { rfc3339 }
}

extension Strategy {
  /// The names of all strategies, for help and messages.
  static let names = "idle, strict, sync, eager or flat"

  /// Returns the strategy that an argument names.
  ///
  /// - Throws: `ValidationError` that names the strategies, or the one to use instead of a removed one.
  static func parsed(_ argument: String) throws -> Strategy {
    guard let strategy = Strategy(rawValue: argument) else {
      throw ValidationError(message(aboutRemoved: argument) ?? "expected \(names)")
    }
    return strategy
  }
}

extension Timeline.Order: ExpressibleByArgument {}

extension HyperlinkChoice: ExpressibleByArgument {
  /// Listed here because deriving them from `allCases` searches all conformances at every start.
  static var allValueStrings: [String] { ["auto", "always", "never"] }
}

extension ThemeSetting: ExpressibleByArgument {
  /// Takes any name: the user's themes are known only later.
  package init?(argument: String) {
    self.init(name: argument)
  }

  package var defaultValueDescription: String { name }
}

extension ThemeSet {
  /// Returns the themes that `setting` names, for a command.
  ///
  /// - Throws: `ValidationError` with the nearest name if there is no such theme.
  func chosen(_ setting: ThemeSetting) throws -> ThemeChoice {
    do throws(UnknownTheme) {
      return try choice(of: setting)
    } catch {
      throw ValidationError(error.message)
    }
  }
}

extension FormatHint: ExpressibleByArgument {
  /// The names of all hints, as one argument's choices.
  static var choices: String { allCases.map(\.rawValue).joined(separator: "|") }
}

/// The form of a list: columns for people, or fields separated by tabs for programs.
enum TableFormat: String, ExpressibleByArgument {
  case table, tsv
}
