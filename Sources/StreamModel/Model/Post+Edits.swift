import RichText

/// What counts as an edit of a post: the text that is shown, not its markup, its dates or the addresses of its links.
extension Post {
  /// Whether the post shows another text, warning or attachment than `former` did.
  package func isEdited(since former: Post) -> Bool {
    guard textHash != former.textHash else { return false }
    return title.shown != former.title.shown || body.shown != former.body.shown
      || contentWarning != former.contentWarning || shownFiles != former.shownFiles
  }

  /// Whether a link of the text leads elsewhere than in `former`; queries and fragments aside, which many sites write
  /// anew each time.
  package func hasOtherLinks(than former: Post) -> Bool {
    body.linkedPages != former.body.linkedPages
  }

  /// Servers sign the addresses of files anew for each request.
  private var shownFiles: [[String]] {
    attachments.map { file in
      [file.type ?? "", String((file.url ?? "").prefix { $0 != "?" }), file.alt ?? ""]
    }
  }
}

extension Body {
  /// The text as rows show it, with its styles and links if `reading` asks for them.
  func read(_ reading: Reading) -> RichText {
    let reader = RichTextReader(reading: reading)
    return switch self {
    case .html(let html): reader.read(html: html)
    case .text(let text): reader.read(plain: text)
    case .missing: reader.read(plain: "")
    }
  }

  fileprivate var shown: [UInt8] { read(.flat).utf8 }

  fileprivate var linkedPages: [String] {
    read(.rich).links.map { link in String(link.target.prefix { $0 != "?" && $0 != "#" }) }
  }
}
