/// A configuration file as tables and values, and the errors in it.
package struct ConfigDocument: Equatable, Sendable {
  /// The table of the whole file; `[a.b]` is the table "b" in the table "a".
  package let root: ConfigTable
  /// The tables whose names have values already, such as `[themes.a]` after `themes = "a"`.
  package let shadowed: [ConfigTable.Entry]
  /// The errors in the order of the file.
  package let problems: [ConfigProblem]

  /// Makes a document.
  package init(
    root: ConfigTable,
    shadowed: [ConfigTable.Entry] = [],
    problems: [ConfigProblem] = []
  ) {
    self.root = root
    self.shadowed = shadowed
    self.problems = problems
  }
}
