/// Hashes that are equal for the same post in two sources; 0 where the record states no such thing.
struct RecordIdentity: Equatable {
  static let none = RecordIdentity(address: 0, id: 0)

  let address: UInt64
  let id: UInt64

  /// The hashes that are there, the more telling first.
  var hashes: [UInt64] { [id, address].filter { $0 != 0 } }
}

extension RecordIdentity {
  init(_ post: Post) {
    // The same post shared by two people is two things.
    let sharer = post.resharedBy.map { $0.handle ?? $0.name ?? $0.url ?? "" } ?? ""
    address = post.url.map { stableHash(($0 + " " + sharer).utf8) } ?? 0
    // Short ids are those of one server.
    let isGlobal = post.idIsStated && post.id.rawValue.contains(":")
    id = isGlobal ? stableHash((post.id.rawValue + " " + sharer).utf8) : 0
  }
}
