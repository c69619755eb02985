import CellGrid
import RichText

/// The words of a row that searches look at: those above its body, its body, and those below.
///
/// List marks, quote bars, table borders and "+3 lines" are no text.
struct RowText: Sendable {
  /// A part of a row's text.
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

  /// A part of a row's text.
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

  /// The number of bytes of all text.
  var count: Int { head.count + body.count + tail.count }

  /// Appends a line to a section and returns where it begins.
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
