extension OlderRecord {
  /// Returns the place of the older posts to which a document in a file leads.
  ///
  /// - Parameter posts: the number of its posts.
  static func place(after end: RetrievalEnd, _ body: String, posts: Int) -> OlderTrail.Place {
    OlderPage.after(
      OlderPage.Document(
        address: end.address,
        links: end.result.head?.links ?? [],
        bytes: BodyStart.read(body, reach: OlderPage.reach).start,
        postCount: posts
      )
    )
  }

  /// Begins at a document that was fetched.
  init(after end: RetrievalEnd, _ body: String, posts: Int) {
    self.init(
      OlderTrail(from: end.address, to: Self.place(after: end, body, posts: posts)),
      isActivity: end.isActivity,
      author: end.author
    )
  }
}
