package import CellGrid
import RichText

/// A row laid out at one width: its flat lines, and the positions of its text for enrichment, which restyles the cells of the flat
/// lines: flat and rich rows have the same characters in the same cells by construction.
///
/// A class although it never changes: every key passes it around for each row, and copying would retain each of its many parts.
package final class LaidRow: Sendable {
  struct MetaLink: Sendable {
    let lines: Range<Int>
    let columns: Range<Int>
    let target: String
    let label: String
  }

  package struct Picture: Sendable {
    package let lines: Range<Int>
    package let box: RowPicture.Box
    package let number: PictureNumber
    package let place: PicturePlace
    package let waits: Bool
    /// Why it is not shown; nil as long as nothing speaks against it.
    package let fault: SafeText?
  }

  /// The lines without styled spans and links.
  package let flat: [CellLine]
  /// Whether enrichment would change anything.
  package let isMarkedUp: Bool
  let slots: [TextSlot]
  let metaLinks: [MetaLink]
  /// The lines below the body that list the addresses of its links.
  let listedLinks: [MetaLink]
  let text: RowText
  /// The pieces of the text above and below the body.
  let lineSlots: [TextSlot]
  /// The text with its spans and links, so that enrichment parses no markup again; empty if there are none.
  let body: BodyText
  /// Whether the body was read only a little further than it is shown, so that some of its links are missing.
  let isCut: Bool
  /// The line with "+N lines", for clicks; nil if the whole body is shown.
  let moreLine: Int?
  package let pictures: [Picture]

  /// The approximate memory in bytes.
  let cost: Int

  init(
    flat: [CellLine],
    isMarkedUp: Bool = false,
    slots: [TextSlot] = [],
    metaLinks: [MetaLink] = [],
    listedLinks: [MetaLink] = [],
    text: RowText = .empty,
    lineSlots: [TextSlot] = [],
    body: BodyText = .empty,
    isCut: Bool = false,
    moreLine: Int? = nil,
    pictures: [Picture] = []
  ) {
    self.flat = flat
    self.isMarkedUp = isMarkedUp
    self.slots = slots
    self.metaLinks = metaLinks
    self.listedLinks = listedLinks
    self.text = text
    self.lineSlots = lineSlots
    self.body = body
    self.isCut = isCut
    self.moreLine = moreLine
    self.pictures = pictures
    cost = body.cost + text.count + RichRow.cost(of: flat)
  }

  package var height: Int { flat.count }
  var hasLinks: Bool { !metaLinks.isEmpty || body.hasLinks }

  static let empty = LaidRow(flat: [])
}

extension CellLine {
  func parted(at column: Int, columns: Int) -> CellLine {
    var line = resized(to: columns)
    line.put("│", at: column, role: .faint)
    return line
  }
}

/// The words of a row that searches look at: those above its body, its body, and those below, without list marks, quote bars,
/// table borders and "+3 lines".
struct RowText: Sendable {
  enum Section: UInt8, CaseIterable, Sendable {
    case head, body, tail
  }

  /// A place in a row's text; the same at every width, folded or not.
  struct Place: Comparable, Hashable, Sendable {
    let section: Section
    /// The byte within the section.
    let offset: Int

    var passage: Passage { Passage(section: section, range: offset..<offset + 1) }

    static func < (one: Place, other: Place) -> Bool {
      (one.section.rawValue, one.offset) < (other.section.rawValue, other.offset)
    }
  }

  struct Passage: Hashable, Sendable {
    let section: Section
    let range: Range<Int>

    var start: Place { Place(section: section, offset: range.lowerBound) }
  }

  static let empty = RowText()

  /// Lines that are separated by line breaks.
  private(set) var head = SafeText.empty
  var body = SafeText.empty
  /// Lines that are separated by line breaks.
  private(set) var tail = SafeText.empty

  private static let lineBreak = Sanitizer.sanitize([0x0A], keepingNewlines: true).text

  init() {}

  /// The whole text of `row`, with what is folded; empty for a sentence of the program.
  init(_ row: Row) {
    guard !row.isNotice else { return }
    let text = BodyText(
      row.body,
      customEmoji: row.customEmoji,
      reading: row.numbersLinks ? .rich : .flat
    )
    body = text.text
    for line in row.before { append(line, to: .head) }
    if row.numbersLinks {
      let links = BodyText(row.body, baseURL: row.baseURL, customEmoji: row.customEmoji).links
      for (index, link) in links.enumerated() {
        append(RowLayout.line(of: link.target, number: index + 1), to: .tail)
      }
    }
    for line in row.after { append(line, to: .tail) }
  }

  subscript(section: Section) -> SafeText {
    switch section {
    case .head: head
    case .body: body
    case .tail: tail
    }
  }

  var count: Int { head.count + body.count + tail.count }

  @discardableResult
  mutating func append(_ line: MetaLine, to section: Section) -> Int {
    var text = self[section]
    if !text.isEmpty { text.append(Self.lineBreak) }
    let start = text.count
    for run in line.runs { text.append(run.text) }
    if section == .head { head = text } else { tail = text }
    return start
  }

  /// The same with the lines above the body of another reading.
  func replacingHead(by lines: [MetaLine]) -> RowText {
    var other = self
    other.head = .empty
    for line in lines { other.append(line, to: .head) }
    return other
  }
}
