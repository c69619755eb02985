import ArgumentParser
import Glibc
import StreamModel
import StreamUI

/// Prints every post without a terminal.
struct DumpCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "dump",
    abstract: "Print every post, in document order."
  )

  @OptionGroup var feedOptions: FeedOptions

  @Option(help: "ndjson (one object a line), json (an array), text, or links.")
  var format = DumpRunner.Format.text

  @Option(help: "Columns of the text format.")
  var width = 80

  @Argument(help: "Files, or - for standard input.", completion: .file())
  var source: [String]

  mutating func validate() throws {
    guard (1...10_000).contains(width) else {
      throw ValidationError("--width takes 1 to 10000 columns")
    }
  }

  func run() throws {
    Ncurses.setLocale()
    let opened = try SourceOpener.openAll(source, hint: feedOptions.formatHint)
    try DumpRunner(format: format, width: width, isPublicOnly: feedOptions.publicOnly).run(opened)
  }
}

/// Prints the records of sources, each with the replies that the sources hold.
///
/// A pipe of lines is printed as it comes, each line alone: it may never end.
struct DumpRunner {
  /// The output format of each post.
  enum Format: String, ExpressibleByArgument {
    case ndjson, json, text, links
  }

  let format: Format
  let width: Int
  var isPublicOnly = false
  /// The most malformed records that the text format shows in place; further ones are only counted.
  private static let mostBroken = 1_000

  /// Prints the records of `feeds` to standard output and their problems to standard error.
  ///
  /// - Throws: Status 1 if nothing was shown or the output failed.
  func run(_ feeds: [OpenedFeed]) throws {
    signal(SIGPIPE, SIG_DFL)
    var output = DumpOutput(format: format)
    var shown = 0
    let timeline = Timeline(feeds.map(\.feed), order: .separate, isPublicOnly: isPublicOnly)
    let reader = format != .links && scan(feeds) ? ReplyReader(timeline) : nil
    for (number, opened) in feeds.enumerated() {
      let feed = opened.feed
      do throws(FeedError) {
        shown += try dump(number, opened, of: timeline, reader, to: &output)
      } catch {
        Diagnostics.print(Diagnostics.text(of: error))
        continue
      }
      Diagnostics.print(feed.problems, of: feed.name)
      // An empty feed counts as shown unless it is empty because it is malformed.
      if feed.recordCount == 0, feed.problems.isEmpty { shown += 1 }
    }
    let written = output.finish()
    guard shown > 0, written else {
      if !written { Diagnostics.print("standard output: the output failed") }
      throw ExitCode(1)
    }
  }

  /// Scans all feeds to their ends, so that each post's replies are known; false where one may never
  /// end.
  private func scan(_ feeds: [OpenedFeed]) -> Bool {
    for opened in feeds {
      // What fails here fails again, and is reported then.
      while let progress = try? opened.feed.advance(bytes: 4 << 20), progress != .done {
        guard progress == .waiting else { continue }
        guard let spool = opened.source.spool else { break }
        if opened.feed.isLineByLine { return false }
        guard (try? spool.fillBlocking()) != nil else { break }
      }
    }
    return true
  }

  /// Prints the posts of one feed and returns their number.
  private func dump(
    _ number: Int,
    _ opened: OpenedFeed,
    of timeline: Timeline,
    _ reader: ReplyReader?,
    to output: inout DumpOutput
  ) throws(FeedError) -> Int {
    let (feed, source) = (opened.feed, opened.source)
    var leftOut = 0
    defer {
      if leftOut > 0 {
        let posts = leftOut == 1 ? "1 post is" : "\(leftOut) posts are"
        Diagnostics.print("\(feed.name): \(posts) not public and left out")
      }
    }
    var dump = PostDump(now: SystemTime().wall)
    var next = 0
    var shown = 0
    var broken = 0
    while true {
      let progress = try feed.advance(bytes: RunLoop.sliceBytes)
      while feed.isSettled, next < feed.recordCount {
        var record = feed.inspect(at: next)
        if case .post(let post) = record, isPublicOnly {
          guard post.isPublic else {
            leftOut += 1
            next += 1
            continue
          }
          record = .post(post.withPublicComments())
        }
        let id = RecordID(source: number, number: next)
        // A reshare of a post of the sources shows it.
        if reader != nil, case .post(let post) = record, post.resharedAddress != nil {
          record = timeline.record(id)
        }
        if case .post(let post) = record {
          shown += 1
          let place = feed.place(at: next)
          output.add(
            post,
            "\(feed.name):\(place.line):\(place.column)",
            reader?.replies(to: post, id),
            width: width,
            by: &dump
          )
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

  mutating func add(
    _ post: Post,
    _ place: String,
    _ replies: DumpedReplies?,
    width: Int,
    by dump: inout PostDump
  ) {
    switch format {
    case .ndjson:
      let json = dump.json(post, source: place, replies: replies)
      buffer += String(decoding: json, as: UTF8.self) + "\n"
    case .json:
      let json = dump.json(post, source: place, replies: replies)
      buffer += (isFirst ? "\n" : ",\n") + String(decoding: json, as: UTF8.self)
    case .text: buffer += dump.text(.post(post), columns: width, replies: replies)
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
