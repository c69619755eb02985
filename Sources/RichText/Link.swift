/// A range of plain text with a target.
package struct Link: Equatable, Sendable {
  /// The action of a link inside the viewer.
  package enum Kind: String, Equatable, Sendable {
    case link
    case mention
    case hashtag
    case attachment
  }

  /// The bytes of the link text in ``RichText/utf8``; never empty.
  package let range: Range<Int>
  /// The target as written, with character references resolved and white space trimmed.
  ///
  /// It is not checked yet: it may be relative or of any scheme.
  package let target: String
  /// The kind of the link.
  package let kind: Kind

  /// Makes a link.
  package init(range: Range<Int>, target: String, kind: Kind) {
    self.range = range
    self.target = target
    self.kind = kind
  }
}
