/// A range of plain text with a style or meaning.
package struct Span: Equatable, Sendable {
  /// The styles and meanings of markup; they combine where spans nest.
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

  /// The style or meaning of the range.
  package let kind: Kind
  /// The bytes of the span in ``RichText/utf8``; never empty.
  package let range: Range<Int>

  /// Makes a span.
  package init(kind: Kind, range: Range<Int>) {
    self.kind = kind
    self.range = range
  }
}
