import StreamHost

/// The command that shows a line of a file in the user's editor.
enum EditorCommand {
  /// The editors that take `+LINE` before a file.
  ///
  /// Others, such as `code --wait`, would open a file of that name.
  private static let takingLines: Set<String> = [
    "vi", "vim", "nvim", "view", "vis", "kak", "nano", "pico", "micro", "emacs", "emacsclient",
    "mg", "jed", "joe", "jmacs", "jstar", "ne", "mcedit", "gedit", "kate",
  ]

  /// Returns the program and its arguments: `$VISUAL`, else `$EDITOR`, else vi, with the file and, for
  /// editors that take it, `+LINE` before it.
  ///
  /// Blanks separate the words of the variable; no shell reads it.
  ///
  /// - Parameter line: from 1, with which every editor begins.
  static func arguments(
    path: String,
    line: Int,
    _ environment: (String) -> String? = Environment.value
  ) -> [String] {
    let named = ["VISUAL", "EDITOR"].map { name in
      (environment(name) ?? "").split(separator: " ").map { String($0) }
    }
    let words = named.first { !$0.isEmpty } ?? ["vi"]
    let name = words.first?.split(separator: "/").last.map { String($0) } ?? ""
    return words + (line > 1 && takingLines.contains(name) ? ["+\(line)"] : []) + [path]
  }
}
