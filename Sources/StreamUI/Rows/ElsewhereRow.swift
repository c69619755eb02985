import CellGrid
import StreamModel

/// Builds the line of a post that the feed only names: a comment, some that a stub counts, or the parent of a post; and
/// that of a parent that is known.
enum ElsewhereRow {
  /// The row of a reference or a stub, with the key that opens the site of that; nil for a comment that the feed holds.
  static func row(
    _ node: Conversation.Node,
    density: Density = .normal,
    key: String? = nil
  ) -> Row? {
    guard let text = words(of: node.comment) else { return nil }
    return Row(
      indent: min(node.depth, CommentRow.deepest) * CommentRow.step,
      bodyIndent: 2,
      before: [
        line(mark: "· ", text, node.comment.url, note: key.flatMap { note($0, node.comment) })
      ],
      endsWithGap: density != .compact,
      isNotice: true
    )
  }

  static func more(_ count: Int, next: Int, key: String) -> Row {
    let comments = count == 1 ? "comment" : "comments"
    let text = "\(count.grouped) more \(comments) in the feed"
    let shown = next < count ? "the next \(next.grouped)" : count == 1 ? "it" : "them"
    return Row(
      before: [
        MetaLine([
          .init(sanitizing: "· \(text)", .more),
          .init(sanitizing: " · \(key) shows \(shown)", .faint),
        ])
      ],
      endsWithGap: false,
      isNotice: true
    )
  }

  static func parent(_ name: String) -> Row {
    let text =
      address(name) == nil
      ? "in reply to a post that is not in the feed" : "in reply to \(name)"
    return Row(before: [line(mark: "↑ ", text, address(name))], endsWithGap: false, isNotice: true)
  }

  static func parent(_ post: Post, _ clock: RowClock) -> Row {
    CompactRow(clock: clock).row(post, feedTitle: nil, mark: [MetaLine.Run("↑ ", .commentMark)])
  }

  /// Returns an id or address that can be opened; nil for an id alone.
  static func address(_ name: String) -> String? { name.contains("://") ? name : nil }

  /// The link that a reference or a stub is as a whole; nil without an address.
  static func link(of comment: Comment) -> RowLink? {
    guard let text = sentence(of: comment), let address = comment.url.flatMap(address) else {
      return nil
    }
    return link(to: address, label: text)
  }

  static func link(to address: String, label: String) -> RowLink {
    RowLink(target: address, label: label, kind: .link, spots: [])
  }

  /// The words for a comment that the feed only names or counts, with its address; nil for one that it holds.
  static func sentence(of comment: Comment) -> String? {
    guard case .stub = comment.kind, let url = comment.url else { return words(of: comment) }
    return words(of: comment).map { "\($0): \(url)" }
  }

  /// The same as a row says it: the address of a stub, which would take a second line, is shown once it is asked for.
  private static func words(of comment: Comment) -> String? {
    switch comment.kind {
    case .written: nil
    case .reference: "1 reply elsewhere: \(comment.id.rawValue)"
    case .stub(0): "more on the site"
    case .stub(let count): "\(count.grouped) more on the site"
    }
  }

  /// The words about a key on the row of a stub, which does not show its address; nil for a reference, or without an address.
  private static func note(_ key: String, _ comment: Comment) -> String? {
    guard case .stub = comment.kind, comment.url.flatMap(address) != nil else { return nil }
    return " · \(key) opens the site"
  }

  private static func line(
    mark: StaticString,
    _ text: String,
    _ target: String?,
    note: String? = nil
  ) -> MetaLine {
    let tail = note.map { [MetaLine.Run(sanitizing: $0, .faint)] } ?? []
    return MetaLine(
      [.init(SafeText(mark), .commentMark), .init(sanitizing: text, .more)] + tail,
      overflow: .wrap(hang: 2),
      target: target.flatMap(address)
    )
  }
}
