package struct KeyListing: Sendable {
  package enum Line: Sendable {
    case heading(String)
    case command(KeyCommand, keys: [KeySequence], help: String)
  }

  /// The lines in the order of the help page.
  package let lines: [Line]

  /// Lists the keys of `keymap`, commands of the configuration even without one, and with `withKeyless` the actions that have
  /// none on any page.
  package init(_ keymap: PageKeymap, withKeyless: Bool = false) {
    var plain: [Action: [KeySequence]] = [:]
    var own: [String: [KeySequence]] = [:]
    var others: [(command: KeyCommand, keys: [KeySequence])] = []
    for binding in keymap.bindings {
      guard let command = binding.command else { continue }
      if let action = command.plainAction {
        plain[action, default: []].append(binding.keys)
      } else if case .own(let name) = command.first, command.rest.isEmpty, !command.asksFirst,
        keymap.own(name) != nil
      {
        own[name, default: []].append(binding.keys)
      } else if let known = others.firstIndex(where: { $0.command == command }) {
        others[known].keys.append(binding.keys)
      } else {
        others.append((command, [binding.keys]))
      }
    }
    if withKeyless { for action in Self.keyless(on: keymap) { plain[action] = [] } }
    var lines: [Line] = []
    for group in Action.Group.allCases {
      lines.append(.heading(group.rawValue))
      for action in Action.allCases where action.group == group {
        guard let keys = plain[action] else { continue }
        lines.append(.command(KeyCommand(action), keys: keys, help: keymap.help(of: action)))
      }
    }
    if !others.isEmpty { lines.append(.heading("Your own")) }
    for (command, keys) in others {
      lines.append(.command(command, keys: keys, help: keymap.help(of: command)))
    }
    if !keymap.keymap.commands.isEmpty { lines.append(.heading("Your commands")) }
    for command in keymap.keymap.commands {
      lines.append(
        .command(
          KeyCommand(.own(command.name)),
          keys: own[command.name] ?? [],
          help: command.summary
        )
      )
    }
    self.lines = lines
  }

  private static func keyless(on keymap: PageKeymap) -> [Action] {
    let actions = { (keymap: PageKeymap) in keymap.bindings.compactMap(\.action) }
    let bound = Set(actions(keymap))
    let usual = Set(actions(Keymap.standard.on(keymap.page)))
    let elsewhere = Set(KeyPage.allCases.flatMap { actions(keymap.keymap.on($0)) })
    return Action.allCases.filter {
      !bound.contains($0) && (usual.contains($0) || !elsewhere.contains($0))
    }
  }
}

/// The keys that a reader needs first on a page, as lines that fill one screen of 24 lines at most.
struct BriefKeys {
  /// Keys that belong together, such as those for down and up, and the text about them.
  struct Line: Equatable {
    let keys: String
    let text: String
  }

  let lines: [Line]

  init(_ keymap: PageKeymap) {
    lines = Self.table(on: keymap.page).compactMap { actions, text in
      let keys = actions.compactMap { keymap.keys(of: $0).first?.text }
      guard !keys.isEmpty else { return nil }
      return Line(keys: keys.joined(separator: "  "), text: text)
    }
  }

  private typealias Row = (actions: [Action], text: String)

  private static func table(on page: KeyPage) -> [Row] {
    switch page {
    case .timeline, .unread, .account, .tag, .matches, .filtered:
      posts(next: "unread post", [.search, .nextMatch], [.markRead, .markAllRead]) + ofLists
        + [quit]
    case .detail:
      [neighbours] + posts(next: "new comment", [.search], [.markRead]) + ofPosts + [quit]
    case .feeds:
      menu.dropLast() + [([.copy], "copy the address of the feed")] + own(of: page) + ofFeeds + [
        quit
      ]
    case .links, .visited, .start, .people, .counts, .rules: menu + own(of: page) + [quit]
    case .article: [neighbours] + text + [quit]
    case .picture: ofPictures + [quit]
    case .problems, .output, .difference, .help: text + [quit]
    }
  }

  private static let quit: Row = ([.quit], "quit, from every page")

