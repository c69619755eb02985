/// An action that a key can trigger.
package enum Action: String, CaseIterable, Sendable {
  case lineDown, lineUp
  case rowDown, rowUp
  case halfPageDown, halfPageUp
  case pageDown, pageUp
  case first, last
  case percent, command
  case search, searchBackward, nextMatch, previousMatch
  case setMark, jumpToMark
  case repeatLast
  case newRows
  case nextUnread, previousUnread
  case nextLink, previousLink
  case hints, hintsForSeveral
  case enter
  case open
  case copy
  case links, visited
  case openAll, saveLinks
  case author
  case likers, resharers, participants
  case toggleFold
  case collapse, collapseAll
  case parent, nextSibling, previousSibling, nextThread, previousThread
  case openPanel, closePanel
  case denser, fuller
  case cycleOrder, reload
  case markRead, markReadAbove, markAllRead
  case keep
  case undo
  case back, cancel, leave
  case cycleStrategy
  case cycleFigures
  case problems
  case configReload
  case help
  case redraw
  case suspend
  case quit

  /// The name in commands and messages: the words of the action with hyphens.
  package var name: String {
    rawValue.reduce(into: "") { name, character in
      name += character.isUppercase ? "-\(character.lowercased())" : String(character)
    }
  }

  /// The text on the help page and in the tables of README and manual.
  package var help: String {
    switch self {
    case .lineDown: "scroll down a line"
    case .lineUp: "scroll up a line"
    case .rowDown: "next post or comment"
    case .rowUp: "previous post or comment"
    case .halfPageDown: "scroll down half a page"
    case .halfPageUp: "scroll up half a page"
    case .pageDown: "scroll down a page"
    case .pageUp: "scroll up a page"
    case .first: "go to the first post; 20g goes to the 20th"
    case .last: "go to the last post; 20G goes to the 20th"
    case .percent: "50% goes half-way"
    case .command: "command line: a post's number, a percentage, a date, or an action by name"
    case .search: "search for a text; matches show while it is typed"
    case .searchBackward: "search backward for a text"
    case .nextMatch: "next match; 3n is the third"
    case .previousMatch: "previous match"
    case .setMark: "set a mark: m followed by a letter"
    case .jumpToMark:
      "jump to a mark: ' followed by its letter; '' goes back to where the last jump began"
    case .repeatLast: "repeat the last action"
    case .newRows: "go to the newest of the new posts above"
    case .nextUnread: "next unread post"
    case .previousUnread: "previous unread post"
    case .nextLink: "next link, also beyond the screen"
    case .previousLink: "previous link, also beyond the screen"
    case .hints: "show a label on every link: type it to follow, in capitals to copy"
    case .hintsForSeveral: "show a label on every link, to open several together"
    case .enter: "follow the link in focus, else open the post; 3 Enter follows its 3rd link"
    case .open: "open the link in focus, else the post, in the browser; 3o opens its 3rd link"
    case .copy: "copy the address of the link in focus, else of the post; 3y copies its 3rd link"
    case .links: "list all links of the post"
    case .visited: "list the followed links; Enter opens one again, p goes to its post"
    case .openAll: "in the list of links: open all that are listed"
    case .saveLinks: "in the list of links: save those that are listed to a file"
    case .author: "open the author's page"
    case .likers: "list who liked the post or comment"
    case .resharers: "list who reshared the post"
    case .participants: "list who takes part in the conversation"
    case .toggleFold: "fold or unfold a content warning or a long text"
    case .collapse: "collapse or expand the replies to a comment"
    case .collapseAll: "collapse or expand the replies to all comments"
    case .parent: "go to the parent: the post or comment that this one replies to"
    case .nextSibling: "next reply to the same comment or post"
    case .previousSibling: "previous reply to the same comment or post"
    case .nextThread: "next comment on the post itself"
    case .previousThread: "previous comment on the post itself"
    case .openPanel: "open the side panel: account, links and likes of the selected row"
    case .closePanel: "close the side panel"
    case .denser: "denser rows: normal, then compact (one line per post)"
    case .fuller: "fuller rows: normal, then full (whole texts)"
    case .cycleOrder: "next order: newest, oldest, document (as in the file), likes, comments"
    case .reload: "reload the files and keep the place"
    case .markRead: "mark the post read or unread"
    case .markReadAbove: "mark the post and all above it read"
    case .markAllRead: "mark all posts read"
    case .keep: "keep the post or let it go"
    case .undo: "undo the last change of read, unread and kept posts; again: the one before"
    case .back: "go back"
    case .cancel: "cancel what is running, else clear the highlights, else go back"
    case .leave: "go back; on the timeline, quit"
    case .cycleStrategy: "next strategy: idle, sticky, sync, eager, flat"
    case .cycleFigures: "show the strategy's live figures; again: what they mean; again: hide them"
    case .problems: "list all problems of the feeds with line and column; Enter goes to the post"
    case .configReload: "read the configuration file again"
    case .help: "list all keys"
    case .redraw: "draw the screen again"
    case .suspend: "suspend the program"
    case .quit: "quit"
    }
  }

  /// The step through the links that the action makes; nil for other actions.
  var linkStep: LinkStep? {
    switch self {
    case .nextLink: .next
    case .previousLink: .previous
    default: nil
    }
  }

  /// Whether ``repeatLast`` can repeat the action.
  var canBeRepeated: Bool {
    switch self {
    case .repeatLast, .redraw, .suspend, .quit, .help, .command, .cancel: false
    default: true
    }
  }

  /// The heading of the action on the help page.
  package var group: Group {
    switch self {
    case .lineDown, .lineUp, .rowDown, .rowUp, .halfPageDown, .halfPageUp, .pageDown, .pageUp,
      .first, .last, .percent, .command, .search, .searchBackward, .nextMatch,
      .previousMatch, .setMark, .jumpToMark, .repeatLast, .newRows,
      .nextUnread, .previousUnread:
      .moving
    case .nextLink, .previousLink, .hints, .hintsForSeveral, .open, .copy, .links,
      .visited, .openAll, .saveLinks, .enter, .author:
      .links
    case .likers, .resharers, .participants, .toggleFold, .collapse, .collapseAll, .parent,
      .nextSibling, .previousSibling, .nextThread, .previousThread, .openPanel, .closePanel,
      .denser, .fuller, .cycleOrder, .reload, .markRead, .markReadAbove, .markAllRead, .keep,
      .undo, .back, .cancel, .leave:
      .inside
    case .cycleStrategy, .cycleFigures, .problems, .configReload, .help, .redraw, .suspend, .quit:
      .program
    }
  }

  /// The headings of the help page.
  package enum Group: String, CaseIterable, Sendable {
    case moving = "Moving"
    case links = "Links"
    case inside = "Posts and comments"
    case program = "Program"
  }
}
