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

  package init(source: String, message: String) {
    self.init(source: source, line: nil, column: nil, path: "", message: message)
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

/// The reason why a feed cannot be shown, or not beyond a point.
public enum FeedError: Error, Equatable, Sendable {
  case unreadable(name: String, reason: String)
  case unknownFormat(FeedProblem)
  case empty(name: String)

  /// The reason as a problem among those of the feed's posts.
  public var problem: FeedProblem {
    switch self {
    case .unreadable(let name, let reason): FeedProblem(source: name, message: reason)
    case .unknownFormat(let problem): problem
    case .empty(let name): FeedProblem(source: name, message: "empty (expected a feed)")
    }
  }
}

/// The problems of a feed, each once, in order of place.
struct ProblemLog {
  private(set) var problems: [FeedProblem] = []
  private var offsets: [Int] = []
  private var rows: Set<Int> = []

  mutating func add(_ problem: FeedProblem, at offset: Int) {
    guard problems.count < 2 * Limits.problems else { return }
    let place = offsets.partitioningIndex { $0 > offset }
    offsets.insert(offset, at: place)
    problems.insert(problem, at: place)
  }

  mutating func add(_ problem: FeedProblem, ofRow row: Int, at offset: Int) {
    guard rows.count < Limits.problems, rows.insert(row).inserted else { return }
    add(problem, at: offset)
  }
}

/// The limits on the size of a record; anything beyond is dropped and reported.
enum Limits {
  static let record = 64 << 20
  static let body = 1 << 20
  static let text = 64 << 10
  static let comments = 10_000
  static let likes = 10_000
  static let reshares = 10_000
  static let entries = 1_000
  static let problemsPerRecord = 100
  static let problems = 10_000
}
