package import CellGrid
package import StreamModel

/// The texts of one row, ready to be laid out at any width and position.
package struct Row: Sendable {
  /// The number of columns by which the row is indented from the gutter, as comments are.
  var indent = 0
  /// The additional columns by which body and tail are indented, to align with a name after a mark.
  var bodyIndent = 0
  /// The lines above the body: resharer, author, title, content warning.
  var before: [MetaLine]
  var body = Body.missing
  var baseURL: String?
  /// The shortcodes, without colons, that stand for custom emoji in the body.
  var customEmoji: [String] = []
  var bodyIsFolded = false
  /// Whether quotes are left out of the body because of their warnings.
  var hidesQuotes = false
  /// Words on how to show the spoilers in the body; nil if they are shown.
  var foldHint: String?
  /// The number of lines of the body before "+N lines"; nil shows all.
  var bodyLimit: Int?
  /// Whether the body's links are numbered and listed after it.
  var numbersLinks = false
  /// The rest of a row of one line, used after the head if there is no body; nil for a row of several lines.
  ///
  /// In a row of one line, the first line of the body follows the head, and nothing is below it.
  var oneLine: [MetaLine.Run]?
  var signs: [MetaLine.Run] = []
  /// The lines below the body: poll, card, attachments, counts.
  var after: [MetaLine] = []
  var endsWithGap = true
  /// Whether the row is a sentence of the program, which no search looks at.
  var isNotice = false
}

extension Row {
  package init(of body: Body) { self.init(before: [], body: body) }

  /// Lines without a body, in a list whose rows stand close together.
  static func lines(_ lines: MetaLine...) -> Row { Row(before: lines, endsWithGap: false) }
}

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
      [.init(" · ", .faint, rank: .joint), .init(sanitizing: "#\(tag)", .hashtag, rank: .label)]
    }
    // The last of several lines with a time is the author's.
    let tagged = before.lastIndex { $0.runs.contains { $0.rank == .time } }
    var row = self
    row.before = before.enumerated().map { index, line in
      line.coloured(role, Self.coloured).adding(index == tagged ? runs : [])
    }
    row.oneLine = oneLine?.map { $0.coloured(role, Self.coloured) }
    return row
  }

  /// The row with what the reader did to its post on its server, which is faint until that has confirmed it.
  func extended(by flags: PostFlags) -> Row {
    var runs = PostDeed.allCases.flatMap { deed in
      flags.contains(deed.flag)
        ? Self.mark(deed.shown.sign, deed.shown.past, isWaiting: flags.contains(deed.flag.waiting))
        : []
    }
    if flags.vote != nil {
      runs += Self.mark("✓", "voted", isWaiting: flags.contains(PostFlags.votes.waiting))
    }
    guard !runs.isEmpty,
      let line = before.lastIndex(where: { $0.runs.contains { $0.rank == .time } })
    else { return self }
    var row = self
    row.before[line] = before[line].adding(runs)
    return row
  }

  /// A sign with its word, which goes before the author's name does where there is little room.
  private static func mark(_ sign: SafeText, _ word: SafeText, isWaiting: Bool) -> [MetaLine.Run] {
    let role: Role = isWaiting ? .faint : .keptSign
    return [
      .init(" · ", .faint, rank: .joint), .init(sign, role, rank: .label),
      .init(" ", role, rank: .joint), .init(word, role, rank: .companion),
    ]
  }
}

extension PostDeed {
  /// The sign and the word of it in a row, and what its server is asked to do.
  var shown: (sign: SafeText, past: SafeText, request: String) {
    switch self {
    case .favourite: ("♥", "favourite", "make posts favourites")
    case .boost: ("↻", "boosted", "boost posts")
    case .bookmark: ("⚑", "bookmarked", "bookmark posts")
    case .follow: ("+", "followed", "follow authors")
    case .mute: ("−", "muted", "mute authors")
    }
  }

  /// The message after a key that has done it, or taken it back.
  func words(_ isDone: Bool, _ author: String) -> String {
    switch self {
    case .favourite: isDone ? "A favourite" : "No favourite any more"
    case .boost: isDone ? "Boosted" : "No longer boosted"
    case .bookmark: isDone ? "Bookmarked" : "No longer bookmarked"
    case .follow: isDone ? "You follow \(author)" : "You no longer follow \(author)"
    case .mute: isDone ? "\(author) is muted" : "\(author) is no longer muted"
    }
  }
}

extension MetaLine {
  fileprivate func coloured(_ role: Role?, _ roles: Set<Role>) -> MetaLine {
    var line = self
    line.runs = runs.map { $0.coloured(role, roles) }
    return line
  }

  fileprivate func adding(_ pieces: [Run]) -> MetaLine {
    guard !pieces.isEmpty, let time = runs.lastIndex(where: { $0.rank == .time }) else {
      return self
    }
    var line = self
    line.runs.insert(contentsOf: pieces, at: time + 1)
    return line
  }
}