  private static let neighbours: Row = (
    [.nextPost, .previousPost], "open the next, previous unread post; go through matches"
  )

  private static func posts(next: String, _ search: [Action], _ marking: [Action]) -> [Row] {
    [
      ([.lineDown, .lineUp], "scroll by a line"),
      ([.rowDown, .rowUp], "next, previous post or comment"),
      ([.pageDown, .pageUp], "scroll by a page"),
      ([.first, .last], "first, last post"),
      ([.enter], "open the post, or follow the link in focus"),
      ([.leave], "go back; on the first page, quit"),
      ([.nextLink, .previousLink], "next, previous link"),
      ([.hints], "show a label on every link; type it to follow"),
      ([.open, .copy], "open in the browser; copy the address"),
      (search, search.count == 1 ? "search" : "search; next match"),
      ([.nextUnread, .previousUnread], "next, previous \(next)"),
      (marking, "mark the post read or unread" + (marking.count == 1 ? "" : "; mark all read")),
      ([.keep], "keep the post (★), or let it go"),
      ([.undo], "undo marking and keeping"),
      ([.toggleFold], "unfold a long text or a content warning"),
    ]
  }

  private static let ofLists: [Row] = [
    ([.filter, .filterLikeThis], "show only posts that pass a filter; those like this one"),
    ([.unread, .kept, .feeds], "unread posts; kept posts; subscriptions"),
    ([.newRows], "new posts above"),
    ([.denser, .fuller, .cycleOrder], "less, more of each post; another order"),
  ]

  private static let ofPosts: [Row] = [
    (
      [.parent, .nextSibling, .previousSibling],
      "what this one replies to; next, previous reply to the same"
    ),
    ([.collapse], "collapse or expand the replies to a comment"),
    ([.savePost, .author], "save the post to a file; the author's page"),
    ([.favourite, .boost, .bookmark], "on the fediverse: favourite, boost, bookmark"),
  ]

  private static let ofFeeds: [Row] = [
    ([.unread, .kept], "unread posts of the line; kept posts"),
    ([.markAllRead, .undo], "mark its posts read; undo"),
    ([.editPost], "edit the list as text in your editor"),
  ]

  private static let ofPictures: [Row] = [
    ([.nextPost, .previousPost], "next, previous picture of the post"),
    ([.open], "open the file outside"),
    ([.savePost], "save the file"),
    ([.leave], "go back"),
  ]

  private static let menu: [Row] = [
    ([.lineDown, .lineUp], "scroll by a line"),
    ([.rowDown, .rowUp], "next, previous line"),
    ([.first, .last], "first, last line"),
    ([.enter], "open the selected line"),
    ([.leave], "go back"),
    ([.open, .copy], "open in the browser; copy the address"),
  ]

  private static let text: [Row] = [
    ([.lineDown, .lineUp], "scroll by a line"),
    ([.pageDown, .pageUp], "scroll by a page"),
    ([.first, .last], "top, end"),
    ([.enter], "follow the link in focus, or open the line"),
    ([.leave], "go back"),
    ([.nextLink, .previousLink], "next, previous link"),
    ([.search, .nextMatch], "search; next match"),
  ]

  private static func own(of page: KeyPage) -> [Row] {
    let own = Action.allCases.filter { $0.entry.pageKeys.contains { $0.page == page } }
    return own.filter { $0 != .previousFeed }.map { action in
      if action == .nextFeed {
        return ([action, .previousFeed], "next, previous feed with unread posts")
      }
      if action == .forget, page == .visited {
        return ([action], "ask about the addresses of a trusted host again")
      }
      if action == .toggleFold, page == .feeds {
        return ([action], "show or hide the feeds of a tag")
      }
      var help = action.help[...]
      // The place is known here: "in lists: show only …".
      if help.hasPrefix("in ") || help.hasPrefix("on "), let colon = help.firstIndex(of: ":") {
        help = help[help.index(after: colon)...].drop { $0 == " " }
      }
      return ([action], String(help.prefix { $0 != ";" && $0 != ":" }))
    }
  }
}
