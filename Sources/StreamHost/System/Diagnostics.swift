import CellGrid
import Glibc
package import StreamModel

/// Prints one line on standard error for each problem, and maps errors to exit statuses.
package enum Diagnostics {
  /// The longest line in characters; the rest of a longer message adds nothing.
  private static let limit = 500

  /// Prints one sanitized line on standard error.
  package static func print(_ line: String) { write(safe(line) + "\n", to: STDERR_FILENO) }

  /// Prints the first problems of a feed, about a screenful, and the number of further ones.
  package static func print(_ problems: [FeedProblem], of name: String) {
    var left = 1_200
    for (index, problem) in problems.enumerated() {
      guard left > 0 else {
        let count = problems.count - index
        let rest = count == 1 ? "1 further problem" : "\(count) further problems"
        print("\(name): \(rest) (streamtui check lists them all)")
        return
      }
      let line = safe(problem.description)
      left -= line.utf8.count
      write(line + "\n", to: STDERR_FILENO)
    }
  }

  /// Returns one line that is safe for a terminal.
  package static func safe(_ line: String) -> String {
    let text = SafeText(sanitizing: line)
    return text.count > limit ? text[0..<limit].string + "…" : text.string
  }

  package static func text(of error: FeedError) -> String { error.problem.description }

  /// Prints what is wrong with a source and, if its format is unknown, where the formats are listed.
  package static func print(_ error: FeedError) {
    print(text(of: error))
    guard case .unknownFormat = error else { return }
    print(
      "man streamtui-formats lists the formats; --format-hint names one that the content does not show"
    )
  }

  @discardableResult
  package static func write(_ text: String, to descriptor: Int32) -> Bool {
    var text = text
    return text.withUTF8 { write(UnsafeRawBufferPointer($0), to: descriptor) }
  }

  /// Writes all of `bytes`; returns false if the output failed, and `errno` says why.
  package static func write(_ bytes: UnsafeRawBufferPointer, to descriptor: Int32) -> Bool {
    var rest = bytes[...]
    while !rest.isEmpty {
      let count = Glibc.write(
        descriptor,
        UnsafeRawBufferPointer(rebasing: rest).baseAddress,
        rest.count
      )
      if count < 0 {
        guard errno == EINTR else { return false }
        continue
      }
      rest = rest.dropFirst(count)
    }
    return true
  }
}
