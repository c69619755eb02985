/// A range of plain text with one meaning.
package struct Span: Equatable, Sendable {
  /// The meanings that markup can give; they combine where spans nest.
  package enum Kind: Equatable, Sendable, Hashable {
    case bold
    case italic
    case underline
    case strike
    case mark
    case code
    case small
    case quote
    case heading
    case customEmoji
  }

  package let kind: Kind
  /// Bytes of ``RichText/utf8``; never empty.
  package let range: Range<Int>

  package init(kind: Kind, range: Range<Int>) {
    self.kind = kind
    self.range = range
  }
}
