import CellGrid
import StreamModel

extension App {
  mutating func handle(_ input: Input, at moment: Moment) -> [Effect] {
    if pointer.isPressed, cancelsGesture(input) { pointer.cancel(at: moment) }
    if !mode.leaves(input, toTheScreenBy: view.keymap), let effects = answer(input, at: moment) {
      return effects
    }
    switch input {
    case .key(let key): return press(KeySequence(key), count: nil, at: moment)
    case .mouse(let mouse): return route(mouse, at: moment)
    case .paste:
      // Nobody pressed these keys.
      mode.dropMessage()
      say("Pasted text is ignored here (\(view.keymap.name(of: .search)) searches)")
      return []
    }
  }

  // MARK: Commands

  private mutating func press(_ keys: KeySequence, count: Int?, at moment: Moment) -> [Effect] {
    act(at: moment) { app in
      let meaning = app.view.keymap.meaning(of: keys)
      let standsForMode = app.mode.message?.kind == .noMode
      let coversRows = app.showsWelcome
      // A redraw shows the same screen again, with its message.
      if meaning != .command(KeyCommand(.redraw)) { app.mode.dropMessage() }
      switch meaning {
      case .command(KeyCommand(.cancel)) where standsForMode: break
      // The lines below the welcome have not been seen yet.
      case .command(KeyCommand(.pageDown)) where coversRows,
        .command(KeyCommand(.halfPageDown)) where coversRows:
        break
      case .command(let command):
        guard command.asksFirst else { return app.run(command, count: count, at: moment) }
        let sentence = app.sentence(of: command)
        let question = Question(
          sentence,
          .none,
          because: "y/n",
          refused: "Not done",
          noun: "question",
          refusal: "Not done: \(sentence.prefix(1).lowercased())\(sentence.dropFirst().dropLast())",
          yes: .run(command, count: count)
        )
        return app.carryOut(.ask(question), at: moment)
      case .beginning: app.mode.wait(for: .prefix(KeyPrefix(keys: keys, count: count)))
      case .nothing:
        let subject = keys.isSingle ? "This key does" : "These keys do"
        let help = app.view.keymap.name(of: .help)
        app.say("\(subject) nothing here: \(keys.text) (\(help) lists the keys)")
      }
      return []
    }
  }

  /// Does something that may open a page or leave one, with which a gesture ends.
  private mutating func act(at moment: Moment, _ work: (inout App) -> [Effect]) -> [Effect] {
    let page = view.page.number
    let effects = work(&self)
    if view.page.number != page { pointer.cancel() }
    return effects + continueMode(at: moment)
  }

  mutating func run(_ command: KeyCommand, count: Int?, at moment: Moment) -> [Effect] {
    var effects: [Effect] = []
    for (number, call) in command.calls.enumerated() {
      // Steps through the links that need no waiting are taken before the next action.
      if number > 0 { stepThroughLinks(at: moment) }
      guard number == 0 || mode.isBrowsing, !isFinished else {
        if !isFinished {
          warn("Left out: \(call.text), because the action before it has not ended")
        }
        break
      }
      switch call {
      case .action(let action, let argument):
        effects += perform(action, argument, count: count, at: moment)
      case .own(let name): effects += carryOut(programs.run(name, in: &view), at: moment)
      }
    }
    return effects
  }

  /// The question about a command: "Mark all posts read?".
  private func sentence(of command: KeyCommand) -> String {
    let steps = command.calls.map { call in
      guard case .action(let action, nil) = call else { return call.text }
      return String(view.keymap.help(of: action).prefix { $0 != ";" && $0 != ":" })
    }
    let text = steps.joined(separator: ", then ")
    return text.prefix(1).uppercased() + text.dropFirst() + "?"
  }

  // MARK: Modes

