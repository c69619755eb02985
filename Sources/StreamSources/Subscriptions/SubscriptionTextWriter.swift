/// Writes subscriptions as text that a person edits: one line each.
///
///     https://example.org/feed.xml  name="Example" tags=news,"World, Asia" every=30m
package enum SubscriptionTextWriter {
  /// The comment at the beginning, which explains the form.
  package static let introduction = [
    "# One subscription a line: ADDRESS  name=\"…\" tags=a,b every=30m full-text=yes",
    "# ADDRESS is a web address, acct:user@host or the path of a file or folder.",
    "# full-text=yes: opening a post fetches the web page that it is about.",
    "# Delete a line to remove the subscription. Units: s, m, h, d.",
  ]

  /// Returns the text, with ``introduction``.
  package static func write(_ subscriptions: [Subscription]) -> String {
    (introduction + subscriptions.map(line) + [""]).joined(separator: "\n")
  }

  /// Returns the line of a subscription, without a line end.
  package static func line(_ subscription: Subscription) -> String {
    var parts: [String] = []
    if let name = subscription.name { parts.append("name=" + quoted(name)) }
    if !subscription.tags.isEmpty {
      parts.append("tags=" + tags(of: subscription))
    }
    if let every = subscription.every { parts.append("every=" + Interval.write(every)) }
    if subscription.wantsFullText { parts.append("full-text=yes") }
    let source = word(subscription.source.text, comma: false)
    return parts.isEmpty ? source : source + "  " + parts.joined(separator: " ")
  }

  /// Returns the tags with commas between them; a tag with a comma stands in quotes.
  package static func tags(of subscription: Subscription) -> String {
    subscription.tags.map { word($0, comma: true) }.joined(separator: ",")
  }

  /// Returns the text as it is if no byte in it has a meaning, otherwise in quotes.
  ///
  /// - Parameter comma: whether a comma has a meaning.
  private static func word(_ text: String, comma: Bool) -> String {
    let special = comma ? "\",\\" : "\"\\"
    let isPlain =
      text.utf8.first != UInt8(ascii: "#")
      && !text.utf8.contains { $0 <= 0x20 || $0 == 0x7F || special.utf8.contains($0) }
    return isPlain && !text.isEmpty ? text : quoted(text)
  }

  private static func quoted(_ text: String) -> String {
    var result = "\""
    for scalar in text.unicodeScalars {
      switch scalar {
      case "\"", "\\":
        result += "\\"
        result.unicodeScalars.append(scalar)
      case "\n": result += "\\n"
      case "\r": result += "\\r"
      case "\t": result += "\\t"
      default: result.unicodeScalars.append(scalar)
      }
    }
    return result + "\""
  }
}
