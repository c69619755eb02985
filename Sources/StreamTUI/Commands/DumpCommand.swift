import ArgumentParser
import CellGrid
import Glibc
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

  @Option(help: "ndjson (one object a line), json (an array), text, html, or links.")
  var format = DumpRunner.Format.text

  @Option(
    help: .value(
      "order",
      "The order of posts; likes and comments: most first. Default: document; of subscriptions as text that of the viewer."
    )
  )
  var order: Timeline.Order?

  @Option(help: "Columns of the text format; lines of text have 100 at most.")
  var width = 80

  @Flag(help: "Add read and kept, true or false, to each post of ndjson and json.")
  var withState = false

  @Flag(
    help: """
      Print the posts that came to subscriptions since the last dump --new, by feed; the first time, the unread ones. \
      Default: all subscriptions.
      """
  )
  var new = false

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
    let reading = try reading()
    let (opened, view) = (reading.feeds, reading.view)
    var digest = new ? try digest(of: opened) : nil
    let asksFlags = withState || reading.isUnread || new || CommandFilter.asksFlags(view)
    var runner = DumpRunner(
      format: format,
      width: width,
      order: view?.order ?? order
        ?? (format == .text && !new ? opened.printedOrder : .document),
      isPublicOnly: feedOptions.publicOnly,
      states: asksFlags ? try DumpStates(of: opened.list, kept: reading.kept) : nil,
      tellsStates: withState,
      isUnreadOnly: reading.isUnread,
      view: view
    )
    runner.firstNews = digest.map { digest in
      opened.list.map { feed in
        feed.subscription.flatMap { digest.first(of: feed.feed, from: $0.source) }
      }
    }
    try runner.run(opened)
    try SubscriptionFile.exiting("the next dump --new has these posts once more") {
      try digest?.save(opened.list)
    }
  }

  /// Opens the sources; a digest without any has all subscriptions.
  private func reading() throws -> SourceArguments.Reading {
    guard new, sources.source.isEmpty, sources.exec.isEmpty else {
      return try sources.opened(filterOptions, feedOptions)
    }
    guard let all = SubscriptionChoice(.all) else {
      throw Diagnostics.failure("No subscriptions yet. streamtui add makes one.")
    }
    return SourceArguments.Reading(feeds: SourceArguments.opened(all), view: filterOptions.filter)
  }

  /// Reads the file of the last digest, and the logs to their ends.
  private func digest(of feeds: OpenedFeeds) throws -> Digest {
    guard feeds.list.allSatisfy({ $0.subscription != nil }) else {
      throw ValidationError("--new takes subscriptions only, by name or as tag:NAME")
    }
    guard !Environment.isSecure, let folder = StateFolder() else {
      throw Diagnostics.failure("--new remembers what it printed, which secure mode forbids")
    }
    // A log that cannot be read says so when it is printed.
    for opened in feeds.list { try? opened.source.scan(opened.feed) }
    return try SubscriptionFile.exiting("the last digest cannot be read") { try Digest(in: folder) }
  }
}

/// Prints the records of sources, each with the replies that the sources hold.
///
/// A pipe of lines is printed as it comes, each line alone: it may never end.
struct DumpRunner {
  enum Format: String, ExpressibleByArgument {
    case ndjson, json, text, html, links
  }

  let format: Format
  let width: Int
  var order = Timeline.Order.document
  var isPublicOnly = false
  /// The flags of posts; nil where nothing needs them.
  var states: DumpStates?
  var tellsStates = false
  var isUnreadOnly = false
  /// The number of the first post of each feed that is wanted, nil for its unread ones; nil if all posts are.
  var firstNews: [Int?]?
  /// The posts that are wanted; nil for all.
  var view: View?

  /// Prints the records of `feeds` to standard output and their problems to standard error.
  ///
  /// - Throws: Status 1 if a source could not be read, nothing was shown or the output failed.
  func run(_ feeds: OpenedFeeds) throws {
    signal(SIGPIPE, SIG_DFL)
    var dump = Dump(self, feeds.list)
    let isSorted = order != .document
    if isSorted { try dump.printSorted() } else { try dump.printDocuments() }
    let written = dump.output.finish()
    dump.output.filter?.report(isNarrowed: isUnreadOnly || isPublicOnly, dump.visit)
    // Nothing new is no failure.
    guard dump.shown > 0 || firstNews != nil, written, feeds.areAll, dump.areAllRead,
      dump.output.filter?.isUndecided != true
    else {
      if !written { Diagnostics.print("standard output: the output failed") }
      throw ExitCode(1)
    }
  }
}

