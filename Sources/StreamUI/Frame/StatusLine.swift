import Addresses
import CellGrid
import StreamModel

/// The last line of the screen, which content never uses.
struct StatusLine {
  let rows: PageRows
  let visible: [Viewport.Visible]
  let focused: RowLink?

  /// The lines that a message takes at most: as many cells as three lines of 80 columns, in half of a small window.
  ///
  /// Its end says what to do, and the next key takes it away.
  private static func mostLines(_ size: Size) -> Int {
    let room = max(1, QuestionLines.room(size.columns))
    let wanted = (3 * QuestionLines.room(80) + room - 1) / room
    return max(1, min(max(3, wanted), size.lines / 2))
  }

  /// The line; over the rows above it, the rest of a message that it has no room for.
  func lines(of app: App) -> [CellLine] {
    let size = app.view.size
    guard case .browsing(let message?) = app.mode, !message.leavesPlace,
      ColumnWidth.columns(of: message.text) > QuestionLines.room(size.columns)
    else { return [line(of: app)] }
    var lines = QuestionLines(
      columns: size.columns,
      role: message.isWarning ? .statusWarning : .status
    )
    lines.putWords(message.text)
    lines.limit(to: Self.mostLines(size))
    return lines.lines
  }

  private func line(of app: App) -> CellLine {
    let columns = app.view.size.columns
    let (text, role) = text(of: app)
    let width = ColumnWidth.columns(of: text)
    let matches = matches(of: app)
    let progress =
      matches == nil ? progress(of: app, besides: width + 2, columns: columns) : nil
    let words = StatusMemo.Words(
      text: text,
      role: role,
      hint: progress ?? hint(of: app, matches, besides: width + 2),
      keepsHint: matches != nil || progress != nil,
      columns: columns
    )
    return app.view.memo.statusLine.line(of: words) { Self.line(of: words, width: width) }
  }

  private static func line(of words: StatusMemo.Words, width: Int) -> CellLine {
    let (text, role, columns) = (words.text, words.role, words.columns)
    var line = CellLine(columns: columns, role: role)
    let hintWidth = ColumnWidth.columns(of: words.hint)
    let fits = width + hintWidth + 2 <= columns
    let room = words.keepsHint && !fits ? max(0, columns - hintWidth - 2) : columns
    if width + 1 <= room {
      _ = line.put(text, at: 1, role: role)
    } else if room > 2 {
      let end = ColumnWidth.prefix(of: text, in: 0..<text.count, fitting: room - 2)
      let column = line.put(text, 0..<end, at: 1, role: role)
      _ = line.put("…", at: column, role: role)
    }
    if fits || words.keepsHint {
      _ = line.put(words.hint, at: max(0, columns - hintWidth), role: role)
    }
    return line
  }

  /// The column of the sign behind a text that is being typed; nil where none is, or it has no room.
  func caret(of app: App) -> Int? {
    let isTyping =
      app.mode.prompt != nil || app.mode.search?.prompt != nil
      || app.mode.hints?.isFiltering == true
    guard isTyping else { return nil }
    let text = text(of: app).0.string
    guard let sign = text.lastIndex(of: "▏") else { return nil }
    let column = 1 + ColumnWidth.columns(of: SafeText(sanitizing: String(text[..<sign])))
    return column < app.view.size.columns ? column : nil
  }

  /// Whether the figures are shown; they take only the room that the text leaves.
  private func showsFigures(of app: App) -> Bool {
    app.view.options.figures != .hidden && app.mode.question == nil && focused == nil
      && app.mode.hints == nil
  }

  /// Which of the matches the reader stands on, while they are highlighted: "3 of 41".
  private func matches(of app: App) -> String? {
    guard let text = app.search.highlighted?.text, app.mode.hints == nil,
      app.mode.question == nil, app.mode.search?.prompt == nil, focused == nil,
      let cursor = app.view.page.matches,
      cursor.wanted.text == text, !cursor.words.isEmpty, app.view.currentMatch != nil
    else { return nil }
    return cursor.words
  }

