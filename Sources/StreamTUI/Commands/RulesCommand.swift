import ArgumentParser
import Configuration
import Glibc
import StreamHost
import StreamModel
import StreamUI

struct RulesCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "rules",
    abstract: "List the rules, or the posts that a rule would hide.",
    discussion: """
      A rule is a table [rules.NAME] of the configuration with the lines when = "FILTER" and do = "hide" or "read", \
      colour = "ROLE" or tag = "NAME", and until = "2027-01-01" if it is to end. The list says how many posts of the subscriptions each rule means. \
      streamtui rules --dry-run "title:sponsored" FEED prints the posts that a rule with this filter would hide; without \
      a source, those of all subscriptions.
      """
  )

  @Option(help: "table, tsv (name, filter, actions, end, posts, place), or json (an array).")
  var format = ListFormat.table

  // A filter may begin with "-".
  @Option(
    parsing: .unconditional,
    help: .value("filter", "Print the posts that pass a filter, and their number."),
    transform: Self.condition
  )
  var dryRun: Filter?

  @OptionGroup var feedOptions: FeedOptions

  @OptionGroup var sources: SourceArguments

  mutating func validate() throws {
    guard dryRun != nil || (sources.source.isEmpty && sources.exec.isEmpty) else {
      throw ValidationError(
        "the list of rules takes no source (expected --dry-run FILTER before it)"
      )
    }
  }

  func run() throws {
    Ncurses.setLocale()
    signal(SIGPIPE, SIG_DFL)
    if let dryRun { return try tell(dryRun) }
    let run = RunConfiguration.ofUser()
    guard !run.rules.isEmpty || format == .json else {
      guard format == .table else { return }
      Diagnostics.print(
        "There are no rules yet. Write into \(run.file?.path ?? "a configuration"):"
      )
      Diagnostics.print("[rules.ads]")
      Diagnostics.print("when = \"title:sponsored\"")
      return Diagnostics.print("do = \"hide\"")
    }
    try list(run)
  }

  private static func condition(_ argument: String) throws -> Filter {
    let view = try View.parsed(argument)
    do throws(ViewError) {
      return try PostRule.condition(of: view)
    } catch {
      throw ValidationError(error.description)
    }
  }

  // MARK: The list

  private func list(_ run: RunConfiguration) throws {
    let now = SystemTime().wall
    var counts = Array(repeating: 0, count: run.rules.count)
    try visit(Self.subscribed()) { post, facts, _ in
      for (index, rule) in run.rules.enumerated() where rule.condition.matches(post, facts) {
        counts[index] += 1
      }
    }
    let rows = zip(run.rules, counts).map { rule, count in
      [
        rule.name, rule.line, rule.effects.joined(separator: ","),
        rule.until?.description ?? "", String(count), "\(run.file?.path ?? ""):\(rule.place.line)",
      ]
    }
    let lines = zip(run.rules, rows).map { rule, row in
      let end = rule.until.map { rule.isInForce(at: now) ? "until \($0)" : "ended \($0)" } ?? ""
      return [row[4], row[0], row[2], row[1], end]
    }
    try format.print(
      rows,
      ["name", "filter", "do", "until", "posts", "place"],
      table: TextTable([["posts", "rule", "do", "filter", ""]] + lines).aligned(.right, .left)
    )
  }

  // MARK: A dry run

  private func tell(_ condition: Filter) throws {
    var rows: [[String]] = []
    var looked = 0
    try visit(feeds()) { post, facts, place in
      looked += 1
      guard condition.matches(post, facts) else { return }
      rows.append([
        post.published?.rfc3339 ?? "", post.author?.name ?? post.author?.handle ?? "",
        Self.start(of: post), place,
      ])
    }
    try format.print(
      rows,
      ["published", "author", "text", "place"],
      table: TextTable(rows.map { Array($0.prefix(3)) }).aligned(.left)
    )
    let posts = looked == 1 ? "1 post" : "\(looked.grouped) posts"
    Diagnostics.print("A rule with this filter would hide \(rows.count.grouped) of \(posts)")
  }

  /// The title, or the first words of the text.
  private static func start(of post: Post) -> String {
    let title = BodyText(post.title, customEmoji: []).plain
    let text = title.isEmpty ? BodyText(post.body, customEmoji: []).plain : title
    let line = text.split { $0.isNewline }.first.map { String($0) } ?? ""
    return line.count > 60 ? "\(line.prefix(60))…" : line
  }

  // MARK: Posts

  /// Opens the sources, or all subscriptions where none is named.
  private func feeds() throws -> [OpenedFeed] {
    guard !sources.source.isEmpty || !sources.exec.isEmpty else { return Self.subscribed() }
    return try sources.opened(sources.source, feedOptions).feeds.list
  }

  private static func subscribed() -> [OpenedFeed] {
    SubscriptionChoice(.all).map { SourceArguments.opened($0).list } ?? []
  }

  /// Calls `body` with each post, the facts about it, and its place.
  ///
  /// - Throws: Status 1, after messages, if a feed cannot be read; all others are read first.
  private func visit(_ feeds: [OpenedFeed], _ body: (Post, FilterFacts, String) -> Void) throws {
    let now = SystemTime().wall
    var isWhole = true
    for opened in feeds {
      do throws(FeedError) {
        try opened.forEachPost(at: now) { post, facts, row in
          let place = opened.feed.place(at: row)
          body(post, facts, "\(opened.feed.name):\(place.line):\(place.column)")
        }
      } catch {
        Diagnostics.print(error)
        isWhole = false
      }
    }
    guard isWhole else { throw ExitCode(1) }
  }
}

struct ViewsCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "views",
    abstract: "List the saved views.",
    discussion: """
      A saved view is a table [views.NAME] of the configuration with the line filter = "FILTER". In a filter view:NAME \
      stands for it: streamtui dump --filter view:NAME FEED.
      """
  )

  @Option(help: "table, tsv (name, filter, place), or json (an array).")
  var format = ListFormat.table

  func run() throws {
    Ncurses.setLocale()
    signal(SIGPIPE, SIG_DFL)
    let run = RunConfiguration.ofUser()
    guard !run.views.isEmpty || format == .json else {
      guard format == .table else { return }
      Diagnostics.print(
        "No views are saved yet. Write into \(run.file?.path ?? "a configuration"):"
      )
      Diagnostics.print("[views.water]")
      return Diagnostics.print("filter = \"water is:unread sort:newest\"")
    }
    let rows = run.views.map { view in
      [view.name, view.line, "\(run.file?.path ?? ""):\(view.place.line)"]
    }
    try format.print(rows, ["name", "filter", "place"], table: TextTable(rows).aligned(.left))
  }
}
