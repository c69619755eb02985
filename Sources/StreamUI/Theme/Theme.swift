package import CellGrid

/// Maps roles to looks.
///
/// A built-in theme computes a look when it is asked for one, so a start costs only the looks that are on the screen; a
/// theme of the user holds the look of every role.
package struct Theme: Equatable, Sendable {
  package static let dark = Theme(.dark)
  package static let light = Theme(.light)
  package static let terminal = Theme(.terminal)

  private let base: BuiltInTheme
  /// The look of each role by its raw value; empty for a built-in theme.
  private let styles: [Style]

  package init(_ base: BuiltInTheme) {
    self.base = base
    styles = []
  }

  /// Makes a theme that differs from `base` in the styles that are stated.
  ///
  /// A role that is not stated takes the style of its parent if that is stated and `base` shows both alike, or if
  /// `inherits` holds; otherwise it looks as in `base`.
  package init(base: Theme, stated: [Role: Style], inherits: Bool = false) {
    self.base = base.base
    styles = Role.allCases.map { role in
      var source = role
      while stated[source] == nil, let parent = RoleName(source).parent,
        inherits || base.style(parent) == base.style(source)
      {
        source = parent
      }
      return stated[source] ?? base.style(role)
    }
  }

  /// The backgrounds on which the theme is meant to be read; none if any will do.
  package var grounds: [Color] { base.grounds }
  package var isForLight: Bool { base == .light || base == .contrastLight }

  package func style(_ role: Role, _ emphasis: Emphasis = []) -> Style {
    let index = Int(role.rawValue)
    let look = styles.indices.contains(index) ? styles[index] : base.style(of: role)
    guard !emphasis.isEmpty else { return look }
    var attributes = look.attributes
    if emphasis.contains(.bold) { attributes.insert(.bold) }
    if emphasis.contains(.italic) { attributes.insert(.italic) }
    if emphasis.contains(.underline) { attributes.insert(.underline) }
    if emphasis.contains(.strike) { attributes.insert(.strike) }
    if emphasis.contains(.small) { attributes.insert(.dim) }
    return Style(foreground: look.foreground, background: look.background, attributes: attributes)
  }
}

package struct RoleName: Sendable {
  package let name: String
  /// The role whose style this one takes if a theme states no style for it; nil for plain text.
  package let parent: Role?
  /// The meaning of the role, a sentence without its full stop.
  package let help: String

  package init(_ role: Role) {
    switch role {
    case .text: self.init("text", nil, "Plain text, and everything without a style of its own")
    case .faint: self.init("dim", .text, "Text of less weight: hints, separators, explanations")
    case .gutter: self.init("gutter", .text, "The bar beside the selected row while you scroll")
    case .gutterSelected: self.init("selected", .gutter, "The bar beside the selected row")
    case .accountName: self.init("author", .text, "The name of an account")
    case .voice1: self.init("author.1", .accountName, "The author of the post in a conversation")
    case .voice2: self.init("author.2", .accountName, "The second person in a conversation")
    case .voice3: self.init("author.3", .accountName, "The third person in a conversation")
    case .voice4: self.init("author.4", .accountName, "The fourth person in a conversation")
    case .voice5: self.init("author.5", .accountName, "The fifth person in a conversation")
    case .voice6: self.init("author.6", .accountName, "The sixth person in a conversation")
    case .handle: self.init("handle", .faint, "The handle of an account, such as @olga@example.org")
    case .time: self.init("time", .faint, "The age or date of a post")
    case .reshared: self.init("boost", .faint, "The line that names who reshared a post")
    case .title: self.init("title", .text, "The title of a post")
    case .contentWarning: self.init("warning", .text, "A content warning")
    case .heading: self.init("heading", .title, "A heading inside a text")
    case .code: self.init("code", .text, "Code inside a text")
    case .quoteMark: self.init("quote", .faint, "The bar beside a quotation")
    case .listMark: self.init("list", .faint, "The bullet or number of a list")
    case .mark: self.init("highlight", .text, "Text that its author highlighted")
    case .searchMatch: self.init("match", .mark, "A match of the search")
    case .currentMatch: self.init("match.current", .searchMatch, "The match at which you are")
    case .customEmoji: self.init("emoji", .text, "The name of a custom emoji")
    case .link: self.init("link", .text, "A link")
    case .linkFocused: self.init("link.focus", .link, "The link in focus")
    case .linkPressed: self.init("link.pressed", .linkFocused, "The link under the pressed button")
    case .linkVisited: self.init("link.visited", .link, "A link that you followed before")
    case .hint: self.init("hint", .text, "The label of a link that you can type")
    case .hintTyped: self.init("hint.typed", .hint, "The letters of a label typed so far")
    case .hintTarget: self.init("hint.target", .link, "The target of a link beside its label")
    case .mention: self.init("mention", .link, "A mention of an account")
    case .hashtag: self.init("hashtag", .link, "A hashtag")
    case .counts: self.init("counts", .faint, "The numbers of comments, reshares and likes")
    case .attachment: self.init("attachment", .faint, "An attachment or a preview of a link")
    case .more: self.init("folded", .contentWarning, "A note that something is folded or new")
    case .rowSign: self.init("sign", .faint, "A sign at the end of a compact row")
    case .unreadSign: self.init("unread", .rowSign, "The sign of an unread post")
    case .keptSign: self.init("kept", .rowSign, "The sign of a kept post")
    case .problem: self.init("problem", .text, "An error in the feed")
    case .commentMark: self.init("comment", .faint, "The lines that show the depth of a comment")
    case .status: self.init("status", .text, "The status line")
    case .statusWarning: self.init("status.warning", .status, "A warning on the status line")
    case .statusTarget: self.init("status.target", .status, "A link target on the status line")
    case .helpKey: self.init("key", .link, "A key on the help page")
    }
  }

  private init(_ name: String, _ parent: Role?, _ help: String) {
    self.name = name
    self.parent = parent
    self.help = help
  }

  package static func role(_ name: String) -> Role? { Role.allCases.first { $0.name == name } }

  package static var all: [String] { Role.allCases.map(\.name) }
}

extension Role {
  package var name: String { RoleName(self).name }
}
