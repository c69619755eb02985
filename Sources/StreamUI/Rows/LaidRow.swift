package import CellGrid

/// A row measured at one width: its flat lines, and where its text lies for making it rich.
///
/// Rich lines are made from the flat ones by restyling cells, so flat and rich have the same
/// characters in the same cells by construction.
///
/// A class, though it never changes: it is handed out for each row of each key, and its parts are
/// many to count.
package final class LaidRow: Sendable {
  /// A stretch of the body's text on one line of the row.
  struct Slot: Sendable {
    /// Line of the row, from 0.
    let line: Int
    /// Column of the first cell.
    let column: Int
    /// Bytes of the body's safe text.
    let range: Range<Int>
  }

  /// A line of the row that is a link as a whole.
  struct MetaLink: Sendable {
    let lines: Range<Int>
    let columns: Range<Int>
    let target: String
    let label: String
  }

  package let flat: [CellLine]
  /// Whether there is anything to make rich.
  package let isMarkedUp: Bool
  /// In order of lines.
  let slots: [Slot]
  let metaLinks: [MetaLink]
  /// The text with its spans and links, so that becoming rich reads no markup again; empty where
  /// there are none.
  let body: BodyText
  /// Whether the body was read as far as it is shown, and a little further, only.
  ///
  /// Its links are not all there, then.
  let isCut: Bool
  /// The lines "+N lines" stands in, for a click; nil when all is shown.
  let moreLine: Int?

  /// Bytes of memory, roughly.
  let cost: Int

  init(
    flat: [CellLine],
    isMarkedUp: Bool,
    slots: [Slot],
    metaLinks: [MetaLink],
    body: BodyText,
    isCut: Bool,
    moreLine: Int?
  ) {
    self.flat = flat
    self.isMarkedUp = isMarkedUp
    self.slots = slots
    self.metaLinks = metaLinks
    self.body = body
    self.isCut = isCut
    self.moreLine = moreLine
    cost = body.cost + RichRow.cost(of: flat)
  }

  package var height: Int { flat.count }
}
