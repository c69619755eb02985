/// A problem in a feed, with its position.
public struct FeedProblem: Equatable, Sendable, Error {
  /// The file's name as the user gave it, not yet made safe for a terminal.
  public let source: String
  /// The line, from 1; nil without a position.
  public let line: Int?
  /// The column in bytes, from 1; nil without a position.
  public let column: Int?
  /// The path in the document, such as `$.posts[3].author`; empty at the top level.
  public let path: String
  /// The problem and what was expected instead, in one line.
  public let message: String

  /// Makes a problem.
  public init(source: String, line: Int?, column: Int?, path: String, message: String) {
    self.source = source
    self.line = line
    self.column = column
    self.path = path
    self.message = message
  }
}

extension FeedProblem: CustomStringConvertible {
  /// The problem as `name:line:column: path: message`; unknown parts are omitted.
  ///
  /// The text is not safe for a terminal until the caller sanitizes it.
  public var description: String {
    var text = source
    if let line {
      text += ":\(line)"
      if let column { text += ":\(column)" }
    }
    text += ": "
    if !path.isEmpty { text += "\(path): " }
    return text + message
  }
}