  private mutating func answer(_ input: Input, at moment: Moment) -> [Effect]? {
    if let source = mode.prompt?.sourceToComplete(by: input) { return [.listPaths(source)] }
    return switch mode.take(input, view.keymap) {
    case .notMine: nil
    case .taken: continueMode(at: moment)
    case .keys(let keys, let count): press(keys, count: count, at: moment)
    case .mark(.vote, let key): carryOut(reading.vote(key, in: &view), at: moment)
    case .mark(let use, let key): carryOut(view.take(use, key), at: moment)
    case .filter(let text): narrow(to: text, at: moment)
    case .entered(let text, let prompt): accept(text, of: prompt, at: moment)
    case .chosen(let hint, let isCopied, let wasSeen):
      isCopied
        ? carryOut(Links.copy(hint.link.target), at: moment)
        : follow(hint, wasSeen: wasSeen, at: moment)
    case .answered(let question, let answer):
      act(at: moment) { $0.take(answer, to: question, at: moment) }
    case .passed(let question, let key):
      press(KeySequence(key), count: nil, at: moment)
        + carryOut(.say(question.refusal), at: moment)
    case .searching(let run, let outcome):
      carryOut(search.take(outcome, of: run, in: &view, at: moment), at: moment)
    case .filtering(let typing, let step):
      carryOut(filters.take(step, of: typing, streams.feeds, in: &view), at: moment)
    case .searchStopped: carryOut(.say("Search stopped"), at: moment)
    case .changeStopped(let run, let input):
      (input.map { handle($0, at: moment) } ?? [])
        + carryOut(reading.stop(run, in: view), at: moment)
    }
  }

  mutating func continueMode(at moment: Moment) -> [Effect] {
    switch mode {
    case .waiting(.job, _): stepThroughLinks(at: moment)
    case .waiting(.hints(let hints), _) where !hints.isReady:
      // Keys that were typed before the labels were there are for the labels, as long as they last.
      return begin(hints).flatMap { key in
        mode.hints == nil ? [] : answer(.key(key), at: moment) ?? []
      }
    default: break
    }
    return []
  }

  /// Shows the labels once the visible rows are rich; the keys that came before there were any.
  private mutating func begin(_ hints: Hints) -> [Key] {
    guard visibleRowsAreRich else { return [] }
    let found = view.hints
    guard !found.isEmpty else {
      mode.leave()
      mode.tell(Message("No links on the screen", .noMode))
      return []
    }
    var hints = hints
    hints.begin(with: found)
    let early = hints.takeEarlyKeys()
    mode.wait(for: .hints(hints))
    return early
  }

  private mutating func follow(_ hint: Hint, wasSeen: Bool, at moment: Moment) -> [Effect] {
    view.withList { list, _ in list.standpoint.select(hint.row) }
    guard !hint.isEntry else {
      let reply = view.ask { $0.enter($1, in: $2) }
      return carryOut(reply, by: .hint, isShown: wasSeen, at: moment)
    }
    let visit = links.visit(of: hint, isShown: wasSeen && hint.showsTarget, in: view)
    return carryOut(links.follow(hint.link, visit, in: view), at: moment)
  }

  private mutating func take(
    _ answer: Question.Answer,
    to question: Question,
    at moment: Moment
  ) -> [Effect] {
    mode.dropMessage()
    if answer == .no, let no = question.no { return carryOut(no, at: moment) }
    guard answer == .yes else { return carryOut(.say(question.refusal), at: moment) }
    // The window may have become smaller since.
    guard question.lines(view.size) != nil else {
      return carryOut(.warn(question.isTooLarge), at: moment)
    }
    // Before the target opens: where that fails, the trust is taken back.
    let trust = links.trust.add(question, in: view)
    return trust + carryOut(question.yes, at: moment)
  }

  // MARK: Prompts

  func commandPrompt(_ text: String = "") -> Reply {
    let prompt = Prompt(
      .command,
      ":",
      enter: "runs it",
      hint: "  700 (post), 50%, 2023-07, $ (end), or an action (Tab completes)",
      text: text,
      history: commands.walk,
      added: addedNames
    )
    return .wait(.prompt(prompt))
  }

  private var addedNames: AddedNames {
    AddedNames(
      commands: view.keymap.keymap.commands,
      themes: view.options.themes,
      views: view.options.views.map(\.name)
    )
  }

  /// Completes the source in the command line by paths, and by the names of subscriptions, tags and saved views.
  mutating func complete(source typed: String, by paths: [String]) {
    guard case .waiting(.prompt(var prompt), _) = mode,
      let (command, source) = SourceCommand.parsed(prompt.text), source == typed
    else { return }
    var names: [String] = []
    if command == .open, !typed.isEmpty {
      let feeds = streams.feeds ?? []
      names = feeds.map(\.name) + Set(feeds.flatMap(\.tags)).sorted().map { "tag:\($0)" }
      names += view.options.views.map { "view:\($0.name)" } + ["unread", "kept"]
      names = names.filter { $0.lowercased().hasPrefix(typed.lowercased()) }
    }
    prompt.complete(by: 1, areListed: false) { _ in (paths + names).map { command.start + $0 } }
    mode.wait(for: .prompt(prompt))
  }

