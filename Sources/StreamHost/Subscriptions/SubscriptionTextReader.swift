/// Reads the text that ``SubscriptionTextWriter`` writes and a person has edited.
///
/// A line that is wrong is left out and reported; the caller decides whether the rest is taken. The list of
/// another program may have lines of newsboat's `urls`, too: words after the address are tags, one that begins
/// with ~ is the name, and ! hides a feed there, which is shown here with the tag "hidden" (newsboat.org, "The urls file").
package struct SubscriptionTextReader {
  /// A part of a line that cannot be read.
  private struct Failure: Error {
    let offset: Int
    let message: String
  }

  struct Line: Sendable {
    /// The bytes with the line end, if there is one.
    let range: Range<Int>
    /// The source that the line names; nil for comments, blank lines and lines that are wrong.
    let source: Subscription.Source?
    /// The first byte after the entry: that of a comment, or of the line end.
    let end: Int
  }

  /// The words of a line after its address, each with a value.
  private static let keys = ["name", "tags", "every", "full-text"]

  private let bytes: [UInt8]
  private let mayBeNewsboats: Bool
  /// Whether lines of programs are subscriptions; else the user is asked about each.
  private var takesPrograms = false
  private var at = 0
  private var lines: [Line] = []
  /// The source and the end of the entry in the current line.
  private var entry: (source: Subscription.Source, end: Int)?
  private var places: ListPlaceFinder
  private var collector = SubscriptionCollector()

  /// Returns the subscriptions of another program's list: this program's text, or newsboat's `urls`.
  package static func readForeign(_ bytes: [UInt8]) -> SubscriptionList {
    read(bytes, mayBeNewsboats: true).list
  }

  /// Returns the subscription that newsboat's line of a program would be; nil where that cannot be read.
  package static func program(in line: [UInt8]) -> Subscription? {
    var reader = SubscriptionTextReader(line, mayBeNewsboats: true)
    reader.takesPrograms = true
    reader.readLine()
    return reader.collector.list.subscriptions.first
  }

  /// Returns the tags of a line that a person typed: commas between them, and quotes around one that has a comma.
  ///
  /// Blanks inside a tag need no quotes. Nil if a quote does not end, or text stands beside one.
  package static func tags(_ line: String) -> [String]? {
    var reader = SubscriptionTextReader(Array(line.utf8), mayBeNewsboats: false)
    var tags: [String] = []
    while true {
      reader.passBlanks()
      if reader.at < reader.bytes.count, reader.bytes[reader.at] == UInt8(ascii: "\"") {
        guard let tag = try? reader.word(separators: "") else { return nil }
        tags.append(tag)
        reader.passBlanks()
      } else {
        let rest = reader.bytes[reader.at...].prefix { $0 != UInt8(ascii: ",") }
        tags.append(String(decoding: rest, as: UTF8.self))
        reader.at = rest.endIndex
      }
      guard reader.at < reader.bytes.count else { return tags }
      guard reader.bytes[reader.at] == UInt8(ascii: ",") else { return nil }
      reader.at += 1
    }
  }

  /// Returns the subscriptions of a text, and its lines.
  static func read(
    _ bytes: [UInt8],
    mayBeNewsboats: Bool = false
  ) -> (list: SubscriptionList, lines: [Line]) {
    var reader = SubscriptionTextReader(bytes, mayBeNewsboats: mayBeNewsboats)
    // Some editors begin each text with this sign, which has no meaning here.
    if bytes.starts(with: [0xEF, 0xBB, 0xBF]) { reader.at = 3 }
    while reader.at < bytes.count { reader.readLine() }
    return (reader.collector.list, reader.lines)
  }

  private init(_ bytes: [UInt8], mayBeNewsboats: Bool) {
    self.bytes = bytes
    self.mayBeNewsboats = mayBeNewsboats
    places = ListPlaceFinder(bytes)
  }

  private mutating func readLine() {
    let first = lines.last?.range.upperBound ?? 0
    entry = nil
    passBlanks()
    let start = at
    do throws(Failure) {
      if !isAtLineEnd { try readEntry(from: start) }
    } catch {
      collector.report(error.message, at: places.place(of: error.offset))
    }
    // Also past the rest of a line that is wrong.
    while at < bytes.count, bytes[at] != 0x0A { at += 1 }
    at = min(at + 1, bytes.count)
    lines.append(Line(range: first..<at, source: entry?.source, end: entry?.end ?? at))
  }

  private mutating func readEntry(from start: Int) throws(Failure) {
    let place = places.place(of: start)
    if mayBeNewsboats, !takesPrograms,
      collector.add(program: bytes[start...].prefix { $0 != 0x0A }, at: place)
    {
      return
    }
    let address = try word(separators: "")
    do throws(QueryFeed.Failure) {
      if mayBeNewsboats, try collector.add(query: address, at: place) { return }
    } catch {
      throw Failure(offset: start, message: error.message)
    }
    var name: String?
    var tags: [String] = []
    var every: Int64?
    var wantsFullText = false
    var isHidden = false
    var seen: Set<String> = []
    while true {
      let end = at
      passBlanks()
      if isAtLineEnd { break }
      guard at > end else { throw Failure(offset: at, message: "expected a space before this") }
      let place = at
      let key = self.key()
      if mayBeNewsboats, !Self.keys.contains(key) || at >= bytes.count || bytes[at] != 0x3D {
        at = place
        let word = try self.word(separators: "")
        if word.hasPrefix("~") {
          name = name ?? String(word.dropFirst())
        } else if word.hasPrefix("!") {
          isHidden = true
          if !tags.contains("hidden") { tags.append("hidden") }
        } else if !word.isEmpty, !tags.contains(word) {
          tags.append(word)
        }
        continue
      }
      guard Self.keys.contains(key) else {
        throw Failure(
          offset: place,
          message: "unknown word \(ListProblem.quoted(key)) (expected name=, tags=, every= or "
            + "full-text=)"
        )
      }
      guard seen.insert(key).inserted else {
        throw Failure(offset: place, message: "\(key) is stated twice")
      }
      guard at < bytes.count, bytes[at] == UInt8(ascii: "=") else {
        throw Failure(offset: at, message: "expected \"=\" after \(key)")
      }
      at += 1
      switch key {
      case "name": name = try word(separators: "")
      case "tags": tags = try list()
      case "every": every = try interval()
      default: wantsFullText = try isWanted()
      }
    }
    try add(address, from: start, isHidden: isHidden) {
      Subscription($0, name: name, tags: tags, every: every, wantsFullText: wantsFullText)
    }
  }

  private mutating func add(
    _ address: String,
    from start: Int,
    isHidden: Bool,
    _ subscription: (Subscription.Source) -> Subscription
  ) throws(Failure) {
    guard !collector.isFull else {
      throw Failure(
        offset: start,
        message: "too many lines (expected at most \(SubscriptionList.limit))"
      )
    }
    let source: Subscription.Source
    var doubt: String?
    let program = ProgramFeed(address)
    let served = ServedFeed(address)
    switch AddressGuess(address) {
    case _ where served != nil:
      guard let served else { return }
      source = .served(served)
    case .refused where program != nil, .file where program != nil:
      guard let program else { return }
      source = .program(program)
    case .refused where ProgramFeed.isMeant(address), .file where ProgramFeed.isMeant(address):
      throw Failure(
        offset: start,
        message: "\(ListProblem.quoted(address)) left out: \(ProgramFeed.form)"
      )
    case .web(.fetch(let found), note: _): source = .web(found)
    case .web(.ask(let found, let reason), note: _):
      source = .web(found)
      doubt = reason
    case .web(.refuse(let reason), note: _):
      throw Failure(offset: start, message: "\(ListProblem.quoted(address)) left out: \(reason)")
    case .account(let account):
      source = .account(account)
      if case .ask(_, let reason) = account.verdict { doubt = reason }
    case .file(let path) where path.utf8.first == 0x2F && !path.utf8.contains(0):
      source = .file(path)
    case .file:
      throw Failure(
        offset: start,
        message: "\(ListProblem.quoted(address)) left out: a file needs its whole path, from \"/\""
      )
    case .refused(let reason): throw Failure(offset: start, message: reason)
    }
    entry = (source, at)
    let place = places.place(of: start)
    if !collector.add(subscription(source), doubt: doubt, isHidden: isHidden, at: place) {
      throw Failure(offset: start, message: "this source has a line already; both were merged")
    }
  }

  private mutating func isWanted() throws(Failure) -> Bool {
    let start = at
    let text = try word(separators: "")
    guard ["yes", "no"].contains(text) else {
      let message = "full-text is \(ListProblem.quoted(text)) (expected yes or no)"
      throw Failure(offset: start, message: message)
    }
    return text == "yes"
  }

  private mutating func interval() throws(Failure) -> Int64 {
    let start = at
    let text = try word(separators: "")
    guard let seconds = Interval.read(text) else {
      throw Failure(
        offset: start,
        message:
          "\(ListProblem.quoted(text)) is not an interval (expected a number and s, m, h or d)"
      )
    }
    guard Schedule.intervals.contains(seconds) else {
      let bounds = Schedule.intervals
      throw Failure(
        offset: start,
        message: "\(ListProblem.quoted(text)) is out of bounds (expected "
          + "\(Interval.write(bounds.lowerBound)) to \(Interval.write(bounds.upperBound)))"
      )
    }
    return seconds
  }

  /// Reads words with commas between them.
  private mutating func list() throws(Failure) -> [String] {
    var words = [try word(separators: ",")]
    while at < bytes.count, bytes[at] == UInt8(ascii: ",") {
      at += 1
      words.append(try word(separators: ","))
    }
    return words.filter { !$0.isEmpty }
  }

  /// Reads the letters up to "=", a blank or the end of the line.
  private mutating func key() -> String {
    let start = at
    while at < bytes.count, bytes[at] > 0x20, bytes[at] != UInt8(ascii: "=") { at += 1 }
    return String(decoding: bytes[start..<at], as: UTF8.self)
  }

  private mutating func word(separators: String) throws(Failure) -> String {
    guard at < bytes.count, bytes[at] == UInt8(ascii: "\"") else {
      let start = at
      while at < bytes.count, bytes[at] > 0x20, !separators.utf8.contains(bytes[at]) { at += 1 }
      return String(decoding: bytes[start..<at], as: UTF8.self)
    }
    let start = at
    at += 1
    var text: [UInt8] = []
    while at < bytes.count, bytes[at] != 0x0A {
      let byte = bytes[at]
      at += 1
      if byte == UInt8(ascii: "\"") { return String(decoding: text, as: UTF8.self) }
      guard byte == UInt8(ascii: "\\"), at < bytes.count, bytes[at] != 0x0A else {
        text.append(byte)
        continue
      }
      text.append(Self.escaped(bytes[at]))
      at += 1
    }
    throw Failure(
      offset: start,
      message: "this quote does not end (expected \" before the line end)"
    )
  }

  private static func escaped(_ letter: UInt8) -> UInt8 {
    switch letter {
    case UInt8(ascii: "n"): 0x0A
    case UInt8(ascii: "r"): 0x0D
    case UInt8(ascii: "t"): 0x09
    default: letter
    }
  }

  private mutating func passBlanks() {
    while at < bytes.count, bytes[at] != 0x0A, bytes[at] <= 0x20 { at += 1 }
  }

  /// Whether the line ends here, or only a comment follows.
  private var isAtLineEnd: Bool {
    at >= bytes.count || bytes[at] == 0x0A || bytes[at] == UInt8(ascii: "#")
  }
}
