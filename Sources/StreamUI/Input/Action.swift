/// An action that a key can trigger.
package enum Action: String, CaseIterable, Sendable {
  case lineDown, lineUp
  case rowDown, rowUp
  case halfPageDown, halfPageUp
  case pageDown, pageUp
  case first, last
  case percent, goTo
  case search, searchBackward, nextMatch, previousMatch
  case setMark, goToMark
  case repeatLast
  case newRows
  case nextLink, previousLink
  case hints, collectHints
  case enter
  case openOutside
  case copy
  case linkSheet
  case openAll, saveLinks
  case accountPage
  case likers, resharers, participants
  case unfold
  case collapse, collapseAll
  case parent, nextSibling, previousSibling, nextThread, previousThread
  case uncoverPanel, coverPanel
  case denser, fuller
  case back
  case cycleStrategy
  case toggleHUD
  case problems
  case help
  case redraw
  case suspend
  case quit

  /// The text on the help page; an action with an empty text is not listed.
  package var help: String {
    switch self {
    case .lineDown: "scroll down a line"
    case .lineUp: "scroll up a line"
    case .rowDown: "next post or comment"
    case .rowUp: "previous post or comment"
    case .halfPageDown: "half a page down"
    case .halfPageUp: "half a page up"
    case .pageDown: "a page down"
    case .pageUp: "a page up"
    case .first: "to the first post; 20g to the 20th"
    case .last: "to the last post"
    case .percent: "50% goes half-way"
    case .goTo: "to a post by its number, or to a share"
    case .search: "search for a text; matches show while it is typed"
    case .searchBackward: "search for a text backward"
    case .nextMatch: "next match"
    case .previousMatch: "previous match"
    case .setMark: "a letter behind it names this place"
    case .goToMark: "to the place with that letter; '' to where you were"
    case .repeatLast: "the last key again"
    case .newRows: "to the newest post that came in above"
    case .nextLink: "next link"
    case .previousLink: "previous link"
    case .hints: "letters over all links: a letter follows, a capital copies"
    case .collectHints: "the same, to open several together"
    case .enter: "follow the link in focus, else open the row; 3 Enter the 3rd link"
    case .openOutside: "open the link in focus, else the post, in the browser; 3o"
    case .copy: "copy the link in focus, else the post's address; 3y"
    case .linkSheet: "list all links of the post; there / narrows the list"
    case .openAll: "on the list of links: open all that are listed"
    case .saveLinks: "on the list of links: save those that are listed to a file"
    case .accountPage: "the author's page"
    case .likers: "who liked it"
    case .resharers: "who reshared it"
    case .participants: "who takes part in the conversation"
    case .unfold: "show or hide what is folded: a content warning, a long text"
    case .collapse: "collapse or expand the answers of a comment"
    case .collapseAll: "collapse or expand all comments"
    case .parent: "to the comment it answers"
    case .nextSibling: "next answer to the same"
    case .previousSibling: "previous answer to the same"
    case .nextThread: "next comment on the post itself"
    case .previousThread: "previous comment on the post itself"
    case .uncoverPanel: "the side panel: account, links and likes of what is selected"
    case .coverPanel: "cover the side panel again"
    case .denser: "less of each post: up to a line a post"
    case .fuller: "more of each post: up to the whole text"
    case .back: "back to where you were; on the timeline q quits"
    case .cycleStrategy: "next strategy: idle, sticky, sync, eager, flat"
    case .toggleHUD: "the strategy's live figures"
    case .problems: "every problem of the feeds, with its place; Enter shows the post"
    case .help: "this page"
    case .redraw: "draw the screen anew"
    case .suspend: "suspend"
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
    case .repeatLast, .redraw, .suspend, .quit, .help: false
    default: true
    }
  }

  /// The heading of the action on the help page.
  package var group: Group {
    switch self {
    case .lineDown, .lineUp, .rowDown, .rowUp, .halfPageDown, .halfPageUp, .pageDown, .pageUp,
      .first, .last, .percent, .goTo, .search, .searchBackward, .nextMatch, .previousMatch,
      .setMark, .goToMark, .repeatLast, .newRows:
      .moving
    case .nextLink, .previousLink, .hints, .collectHints, .openOutside, .copy, .linkSheet,
      .openAll, .saveLinks, .enter, .accountPage:
      .links
    case .likers, .resharers, .participants, .unfold, .collapse, .collapseAll, .parent,
      .nextSibling, .previousSibling, .nextThread, .previousThread, .uncoverPanel, .coverPanel,
      .denser, .fuller, .back:
      .inside
    case .cycleStrategy, .toggleHUD, .problems, .help, .redraw, .suspend, .quit:
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
