import CellGrid
package import StreamModel

/// The texts of one row, ready to be laid out at any width and position.
package struct Row: Sendable {
  /// The number of columns by which the row is indented from the gutter, as comments are.
  package let indent: Int
  /// The additional columns by which body and tail are indented, to align with a name after a mark.
  package let bodyIndent: Int
  /// The lines above the body: resharer, author, title, content warning.
  package let before: [MetaLine]
  package let body: Body
  package let baseURL: String?
  /// The shortcodes, without colons, that stand for custom emoji in the body.
  package let customEmoji: [String]
  package let bodyIsFolded: Bool
  /// Whether quotes are left out of the body because of their warnings.
  package let hidesQuotes: Bool
  /// Words on how to show the spoilers in the body; nil if they are shown.
  let foldHint: String?
  /// The number of lines of the body before "+N lines"; nil shows all.
  package let bodyLimit: Int?
  /// Whether the body's links are numbered and listed after it.
  package let numbersLinks: Bool
  /// The rest of a row of one line, used after the head if there is no body; nil for a row of
  /// several lines.
  ///
  /// In a row of one line, the first line of the body follows the head, and nothing is below it.
  package let oneLine: [MetaLine.Run]?
  /// The signs at the right edge of a row of one line.
  package let signs: [MetaLine.Run]
  /// The lines below the body: poll, card, attachments, counts.
  package let after: [MetaLine]
  package let endsWithGap: Bool
  /// Whether the row is a sentence of the program, which no search looks at.
  let isNotice: Bool

  package init(
    indent: Int = 0,
    bodyIndent: Int = 0,
    before: [MetaLine],
    body: Body = .missing,
    baseURL: String? = nil,
    customEmoji: [String] = [],
    bodyIsFolded: Bool = false,
    hidesQuotes: Bool = false,
    foldHint: String? = nil,
    bodyLimit: Int? = nil,
    numbersLinks: Bool = false,
    oneLine: [MetaLine.Run]? = nil,
    signs: [MetaLine.Run] = [],
    after: [MetaLine] = [],
    endsWithGap: Bool = true,
    isNotice: Bool = false
  ) {
    self.indent = indent
    self.bodyIndent = bodyIndent
    self.before = before
    self.body = body
    self.baseURL = baseURL
    self.customEmoji = customEmoji
    self.bodyIsFolded = bodyIsFolded
    self.hidesQuotes = hidesQuotes
    self.foldHint = foldHint
    self.bodyLimit = bodyLimit
    self.numbersLinks = numbersLinks
    self.oneLine = oneLine
    self.signs = signs
    self.after = after
    self.endsWithGap = endsWithGap
    self.isNotice = isNotice
  }
}
