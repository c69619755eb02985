/// The facts about posts that a filter asks for; their names are those of the one-line form.
package enum Field {
  /// A fact in words.
  package enum Text: String, CaseIterable, Sendable {
    /// The body and the content warning.
    case text
    case title
    /// Name and handle of the author, and the names of further authors.
    case author
    /// Handles and pages of the mentioned accounts.
    case mentions
    /// Hashtags without "#": those that the feed states and those in the body.
    case tag
    /// Addresses: of the post, its card, its files, and the links of its body.
    case link
    /// The language, a BCP 47 tag.
    case lang
  }

  /// A number, the larger of stated and listed.
  package enum Count: String, CaseIterable, Sendable {
    case likes, reshares, comments
  }
}

/// Words of a post, read only when a filter comes to them.
package enum FieldText: Equatable, Sendable {
  case plain(String)
  case words(of: Body)
  /// The words after "#" in a body.
  case hashtags(of: Body)
  /// The targets of the links in a body; relative ones are resolved against the base.
  case links(of: Body, base: String?)
}

extension Post {
  /// The words of a field, the same way for all formats; empty where the post has none.
  package func value(of field: Field.Text) -> [FieldText] {
    switch field {
    case .text: plain([contentWarning]) + [.words(of: body)]
    case .title: [.words(of: title)]
    case .author: plain([author?.name, author?.handle]) + plain(author?.companions ?? [])
    case .mentions: plain(mentions.flatMap { [$0.handle, $0.url] })
    case .tag: plain(tags) + [.hashtags(of: body)]
    case .link:
      plain([url, card?.url] + attachments.map(\.url)) + [.links(of: body, base: baseURL)]
    case .lang: plain([language])
    }
  }

  /// A number of the post; nil where the feed neither states nor lists it.
  package func value(of field: Field.Count) -> Int? {
    switch field {
    case .likes: knownLikesCount
    case .reshares: knownResharesCount
    case .comments: knownCommentsCount
    }
  }

  private func plain(_ texts: [String?]) -> [FieldText] {
    texts.compactMap { $0.map { .plain($0) } }
  }
}