  private mutating func accept(_ text: String, of prompt: Prompt, at moment: Moment) -> [Effect] {
    switch prompt.use {
    // Their own modes have taken these.
    case .search, .filter: return []
    case .narrow:
      let effects = narrow(to: text, at: moment)
      guard view.page.content.finding(from: view.list.selection).isOnly else { return effects }
      let page = view.page.number
      let opening = carryOut(.open, at: moment)
      // The text has found what it was typed for: the way back leads to the whole list.
      view.deliver(.filter(""), to: page)
      return effects + opening
    case .saveLinks(let links):
      return carryOut(.effect(.save(path: prompt.path(text), text: links)), at: moment)
    case .savePost: return carryOut(programs.save(to: prompt.path(text), in: view), at: moment)
    case .savePicture(let target):
      return carryOut(.effect(.savePicture(path: prompt.path(text), target)), at: moment)
    case .pipe: return carryOut(programs.pipe(to: text, in: &view), at: moment)
    case .feed(let action, let entry):
      return carryOut(editing.accept(text, action, entry, in: view), at: moment)
    case .command: return accept(command: text, at: moment)
    }
  }

  private mutating func accept(command text: String, at moment: Moment) -> [Effect] {
    commands.add(text)
    switch Command(text, zone: view.options.zone, addedNames) {
    case .destination(let destination):
      view.move(.to(destination), at: moment)
      if let words = view.words(beyond: destination) { say(words) }
    case .date(let date):
      guard
        let replies = view.ask({ content, _, feed in content.conversation?.go(to: date, in: feed) })
      else { return begin(.date(date), at: moment) }
      return carryOut(replies, at: moment)
    case .action(let action, let argument): return perform(action, argument, at: moment)
    case .own(let name): return carryOut(programs.run(name, in: &view), at: moment)
    case .source(.add, let source): return carryOut(editing.add(source, in: view), at: moment)
    case .source(.open, "") where view.options.stream.recent != nil:
      return carryOut(commandPrompt(SourceCommand.open.start), at: moment)
    case .source(.open, let source):
      let choice = source.isEmpty ? StreamChoice.recent : .sources([source])
      return carryOut(.effect(.openStream(choice)), at: moment)
    case .saveView(let name): return carryOut(filters.save(as: name, in: view), at: moment)
    case .incomplete(let action): return perform(action, at: moment)
    case .unknown(let message): warn(message)
    case .nothing: break
    }
    return []
  }

  private mutating func narrow(to text: String, at moment: Moment) -> [Effect] {
    guard let reply = view.ask({ content, _, _ in content.narrow(to: text) }) else { return [] }
    let effects = carryOut(reply, at: moment)
    if let row = view.page.content.finding(from: view.list.selection).row {
      view.select(row, at: moment)
    }
    return effects
  }

  // MARK: The mouse

  private mutating func route(_ mouse: MouseEvent, at moment: Moment) -> [Effect] {
    let (areas, target) = (view.gestureAreas, view.gestureTarget)
    let intents = pointer.route(mouse, at: moment, areas: areas, target: target)
    if !intents.isEmpty { mode.dropMessage() }
    return intents.flatMap { take($0, at: moment) }
  }

  private func cancelsGesture(_ input: Input) -> Bool {
    if case .mouse = input { return mode.question != nil || mode.prompt != nil }
    guard case .key(let key) = input else { return true }
    return view.keymap.action(of: key) != .redraw
  }

  private mutating func take(_ intent: GestureIntent, at moment: Moment) -> [Effect] {
    switch intent {
    case .action(let action): return act(at: moment) { $0.perform(action, at: moment) }
    case .openPost:
      guard view.page.content.listsPosts, view.subject.post != nil else { break }
      return act(at: moment) { $0.carryOut(.open, at: moment) }
    case .press(let point):
      // A press shows where a link leads, so that a release may go there.
      guard point.target.page == view.page.number, let link = point.target.link else { break }
      view.withList { list, _ in list.standpoint.focus(on: link) }
      pointer.press(link)
    case .hold(let isOnStart): pointer.hold(isOnStart: isOnStart)
    case .letGo: pointer.letGo()
    case .click(let point): return click(point.target, at: moment)
    case .doubleClick(let point): return doubleClick(point.target, at: moment)
    case .scroll(let lines):
      let most = max(WheelRecognizer.lines, view.pageLines / 2)
      return scroll(by: max(-most, min(lines, most)), at: moment)
    }
    return []
  }

