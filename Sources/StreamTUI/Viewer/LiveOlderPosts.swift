import Addresses
import CellGrid
import StreamHost
import StreamModel
import StreamUI

/// The older posts of the subscriptions, or of the addresses, that a viewer shows.
///
/// Another process of this program fetches them and appends them to the logs, which the viewer follows.
final class LiveOlderPosts {
  /// The most subscriptions that one key fetches a page of.
  private static let mostSources = 8
  /// The bytes of the process's output that are kept.
  private static let outputLimit = 1 << 14
  /// The sources whose files are read in one turn, in about two milliseconds.
  private static let sourcesAtOnce = 32

  private let folder: StateFolder?
  private let program: ThisProgram
  private let isOfAddresses: Bool
  private var child: Children.Token?
  /// Lets in the posts that the process has appended: they come before the news that it has ended.
  var onEnd: () -> [LoopEvent] = { [] }
  /// The reason why the last process could not ask at all, with the subscriptions that it was to ask.
  private var refusal: (of: [Subscription], text: String, time: Timestamp)?
  var shown: [Subscription] = [] {
    didSet { if shown != oldValue { records = nil } }
  }
  /// What the files of the shown sources say; nil until all are read.
  private var records: [OlderRecord?]?
  private var walk: EventLoop.Token?

  /// - Parameters:
  ///   - folder: the folder of the logs; nil where nothing may be saved.
  ///   - isOfAddresses: whether they are those of addresses, which the process reads from its input.
  init(in folder: StateFolder?, by program: ThisProgram, isOfAddresses: Bool = false) {
    self.folder = folder
    self.program = program
    self.isOfAddresses = isOfAddresses
  }

  /// Reads the files of the shown sources again: returns the event for a few, posts it later for many.
  func look() -> [Event] {
    program.loop.remove(walk)
    return look(after: [])
  }

  private func look(after known: [OlderRecord?]) -> [Event] {
    let known = known + read(shown.dropFirst(known.count).prefix(Self.sourcesAtOnce))
    guard known.count < shown.count else {
      records = known
      return [event]
    }
    // A file of each source says it, and a key would wait for those of a thousand.
    walk = program.loop.schedule(afterMilliseconds: 0) { [weak self, shown] in
      guard let self else { return [] }
      return look(after: shown == self.shown ? known : []).map { .event($0) }
    }
    return []
  }

  private func read(_ subscriptions: ArraySlice<Subscription>) -> [OlderRecord?] {
    guard let folder else { return subscriptions.map { _ in nil } }
    return FeedFiles(folder: folder).records(of: Array(subscriptions)).map { $0?.older }
  }

  private var sources: OlderSources { OlderSources(Array(zip(shown, records ?? read(shown[...])))) }

  /// The older posts of the stream that is seen; nil where no source leads to any.
  private var posts: OlderPosts? {
    let sources = sources
    guard child == nil else { return OlderPosts(.fetching, sources: sources.count) }
    if let refusal, refusal.of == shown, sources.posts != nil {
      let text = SafeText(sanitizing: refusal.text)
      return OlderPosts(.failed(text, at: refusal.time), sources: sources.count)
    }
    return sources.posts
  }

  private var event: Event { .older(posts) }

  /// Fetches the next page of each source that leads to one.
  ///
  /// - Parameter target: the address on another host to which the reader has agreed; nil for none.
  func fetch(_ target: LinkTarget?) -> [Event] {
    guard child == nil else { return [event] }
    guard program.mayFetch else { return [.warning("Not fetched: the \(Fetcher.offReason)")] }
    let wanted = sources.next(Self.mostSources)
    guard !wanted.isEmpty else { return [event] }
    let host = target.flatMap { FeedAddress.judge($0.text).address?.host }
    let agreed = host.map { ["--older-host", $0] } ?? []
    let logs = isOfAddresses ? folder.map { ["--logs", $0.path] } ?? [] : []
    let asked = shown
    child = program.start(
      ["refresh", "--older", "--format", "tsv"] + agreed + logs,
      of: isOfAddresses ? [] : wanted.map(\.source.shown),
      .pipes(input: isOfAddresses ? Self.input(of: wanted) : nil, limit: Self.outputLimit)
    ) { [weak self] outcome in
      guard let self else { return [] }
      child = nil
      // A process that could ask has a line for each, and has noted its failures.
      let hasAsked = outcome.end == .exited(0) || !outcome.output.bytes.isEmpty
      refuse(hasAsked ? nil : Self.reason(in: outcome), of: asked)
      // The reader may see posts of other sources meanwhile.
      return onEnd() + (shown.isEmpty ? [] : look().map { .event($0) })
    }
    if child == nil { refuse("no process could be started", of: asked) }
    return [event]
  }

  /// The sources as the process reads them, each with a NUL after it: a password among them is seen by no other user.
  static func input(of subscriptions: [Subscription]) -> [UInt8] {
    Array(subscriptions.map { $0.source.text + "\0" }.joined().utf8)
  }

  /// The last line of a process that could not ask at all.
  static func reason(in outcome: ChildOutcome) -> String {
    let line = outcome.errors.bytes.split(separator: 0x0A).last ?? []
    let text = String(decoding: line, as: UTF8.self)
    guard !text.isEmpty else { return "the process that fetches them has failed" }
    let name = "streamtui: "
    return text.hasPrefix(name) ? String(text.dropFirst(name.count)) : text
  }

  private func refuse(_ reason: String?, of asked: [Subscription]) {
    refusal = reason.map { (asked, $0, program.loop.time.wall) }
  }

  func cancel() {
    program.loop.remove(walk)
    program.children.release(child)
    child = nil
  }
}