  /// The progress of a refresh of subscriptions, for the right end.
  ///
  /// It is said in full where that fits beside the text, else as short as it can be. Nil where none runs,
  /// or the line says something that a key asked for.
  private func progress(of app: App, besides taken: Int, columns: Int) -> SafeText? {
    guard let refresh = app.streams.refresh, app.view.page.content.traits.contains(.refresh),
      app.mode.leavesStatusFree, app.mode.count == nil, focused == nil
    else { return nil }
    let forms = refresh.forms.map { SafeText(sanitizing: "\($0) ") }
    return forms.first { taken + ColumnWidth.columns(of: $0) <= columns } ?? forms.last
  }

  private func hint(of app: App, _ matches: String?, besides taken: Int) -> SafeText {
    if let count = app.mode.count { return SafeText(sanitizing: "\(count) ") }
    if app.mode.hints != nil { return "Esc leaves " }
    if let matches { return SafeText(sanitizing: "\(matches) ") }
    if let prompt = app.mode.prompt {
      let opensIt =
        prompt.use == .narrow && finding(of: app).isOnly
      return opensIt ? "Enter opens it, Esc shows all " : prompt.keys
    }
    guard showsFigures(of: app) else {
      let key = app.view.memo.statusLine.nameOfHelp(app.view.keymap)
      let full = SafeText(sanitizing: "\(key) help ")
      // The key alone says that there is a way on.
      return taken + ColumnWidth.columns(of: full) <= app.view.size.columns
        ? full : SafeText(sanitizing: "\(key) ")
    }
    return StrategyFigures(app, rows, visible).line(fitting: app.view.size.columns - taken)
  }

  private func finding(of app: App) -> TypedFinding {
    app.view.page.content.finding(from: app.view.list.selection)
  }

  private func text(of app: App) -> (SafeText, Role) {
    switch app.mode {
    case .browsing(let message?) where !message.leavesPlace:
      return (message.text, message.isWarning ? .statusWarning : .status)
    case .waiting(.prompt(let prompt), _):
      let note =
        prompt.use == .narrow ? finding(of: app).note : prompt.help(app.view.keymap)
      return (Self.typed(prompt.text, after: prompt.sign, note, of: app), .status)
    case .waiting(.search(let run), _):
      if let prompt = run.prompt {
        return (Self.typed(prompt.text, after: run.sign, run.note, of: app), .status)
      }
    case .waiting(.filter(let typing), _):
      let note =
        typing.prompt.text.isEmpty
        ? Self.filterExamples
        : Self.problem(of: typing, columns: app.view.size.columns)
          ?? finding(of: app).note
      return (Self.typed(typing.prompt.text, after: "&", note, of: app), .status)
    case .waiting(.hints(let hints), _): return text(of: hints)
    case .waiting(.prefix(let prefix), _):
      let text = prefix.text(app.view.keymap, besides: app.reading.lacked(in: app.view))
      return (SafeText(sanitizing: text), .status)
    case .waiting(.letter(.set), _): return ("Set a mark: type a letter", .status)
    case .waiting(.letter(.jump), _):
      return ("Jump to a mark: type its letter, or ' to go back", .status)
    case .waiting(.letter(.vote), _):
      let options = app.view.subject.post?.poll?.options.map(\.title) ?? []
      let list = options.enumerated().map { "\($0 + 1) \($1)" }.joined(separator: " · ")
      return (SafeText(sanitizing: "Vote: type a number: \(list)"), .status)
    default: break
    }
    if let work = app.mode.announcement {
      return (SafeText(sanitizing: "\(work) … · Esc stops"), .status)
    }
    if let focused {
      if let named = LinkGate.otherHost(in: focused.label, than: focused.target) {
        let text = "\(focused.target)  (the text says \(named))"
        return (SafeText(sanitizing: text), .statusWarning)
      }
      // Letters that look like others are shown as they leave the program.
      if case .ask(let target, let doubt) = LinkGate.judge(focused.target, label: ""),
        !doubt.isOwnNetwork, !target.host.isEmpty
      {
        return (SafeText(sanitizing: "\(target.text)  (\(doubt.reason))"), .statusWarning)
      }
      return (
        Self.text(of: focused, columns: app.view.size.columns, app.view.keymap), .statusTarget
      )
    }
    let hint = app.mode.message.map { $0.kind == .hint ? " · \($0.text.string)" : "" } ?? ""
    return (SafeText(sanitizing: app.view.status + hint), .status)
  }

