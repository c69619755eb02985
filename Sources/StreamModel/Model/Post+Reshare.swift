extension Post {
  /// Returns the post as `reshare` passes it on, under the id of the reshare.
  func reshared(by reshare: Post) -> Post {
    Post(
      id: reshare.id,
      idIsStated: reshare.idIsStated,
      author: author,
      published: published,
      edited: edited,
      url: url,
      title: title,
      body: body,
      baseURL: baseURL,
      language: language,
      contentWarning: contentWarning,
      likesCount: likesCount,
      likes: likes,
      resharesCount: resharesCount,
      reshares: reshares,
      commentsCount: commentsCount,
      comments: comments,
      attachments: attachments,
      tags: tags,
      mentions: mentions,
      customEmoji: customEmoji,
      card: card,
      poll: poll,
      resharedBy: reshare.author,
      activity: reshare.activity,
      type: type,
      inReplyTo: inReplyTo,
      inReplyToAccount: inReplyToAccount,
      aliases: (idIsStated ? [id.rawValue] : []) + aliases,
      resharedAt: reshare.published,
      visibility: Visibility.stricter(visibility, reshare.visibility),
      problems: reshare.problems
    )
  }

  /// Returns the post with other comments.
  func with(comments: [Comment]) -> Post {
    Post(
      id: id,
      idIsStated: idIsStated,
      author: author,
      published: published,
      edited: edited,
      url: url,
      title: title,
      body: body,
      baseURL: baseURL,
      language: language,
      contentWarning: contentWarning,
      likesCount: likesCount,
      likes: likes,
      resharesCount: resharesCount,
      reshares: reshares,
      commentsCount: commentsCount,
      comments: comments,
      attachments: attachments,
      tags: tags,
      mentions: mentions,
      customEmoji: customEmoji,
      card: card,
      poll: poll,
      resharedBy: resharedBy,
      activity: activity,
      type: type,
      inReplyTo: inReplyTo,
      inReplyToAccount: inReplyToAccount,
      aliases: aliases,
      resharedAt: resharedAt,
      resharedAddress: resharedAddress,
      community: community,
      visibility: visibility,
      problems: problems
    )
  }
}
