/// An action that a key can trigger: the one table of actions, in the order of the help page.
///
/// A new action is a case and its ``entry``; `App.perform` or a page says what it does.
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
  case filter, filterLikeThis, view, count, rules, why
  case setMark, jumpToMark
  case newRows
  case nextUnread, previousUnread
  case nextPost, previousPost, nextFeed, previousFeed
  case nextLink, previousLink
  case hints, enter, open, copy
  case links, visited, goToPost
  case fullText, showPictures
  case changes, saveLinks
  case savePost, editPost, copyText, pipe
  case author, listPeople, toggleFold
  case collapse, collapseAll
  case parent, nextSibling, previousSibling
  case denser, fuller
  case cycleOrder, order, density, reload
  case unread, kept
  case feeds, refresh, refreshAll, hideRead
  case subscribe, unsubscribe, renameFeed, tagFeed
  case markRead, markReadAbove, markAllRead
  case keep, undo
  case favourite, boost, bookmark, vote, follow, mute
  case back, cancel, leave
  case cycleStrategy, strategy
  case cycleFigures, problems
  case configReload, layout, theme
  case forget, help, redraw, suspend, quit

  struct Entry {
    typealias PageKeys = [(page: KeyPage, key: Key)]

    let group: Group
    let keys: [KeySequence]
    var pageKeys: PageKeys = []
    let help: String

    static func moving(_ help: String, _ keys: Key..., on pages: PageKeys = []) -> Self {
      Entry(group: .moving, keys: keys.map { KeySequence($0) }, pageKeys: pages, help: help)
    }

    static func links(_ help: String, _ keys: Key..., on pages: PageKeys = []) -> Self {
      Entry(group: .links, keys: keys.map { KeySequence($0) }, pageKeys: pages, help: help)
    }

    static func inside(_ help: String, _ keys: Key..., on pages: PageKeys = []) -> Self {
      Entry(group: .inside, keys: keys.map { KeySequence($0) }, pageKeys: pages, help: help)
    }

    static func program(_ help: String, _ keys: Key..., on pages: PageKeys = []) -> Self {
      Entry(group: .program, keys: keys.map { KeySequence($0) }, pageKeys: pages, help: help)
    }

    /// An action of the server, behind the key of all of them.
    static func answer(_ help: String, _ key: Key) -> Self {
      Entry(group: .inside, keys: [KeySequence(";").followed(by: key)], help: help)
    }
  }

  var entry: Entry {
    switch self {
    case .lineDown: .moving("scroll down a line", "j", Key(.down), .control("e"), .control("n"))
    case .lineUp: .moving("scroll up a line", "k", Key(.up), .control("y"), .control("p"))
    case .rowDown: .moving("next post or comment", "J", ")")
    case .rowUp: .moving("previous post or comment", "K", "(")
    case .halfPageDown: .moving("scroll down half a page", .control("d"), "d")
    case .halfPageUp: .moving("scroll up half a page", .control("u"))
    case .pageDown: .moving("scroll down a page", " ", Key(.pageDown), .control("f"))
    case .pageUp: .moving("scroll up a page", "b", Key(.pageUp), .control("b"))
    case .first: .moving("go to the first post; 20{first} goes to the 20th", "g", Key(.home))
    case .last: .moving("go to the last post; 20{last} goes to the 20th", "G", Key(.end))
    case .selectionToTop:
      .moving("scroll so that the selected post stands at the top of the screen")
    case .selectionToMiddle:
      .moving("scroll so that the selected post stands in the middle of the screen")
    case .selectionToBottom:
      .moving("scroll so that the selected post stands at the bottom of the screen")
    case .firstOnScreen:
      .moving("select the first post that begins on the screen; after 3 the third")
    case .middleOnScreen: .moving("select the post in the middle of the screen")
    case .lastOnScreen:
      .moving("select the last post that begins on the screen; after 3 the third last")
    case .percent: .moving("50{percent} goes half-way", "%")
    case .command:
      .moving(
        "command line: a post's number, a percentage, a date, or an action by name; :add ADDRESS subscribes, :open FILE "
          + "shows a file or an address",
        ":"
      )
    case .search: .moving("search for a text; matches show while it is typed", "/")
    case .searchBackward: .moving("search backward for a text")
    case .nextMatch: .moving("next match; 3{next-match} is the third", "n")
    case .previousMatch: .moving("previous match", "N")
    case .narrow:
      .moving(
        "in lists: show only the lines that contain a text",
        on: [
          (.start, "/"), (.links, "/"), (.visited, "/"), (.feeds, "/"), (.counts, "/"),
          (.rules, "/"),
        ]
      )
    case .filter:
      .moving(
        "show only the posts that a filter passes, such as water is:unread likes>3; {filter}& shows all again",
        "&"
      )
    case .filterLikeThis:
      .moving(
        "show only the posts of this author; again: with this hashtag, of this host or feed",
        ","
      )
    case .view:
      .moving(
        "show the posts of a saved view, :view NAME; :view save NAME saves the filter of the page"
      )
    case .count:
      .moving(
        "count the posts of the list, :count author; tag, host, day, feed and kind are other words; {enter} shows those of a line"
      )
    case .rules:
      .moving(
        "list the rules with the posts of the stream that each applies to; {enter} lists those, hidden ones too"
      )
    case .why: .moving("list the rules that mean the selected post")
    case .setMark: .moving("set a mark: {set-mark} followed by a letter", "m")
    case .jumpToMark:
      .moving(
        "jump to a mark: {jump-to-mark} followed by its letter; {jump-to-mark}' goes back to where the last jump began",
        "'"
      )
    case .newRows: .moving("go to the newest of the new posts above", "U")
    case .nextUnread: .moving("next unread post; in an open post: next new comment", "t")
    case .previousUnread:
      .moving("previous unread post; in an open post: previous new comment", "T")
    case .nextPost:
      .moving(
        "in an open post: open the next unread post, also in the next feed of the list; while matches in it are highlighted, go to the next one; on a picture: the next one of the post",
        on: [(.detail, "n"), (.article, "n"), (.picture, "n")]
      )
    case .previousPost:
      .moving(
        "in an open post: open the previous unread post, or else the one before, or go to the previous match in it; on a picture: the previous one",
        on: [(.detail, "N"), (.article, "N"), (.picture, "N")]
      )
    case .nextFeed:
      .moving(
        "in a feed of the list of subscriptions: open the next feed with unread posts",
        on: [(.timeline, "]"), (.unread, "]"), (.article, "]")]
      )
    case .previousFeed:
      .moving(
        "in a feed of the list of subscriptions: open the previous feed with unread posts",
        on: [(.timeline, "["), (.unread, "["), (.article, "[")]
      )
    case .nextLink: .links("next link, also beyond the screen", Key(.tab))
    case .previousLink: .links("previous link, also beyond the screen", Key(.backTab))
    case .hints: .links("show a label on every link: type it to follow, in capitals to copy", "f")
    case .enter:
      .links(
        "follow the link in focus, else open the post; 3 {enter} follows its 3rd link",
        Key(.enter),
        Key(.right)
      )
    case .open:
      .links(
        "open the link in focus, else the post, in the browser; 3{open} opens its 3rd link",
        "o"
      )
    case .copy:
      .links(
        "copy the address of the link in focus, else of the post; 3{copy} copies its 3rd link",
        "y"
      )
    case .links: .links("list all links of the post, with their whole addresses", "l")
    case .visited:
      .links(
        "list the followed links; {enter} opens one again, {go-to-post@visit-list} goes to its post",
        "V"
      )
    case .goToPost:
      .links("in the list of followed links: go to the post of the link", on: [(.visited, "p")])
    case .fullText:
      .links("fetch the web page of the link in focus, else of the post, and read it here", "X")
    case .showPictures:
      .links(
        "fetch the pictures of the post that wait for it; again: always show those of their host",
        "P"
      )
    case .changes: .inside("show what the last edit of the post has changed, word by word", "E")
    case .saveLinks:
      .links("in the list of links: save those that are listed to a file", on: [(.links, "s")])
    case .savePost:
      .inside(
        "save the post with its comments to a new file; .txt, .md, .html or .json decides the format; on a picture: save that",
        "s"
      )
    case .editPost:
      .inside(
        "read the post in your editor ($VISUAL, else $EDITOR); in the list of subscriptions: edit it as text",
        "e"
      )
    case .copyText: .inside("copy the text of the post", "Y")
    case .pipe: .inside("pipe the post to a program, whose output becomes a page", "|")
    case .author: .links("open the author's page", "a")
    case .listPeople:
      .inside("list who liked the post or comment, reshared it, and takes part", "w")
    case .toggleFold:
      .inside(
        "fold or unfold a content warning or a long text; in the list of subscriptions a tag",
        "x",
        on: [(.feeds, " "), (.feeds, "x")]
      )
    case .collapse: .inside("collapse or expand the replies to a comment", "z")
    case .collapseAll: .inside("collapse or expand the replies to all comments", "Z")
    case .parent: .inside("go to the parent: the post or comment that this one replies to", "p")
    case .nextSibling:
      .inside("next reply to the same comment or post; without comments: next feed", "]")
    case .previousSibling:
      .inside("previous reply to the same comment or post; without comments: previous feed", "[")
    case .denser: .inside("denser rows: normal, then compact (one line per post)", "-")
    case .fuller: .inside("fuller rows: normal, then full (whole texts)", "+", "=")
    case .cycleOrder:
      .inside(
        "next order: newest, oldest, document (as in the file), likes, comments, feed (one after the other); in an open post: of its comments",
        "c"
      )
    case .order:
      .inside(
        "sort the timeline, or the comments of an open post: newest, oldest, document, likes, comments or feed"
      )
    case .density: .inside("change the density: compact, normal or full")
    case .reload:
      .inside("reload the files and keep the place; of subscriptions: fetch new posts", "r")
    case .unread:
      .inside(
        "list the unread posts, in the list of subscriptions those of the selected line; those that come in meanwhile "
          + "are listed by {new-rows@unread-list}",
        "i"
      )
    case .kept: .inside("list the posts that you keep, of all sources", "I")
    case .feeds: .inside("list the subscriptions; {enter} opens one, a tag or all", "B")
    case .refresh:
      .inside(
        "fetch new posts now; in the list of subscriptions: of the selected feed, tag or all",
        on: [(.feeds, "r")]
      )
    case .refreshAll: .inside("fetch new posts of all subscriptions now", on: [(.feeds, "R")])
    case .hideRead:
      .inside(
        "in the list of subscriptions: hide feeds with no unread posts and no failure; again: show them",
        on: [(.feeds, "l")]
      )
    case .subscribe:
      .inside(
        "in lists of feeds: subscribe to an address; elsewhere to the feed that you read",
        on: [(.feeds, "a"), (.start, "a")]
      )
    case .unsubscribe:
      .inside(
        "in the list of subscriptions: end the selected one and delete its fetched posts",
        on: [(.feeds, "D")]
      )
    case .renameFeed:
      .inside("in the list of subscriptions: rename the selected one", on: [(.feeds, "E")])
    case .tagFeed:
      .inside(
        "in the list of subscriptions: change the tags of the selected one",
        on: [(.feeds, "#")]
      )
    case .markRead: .inside("mark the post read or unread", "R")
    case .markReadAbove: .inside("mark the post and all above it read", "M")
    case .markAllRead: .inside("mark the posts of the feed read; again: of all feeds", "A")
    case .keep: .inside("keep the post or let it go", "*")
    case .undo:
      .inside(
        "undo the last change of read, unread and kept posts, or the last answer; again: the one before",
        "u"
      )
    case .favourite:
      .answer("on the fediverse: make the post a favourite, or take that back", "f")
    case .boost: .answer("on the fediverse: boost the post, or take that back", "b")
    case .bookmark: .answer("on the fediverse: bookmark the post, or take that back", "k")
    case .vote: .answer("on the fediverse: vote for an option of the poll: {vote}1", "v")
    case .follow: .answer("on the fediverse: follow the author, or take that back", "+")
    case .mute: .answer("on the fediverse: mute the author, or take that back", "m")
    case .back: .inside("go back", Key(.backspace), Key(.left))
    case .cancel:
      .inside("cancel what is running, else clear the highlights, else go back", Key(.escape))
    case .leave: .inside("go back; on the first page, quit", "q")
    case .cycleStrategy: .program("next strategy: idle, strict, sync, eager, flat")
    case .strategy: .program("change the strategy: idle, strict, sync, eager or flat")
    case .cycleFigures:
      .program("show the strategy's live figures; again: what they mean; again: hide them")
    case .problems:
      .program("list all problems of the feeds with line and column; {enter} opens the post", "!")
    case .configReload: .program("read the configuration file again")
    case .layout: .program("show lists and posts side by side: auto, list or split")
    case .theme: .program("change the colours: the name of a theme")
    case .forget:
      .program(
        "on the start page: forget the feed and all that is remembered of it; in the list of followed links: "
          + "ask about the addresses of a trusted host again",
        on: [(.start, "d"), (.visited, "D")]
      )
    case .help: .program("list the keys of this page; again: all keys", "?", "h", Key(.function(1)))
    case .redraw: .program("draw the screen again", .control("l"))
    case .suspend: .program("suspend the program", .control("z"))
    case .quit: .program("quit", "Q", .control("c"))
    }
  }

  package var name: String {
    rawValue.reduce(into: "") { name, character in
      name += character.isUppercase ? "-\(character.lowercased())" : String(character)
    }
  }

  /// The actions by their names: a configuration asks for one with each binding.
  private static let named = Dictionary(uniqueKeysWithValues: allCases.map { ($0.name, $0) })

  package init?(named name: String) {
    guard let action = Self.named[name] else { return nil }
    self = action
  }

  /// The text on the help page and in the tables of documents, with names of actions in braces where it tells their keys.
  var help: String { entry.help }

  var linkStep: LinkStep? {
    switch self {
    case .nextLink: .next
    case .previousLink: .previous
    default: nil
    }
  }

  /// Whether it begins a line of text, whose letters must not act as keys.
  var beginsLine: Bool { [.command, .search, .searchBackward, .narrow, .filter].contains(self) }

  /// Whether it needs the links of a post on the screen; `count` is that of a link where the action takes one.
  func isAboutLinks(count: Int?) -> Bool {
    switch self {
    case .nextLink, .previousLink, .hints: true
    case .enter, .open, .copy: count != nil
    default: false
    }
  }

  /// Whether it goes from one row to the next of some kind, so that a number says how often.
  var isStep: Bool { self == .parent || self == .nextSibling || self == .previousSibling }

  package var group: Group { entry.group }

  package enum Group: String, CaseIterable, Sendable {
    case moving = "Moving"
    case links = "Links"
    case inside = "Posts and comments"
    case program = "Program"
  }
}

enum LinkStep: Sendable {
  case next, previous
}
