/// One test of a post and its flags.
package enum Predicate: Equatable, Sendable {
  package enum Comparison: Sendable {
    /// As the field is meant: a tag as a whole, a language with its variants, other fields in part.
    case usual
    case whole
  }

  /// A state of a post, or of the reader's dealings with it.
  package enum State: String, CaseIterable, Sendable {
    case unread, read, kept, reply, reshare, edited
    /// With a content warning.
    case sensitive
  }

  /// A part that a post may have.
  package enum Part: String, CaseIterable, Sendable {
    case image, video, audio, poll, link, comments
    /// Any attachment.
    case file
  }

  /// A text in title, body, author or tags.
  case word(TextTest)
  case text(Field.Text, Comparison, Choices<TextTest>)
  case count(Field.Count, CountTest)
  case date(DateTest)
  case kind(Choices<Activity.Kind>)
  case visibility(Choices<Visibility>)
  case state(Choices<State>)
  case has(Choices<Part>)

  func matches(_ post: Post, flags: PostFlags) -> Bool {
    switch self {
    case .word(let word):
      // The hashtags of the body are part of its text, which is read once.
      (post.value(of: .title) + post.value(of: .author) + post.tags.map { .plain($0) }
        + post.value(of: .text)).contains { word.isPart(of: $0) }
    case .text(let field, let comparison, let choices):
      post.value(of: field).contains { text in
        choices.contains { Self.matches($0, text, of: field, comparison) }
      }
    case .count(let field, let test):
      post.value(of: field).map { test.matches($0) } ?? false
    case .date(let test): test.matches(post.rankTime(at: nil))
    case .kind(let kinds): kinds.contains { $0 == post.activity.kind }
    case .visibility(let choices): choices.contains { $0 == post.visibility }
    case .state(let states): states.contains { post.is($0, flags: flags) }
    case .has(let parts): parts.contains { post.has($0) }
    }
  }

  /// Whether it asks for flags.
  var asksFlags: Bool {
    if case .state(let states) = self {
      states.contains { Self.holds($0, []) != nil }
    } else {
      false
    }
  }

  /// Whether flags alone decide it.
  var asksFlagsOnly: Bool {
    if case .state(let states) = self {
      !states.contains { Self.holds($0, []) == nil }
    } else {
      false
    }
  }

  /// Whether a post with these flags passes; false where they do not decide.
  func matches(flags: PostFlags) -> Bool {
    if case .state(let states) = self {
      states.contains { Self.holds($0, flags) == true }
    } else {
      false
    }
  }

  /// Whether flags are those of a state; nil where the post decides.
  fileprivate static func holds(_ state: State, _ flags: PostFlags) -> Bool? {
    switch state {
    case .unread: !flags.contains(.read)
    case .read: flags.contains(.read)
    case .kept: flags.contains(.kept)
    case .reply, .reshare, .edited, .sensitive: nil
    }
  }

  private static func matches(
    _ wanted: TextTest,
    _ text: FieldText,
    of field: Field.Text,
    _ comparison: Comparison
  ) -> Bool {
    switch (comparison, field) {
    case (.usual, .lang): wanted.isLanguage(text)
    case (.whole, _), (.usual, .tag): wanted.isWhole(text)
    case (.usual, _): wanted.isPart(of: text)
    }
  }
}

/// A test of a count; a post without one passes none.
package enum CountTest: Equatable, Sendable {
  case atLeast(Int)
  case atMost(Int)
  case within(Choices<ClosedRange<Int>>)

  func matches(_ count: Int) -> Bool {
    switch self {
    case .atLeast(let least): count >= least
    case .atMost(let most): count <= most
    case .within(let ranges): ranges.contains { $0.contains(count) }
    }
  }
}

extension Post {
  fileprivate func `is`(_ state: Predicate.State, flags: PostFlags) -> Bool {
    if let holds = Predicate.holds(state, flags) { return holds }
    return switch state {
    case .unread, .read, .kept: false
    case .reply: inReplyTo != nil || inReplyToAccount != nil
    case .reshare: isReshare
    case .edited: edited != nil || self.state == .updated
    case .sensitive: contentWarning != nil
    }
  }

  fileprivate func has(_ part: Predicate.Part) -> Bool {
    switch part {
    case .image, .audio: holdsFile([part.rawValue])
    case .video: holdsFile([part.rawValue, "gifv"])
    case .file: !attachments.isEmpty
    case .poll: poll != nil
    case .comments: value(of: .comments) ?? 0 > 0
    case .link: card != nil || FieldText.links(of: body, base: nil).isAny
    }
  }

  private func holdsFile(_ types: [String]) -> Bool {
    attachments.contains { file in file.type.map { types.contains($0) } ?? false }
  }
}
