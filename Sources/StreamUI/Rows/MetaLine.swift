package import CellGrid

/// A line of a row that is not its body: names, counts, an attachment.
package struct MetaLine: Sendable {
  /// A piece of a line in one role.
  package struct Run: Sendable {
    package let text: SafeText
    package let role: Role
    package let emphasis: Emphasis

    package init(_ text: SafeText, _ role: Role, _ emphasis: Emphasis = []) {
      self.text = text
      self.role = role
      self.emphasis = emphasis
    }
  }

  /// What happens to text beyond the edge.
  package enum Overflow: Sendable {
    /// It is cut and ends in "…".
    case cut
    /// It goes on in the next line, indented by so many columns.
    case wrap(hang: Int)
  }

  package let runs: [Run]
  package let overflow: Overflow
  /// Where the whole line leads when it is a link, as an attachment is.
  package let target: String?

  package init(_ runs: [Run], overflow: Overflow = .cut, target: String? = nil) {
    self.runs = runs
    self.overflow = overflow
    self.target = target
  }
}
