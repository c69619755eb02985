import StreamModel

/// The programs that a refresh runs, one after the other: each may want the whole machine.
final class ProgramQueue {
  struct End {
    let subscription: Subscription
    let record: FetchRecord
    /// The output; nil for a program that did not run.
    var output: ArrivingBytes?
    /// Why it failed, in words; nil for a success.
    var failure: String?
    /// Whether a server was asked, whose answer ``record`` has.
    var wasAsked = false
  }

  /// The seconds for which a program may run.
  private static let mostSeconds = 600
  /// The most bytes that a program gets.
  private static let mostInput = 64 << 20

  private let fetcher: Fetcher
  private let onEnd: (End) -> Void
  private let onOver: () -> [LoopEvent]
  private var waiting: [(subscription: Subscription, record: FetchRecord)] = []
  private var run: SourceRun?
  /// The transfer of the document for the next program.
  private var transfer: TransferRun?

  /// - Parameters:
  ///   - onEnd: called with the end of each.
  ///   - onOver: called after the last of them, unless that ended in ``runNext()``.
  init(
    by fetcher: Fetcher,
    onEnd: @escaping (End) -> Void,
    onOver: @escaping () -> [LoopEvent]
  ) {
    self.fetcher = fetcher
    self.onEnd = onEnd
    self.onOver = onOver
  }

  var isOver: Bool { waiting.isEmpty && run == nil && transfer == nil }

  func add(_ subscription: Subscription, _ record: FetchRecord) {
    waiting.append((subscription, record))
  }

  func cancel() {
    waiting = []
    run?.cancel()
    transfer?.cancel()
  }

  /// Runs the next program that can be started, or fetches the document for it.
  func runNext() {
    while run == nil, transfer == nil, !waiting.isEmpty {
      let (subscription, record) = waiting.removeFirst()
      guard case .program(let feed) = subscription.source else { continue }
      let end = End(subscription: subscription, record: record)
      if let address = feed.address {
        fetch(address, for: feed, end)
      } else {
        start(feed, input: nil, end)
      }
    }
  }

  private func start(_ feed: ProgramFeed, input: [UInt8]?, _ end: End) {
    var end = end
    do throws(FeedError) {
      let source = try ProgramSource(feed.command)
      let run = SourceRun(into: source.bytes, with: fetcher.children) {
        []
      } onEnd: { [weak self] failure in
        guard let self else { return [] }
        self.run = nil
        end.output = source.bytes
        end.failure = failure.map { "\(source.label) \($0)" }
        onEnd(end)
        return goOn()
      }
      guard run.begin(source.arguments, input: input, within: Self.mostSeconds) else {
        throw .unreadable(name: feed.command, reason: "could not be started")
      }
      self.run = run
    } catch {
      end.failure = Diagnostics.text(of: error)
      onEnd(end)
    }
  }

  /// Fetches the document that a program filters.
  ///
  /// It is fetched whole each time: what the program makes of it may differ.
  private func fetch(_ address: FeedAddress, for feed: ProgramFeed, _ end: End) {
    var end = end
    do throws(StateRefusal) {
      transfer = try fetcher.begin([Retrieval(address, trusting: address.server)]) {
        [weak self] _, answer, body in
        guard let self else { return [] }
        var record = end.record
        record.history = record.history.adding(answer.result, at: fetcher.now)
        end = End(subscription: end.subscription, record: record, wasAsked: true)
        if answer.content == .document, let bytes = Self.bytes(of: body) {
          start(feed, input: bytes, end)
        } else {
          end.failure = answer.outcome.sentence
          onEnd(end)
        }
        return []
      } onOver: { [weak self] in
        self?.transfer = nil
        return self?.goOn() ?? []
      }
    } catch {
      end.failure = error.text
      end.wasAsked = true
      onEnd(end)
    }
  }

  private static func bytes(of body: String) -> [UInt8]? {
    guard let document = try? SourceOpener.open(body) else { return nil }
    while document.bytes.count <= mostInput, (try? document.advance()) == true {}
    return try? document.bytes.bytes(in: 0..<min(document.bytes.count, mostInput))
  }

  private func goOn() -> [LoopEvent] {
    runNext()
    return isOver ? onOver() : []
  }
}
