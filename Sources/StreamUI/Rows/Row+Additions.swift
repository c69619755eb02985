import CellGrid
import StreamModel

/// Draws what the reader's rules show of a post: a colour of the theme for author and title, and tags after the time.
extension Row {
  private static let coloured: Set<Role> = [
    .accountName, .voice1, .voice2, .voice3, .voice4, .voice5, .voice6, .title,
  ]

  /// The row with what rules add to its post; a colour changes no character.
  func extended(by additions: RuleAdditions?) -> Row {
    guard let additions else { return self }
    let role = additions.colour.flatMap(RoleName.role)
    let runs = additions.tags.flatMap { tag -> [MetaLine.Run] in
      [
        .init(" · ", .faint, rank: .joint),
        .init(SafeText(sanitizing: "#\(tag)"), .hashtag, rank: .label),
      ]
    }
    // The last of several lines with a time is the author's.
    let tagged = before.lastIndex { $0.runs.contains { $0.rank == .time } }
    return Row(
      indent: indent,
      bodyIndent: bodyIndent,
      before: before.enumerated().map { index, line in
        line.coloured(role, Self.coloured).adding(index == tagged ? runs : [])
      },
      body: body,
      baseURL: baseURL,
      customEmoji: customEmoji,
      bodyIsFolded: bodyIsFolded,
      hidesQuotes: hidesQuotes,
      foldHint: foldHint,
      bodyLimit: bodyLimit,
      numbersLinks: numbersLinks,
      oneLine: oneLine?.map { $0.coloured(role, Self.coloured) },
      signs: signs,
      after: after,
      endsWithGap: endsWithGap
    )
  }
}

extension MetaLine {
  fileprivate func coloured(_ role: Role?, _ roles: Set<Role>) -> MetaLine {
    MetaLine(
      runs.map { $0.coloured(role, roles) },
      overflow: overflow,
      target: target,
      picture: picture
    )
  }

  /// The line with pieces after its last time.
  fileprivate func adding(_ pieces: [Run]) -> MetaLine {
    guard !pieces.isEmpty, let time = runs.lastIndex(where: { $0.rank == .time }) else {
      return self
    }
    return MetaLine(
      Array(runs[...time]) + pieces + Array(runs[(time + 1)...]),
      overflow: overflow,
      target: target,
      picture: picture
    )
  }
}

extension MetaLine.Run {
  fileprivate func coloured(_ role: Role?, _ roles: Set<Role>) -> MetaLine.Run {
    guard let role, roles.contains(self.role) else { return self }
    return MetaLine.Run(text, role, emphasis, rank: rank)
  }
}
