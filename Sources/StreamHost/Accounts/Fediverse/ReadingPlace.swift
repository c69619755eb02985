import StreamModel

/// The place in the home timeline where the reader stopped in another program, which the server keeps.
///
/// It is a mark here. Mastodon's web client sets it to the newest post as soon as it is opened: it is offered, and never gone to unasked.
package struct ReadingPlace {
  /// The mark of the place.
  package static let letter: Unicode.Scalar = "@"
  private static let path = "/api/v1/markers"

  /// The server's name of the post.
  let id: String
  /// The offer in words; nil where the post is not here, or has been read here.
  private(set) var offer: String?

  private let home: PostLog
  private let source: Subscription.Source
  private let folder: StateFolder

  /// Asks the server; nil where it keeps no place, or keeps that of another time as well.
  init?(on server: FediverseServer) throws(AccountFailure) {
    let answer = try server.get("\(Self.path)?timeline%5B%5D=home")
    var place: String?
    _ = JSONStrings.walk(answer.body, textLimit: 256) { path, text in
      if path == ["home", "last_read_id"] { place = text }
    }
    guard let place else { return nil }
    id = place
    home = server.log(of: "home")
    source = server.source(of: "home")
    folder = server.folder
  }

  /// Makes the place a mark, and offers it.
  ///
  /// - Parameter known: the place as it was last known, which was made a mark then.
  mutating func look(besides known: String?, in store: StateStore) {
    let key = SourceName(of: source, title: nil).key
    guard let bytes = try? home.bytes() else { return }
    let index = PostLogIndex(bytes)
    guard let number = index.identities.number(ofID: PostIdentity.id(stated: id)),
      case let entry = index.entries[number],
      let post = PostLogLine.post(in: bytes, at: entry.updates.last ?? entry.line)
    else { return }
    let reference = SavedPlace.PostReference(
      name: SavedPlace.PostName(source: 0, identity: entry.identity),
      time: post.rankTime(at: nil)?.secondsSinceEpoch,
      number: number
    )
    if id != known {
      let place = SavedPlace(
        top: reference,
        line: 0,
        selection: reference,
        order: .newest,
        density: .normal,
        unfolded: [],
        opened: nil
      )
      _ = PlaceFile(of: Self.letter, shown: key, in: folder).write(place, isDurable: false)
    }
    let flags = store.knownSource(key: key).flatMap { store.flags(of: $0, for: [entry.identity]) }
    guard flags?.first?.contains(.read) != true else { return }
    let author = post.author.map { $0.name ?? $0.handle ?? "" } ?? "somebody"
    offer = "Read on where you stopped elsewhere: at a post of \(author) (mark \(Self.letter))"
  }

  /// Tells the server the place of a post of the home timeline.
  static func set(
    _ identity: PostIdentity,
    on server: FediverseServer
  ) throws(AccountFailure) {
    let bytes = (try? server.log(of: "home").bytes()) ?? []
    let index = PostLogIndex(bytes)
    guard let number = index.identities.number(ofID: identity.id),
      let id = PostLogLine.post(in: bytes, at: index.entries[number].line)?.id.rawValue
    else {
      throw AccountFailure(.answer, "the post is not in the home timeline")
    }
    _ = try server.post(path, [("home[last_read_id]", id)]).checked(for: server.connection.host)
  }
}