/// One walk over the records of sources.
private struct Dump {
  /// The most malformed records that the text format shows in place; further ones are only counted.
  private static let mostBroken = 1_000

  private let options: DumpRunner
  private let feeds: [OpenedFeed]
  private let timeline: Timeline
  private var reader: ReplyReader?
  var output: DumpOutput
  /// The number of posts that were printed.
  private(set) var shown = 0
  private(set) var areAllRead = true

  init(_ options: DumpRunner, _ feeds: [OpenedFeed]) {
    self.options = options
    self.feeds = feeds
    output = DumpOutput(format: options.format, width: options.width)
    timeline = Timeline(
      feeds.map(\.feed),
      order: options.order,
      isPublicOnly: options.isPublicOnly,
      now: SystemTime().wall
    )
  }

  /// Calls `body` with each post that is wanted as far as no filter is asked.
  func visit(_ body: (Post, RecordID, PostFlags?) -> Void) {
    for (number, opened) in feeds.enumerated() {
      for row in 0..<opened.feed.recordCount {
        let id = RecordID(source: number, number: row)
        guard case .post(let post) = timeline.uncounted(id), !isLeftOut(post) else { continue }
        let flags = options.states?.flags(of: post, id)
        if isWanted(id, flags) { body(post, id, flags) }
      }
    }
  }

  // MARK: Sorted

  /// Prints the posts in the order that was asked for, once all feeds are read to their ends.
  mutating func printSorted() throws {
    // If no feed can be read, each says why.
    while let progress = try? timeline.advance(bytes: 4 << 20), progress != .done {
      guard progress == .waiting else { continue }
      for opened in feeds {
        if let spool = opened.source.spool, !spool.isComplete {
          _ = try? spool.fillBlocking()
        } else {
          opened.feed.finish()
        }
      }
    }
    if options.format != .links { reader = ReplyReader(timeline) }
    output.filter = try options.view.map { try CommandFilter($0, feeds, scannedIn: timeline) }
    for row in 0..<timeline.recordCount where output.isOpen {
      guard let id = timeline.id(at: row), feeds.indices.contains(id.source) else { continue }
      guard passes(id) else {
        shown += 1
        continue
      }
      switch reader?.record(id) ?? timeline.record(id) {
      case .post(let post):
        shown += 1
        let flags = options.states?.flags(of: post, id)
        if isWanted(id, flags) { add(post, id, flags) }
      case .problem(let problem): output.add(problem)
      }
    }
    for (opened, source) in zip(feeds, timeline.sources) {
      Diagnostics.print(opened.feed.problems, of: opened.feed.name)
      sayLeftOut(source.leftOutCount, of: opened.feed)
      // An empty feed counts as shown unless it is empty because it is malformed.
      if opened.feed.recordCount == 0, opened.feed.problems.isEmpty { shown += 1 }
    }
    for error in timeline.errors { Diagnostics.print(error) }
    areAllRead = timeline.errors.isEmpty
  }

  // MARK: Document order

  mutating func printDocuments() throws {
    let isScanned = (options.format != .links || options.view != nil) && scan()
    if options.format != .links, isScanned { reader = ReplyReader(timeline) }
    output.filter = try options.view.map { view in
      try CommandFilter(view, feeds, scannedIn: isScanned ? timeline : nil)
    }
    for (number, opened) in feeds.enumerated() {
      let feed = opened.feed
      do throws(FeedError) {
        try print(number, isScanned: isScanned)
      } catch {
        Diagnostics.print(error)
        areAllRead = false
        continue
      }
      Diagnostics.print(feed.problems, of: feed.name)
      if feed.recordCount == 0, feed.problems.isEmpty { shown += 1 }
    }
  }

  /// Scans all feeds to their ends, so that each post's replies are known; false where one may never end.
  private func scan() -> Bool {
    for opened in feeds {
      // A failure here happens again below, and is reported there.
      while let progress = try? opened.feed.advance(bytes: 4 << 20), progress != .done {
        guard progress == .waiting else { continue }
        guard let spool = opened.source.spool else { break }
        if opened.feed.isLineByLine { return false }
        guard (try? spool.fillBlocking()) != nil else { break }
      }
    }
    return true
  }

