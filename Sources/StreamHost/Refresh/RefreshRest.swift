import StreamModel

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

  /// Takes in a further page, and the older posts to which it leads.
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