  private static func text(of link: RowLink, columns: Int, _ keymap: PageKeymap) -> SafeText {
    let target = SafeText(sanitizing: link.target)
    guard link.kind == .hashtag else { return target }
    let words = "posts with \(link.label) · \(keymap.name(of: .open)) opens \(target.string)"
    let text = SafeText(sanitizing: words)
    return ColumnWidth.columns(of: text) + 2 <= columns ? text : target
  }

  /// A text that is being typed, with its end and what is said about it; its beginning only where both have room.
  private static func typed(
    _ text: String,
    after sign: String,
    _ note: String,
    of app: App
  ) -> SafeText {
    let whole = SafeText(sanitizing: "\(sign)\(text)▏")
    let columns = app.view.size.columns - 2
    guard ColumnWidth.columns(of: whole) > columns else {
      return SafeText(sanitizing: "\(sign)\(text)▏\(note)")
    }
    // A count is short; a list of keys or values may be cut.
    let kept = min(ColumnWidth.columns(of: SafeText(sanitizing: note)), columns / 4)
    let room = columns - kept - ColumnWidth.columns(of: SafeText(sanitizing: "\(sign)…▏"))
    var end = ""
    var taken = 0
    for cluster in text.reversed() {
      taken += ColumnWidth.columns(of: SafeText(sanitizing: String(cluster)))
      guard taken <= room else { break }
      end.insert(cluster, at: end.startIndex)
    }
    return SafeText(sanitizing: "\(sign)…\(end)▏\(note)")
  }

  /// The problem of a filter that does not read, as fully as it fits behind the text; nil where it reads.
  private static func problem(of typing: FilterTyping, columns: Int) -> String? {
    guard let (full, short) = typing.problem else { return nil }
    // The line begins after a blank, and the text after its sign and before the caret.
    let room = columns - ColumnWidth.columns(of: SafeText(sanitizing: typing.prompt.text)) - 5
    func fits(_ text: String) -> Bool {
      ColumnWidth.columns(of: SafeText(sanitizing: text)) <= room
    }
    if let text = [full, short].first(where: fits) { return "  " + text }
    guard short.contains("expected ") else { return "  " + short }
    // The first values of a long list stay.
    var values = short.split(separator: ", ")
    let rest = ", … (Tab completes)"
    while values.count > 3 {
      values.removeLast()
      let text = values.joined(separator: ", ") + rest
      if fits(text) { return "  " + text }
    }
    return "  " + short
  }

  /// The words behind an empty prompt.
  private static let filterExamples =
    "  water, author:olga, is:unread, likes>3, after:2026-07, -word; ? lists all"

  private func text(of hints: Hints) -> (SafeText, Role) {
    if let note = hints.note { return (note.text, .status) }
    guard hints.isReady else { return ("Searching for links …", .status) }
    if hints.isFiltering, let filter = hints.filter {
      let count = hints.shown.count
      let text = "/\(filter)▏ \(count.grouped) \(count == 1 ? "link" : "links")"
      return (SafeText(sanitizing: text), .status)
    }
    let candidates = hints.candidates
    if candidates.count == 1, let only = candidates.first {
      return (SafeText(sanitizing: only.link.target), .statusTarget)
    }
    return ("Type a label; capitals copy · / filters", .status)
  }
}

