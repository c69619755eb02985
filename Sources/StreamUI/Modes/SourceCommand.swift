/// A command that takes the name of a source, typed after ":" on any page: "add https://blog.example".
enum SourceCommand: String, CaseIterable {
  case add
  /// Shows it over the page, as the command line of the shell would.
  case open

  /// Reads a line: the command and the source, which is empty until it is typed.
  ///
  /// "open" alone is the action that opens a link, and "subscribe" with a source means the same as "add".
  static func parsed(_ line: String) -> (command: SourceCommand, source: String)? {
    let words = line.split(maxSplits: 1, whereSeparator: \.isWhitespace)
    guard let name = words.first?.lowercased() else { return nil }
    let hasRest = words.count == 2 || line.last?.isWhitespace == true
    let command = name == Action.subscribe.name ? add : SourceCommand(rawValue: name)
    guard let command, hasRest || name == add.rawValue else { return nil }
    var source = words.count == 2 ? words[1] : ""
    while source.last?.isWhitespace == true { source.removeLast() }
    // A path with blanks needs no quotation marks here, and may have those that a shell wants.
    for mark in ["\"", "'"]
    where source.count > 2 && source.hasPrefix(mark) && source.hasSuffix(mark) {
      source = source.dropFirst().dropLast()
    }
    return (command, String(source))
  }

  /// The name at the end of a line with a path, without the folders that it lies in.
  static func lastName(in line: String) -> String {
    let source = parsed(line)?.source ?? line
    let names = source.split(separator: "/", omittingEmptySubsequences: true)
    guard let last = names.last, !source.contains("://") else { return source }
    return last + (source.hasSuffix("/") ? "/" : "")
  }

  var typed: String { ":" + rawValue }

  var start: String { rawValue + " " }

  var help: String {
    switch self {
    case .add: "subscribes to a web address, @user@host or a file"
    case .open: "shows a file, a folder, an archive or an address; Enter alone lists earlier ones"
    }
  }
}
