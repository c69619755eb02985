import StreamModel

/// The place in the home timeline where the reader stopped in another program, which the server keeps.
///
/// It is a mark here. Mastodon's web client sets it to the newest post as soon as it is opened: it is offered, and never gone
/// to unasked.
package struct ReadingPlace {
  private static let path = "/api/v1/markers"

  /// The server's name of the post.
  let id: String
  /// The offer in words; nil where the post is not here, or has been read here.
  let offer: String?

  /// Asks the server for the place, and makes it a mark unless it was one.
  ///
  /// - Parameter known: the server's name of the post that was last made a mark.
  /// - Returns: nil where the server keeps no place.
  static func find(
    on server: FediverseServer,
    besides known: String?,
    _ store: StateStore
  ) throws(AccountFailure) -> ReadingPlace? {
    let answer = try server.get("\(path)?timeline%5B%5D=home")
    let values = JSONStrings.values(of: answer.body, depth: 2, textLimit: 256)
    guard let id = values["home.last_read_id"] else { return nil }
    let log = (try? server.log(of: "home").bytes()) ?? []
    let index = PostLogIndex(log)
    guard let number = index.identities.number(ofID: PostIdentity.id(stated: id)),
      case let entry = index.entries[number],
      let post = PostLogLine.post(in: log, at: entry.updates.last ?? entry.line)
    else { return ReadingPlace(id: id, offer: nil) }
    let key = SourceName(of: server.source(of: "home"), title: nil).key
    if id != known {
      let name = SavedPlace.PostName(source: 0, identity: entry.identity)
      let time = post.rankTime(at: nil)?.secondsSinceEpoch
      let reference = SavedPlace.PostReference(name: name, time: time, number: number)
      let place = SavedPlace(top: reference, order: .newest, density: .normal)
      _ = PlaceFile(of: SavedPlace.elsewhere, shown: key, in: server.folder).write(
        place,
        isDurable: false
      )
    }
    let flags = store.knownSource(key: key).flatMap { store.flags(of: $0, for: [entry.identity]) }
    let isRead = flags?.first?.contains(.read) ?? false
    return ReadingPlace(id: id, offer: isRead ? nil : offer(of: post))
  }

  private static func offer(of post: Post) -> String {
    let author = post.author.map { $0.name ?? $0.handle ?? "" } ?? "somebody"
    return
      "Read on where you stopped elsewhere: at a post of \(author) (mark \(SavedPlace.elsewhere))"
  }

  /// Tells the server that the reader stops at a post of the home timeline.
  static func set(
    _ identity: PostIdentity,
    on server: FediverseServer
  ) throws(AccountFailure) {
    let log = (try? server.log(of: "home").bytes()) ?? []
    let index = PostLogIndex(log)
    guard let number = index.identities.number(ofID: identity.id),
      let id = PostLogLine.post(in: log, at: index.entries[number].line)?.id.rawValue
    else {
      throw AccountFailure(.answer, "the post is not in the home timeline")
    }
    _ = try server.post(path, [("home[last_read_id]", id)]).checked(for: server.connection.host)
  }
}
