import StreamModel

/// The events of a server of the fediverse as they happen: posts, notifications, edits and deletions go into the logs.
///
/// The next refresh goes on from the last one all the same, so what comes while there is no connection is not missed.
/// Source: docs.joinmastodon.org, methods/streaming.
struct LiveTimeline {
  static let path = "/api/v1/streaming/user"

  private let server: FediverseServer
  private let store: StateStore
  private var stream = EventStream()
  /// The head of the answer so far; nil after its end.
  private var head: [UInt8]? = []
  /// The streams in the user's list, as long as that is not changed.
  private var streams: (list: [String], stamp: PictureFile.Stamp?)?

  init(on server: FediverseServer, _ store: StateStore) {
    self.server = server
    self.store = store
  }

  /// Whether the answer says that the server has no events, and not only that it sends none now.
  private(set) var hasNone = false

  /// Whether the server has begun to send events.
  var isOpen: Bool { head == nil }

  /// - Returns: whether the answer is a stream of events so far.
  mutating func take(_ bytes: UnsafeRawBufferPointer, at now: Timestamp) -> Bool {
    var rest = bytes[...]
    while var line = head, !rest.isEmpty {
      // A head without an end is none.
      guard line.count < 64 << 10 else { return false }
      line.append(rest.removeFirst())
      head = line
      guard line.suffix(4).elementsEqual("\r\n\r\n".utf8) else { continue }
      guard let last = HTTPHeadReader.read(line).last, last.status != 200 else {
        head = nil
        break
      }
      // Another head follows that of a proxy.
      guard last.status < 200 else {
        hasNone = (300...399).contains(last.status) || [404, 405, 410, 501].contains(last.status)
        return false
      }
      head = []
    }
    let events = stream.take(rest)
    for event in events { try? take(event, at: now) }
    return !stream.isTooLong
  }

  private mutating func knownStreams() throws(AccountFailure) -> [String] {
    let stamp = SubscriptionFile(folder: server.folder).stamp
    if let streams, stamp != nil, streams.stamp == stamp { return streams.list }
    let list = try server.streams()
    streams = (list, stamp)
    return list
  }

  private mutating func take(_ event: EventStream.Event, at now: Timestamp) throws {
    let streams = try knownStreams()
    // mastodon-mock 0.6.1 writes "status_update".
    switch event.name.replacing("_", with: ".") {
    case "update", "status.update":
      guard streams.contains("home") else { return }
      let list = [UInt8(ascii: "[")] + event.data + [UInt8(ascii: "]")]
      _ = try take(list, at: now)
      var deeds = DeedExchange(on: server, store)
      try deeds.take(StatusFacts.read(list, start: ""), of: "home", isAlone: true)
    case "notification":
      guard streams.contains("notifications") else { return }
      let list = [UInt8(ascii: "[")] + event.data + [UInt8(ascii: "]")]
      _ = try server.log(of: "notifications").append(NotificationPosts.read(list), at: now)
    case "delete":
      guard streams.contains("home") else { return }
      let id = String(decoding: event.data, as: UTF8.self)
      var post = Post(id: Post.ID(id), isStated: true)
      post.state = .deleted
      _ = try server.log(of: "home").append([post], at: now)
    default: break
    }
  }

  private func take(_ document: [UInt8], at now: Timestamp) throws(StateError) -> PostLog.Report {
    let bytes = MemoryBytes(name: server.connection.host, bytes: document)
    return try server.log(of: "home")
      .take(OpenedSource(bytes: bytes), from: server.connection.base, at: now)
  }
}
