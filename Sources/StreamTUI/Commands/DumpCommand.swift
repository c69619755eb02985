import ArgumentParser
import Glibc
import StreamModel
import StreamUI

/// Prints every post without a terminal.
struct DumpCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "dump",
    abstract: "Print every post, in document order unless --order says else."
  )

  @OptionGroup var feedOptions: FeedOptions

  @Option(help: "ndjson (one object a line), json (an array), text, or links.")
  var format = DumpRunner.Format.text

  @Option(help: "newest, oldest, document, likes or comments (most first).")
  var order = Timeline.Order.document

  @Option(help: "Columns of the text format.")
  var width = 80

  @OptionGroup var sources: SourceArguments

  mutating func validate() throws {
    guard (1...10_000).contains(width) else {
      throw ValidationError("--width takes 1 to 10000 columns")
    }
  }

  func run() throws {
    Ncurses.setLocale()
    let opened = try SourceOpener.openAll(sources.names(), hint: feedOptions.formatHint)
    try DumpRunner(format: format, width: width, order: order).run(opened)
  }
}

/// Streams sources through a dump with at most one record in memory.
struct DumpRunner {
  /// The output format of each post.
  enum Format: String, ExpressibleByArgument {
    case ndjson, json, text, links
  }

  let format: Format
  let width: Int
  var order = Timeline.Order.document
  /// The most malformed records that the text format shows in place; further ones are only counted.
  private static let mostBroken = 1_000

  /// Prints the records of `feeds` to standard output and their problems to standard error.
  ///
  /// - Throws: Status 1 if a source could not be read, nothing was shown or the output failed.
  func run(_ feeds: OpenedFeeds) throws {
    signal(SIGPIPE, SIG_DFL)
    var output = DumpOutput(format: format)
    var shown = 0
    var areAllRead = feeds.areAll
    if order != .document {
      let sorted = sort(feeds.list)
      shown = dump(sorted, to: &output)
      for error in sorted.errors { Diagnostics.print(Diagnostics.text(of: error)) }
      areAllRead = areAllRead && sorted.errors.isEmpty
    }
    for opened in order == .document ? feeds.list : [] {
      let feed = opened.feed
      do throws(FeedError) {
        shown += try dump(feed, opened.source, to: &output)
      } catch {
        Diagnostics.print(Diagnostics.text(of: error))
        areAllRead = false
        continue
      }
      Diagnostics.print(feed.problems, of: feed.name)
      // An empty feed counts as shown unless it is empty because it is malformed.
      if feed.recordCount == 0, feed.problems.isEmpty { shown += 1 }
    }
    let written = output.finish()
    guard shown > 0, written, areAllRead else {
      if !written { Diagnostics.print("standard output: the output failed") }
      throw ExitCode(1)
    }
  }

  /// Returns the feeds in the order that was asked for, all read to their end.
  private func sort(_ feeds: [OpenedFeed]) -> Timeline {
    let timeline = Timeline(feeds.map(\.feed), order: order)
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
    return timeline
  }

  /// Prints the posts of a timeline, decoded a second time, and returns their number.
  private func dump(_ timeline: Timeline, to output: inout DumpOutput) -> Int {
    var dump = PostDump(now: SystemTime().wall)
    var shown = 0
    for row in 0..<timeline.recordCount where output.isWritable {
      guard let id = timeline.id(at: row), let feed = timeline.sources[id.source] as? Feed else {
        continue
      }
      let record = feed.record(at: id.number)
      if case .post(let post) = record {
        shown += 1
        let place = feed.place(at: id.number)
        output.add(post, "\(feed.name):\(place.line):\(place.column)", width: width, by: &dump)
      } else if format == .text {
        output.add(text: dump.text(record, columns: width))
      }
    }
    for case let feed as Feed in timeline.sources {
      Diagnostics.print(feed.problems, of: feed.name)
    }
    if timeline.recordCount == 0, timeline.problems.isEmpty, timeline.errors.isEmpty { shown += 1 }
    return shown
  }

  /// Prints the posts of one feed and returns their number.
  private func dump(
    _ feed: Feed,
    _ source: OpenedSource,
    to output: inout DumpOutput
  ) throws(FeedError) -> Int {
    var dump = PostDump(now: SystemTime().wall)
    var next = 0
    var shown = 0
    var broken = 0
    while true {
      let progress = try feed.advance(bytes: RunLoop.sliceBytes)
      while feed.isSettled, next < feed.recordCount {
        let record = feed.inspect(at: next)
        if case .post(let post) = record {
          shown += 1
          let place = feed.place(at: next)
          output.add(post, "\(feed.name):\(place.line):\(place.column)", width: width, by: &dump)
        } else {
          broken += 1
          if format == .text, broken <= Self.mostBroken {
            output.add(text: dump.text(record, columns: width))
          }
        }
        next += 1
        guard output.isWritable else { return shown }
      }
      switch progress {
      case .more: continue
      case .done:
        if format == .text, broken > Self.mostBroken {
          let count = broken - Self.mostBroken
          Diagnostics.print("\(feed.name): \(count) further broken records not shown")
        }
        return shown
      case .waiting:
        guard let spool = source.spool else { return shown }
        _ = try spool.fillBlocking()
      }
    }
  }
}

/// Buffers standard output and adds the brackets of a JSON array.
private struct DumpOutput {
  private(set) var isWritable = true
  private let format: DumpRunner.Format
  private var buffer = ""
  private var isFirst = true

  init(format: DumpRunner.Format) {
    self.format = format
    if format == .json { buffer = "[" }
  }

  mutating func add(_ post: Post, _ place: String, width: Int, by dump: inout PostDump) {
    switch format {
    case .ndjson:
      buffer += String(decoding: dump.json(post, source: place), as: UTF8.self) + "\n"
    case .json:
      buffer += (isFirst ? "\n" : ",\n")
      buffer += String(decoding: dump.json(post, source: place), as: UTF8.self)
    case .text: buffer += dump.text(.post(post), columns: width)
    case .links: buffer += dump.links(post)
    }
    isFirst = false
    if buffer.utf8.count > 1 << 16 { flush() }
  }

  mutating func add(text: String) {
    buffer += text
  }

  /// Writes the rest; returns false if any output failed.
  mutating func finish() -> Bool {
    if format == .json { buffer += isFirst ? "]\n" : "\n]\n" }
    flush()
    return isWritable
  }

  private mutating func flush() {
    if !Diagnostics.write(buffer, to: STDOUT_FILENO) { isWritable = false }
    buffer.removeAll(keepingCapacity: true)
  }
}
