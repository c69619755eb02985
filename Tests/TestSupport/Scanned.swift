package import StreamModel

extension Feed {
  /// The feed once all its bytes are scanned.
  package func scanned() throws -> Feed {
    while try advance(bytes: 1 << 20) == .more {}
    return self
  }
}

extension Timeline {
  /// The timeline once all bytes of its sources are scanned.
  package func scanned() throws -> Timeline {
    while try advance(bytes: 1 << 20) == .more {}
    return self
  }

  /// The posts in the order of their rows.
  package var posts: [Post] {
    (0..<recordCount).compactMap { id(at: $0).flatMap { record($0).post } }
  }
}

extension Feed.Record {
  /// The post; nil where the record is a problem.
  package var post: Post? { if case .post(let post) = self { post } else { nil } }
}
