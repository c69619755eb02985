import Addresses
import CellGrid
import StreamModel

/// A question that waits for a second key, and the reason for asking.
struct Question: Equatable, Sendable {
  /// The effect of the answer "y".
  enum Subject: Equatable, Sendable {
    /// A doubtful target is one that the gate asks about; another was only not shown.
    case open(LinkTarget, LinkVisit, isDoubtful: Bool)
    case openAll([LinkTarget], LinkVisit)
    case openFile(FileTarget, LinkVisit)
    case fetch(LinkTarget, isDoubtful: Bool)
    case fetchComments(DiscussionPlace, LinkTarget, isDoubtful: Bool)
    case showPictures(of: String)
    case fetchOlder(LinkTarget)
    /// Runs a command of the reader's own with these targets: those that the gate asks about, and those that were only
    /// not shown.
    case command(CommandCall, doubtful: [LinkTarget], unseen: [LinkTarget])
    case forget(RecentSource)
    case subscribe(FeedDoubt)
    case unsubscribe(FeedEntry)
    case replaceView(name: String, filter: String, former: String)
    case run(KeyCommand, count: Int?)
  }

  /// The most targets of one question: one key never starts more processes.
  static let mostTargets = 50

  let subject: Subject
  private let head: String
  private let reason: String
  private static let wayOut = "other keys cancel"
  /// Until a frame has shown the question, no key answers it.
  var isShown = false

  /// Asks about one target or file, because of `reason`.
  init(_ subject: Subject, because reason: String) {
    self.subject = subject
    head =
      switch subject {
      case .openFile: "y opens the file"
      case .fetch, .fetchComments, .fetchOlder: "y fetches"
      case .command(let call, _, _): "y runs \(call.name) with"
      default: "y opens"
      }
    self.reason = "(\(reason); \(Self.wayOut))"
  }

  init(forgetting source: RecentSource) {
    subject = .forget(source)
    head = "y forgets"
    reason = "(its place, read marks, kept posts and links; \(Self.wayOut))"
  }

  init(aboutPicturesOf host: String) {
    subject = .showPictures(of: host)
    head = "y always shows the pictures of"
    reason = "(it learns when you read; \(Self.wayOut))"
  }

  /// Asks whether to subscribe to an address.
  init(about doubt: FeedDoubt) {
    subject = .subscribe(doubt)
    head = "y subscribes to"
    reason = "(\(doubt.reason); \(Self.wayOut))"
  }

  /// Asks whether to end a subscription.
  init(unsubscribing entry: FeedEntry) {
    subject = .unsubscribe(entry)
    head = "y removes"
    let posts =
      switch entry.posts {
      case 0?: ""
      case 1?: "and its stored post "
      case let count?: "and its \(count.grouped) stored posts "
      case nil: "and its stored posts "
      }
    reason = "\(posts)(posts that you keep stay; \(Self.wayOut))"
  }

  init(replacing view: SavedView, by filter: String) {
    subject = .replaceView(name: view.name, filter: filter, former: view.line)
    head = "There is a view \(view.name): \(view.line)."
    reason = "y replaces it (\(Self.wayOut))"
  }

  /// Asks whether to carry out a command.
  ///
  /// - Parameter sentence: the command in words, with a question mark.
  init(asking command: KeyCommand, count: Int?, sentence: String) {
    subject = .run(command, count: count)
    head = sentence
    reason = "y/n"
  }

  /// Asks about as many of `targets` as a window of `size` can show in full.
  ///
  /// - Parameter leftOut: The targets that were dropped earlier, in words; empty if there were
  ///   none.
  init(all targets: [LinkTarget], leftOut: String, _ visit: LinkVisit, size: Size) {
    // One line is reserved for the head and two for its text.
    var room = Self.mostLines(size) - 3
    let columns = max(1, QuestionLines.room(size.columns))
    let shown = targets.prefix(Self.mostTargets).prefix { target in
      room -= (target.text.utf8.count + columns - 1) / columns
      return room >= 0
    }
    subject = .openAll(Array(shown), visit)
    head = shown.count == 1 ? "y opens 1 link" : "y opens \(shown.count) links"
    let more = targets.count - shown.count
    let words = [leftOut, more > 0 ? "no room to show \(more == 1 ? "1 more" : "more")" : ""]
      .filter { !$0.isEmpty }
    let left = words.isEmpty ? "" : "left out: \(words.joined(separator: ", ")); "
    reason = "(\(left)\(Self.wayOut))"
  }

