/// Hashes of the ids and addresses that connect a post with others; empty for anything but a post.
package struct PostRelations: Equatable, Sendable {
  /// A comment that the record lists.
  struct Listed: Equatable, Sendable {
    /// The hashes of its id and, if it has one, its address.
    let names: [UInt64]
    /// Whether the record only names it.
    let isReference: Bool
  }

  static let none = PostRelations(names: [], parent: nil, reshared: nil, listed: [], stubbed: 0)

  /// The ids and addresses by which others refer to it.
  let names: [UInt64]
  /// The post that it replies to.
  let parent: UInt64?
  /// The post that it reshares without holding it.
  let reshared: UInt64?
  /// The comments that the record holds or names.
  let listed: [Listed]
  /// The number of comments that stubs of the record stand for.
  let stubbed: Int

  /// Returns the hash of an id or address, whose lowest bit tells whether it means the same on every
  /// server.
  static func hash(_ name: String) -> UInt64 {
    stableHash(name.utf8) & ~1 | (Post.ID.isGlobal(name) ? 1 : 0)
  }

  /// Whether a hash is that of a name that means the same on every server.
  static func isGlobal(_ hash: UInt64) -> Bool { hash & 1 == 1 }
}

extension PostRelations {
  /// Takes the relations from what the post states.
  init(_ post: Post) {
    // A bare reshare has the address of what it reshares, and is not that post.
    let names = post.resharedAddress == nil ? post.names : [post.id.rawValue]
    self.names = names.map(Self.hash)
    // A dump holds each conversation where it begins: its records would come in twice.
    parent = post.recorded == nil ? post.inReplyTo.map(Self.hash) : nil
    reshared = post.resharedAddress.map(Self.hash)
    var listed: [Listed] = []
    var stubbed = 0
    for comment in post.comments {
      switch comment.kind {
      case .stub(let count): stubbed = stubbed.saturatingAdd(count)
      case .written, .reference:
        let names = comment.namesInReplies.map(Self.hash)
        listed.append(Listed(names: names, isReference: comment.kind == .reference))
      }
    }
    self.listed = listed
    self.stubbed = stubbed
  }
}
