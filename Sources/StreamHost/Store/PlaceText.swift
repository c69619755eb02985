import StreamModel

/// The text of a place file: a line for each fact, the last one a check sum of those before.
///
///     streamtui-place 4
///     source /home/olga/feed.ndjson
///     top 0 f00dfeed00000001 f00dfeed00000002 1769904000 1204 3
///     selection 0 f00dfeed00000003 f00dfeed00000004 - 1206
///     order newest chosen
///     density 1
///     unfolded 0 f00dfeed00000001 f00dfeed00000002 4
///     page comment f00dfeed00000005 f00dfeed00000006 0 post
///     mark 61 0 f00dfeed00000007 f00dfeed00000008 1769904000 80 0 0 f00dfeed00000007 f00dfeed00000008 1769904000 80
///     sum 0123456789abcdef
///
/// A post is written as the number of its source, the hashes of its ``PostIdentity``, its time in seconds since 1970 or
/// "-", and the number of its record. The name of the source tells two sources apart whose names have the same hash.
/// The letter of a mark is written as the number of its character. An order or density that a key chose is called so:
/// it goes before the configuration's. Builds before 2026-11-27 wrote versions 1 to 3, which are not read.
enum PlaceText {
  enum Failure: Error, Equatable {
    case newer
    case older
    /// It is cut or was changed.
    case damaged
  }

  private static let head = "streamtui-place "
  private static let version = 4
  fileprivate static let chosen = " chosen"
  /// Bytes of the largest text that is read: paths have at most 4,096.
  static let limit = 65_536

  static func text(of place: SavedPlace, in source: String) -> String {
    var lines = [
      "\(head)\(version)", "source \(escaped(source))",
      "top \(fields(of: place.top)) \(place.line)",
      "selection \(fields(of: place.selection))",
      "order \(place.order.rawValue)\(place.isOrderChosen ? chosen : "")",
      "density \(place.density.rawValue)\(place.isDensityChosen ? chosen : "")",
    ]
    for row in place.unfolded {
      lines.append("unfolded \(fields(of: row.name)) \(row.flags.rawValue)")
    }
    if let opened = place.opened {
      lines.append("page \(text(of: opened))")
      lines += opened.collapsed.map { "collapsed \(fields(of: $0))" }
    }
    for mark in place.marks {
      let letter = String(mark.letter.value, radix: 16)
      lines.append(
        "mark \(letter) \(fields(of: mark.top)) \(mark.line) \(fields(of: mark.selection))"
      )
    }
    let body = lines.map { $0 + "\n" }.joined()
    return body + "sum \(hexDigits(stableHash(of: body)))\n"
  }

  /// Reads a text, with the name of its source.
  ///
  /// - Throws: ``Failure``.
  static func read(_ text: String) throws(Failure) -> (source: String, place: SavedPlace) {
    var facts = PlaceFields(try lines(of: text))
    guard let source = facts.rest(after: "source"), let place = facts.place() else {
      throw .damaged
    }
    return (unescaped(source).joined(separator: "\n"), place)
  }

  /// Returns the lines between the first and the last one, once the check sum has been looked at.
  private static func lines(of text: String) throws(Failure) -> ArraySlice<Substring> {
    var lines = text.split(separator: "\n", omittingEmptySubsequences: false)[...]
    guard let first = lines.first, first.hasPrefix(head),
      let version = Int(first.dropFirst(head.count))
    else { throw .damaged }
    guard version == Self.version else { throw version > Self.version ? .newer : .older }
    guard lines.popLast() == "", let sum = lines.popLast() else { throw .damaged }
    let body = lines.reduce(into: "") { $0 += "\($1)\n" }
    guard sum == "sum \(hexDigits(stableHash(of: body)))" else { throw .damaged }
    return lines.dropFirst()
  }

  /// Returns the names of the sources whose place a text states; nil where it is cut or was changed.
  ///
  /// Another version is taken to name them on a line as this one does.
  static func sources(in text: String) -> [String]? {
    let name = "source "
    do throws(Failure) {
      _ = try lines(of: text)
    } catch {
      guard error != .damaged else { return nil }
    }
    let lines = text.split(separator: "\n", omittingEmptySubsequences: false)
    guard let line = lines.first(where: { $0.hasPrefix(name) }) else { return nil }
    return unescaped(line.dropFirst(name.count))
  }

  /// The names that ``escaped(_:)`` has written, one for each line.
  private static func unescaped(_ text: some StringProtocol) -> [String] {
    var sources = [""]
    var isEscaped = false
    for scalar in text.unicodeScalars {
      switch scalar {
      case "\\" where !isEscaped:
        isEscaped = true
        continue
      case "n" where isEscaped: sources.append("")
      default: sources[sources.count - 1].unicodeScalars.append(scalar)
      }
      isEscaped = false
    }
    return sources
  }

