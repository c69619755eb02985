/// Something in a feed that could not be read, with its place.
public struct FeedProblem: Equatable, Sendable, Error {
  /// The file's name as the user gave it, not yet made safe for a terminal.
  public let source: String
  /// From 1; nil where there is no place.
  public let line: Int?
  /// From 1, in bytes of the line; nil where there is no place.
  public let column: Int?
  /// Such as `$.posts[3].author`; empty at the top.
  public let path: String
  /// What is wrong and what was expected, one line.
  public let message: String

  /// A problem with its place.
  public init(source: String, line: Int?, column: Int?, path: String, message: String) {
    self.source = source
    self.line = line
    self.column = column
    self.path = path
    self.message = message
  }
}

extension FeedProblem: CustomStringConvertible {
  /// `name:line:column: path: message`, each part only where it is known.
  ///
  /// Raw: whoever shows it makes it safe for a terminal first.
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
