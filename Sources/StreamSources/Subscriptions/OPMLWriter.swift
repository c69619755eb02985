/// Writes subscriptions as a list of feeds in OPML (opml.org, version 2.0).
///
/// The tags of a subscription become nested outlines, so that other programs show folders and
/// ``OPMLReader`` reads the same tags again. Subscriptions with the same tags stand together, in
/// the order of the first of them.
package enum OPMLWriter {
  /// The list, and the subscriptions that OPML cannot name.
  package struct Result: Equatable, Sendable {
    /// The document in UTF-8.
    package let text: String
    /// The files and accounts, which have no address of a feed.
    package let leftOut: [Subscription]
  }

  /// Writes the document.
  ///
  /// - Parameter feedTitle: the title that the feed of a subscription has; nil if it is not known.
  package static func write(
    _ subscriptions: [Subscription],
    title: String,
    feedTitle: (Subscription.Source) -> String? = { _ in nil }
  ) -> Result {
    var order: [[String]] = []
    var groups: [[String]: [String]] = [:]
    var leftOut: [Subscription] = []
    for subscription in subscriptions {
      guard case .web(let address) = subscription.source else {
        leftOut.append(subscription)
        continue
      }
      if groups[subscription.tags] == nil { order.append(subscription.tags) }
      groups[subscription.tags, default: []].append(
        outline(subscription, address, feedTitle(subscription.source))
      )
    }
    var lines = [
      "<?xml version=\"1.0\" encoding=\"UTF-8\"?>",
      "<opml version=\"2.0\" xmlns:streamtui=\"urn:streamtui:opml\">",
      "  <head>", "    <title>\(escaped(title))</title>", "  </head>", "  <body>",
    ]
    for tags in order {
      for (depth, tag) in tags.enumerated() {
        lines.append(indent(depth) + "<outline text=\"\(escaped(tag))\">")
      }
      lines += (groups[tags] ?? []).map { indent(tags.count) + $0 }
      for depth in tags.indices.reversed() { lines.append(indent(depth) + "</outline>") }
    }
    lines += ["  </body>", "</opml>", ""]
    return Result(text: lines.joined(separator: "\n"), leftOut: leftOut)
  }

  private static func outline(
    _ subscription: Subscription,
    _ address: FeedAddress,
    _ feedTitle: String?
  ) -> String {
    var attributes = ["type=\"rss\""]
    // "text" is required; without a name the feed's title or the address stands in, and is no name when
    // read again.
    attributes.append("text=\"\(escaped(subscription.name ?? feedTitle ?? address.text))\"")
    if subscription.name == nil, feedTitle != nil {
      attributes.append("streamtui:named-by-feed=\"yes\"")
    }
    attributes.append("xmlUrl=\"\(escaped(address.text))\"")
    if let every = subscription.every {
      attributes.append("streamtui:every=\"\(Interval.write(every))\"")
    }
    if subscription.wantsFullText { attributes.append("streamtui:full-text=\"yes\"") }
    return "<outline \(attributes.joined(separator: " "))/>"
  }

  private static func indent(_ depth: Int) -> String {
    String(repeating: "  ", count: depth + 2)
  }

  private static func escaped(_ text: String) -> String {
    var result = ""
    for scalar in text.unicodeScalars {
      switch scalar {
      case "&": result += "&amp;"
      case "<": result += "&lt;"
      case ">": result += "&gt;"
      case "\"": result += "&quot;"
      // XML allows no other control characters (section 2.2).
      case "\u{0}"..."\u{1F}", "\u{FFFE}", "\u{FFFF}": result += " "
      default: result.unicodeScalars.append(scalar)
      }
    }
    return result
  }
}