  private static func fields(of post: SavedPlace.PostReference) -> String {
    let time = post.time.map { String($0) } ?? "-"
    return "\(fields(of: post.name)) \(time) \(post.number)"
  }

  private static func fields(of name: SavedPlace.PostName) -> String {
    "\(name.source) \(fields(of: name.identity))"
  }

  private static func fields(of identity: PostIdentity) -> String {
    "\(hexDigits(identity.id)) \(hexDigits(identity.fallback))"
  }

  /// A place on the page of a post on one line, without the collapsed comments.
  static func text(of opened: SavedPlace.OpenedPost) -> String {
    "\(text(of: opened.top)) \(opened.line) \(text(of: opened.selection))"
  }

  /// Reads what ``text(of:)-(SavedPlace.OpenedPost)`` gave; nil for another text.
  static func openedPost(_ text: String) -> SavedPlace.OpenedPost? {
    var facts = PlaceFields(["page \(text)"])
    return facts.placeOnPage()
  }

  private static func text(of row: SavedPlace.PageRow) -> String {
    switch row {
    case .post: "post"
    case .likers: "likers"
    case .resharers: "resharers"
    case .more: "more"
    case .comment(let identity): "comment \(fields(of: identity))"
    case .ancestor(let distance): "ancestor \(distance)"
    case .place(let place): "place \(place)"
    }
  }

  /// A name on one line: a backslash and a line feed in it are written with backslashes.
  private static func escaped(_ name: String) -> String {
    guard name.utf8.contains(where: { $0 == 0x5C || $0 == 0x0A }) else { return name }
    var text = String.UnicodeScalarView()
    for scalar in name.unicodeScalars {
      switch scalar {
      case "\\": text.append(contentsOf: "\\\\".unicodeScalars)
      case "\n": text.append(contentsOf: "\\n".unicodeScalars)
      default: text.append(scalar)
      }
    }
    return String(text)
  }
}

/// Reads the facts of a place file, a line each.
///
/// A fact is nil where the next line or field is not the expected one.
struct PlaceFields {
  private var lines: ArraySlice<Substring>
  private var fields: ArraySlice<Substring> = []

  init(_ lines: ArraySlice<Substring>) { self.lines = lines }

  /// The rest of the next line, which begins with `name`.
  mutating func rest(after name: String) -> String? {
    guard let line = lines.popFirst(), line.hasPrefix(name + " ") else { return nil }
    return String(line.dropFirst(name.count + 1))
  }

  mutating func place() -> SavedPlace? {
    guard let top = begin("top", then: { $0.post() }), let line = number(), fields.isEmpty,
      let selection = begin("selection", then: { $0.post() }), fields.isEmpty,
      let (order, isOrderChosen) = choice("order"), let order = Timeline.Order(rawValue: order),
      let (density, isDensityChosen) = choice("density"),
      let density = UInt8(density).flatMap(Density.init)
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
      isOrderChosen: isOrderChosen,
      density: density,
      isDensityChosen: isDensityChosen,
      unfolded: unfolded,
      opened: opened.first,
      marks: marks
    )
  }

  /// The place on the page of a post, which is all there is.
  mutating func placeOnPage() -> SavedPlace.OpenedPost? {
    guard let opened = begin("page", then: { $0.openedPost() }), lines.isEmpty else { return nil }
    return opened
  }

  /// The word on the next line, which is called `name`, and whether a key chose it.
  private mutating func choice(_ name: String) -> (word: String, isChosen: Bool)? {
    guard let rest = rest(after: name) else { return nil }
    return rest.hasSuffix(PlaceText.chosen)
      ? (String(rest.dropLast(PlaceText.chosen.count)), true) : (rest, false)
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
    return SavedPlace.UnfoldedRow(name: name, flags: PostFlags(rawValue: UInt32(flags)))
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
    guard let top = row(), let line = number(), let selection = row(), fields.isEmpty,
      // Each has a line of its own.
      let collapsed = all("collapsed", then: { $0.identity() })
    else { return nil }
    return SavedPlace.OpenedPost(top: top, line: line, selection: selection, collapsed: collapsed)
  }

  private mutating func row() -> SavedPlace.PageRow? {
    switch fields.popFirst() {
    case "post": .post
    case "likers": .likers
    case "resharers": .resharers
    case "more": .more
    case "comment": identity().map { .comment($0) }
    case "ancestor": number().map { .ancestor($0) }
    case "place": number().map { .place($0) }
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
