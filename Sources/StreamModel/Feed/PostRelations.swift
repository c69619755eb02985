/// Hashes of the ids and addresses that connect a post with others; empty for anything but a post.
public struct PostRelations: Equatable, Sendable {
  static let none = PostRelations(names: [], parent: nil, reshared: nil)

  /// The ids and addresses by which others refer to it.
  let names: [UInt64]
  /// The post that it replies to.
  let parent: UInt64?
  /// The post that it reshares without holding it.
  let reshared: UInt64?

  /// Returns the hash of an id or address.
  static func hash(_ name: String) -> UInt64 { stableHash(name.utf8) }
}

extension PostRelations {
  /// Takes the relations from what the post states.
  init(_ post: Post) {
    // A bare reshare has the address of what it reshares, and is not that post.
    let names = post.resharedAddress == nil ? post.names : [post.id.rawValue]
    self.names = names.map(Self.hash)
    parent = post.inReplyTo.map(Self.hash)
    reshared = post.resharedAddress.map(Self.hash)
  }
}