  /// Prints the posts of one feed.
  private mutating func print(_ number: Int, isScanned: Bool) throws(FeedError) {
    let (feed, source) = (feeds[number].feed, feeds[number].source)
    var leftOut = 0
    defer { sayLeftOut(leftOut, of: feed) }
    var next = (options.firstNews?[number] ?? nil) ?? 0
    var broken = 0
    while true {
      let progress = try feed.advance(bytes: SliceBudget.bytes)
      while feed.isSettled, next < feed.recordCount {
        defer { next += 1 }
        guard output.isOpen else { return }
        let id = RecordID(source: number, number: next)
        // A pipe that may never end is looked at record by record, below.
        guard isScanned ? passes(id) : output.filter?.mayPass(id, in: timeline) ?? true else {
          shown += 1
          continue
        }
        var record = feed.inspect(at: next)
        if case .post(let post) = record, options.isPublicOnly {
          guard post.isPublic else {
            leftOut += 1
            continue
          }
          record = .post(post.withPublicComments())
        }
        // A reshare of a post of the sources shows it, and the comments are those of all sources.
        if let reader, case .post = record { record = reader.record(id) }
        switch record {
        case .post(let post):
          shown += 1
          let flags = options.states?.flags(of: post, id)
          guard isWanted(id, flags), isScanned || output.filter?.passes(post, id, flags) ?? true
          else {
            continue
          }
          if options.firstNews != nil { output.begin(feed.title ?? feed.name) }
          add(post, id, flags)
        case .problem(let problem):
          broken += 1
          if broken <= Self.mostBroken { output.add(problem) }
        }
      }
      guard output.isOpen else { return }
      switch progress {
      case .more: continue
      case .done:
        if options.format == .text, broken > Self.mostBroken {
          let count = broken - Self.mostBroken
          Diagnostics.print("\(feed.name): \(count) more malformed records not shown")
        }
        return
      case .waiting:
        guard let spool = source.spool else { return }
        _ = try spool.fillBlocking()
      }
    }
  }

  // MARK: One post

  private mutating func add(_ post: Post, _ id: RecordID, _ flags: PostFlags?) {
    let feed = feeds[id.source].feed
    let place = feed.place(at: id.number)
    output.add(
      post,
      at: "\(feed.name):\(place.line):\(place.column)",
      of: feed.title,
      sources: timeline.sources(of: id),
      reader?.replies(to: post, id),
      options.tellsStates ? flags : nil
    )
  }

  /// Whether a record of a scanned timeline passes the filter, if there is one; malformed ones do, and so do those that
  /// are left out later.
  ///
  /// It is read alone, as the viewer's filter reads it: only what is printed needs the replies of all sources.
  private mutating func passes(_ id: RecordID) -> Bool {
    guard let filter = output.filter else { return true }
    guard output.filter?.mayPass(id, in: timeline) ?? true else { return false }
    let asksBodies = options.states != nil || filter.asksBodies
    let record = timeline.uncounted(id, inPassing: asksBodies ? .whole : .withoutBodies)
    guard case .post(let post) = record, !isLeftOut(post) else { return true }
    let flags = options.states?.flags(of: post, id)
    return isWanted(id, flags) && output.filter?.passes(post, id, flags) ?? true
  }

  private func isLeftOut(_ post: Post) -> Bool { options.isPublicOnly && !post.isPublic }

  private func isWanted(_ id: RecordID, _ flags: PostFlags?) -> Bool {
    let isUnread = flags?.contains(.read) != true
    let passes = !options.isUnreadOnly || isUnread
    guard let firstNews = options.firstNews else { return passes }
    guard let first = firstNews[id.source] else { return isUnread }
    return id.number >= first && passes
  }

  private func sayLeftOut(_ count: Int, of feed: Feed) {
    guard count > 0 else { return }
    let posts = count == 1 ? "1 post is" : "\(count) posts are"
    Diagnostics.print("\(feed.name): \(posts) not public and left out")
  }
}

/// Buffers standard output and adds the brackets of a JSON array.
struct DumpOutput {
  private(set) var isWritable = true
  /// The posts that are wanted; nil for all.
  var filter: CommandFilter?
  private let format: DumpRunner.Format
  /// Columns of the text format.
  private let width: Int
  private let dump = PostDump(now: SystemTime().wall)
  private var buffer = ""
  private var isFirst = true
  /// The feed whose posts are printed, in a digest.
  private var feed: String?

