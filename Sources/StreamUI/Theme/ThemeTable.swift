import CellGrid
package import Configuration

/// Reads the themes of a configuration file.
///
/// `[themes.NAME]` states styles by the names of roles, `base` (a theme; `dark` if not stated) and
/// `inherit` (whether a role that is not stated looks like its parent even where the base shows
/// them differently); `[themes.NAME.palette]` gives names to colours.
package enum ThemeTable {
  /// Reads the table `themes` of a file, whose keys are the names of themes.
  ///
  /// A wrong line costs that line: its role looks as if the line were not there.
  ///
  /// - Returns: The themes together with the built-in ones, and the problems in the order of the file.
  package static func themes(
    from table: ConfigTable
  ) -> (themes: ThemeSet, problems: [ConfigProblem]) {
    var reader = ThemeReader()
    for entry in table.entries { reader.read(entry) }
    let themes = reader.themes()
    return (themes, reader.problems.sorted { $0.place < $1.place })
  }
}