  /// The targets whose hosts a yes trusts: those about which nothing was in doubt, but that no frame had shown; and
  /// whether a direct message is known to name one.
  var trusted: [(target: LinkTarget, isSecret: Bool)] {
    switch subject {
    case .open(let target, let visit, isDoubtful: false):
      [(target, visit.followed(target.written) == nil)]
    case .fetch(let target, isDoubtful: false),
      .fetchComments(_, let target, isDoubtful: false):
      [(target, false)]
    case .command(_, _, let unseen): unseen.map { ($0, false) }
    default: []
    }
  }

  // MARK: Words

  /// The message after another answer than "y".
  var refusal: String {
    switch subject {
    case .run: "\(notDone): \(head.prefix(1).lowercased())\(head.dropFirst().dropLast())"
    case .subscribe(let doubt): "\(notDone) to \(SafeText(sanitizing: doubt.shown).string)"
    default: notDone
    }
  }

  /// The warning where the window has no room for the question.
  var isTooLarge: String {
    let subject =
      switch subject {
      case .open, .openAll, .openFile, .fetch, .fetchComments, .fetchOlder, .command: "link target"
      case .subscribe: "address"
      case .forget, .unsubscribe, .showPictures: "name"
      case .replaceView, .run: "question"
      }
    return "\(notDone): the window is too small to show the \(subject)"
  }

  private var notDone: String {
    switch subject {
    case .open, .openAll, .openFile: "Not opened"
    case .fetch, .fetchComments, .fetchOlder: "Not fetched"
    case .forget: "Not forgotten"
    case .showPictures: "Not allowed"
    case .subscribe: "Not subscribed"
    case .unsubscribe: "Not removed"
    case .command: "Not run"
    case .replaceView: "Not saved"
    case .run: "Not done"
    }
  }

  // MARK: Lines

  /// Returns the lines of the question, the last of them for the bottom of the screen.
  ///
  /// A long target is cut in the middle, never in its host, and only if the window has no more
  /// lines.
  ///
  /// - Returns: Nil if there is no room for the targets' hosts, so that the question cannot be
  ///   asked.
  func lines(_ size: Size) -> [CellLine]? {
    guard size.lines > 0, QuestionLines.room(size.columns) > 0 else { return nil }
    let most = Self.mostLines(size)
    var lines = QuestionLines(columns: size.columns)
    switch subject {
    case .replaceView, .run: lines.putWords(SafeText(sanitizing: "\(head) \(reason)"))
    case .openFile(let file, _): put(file.reference.path, into: &lines)
    case .forget(let source): put(source.name, into: &lines)
    case .subscribe(let doubt): put(doubt.shown, into: &lines)
    case .unsubscribe(let entry): put(entry.name, into: &lines)
    case .showPictures(let host): put(host, into: &lines)
    case .open(let target, _, _), .fetch(let target, _), .fetchComments(_, let target, _),
      .fetchOlder(let target):
      guard put(target, into: &lines, most: most, size) else { return nil }
    case .command(_, let doubtful, let unseen):
      let targets = doubtful + unseen
      if targets.count == 1, let target = targets.first {
        guard put(target, into: &lines, most: most, size) else { return nil }
      } else {
        put(targets, into: &lines)
      }
    case .openAll(let targets, _):
      guard !targets.isEmpty else { return nil }
      put(targets, into: &lines)
    }
    return lines.lines.count <= most ? lines.lines : nil
  }

  /// Puts the words around one target, which is cut where it is too long; false if there is no room for its host.
  private func put(
    _ target: LinkTarget,
    into lines: inout QuestionLines,
    most: Int,
    _ size: Size
  ) -> Bool {
    lines.put(SafeText(sanitizing: head))
    guard let cut = cut(target, columns: most * QuestionLines.room(size.columns)) else {
      return false
    }
    lines.put(" ")
    put(target, cut, into: &lines)
    lines.putWords(SafeText(sanitizing: reason))
    lines.limit(to: most)
    return true
  }

