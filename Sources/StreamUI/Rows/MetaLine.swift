package import CellGrid

/// A line of a row outside its body: names, counts, an attachment.
package struct MetaLine: Sendable {
  /// The importance of a piece of a line that is too long: ``FittedLine`` gives up the first ones
  /// first.
  package enum Rank: UInt8, Sendable {
    /// Separates two pieces, and stands only where both of them do.
    case joint
    case handle
    case companion
    case source
    case name
    case note
    case label
    /// A date, which stays whole as long as it has room.
    case time
    /// A sign at the start of the line, which is no piece of its own.
    case sign
  }

  /// A piece of a line with one role and emphasis.
  package struct Run: Sendable {
    package let text: SafeText
    package let role: Role
    package let emphasis: Emphasis
    /// The importance of the piece in a line that is fitted.
    package let rank: Rank

    package init(_ text: SafeText, _ role: Role, _ emphasis: Emphasis = [], rank: Rank = .note) {
      self.text = text
      self.role = role
      self.emphasis = emphasis
      self.rank = rank
    }
  }

  /// The treatment of text that is too long for the line.
  package enum Overflow: Sendable {
    /// The text is cut and ends in "…".
    case cut
    /// The text continues on the next line, indented by `hang` columns.
    case wrap(hang: Int)
    case fit
    /// The first piece is a name and the others explain it from column `column` on; on a narrow
    /// screen they stand below it.
    case entry(column: Int)
  }

  package let runs: [Run]
  /// The treatment of text that is too long for the line.
  package let overflow: Overflow
  /// The target of the whole line if it is a link, as an attachment is; otherwise nil.
  package let target: String?
  /// The picture below the line, as below that of an attachment; otherwise nil.
  package let picture: RowPicture?

  package init(
    _ runs: [Run],
    overflow: Overflow = .cut,
    target: String? = nil,
    picture: RowPicture? = nil
  ) {
    self.runs = runs
    self.overflow = overflow
    self.target = target
    self.picture = picture
  }
}
