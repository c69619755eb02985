import CellGrid
import StreamModel

/// The contents of a post's file, in words: the post alone, or with its comments.
package struct SavedThing: Equatable, Sendable {
  /// Nil for comments that are not counted yet.
  private let comments: Int?

  /// The longest name of a file in bytes, without its ending; file systems allow 255.
  private static let longest = 60
  /// The shortest that is worth cutting a name to.
  private static let shortest = 20

  init(_ comments: [Comment]) { self.comments = comments.count { $0.kind == .written } }

  /// A post with a number of comments; nil for some that are not counted yet.
  init(comments: Int?) { self.comments = comments }

  /// "the post", "the post and its comments" or "the post and 12 comments".
  package var words: String {
    guard let comments else { return "the post and its comments" }
    return ["the post", PostRow.count(comments, "comment", "comments")].compactMap(\.self)
      .joined(separator: " and ")
  }

  /// A name for the file in letters, digits and hyphens, made of the title, else of author and day:
  /// "on-rivers-and-lakes.md"; the prompt has `columns` for it.
  func fileName(of post: Post, fitting columns: Int) -> String {
    // The prompt has a blank, a caret, "  Enter: " and ".md" around it.
    let room = min(Self.longest, max(Self.shortest, columns - 15))
    let day = post.published.map { String($0.rfc3339.prefix(10)) }
    let author = post.author.flatMap { $0.name ?? $0.handle }
    let byline = [author, day].compactMap(\.self).joined(separator: " ")
    let title = PostTitle.shown(post, bodyIsFolded: true)?.string ?? ""
    let name = [title, byline].lazy.map { Self.hyphenated($0, fitting: room) }
      .first { !$0.isEmpty }
    return (name ?? "post") + ".md"
  }

  /// The first words of a text that have room; of a first word that is too long, its beginning.
  private static func hyphenated(_ text: String, fitting room: Int) -> String {
    // "don't" is one word.
    let plain = SafeText(sanitizing: text).string.lowercased().filter { $0 != "'" && $0 != "’" }
    let words = plain.split { !$0.isLetter && !$0.isNumber }
    var name = ""
    for word in words {
      let separator = name.isEmpty ? "" : "-"
      guard name.utf8.count + separator.utf8.count + word.utf8.count <= room else { break }
      name += separator + word
    }
    if name.isEmpty, let first = words.first {
      for character in first where name.utf8.count + String(character).utf8.count <= room {
        name.append(character)
      }
    }
    return name
  }
}

/// A text that was put on the clipboard, in the words of the message about it.
package struct CopiedText: Sendable {
  /// The columns of the words that stand for a longer text.
  private static let columns = 40

  /// An address or a short text whole; of another its first words, and the number of its characters.
  package let words: String

  package init(_ text: String) {
    let line = SafeText(
      sanitizing: text.split(whereSeparator: \.isWhitespace).joined(separator: " ")
    )
    let isAddress = !line.string.contains(" ") && line.string.contains { ":/".contains($0) }
    guard !isAddress, ColumnWidth.columns(of: line) > Self.columns else {
      words = line.string
      return
    }
    let end = ColumnWidth.prefix(of: line, in: 0..<line.count, fitting: Self.columns)
    let beginning = String(decoding: line.utf8.prefix(end), as: UTF8.self)
    // The last word may be cut, unless the text has no blanks.
    let whole = beginning.lastIndex(of: " ").map { beginning[..<$0] } ?? beginning[...]
    words = "\(whole)… (\(text.count.grouped) characters)"
  }
}

package enum PostFormat: String, CaseIterable, Sendable {
  case text = "txt"
  case markdown = "md"
  case html, json

  /// The format of a file; nil if the ending of its name says none.
  init?(path: String) {
    let name = path.split(separator: "/").last ?? ""
    guard let dot = name.lastIndex(of: "."), dot != name.startIndex else { return nil }
    self.init(rawValue: name[name.index(after: dot)...].lowercased())
  }
}
