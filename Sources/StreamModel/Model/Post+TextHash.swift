extension Post {
  /// The hash of title, text, attachments and warning: a post with another one says something else.
  package var textHash: UInt64 {
    var parts = [Self.part(title), Self.part(body), contentWarning ?? ""]
    for file in attachments {
      // Servers sign the addresses of files anew for each request.
      let address = (file.url ?? "").prefix { $0 != "?" }
      parts += [file.type ?? "", String(address), file.alt ?? ""]
    }
    return stableHash(of: parts.joined(separator: "\u{0}"))
  }

  private static func part(_ body: Body) -> String {
    switch body {
    case .html(let text): "h" + text
    case .text(let text): "t" + text
    case .missing: ""
    }
  }
}
