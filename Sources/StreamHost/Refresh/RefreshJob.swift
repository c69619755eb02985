import CellGrid
package import StreamModel

/// A subscription that is fetched from the web, or something that its document leads to.
struct RefreshJob {
  enum Role: Equatable {
    case document
    case page(of: Int)
    case boost(Int, of: Int)
  }

  let role: Role
  let subscription: Subscription
  let record: FetchRecord
  let host: String
  /// The ``FeedAddress/server`` that is trusted with what the document names.
  let server: String
  let retrieval: Retrieval

  /// Returns nil for a file, which nobody has to be asked for.
  ///
  /// - Parameter hasPosts: whether the posts of the last document are there, so that the server need not send it again.
  init?(_ subscription: Subscription, _ record: FetchRecord, hasPosts: Bool) {
    // A document of which it is not known where its older posts are is fetched whole once.
    let validated = hasPosts && record.older != nil ? record.validatedAddress : nil
    let copy = validated.map { Retrieval.Copy(address: $0, validators: record.validators) }
    switch subscription.source {
    case .web(let address):
      // A feed that has moved keeps its name here, and with it all that is known of its posts.
      let start = record.moved ?? address
      host = start.host
      server = address.server
      retrieval = Retrieval(start, copy: copy, trusting: address.server)
    case .account(let account):
      guard let way = Retrieval(account, copy: copy) else { return nil }
      host = way.request.address.host
      server = way.request.address.server
      retrieval = way
    case .file, .program, .served: return nil
    }
    self.subscription = subscription
    self.record = record
    role = .document
  }

  private init(_ role: Role, after job: RefreshJob, at address: FeedAddress, _ way: Retrieval) {
    self.role = role
    subscription = job.subscription
    record = job.record
    host = address.host
    server = job.server
    retrieval = way
  }

  func page(_ next: FeedAddress, by author: Account?, of number: Int) -> RefreshJob {
    let way = Retrieval(page: next, by: author, trusting: server)
    return RefreshJob(.page(of: number), after: self, at: next, way)
  }

  func boost(_ boost: Int, at address: FeedAddress, of number: Int) -> RefreshJob {
    let way = Retrieval(post: address, trusting: server)
    return RefreshJob(.boost(boost, of: number), after: self, at: address, way)
  }

  func record(after end: RetrievalEnd, at now: Timestamp) -> FetchRecord {
    var record = record
    record.address = end.result.address
    record.history = record.history.adding(end.result, at: now)
    record.failure = end.failure
    if let moved = end.moved, record.failure == nil { record.moved = moved }
    // An answer that came whole, but is no feed and confirms none.
    if record.failure != nil, [.done, .unchanged].contains(end.result.outcome.course) {
      record.history = self.record.history.ending(.later, at: now)
    }
    return record
  }
}

extension FetchRecord {
  /// The failures in a row after which the place that a feed moved to counts as dead.
  private static let patience = 3

  /// Returns the record for the address in the list, if the place to which the feed moved does not have it:
  /// a server that was set up wrongly may have named that place.
  func backFromDeadPlace() -> FetchRecord {
    // A server that asks for a pause is alive.
    guard moved != nil, failure != nil, history.notBefore == nil else { return self }
    let isFinal = history.course == .never || history.course == .user
    guard isFinal || history.failures >= Self.patience else { return self }
    var record = self
    record.moved = nil
    // Only what the address in the list answers counts.
    record.history = FetchHistory(
      lastTry: history.lastTry,
      lastSuccess: history.lastSuccess,
      failures: 1,
      course: .later
    )
    return record
  }
}

package struct RefreshOutcome: Equatable {
  package let subscription: Subscription
  /// The name that the user gave, else the feed's title, else the address.
  package let name: String
  package let new: Int
  package let edited: Int
  package let discussed: Int
  package let listed: Set<PostIdentity>
  package let offers: [FeedLink]
  /// Whether the document came whole, but is no feed.
  package let isNoFeed: Bool
  /// Why it failed, in a sentence; nil for a success.
  package let failure: String?
  /// The transfer that was the last one for the document; nil where nothing was asked for.
  package let result: TransferResult?
  /// The address that the feed has just moved to for good; nil for none.
  package let moved: FeedAddress?
}

extension RefreshOutcome {
  /// The outcome of a subscription that is not fetched now, because its server asked for a pause until `end`.
  package static func pause(
    of subscription: Subscription,
    _ record: FetchRecord,
    until end: Timestamp?
  ) -> RefreshOutcome {
    let end = end?.rfc3339 ?? "a later time"
    let failure = "Its server asked for a pause until \(end)"
    return RefreshOutcome(subscription, record, failure: failure)
  }

  init(
    _ subscription: Subscription,
    _ record: FetchRecord,
    _ report: PostLog.Report = PostLog.Report(),
    failure: String?,
    moved: FeedAddress? = nil,
    offers: [FeedLink] = [],
    _ result: TransferResult? = nil
  ) {
    self.init(
      subscription: subscription,
      name: subscription.name ?? record.title ?? subscription.source.name,
      new: report.new,
      edited: report.edited,
      discussed: report.discussed,
      listed: report.listed,
      offers: offers,
      isNoFeed: report.noFeed != nil,
      failure: failure,
      result: result,
      moved: moved
    )
  }
}

