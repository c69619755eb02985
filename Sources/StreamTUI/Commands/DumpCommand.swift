import ArgumentParser
import StreamHost
import StreamModel
import StreamUI

struct DumpCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "dump",
    abstract: "Print all posts.",
    discussion: """
      streamtui dump kept prints the posts that you keep, dump unread the unread posts of your \
      subscriptions, dump tag:NAME those of the subscriptions with a tag; dump unread tag:NAME and dump kept \
      tag:NAME choose among these. A file of that name comes first.
      """
  )

  @OptionGroup var feedOptions: FeedOptions

  @OptionGroup var filterOptions: FilterOptions

  @Option(help: "ndjson (one object a line), json (an array), text, or links.")
  var format = DumpRunner.Format.text

  @Option(
    help: ArgumentHelp(
      "The order of posts; likes and comments: most first. Default: document; of subscriptions as text that of the viewer.",
      valueName: "order"
    )
  )
  var order: Timeline.Order?

  @Option(help: "Columns of the text format; lines of text have 100 at most.")
  var width = 80

  @Flag(help: "Add read and kept, true or false, to each post of ndjson and json.")
  var withState = false

  @OptionGroup var sources: SourceArguments

  mutating func validate() throws {
    guard (1...10_000).contains(width) else {
      throw ValidationError("--width takes 1 to 10000 columns")
    }
    guard !withState || format == .ndjson || format == .json else {
      throw ValidationError("--with-state takes --format ndjson or json")
    }
  }

  func run() throws {
    Ncurses.setLocale()
    let filtered = try sources.filtered(by: filterOptions)
    let (opened, kept, isUnread) = try sources.opened(filtered, feedOptions)
    let states =
      withState || isUnread || CommandFilter.asksFlags(filtered.view)
      ? try SavedState.exiting { () throws(StateRefusal) in
        try DumpStates(of: opened.list, kept: kept)
      } : nil
    try DumpRunner(
      format: format,
      width: width,
      order: filtered.view?.order ?? order
        ?? (format == .text ? opened.printedOrder : .document),
      isPublicOnly: feedOptions.publicOnly,
      states: states,
      tellsStates: withState,
      isUnreadOnly: isUnread,
      view: filtered.view
    ).run(opened)
  }
}
