extension Account {
  /// Makes the account of an actor that was decoded as a post, as the `actor.json` of an archive is;
  /// nil if the post is of another type.
  ///
  /// The biography holds the summary and the fields of the profile.
  public init?(actor post: Post) {
    guard let type = post.type, ActivityVocabulary.actors.contains(type) else { return nil }
    var text = HTMLText()
    text.append(post.body)
    var name: String?
    if case .text(let title) = post.title { name = title }
    self.init(
      name: name ?? post.author?.name,
      handle: post.author?.handle,
      url: post.url ?? post.id.rawValue,
      bioHTML: text.html.isEmpty ? nil : text.html
    )
  }

  /// The account without its biography.
  public var withoutBiography: Account {
    Account(name: name, handle: handle, url: url, companions: companions)
  }
}
