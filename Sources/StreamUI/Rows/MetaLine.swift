package import CellGrid

/// A line of a row outside its body: names, counts, an attachment.
package struct MetaLine: Sendable {
  /// A piece of a line with one role and emphasis.
  package struct Run: Sendable {
    /// The text of the piece.
    package let text: SafeText
    /// The meaning of the piece.
    package let role: Role
    /// The emphasis of the piece.
    package let emphasis: Emphasis

    /// Makes a piece.
    package init(_ text: SafeText, _ role: Role, _ emphasis: Emphasis = []) {
      self.text = text
      self.role = role
      self.emphasis = emphasis
    }
  }

  /// The treatment of text that is too long for the line.
  package enum Overflow: Sendable {
    /// The text is cut and ends in "…".
    case cut
    /// The text continues on the next line, indented by `hang` columns.
    case wrap(hang: Int)
  }

  /// The pieces from left to right.
  package let runs: [Run]
  /// The treatment of text that is too long for the line.
  package let overflow: Overflow
  /// The target of the whole line if it is a link, as an attachment is; otherwise nil.
  package let target: String?

  /// Makes a line.
  package init(_ runs: [Run], overflow: Overflow = .cut, target: String? = nil) {
    self.runs = runs
    self.overflow = overflow
    self.target = target
  }
}
