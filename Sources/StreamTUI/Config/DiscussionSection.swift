import Configuration
import StreamModel

/// Reads the table `[discussions]` of a configuration file: a line for each form of addresses.
///
/// An error costs its line only.
struct DiscussionSection {
  /// The most lines: each is compared with each address of a post.
  private static let most = 100

  /// The lines in the order of the file.
  private(set) var lines: [DiscussionLine] = []
  private(set) var problems: [ConfigProblem] = []

  init(_ table: ConfigTable) {
    for entry in table.entries {
      do throws(ConfigProblem) {
        guard lines.count < Self.most else {
          throw ConfigProblem(at: entry.place, "Too many lines (expected at most \(Self.most))")
        }
        lines.append(try Self.line(entry))
      } catch {
        problems.append(error)
      }
    }
  }

  private static func line(_ entry: ConfigTable.Entry) throws(ConfigProblem) -> DiscussionLine {
    guard case .string(let target) = entry.value.content else {
      throw ConfigProblem(
        at: entry.value.place,
        "\"\(entry.key.prefix(60))\" is \(entry.value.content.kind) (expected a text)"
      )
    }
    do throws(DiscussionLine.Fault) {
      return try DiscussionLine(pattern: entry.key, target: target)
    } catch {
      switch error {
      case .pattern(let words): throw ConfigProblem(at: entry.place, words)
      case .target(let words): throw ConfigProblem(at: entry.value.place, words)
      }
    }
  }
}
