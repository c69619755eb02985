import Addresses
import CellGrid
import StreamModel

/// Words about a post on the line of its author: its type, what it replies to, who may read it.
enum PostLabels {
  /// Returns who may read the post as a piece of a line; nil where anybody may, or nothing is known.
  static func visibility(_ visibility: Visibility?) -> MetaLine.Run? {
    switch visibility {
    case .public, .unknown, nil: nil
    case .unlisted: .init("unlisted", .faint)
    case .followers: .init("followers only", .contentWarning, rank: .label)
    case .direct: .init("direct", .contentWarning, rank: .label)
    }
  }

  /// Returns the start of a line about a post that not everybody may read, empty for others.
  ///
  /// It comes before the name, because a narrow window cuts the end of the line.
  static func privacy(_ visibility: Visibility?) -> [MetaLine.Run] {
    guard let visibility, visibility > .unlisted, let label = self.visibility(visibility) else {
      return []
    }
    return [label, .init(" · ", .faint, rank: .joint)]
  }

  /// Returns "reply to NAME", or "reply" where the post does not tell to whom; nil for other posts.
  static func reply(_ post: Post) -> String? {
    guard let parent = post.inReplyTo else { return nil }
    return name(of: parent, post).map { "reply to \($0)" } ?? "reply"
  }

  /// The name of the account that wrote `parent`, as far as the reply itself tells.
  private static func name(of parent: String, _ post: Post) -> String? {
    if let account = post.inReplyToAccount { return account.name ?? account.handle }
    if let author = post.author, let url = author.url, parent.hasPrefix(url + "/") {
      return author.name ?? author.handle
    }
    guard let word = firstMention(in: post.body) else { return nil }
    let mention = post.mentions.first { mention in
      guard let handle = mention.handle?.dropFirst() else { return false }
      return handle.split(separator: "@").first.map { $0 == word.split(separator: "@").first }
        ?? false
    }
    return mention?.handle
  }

  /// The name after "@" where the text begins with a mention; nil otherwise.
  private static func firstMention(in body: Body) -> String? {
    let text: String
    switch body {
    case .html(let html): text = html
    case .text(let plain): text = plain
    case .missing: return nil
    }
    var isTag = false
    var name: [UInt8]?
    for byte in text.utf8.prefix(1_024) {
      switch byte {
      case UInt8(ascii: "<"):
        if let name, !name.isEmpty { return String(decoding: name, as: UTF8.self) }
        isTag = true
      case UInt8(ascii: ">"): isTag = false
      case _ where isTag: continue
      case 0x09, 0x0A, 0x0D, 0x20:
        if let name { return name.isEmpty ? nil : String(decoding: name, as: UTF8.self) }
      case UInt8(ascii: "@") where name == nil: name = []
      default:
        guard name != nil else { return nil }
        name?.append(byte)
      }
    }
    return nil
  }
}