extension MetaLine.Run {
  fileprivate func coloured(_ role: Role?, _ roles: Set<Role>) -> MetaLine.Run {
    guard let role, roles.contains(self.role) else { return self }
    return MetaLine.Run(text, role, emphasis, rank: rank)
  }
}

/// A line of a row outside its body: names, counts, an attachment.
package struct MetaLine: Sendable {
  /// The importance of a piece of a line that is too long: ``FittedLine`` gives up the first ones first.
  package enum Rank: UInt8, Sendable {
    /// Separates two pieces, and stands only where both of them do.
    case joint
    case handle, companion, source, name, note, label
    /// A date, which stays whole as long as it has room.
    case time
    /// A sign at the start of the line, which is no piece of its own.
    case sign
  }

  package struct Run: Sendable {
    package let text: SafeText
    package let role: Role
    package let emphasis: Emphasis
    /// The importance of the piece in a line that is fitted.
    package let rank: Rank

    package init(_ text: SafeText, _ role: Role, _ emphasis: Emphasis = [], rank: Rank = .note) {
      self.text = text
      self.role = role
      self.emphasis = emphasis
      self.rank = rank
    }

    init(sanitizing text: String, _ role: Role, _ emphasis: Emphasis = [], rank: Rank = .note) {
      self.init(SafeText(sanitizing: text), role, emphasis, rank: rank)
    }
  }

  /// The treatment of text that is too long for the line.
  package enum Overflow: Sendable {
    case cut
    /// The text continues on the next line, indented by `hang` columns.
    case wrap(hang: Int)
    case fit
    /// The first piece is a name and the others explain it from column `column` on; on a narrow screen they stand below it.
    case entry(column: Int)
  }

  package private(set) var runs: [Run]
  package let overflow: Overflow
  /// The target of the whole line if it is a link, as an attachment is; otherwise nil.
  package let target: String?
  /// The picture below the line, as below that of an attachment; otherwise nil.
  package let picture: RowPicture?

  package init(
    _ runs: [Run],
    overflow: Overflow = .cut,
    target: String? = nil,
    picture: RowPicture? = nil
  ) {
    self.runs = runs
    self.overflow = overflow
    self.target = target
    self.picture = picture
  }

  /// A line of one piece.
  init(
    sanitizing text: String,
    _ role: Role,
    _ emphasis: Emphasis = [],
    overflow: Overflow = .cut,
    target: String? = nil
  ) {
    self.init([Run(sanitizing: text, role, emphasis)], overflow: overflow, target: target)
  }
}

/// The identity of a row of a page, which stays the same while other rows appear, disappear and move.
package enum RowID: Hashable, Sendable {
  case record(RecordID)
  case post, likers, resharers
  /// A comment of the opened post, by the number it got when the page first saw it.
  case comment(Int)
  /// A post above the opened one, by its distance: 0 is the one that it replies to.
  case ancestor(Int)
  /// The line that stands for further comments of the opened post.
  case more
  /// A place where the opened post is discussed, counted from 0; its comments follow.
  case place(Int)
  /// An account, link or line of a page whose entries never change, counted from 0.
  case entry(Int)
  /// The line below the last post of a stream that stands for older ones.
  case older
  /// The row above the others on the page of an account, a tag or a list.
  case heading

  var record: RecordID? { if case .record(let id) = self { id } else { nil } }
  var comment: Int? { if case .comment(let number) = self { number } else { nil } }
  var entry: Int? { if case .entry(let entry) = self { entry } else { nil } }

  /// Hashes one number: rows are looked up many times for each key, and each part would cost as much as all together.
  package func hash(into hasher: inout Hasher) { hasher.combine(number) }

  /// A number that no other row of a page has.
  var number: Int {
    let (kind, number): (Int, Int) =
      switch self {
      case .post: (0, 0)
      case .likers: (1, 0)
      case .resharers: (2, 0)
      case .heading: (3, 0)
      case .more: (3, 1)
      case .older: (2, 1)
      case .place(let place): (3, 2 &+ place)
      case .record(let id): (4, id.source &<< 32 | id.number)
      case .comment(let number): (5, number)
      case .entry(let entry): (6, entry)
      case .ancestor(let distance): (7, distance)
      }
    return number &<< 3 | kind
  }
}

package struct LinkFocus: Equatable, Sendable {
  package let row: RowID
  package let link: Int
}

extension Density {
  var denser: Density { Density(rawValue: rawValue &- 1) ?? self }
  var fuller: Density { Density(rawValue: rawValue &+ 1) ?? self }

  /// The name of the density for the status line.
  var sentence: String {
    switch self {
    case .compact: "Compact: one line per post"
    case .normal: "Normal: long texts are folded"
    case .full: "Full: whole texts"
    }
  }

  /// The number of lines of a body before "+N lines", which is `limit` at normal density; nil shows all.
  func bodyLimit(_ limit: Int) -> Int? {
    switch self {
    case .compact: 1
    case .normal: limit
    case .full: nil
    }
  }
}
