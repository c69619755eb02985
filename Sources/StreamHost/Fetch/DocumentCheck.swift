import Glibc
package import StreamModel

/// A look through a document that was fetched: whether it is a whole feed, which may take the place of an earlier one.
package struct DocumentCheck {
  package let feed: Feed
  /// The reason why the document is not a feed; nil if it is one, or a page.
  package private(set) var noFeed: String?
  /// The reason why the end of the document is missing; nil if it is whole.
  package private(set) var damage: String?
  private(set) var isDone = false
  private let document: OpenedSource

  init(_ document: OpenedSource) {
    self.document = document
    feed = Feed(source: document.bytes)
  }

  package static func whole(_ document: OpenedSource) -> DocumentCheck {
    var check = DocumentCheck(document)
    while !check.isDone { check.advance() }
    return check
  }

  /// The reason in a few words: a subscriber needs no list of formats.
  private static func reason(of error: FeedError) -> String {
    guard error.isOfNoFormat else { return error.reason }
    return "plain text or data of another kind, not a feed"
  }

  /// Whether the document can be shown: a feed or a page, and whole.
  package var isGood: Bool { isDone && noFeed == nil && damage == nil }

  mutating func advance() {
    guard !isDone else { return }
    do throws(FeedError) {
      guard try document.scanSlice(of: feed) else { return }
      isDone = true
      damage = document.cut ?? (feed.endsEarly ? "it ends in the middle" : nil)
    } catch {
      isDone = true
      noFeed = Self.reason(of: error)
      damage = document.cut
    }
  }
}

/// Documents that arrived for a viewer and are looked at in slices, so that no key waits for one.
package final class DocumentChecks {
  /// Receives the check of a document, and the path of its file, which is removed afterwards unless it was moved.
  package typealias Owner = (DocumentCheck, _ path: String) -> [LoopEvent]

  private struct Waiting {
    let path: String
    var check: DocumentCheck
    let owner: Owner
  }

  private let loop: EventLoop
  private var waiting: [Waiting] = []
  private var timer: EventLoop.Token?

  package init(on loop: EventLoop) { self.loop = loop }

  deinit { cancel() }

  package var isEmpty: Bool { waiting.isEmpty }

  /// Begins to look at a document.
  ///
  /// - Parameters:
  ///   - body: the file as curl has written it; it is moved aside.
  /// - Returns: The reason why it cannot be read; nil if it is looked at.
  package func add(_ body: String, _ bytes: WebBytes, owner: @escaping Owner) -> String? {
    do throws(FeedError) {
      let check = DocumentCheck(try OpenedSource(unwrapping: bytes))
      // The transfer removes the file that it has written.
      let path = body + ".check"
      rename(body, path)
      waiting.append(Waiting(path: path, check: check, owner: owner))
      if waiting.count == 1 { look() }
      return nil
    } catch {
      return error.reason
    }
  }

  package func cancel() {
    loop.remove(timer)
    for document in waiting { unlink(document.path) }
    waiting = []
  }

  private func look() {
    timer = loop.schedule(afterMilliseconds: 0) { [weak self] in self?.advance() ?? [] }
  }

  private func advance() -> [LoopEvent] {
    guard var first = waiting.first else { return [] }
    first.check.advance()
    waiting[0] = first
    guard first.check.isDone else {
      look()
      return []
    }
    waiting.removeFirst()
    if !waiting.isEmpty { look() }
    defer { unlink(first.path) }
    return first.owner(first.check, first.path)
  }
}

/// A post of the fediverse that another document only names: a boosted one, or a reply.
enum NamedPost {
  /// The most posts that are fetched for one document.
  static let most = 20

  /// The address to ask for the post; nil where it may not be asked.
  ///
  /// - Parameter server: the server that the user has named, which alone may be in the user's own network.
  static func address(_ text: String, trusting server: String?) -> FeedAddress? {
    switch FeedAddress.judge(text) {
    case .fetch(let address): address
    case .ask(let address, _) where address.server == server: address
    case .ask, .refuse: nil
    }
  }

  /// Reads the post that a server has sent; nil for anything but a post of that server.
  static func read(_ path: String, from sender: FeedAddress) -> Post? {
    guard let document = try? SourceOpener.open(path) else { return nil }
    let check = DocumentCheck.whole(document)
    guard check.isGood, !check.feed.isPage, case .post(let post) = check.feed.inspect(at: 0),
      post.resharedAddress == nil, post.body != .missing || post.title != .missing,
      // A server speaks for its own accounts only.
      let author = post.author?.url.flatMap({ FeedAddress.judge($0).address }),
      author.host == sender.host
    else { return nil }
    return post
  }
}
