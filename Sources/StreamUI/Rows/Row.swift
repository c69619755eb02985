import CellGrid
package import StreamModel

/// One row as texts ready to show; says nothing of width or place.
package struct Row: Sendable {
  /// Columns that the row stands in from the gutter, as comments do.
  package let indent: Int
  /// Columns that body and tail stand in further, under the name behind a mark.
  package let bodyIndent: Int
  /// Lines above the body: who reshared, who wrote, title, content warning.
  package let before: [MetaLine]
  package let body: Body
  /// What relative addresses in the body are relative to.
  package let baseURL: String?
  /// Shortcodes without colons that the body may use.
  package let customEmoji: [String]
  /// Whether the body is hidden, as behind a content warning.
  package let bodyIsFolded: Bool
  /// How many lines of the body are shown before "+N lines"; nil shows all.
  package let bodyLimit: Int?
  /// Whether the body's links are listed with numbers after it.
  package let numbersLinks: Bool
  /// What stands behind the head on its line where there is no body; nil for a row of several lines.
  ///
  /// The first line of the body stands there otherwise, and nothing below.
  package let oneLine: [MetaLine.Run]?
  /// Lines below the body: poll, card, attachments, counts.
  package let after: [MetaLine]
  /// Whether an empty line ends the row.
  package let endsWithGap: Bool

  package init(
    indent: Int = 0,
    bodyIndent: Int = 0,
    before: [MetaLine],
    body: Body = .missing,
    baseURL: String? = nil,
    customEmoji: [String] = [],
    bodyIsFolded: Bool = false,
    bodyLimit: Int? = nil,
    numbersLinks: Bool = false,
    oneLine: [MetaLine.Run]? = nil,
    after: [MetaLine] = [],
    endsWithGap: Bool = true
  ) {
    self.indent = indent
    self.bodyIndent = bodyIndent
    self.before = before
    self.body = body
    self.baseURL = baseURL
    self.customEmoji = customEmoji
    self.bodyIsFolded = bodyIsFolded
    self.bodyLimit = bodyLimit
    self.numbersLinks = numbersLinks
    self.oneLine = oneLine
    self.after = after
    self.endsWithGap = endsWithGap
  }
}
