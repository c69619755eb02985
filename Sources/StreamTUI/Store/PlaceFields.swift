import StreamModel
import StreamUI

/// Reads the facts of a place file, a line each.
///
/// A fact is nil where the next line or field is not the expected one.
struct PlaceFields {
  private var lines: ArraySlice<Substring>
  private var fields: ArraySlice<Substring> = []

  init(_ lines: ArraySlice<Substring>) {
    self.lines = lines
  }

  /// The rest of the next line, which begins with `name`.
  mutating func rest(after name: String) -> String? {
    guard let line = lines.popFirst(), line.hasPrefix(name + " ") else { return nil }
    return String(line.dropFirst(name.count + 1))
  }

  mutating func place() -> SavedPlace? {
    guard let top = begin("top", then: { $0.post() }), let line = number(), fields.isEmpty,
      let selection = begin("selection", then: { $0.post() }), fields.isEmpty,
      let order = rest(after: "order").flatMap(Timeline.Order.init),
      let density = rest(after: "density").flatMap({ UInt8($0) }).flatMap(Density.init)
    else { return nil }
    guard let unfolded = all("unfolded", then: { $0.unfoldedRow() }),
      let opened = all("page", then: { $0.openedPost() }), opened.count <= 1,
      let marks = all("mark", then: { $0.mark() }), lines.isEmpty
    else { return nil }
    return SavedPlace(
      top: top,
      line: line,
      selection: selection,
      order: order,
      density: density,
      unfolded: unfolded,
      opened: opened.first,
      marks: marks
    )
  }

  /// The facts of all next lines that are called `name`.
  private mutating func all<Fact>(
    _ name: String,
    then read: (inout PlaceFields) -> Fact?
  ) -> [Fact]? {
    var facts: [Fact] = []
    while lines.first?.hasPrefix(name + " ") == true {
      guard let fact = begin(name, then: read), fields.isEmpty else { return nil }
      facts.append(fact)
    }
    return facts
  }

  /// Begins the next line, which has to be called `name`.
  private mutating func begin<Fact>(
    _ name: String,
    then read: (inout PlaceFields) -> Fact?
  ) -> Fact? {
    guard let rest = rest(after: name) else { return nil }
    fields = rest.split(separator: " ", omittingEmptySubsequences: false)[...]
    return read(&self)
  }

  private mutating func post() -> SavedPlace.PostReference? {
    guard let name = name(), let time = fields.popFirst(), time == "-" || Int64(time) != nil,
      let number = number()
    else { return nil }
    return SavedPlace.PostReference(name: name, time: Int64(time), number: number)
  }

  private mutating func unfoldedRow() -> SavedPlace.UnfoldedRow? {
    guard let name = name(), let flags = number().flatMap({ UInt8(exactly: $0) }) else {
      return nil
    }
    return SavedPlace.UnfoldedRow(name: name, flags: PostFlags(rawValue: flags))
  }

  private mutating func mark() -> SavedPlace.Mark? {
    guard
      let letter = fields.popFirst().flatMap({ UInt32($0, radix: 16) }).flatMap(
        Unicode.Scalar.init
      ),
      let top = post(), let line = number(), let selection = post()
    else { return nil }
    return SavedPlace.Mark(letter: letter, top: top, line: line, selection: selection)
  }

  private mutating func name() -> SavedPlace.PostName? {
    guard let source = number(), let identity = identity() else { return nil }
    return SavedPlace.PostName(source: source, identity: identity)
  }

  private mutating func openedPost() -> SavedPlace.OpenedPost? {
    guard let top = row(), let line = number(), let selection = row() else { return nil }
    return SavedPlace.OpenedPost(top: top, line: line, selection: selection)
  }

  private mutating func row() -> SavedPlace.PageRow? {
    switch fields.popFirst() {
    case "post": .post
    case "likers": .likers
    case "resharers": .resharers
    case "more": .more
    case "comment": identity().map { .comment($0) }
    case "ancestor": number().map { .ancestor($0) }
    default: nil
    }
  }

  private mutating func identity() -> PostIdentity? {
    guard let id = hash(), let fallback = hash() else { return nil }
    return PostIdentity(id: id, fallback: fallback)
  }

  private mutating func hash() -> UInt64? {
    fields.popFirst().flatMap { $0.utf8.count == 16 ? UInt64($0, radix: 16) : nil }
  }

  /// A number from 0 to 2³¹: no record or line of a row has a larger one.
  private mutating func number() -> Int? {
    fields.popFirst().flatMap { Int($0) }.flatMap { (0...Int(Int32.max)).contains($0) ? $0 : nil }
  }
}