extension App {
  /// Whether one of the first `count` rows of the page has markup, so that strategies can differ.
  package func hasMarkup(inFirst count: Int) -> Bool {
    let rows = view.rows
    return (0..<min(count, rows.count)).contains { rows.laid(at: $0).isMarkedUp }
  }
}

/// The live figures of the enrichment strategy, the most important first, with their meanings.
struct StrategyFigures {
  private typealias Figure = (text: String, meaning: String)

  private let list: [Figure]

  private static let separator = " · "
  private static let meaningColumn = 18

  init(_ app: App, _ rows: PageRows, _ visible: [Viewport.Visible]) {
    let view = app.view
    let enrichment = view.list.enrichment
    let work = view.workCounts
    let markedUp = visible.filter { rows.laid(at: $0.row).isMarkedUp }
    let rich = markedUp.count { rows.row(at: $0.row).map { enrichment.isRich($0) } ?? false }
    let delay = view.options.idleDelay
    let pictures: [Figure] =
      view.options.drawsPictures
      ? [
        (
          "pictures \(app.pictures.traffic.pictures.grouped)",
          "pictures sent to the terminal so far"
        ),
        (
          "\(app.pictures.bytesWhileMoving.grouped) B moving",
          "bytes of pictures that were sent while rows moved"
        ),
      ] : []
    let figures: [Figure] = [
      (
        "\(view.options.strategy): \(app.isMoving ? "moving" : "at rest")",
        "the strategy; rest begins \(delay) ms after the last scroll"
      ),
      ("rich \(rich)/\(markedUp.count)", "visible rows that are rich, of those with markup"),
      ("laid out \(work.rowsLaidOut.grouped)", "rows broken into lines so far"),
      (
        "spans \(work.spansPlaced.grouped)", "bold text, code and other spans placed on rows so far"
      ),
      ("links \(work.linksPlaced.grouped)", "links placed on rows so far"),
    ]
    let rest: [Figure] = [
      (CostText.time(app.lastFrameNanoseconds), "time that the last frame took"),
      ("queued \(enrichment.waiting.count)", "visible rows that become rich next"),
      (
        "cancelled \(work.rowsCancelled.grouped)",
        "rows that left the queue before they became rich"
      ),
    ]
    list = figures + pictures + rest
  }

  /// The figures from the first on that fit into `columns`, with a blank after them.
  func line(fitting columns: Int) -> SafeText {
    var line = ""
    for figure in list {
      let longer = line.isEmpty ? figure.text : line + Self.separator + figure.text
      guard longer.count < columns else { break }
      line = longer
    }
    return line.isEmpty ? .empty : SafeText(sanitizing: line + " ")
  }

  func legend(columns: Int, key: String) -> [CellLine] {
    var lines = list.map { figure in
      var line = CellLine(columns: columns, role: .status)
      line.put(SafeText(sanitizing: figure.text), at: 1, role: .status, emphasis: .bold)
      let room = columns - Self.meaningColumn - 1
      let meaning =
        figure.meaning.count <= room
        ? figure.meaning : figure.meaning.prefix(max(0, room - 1)) + "…"
      line.put(SafeText(sanitizing: meaning), at: Self.meaningColumn, role: .status)
      return line
    }
    var last = CellLine(columns: columns, role: .status)
    last.put(SafeText(sanitizing: "\(key) hides the figures"), at: 1, role: .status)
    lines.append(last)
    return lines
  }
}

/// Formats the times of the figures and the demonstration.
package enum CostText {
  /// Returns nanoseconds as milliseconds with a decimal below 100: "0.4 ms", "1,250 ms".
  package static func time(_ nanoseconds: Int64) -> String {
    let tenths = (max(0, nanoseconds) + 50_000) / 100_000
    guard tenths < 1_000 else { return "\(Int(clamping: tenths / 10).grouped) ms" }
    return "\(tenths / 10).\(tenths % 10) ms"
  }
}
