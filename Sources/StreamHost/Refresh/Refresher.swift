import Glibc
import StreamModel

/// Fetches subscriptions and appends their new posts to their logs.
///
/// At most eight hosts are asked at the same time, each for one document. The hosts with one document share a
/// curl process; a host with several has a process of its own, which asks for one after another, so that curl
/// keeps the connection.
package final class Refresher {
  /// Another process is started only when this many requests or fewer are open.
  private static let fewRequests = 4
  /// The most documents that a process asks one host for, so that no host keeps a place among the eight for long.
  private static let chainLimit = 64

  private let folder: StateFolder
  private let fetcher: Fetcher
  private let takesPages: Bool
  private let onEnd: (RefreshOutcome) -> Void
  private let onOver: () -> [LoopEvent]
  private var jobs: [RefreshJob] = []
  /// The number of failures that counts at most, of subscriptions that the reader asked for early.
  private var mostFailures: [Subscription.Source: Int] = [:]
  private var waiting: [Int] = []
  private var busy: [String: Int] = [:]
  private var runs: [TransferRun] = []
  /// The rest of the work for jobs whose first document has arrived.
  private var rests: [Int: RefreshRest] = [:]
  private lazy var programs = ProgramQueue(by: fetcher) { [weak self] in
    self?.take($0)
  } onOver: { [weak self] in
    self?.isOver == true ? self?.onOver() ?? [] : []
  }

  /// - Parameters:
  ///   - takesPages: whether a web page is a post, unless the log has those of a feed: a captive portal answers with one.
  ///   - onEnd: called with the end of each subscription.
  ///   - onOver: called once, after the last of them.
  package init(
    in folder: StateFolder,
    by fetcher: Fetcher,
    takesPages: Bool = false,
    onEnd: @escaping (RefreshOutcome) -> Void,
    onOver: @escaping () -> [LoopEvent]
  ) {
    self.folder = folder
    self.takesPages = takesPages
    self.fetcher = fetcher
    self.onEnd = onEnd
    self.onOver = onOver
  }

  /// Starts to fetch subscriptions in their order.
  ///
  /// - Parameters:
  ///   - records: the state of their requests, in the same order.
  ///   - early: those that are not due: a failure begins their pause again, and makes it no longer.
  package func begin(
    _ subscriptions: [Subscription],
    _ records: [FetchRecord],
    early: Set<Subscription.Source>
  ) {
    for (subscription, record) in zip(subscriptions, records) {
      // The failures of a place that a feed moved to count in any case: after some it is given up.
      if early.contains(subscription.source), record.moved == nil {
        mostFailures[subscription.source] = max(1, record.history.failures)
      }
      if case .file(let path) = subscription.source {
        take(path, of: subscription, record)
      } else if case .program = subscription.source {
        programs.add(subscription, record)
      } else if let job = RefreshJob(
        subscription,
        record,
        hasPosts: hasPosts(of: record, subscription)
      ) {
        jobs.append(job)
      }
    }
    waiting = Array(jobs.indices)
    fill()
    programs.runNext()
    if isOver { fetcher.children.loop.post(onOver()) }
  }

  private var isOver: Bool { waiting.isEmpty && runs.isEmpty && programs.isOver }

  /// Whether the log still has the posts of the document that the validators name: it may have been removed,
  /// or have lost its end with the power.
  private func hasPosts(of record: FetchRecord, _ subscription: Subscription) -> Bool {
    record.logSize.map { PostLog(of: subscription.source, in: folder).size >= $0 } ?? false
  }

  package func cancel() {
    for run in runs { run.cancel() }
    programs.cancel()
    runs = []
    waiting = []
  }

  // MARK: Requests

  private func fill() {
    // Where no process can be started, the other documents of its hosts have the same fate.
    while !waiting.isEmpty, !startRuns() {}
  }

  /// Starts processes for the hosts that are free; false if one could not be started.
  private func startRuns() -> Bool {
    let open = runs.reduce(0) { $0 + $1.width }
    guard open <= Self.fewRequests else { return true }
    var documents: [String: [Int]] = [:]
    for index in waiting where busy[jobs[index].host] == nil {
      documents[jobs[index].host, default: []].append(index)
    }
    let hosts = waiting.compactMap { documents.removeValue(forKey: jobs[$0].host) }
    let single = hosts.filter { $0.count == 1 }.flatMap(\.self)
    let free = CurlBatch.hostLimit - open
    // The hosts with many documents leave room for the others.
    let chains = hosts.filter { $0.count > 1 }.prefix(single.isEmpty ? free : free / 2)
    var isStarted = true
    for chain in chains {
      isStarted = start(Array(chain.prefix(Self.chainLimit)), most: 1) && isStarted
    }
    return start(single, most: free - chains.count) && isStarted
  }

  /// Starts a process for jobs that wait; false if it could not be started.
  private func start(_ chosen: [Int], most: Int) -> Bool {
    guard !chosen.isEmpty else { return true }
    for index in chosen { busy[jobs[index].host, default: 0] += 1 }
    let begun = Set(chosen)
    waiting.removeAll { begun.contains($0) }
    do throws(StateRefusal) {
      runs.append(
        try fetcher.begin(chosen.map { jobs[$0].retrieval }, most: most) {
          [weak self] number, end, body in
          self?.take(end, body, of: chosen[number])
          return []
        } onOver: { [weak self] in
          self?.endRuns() ?? []
        }
      )
      return true
    } catch {
      for index in chosen {
        release(jobs[index].host)
        switch jobs[index].role {
        // No request was made, so the schedule stays as it is.
        case .document:
          onEnd(RefreshOutcome(jobs[index].subscription, jobs[index].record, failure: error.text))
        case .page(let main): takeBoosts(of: main)
        case .boost(let number, let main): take(nil, ofBoost: number, of: main)
        }
      }
      return false
    }
  }

  private func endRuns() -> [LoopEvent] {
    runs.removeAll { $0.openCount == 0 }
    fill()
    return isOver ? onOver() : []
  }

  private func release(_ host: String) {
    let left = (busy[host] ?? 1) - 1
    busy[host] = left > 0 ? left : nil
  }

  private func take(_ end: RetrievalEnd, _ body: String, of index: Int) {
    let job = jobs[index]
    release(job.host)
    switch job.role {
    case .document: takeDocument(end, body, of: index)
    case .page(let main): takePage(end, body, of: main)
    case .boost(let number, let main):
      take(RefreshRest.post(in: body, from: end), ofBoost: number, of: main)
    }
    if busy[job.host] == nil { fill() }
  }

  private func takeDocument(_ end: RetrievalEnd, _ body: String, of index: Int) {
    let job = jobs[index]
    if !end.wasAsked, let pause = end.pause { return wait(for: job, until: pause) }
    var record = job.record(after: end, at: fetcher.now)
    var report = PostLog.Report()
    if end.content == .document {
      do throws(FeedError) {
        let document = try SourceOpener.open(body)
        report = append(document, from: end.address, by: end.author, of: job.subscription, &record)
        if record.failure == nil {
          // A feed that has moved is not moved again by its document: two feeds could name each other for ever.
          if record.moved == nil, let place = report.newAddress.flatMap({ end.address.follow($0) }),
            place != end.address
          {
            record.moved = place
          }
          let posts = report.listed.count
          let older = OlderRecord(after: end, body, posts: posts)
          let hasGap = posts > 0 && report.new + report.held.count == posts
          record.older = record.older?.renewed(by: older, hasGap: hasGap) ?? older
          record.validators = end.copy?.validators ?? .none
          record.validatedAddress = end.copy?.address
          record.logSize = PostLog(of: job.subscription.source, in: folder).size
        }
      } catch {
        let reason = error.reason
        record.failure = "\(end.address.host) sent a document that cannot be read: \(reason)"
      }
      if record.failure != nil {
        record.history = job.record.history.ending(.later, at: fetcher.now)
        // A place without the feed is not the one it moved to.
        record.moved = job.record.moved
      }
    }
    // A document that could only not be saved says nothing against the place it came from.
    if end.content != .document || report.noFeed != nil { record = record.backFromDeadPlace() }
    let moved = record.moved == job.record.moved ? nil : record.moved
    if end.content == .document, record.failure == nil {
      let rest = RefreshRest(record, report, moved: moved)
      rests[index] = rest
      goOn(index, rest.page(after: end, report), by: end.author)
      return
    }
    var offers: [FeedLink] = []
    if case .offers(let links) = end.content { offers = links }
    finish(job.subscription, record, report, moved: moved, offers: offers, end.result)
  }

  /// Leaves a subscription alone whose host has asked for a pause, here or elsewhere.
  private func wait(for job: RefreshJob, until pause: Timestamp) {
    var record = job.record
    record.history = record.history.waiting(until: pause)
    // Without it the next refresh finds the pause as well.
    try? FetchFile(of: job.subscription.source, in: folder).write(record)
    onEnd(.pause(of: job.subscription, record, until: pause))
  }

  // MARK: Accounts

  /// Asks for a further page of a job, or for the posts that it boosts.
  private func goOn(_ main: Int, _ next: FeedAddress?, by author: Account?) {
    guard let next else { return takeBoosts(of: main) }
    ask([jobs[main].page(next, by: author, of: main)])
  }

  private func ask(_ further: [RefreshJob]) {
    waiting += jobs.count..<jobs.count + further.count
    jobs += further
  }

  /// Takes in a further page; what came before it counts whatever becomes of it.
  private func takePage(_ end: RetrievalEnd, _ body: String, of main: Int) {
    guard let rest = rests[main], end.content == .document,
      let document = try? SourceOpener.open(body),
      let page = try? PostLog(of: jobs[main].subscription.source, in: folder).take(
        document,
        from: end.address,
        by: end.author,
        at: fetcher.now,
        holding: rest.holding
      )
    else { return takeBoosts(of: main) }
    rests[main]?.take(page, OlderRecord(after: end, body, posts: page.listed.count))
    goOn(main, rests[main]?.page(after: end, page), by: end.author)
  }

  private func takeBoosts(of main: Int) {
    let boosts = rests[main]?.boosts(of: jobs[main].server) ?? []
    guard !boosts.isEmpty else { return endRest(of: main) }
    ask(boosts.map { jobs[main].boost($0.number, at: $0.address, of: main) })
  }

  private func take(_ post: Post?, ofBoost number: Int, of main: Int) {
    if rests[main]?.take(post, ofBoost: number) == true { endRest(of: main) }
  }

  /// Appends the boosts, with their posts where these could be had.
  private func endRest(of main: Int) {
    guard var rest = rests.removeValue(forKey: main) else { return }
    let subscription = jobs[main].subscription
    let log = PostLog(of: subscription.source, in: folder)
    var record = rest.record
    do throws(StateError) {
      rest.noteAppended(try log.append(rest.report.held, at: fetcher.now))
    } catch {
      record.failure = "Its posts cannot be saved: \(error.reason)"
    }
    record.logSize = log.size
    finish(subscription, record, rest.report, moved: rest.moved)
  }

  // MARK: Posts

  private func take(_ path: String, of subscription: Subscription, _ record: FetchRecord) {
    var record = record
    var report = PostLog.Report()
    record.failure = nil
    do throws(FeedError) {
      var status = stat()
      // Nobody may ever write into a pipe.
      guard stat(path, &status) != 0 || [S_IFREG, S_IFDIR].contains(status.st_mode & S_IFMT) else {
        throw .unreadable(name: path, reason: "is neither a file nor a folder")
      }
      report = append(try SourceOpener.open(path), from: nil, of: subscription, &record)
    } catch {
      let text = Diagnostics.text(of: error)
      record.failure = text
      report.noFeed = text
    }
    finishReading(subscription, record, report)
  }

  /// Notes the end of a source that no server was asked for.
  private func finishReading(
    _ subscription: Subscription,
    _ record: FetchRecord,
    _ report: PostLog.Report
  ) {
    var record = record
    record.history = record.history.counting(atMost: 1_000)
      .ending(record.failure == nil ? .done : .later, at: fetcher.now)
    finish(subscription, record, report, moved: nil)
  }

  // MARK: Programs

  /// Takes in what a program wrote, also where it failed afterwards.
  private func take(_ end: ProgramQueue.End) {
    let subscription = end.subscription
    var record = end.record
    var report = PostLog.Report()
    record.failure = nil
    do throws(FeedError) {
      if let bytes = end.output, bytes.count > 0 || end.failure == nil {
        bytes.finish(fault: nil)
        let document = try OpenedSource(unwrapping: bytes)
        report = append(document, from: nil, of: subscription, &record)
      }
    } catch {
      record.failure = Diagnostics.text(of: error)
    }
    record.failure = end.failure ?? record.failure
    if end.wasAsked { return finish(subscription, record, report, moved: nil) }
    finishReading(subscription, record, report)
  }

  private func append(
    _ document: OpenedSource,
    from address: FeedAddress?,
    by author: Account? = nil,
    of subscription: Subscription,
    _ record: inout FetchRecord
  ) -> PostLog.Report {
    do throws(StateError) {
      let log = PostLog(of: subscription.source, in: folder)
      let known = takesPages ? try log.index()?.entries.count ?? 0 : nil
      let report = try log.take(
        document,
        from: address,
        by: author,
        at: fetcher.now,
        holding: address == nil ? 0 : RefreshRest.mostBoosts,
        takesPage: known.map { $0 <= 1 } ?? false
      )
      let sender = address.map(\.host) ?? subscription.source.sender
      if let damage = report.damage {
        record.failure = "\(sender) has only a part of the document (\(damage)). Try again later."
      } else if let reason = report.noFeed {
        record.failure = "\(sender) has no feed there: \(reason)"
      } else {
        record.title = report.title ?? record.title
      }
      return report
    } catch {
      record.failure = "Its posts cannot be saved: \(error.reason)"
      return PostLog.Report()
    }
  }

  private func finish(
    _ subscription: Subscription,
    _ record: FetchRecord,
    _ report: PostLog.Report,
    moved: FeedAddress?,
    offers: [FeedLink] = [],
    _ result: TransferResult? = nil
  ) {
    var failure = record.failure
    var record = record
    if let most = mostFailures[subscription.source] {
      record.history = record.history.counting(atMost: most)
    }
    do throws(StateError) {
      try FetchFile(of: subscription.source, in: folder).write(record)
    } catch {
      failure = failure ?? "Its state cannot be saved: \(error.reason)"
    }
    onEnd(
      RefreshOutcome(
        subscription,
        record,
        report,
        failure: failure,
        moved: moved,
        offers: offers,
        result
      )
    )
  }
}

extension Subscription.Source {
  /// Who is said to have sent a document that came from no server.
  fileprivate var sender: String {
    if case .program = self { "The program" } else { "The file" }
  }
}
