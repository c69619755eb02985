import ArgumentParser
import CellGrid
import Glibc
import StreamHost
import StreamModel
import StreamUI

struct CountCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "count",
    abstract: "Count posts by author, tag, host, day, feed or kind.",
    discussion: """
      streamtui count --by author --filter "date:2023-07" FEED tells who wrote most in July. A post with several tags \
      or hosts counts for each. Days are those of UTC.
      """
  )

  enum Format: String, ExpressibleByArgument {
    case table, csv, json
  }

  @OptionGroup var feedOptions: FeedOptions

  @Option(help: "author, tag, host, day, feed, or kind.")
  var by = PostCounts.Key.author

  @OptionGroup var filterOptions: FilterOptions

  @Option(help: "table (with bars), csv, or json (an array).")
  var format = Format.table

  @OptionGroup var sources: SourceArguments

  /// `count author FEED` is what `:count author` in the viewer suggests; the word would be read as a source.
  func validate() throws {
    guard let word = sources.source.first, let key = PostCounts.Key(rawValue: word),
      access(word, F_OK) != 0
    else { return }
    throw ValidationError(
      "there is no source called \(word). To count by \(word): streamtui count --by \(key.rawValue) SOURCE"
    )
  }

  func run() throws {
    Ncurses.setLocale()
    signal(SIGPIPE, SIG_DFL)
    let reading = try sources.opened(filterOptions, feedOptions)
    let (opened, isUnread, view) = (reading.feeds, reading.isUnread, reading.view ?? View())
    let asksFlags = isUnread || CommandFilter.asksFlags(view)
    let states = asksFlags ? try DumpStates(of: opened.list, kept: reading.kept) : nil
    let timeline = Timeline(
      opened.list.map(\.feed),
      order: .document,
      isPublicOnly: feedOptions.publicOnly,
      now: SystemTime().wall
    )
    var isWhole = opened.areAll
    for opened in opened.list {
      do throws(FeedError) {
        try opened.source.scan(opened.feed)
      } catch {
        Diagnostics.print(error)
        isWhole = false
      }
    }
    while let progress = try? timeline.advance(bytes: 4 << 20), progress == .more {}
    var filter = try CommandFilter(view, opened.list, scannedIn: timeline)
    var counts = PostCounts(by: by)
    // The flags may be those of a post that is known by its text.
    let asksBodies = by.asksBodies || states != nil || view.condition?.asksBodies == true
    let passing = asksBodies ? Timeline.Passing.whole : .withoutBodies
    for row in 0..<timeline.recordCount {
      guard let id = timeline.id(at: row), filter.mayPass(id, in: timeline),
        case .post(let post) = timeline.uncounted(id, inPassing: passing)
      else { continue }
      let flags = states?.flags(of: post, id)
      guard !isUnread || flags?.contains(.read) != true, filter.passes(post, id, flags) else {
        continue
      }
      counts.add(post, filter.facts(of: id, flags))
    }
    filter.report { body in
      for row in 0..<timeline.recordCount {
        guard let id = timeline.id(at: row),
          case .post(let post) = timeline.uncounted(id, inPassing: passing)
        else { continue }
        let flags = states?.flags(of: post, id)
        if !isUnread || flags?.contains(.read) != true { body(post, id, flags) }
      }
    }
    try print(counts)
    guard isWhole, !filter.isUndecided else { throw ExitCode(1) }
  }

  private func print(_ counts: PostCounts) throws {
    let rows = counts.rows
    switch format {
    case .table:
      let most = rows.map(\.count).max() ?? 1
      let lines = rows.map { [$0.count.grouped, Self.bar($0.count, of: most), $0.value] }
      let rest = counts.without > 0 ? [[counts.without.grouped, "", "(no \(by.rawValue))"]] : []
      try Diagnostics.output(TextTable(lines + rest).aligned(.right, .left))
    case .csv:
      let lines = rows.map { "\(Self.quoted($0.value)),\($0.count)\n" }
      try Diagnostics.output("\(by.rawValue),posts\n" + lines.joined())
    case .json:
      var json = JSONText()
      json.open("[")
      for row in rows {
        json.open("{")
        json.member("value", SafeText(sanitizing: row.value).string)
        json.member("posts", row.count)
        json.close("}")
      }
      json.close("]")
      try Diagnostics.output(String(decoding: json.bytes, as: UTF8.self) + "\n")
    }
  }

  private static let widestBar = 30

  /// A bar in eighths of a column, at least one for any post.
  private static func bar(_ count: Int, of most: Int) -> String {
    let eighths = max(1, count.multipliedFullWidth(by: widestBar * 8).low / UInt(max(1, most)))
    let parts = ["", "▏", "▎", "▍", "▌", "▋", "▊", "▉"]
    return String(repeating: "█", count: Int(clamping: eighths / 8))
      + parts[Int(clamping: eighths % 8)]
  }

  /// A value in quotation marks where it needs them (RFC 4180).
  private static func quoted(_ text: String) -> String {
    let text = SafeText(sanitizing: text).string
    guard text.contains(where: { ",\"\n".contains($0) }) else { return text }
    return "\"" + text.replacing("\"", with: "\"\"") + "\""
  }
}

extension PostCounts.Key: ExpressibleByArgument {}
