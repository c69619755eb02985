/// An action that a key can trigger.
package enum Action: String, CaseIterable, Sendable {
  case lineDown, lineUp
  case rowDown, rowUp
  case halfPageDown, halfPageUp
  case pageDown, pageUp
  case first, last
  case selectionToTop, selectionToMiddle, selectionToBottom
  case firstOnScreen, middleOnScreen, lastOnScreen
  case percent, command
  case search, searchBackward, nextMatch, previousMatch, narrow
  case setMark, jumpToMark
  case repeatLast
  case newRows
  case nextUnread, previousUnread
  case nextLink, previousLink
  case hints, hintsForSeveral
  case enter
  case open
  case copy
  case links, visited, goToPost
  case fullText
  case openAll, saveLinks
  case savePost, editPost, copyText, pipe
  case author
  case likers, resharers, participants
  case toggleFold
  case collapse, collapseAll
  case parent, nextSibling, previousSibling, nextThread, previousThread
  case openPanel, closePanel
  case denser, fuller
  case cycleOrder, order, density, reload
  case unread
  case feeds, refresh, refreshAll, hideRead
  case markRead, markReadAbove, markAllRead
  case keep
  case undo
  case back, cancel, leave
  case cycleStrategy, strategy
  case cycleFigures
  case problems
  case configReload, theme
  case forget
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

  /// The action called `name`; nil if there is none.
  package init?(named name: String) {
    // The words begin in capitals, but for the first.
    var raw = ""
    var isStart = false
    for character in name.unicodeScalars {
      guard character == "-" || character.isASCII && character.properties.isLowercase else {
        return nil
      }
      if character == "-" {
        guard !isStart, !raw.isEmpty else { return nil }
        isStart = true
        continue
      }
      raw += isStart ? character.properties.uppercaseMapping : String(character)
      isStart = false
    }
    self.init(rawValue: isStart ? "" : raw)
  }

  /// The text on the help page and in the tables of README and manual, with names of actions in
  /// braces where it tells their keys.
  var help: String {
    switch self {
    case .lineDown: "scroll down a line"
    case .lineUp: "scroll up a line"
    case .rowDown: "next post or comment"
    case .rowUp: "previous post or comment"
    case .halfPageDown: "scroll down half a page"
    case .halfPageUp: "scroll up half a page"
    case .pageDown: "scroll down a page"
    case .pageUp: "scroll up a page"
    case .first: "go to the first post; 20{first} goes to the 20th"
    case .last: "go to the last post; 20{last} goes to the 20th"
    case .selectionToTop: "scroll so that the selected post stands at the top of the screen"
    case .selectionToMiddle: "scroll so that the selected post stands in the middle of the screen"
    case .selectionToBottom: "scroll so that the selected post stands at the bottom of the screen"
    case .firstOnScreen: "select the first post that begins on the screen; after 3 the third"
    case .middleOnScreen: "select the post in the middle of the screen"
    case .lastOnScreen: "select the last post that begins on the screen; after 3 the third last"
    case .percent: "50{percent} goes half-way"
    case .command: "command line: a post's number, a percentage, a date, or an action by name"
    case .search: "search for a text; matches show while it is typed"
    case .searchBackward: "search backward for a text"
    case .nextMatch: "next match; 3{next-match} is the third"
    case .previousMatch: "previous match"
    case .narrow: "in lists: show only the lines that contain a text"
    case .setMark: "set a mark: {set-mark} followed by a letter"
    case .jumpToMark:
      "jump to a mark: {jump-to-mark} followed by its letter; {jump-to-mark}' goes back to where the last jump began"
    case .repeatLast: "repeat the last action"
    case .newRows: "go to the newest of the new posts above"
    case .nextUnread: "next unread post"
    case .previousUnread: "previous unread post"
    case .nextLink: "next link, also beyond the screen"
    case .previousLink: "previous link, also beyond the screen"
    case .hints: "show a label on every link: type it to follow, in capitals to copy"
    case .hintsForSeveral: "show a label on every link, to open several together"
    case .enter: "follow the link in focus, else open the post; 3 {enter} follows its 3rd link"
    case .open: "open the link in focus, else the post, in the browser; 3{open} opens its 3rd link"
    case .copy:
      "copy the address of the link in focus, else of the post; 3{copy} copies its 3rd link"
    case .links: "list all links of the post"
    case .visited:
      "list the followed links; {enter} opens one again, {go-to-post@visit-list} goes to its post"
    case .goToPost: "in the list of followed links: go to the post of the link"
    case .fullText: "fetch the web page of the link in focus, else of the post, and read it here"
    case .openAll: "in the list of links: open all that are listed"
    case .saveLinks: "in the list of links: save those that are listed to a file"
    case .savePost:
      "save the post with its comments to a new file; .txt, .md, .html or .json decides the format"
    case .editPost: "read the post in your editor ($VISUAL, else $EDITOR)"
    case .copyText: "copy the text of the post"
    case .pipe: "pipe the post to a program, whose output becomes a page"
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
    case .order: "sort the timeline: newest, oldest, document, likes or comments"
    case .density: "change the density: compact, normal or full"
    case .reload: "reload the files and keep the place; of subscriptions: fetch new posts"
    case .unread:
      "list the unread posts; those that come in meanwhile are listed by {new-rows@unread-list}"
    case .feeds: "list the subscriptions; {enter} opens one, a tag or all"
    case .refresh:
      "fetch new posts now; in the list of subscriptions: of the selected feed, tag or all"
    case .refreshAll: "fetch new posts of all subscriptions now"
    case .hideRead:
      "in the list of subscriptions: hide feeds without unread posts, or show them again"
    case .markRead: "mark the post read or unread"
    case .markReadAbove: "mark the post and all above it read"
    case .markAllRead: "mark all posts read"
    case .keep: "keep the post or let it go"
    case .undo: "undo the last change of read, unread and kept posts; again: the one before"
    case .back: "go back"
    case .cancel: "cancel what is running, else clear the highlights, else go back"
    case .leave: "go back; on the timeline, quit"
    case .cycleStrategy: "next strategy: idle, strict, sync, eager, flat"
    case .strategy: "change the strategy: idle, strict, sync, eager or flat"
    case .cycleFigures: "show the strategy's live figures; again: what they mean; again: hide them"
    case .problems: "list all problems of the feeds with line and column; {enter} opens the post"
    case .configReload: "read the configuration file again"
    case .theme: "change the colours: the name of a theme"
    case .forget: "on the start page: forget the feed and all that is remembered of it"
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
      .first, .last, .selectionToTop, .selectionToMiddle, .selectionToBottom, .firstOnScreen,
      .middleOnScreen, .lastOnScreen, .percent, .command, .search, .searchBackward, .nextMatch,
      .previousMatch, .narrow, .setMark, .jumpToMark, .repeatLast, .newRows,
      .nextUnread, .previousUnread:
      .moving
    case .nextLink, .previousLink, .hints, .hintsForSeveral, .open, .copy, .links,
      .visited, .goToPost, .fullText, .openAll, .saveLinks, .enter, .author:
      .links
    case .savePost, .editPost, .copyText, .pipe, .likers, .resharers, .participants, .toggleFold,
      .collapse, .collapseAll, .parent,
      .nextSibling, .previousSibling, .nextThread, .previousThread, .openPanel, .closePanel,
      .denser, .fuller, .cycleOrder, .order, .density, .reload,
      .unread, .feeds, .refresh, .refreshAll, .hideRead, .markRead,
      .markReadAbove, .markAllRead, .keep,
      .undo, .back, .cancel, .leave:
      .inside
    case .cycleStrategy, .strategy, .cycleFigures, .problems, .configReload, .theme, .forget,
      .help, .redraw, .suspend, .quit:
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