/// The new posts of a refresh, told by a program of the user's.
package struct RefreshNotice {
  private static let mostNames = 3

  private var posts = 0
  private var names: [String] = []

  package init() {}

  package mutating func take(_ outcome: RefreshOutcome) {
    guard outcome.new > 0 else { return }
    posts += outcome.new
    names.append(SafeText(sanitizing: outcome.name).string)
  }

  /// The sentence: "12 new posts in Lake Levels, Ferry Timetables"; nil if there are none.
  ///
  /// It begins with a number, so no program takes it for an option.
  package var sentence: String? {
    guard posts > 0 else { return nil }
    let named = names.sorted().prefix(Self.mostNames).joined(separator: ", ")
    let rest = names.count - Self.mostNames
    let more = rest > 0 ? " and \(rest) more" : ""
    return "\(posts) new \(posts == 1 ? "post" : "posts") in \(named)\(more)"
  }

  /// Starts `command` with the sentence as its last argument, if there are new posts.
  ///
  /// - Returns: a line about a program that could not be started; nil if nothing failed.
  package func send(by command: [String]) -> String? {
    guard let program = command.first, let sentence else { return nil }
    guard ChildProcess.start(command + [sentence], .detached) == nil else { return nil }
    return "streamtui: \(program) was not found; change notify-command in the configuration"
  }
}

package enum RefreshScope: Equatable {
  /// Those that are due; without an interval of its own, a subscription is due after these seconds.
  case due(every: Int64)
  /// All but those whose servers asked for a pause, or have removed the feed.
  case all
  /// All of them, also those whose servers have removed the feed, but those whose servers asked for a pause.
  case named

  /// Returns the indices of the subscriptions to fetch now, the longest due first.
  ///
  /// - Parameter records: the state of their requests, in the same order.
  package func chosen(
    of subscriptions: [Subscription],
    _ records: [FetchRecord],
    now: Timestamp
  ) -> [Int] {
    let times = zip(subscriptions, records).map { time(of: $0, $1, now: now) }
    return times.indices.filter { times[$0].map { $0 <= now } ?? false }
      .sorted { (times[$0] ?? now, $0) < (times[$1] ?? now, $1) }
  }

  /// Returns the time from which a subscription may be fetched; nil if it may not.
  package func time(of subscription: Subscription, _ record: FetchRecord, now: Timestamp)
    -> Timestamp?
  {
    let history = record.history
    switch self {
    case .all, .named:
      guard self == .named || history.course != .never else { return nil }
      // Those that were asked longest ago come first.
      let last = min(history.lastTry ?? now, now)
      return Schedule.pauseEnd(history, now: now).map { max($0, last) } ?? last
    case .due(let usual):
      let every = subscription.every ?? usual
      return Schedule.next(subscription.source.text, history, every: every, now: now)?.time
    }
  }
}

/// The rest of an account's refresh after its first document: older pages, and the posts that it boosts.
struct RefreshRest {
  /// The pages of an outbox that are read in one refresh, the first one included.
  private static let mostPages = 10
  /// The boosts of one refresh whose posts are fetched; further ones stay addresses.
  static let mostBoosts = NamedPost.most

  private(set) var record: FetchRecord
  let moved: FeedAddress?
  private(set) var report: PostLog.Report
  private var pages = 1
  /// The boosts whose posts are still being fetched.
  private var open = 0

  init(_ record: FetchRecord, _ report: PostLog.Report, moved: FeedAddress?) {
    self.record = record
    self.report = report
    self.moved = moved
  }

  /// The room for further boosts.
  var holding: Int { Self.mostBoosts - report.held.count }

  mutating func take(_ page: PostLog.Report, _ older: OlderRecord) {
    pages += 1
    if record.older?.trail.pages == 0 { record.older?.trail = older.trail }
    if page.new + page.held.count < page.listed.count { record.older?.closeGap() }
    report.new += page.new
    report.edited += page.edited
    report.discussed += page.discussed
    report.held += page.held
    report.listed.formUnion(page.listed)
  }

  /// Returns the next page, if none of the posts on the last one was known: older posts may be missing, too.
  func page(after end: RetrievalEnd, _ last: PostLog.Report) -> FeedAddress? {
    let new = last.new + last.held.count
    return pages < Self.mostPages && new > 0 && new == last.listed.count ? end.next : nil
  }

  /// Returns the boosts whose posts can be fetched, by their number among those that are held.
  ///
  /// - Parameter server: the server of the account, which alone may be in the user's own network.
  mutating func boosts(of server: String) -> [(number: Int, address: FeedAddress)] {
    let found = report.held.enumerated().compactMap { number, post in
      post.resharedAddress.flatMap { NamedPost.address($0, trusting: server) }.map { (number, $0) }
    }
    open = found.count
    return found
  }

  /// Takes in the post of a boost, nil if it cannot be had; returns whether that was the last one.
  mutating func take(_ post: Post?, ofBoost number: Int) -> Bool {
    open -= 1
    if let post, report.held.indices.contains(number) {
      report.held[number] = post.reshared(by: report.held[number])
    }
    return open <= 0
  }

  /// Counts the held boosts that were new when they were appended.
  mutating func noteAppended(_ count: Int) { report.new += count }

  /// Reads the post that a server sent for a boost; nil for anything but a post of that server.
  static func post(in body: String, from end: RetrievalEnd) -> Post? {
    end.content == .document ? NamedPost.read(body, from: end.address) : nil
  }
}
