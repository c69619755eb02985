/// The command that shows a line of a file in the user's editor.
enum EditorCommand {
  /// Returns the program and its arguments: `$VISUAL`, else `$EDITOR`, else vi, with `+LINE` and the file.
  ///
  /// Blanks separate the words of the variable; no shell reads it.
  static func arguments(
    path: String,
    line: Int,
    _ environment: (String) -> String? = Environment.value
  ) -> [String] {
    for name in ["VISUAL", "EDITOR"] {
      let words = (environment(name) ?? "").split(separator: " ").map { String($0) }
      if !words.isEmpty { return words + ["+\(line)", path] }
    }
    return ["vi", "+\(line)", path]
  }
}