  init(format: DumpRunner.Format, width: Int) {
    self.format = format
    self.width = width
    if format == .json { buffer = "[" }
  }

  /// Begins the posts of a feed with its name, unless it has begun.
  mutating func begin(_ feed: String) {
    guard feed != self.feed else { return }
    self.feed = feed
    switch format {
    case .text:
      let title = SafeText(sanitizing: feed)
      let columns = min(width, ColumnWidth.columns(of: title))
      buffer += "\(title.string)\n\(String(repeating: "=", count: columns))\n\n"
    case .html:
      buffer += (isFirst ? PostHTML.head("New posts") : "") + "<h1>\(PostHTML.escaped(feed))</h1>\n"
    case .ndjson, .json, .links: break
    }
    isFirst = isFirst && format != .html
  }

  var isOpen: Bool { isWritable && filter?.isFull != true }

  /// - Parameters:
  ///   - place: FILE:LINE:COLUMN.
  ///   - title: the title of its feed.
  mutating func add(
    _ post: Post,
    at place: String,
    of title: String?,
    sources: [String],
    _ replies: DumpedReplies?,
    _ flags: PostFlags?
  ) {
    switch format {
    case .ndjson, .json:
      let json = dump.json(
        post,
        source: place,
        feed: sources.first ?? title,
        replies: replies,
        flags: flags
      )
      if format == .json { buffer += isFirst ? "\n" : ",\n" }
      buffer += String(decoding: json, as: UTF8.self) + (format == .ndjson ? "\n" : "")
    case .text:
      buffer += dump.text(
        .post(post),
        columns: width,
        feed: title,
        sources: sources,
        replies: replies
      )
    case .html:
      if isFirst { buffer += PostHTML.head(sources.first ?? title ?? "Posts") }
      buffer += PostHTML.article(post, replies, level: 2)
    case .links: buffer += dump.links(post)
    }
    isFirst = false
    if buffer.utf8.count > 1 << 16 { flush() }
  }

  /// Adds a record that is malformed; only the text format shows it in place.
  mutating func add(_ problem: FeedProblem) {
    if format == .text { buffer += dump.text(.problem(problem), columns: width) }
  }

  /// Writes the rest; returns false if any output failed.
  mutating func finish() -> Bool {
    if format == .json { buffer += isFirst ? "]\n" : "\n]\n" }
    if format == .html, !isFirst { buffer += PostHTML.end }
    flush()
    return isWritable
  }

  private mutating func flush() {
    if !Diagnostics.write(buffer, to: STDOUT_FILENO) { isWritable = false }
    buffer.removeAll(keepingCapacity: true)
  }
}

/// The flags of posts as a dump tells them; it changes nothing that is saved.
struct DumpStates {
  private let state: SavedState?
  /// The sources of the feeds in their order; nil inside for one of which nothing is saved.
  private let sources: [SourceID?]
  private let kept: KeptPosts?

  /// Opens the state of feeds; a pipe has none.
  ///
  /// - Parameter kept: the kept posts, where they are the feeds.
  /// - Throws: ``StateRefusal`` if the state may not or cannot be used.
  init(of feeds: [OpenedFeed], kept: KeptPosts? = nil) throws(StateRefusal) {
    self.kept = kept
    guard kept == nil else {
      state = nil
      sources = []
      return
    }
    let state = try SavedState.opened()
    let names = SourceName.names(of: feeds, named: nil) ?? []
    sources = names.map { state?.store.knownSource(key: $0.key) }
    self.state = state
  }

  func flags(of post: Post, _ id: RecordID) -> PostFlags {
    if let kept {
      let place = kept.runs.indices.contains(id.source) ? kept.runs[id.source].lowerBound : 0
      guard kept.posts.indices.contains(place &+ id.number) else { return .kept }
      let origin = kept.posts[place &+ id.number]
      return (kept.store.flags(of: origin.source, for: [origin.identity])?.first ?? []).union(.kept)
    }
    guard let state, sources.indices.contains(id.source), let source = sources[id.source] else {
      return []
    }
    return state.store.flags(of: source, for: [PostIdentity(post)])?.first ?? []
  }
}