  /// A click selects; on a link it follows, if a frame has shown where that leads outside.
  private mutating func click(_ target: GestureTarget, at moment: Moment) -> [Effect] {
    if target.page == view.beside?.number {
      return act(at: moment) { $0.goBeside(to: target, at: moment) }
    }
    guard let row = row(of: target) else { return [] }
    view.withList { list, _ in
      list.standpoint.select(row)
      if let link = target.link {
        list.standpoint.focus(on: link)
      } else {
        list.standpoint.dropFocus()
      }
    }
    guard let link = view.focusedLink else { return target.isFold ? view.changeFold() ?? [] : [] }
    let visit = links.visit(.click, of: link.target, asks: false, in: view)
    return carryOut(links.follow(link, visit, in: view), at: moment)
  }

  /// A double click drills down, as Enter does; where that would follow a link, it selects.
  private mutating func doubleClick(_ target: GestureTarget, at moment: Moment) -> [Effect] {
    guard let row = row(of: target) else { return [] }
    view.withList { list, _ in
      list.standpoint.select(row)
      list.standpoint.dropFocus()
    }
    if case .link = view.subject { return [] }
    return enter(.click, at: moment)
  }

  /// Opens the post beside the list, or goes back from it to a row of the list.
  private mutating func goBeside(to target: GestureTarget, at moment: Moment) -> [Effect] {
    guard view.page.pane == .post else { return carryOut(.open, at: moment) }
    while view.page.number != target.page, view.pop() {}
    guard let row = row(of: target) else { return [] }
    view.withList { list, _ in list.standpoint.select(row) }
    return []
  }

  private func row(of target: GestureTarget) -> RowID? {
    guard target.page == view.page.number, let row = target.row,
      view.rows.position(of: row) != nil
    else { return nil }
    return row
  }
}

extension PageView {
  /// The parts of the frame that gestures begin in.
  fileprivate var gestureAreas: [GestureArea] {
    let all = 0..<max(0, size.columns)
    let statusLine = pageLines..<max(pageLines, size.lines)
    let seen = [page, beside].compactMap(\.self)
    return [GestureArea(id: .statusLine, columns: all, lines: statusLine)]
      + seen.map { shown in
        GestureArea(
          id: shown.number == page.number ? .page : .beside,
          columns: seen.count == 1 ? all : layout.columns(of: shown),
          lines: 0..<pageLines
        )
      }
  }

  fileprivate func gestureTarget(_ area: GestureArea.ID?, column: Int, line: Int) -> GestureTarget {
    let beside = area == .beside ? beside : nil
    let page = beside ?? page
    let rows = layout.rows(of: page)
    guard area == .page || beside != nil,
      let seen = page.list.visible(in: rows)
        .first(where: { ($0.top..<$0.top + $0.lines).contains(line) }),
      let row = rows.row(at: seen.row)
    else { return GestureTarget(page: page.number) }
    guard beside == nil else { return GestureTarget(page: page.number, row: row) }
    let lineOfRow = seen.firstLine + line - seen.top
    let columnOfRow = column - layout.columns(of: page).lowerBound
    return GestureTarget(
      page: page.number,
      row: row,
      link: link(of: row, line: lineOfRow, column: columnOfRow, in: rows),
      isFold: rows.laid(row).moreLine == lineOfRow
    )
  }

  /// The link that covers a cell of a rich row at rest: while rows move, the hand began to press on another one.
  private func link(of row: RowID, line: Int, column: Int, in rows: PageRows) -> LinkFocus? {
    let enrichment = list.enrichment
    guard !enrichment.isMoving, enrichment.isRich(row) else { return nil }
    let index = rows.rich(row).links.firstIndex { link in
      link.spots.contains { $0.line == line && $0.columns.contains(column) }
    }
    return index.map { LinkFocus(row: row, link: $0) }
  }
}
