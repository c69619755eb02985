import CellGrid

/// What gestures of the mouse mean for the page.
extension App {
  /// A link as a frame named it: what a click may open.
  struct NamedLink: Equatable, Sendable {
    let page: Int
    let focus: ListState.LinkFocus
    let target: String
  }

  /// A link that the mouse holds down.
  struct PressedLink: Equatable {
    let focus: ListState.LinkFocus
    /// Whether the mouse is on it.
    var isUnderMouse = true

    /// Whether `link` is this one, with the mouse on it.
    func isHeld(_ link: ListState.LinkFocus?) -> Bool { isUnderMouse && link == focus }
  }

  /// Adds a gesture, before those that are built in.
  package mutating func add(_ recognizer: any GestureRecognizer) {
    router.add(recognizer)
  }

  /// The link whose target the frame names: in the status line, or in the selected row of a sheet.
  var namedLink: NamedLink? {
    guard question == nil, prompt == nil, search == nil, hints == nil, message == nil else {
      return nil
    }
    return chosenLink
  }

  /// The link that Enter follows.
  var chosenLink: NamedLink? {
    if let focus = page.list.focus, let link = focusedLink {
      return NamedLink(page: page.number, focus: focus, target: link.target)
    }
    guard case .links(let sheet) = page.content, case .entry(let entry) = page.list.selection,
      let link = sheet.link(at: entry), let row = rows.index(of: page.list.selection),
      visibleRows().contains(where: { $0.row == row && $0.isWhole })
    else { return nil }
    let focus = ListState.LinkFocus(row: page.list.selection, link: 0)
    return NamedLink(page: page.number, focus: focus, target: link.target)
  }

  /// Whether a frame has shown where Enter leads: keys may come faster than frames.
  var chosenLinkIsShown: Bool { chosenLink.map { $0 == shownLink } ?? false }

  /// What of the state a frame shows that keys and clicks rely on.
  package struct FrameMark: Equatable, Sendable {
    fileprivate let named: NamedLink?
    fileprivate let stamp: Int
    /// Whether the status line is the labels', and names the link that was taken last.
    fileprivate let namesTaken: Bool
  }

  /// The mark of the frame that shows the state now.
  package var frameMark: FrameMark {
    let isTheirs = message == nil && question == nil && prompt == nil && search == nil
    return FrameMark(
      named: namedLink,
      stamp: stamp,
      namesTaken: isTheirs && hints?.isFiltering == false
    )
  }

  /// Told before the next events when the frame with `mark` has reached the reader: from now on a
  /// key answers the question in it, and means its labels.
  package mutating func frameShown(_ mark: FrameMark) {
    if let named = mark.named { shownLink = named }
    guard mark.stamp == stamp else { return }
    if question?.isShown == false { question?.isShown = true }
    if hints != nil { hints?.noteSeen(namesTaken: mark.namesTaken) }
  }

  mutating func route(_ input: Input, at moment: Moment) -> Router.Routed {
    // Keys are nearly all that comes, and need no areas.
    guard case .mouse = input else {
      return router.route(input, at: moment, keymap: keymap, areas: []) { _, _, _ in
        GestureTarget(page: 0)
      }
    }
    var router = router
    defer { self.router = router }
    return router.route(input, at: moment, keymap: keymap, areas: areas, target: target)
  }

  /// Whether `input` breaks off what the mouse is doing: any key but the one that draws anew.
  func endsGesture(_ input: Input) -> Bool {
    guard router.isPressed else { return false }
    if case .mouse = input { return question != nil || prompt != nil }
    return input != .key(.control("l"))
  }

  /// Ends what the mouse is doing: nothing comes of it.
  ///
  /// - Parameter moment: the time now; nil for that of its last step.
  mutating func cancelGesture(at moment: Moment? = nil) {
    pressed = nil
    if router.isPressed { _ = router.cancel(at: moment) }
  }

  mutating func perform(_ intent: GestureIntent, at moment: Moment) -> [Effect] {
    switch intent {
    case .press(let place): press(place.target)
    case .hold(let isOnStart): pressed?.isUnderMouse = isOnStart
    case .letGo: pressed = nil
    case .click(let place): return click(place.target)
    case .doubleClick(let place): return doubleClick(place.target)
    case .scroll(let lines):
      let most = max(WheelRecognizer.lines, pageLines / 2)
      scroll(by: max(-most, min(lines, most)), at: moment)
    case .action(let action): return perform(action, at: moment)
    }
    return []
  }

  /// The parts of the frame that gestures begin in.
  private var areas: [GestureArea] {
    let all = 0..<max(0, size.columns)
    var areas = [
      GestureArea(.page, columns: all, lines: 0..<pageLines),
      GestureArea(.statusLine, columns: all, lines: pageLines..<max(pageLines, size.lines)),
    ]
    if panelIsSeen {
      let columns = SidePanel.columns(of: size.columns)
      areas.append(GestureArea(.panel, columns: columns, lines: 0..<pageLines))
    }
    return areas
  }

  private func target(_ area: GestureArea.ID?, column: Int, line: Int) -> GestureTarget {
    guard area == .page,
      let seen = visibleRows().first(where: { ($0.top..<$0.top + $0.lines).contains(line) })
    else { return GestureTarget(page: page.number) }
    let rows = rows
    return GestureTarget(
      page: page.number,
      row: rows.id(at: seen.row),
      link: link(line: line, column: column),
      isFold: rows.laid(at: seen.row).moreLine == seen.firstLine + line - seen.top
    )
  }

  /// A press shows where a link leads, so that a release may go there.
  private mutating func press(_ target: GestureTarget) {
    guard target.page == page.number, let link = target.link, let row = target.row else { return }
    setSelection(row)
    page.list.focus = link
    pressed = PressedLink(focus: link)
  }

  /// A click selects; on a link it follows, if a frame has shown where it leads.
  private mutating func click(_ target: GestureTarget) -> [Effect] {
    guard target.page == page.number, let row = target.row, rows.index(of: row) != nil else {
      return []
    }
    setSelection(row)
    page.list.focus = target.link
    if let link = focusedLink, let focus = target.link {
      let named = NamedLink(page: page.number, focus: focus, target: link.target)
      return shownLink == named || !leadsOutside(link) ? follow(link) : []
    }
    if target.isFold { unfold() }
    return []
  }

  /// A double click drills down, as Enter does; where that would follow a link, it selects.
  private mutating func doubleClick(_ target: GestureTarget) -> [Effect] {
    guard target.page == page.number, let row = target.row, rows.index(of: row) != nil else {
      return []
    }
    setSelection(row)
    page.list.focus = nil
    if case .links = page.content { return [] }
    return enter()
  }
}
