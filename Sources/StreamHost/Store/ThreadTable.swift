package import StreamModel

/// The comments that the reader has seen, and where, in the database: a row for each of the last conversations.
package struct ThreadTable {
  package struct Thread {
    package let number: Int64
    package let source: SourceID
    package let post: PostIdentity
    package let comments: SeenComments
    /// Where it was left; nil where that is as it opens, or not known.
    package let place: SavedPlace.OpenedPost?
  }

  /// The conversations that are kept, at most: older ones go.
  private static let most: Int64 = 500

  let database: Database

  func add(
    _ comments: SeenComments,
    _ place: SavedPlace.OpenedPost?,
    of post: PostIdentity,
    in target: StoredSource
  ) throws(DatabaseError) {
    try database.run(
      "INSERT OR REPLACE INTO thread(source, post, alt, seen, place) VALUES(?, ?, ?, ?, ?)",
      [
        .integer(target.row), .integer(target.naming.post(post)),
        .integer(target.naming.alt(post)), .blob(comments.bytes),
        .text(place.map { PlaceText.text(of: $0) } ?? ""),
      ]
    )
    try database.run(
      "DELETE FROM thread WHERE id <= (SELECT max(id) FROM thread) - ?",
      [.integer(Self.most)]
    )
  }

  /// Returns at most `limit` conversations after the row `last`; malformed ones are left out.
  ///
  /// - Parameter source: Returns the number of a source in this session, by its key, name and row.
  func slice(
    after last: Int64,
    limit: Int,
    source: (String, String, Int64) -> SourceID
  ) throws(DatabaseError) -> [Thread] {
    try database.rows(
      """
      SELECT thread.id, source, source.key, source.name, naming, post, alt, thread.seen, place
      FROM thread JOIN source ON source.id = thread.source
      WHERE thread.id > ? ORDER BY thread.id LIMIT ?
      """,
      [.integer(last), .integer(Int64(clamping: limit))]
    ) {
      let naming = PostNaming(rawValue: $0.integer(4)) ?? .id
      guard let comments = SeenComments(bytes: $0.blob(7)) else { return nil }
      return Thread(
        number: $0.integer(0),
        source: source($0.text(2), $0.text(3), $0.integer(1)),
        post: naming.identity(post: $0.integer(5), alt: $0.integer(6)),
        comments: comments,
        place: PlaceText.openedPost($0.text(8))
      )
    }
  }

  /// Removes the conversations of a source, whose posts have other names from now on.
  func remove(of source: Int64) throws(DatabaseError) {
    try database.run("DELETE FROM thread WHERE source = ?", [.integer(source)])
  }
}
