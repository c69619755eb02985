/// A range of plain text with a target.
package struct Link: Equatable, Sendable {
  /// What following the link means inside the viewer.
  package enum Kind: String, Equatable, Sendable {
    case link
    case mention
    case hashtag
    case attachment
  }

  /// Bytes of ``RichText/utf8``; never empty.
  package let range: Range<Int>
  /// The target as the document says it, character references resolved, white space trimmed.
  ///
  /// Not yet checked: it may be relative or of any scheme.
  package let target: String
  package let kind: Kind

  package init(range: Range<Int>, target: String, kind: Kind) {
    self.range = range
    self.target = target
    self.kind = kind
  }
}
