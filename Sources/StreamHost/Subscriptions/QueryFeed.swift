import StreamModel

/// A query feed of newsboat's list, "query:NAME:FILTER": here a saved view.
struct QueryFeed {
  struct Failure: Error {
    let message: String
  }

  let filter: String
  private let title: String

  /// Reads the address of a feed; nil where it is none.
  ///
  /// - Parameter tags: the tags of the list that it stands in.
  init?(_ address: String, tags: Set<String> = []) throws(Failure) {
    guard address.hasPrefix("query:") else { return nil }
    let parts = address.split(separator: ":", maxSplits: 2, omittingEmptySubsequences: false)
    guard parts.count == 3, parts[2].contains(where: { !$0.isWhitespace }) else {
      throw Failure(message: "a query feed without a filter (expected query:NAME:FILTER)")
    }
    title = String(parts[1])
    do throws(ViewError) {
      filter = try View(Self.grouped(parts[2], tags)).description
    } catch {
      let name = ListProblem.quoted(title)
      throw Failure(message: "query feed \(name) left out: in its filter, \(error)")
    }
  }

  func name(besides taken: inout Set<String>) -> String {
    let joined = SavedView.words(of: title).joined(separator: "-")
    // Room for a number after it.
    let cut = String(joined.prefix(SavedView.longestName - 6))
    let name = SavedView.isName(cut) ? cut : cut.isEmpty ? "view" : "view-\(cut.prefix(29))"
    var free = name
    var number = 2
    while !taken.insert(free).inserted {
      free = "\(name)-\(number)"
      number += 1
    }
    return free
  }

  /// Returns a filter of newsboat with parentheses for its order: "and" and "or" bind equally there, from the left.
  ///
  /// There, "tags #" searches the words of all tags and minds case. Where one of `tags` makes that differ from `in:`,
  /// it becomes an expression.
  private static func grouped(_ filter: Substring, _ tags: Set<String>) -> String {
    guard filter.utf8.count <= View.longest else { return String(filter) }
    var text = ""
    /// The start of each open group, and whether an "or" stands in it that no parentheses hold.
    var groups = [(start: 0, hasOr: false)]
    var rest = filter
    /// The field and the sign before the next part.
    var before = ["", ""]
    while let character = rest.first {
      var part = rest.prefix { $0.isLetter || $0 == "_" || $0 == "-" || $0 == "." }
      if part.isEmpty { part = rest.prefix(1) }
      if character == "\"" {
        let end = rest.dropFirst().firstIndex(of: "\"")
        part = end.map { rest[...$0] } ?? rest
      }
      rest = rest[part.endIndex...]
      let last = groups.count - 1
      switch part {
      case "(": groups.append((text.utf8.count + 1, false))
      case ")" where last > 0: groups.removeLast()
      case "or": groups[last].hasOr = true
      case "and" where groups[last].hasOr:
        let start = text.utf8.index(text.startIndex, offsetBy: groups[last].start)
        text = "\(text[..<start])(\(text[start...])) "
        groups[last].hasOr = false
      default: break
      }
      let word = part.dropFirst().dropLast()
      if character == "\"", before == ["tags", "#"], tags.contains(where: { isLoose($0, word) }) {
        let pattern = RegularExpression.escaped(String(word)).replacing("/", with: "\\/")
        text += " /(?<!\\S)\(pattern)(?!\\S)/c"
      } else {
        // An expression may follow the sign only where a blank stands before it.
        text += part == "tags" ? "tags " : part
      }
      if !character.isWhitespace, character != "!" { before = [before[1], String(part)] }
    }
    return text
  }

  /// Whether `tag` passes a test for `word` in newsboat and not under `in:`, or the other way round.
  private static func isLoose(_ tag: String, _ word: Substring) -> Bool {
    tag.split(whereSeparator: \.isWhitespace).contains(word)
      != (tag.lowercased() == word.lowercased())
  }
}