  private func put(_ targets: [LinkTarget], into lines: inout QuestionLines) {
    lines.put(SafeText(sanitizing: head))
    lines.putWords(SafeText(sanitizing: reason))
    for target in targets {
      lines.startLine()
      put(target, nil, into: &lines)
    }
  }

  private func put(_ name: String, into lines: inout QuestionLines) {
    lines.put(SafeText(sanitizing: head))
    lines.put(" ")
    lines.put(SafeText(sanitizing: name), emphasis: .bold)
    lines.putWords(SafeText(sanitizing: reason))
  }

  /// Returns the most lines for a question: all lines of the page but one, and at least one.
  private static func mostLines(_ size: Size) -> Int { max(1, size.lines - 2) }

  /// Returns the bytes of `target` to omit so that it fits, with the reason, into `columns`.
  ///
  /// - Returns: An empty range if all of it fits, nil if not even its host does.
  private func cut(_ target: LinkTarget, columns: Int) -> Range<Int>? {
    let count = target.text.utf8.count
    let free = columns - head.utf8.count - 1
    // Words are not split across lines, so they may need a few more columns.
    let words = min(reason.utf8.count + 12, columns / 3)
    if count + words <= free || count + reason.utf8.count + 1 <= free { return 0..<0 }
    let host = target.columnsToItsHost
    guard host + 1 <= free else { return nil }
    let room = max(host + 1, free - words)
    guard count > room else { return 0..<0 }
    let start = max(host, (room - 1) / 2)
    return start..<(count - (room - 1 - start))
  }

  private func put(_ target: LinkTarget, _ cut: Range<Int>?, into lines: inout QuestionLines) {
    let text = SafeText(sanitizing: target.text)
    let host = target.hostRange
    let end = cut.map { $0.isEmpty ? text.count : $0.lowerBound } ?? text.count
    lines.put(text[0..<host.lowerBound])
    lines.put(text[host], emphasis: [.bold, .underline])
    lines.put(text[min(host.upperBound, end)..<end])
    guard let cut, !cut.isEmpty else { return }
    lines.put("…")
    lines.put(text[cut.upperBound..<text.count])
  }
}

/// Builds the lines of a question, or of a long message, from texts that break anywhere and words that stay whole.
struct QuestionLines {
  private(set) var lines: [CellLine] = []
  private let columns: Int
  private let role: Role
  private var column = QuestionLines.margin

  /// The blank columns on either side.
  private static let margin = 1

  init(columns: Int, role: Role = .statusWarning) {
    self.columns = columns
    self.role = role
    startLine()
  }

  static func room(_ columns: Int) -> Int { max(0, columns - 2 * margin) }

  mutating func startLine() {
    lines.append(CellLine(columns: columns, role: role))
    column = Self.margin
  }

  /// Adds `text`, broken at any cluster.
  mutating func put(_ text: SafeText, emphasis: Emphasis = []) {
    var start = 0
    while start < text.count {
      let left = columns - Self.margin - column
      let end = ColumnWidth.prefix(of: text, in: start..<text.count, fitting: left)
      if end > start {
        column = lines[lines.count - 1]
          .put(text, start..<end, at: column, role: role, emphasis: emphasis)
        start = end
      } else {
        // A cluster wider than a whole line is dropped.
        guard column > Self.margin else { return }
        startLine()
      }
    }
  }

  /// Adds `text` after a blank, broken between words that fit on a line.
  mutating func putWords(_ text: SafeText) {
    for word in text.string.split(separator: " ") {
      let word = SafeText(sanitizing: word)
      let width = ColumnWidth.columns(of: word)
      let isFirst = column == Self.margin
      if !isFirst, width + 1 > columns - Self.margin - column, width <= Self.room(columns) {
        startLine()
      } else if !isFirst {
        put(" ")
      }
      put(word)
    }
  }

  /// Drops the lines after the first `count` and marks that there was more.
  mutating func limit(to count: Int) {
    guard lines.count > count, count > 0 else { return }
    lines.removeLast(lines.count - count)
    lines[count - 1].put("…", at: columns - Self.margin - 1, role: role)
  }
}
