import CellGrid
import RichText
import StreamModel

/// The headline of a post as one line of text.
enum PostTitle {
  /// Returns the headline as the feed states it; nil without one.
  static func stated(_ post: Post) -> SafeText? { stated(post.title) }

  static func stated(_ title: Body) -> SafeText? {
    text(of: title).flatMap { line(SafeText(sanitizing: $0)) }
  }

  /// Returns the headline that stands above the body; nil without one, and nil where the body begins
  /// with it: the body stays, because it may hold links.
  ///
  /// - Parameter bodyIsFolded: Whether the body is folded, so that it repeats nothing.
  static func shown(_ post: Post, bodyIsFolded: Bool) -> SafeText? {
    guard let text = text(of: post.title) else { return nil }
    guard let title = line(SafeText(sanitizing: TitleReferences.decoded(text))) else { return nil }
    return !bodyIsFolded && isRepeated(title, in: post) ? nil : title
  }

  private static func text(of title: Body) -> String? {
    switch title {
    case .missing: nil
    case .text(let title): title
    case .html: BodyText(title, customEmoji: []).oneLine
    }
  }

  private static func line(_ text: SafeText) -> SafeText? { text.isEmpty ? nil : text }

  /// Whether the first line of the body is the title, or begins with a title that was cut.
  private static func isRepeated(_ title: SafeText, in post: Post) -> Bool {
    guard post.body != .missing else { return false }
    // A line that goes on after this much is longer than the title, whatever blanks it has.
    let enough = 2 * title.count + 64
    let body = BodyText(
      post.body,
      customEmoji: post.customEmoji,
      reading: .flat,
      enoughTextBytes: enough
    )
    guard let first = body.blocks.first(where: { !$0.range.isEmpty }) else { return false }
    let start = body.text[first.range].utf8.prefix(enough).prefix { $0 != UInt8(ascii: "\n") }
    let line = folded(String(decoding: start, as: UTF8.self))
    let wanted = folded(title.string)
    if line == wanted { return true }
    guard let end = ["…", "..."].first(where: { wanted.hasSuffix($0) }) else { return false }
    let beginning = folded(String(wanted.dropLast(end.count)))
    return !beginning.isEmpty && line.hasPrefix(beginning)
  }

  /// Returns the text in small letters, with single blanks.
  private static func folded(_ text: String) -> String {
    text.lowercased().split(whereSeparator: \.isWhitespace).joined(separator: " ")
  }
}
