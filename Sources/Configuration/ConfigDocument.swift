/// A configuration file as tables and values, and the errors in it.
package struct ConfigDocument: Equatable, Sendable {
  /// The table of the whole file; `[a.b]` is the table "b" in the table "a".
  package let root: ConfigTable
  /// The errors in the order of the file.
  package let problems: [ConfigProblem]

  /// Makes a document.
  package init(root: ConfigTable, problems: [ConfigProblem] = []) {
    self.root = root
    self.problems = problems
  }
}
